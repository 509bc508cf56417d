//! Experiments: runs and their units, reports, and the claims of papers.

use crate::background::{run_in_background, run_with_messages};
use crate::catalogue::{catalogue, for_programs};
use crate::error::{catch_panic, refused};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use sortilege_catalogue::{Files, brief};
use sortilege_lab::experiment::Experiment;
use sortilege_lab::experiment::plan::Stage;
use sortilege_lab::report::{data, write};
use sortilege_lab::reproduce::{Campaign, Finding, Paper, Scale, word};
use sortilege_lab::run::{
    Builds, Ended, News, Progress, Run, Slurm, do_unit as do_unit_of, run_unit as run_unit_of,
};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::available_parallelism;

/// Bad input is an [`Error`]; other failures are a `RuntimeError`.
fn failed(error: sortilege_lab::Error) -> PyErr {
    match error.exit_status() {
        2 => refused(error),
        _ => PyRuntimeError::new_err(brief(&error.to_string())),
    }
}

fn builds(mixed: bool) -> Builds {
    if mixed { Builds::Mixed } else { Builds::Single }
}

fn cores() -> usize {
    available_parallelism().map_or(1, |cores| cores.get())
}

/// Number of games played in parallel.
fn threads_or(threads: Option<usize>, usual: usize) -> PyResult<usize> {
    match threads {
        Some(threads) if (1..=1024).contains(&threads) => Ok(threads),
        Some(threads) => {
            Err(refused(format!("`threads` is a whole number from 1 to 1024, not {threads}")))
        }
        None => Ok(usual),
    }
}

/// Reads an experiment from a file or from text.
fn read(file: Option<PathBuf>, text: Option<String>) -> PyResult<Experiment> {
    catch_panic(|| match (file, text) {
        // A file may name files in its own folder; text from a program may name any file.
        (Some(file), _) => {
            Experiment::read_file(&file, &catalogue().with_files(Files::beside(&file, false)))
        }
        (None, text) => Experiment::read(&text.unwrap_or_default(), &for_programs()),
    })?
    .map_err(failed)
}

/// Runs or resumes an experiment; returns its folder and `complete` or `stopped`. At Ctrl-C the
/// games in progress are finished and kept.
#[pyfunction]
#[pyo3(signature = (file, text, out, threads, mixed, progress))]
pub fn run(
    py: Python<'_>,
    file: Option<PathBuf>,
    text: Option<String>,
    out: Option<PathBuf>,
    threads: Option<usize>,
    mixed: bool,
    progress: Option<Py<PyAny>>,
) -> PyResult<(PathBuf, &'static str)> {
    let experiment = read(file, text)?;
    let folder = out.unwrap_or_else(|| PathBuf::from("runs").join(&experiment.name));
    let threads = threads_or(threads, experiment.units_at_once(cores()))?;
    let stop = AtomicBool::new(false);
    let work = |messages: &std::sync::mpsc::Sender<Progress>| {
        let mut run = Run::begin(&folder, experiment, None, builds(mixed))?;
        // After an exception nothing receives the messages; the run then ends by itself.
        run.go(threads, &stop, &mut |progress| drop(messages.send(progress.clone())))
    };
    let report = |now: Progress| match &progress {
        Some(progress) => progress.call1(py, (now.stage, now.done, now.total)).map(drop),
        None => Ok(()),
    };
    let ended = run_with_messages(py, || stop.store(true, Ordering::Relaxed), work, report)?
        .map_err(failed)?;
    let ended = match ended {
        Ended::Complete => "complete",
        Ended::Stopped | Ended::PartDone => "stopped",
    };
    Ok((folder, ended))
}

/// Returns the tables of a run's report as JSON, and whether the run is `complete`. With `pages`
/// the report is also written into the folder.
#[pyfunction]
#[pyo3(signature = (folder, mixed, pages))]
pub fn report(
    py: Python<'_>,
    folder: PathBuf,
    mixed: bool,
    pages: bool,
) -> PyResult<(String, bool, Vec<PathBuf>)> {
    let work = || {
        let run = Run::open(&folder, catalogue())?.mixing(builds(mixed));
        let results = run.results()?;
        let report = run.report(&results)?;
        let files = if pages { write(&report, &folder)? } else { vec![] };
        Ok((data::document(&report), results.complete, files))
    };
    let (document, complete, files) = run_in_background(py, || (), work)?.map_err(failed)?;
    let text = serde_json::to_string(&document)
        .map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    Ok((text, complete, files))
}

