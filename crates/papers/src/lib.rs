//! The papers that Sortilege is made from, as a program carries them with it, and their claims that need no statistics: the
//! library is asked, and the answer is right or wrong. A file a paper, but for ED and CS, which share a game.
//!
//! The lab that reproduces papers knows neither these functions nor their games. [`ALL`] is handed to it, and
//! `check = { kind = "exact", name = "..." }` in the targets of a paper names one of [`EXACT`].
//!
//! ```
//! use sortilege_lab::reproduce::Paper;
//! use sortilege_papers::ALL;
//! let papers = Paper::carried(ALL.carried, sortilege_shelves::catalogue(), ALL.exact).unwrap();
//! let tags: Vec<&str> = papers.iter().map(|paper| paper.tag.as_str()).collect();
//! assert_eq!(tags, ["CS", "ED", "IS", "QR", "SM"]);
//! ```

mod is;
mod magic;
mod qr;
mod sm;

use sortilege_lab::reproduce::{Carried, ExactCheck, Papers};

/// Papers and functions together.
pub static ALL: Papers = Papers { carried: CARRIED, exact: &EXACT };

/// The papers: what is in the repository's folder `papers`.
pub static CARRIED: &[Carried] = include!(concat!(env!("OUT_DIR"), "/carried.rs"));

/// All functions that there are.
pub static EXACT: [ExactCheck; 15] = [
    ExactCheck { name: "strategy-fusion", run: is::strategy_fusion },
    ExactCheck { name: "information-set-trees", run: is::information_set_trees },
    ExactCheck { name: "four-in-a-row-is-a-draw", run: is::four_in_a_row },
    ExactCheck { name: "setups", run: is::setups },
    ExactCheck { name: "depths-from-the-opening", run: is::depths },
    ExactCheck { name: "leading-plays", run: is::leading_plays },
    ExactCheck { name: "branching-of-leads", run: is::branching_of_leads },
    ExactCheck { name: "optimal-a", run: qr::optimal_a },
    ExactCheck { name: "sampling-bound", run: sm::sampling_bound },
    ExactCheck { name: "pruning-changes-nothing", run: sm::pruning_changes_nothing },
    ExactCheck { name: "pig-is-solved", run: sm::pig_is_solved },
    ExactCheck { name: "moves-of-a-decision", run: magic::moves_of_a_decision },
    ExactCheck { name: "moves-and-draws", run: magic::moves_and_draws },
    ExactCheck { name: "turns-of-a-game", run: magic::turns_of_a_game },
    ExactCheck { name: "plays-by-turn", run: magic::plays_by_turn },
];
