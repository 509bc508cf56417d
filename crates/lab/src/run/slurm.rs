//! Runs as array jobs of Slurm. A script has tasks that each do a range of units, into a folder
//! that all machines share. It is submitted with `sbatch` and followed to the end, stage by stage.
//! Slurm requeues a task that is lost with its machine, and its finished units are not done again.

mod queue;
mod script;

use super::engine::{Ended, Progress};
use super::folder::{Builds, Run, units_in};
use super::names::PLANS;
use super::sealed;
use crate::Error;
use crate::disk::{self, Durability};
use crate::experiment::Experiment;
use crate::experiment::plan::Stage;
use queue::Patience;
use script::Script;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

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
        hear: &mut dyn FnMut(News),
    ) -> Result<Ended, Error> {
        queue::is_there()?;
        let name = self.job_name();
        if let Some(job) = queue::find(&name)? {
            hear(News::Found(job));
            if !self.follow(&self.last_plan()?, stop, hear) {
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
            hear(News::Submitted(queue::submit(&self.script)?));
            if !self.follow(&stage, stop, hear) {
                return Ok(Ended::Stopped);
            }
        }
        Ok(Ended::Complete)
    }

    /// Waits until the job has left the queue; `false` if it was stopped.
    fn follow(&self, stage: &Stage, stop: &AtomicBool, hear: &mut dyn FnMut(News)) -> bool {
        let (name, mut time_limit) = (self.job_name(), Patience::default());
        let before = self.rows_done(stage);
        loop {
            // If the queue cannot be queried now, the job counts as running.
            let ended = queue::find(&name).is_ok_and(|job| job.is_none());
            let done = self.rows_done(stage);
            let (total, fresh) = (stage.rows(), done.saturating_sub(before));
            hear(News::Progress(Progress {
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
}
