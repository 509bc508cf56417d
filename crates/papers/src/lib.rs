//! The papers behind Sortilege, embedded in the program, and checks of their claims that need no
//! statistics: a function computes the answer, which is right or wrong. Each paper has its own
//! file; ED and CS share one, since they share a game.
//!
//! The lab that reproduces papers does not depend on these functions or their games. The caller
//! passes [`ALL`] to it, and `check = { kind = "exact", name = "..." }` in the targets of a paper
//! names one of [`EXACT`].
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

/// Papers: the contents of the repository's folder `papers`.
pub static CARRIED: &[Carried] = include!(concat!(env!("OUT_DIR"), "/carried.rs"));

/// All functions that check claims.
pub static EXACT: [ExactCheck; 15] = [
    ExactCheck::new("strategy-fusion", is::strategy_fusion),
    ExactCheck::new("information-set-trees", is::information_set_trees),
    ExactCheck::new("four-in-a-row-is-a-draw", is::four_in_a_row),
    ExactCheck::new("setups", is::setups),
    ExactCheck::new("depths-from-the-opening", is::depths).on_tour(is::depths_of_few),
    ExactCheck::new("leading-plays", is::leading_plays).on_tour(is::leading_plays_of_few),
    ExactCheck::new("branching-of-leads", is::branching_of_leads),
    ExactCheck::new("optimal-a", qr::optimal_a),
    ExactCheck::new("sampling-bound", sm::sampling_bound),
    ExactCheck::new("pruning-changes-nothing", sm::pruning_changes_nothing),
    ExactCheck::new("pig-is-solved", sm::pig_is_solved),
    ExactCheck::new("moves-of-a-decision", magic::moves_of_a_decision),
    ExactCheck::new("moves-and-draws", magic::moves_and_draws),
    ExactCheck::new("turns-of-a-game", magic::turns_of_a_game),
    ExactCheck::new("plays-by-turn", magic::plays_by_turn),
];
