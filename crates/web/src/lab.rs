//! The lab in the browser: runs of experiments in a folder, how far they are, and what they have
//! found. Folders are looked at while somebody writes them, as `sortilege report` does.

use crate::api_error::ApiError;
use crate::notes::Stamp;
use crate::server::Server;
use serde_json::{Value, json};
use sortilege_lab::experiment::Results;
use sortilege_lab::report::data::{self, Datum, Document, Rows};
use sortilege_lab::run::{Builds, Run};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The most runs that are listed.
const MOST: usize = 200;
/// The most scores of a run that are listed.
const MOST_SCORES: usize = 8;
/// How long runs are read for one list; those that are left are read when somebody asks again.
const PATIENCE: Duration = Duration::from_secs(1);

/// The runs in the folder where they are looked for, by name, each with how far it is and its
/// scores.
pub fn runs(server: &Server) -> Value {
    let mut found: Vec<String> = server.rules.runs.as_deref().map_or(vec![], names);
    found.sort();
    found.truncate(MOST);
    let (folder, began) = (server.rules.runs.clone(), Instant::now());
    let brief = |name: String| {
        let path = folder.as_ref()?.join(&name);
        let stamp = stamp(&path);
        Some(server.notes.find(&name, &stamp).unwrap_or_else(|| match began.elapsed() < PATIENCE {
            true => {
                let found = read(server, &path, &name)
                    .map_or_else(|why| failed(&name, &why), |(brief, _)| brief);
                server.notes.keep(&name, stamp, &found);
                found
            }
            false => json!({ "name": name }),
        }))
    };
    let runs: Vec<Value> = found.into_iter().filter_map(brief).collect();
    json!({ "folder": folder.map(|folder| folder.display().to_string()), "runs": runs })
}

fn failed(name: &str, why: &ApiError) -> Value {
    json!({ "name": name, "error": why.why })
}

/// The folders that have a run in them.
fn names(folder: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir(folder) else { return vec![] };
    let is_run = |path: &PathBuf| path.join("manifest.json").is_file();
    let name = |path: PathBuf| path.file_name()?.to_str().map(String::from);
    entries.filter_map(|entry| Some(entry.ok()?.path())).filter(is_run).filter_map(name).collect()
}

/// What changes whenever results do: units come into being by renaming, which their folder
/// remembers.
fn stamp(run: &Path) -> Stamp {
    ["units", "plans", "manifest.json"]
        .map(|part| fs::metadata(run.join(part)).and_then(|about| about.modified()).ok())
        .into()
}

/// The folder of a run. Only what is listed is opened, so that no name leads out of the folder.
pub fn folder(server: &Server, name: &str) -> Result<PathBuf, ApiError> {
    let missing = || ApiError::missing(format!("there is no run named `{name}`"));
    let folder = server.rules.runs.as_ref().ok_or_else(missing)?;
    match names(folder).iter().any(|listed| listed == name) {
        true => Ok(folder.join(name)),
        false => Err(missing()),
    }
}

/// What a run has found so far.
pub fn run(server: &Server, name: &str) -> Result<Value, ApiError> {
    let (mut shown, document) = read(server, &folder(server, name)?, name)?;
    shown["report"] =
        serde_json::to_value(document).map_err(|error| ApiError::bad(error.to_string()))?;
    Ok(shown)
}

/// A run in brief, and all that is told of it.
fn read(server: &Server, folder: &Path, name: &str) -> Result<(Value, Document), ApiError> {
    let run = Run::open(folder, &server.catalogue)?.mixing(Builds::Mixed);
    let results = run.results()?;
    let document = data::document(&run.report(&results)?);
    let (of, scores) = document.tables.iter().find_map(scores).unwrap_or_default();
    let brief = json!({
        "name": name,
        "complete": results.complete,
        "done": done(&results),
        "total": results.stages.iter().map(|stage| stage.rows()).sum::<u64>(),
        "stage": results.stages.len(),
        "answer": document.answer,
        "of": of,
        "scores": scores,
    });
    Ok((brief, document))
}

/// Games and decisions that are done.
fn done(results: &Results) -> u64 {
    let thoughts: usize = results.thoughts.values().map(Vec::len).sum();
    results.screen.count() + results.played() + thoughts as u64
}

/// What a table measures with an interval, and of whom: names with the number, and where it begins
/// and ends.
fn scores(table: &Rows) -> Option<(String, Vec<Value>)> {
    let column = |name: &str| table.columns.iter().position(|column| column == name);
    let (at, of) =
        table.columns.iter().enumerate().find(|(_, of)| column(&format!("{of} low")).is_some())?;
    let (low, high) = (column(&format!("{of} low"))?, column(&format!("{of} high"))?);
    let named = |row: &Vec<Datum>| {
        let words = row.iter().filter_map(|datum| {
            if let Datum::Text(text) = datum { Some(text.as_str()) } else { None }
        });
        json!([words.collect::<Vec<_>>().join(", "), row[at], row[low], row[high]])
    };
    Some((of.clone(), table.rows.iter().take(MOST_SCORES).map(named).collect()))
}
