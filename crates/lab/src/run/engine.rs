//! Doing a run on the threads of this machine.

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
    /// The name of the first player and what it has got in the games played just now, in words.
    pub score: Option<(String, String)>,
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

/// How a stage is worked at.
struct Workers<'a> {
    threads: usize,
    stop: &'a AtomicBool,
    /// Whether games are kept.
    recorded: bool,
}

impl Run {
    /// Does what is left to do, on so many threads. Once `stop` is set, units that have begun are
    /// finished and no more are begun.
    pub fn go(
        &mut self,
        threads: usize,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Ended, Error> {
        self.go_on(threads, stop, progress, None)
    }

    /// The same, and hands in the games that it plays, in the order in which units are done. A
    /// unit's games are handed in before it counts as done: a run that is killed may hand in some a
    /// second time, but loses none.
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
            let due = Due::new(&stage, self.manifest.shard, done);
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

    /// Writes the plan of the next stage, so that others can do its units; nothing if the run is
    /// complete.
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

    /// Does what is due of a stage, and says how many units it did. Threads play and this one
    /// writes, so that nobody waits for the disk.
    fn work(
        &self,
        stage: &Stage,
        due: &Due,
        hands: &Workers,
        hand_in: &mut dyn FnMut(Vec<Record>),
        report: &mut dyn FnMut(&[Row]),
    ) -> Result<u64, Error> {
        let &Workers { threads, stop, recorded } = hands;
        let plan = sealed::hash(stage.to_json().as_bytes());
        let threads = (threads as u64).min(due.units).max(1);
        let (next, end) = (AtomicU64::new(stage.numbers().start), stage.numbers().end);
        // What is done and not yet written would be lost, so there is never much of it.
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
                        // Nobody listens any more once something has gone wrong.
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

/// What is to be done of a stage: all units of a part but those that are done. There may be a
/// thousand million of them, so none is looked at before its turn, and none is listed that is not
/// done.
struct Due {
    shard: Option<Shard>,
    /// The units that are done, in order, of any part.
    done: Vec<u64>,
    /// How many units are due.
    units: u64,
    /// How many games or decisions they have.
    rows: u64,
    /// How many the whole part has.
    part: u64,
}

impl Due {
    fn new(stage: &Stage, shard: Option<Shard>, done: Vec<u64>) -> Self {
        let (mut units, part) = share(stage, shard);
        let mut rows = part;
        for &unit in done.iter().filter(|&&unit| is_in(shard, unit)) {
            units -= 1;
            rows -= stage.unit(unit).map_or(0, |unit| unit.count);
        }
        Due { shard, done, units, rows, part }
    }

    fn has(&self, unit: u64) -> bool {
        is_in(self.shard, unit) && self.done.binary_search(&unit).is_err()
    }
}

fn is_in(shard: Option<Shard>, unit: u64) -> bool {
    shard.is_none_or(|shard| shard.has(unit))
}

/// How many units of a stage are in a part, and how many games or decisions these have.
fn share(stage: &Stage, shard: Option<Shard>) -> (u64, u64) {
    let Shard { index, of } = shard.unwrap_or(Shard { index: 1, of: 1 });
    // How many units with a number below this are in the part.
    let below = |end: u64| end / of + u64::from(end % of >= index);
    let (mut first, mut units, mut rows) = (stage.first_unit, 0, 0);
    for task in &stage.tasks {
        let end = first + task.units();
        let mine = below(end) - below(first);
        units += mine;
        rows += mine * task.batch;
        // The last unit of a task may be smaller.
        if task.count > 0 && is_in(shard, end - 1) {
            rows -= task.units() * task.batch - task.count;
        }
        first = end;
    }
    (units, rows)
}

/// Keeps track of how far a stage is.
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
            let told = self.measure.in_units(self.shares / self.games);
            self.progress.score = Some((self.label.clone(), self.measure.words(told)));
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
            let due = Due::new(&stage, shard, done.clone());
            let left: Vec<u64> = mine.into_iter().filter(|unit| !done.contains(unit)).collect();
            assert_eq!((due.units, due.rows), (left.len() as u64, left.iter().map(rows).sum()));
            assert!(stage.numbers().all(|unit| due.has(unit) == left.contains(&unit)));
        }
    }
}
