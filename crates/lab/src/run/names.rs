//! Names of files and folders of a run.

use std::path::{Path, PathBuf};

pub(super) const EXPERIMENT: &str = "experiment.toml";
pub(super) const PLANS: &str = "plans";
pub(super) const UNITS: &str = "units";
pub(super) const TIMES: &str = "times";
pub(super) const SEALS: &str = "seals";

/// Folders with the files of units: results and times. Each has a folder of seals.
pub(super) const PARTS: [&str; 2] = [UNITS, TIMES];

/// Name of the file with the results or the times of a unit.
pub(super) fn unit_name(number: u64) -> String {
    format!("{number:06}.jsonl")
}

/// Number of a unit, from the name of its file.
pub(super) fn unit_number(name: &str) -> Option<u64> {
    let number = name.strip_suffix(".jsonl")?.parse().ok()?;
    (name == unit_name(number)).then_some(number)
}

/// Name of the seal of lines with this hash.
fn seal_name(number: u64, hash: &str) -> String {
    format!("{number:06}-{}.json", &hash[..HASH])
}

/// Number of hash digits in the name of a seal. The seal itself contains the whole hash.
const HASH: usize = 16;

/// Number of a unit, from the name of a seal.
pub(super) fn seal_number(name: &str) -> Option<u64> {
    let (number, hash) = name.strip_suffix(".json")?.split_once('-')?;
    let number = number.parse().ok()?;
    let is_hash = hash.len() == HASH && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
    (is_hash && name == seal_name(number, hash)).then_some(number)
}

/// Name of the file with the plan of a stage.
pub(super) fn plan_name(stage: u64) -> String {
    format!("{stage:02}.json")
}

/// Returns whether `name` can be the plan of a stage.
pub(super) fn is_plan_name(name: &str) -> bool {
    let stage = name.strip_suffix(".json").and_then(|stage| stage.parse().ok());
    stage.is_some_and(|stage| name == plan_name(stage))
}

/// File of a unit in a part of a run folder.
pub(super) fn unit_path(folder: &Path, part: &str, number: u64) -> PathBuf {
    folder.join(part).join(unit_name(number))
}

/// Folder with the seals of a part.
pub(super) fn seals_of(folder: &Path, part: &str) -> PathBuf {
    folder.join(SEALS).join(part)
}

/// File of the seal of lines with this hash.
pub(super) fn seal_path(folder: &Path, part: &str, number: u64, hash: &str) -> PathBuf {
    seals_of(folder, part).join(seal_name(number, hash))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seals_are_known_by_their_names() {
        assert_eq!(seal_number(&seal_name(12, "0123456789abcdef0123")), Some(12));
        for name in [
            "000012.json",
            "12-0123456789abcdef.json",
            "000012-0123.json",
            "000012-0123456789abcdeg.json",
        ] {
            assert_eq!(seal_number(name), None, "{name}");
        }
    }
}
