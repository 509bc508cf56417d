//! Doing a run on the threads of this machine.

use super::folder::{self, Run, UNITS};
use super::row::Row;
use super::sealed;
use crate::Error;
use crate::experiment::Results;
use crate::experiment::plan::Stage;
use crate::experiment::results::points;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;

/// How far a run is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Progress {
    /// The stage, from 1.
    pub stage: u64,
    /// Games or decisions of this stage that are done, in this part of the run.
    pub done: u64,
    /// How many there are.
    pub total: u64,
    /// Those of them that were done just now.
    pub fresh: u64,
    /// The name and the score of the first player over the games played just now.
    pub score: Option<(String, f64)>,
}

/// How a run came to an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// There is nothing left to do.
    Complete,
    /// It was stopped.
    Stopped,
    /// This part is done; what comes next needs the other parts.
    PartDone,
}

impl Run {
    /// Does what is left to do, on so many threads. Once `stop` is set, units that have begun are finished
    /// and no more are begun.
    pub fn go(
        &mut self,
        threads: usize,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Ended, Error> {
        assert!(self.lock.is_some(), "a run that was opened for reading is not written to");
        let mut past = Results::default();
        while let Some(stage) = self.next_stage(&past)? {
            self.keep_plan(&stage)?;
            let missing = self.missing(&stage)?;
            let mine = |unit: &u64| self.manifest.shard.is_none_or(|shard| shard.has(*unit));
            let due: Vec<u64> = missing.iter().copied().filter(mine).collect();
            let part: u64 = stage.numbers().filter(mine).map(|unit| rows(&stage, unit)).sum();
            let left: u64 = due.iter().map(|&unit| rows(&stage, unit)).sum();
            let mut monitor = Monitor::new(self, &stage, part, part - left);
            progress(&monitor.progress);
            let mut report = |rows: &[Row]| {
                monitor.add(rows);
                progress(&monitor.progress);
            };
            self.work(&stage, &due, threads, stop, &mut report)?;
            if stop.load(Ordering::Relaxed) && !self.missing(&stage)?.is_empty() {
                return self.finish(Ended::Stopped);
            }
            if missing.len() > due.len() {
                return self.finish(Ended::PartDone);
            }
            self.read_stage(stage, &mut past)?;
        }
        self.finish(Ended::Complete)
    }

    /// Writes the plan of the next stage, so that others can do its units; nothing if the run is complete.
    pub fn plan(&mut self) -> Result<Option<(PathBuf, Stage)>, Error> {
        let mut past = Results::default();
        while let Some(stage) = self.next_stage(&past)? {
            let path = self.keep_plan(&stage)?;
            if !self.missing(&stage)?.is_empty() {
                return Ok(Some((path, stage)));
            }
            self.read_stage(stage, &mut past)?;
        }
        Ok(None)
    }

    fn finish(&mut self, ended: Ended) -> Result<Ended, Error> {
        sealed::sync_folder(&self.folder.join(UNITS))?;
        self.manifest.touch();
        self.manifest.write(&self.folder)?;
        Ok(ended)
    }

    /// Does some units of a stage.
    fn work(
        &self,
        stage: &Stage,
        due: &[u64],
        threads: usize,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&[Row]),
    ) -> Result<(), Error> {
        let plan = sealed::hash(stage.to_json().as_bytes());
        let (next, failed) = (AtomicUsize::new(0), AtomicBool::new(false));
        let (sender, receiver) = mpsc::channel();
        std::thread::scope(|scope| {
            for _ in 0..threads.clamp(1, due.len().max(1)) {
                let (sender, next, failed, plan) = (sender.clone(), &next, &failed, &plan);
                scope.spawn(move || {
                    while !stop.load(Ordering::Relaxed) && !failed.load(Ordering::Relaxed) {
                        let Some(&unit) = due.get(next.fetch_add(1, Ordering::Relaxed)) else { return };
                        let done = folder::make_unit(&self.folder, stage, plan, unit);
                        failed.fetch_or(done.is_err(), Ordering::Relaxed);
                        sender.send(done).expect("somebody listens until all is done");
                    }
                });
            }
            drop(sender);
            receiver.into_iter().try_for_each(|done| done.map(|done| report(&done.rows)))
        })
    }
}

fn rows(stage: &Stage, unit: u64) -> u64 {
    stage.unit(unit).map_or(0, |unit| unit.count)
}

/// Keeps track of how far a stage is.
struct Monitor {
    progress: Progress,
    label: String,
    points: f64,
    games: f64,
}

impl Monitor {
    fn new(run: &Run, stage: &Stage, total: u64, done: u64) -> Self {
        let label = run.experiment.entrants().first().map_or(String::new(), |entrant| entrant.label.clone());
        let progress = Progress { stage: stage.stage + 1, done, total, fresh: 0, score: None };
        Monitor { progress, label, points: 0.0, games: 0.0 }
    }

    fn add(&mut self, rows: &[Row]) {
        self.progress.done += rows.len() as u64;
        self.progress.fresh += rows.len() as u64;
        for row in rows {
            let Row::Game(game) = row else { continue };
            for (&player, &payoff) in game.seats.iter().zip(&game.payoffs) {
                if player == 0 {
                    self.points += points(payoff);
                    self.games += 1.0;
                }
            }
        }
        if self.games > 0.0 {
            self.progress.score = Some((self.label.clone(), self.points / self.games));
        }
    }
}
