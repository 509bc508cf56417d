//! Claims that need no statistics: the library is asked, and the answer is right or wrong.

mod is;
mod magic;
mod qr;
mod sm;

use crate::report::{Curves, Verdict};

/// A claim by its name.
#[derive(Clone, Copy, Debug)]
pub struct Exact {
    /// How files refer to it.
    pub name: &'static str,
    run: fn() -> Answer,
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
pub static ALL: [Exact; 15] = [
    Exact { name: "strategy-fusion", run: is::strategy_fusion },
    Exact { name: "information-set-trees", run: is::information_set_trees },
    Exact { name: "four-in-a-row-is-a-draw", run: is::four_in_a_row },
    Exact { name: "setups", run: is::setups },
    Exact { name: "depths-from-the-opening", run: is::depths },
    Exact { name: "leading-plays", run: is::leading_plays },
    Exact { name: "branching-of-leads", run: is::branching_of_leads },
    Exact { name: "optimal-a", run: qr::optimal_a },
    Exact { name: "sampling-bound", run: sm::sampling_bound },
    Exact { name: "pruning-changes-nothing", run: sm::pruning_changes_nothing },
    Exact { name: "pig-is-solved", run: sm::pig_is_solved },
    Exact { name: "moves-of-a-decision", run: magic::moves_of_a_decision },
    Exact { name: "moves-and-draws", run: magic::moves_and_draws },
    Exact { name: "turns-of-a-game", run: magic::turns_of_a_game },
    Exact { name: "plays-by-turn", run: magic::plays_by_turn },
];

impl Exact {
    /// Finds out.
    pub fn answer(&self) -> Answer {
        (self.run)()
    }
}

fn answer(found: String, right: bool) -> Answer {
    Answer { found, verdict: if right { Verdict::Holds } else { Verdict::Fails }, charts: vec![] }
}
