//! Claims that need no statistics: the library is asked, and the answer is right or wrong.

mod is;
mod magic;
mod qr;
mod sm;

use crate::report::{Curves, Verdict};

/// A claim by its name.
#[derive(Clone, Copy, Debug)]
pub struct ExactCheck {
    /// How files refer to it.
    pub name: &'static str,
    /// Finds out.
    pub run: fn() -> Answer,
}

/// What was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// In a sentence.
    pub found: String,
    /// Whether that is what was claimed.
    pub verdict: Verdict,
    /// What is best seen in a picture.
    pub charts: Vec<Curves>,
}

/// All that there are.
pub static ALL: [ExactCheck; 15] = [
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

fn answer(found: String, right: bool) -> Answer {
    Answer { found, verdict: if right { Verdict::Holds } else { Verdict::Fails }, charts: vec![] }
}
