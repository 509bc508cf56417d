//! Settings that many players share, and the values built from them: budget, exploration constant,
//! final choice, and the evaluation of states before the end of the game.

use crate::setting::{Choice, Setting, Settings};
use sortilege::Budget;
use sortilege::evaluator::Evaluator;
use sortilege::search::FinalChoice;
use std::time::Duration;

/// Number of simulations per decision. More than a tree can count are refused.
pub const ITERATIONS: Setting<u64> = Setting::whole(
    "iterations",
    1,
    Budget::MOST_ITERATIONS,
    "1000",
    "number of simulations per decision; the default applies only if neither `time` nor `memory` \
     is given",
)
.unless(&["time", "memory"]);
/// Number of simulations for each of several trees.
pub const ITERATIONS_PER_TREE: Setting<u64> = Setting::whole(
    "iterations",
    1,
    Budget::MOST_ITERATIONS,
    "250",
    "number of simulations per tree; the default applies only if neither `time` nor `memory` is \
     given",
)
.unless(&["time", "memory"])
.from("IS §V");
/// Number of simulations of a search without a tree, whose counters are wider.
pub const ITERATIONS_FLAT: Setting<u64> = Setting::whole(
    "iterations",
    1,
    u64::MAX,
    "1000",
    "number of simulations per decision; the default applies only if `time` is not given",
)
.unless(&["time"]);
/// Time limit of a decision.
pub const TIME: Setting<Duration> = Setting::time(
    "time",
    "time limit of a decision; the search ends at the first limit that it reaches, and results \
     then depend on the machine",
);
/// Memory limit of a tree.
pub const MEMORY: Setting<usize> = Setting::bytes(
    "memory",
    "memory limit of a tree; a full tree gets no more nodes, and simulations go on from its \
     leaves; if this is the only limit, the search ends when the tree is full",
);
/// Number of trees.
pub const TREES: Setting<u32> =
    Setting::whole("trees", 1, 1_000_000, "40", "number of trees").from("IS §V");

/// Largest exploration constant: with a larger one, rewards make no difference to scores in single
/// precision.
pub const MOST_EXPLORATION: f64 = 1e6;
/// Exploration constant of UCB1.
pub const C: Setting<f64> = Setting::number(
    "c",
    0.0,
    MOST_EXPLORATION,
    "0.7",
    "exploration constant: UCB1 = mean + c sqrt(ln n / n_j), where n_j counts visits of the move \
     and n those of its node; rewards lie in [0, 1] unless `reward` changes that",
)
.from("IS §IV-A");

/// Rule for the move that is played after the search.
pub static CHOICE: Choice<FinalChoice, 4> = Choice::new(
    "choice",
    [
        ("visits", FinalChoice::MostVisits),
        ("robust", FinalChoice::Robust),
        ("value", FinalChoice::BestValue),
        ("sampled", FinalChoice::SampledVisits),
    ],
    "visits",
    "final move: `visits` is the root move with the most visits (robust child, ties by mean \
     reward), but at simultaneous moves one sampled in proportion to visits; `robust` the robust \
     child at simultaneous moves too; `value` the move with the highest mean reward (max child); \
     `sampled` one sampled in proportion to visits, which plays a mixed strategy",
);

/// Budget of a search with a tree.
pub fn budget(settings: &Settings) -> Budget {
    Budget { memory: settings.given(&MEMORY), ..flat_budget(settings) }
}

/// Budget of a search without a tree.
pub fn flat_budget(settings: &Settings) -> Budget {
    Budget { iterations: settings.given(&ITERATIONS), time: settings.given(&TIME), memory: None }
}

/// Setting that selects one of the evaluations of the game.
pub const EVALUATION: Setting<String> = Setting::evaluation(
    "evaluation",
    "heuristic evaluation function of non-terminal states, by its name in the game; default: the \
     first evaluation of the game",
);

/// The evaluations of a game by name; the first is the default.
pub type Evaluations<E> = &'static [(&'static str, E)];

/// An evaluator whose type is known only at run time. Playouts call it once per simulation.
pub type AnyEvaluator<G> = Box<dyn Evaluator<G>>;

/// Returns the evaluation that settings select. The settings were read for a player of this game,
/// so the name is one of its evaluations.
pub fn pick<E: Copy>(evaluations: Evaluations<E>, settings: &Settings) -> E {
    let name = settings.given(&EVALUATION);
    let asked = evaluations.iter().find(|(known, _)| name.as_deref() == Some(known));
    asked.unwrap_or(&evaluations[0]).1
}
