//! Settings that several kinds of players have, and what is made of them.

use crate::setting::{Field, Kind, Settings, Value};
use sortilege::Budget;
use sortilege::search::FinalChoice;
use std::time::Duration;

/// More than a tree can count are refused.
const COUNTABLE: Kind = Kind::Whole(1, Budget::MOST_ITERATIONS);
/// Simulations for a decision.
pub const ITERATIONS: Field =
    Field::new("iterations", COUNTABLE, "1000", "simulations for a decision").unless(&["time", "memory"]);
/// Simulations for each of several trees.
pub const ITERATIONS_PER_TREE: Field = Field::new("iterations", COUNTABLE, "250", "simulations for a tree")
    .unless(&["time", "memory"])
    .from("IS §V");
/// Simulations of searches without a tree, which count further.
pub const ITERATIONS_FLAT: Field = Field { kind: Kind::Whole(1, u64::MAX), ..ITERATIONS }.unless(&["time"]);
/// Time for a decision.
pub const TIME: Field =
    Field::new("time", Kind::Time, "", "time for a decision; results then depend on the machine");
/// Memory for a tree.
pub const MEMORY: Field = Field::new(
    "memory",
    Kind::Bytes,
    "",
    "memory for a tree, which then grows no more; without another limit the search ends there",
);
/// With a larger constant than this, rewards make no difference to scores in single precision.
pub const EXPLORATION: Kind = Kind::Number(0.0, 1e6);
/// How much to explore.
pub const C: Field = Field::new("c", EXPLORATION, "0.7", "how much to explore").from("IS §IV-A");
/// Which candidate is played.
pub const CHOICE: Field = Field::new(
    "choice",
    Kind::Word(&["visits", "value", "sampled"]),
    "visits",
    "which candidate is played: the most visited, the best on average, or one drawn in proportion to visits",
);
/// How many trees.
pub const TREES: Field = Field::new("trees", Kind::Whole(1, 1_000_000), "40", "how many trees").from("IS §V");

/// The budget of a search with a tree.
pub fn budget(settings: &Settings) -> Budget {
    let memory = match settings.get("memory") {
        Some(&Value::Bytes(bytes)) => Some(bytes),
        _ => None,
    };
    Budget { iterations: whole(settings, "iterations"), time: time(settings), memory }
}

/// The budget of a search without a tree.
pub fn flat_budget(settings: &Settings) -> Budget {
    Budget { iterations: whole(settings, "iterations"), time: time(settings), memory: None }
}

/// The value of a setting with a whole number, if it has one.
pub fn whole(settings: &Settings, name: &str) -> Option<u64> {
    settings.get(name).map(|_| settings.whole(name))
}

/// The time for a decision, if it is limited.
pub fn time(settings: &Settings) -> Option<Duration> {
    match settings.get("time") {
        Some(&Value::Time(time)) => Some(time),
        _ => None,
    }
}

/// Which candidate is played.
pub fn choice(settings: &Settings) -> FinalChoice {
    match settings.word("choice") {
        "value" => FinalChoice::BestValue,
        "sampled" => FinalChoice::SampledVisits,
        _ => FinalChoice::MostVisits,
    }
}
