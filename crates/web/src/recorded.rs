//! Recorded games of runs, as `--record` writes them: files with one game per line, in the folder
//! of a run, or beside it with the name of the run as a prefix.

use crate::api_error::ApiError;
use crate::lab;
use crate::server::Server;
use serde_json::{Value, json};
use sortilege_lab::record::Record;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

/// Limit of listed games per file.
const MOST: usize = 100;
/// Limit of a line, in bytes; longer lines are not records that can be opened here.
const LONGEST: u64 = 2 << 20;

/// Games of a run, by file.
pub fn games(server: &Server, run: &str) -> Result<Value, ApiError> {
    let files = files(&lab::folder(server, run)?);
    let documents = files.iter().map(|path| {
        let games: Vec<Value> =
            lines(path).take(MOST).enumerate().filter_map(|(at, line)| brief(at, &line)).collect();
        json!({ "file": name(path), "games": games, "more": lines(path).nth(MOST).is_some() })
    });
    Ok(json!({ "files": documents.collect::<Value>() }))
}

/// One recorded game, as a line.
pub fn game(server: &Server, run: &str, file: &str, number: usize) -> Result<String, ApiError> {
    let missing =
        || ApiError::missing(format!("there is no game {number} in `{file}` of the run `{run}`"));
    let files = files(&lab::folder(server, run)?);
    // Only listed files are opened, so no name leads elsewhere.
    let path = files.iter().find(|path| name(path) == file).ok_or_else(missing)?;
    lines(path).nth(number).filter(|line| Record::read(line).is_ok()).ok_or_else(missing)
}

/// Players and result of a record; `None` if the line is not a record of a game.
fn brief(number: usize, line: &str) -> Option<Value> {
    let record = Record::read(line).ok()?;
    Some(json!({
        "number": number,
        "game": record.game,
        "players": record.players,
        "payoffs": record.payoffs,
        "steps": record.steps.len(),
    }))
}

/// Record files of a run: those in its folder, and those beside it whose names begin with its name.
fn files(run: &Path) -> Vec<PathBuf> {
    let own = name(run);
    let beside = |path: &PathBuf| {
        name(path).strip_prefix(&own).is_some_and(|rest| rest.starts_with(['.', '-']))
    };
    let mut all = listed(run);
    all.extend(run.parent().map_or(vec![], listed).into_iter().filter(beside));
    all.sort();
    all
}

/// Record files in a folder. Symbolic links are not followed, because a link could lead to any file
/// of the machine.
fn listed(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return vec![] };
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let is_file = |path: &PathBuf| fs::symlink_metadata(path).is_ok_and(|about| about.is_file());
    paths
        .filter(|path| path.extension().is_some_and(|end| end == "jsonl") && is_file(path))
        .collect()
}

fn name(path: &Path) -> String {
    path.file_name().map_or(String::new(), |name| name.to_string_lossy().into_owned())
}

/// Complete lines of a file, up to the first that is too long or not text. A line that is still
/// being written has no line end yet.
fn lines(path: &Path) -> impl Iterator<Item = String> {
    let mut file = File::open(path).ok().map(BufReader::new);
    std::iter::from_fn(move || {
        let mut line = String::new();
        file.as_mut()?.by_ref().take(LONGEST).read_line(&mut line).ok()?;
        line.ends_with('\n').then_some(line)
    })
}
