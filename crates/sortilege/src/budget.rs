//! How long a search may think: iterations or time, whichever runs out first; how much memory its trees may
//! take; and a way to stop it from outside.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What a search may spend on one decision. It ends with the first limit of iterations and time that is reached;
/// with no limit at all it goes on until it is [stopped](Stop). A search always makes one iteration, so there is an
/// answer.
///
/// ```
/// use sortilege::Budget;
/// use std::time::Duration;
/// let budget = Budget { time: Some(Duration::from_millis(200)), ..Budget::iterations(10_000) };
/// # assert_eq!(budget.memory, None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// Simulated games.
    pub iterations: Option<u64>,
    /// Wall time. Results then depend on the machine.
    pub time: Option<Duration>,
    /// Bytes of search trees. Once they are taken the trees grow no more, and the search goes on with what it
    /// has: descents end, and playouts begin, where there is no node to go to. A little more may be taken, for a
    /// node that was begun is finished. Without any other limit the search ends there. (So it does after as many
    /// iterations as there are bytes: a tree that has everything in it may never be that large.)
    pub memory: Option<usize>,
}

impl Budget {
    /// So many simulated games.
    pub fn iterations(n: u64) -> Self {
        Budget { iterations: Some(n), ..Budget::default() }
    }
    /// So much wall time.
    pub fn time(limit: Duration) -> Self {
        Budget { time: Some(limit), ..Budget::default() }
    }
    /// The clock of one decision, running from now.
    pub(crate) fn start(&self, stop: &Stop) -> Clock {
        let mut budget = *self;
        let memory_alone = self.iterations.is_none() && self.time.is_none();
        if memory_alone {
            budget.iterations = self.memory.map(|bytes| bytes as u64);
        }
        Clock { budget, memory_alone, stop: stop.clone(), began: Instant::now(), done: 0, full: false }
    }
}

/// Ends a search from outside, at any moment and from any thread; the search then gives its best answer.
///
/// ```
/// let stop = sortilege::Stop::default();
/// let handle = stop.clone(); // Keep one, give the other to the search.
/// handle.now();
/// assert!(stop.is_set());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Ends the search, and every later one that has this handle, until [`Stop::reset`].
    pub fn now(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
    /// Lets searches run again.
    pub fn reset(&self) {
        self.0.store(false, Ordering::Relaxed);
    }
    /// Whether searches with this handle are to end.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The clock of one decision.
#[derive(Clone)]
pub(crate) struct Clock {
    budget: Budget,
    /// Whether the search ends when it has no memory left.
    memory_alone: bool,
    stop: Stop,
    began: Instant,
    done: u64,
    /// Whether there is no memory left.
    full: bool,
}

/// Reading the time costs as much as a few moves of a playout, so it is read once in so many iterations.
const ITERATIONS_PER_LOOK: u64 = 16;

impl Clock {
    /// Whether there is time for one more iteration, which then counts as made. `bytes` tells what the search
    /// holds now, if that matters.
    #[inline]
    pub(crate) fn tick(&mut self, bytes: impl FnOnce() -> usize) -> bool {
        self.full = self.budget.memory.is_some_and(|limit| bytes() >= limit) && self.done > 0;
        let go_on = self.done == 0
            || (self.budget.iterations.is_none_or(|limit| self.done < limit)
                && !self.stop.is_set()
                && !(self.memory_alone && self.full)
                && self.in_time());
        self.done += u64::from(go_on);
        go_on
    }

    /// Whether trees may not grow any more. In its first iteration any tree may.
    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        self.full
    }

    #[inline]
    fn in_time(&self) -> bool {
        match self.budget.time {
            Some(limit) if self.done.is_multiple_of(ITERATIONS_PER_LOOK) => self.began.elapsed() < limit,
            _ => true,
        }
    }

    /// For searches that count their own iterations, `done` by now: how many there may be before they ask
    /// again, which is after `interval` more at the latest. `None` if a limit is reached.
    pub(crate) fn next_look(&mut self, done: u64, interval: u64) -> Option<u64> {
        self.done = done;
        let limit = self.budget.iterations.unwrap_or(u64::MAX).max(1);
        let out_of_time = || self.budget.time.is_some_and(|limit| self.began.elapsed() >= limit);
        if done > 0 && (done >= limit || self.stop.is_set() || out_of_time()) {
            return None;
        }
        Some(limit.min(done + interval))
    }

    /// Counts iterations that were made on another clock.
    pub(crate) fn add(&mut self, iterations: u64) {
        self.done += iterations;
    }

    /// Iterations made.
    pub(crate) fn iterations(&self) -> u64 {
        self.done
    }

    /// Time since the start.
    pub(crate) fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn iterations(budget: Budget, stop: &Stop, bytes: impl Fn(u64) -> usize) -> u64 {
        let mut clock = budget.start(stop);
        let mut done = 0;
        while clock.tick(|| bytes(done)) {
            done += 1;
        }
        assert_eq!(clock.iterations(), done);
        clock.iterations()
    }

    #[test]
    fn the_first_limit_ends_the_search() {
        let stop = Stop::default();
        assert_eq!(iterations(Budget::iterations(100), &stop, |_| 0), 100);
        let lean = Budget { memory: Some(1000), ..Budget::default() };
        assert_eq!(iterations(lean, &stop, |done| done as usize * 50), 20);
        assert_eq!(iterations(lean, &stop, |_| 0), 1000, "a tree that does not grow");
        let brief = Budget { time: Some(Duration::ZERO), ..Budget::iterations(100) };
        assert_eq!(iterations(brief, &stop, |_| 0), ITERATIONS_PER_LOOK);
    }

    #[test]
    fn memory_ends_growth_and_not_the_search_where_there_is_another_limit() {
        let lean = Budget { memory: Some(1000), ..Budget::iterations(100) };
        let mut clock = lean.start(&Stop::default());
        let mut grown = 0;
        while clock.tick(|| 50 * grown) {
            grown += usize::from(!clock.is_full());
        }
        assert_eq!((clock.iterations(), grown), (100, 20));
        let none = Budget { memory: Some(0), ..Budget::iterations(100) };
        let mut clock = none.start(&Stop::default());
        assert!(clock.tick(|| 0) && !clock.is_full() && clock.tick(|| 50) && clock.is_full());
    }

    #[test]
    fn a_stopped_search_still_makes_one_iteration() {
        let stop = Stop::default();
        stop.now();
        assert_eq!(iterations(Budget::default(), &stop, |_| 0), 1);
        assert_eq!(iterations(Budget::iterations(0), &Stop::default(), |_| 0), 1);
    }
}
