//! Settings that many players have, and what is made of them: how long to think, how much to
//! explore, what to play.

use crate::setting::{Choice, Setting, Settings};
use sortilege::Budget;
use sortilege::search::FinalChoice;
use std::time::Duration;

/// Simulations for a decision. More than a tree can count are refused.
pub const ITERATIONS: Setting<u64> =
    Setting::whole("iterations", 1, Budget::MOST_ITERATIONS, "1000", "simulations for a decision")
        .unless(&["time", "memory"]);
/// Simulations for each of several trees.
pub const ITERATIONS_PER_TREE: Setting<u64> =
    Setting::whole("iterations", 1, Budget::MOST_ITERATIONS, "250", "simulations for a tree")
        .unless(&["time", "memory"])
        .from("IS §V");
/// Simulations of searches without a tree, which count further.
pub const ITERATIONS_FLAT: Setting<u64> =
    Setting::whole("iterations", 1, u64::MAX, "1000", "simulations for a decision")
        .unless(&["time"]);
/// Time for a decision.
pub const TIME: Setting<Duration> =
    Setting::time("time", "time for a decision; results then depend on the machine");
/// Memory for a tree.
pub const MEMORY: Setting<usize> = Setting::bytes(
    "memory",
    "memory for a tree, which then grows no more; without another limit the search ends there",
);
/// How many trees.
pub const TREES: Setting<u32> =
    Setting::whole("trees", 1, 1_000_000, "40", "how many trees").from("IS §V");

/// With a larger constant than this, rewards make no difference to scores in single precision.
pub const MOST_EXPLORATION: f64 = 1e6;
/// How much to explore.
pub const C: Setting<f64> =
    Setting::number("c", 0.0, MOST_EXPLORATION, "0.7", "how much to explore").from("IS §IV-A");

/// Which candidate is played.
pub static CHOICE: Choice<FinalChoice, 4> = Choice::new(
    "choice",
    [
        ("visits", FinalChoice::MostVisits),
        ("robust", FinalChoice::Robust),
        ("value", FinalChoice::BestValue),
        ("sampled", FinalChoice::SampledVisits),
    ],
    "visits",
    "which candidate is played: the most visited (drawn by visits where all choose at once), the most visited everywhere, the best on average, or one drawn in proportion to visits",
);

/// The budget of a search with a tree.
pub fn budget(settings: &Settings) -> Budget {
    Budget { memory: settings.given(&MEMORY), ..flat_budget(settings) }
}

/// The budget of a search without a tree.
pub fn flat_budget(settings: &Settings) -> Budget {
    Budget { iterations: settings.given(&ITERATIONS), time: settings.given(&TIME), memory: None }
}
