//! An experiment that grows: it is done at one size, then at twice that, and so on.

use super::limits::Means;
use super::store::{Ledger, Spent};
use crate::Error;
use crate::experiment::Experiment;
use crate::report::Report;
use crate::reproduce::campaign::Campaign;
use crate::reproduce::finished::{Finished, Runs};
use crate::reproduce::paper::Paper;
use crate::run::{Builds, Ended, Progress, Run};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// An experiment that grows.
pub(super) struct Trial<'a> {
    pub(super) paper: &'a Paper,
    pub(super) name: &'a str,
    /// At its first size.
    first: &'a Experiment,
    folder: PathBuf,
    builds: Builds,
    pub(super) spent: Spent,
    /// The size of a run that was begun and is not done.
    unfinished: Option<u32>,
    /// What came of it, if it is done at some size.
    finished: Option<Finished>,
}

impl<'a> Trial<'a> {
    pub(super) fn open(
        campaign: &Campaign,
        paper: &'a Paper,
        name: &'a str,
        ledger: &Ledger,
    ) -> Result<Self, Error> {
        let folder = campaign.run_folder(paper, name);
        let first = paper.experiment(name, campaign.scale);
        let mut trial = Trial {
            spent: ledger.spent(&key(paper, name))?,
            unfinished: None,
            finished: None,
            builds: campaign.builds,
            paper,
            name,
            first,
            folder,
        };
        trial.unfinished = trial.begun()?.filter(|begun| Some(*begun) != trial.spent.doubled);
        if trial.doubled().is_some() {
            trial.read()?;
        }
        Ok(trial)
    }

    /// How often it is doubled as it lies there, done or not.
    fn begun(&self) -> Result<Option<u32>, Error> {
        if !Run::is_in(&self.folder)? {
            return Ok(None);
        }
        let there = Run::experiment_in(&self.folder, &self.first.catalogue)?;
        let size = (0..64).find(|&doubled| self.first.doubled(doubled).as_ref() == Some(&there));
        size.map(Some).ok_or_else(|| {
            Error::Refused(format!(
                "`{}` has a run of another experiment; give --out another folder",
                self.folder.display()
            ))
        })
    }

    fn read(&mut self) -> Result<(), Error> {
        let run = self.run()?;
        self.finished = Some(Finished::new(run.experiment.clone(), run.results()?)?);
        Ok(())
    }

    fn run(&self) -> Result<Run, Error> {
        Ok(Run::open(&self.folder, &self.first.catalogue)?.mixing(self.builds))
    }

    /// How often it has been doubled; nothing if it is not done at any size, or is just growing.
    pub(super) fn doubled(&self) -> Option<u32> {
        self.spent.doubled.filter(|_| self.unfinished.is_none())
    }

    /// The size that comes next.
    fn next(&self) -> u32 {
        self.unfinished.unwrap_or_else(|| self.spent.doubled.map_or(0, |doubled| doubled + 1))
    }

    /// Whether it can grow, or was not done yet.
    pub(super) fn can_go_on(&self) -> bool {
        let has_deals = |larger: &Experiment| {
            self.finished.as_ref().is_none_or(|smaller| larger.has_deals_enough(&smaller.results))
        };
        self.first.doubled(self.next()).as_ref().is_some_and(has_deals)
    }

    /// Whether its next size was begun: what is left of that takes less than a whole one, and is
    /// kept if time is up before.
    pub(super) fn is_begun(&self) -> bool {
        self.unfinished.is_some()
    }

    /// What was begun is finished first, and everything is done once before anything is done twice.
    pub(super) fn urgency(&self) -> u32 {
        match (self.unfinished, self.spent.doubled) {
            (Some(_), _) => 0,
            (None, None) => 1,
            (None, Some(_)) => 2,
        }
    }

    /// Seconds of all threads that its next size is expected to take: as many as all before; nobody
    /// knows for the first.
    pub(super) fn next_cost(&self) -> f64 {
        if self.spent.doubled.is_some() { self.spent.seconds } else { 0.0 }
    }

    /// Whether another process is at it.
    pub(super) fn is_busy(&self) -> bool {
        Run::is_busy(&self.folder)
    }

    /// Does the next size of it; false if that was stopped.
    pub(super) fn grow(
        &mut self,
        ledger: &Ledger,
        means: &Means,
        left: Option<Duration>,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<bool, Error> {
        let (next, begun) = (self.next(), Instant::now());
        let experiment = self.first.doubled(next).expect("it was asked whether it can");
        let mut run = Run::begin(&self.folder, experiment, None, self.builds)?;
        let halt = AtomicBool::new(false);
        let ended = run.go(means.threads, &halt, &mut |now| {
            let late = left.is_some_and(|left| begun.elapsed() >= left);
            if late || means.stop.load(Ordering::Relaxed) {
                halt.store(true, Ordering::Relaxed);
            }
            progress(now);
        })?;
        self.spent.seconds += begun.elapsed().as_secs_f64() * means.threads as f64;
        let done = ended == Ended::Complete;
        self.unfinished = (!done).then_some(next);
        if done {
            self.spent.doubled = Some(next);
        }
        ledger.spend(&key(self.paper, self.name), &self.spent)?;
        drop(run);
        if done {
            self.read()?;
        }
        Ok(done)
    }

    /// Its report, if it is done.
    pub(super) fn report(&self) -> Option<Result<(String, Report), Error>> {
        self.doubled()?;
        let report = || {
            let run = self.run()?;
            Ok((self.name.to_string(), run.report(&run.results()?)?))
        };
        Some(report())
    }
}

fn key(paper: &Paper, name: &str) -> String {
    format!("{}-{name}", paper.tag.to_lowercase())
}

/// Those that are done, by name.
pub(super) fn runs<'t, 'a: 't>(trials: impl Iterator<Item = &'t Trial<'a>>) -> Runs<'t> {
    let done = trials.filter(|trial| trial.doubled().is_some());
    done.filter_map(|trial| Some((trial.name.to_string(), trial.finished.as_ref()?))).collect()
}
