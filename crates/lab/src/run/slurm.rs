//! Runs as array jobs of Slurm. A script has tasks that each do a range of units, into a folder
//! that all machines share. It is submitted with `sbatch` and followed to the end, stage by stage.
//! Slurm requeues a task that is lost with its machine, and its finished units are not done again.

use super::engine::{Ended, Progress};
use super::folder::{Builds, Run, units_in};
use super::names::PLANS;
use super::sealed;
use crate::Error;
use crate::disk::{self, Durability};
use crate::experiment::Experiment;
use crate::experiment::plan::Stage;
use crate::report::{shell_quoted, shell_word};
use std::io::ErrorKind;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::sleep;
use std::time::Duration;

/// Run on Slurm.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slurm {
    folder: PathBuf,
    script: PathBuf,
    /// Command that does units, with the options `--plan`, `--unit` and `--out`.
    command: Vec<String>,
    /// Number of units per array task.
    per_task: Option<u64>,
    builds: Builds,
}

/// Event of a run on Slurm.
#[derive(Clone, Debug, PartialEq)]
pub enum News {
    /// A job was submitted, with this number.
    Submitted(String),
    /// A job that an earlier process submitted is still in the queue and is followed.
    Found(String),
    /// Progress of the run.
    Progress(Progress),
}

impl Slurm {
    /// Run in a folder. `command` does units and accepts `--plan`, `--unit` and `--out`, like
    /// `sortilege unit run`. By default the script is written beside the folder.
    pub fn new(folder: &Path, script: Option<&Path>, command: Vec<String>) -> Result<Self, Error> {
        let folder = absolute(folder)?;
        let script = script.map_or_else(|| Ok(beside(&folder, "sbatch")), absolute)?;
        let paths = [folder.display().to_string(), script.display().to_string()];
        match paths.iter().chain(&command).find(|word| word.contains(char::is_control)) {
            Some(word) => Err(Error::Refused(format!(
                "`{word}` contains a control character, which is impossible in a script; use \
                 another folder"
            ))),
            None => Ok(Slurm { folder, script, command, per_task: None, builds: Builds::Single }),
        }
    }

    /// Sets the number of units per array task. The default is the smallest number with at most
    /// 1000 tasks, which is a common limit of sites.
    pub fn per_task(mut self, units: Option<u64>) -> Self {
        self.per_task = units;
        self
    }

    /// Sets the treatment of results of different builds.
    pub fn mixing(mut self, builds: Builds) -> Self {
        self.builds = builds;
        self
    }

    /// Path of the script.
    pub fn script(&self) -> &Path {
        &self.script
    }

    /// Writes the script that does the missing units of the next stage; `None` if the run is
    /// complete.
    pub fn write(&self, experiment: &Experiment) -> Result<Option<Stage>, Error> {
        disk::is_file(&self.script)?;
        let threads = experiment.most_threads();
        let mut run = Run::begin(&self.folder, experiment.clone(), None, self.builds)?;
        let Some((plan, stage)) = run.plan()? else { return Ok(None) };
        let (done, _) = run.done(&stage, &AtomicBool::new(false))?.unwrap_or_default();
        let missing = |unit: &u64| done.binary_search(unit).is_err();
        let (first, last) = (stage.numbers().find(missing), stage.numbers().rev().find(missing));
        let script = Script {
            name: self.job_name(),
            file: &self.script,
            plan: &plan,
            folder: &self.folder,
            log: &beside(&self.folder, "log"),
            command: &self.command,
            units: first.unwrap_or(stage.first_unit)..=last.unwrap_or(stage.first_unit),
            per_task: self.per_task,
            threads,
            mixed: self.builds == Builds::Mixed,
        };
        disk::write(&self.script, script.text().as_bytes(), Durability::Passing)?;
        Ok(Some(stage))
    }

    /// Submits the script of every stage in turn and follows it until the run is complete. When
    /// `stop` is set, this process ends and the job continues; the next call finds it in the queue.
    /// Without Slurm nothing is written.
    pub fn go(
        &self,
        experiment: &Experiment,
        stop: &AtomicBool,
        report: &mut dyn FnMut(News),
    ) -> Result<Ended, Error> {
        is_there()?;
        let name = self.job_name();
        if let Some(job) = find(&name)? {
            report(News::Found(job));
            if !self.follow(&self.last_plan()?, stop, report) {
                return Ok(Ended::Stopped);
            }
        }
        let mut before = None;
        while let Some(stage) = self.write(experiment)? {
            // Unfinished units of a job are submitted again, as long as jobs make progress.
            let now = Some((stage.stage, self.rows_done(&stage)));
            if before == now {
                return Err(self.given_up(&stage)?);
            }
            before = now;
            report(News::Submitted(submit(&self.script)?));
            if !self.follow(&stage, stop, report) {
                return Ok(Ended::Stopped);
            }
        }
        Ok(Ended::Complete)
    }

