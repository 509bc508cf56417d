//! The lab in the browser: runs of experiments in a folder, how far they are, and what they have found.

use crate::house::House;
use crate::refusal::Refusal;
use serde_json::{Value, json};
use sortilege_lab::report::data;
use sortilege_lab::run::{Builds, Run};
use std::fs;
use std::path::{Path, PathBuf};

/// The most runs that are listed.
const MOST: usize = 200;

/// The runs in the folder where they are looked for, by name.
pub fn runs(house: &House) -> Value {
    let mut names: Vec<String> = house.rules.runs.as_deref().map_or(vec![], names);
    names.sort();
    names.truncate(MOST);
    let folder = house.rules.runs.as_ref().map(|folder| folder.display().to_string());
    json!({ "folder": folder, "runs": names })
}

/// The folders that have a run in them.
fn names(folder: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir(folder) else { return vec![] };
    let is_run = |path: &PathBuf| path.join("manifest.json").is_file();
    let name = |path: PathBuf| path.file_name()?.to_str().map(String::from);
    entries.filter_map(|entry| Some(entry.ok()?.path())).filter(is_run).filter_map(name).collect()
}

/// What a run has found so far.
pub fn run(house: &House, name: &str) -> Result<Value, Refusal> {
    let missing = || Refusal::missing(format!("there is no run named `{name}`"));
    let folder = house.rules.runs.as_ref().ok_or_else(missing)?;
    // Only what is listed is opened, so that no name leads out of the folder.
    if !names(folder).iter().any(|listed| listed == name) {
        return Err(missing());
    }
    let run = Run::open(&folder.join(name), &house.catalogue)?.mixing(Builds::Mixed);
    let results = run.results()?;
    let document = data::document(&run.report(&results)?);
    let document = serde_json::to_value(document).map_err(|error| Refusal::bad(error.to_string()))?;
    Ok(json!({ "name": name, "complete": results.complete, "report": document }))
}
