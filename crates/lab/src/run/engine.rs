//! Execution of a run on the threads of this machine.

use super::Shard;
use super::folder::{self, Run, sync_units, us};
use super::row::Row;
use super::sealed::{self, Authors};
use super::unit::run_unit_with;
use crate::Error;
use crate::experiment::Measure;
use crate::experiment::Results;
use crate::experiment::plan::Stage;
use crate::record::Record;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;

/// Progress of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Progress {
    /// Number of the stage, from 1.
    pub stage: u64,
    /// Finished games or decisions of this stage, in this part of the run.
    pub done: u64,
    /// Total number of games or decisions.
    pub total: u64,
    /// Number of games or decisions that this call has finished.
    pub fresh: u64,
    /// Name of the first player and its mean result in the games of this call, as text.
    pub score: Option<(String, String)>,
}

/// How a call ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The run is complete.
    Complete,
    /// The call was stopped.
    Stopped,
    /// This part is done; the next stage needs the other parts.
    PartDone,
}

/// Settings of the worker threads.
struct Workers<'a> {
    threads: usize,
    stop: &'a AtomicBool,
    /// Whether games are recorded.
    recorded: bool,
}

impl Run {
    /// Runs the remaining units on `threads` threads. When `stop` is set, units in progress are
    /// finished and no new ones begin.
    pub fn go(
        &mut self,
        threads: usize,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Ended, Error> {
        self.go_on(threads, stop, progress, None)
    }

    /// Runs as [`Run::go`] does, and passes the played games to `keep`, in the order in which units
    /// finish. The games of a unit are passed before the unit counts as done: a run that is killed
    /// may pass some games twice, but loses none.
    pub fn go_recorded(
        &mut self,
        threads: usize,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(&Progress),
        keep: &mut dyn FnMut(Record),
    ) -> Result<Ended, Error> {
        self.go_on(threads, stop, progress, Some(keep))
    }

    fn go_on(
        &mut self,
        threads: usize,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(&Progress),
        mut keep: Option<&mut dyn FnMut(Record)>,
    ) -> Result<Ended, Error> {
        assert!(self.lock.is_some(), "a run that was opened for reading is not written to");
        let (mut past, mut authors) = (Results::of(self.experiment.measure), Authors::new());
        while let Some(stage) = self.next_stage(&past)? {
            self.keep_plan(&stage)?;
            let Some((done, wrote)) = self.done(&stage, stop)? else {
                return self.finish(Ended::Stopped);
            };
            authors.extend(wrote);
            let due = DueUnits::new(&stage, self.manifest.shard, done);
            if due.units > 0 {
                authors.insert(us(&self.experiment.catalogue));
                self.one_build(&authors)?;
            }
            let mut monitor = Monitor::new(self, &stage, due.part, due.part - due.rows);
            progress(&monitor.progress);
            let mut report = |rows: &[Row]| {
                monitor.add(rows);
                progress(&monitor.progress);
            };
            let hands = Workers { threads, stop, recorded: keep.is_some() };
            let mut hand_in = |records: Vec<Record>| {
                if let Some(keep) = &mut keep {
                    records.into_iter().for_each(&mut **keep);
                }
            };
            let fresh = self.work(&stage, &due, &hands, &mut hand_in, &mut report)?;
            if fresh < due.units {
                return self.finish(Ended::Stopped);
            }
            if due.done.len() as u64 + fresh < stage.units() {
                return self.finish(Ended::PartDone);
            }
            self.read_stage(stage, &mut past)?;
        }
        self.finish(Ended::Complete)
    }

    /// Writes the plan of the next stage, so that other processes can do its units; `None` if the
    /// run is complete.
    pub fn plan(&mut self) -> Result<Option<(PathBuf, Stage)>, Error> {
        let mut past = Results::of(self.experiment.measure);
        while let Some(stage) = self.next_stage(&past)? {
            let path = self.keep_plan(&stage)?;
            let done =
                self.done(&stage, &AtomicBool::new(false))?.map_or(0, |(done, _)| done.len());
            if (done as u64) < stage.units() {
                return Ok(Some((path, stage)));
            }
            self.read_stage(stage, &mut past)?;
        }
        Ok(None)
    }

    fn finish(&mut self, ended: Ended) -> Result<Ended, Error> {
        sync_units(&self.folder);
        self.manifest.touch(self.experiment.catalogue.build());
        self.manifest.write(&self.folder)?;
        Ok(ended)
    }

    /// Runs the due units of a stage and returns their number. The worker threads play and this
    /// thread writes, so that no worker waits for the disk.
    fn work(
        &self,
        stage: &Stage,
        due: &DueUnits,
        hands: &Workers,
        hand_in: &mut dyn FnMut(Vec<Record>),
        report: &mut dyn FnMut(&[Row]),
    ) -> Result<u64, Error> {
        let &Workers { threads, stop, recorded } = hands;
        let plan = sealed::hash(stage.to_json().as_bytes());
        let threads = (threads as u64).min(due.units).max(1);
        let (next, end) = (AtomicU64::new(stage.numbers().start), stage.numbers().end);
        // Finished units that are not yet written would be lost with the process, so the channel is
        // short.
        let (sender, receiver) = mpsc::sync_channel(threads as usize);
        let catalogue = &self.experiment.catalogue;
        let (author, mut fresh) = (us(catalogue), 0);
        std::thread::scope(|scope| {
            for _ in 0..threads {
                let (sender, next) = (sender.clone(), &next);
                scope.spawn(move || {
                    while !stop.load(Ordering::Relaxed) {
                        let unit = next.fetch_add(1, Ordering::Relaxed);
                        if unit >= end {
                            return;
                        }
                        // The receiver is gone once writing has failed; then this thread ends.
                        let done = || run_unit_with(catalogue, stage, unit, recorded);
                        if due.has(unit) && sender.send((unit, done())).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            receiver.into_iter().try_for_each(|(unit, done)| {
                let mut done = done?;
                hand_in(std::mem::take(&mut done.records));
                folder::write_unit(&self.folder, &plan, unit, &done, &author)?;
                fresh += 1;
                report(&done.rows);
                Ok(())
            })
        })
        .map(|()| fresh)
    }
}

/// Due units of a stage: all units of a part except those that are done. There may be 10^9 of them,
/// so they are not listed; only the done units are.
struct DueUnits {
    shard: Option<Shard>,
    /// Finished units of any part, in order.
    done: Vec<u64>,
    /// Number of due units.
    units: u64,
    /// Number of games or decisions of the due units.
    rows: u64,
    /// Number of games or decisions of the whole part.
    part: u64,
}

impl DueUnits {
    fn new(stage: &Stage, shard: Option<Shard>, done: Vec<u64>) -> Self {
        let (mut units, part) = share(stage, shard);
        let mut rows = part;
        for &unit in done.iter().filter(|&&unit| is_in(shard, unit)) {
            units -= 1;
            rows -= stage.unit(unit).map_or(0, |unit| unit.count);
        }
        DueUnits { shard, done, units, rows, part }
    }

    fn has(&self, unit: u64) -> bool {
        is_in(self.shard, unit) && self.done.binary_search(&unit).is_err()
    }
}

fn is_in(shard: Option<Shard>, unit: u64) -> bool {
    shard.is_none_or(|shard| shard.has(unit))
}

/// Number of units of a stage in a part, and of their games or decisions.
fn share(stage: &Stage, shard: Option<Shard>) -> (u64, u64) {
    let Shard { index, of } = shard.unwrap_or(Shard { index: 1, of: 1 });
    // Number of units of the part whose number is below `end`.
    let below = |end: u64| end / of + u64::from(end % of >= index);
    let (mut first, mut units, mut rows) = (stage.first_unit, 0, 0);
    for task in &stage.tasks {
        let end = first + task.units();
        let mine = below(end) - below(first);
        units += mine;
        rows += mine * task.batch;
        // The last unit of a task may be smaller than the others.
        if task.count > 0 && is_in(shard, end - 1) {
            rows -= task.units() * task.batch - task.count;
        }
        first = end;
    }
    (units, rows)
}

/// Tracks the progress of a stage.
struct Monitor {
    progress: Progress,
    label: String,
    measure: Measure,
    shares: f64,
    games: f64,
}

impl Monitor {
    fn new(run: &Run, stage: &Stage, total: u64, done: u64) -> Self {
        let label = run
            .experiment
            .entrants()
            .first()
            .map_or(String::new(), |entrant| entrant.label.clone());
        let progress = Progress { stage: stage.stage + 1, done, total, fresh: 0, score: None };
        let measure = run.experiment.measure;
        Monitor { progress, label, measure, shares: 0.0, games: 0.0 }
    }

    fn add(&mut self, rows: &[Row]) {
        self.progress.done += rows.len() as u64;
        self.progress.fresh += rows.len() as u64;
        for row in rows {
            let Row::Game(game) = row else { continue };
            for (&player, &payoff) in game.seats.iter().zip(&game.payoffs) {
                if player == 0 {
                    self.shares += self.measure.share(payoff);
                    self.games += 1.0;
                }
            }
        }
        if self.games > 0.0 {
            let score = self.measure.in_units(self.shares / self.games);
            self.progress.score = Some((self.label.clone(), self.measure.words(score)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Experiment;

    fn stage(text: &str) -> Stage {
        Experiment::read(text, sortilege_shelves::catalogue())
            .unwrap()
            .next_stage(&Results::default())
            .unwrap()
            .unwrap()
    }

    #[test]
    fn shares_are_counted_as_they_are_listed() {
        let text = "design='versus'\ngame='kuhn'\ngames=23\nunit=5\nopponents=['random']\n\
                    players=['random','flat-mc:iterations=5','flat-ucb:iterations=5']";
        let mut stage = stage(text);
        stage.first_unit = 7;
        let parts = (1..=7).flat_map(|of| (1..=of).map(move |index| Some(Shard { index, of })));
        for shard in parts.chain([None]) {
            let mine: Vec<u64> = stage.numbers().filter(|&unit| is_in(shard, unit)).collect();
            let rows = |unit: &u64| stage.unit(*unit).unwrap().count;
            assert_eq!(
                share(&stage, shard),
                (mine.len() as u64, mine.iter().map(rows).sum()),
                "{shard:?}"
            );
            let done = vec![8, 9, 15];
            let due = DueUnits::new(&stage, shard, done.clone());
            let left: Vec<u64> = mine.into_iter().filter(|unit| !done.contains(unit)).collect();
            assert_eq!((due.units, due.rows), (left.len() as u64, left.iter().map(rows).sum()));
            assert!(stage.numbers().all(|unit| due.has(unit) == left.contains(&unit)));
        }
    }
}