    /// Waits until the job has left the queue; `false` if it was stopped.
    fn follow(&self, stage: &Stage, stop: &AtomicBool, report: &mut dyn FnMut(News)) -> bool {
        let (name, mut time_limit) = (self.job_name(), Patience::default());
        let before = self.rows_done(stage);
        loop {
            // If the queue cannot be queried now, the job counts as running.
            let ended = find(&name).is_ok_and(|job| job.is_none());
            let done = self.rows_done(stage);
            let (total, fresh) = (stage.rows(), done.saturating_sub(before));
            report(News::Progress(Progress {
                stage: stage.stage + 1,
                done,
                total,
                fresh,
                score: None,
            }));
            if ended || stop.load(Ordering::Relaxed) {
                return ended;
            }
            time_limit.wait(stop);
        }
    }

    /// Number of games or decisions of a stage whose files exist.
    fn rows_done(&self, stage: &Stage) -> u64 {
        let units = units_in(&self.folder, stage.numbers()).unwrap_or_default();
        units.into_iter().filter_map(|unit| stage.unit(unit).ok()).map(|unit| unit.count).sum()
    }

    /// Plan that a job in the queue works on: the last one, since plans are written one after
    /// another.
    fn last_plan(&self) -> Result<Stage, Error> {
        let plans = disk::list(&self.folder.join(PLANS))?;
        let none = || {
            Error::Failed(format!(
                "`{}` has a job in the queue, but no plan",
                self.folder.display()
            ))
        };
        Stage::read(plans.iter().max().ok_or_else(none)?)
    }

    fn given_up(&self, stage: &Stage) -> Result<Error, Error> {
        let missing = stage.units() - units_in(&self.folder, stage.numbers())?.len() as u64;
        let log = beside(&self.folder, "log");
        Ok(Error::Failed(format!(
            "the job has ended and {missing} of {} units are missing; `{}` says why",
            stage.units(),
            log.display()
        )))
    }

    /// Name of the jobs of this folder, by which they are found again.
    fn job_name(&self) -> String {
        let hash = sealed::hash(self.folder.display().to_string().as_bytes());
        format!("sortilege-{}", &hash[..12])
    }
}

fn absolute(path: &Path) -> Result<PathBuf, Error> {
    std::path::absolute(path).map_err(|error| disk::io_error(path, "found", &error))
}

/// Path beside a folder, with its name and another extension.
fn beside(folder: &Path, extension: &str) -> PathBuf {
    let name = format!("{}.{extension}", disk::name(folder));
    folder.with_file_name(name)
}

/// Checks that Slurm is installed.
fn is_there() -> Result<(), Error> {
    ["sbatch", "squeue"]
        .iter()
        .try_for_each(|program| said(Command::new(program).arg("--version")).map(drop))
}

/// Submits a script and returns the number of its job.
fn submit(script: &Path) -> Result<String, Error> {
    let answer = said(Command::new("sbatch").arg("--parsable").arg(script))?;
    // In a federation of clusters the name of the cluster follows the number.
    Ok(answer.trim().split(';').next().unwrap_or_default().to_string())
}

/// Number of the user's job with this name that has not ended, if there is one.
fn find(name: &str) -> Result<Option<String>, Error> {
    let answer =
        said(Command::new("squeue").args(["--noheader", "--me", "--format=%A", "--name", name]))?;
    Ok(answer.split_whitespace().next().map(str::to_string))
}

/// Output of a Slurm command.
fn said(command: &mut Command) -> Result<String, Error> {
    let name = command.get_program().to_string_lossy().into_owned();
    match command.output() {
        Ok(Output { status, stdout, .. }) if status.success() => {
            Ok(String::from_utf8_lossy(&stdout).into_owned())
        }
        Ok(Output { stderr, .. }) => {
            let why = String::from_utf8_lossy(&stderr).trim().to_string();
            Err(Error::Failed(format!("`{name}` has failed: {why}")))
        }
        Err(error) if error.kind() == ErrorKind::NotFound => Err(Error::Refused(format!(
            "there is no `{name}` on this machine; jobs are submitted where Slurm is installed"
        ))),
        Err(error) => Err(Error::Failed(format!("`{name}` cannot be started: {error}"))),
    }
}

/// Interval between two queries of the queue, which grows with time.
#[derive(Debug)]
struct Patience(Duration);

const SHORT: Duration = Duration::from_millis(200);
const LONG: Duration = Duration::from_secs(10);

impl Default for Patience {
    fn default() -> Self {
        Patience(SHORT)
    }
}

impl Patience {
    /// Waits, unless `stop` is set.
    fn wait(&mut self, stop: &AtomicBool) {
        let mut left = self.0;
        while !left.is_zero() && !stop.load(Ordering::Relaxed) {
            let step = left.min(SHORT);
            sleep(step);
            left -= step;
        }
        self.0 = (self.0 * 5 / 4).min(LONG);
    }
}

