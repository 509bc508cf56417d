//! The lab in the browser: runs of experiments in a folder, their progress and their results. A
//! folder can be read while a run is writing to it, as `sortilege report` does.

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

/// Limit of listed runs.
const MOST: usize = 200;
/// Limit of listed scores per run.
const MOST_SCORES: usize = 8;
/// Time limit for reading runs for one list; the rest are read at the next request.
const PATIENCE: Duration = Duration::from_secs(1);

/// Runs in the configured folder, by name, each with its progress and its scores.
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

/// Folders that contain a run.
fn names(folder: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir(folder) else { return vec![] };
    let is_run = |path: &PathBuf| path.join("manifest.json").is_file();
    let name = |path: PathBuf| path.file_name()?.to_str().map(String::from);
    entries.filter_map(|entry| Some(entry.ok()?.path())).filter(is_run).filter_map(name).collect()
}

/// Stamp of a run, which changes whenever its results change: units are created by renaming, which
/// updates the modification time of their folder.
fn stamp(run: &Path) -> Stamp {
    ["units", "plans", "manifest.json"]
        .map(|part| fs::metadata(run.join(part)).and_then(|about| about.modified()).ok())
        .into()
}

/// Folder of a run. Only listed folders are opened, so no name leads out of the runs folder.
pub fn folder(server: &Server, name: &str) -> Result<PathBuf, ApiError> {
    let missing = || ApiError::missing(format!("there is no run named `{name}`"));
    let folder = server.rules.runs.as_ref().ok_or_else(missing)?;
    match names(folder).iter().any(|listed| listed == name) {
        true => Ok(folder.join(name)),
        false => Err(missing()),
    }
}

/// Results of a run so far.
pub fn run(server: &Server, name: &str) -> Result<Value, ApiError> {
    let (mut shown, document) = read(server, &folder(server, name)?, name)?;
    shown["report"] =
        serde_json::to_value(document).map_err(|error| ApiError::bad(error.to_string()))?;
    Ok(shown)
}

/// Summary of a run, and its full report.
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

/// Number of finished games and decisions.
fn done(results: &Results) -> u64 {
    let thoughts: usize = results.thoughts.values().map(Vec::len).sum();
    results.screen.count() + results.played() + thoughts as u64
}

/// The value of a table that has a confidence interval, and its rows: name, value, and the bounds
/// of the interval.
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