/// Writes the plan of the next stage of an experiment; returns its file, the number of its first
/// unit and the number of units. None if there is nothing left to do.
#[pyfunction]
#[pyo3(signature = (file, text, out, mixed))]
pub fn plan(
    py: Python<'_>,
    file: Option<PathBuf>,
    text: Option<String>,
    out: PathBuf,
    mixed: bool,
) -> PyResult<Option<(PathBuf, u64, u64)>> {
    let experiment = read(file, text)?;
    let work = || Run::begin(&out, experiment, None, builds(mixed))?.plan();
    let next = run_in_background(py, || (), work)?.map_err(failed)?;
    Ok(next.map(|(path, stage)| (path, stage.first_unit, stage.units())))
}

/// A run on Slurm whose array tasks call `command`.
fn slurm(
    out: PathBuf,
    script: Option<PathBuf>,
    per_task: Option<u64>,
    command: Vec<String>,
    mixed: bool,
) -> PyResult<Slurm> {
    if per_task == Some(0) {
        return Err(refused("`per_task` is a whole number, 1 or more, not 0"));
    }
    let slurm = Slurm::new(&out, script.as_deref(), command).map_err(failed)?;
    Ok(slurm.per_task(per_task).mixing(builds(mixed)))
}

/// Writes the script of an array job for the missing units of the next stage and returns its path.
/// None if there is nothing left to do.
#[pyfunction]
#[pyo3(signature = (file, text, out, script, per_task, command, mixed))]
#[expect(clippy::too_many_arguments, reason = "Python's keyword arguments, one each")]
pub fn slurm_script(
    py: Python<'_>,
    file: Option<PathBuf>,
    text: Option<String>,
    out: PathBuf,
    script: Option<PathBuf>,
    per_task: Option<u64>,
    command: Vec<String>,
    mixed: bool,
) -> PyResult<Option<PathBuf>> {
    let (experiment, slurm) = (read(file, text)?, slurm(out, script, per_task, command, mixed)?);
    let written = run_in_background(py, || (), || slurm.write(&experiment))?.map_err(failed)?;
    Ok(written.map(|_| slurm.script().to_path_buf()))
}

/// Submits such scripts and follows them until all stages are done. Calls `on_news` with news of
/// jobs, and `progress` with the progress.
#[pyfunction]
#[pyo3(signature = (file, text, out, script, per_task, command, mixed, on_news, progress))]
#[expect(clippy::too_many_arguments, reason = "Python's keyword arguments, one each")]
pub fn slurm_run(
    py: Python<'_>,
    file: Option<PathBuf>,
    text: Option<String>,
    out: PathBuf,
    script: Option<PathBuf>,
    per_task: Option<u64>,
    command: Vec<String>,
    mixed: bool,
    on_news: Option<Py<PyAny>>,
    progress: Option<Py<PyAny>>,
) -> PyResult<()> {
    let (experiment, slurm) = (read(file, text)?, slurm(out, script, per_task, command, mixed)?);
    let stop = AtomicBool::new(false);
    let work = |messages: &std::sync::mpsc::Sender<News>| {
        slurm.go(&experiment, &stop, &mut |news| drop(messages.send(news)))
    };
    let report = |news: News| match (news, &on_news, &progress) {
        (News::Progress(now), _, Some(progress)) => {
            progress.call1(py, (now.stage, now.done, now.total)).map(drop)
        }
        (News::Submitted(job), Some(on_news), _) => {
            on_news.call1(py, (format!("job {job} is submitted"),)).map(drop)
        }
        (News::Found(job), Some(on_news), _) => on_news
            .call1(py, (format!("job {job} is in the queue already, and is followed"),))
            .map(drop),
        _ => Ok(()),
    };
    run_with_messages(py, || stop.store(true, Ordering::Relaxed), work, report)?
        .map(drop)
        .map_err(failed)
}

/// Reads a plan from its file or from text.
fn stage(file: Option<PathBuf>, text: Option<String>) -> PyResult<Stage> {
    catch_panic(|| match (file, text) {
        (Some(file), _) => Stage::read(&file),
        (None, text) => Stage::from_json(&text.unwrap_or_default()),
    })?
    .map_err(failed)
}