/// Maximum number of array tasks: sites limit it, often to 1001 (`MaxArraySize`).
const TASKS: u64 = 1000;

/// Contents of a script.
struct Script<'a> {
    name: String,
    /// Path of the script.
    file: &'a Path,
    plan: &'a Path,
    folder: &'a Path,
    log: &'a Path,
    command: &'a [String],
    units: RangeInclusive<u64>,
    per_task: Option<u64>,
    /// Largest number of search threads of a player.
    threads: usize,
    mixed: bool,
}

impl Script<'_> {
    /// Text of the script, as `sbatch` reads it.
    fn text(&self) -> String {
        let (first, last) = (*self.units.start(), *self.units.end());
        let units = last - first + 1;
        let per_task = self.per_task.unwrap_or_else(|| units.div_ceil(TASKS)).clamp(1, units);
        let words: Vec<String> = self.command.iter().map(|word| shell_quoted(word)).collect();
        format!(
            "\
#!/bin/bash
# Units {first} to {last} of {plan}, {per_task} to an array task. What is done already is not done again.
#   sbatch {file}
#SBATCH --job-name={name}
#SBATCH --array=0-{tasks}
#SBATCH --cpus-per-task={threads}
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output={log}
first=$(({first} + SLURM_ARRAY_TASK_ID * {per_task}))
last=$((first + {more}))
if [ \"$last\" -gt {last} ]; then last={last}; fi
exec {command} --plan {plan} --unit \"$first-$last\" --out {out}{mixed}
",
            plan = shell_word(self.plan),
            file = shell_word(self.file),
            name = self.name,
            tasks = units.div_ceil(per_task) - 1,
            threads = self.threads,
            log = pattern(self.log),
            more = per_task - 1,
            command = words.join(" "),
            out = shell_word(self.folder),
            mixed = if self.mixed { " --mixed" } else { "" },
        )
    }
}

/// File name in Slurm's syntax, in which `%` begins a substitution.
fn pattern(path: &Path) -> String {
    shell_word(path).replace('%', "%%")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_are_written_beside_the_folder() {
        let slurm =
            Slurm::new(Path::new("/shared/my.run"), None, vec!["sortilege".to_string()]).unwrap();
        assert_eq!(slurm.script(), Path::new("/shared/my.run.sbatch"));
        assert_eq!(beside(&slurm.folder, "log"), Path::new("/shared/my.run.log"));
    }

    #[test]
    fn what_would_end_a_line_is_refused() {
        let why = Slurm::new(Path::new("/a\nrm -rf b"), None, vec![]).unwrap_err().to_string();
        assert!(why.contains("impossible in a script"), "{why}");
    }

    #[test]
    fn a_folder_has_a_job_of_its_own() {
        let name = |folder: &str| Slurm::new(Path::new(folder), None, vec![]).unwrap().job_name();
        assert_eq!(name("/a/b"), name("/a/b"));
        assert_ne!(name("/a/b"), name("/a/c"));
        assert!(name("/a/b").len() == 22 && name("/a/b").starts_with("sortilege-"));
    }

    fn script(units: RangeInclusive<u64>, per_task: Option<u64>) -> String {
        let command = ["/opt/my programs/python", "-m", "sortilege.unit"].map(str::to_string);
        Script {
            name: "sortilege-0".to_string(),
            file: Path::new("/run.sbatch"),
            plan: Path::new("/run/plans/00.json"),
            folder: Path::new("/run"),
            log: Path::new("/100%.log"),
            command: &command,
            units,
            per_task,
            threads: 2,
            mixed: true,
        }
        .text()
    }

    #[test]
    fn a_script_is_what_slurm_reads() {
        assert_eq!(
            script(3..=7, Some(2)),
            "\
#!/bin/bash
# Units 3 to 7 of /run/plans/00.json, 2 to an array task. What is done already is not done again.
#   sbatch /run.sbatch
#SBATCH --job-name=sortilege-0
#SBATCH --array=0-2
#SBATCH --cpus-per-task=2
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=/100%%.log
first=$((3 + SLURM_ARRAY_TASK_ID * 2))
last=$((first + 1))
if [ \"$last\" -gt 7 ]; then last=7; fi
exec '/opt/my programs/python' -m sortilege.unit --plan /run/plans/00.json --unit \"$first-$last\" --out /run --mixed
"
        );
    }

    #[test]
    fn there_are_a_thousand_tasks_at_most() {
        assert!(script(0..=999, None).contains("--array=0-999\n"));
        let large = script(0..=1000, None);
        assert!(
            large.contains("--array=0-500\n") && large.contains("2 to an array task"),
            "{large}"
        );
        assert!(script(5..=5, Some(100)).contains("--array=0-0\n"));
    }
}
