//! What files and folders of a run are called.

use std::path::{Path, PathBuf};

pub(super) const EXPERIMENT: &str = "experiment.toml";
pub(super) const PLANS: &str = "plans";
pub(super) const UNITS: &str = "units";
pub(super) const TIMES: &str = "times";

/// The name of the file with the results of a unit, or with its times.
pub(super) fn unit_name(number: u64) -> String {
    format!("{number:06}.jsonl")
}

/// The number of a unit by the name of its file.
pub(super) fn unit_number(name: &str) -> Option<u64> {
    let number = name.strip_suffix(".jsonl")?.parse().ok()?;
    (name == unit_name(number)).then_some(number)
}

/// The name of the file with the plan of a stage.
pub(super) fn plan_name(stage: u64) -> String {
    format!("{stage:02}.json")
}

/// Whether a file may be the plan of a stage.
pub(super) fn is_plan_name(name: &str) -> bool {
    let stage = name.strip_suffix(".json").and_then(|stage| stage.parse().ok());
    stage.is_some_and(|stage| name == plan_name(stage))
}

/// The file of a unit in a part of a run folder.
pub(super) fn unit_path(folder: &Path, part: &str, number: u64) -> PathBuf {
    folder.join(part).join(unit_name(number))
}