/// Runs one unit of a plan into a folder. Returns false if the unit was already done.
#[pyfunction]
#[pyo3(signature = (file, text, unit, out, mixed))]
pub fn do_unit(
    py: Python<'_>,
    file: Option<PathBuf>,
    text: Option<String>,
    unit: u64,
    out: PathBuf,
    mixed: bool,
) -> PyResult<bool> {
    let stage = stage(file, text)?;
    let work = || do_unit_of(catalogue(), &stage, unit, &out, builds(mixed));
    run_in_background(py, || (), work)?.map_err(failed)
}

/// Results of one unit of a plan, as lines of JSON.
#[pyfunction]
#[pyo3(signature = (file, text, unit))]
pub fn run_unit(
    py: Python<'_>,
    file: Option<PathBuf>,
    text: Option<String>,
    unit: u64,
) -> PyResult<Vec<String>> {
    let stage = stage(file, text)?;
    let done =
        run_in_background(py, || (), || run_unit_of(catalogue(), &stage, unit))?.map_err(failed)?;
    let line = |row| {
        serde_json::to_string(row).map_err(|error| PyRuntimeError::new_err(error.to_string()))
    };
    done.rows.iter().map(line).collect()
}

/// Runs the experiments of papers and evaluates their claims; returns the report and one dictionary
/// per claim. None if it was stopped.
#[pyfunction]
#[pyo3(signature = (targets, scale, out, papers, threads, mixed, progress))]
#[expect(clippy::too_many_arguments, reason = "Python's keyword arguments, one each")]
pub fn reproduce<'py>(
    py: Python<'py>,
    targets: Vec<String>,
    scale: &str,
    out: Option<PathBuf>,
    papers: Option<PathBuf>,
    threads: Option<usize>,
    mixed: bool,
    progress: Option<Py<PyAny>>,
) -> PyResult<Option<(PathBuf, Bound<'py, PyList>)>> {
    let scale: Scale = scale.parse().map_err(refused)?;
    if scale == Scale::Decide {
        return Err(refused(
            "the scale `decide` has no fixed end; use `sortilege reproduce --scale decide`",
        ));
    }
    let all = sortilege_papers::ALL;
    let papers = catch_panic(|| match papers {
        Some(folder) => Paper::read_all(&folder, catalogue(), all.exact),
        None => Paper::carried(all.carried, catalogue(), all.exact),
    })?
    .map_err(failed)?;
    let mut campaign = Campaign::new(papers, &targets, scale, out).map_err(failed)?;
    campaign.builds = builds(mixed);
    let (threads, stop) = (threads_or(threads, cores())?, AtomicBool::new(false));
    let work = |messages: &std::sync::mpsc::Sender<Progress>| {
        let outcome =
            campaign.go(threads, &stop, &mut |progress| drop(messages.send(progress.clone())))?;
        let Some(outcome) = outcome else { return Ok(None) };
        let page = outcome.write(&campaign.folder)?;
        Ok(Some((page, outcome)))
    };
    let report = |now: Progress| match &progress {
        Some(progress) => progress.call1(py, (now.stage, now.done, now.total)).map(drop),
        None => Ok(()),
    };
    let found = run_with_messages(py, || stop.store(true, Ordering::Relaxed), work, report)?
        .map_err(failed)?;
    let Some((page, outcome)) = found else { return Ok(None) };
    let claims = PyList::empty(py);
    outcome.findings.iter().try_for_each(|finding| claims.append(claim(py, finding)?))?;
    Ok(Some((page, claims)))
}

/// A claim and its verdict.
fn claim<'py>(py: Python<'py>, finding: &Finding) -> PyResult<Bound<'py, PyDict>> {
    let claim = PyDict::new(py);
    claim.set_item("id", &finding.target.id)?;
    claim.set_item("paper", &finding.paper)?;
    claim.set_item("claim", &finding.target.claim)?;
    claim.set_item("printed", &finding.target.printed)?;
    claim.set_item("ours", &finding.ours)?;
    claim.set_item("games", finding.games)?;
    claim.set_item("verdict", word(finding.verdict))?;
    claim.set_item("reduced", finding.reduced)?;
    Ok(claim)
}
