//! Experiments with a growing number of games, where after each size comes twice that size, and the
//! limits of a campaign.

use super::store::{Ledger, Spent};
use crate::Error;
use crate::experiment::Experiment;
use crate::report::Report;
use crate::reproduce::campaign::Campaign;
use crate::reproduce::finished::{Finished, FinishedRuns};
use crate::reproduce::paper::Paper;
use crate::run::{Builds, Ended, Progress, Run};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Experiment with a growing number of games.
pub(super) struct Trial<'a> {
    pub(super) paper: &'a Paper,
    pub(super) name: &'a str,
    /// Experiment at its first size.
    first: &'a Experiment,
    folder: PathBuf,
    builds: Builds,
    pub(super) spent: Spent,
    /// Size of a run that was begun and is not finished, as a number of doublings.
    unfinished: Option<u32>,
    /// Results of the largest finished size, if there is one.
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

    /// Number of doublings of the run in the folder, finished or not.
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

    /// Number of doublings of the finished run; `None` if no size is finished, or a larger one has
    /// begun.
    pub(super) fn doubled(&self) -> Option<u32> {
        self.spent.doubled.filter(|_| self.unfinished.is_none())
    }

    /// Number of doublings of the next size.
    fn next(&self) -> u32 {
        self.unfinished.unwrap_or_else(|| self.spent.doubled.map_or(0, |doubled| doubled + 1))
    }

    /// Returns whether the next size can be run.
    pub(super) fn can_go_on(&self) -> bool {
        let has_deals = |larger: &Experiment| {
            self.finished.as_ref().is_none_or(|smaller| larger.has_deals_enough(&smaller.results))
        };
        self.first.doubled(self.next()).as_ref().is_some_and(has_deals)
    }

    /// Returns whether the next size has begun. The rest of it takes less time than a whole size,
    /// and partial results are kept if the time is up.
    pub(super) fn is_begun(&self) -> bool {
        self.unfinished.is_some()
    }

    /// Priority, the smallest number first: sizes that have begun, then experiments without a
    /// finished size, then all others.
    pub(super) fn urgency(&self) -> u32 {
        match (self.unfinished, self.spent.doubled) {
            (Some(_), _) => 0,
            (None, None) => 1,
            (None, Some(_)) => 2,
        }
    }

    /// Expected cost of the next size in thread seconds: as much as all sizes before. It is 0 for
    /// the first size, whose cost is unknown.
    pub(super) fn next_cost(&self) -> f64 {
        if self.spent.doubled.is_some() { self.spent.seconds } else { 0.0 }
    }

    /// Returns whether another process is running the experiment.
    pub(super) fn is_busy(&self) -> bool {
        Run::is_busy(&self.folder)
    }

    /// Runs the next size; returns `false` if it was stopped.
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

    /// Report of the experiment, if it is finished.
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

/// Finished experiments, by name.
pub(super) fn runs<'t, 'a: 't>(trials: impl Iterator<Item = &'t Trial<'a>>) -> FinishedRuns<'t> {
    let done = trials.filter(|trial| trial.doubled().is_some());
    done.filter_map(|trial| Some((trial.name.to_string(), trial.finished.as_ref()?))).collect()
}

/// Limits of a campaign.
#[derive(Clone, Copy, Debug)]
pub struct Means<'a> {
    /// Number of games played in parallel.
    pub threads: usize,
    /// Time limit, if there is one.
    pub time: Option<Duration>,
    /// Flag that stops the campaign early.
    pub stop: &'a AtomicBool,
}
