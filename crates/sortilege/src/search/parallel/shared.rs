//! What threads at one decision have in common: iterations that are left, and what they tell each
//! other.
//!
//! Nothing here knows of trees, and locks and counters come from `sync` beside it, so that
//! `fuzz/interleavings` can run this very file through every order in which threads may get their
//! turns.

use super::sync::{AtomicBool, AtomicU64, Mutex, Ordering};

/// Iterations between two visits to the others: at first, and at least.
pub(super) const LEAST_AT_A_TIME: u64 = 16;

/// What threads have in common. What they tell is a `T`.
pub(super) struct Shared<T> {
    threads: u64,
    told: Mutex<T>,
    /// Iterations that nobody has begun to make, and those that are made.
    left: AtomicU64,
    made: AtomicU64,
    /// Whether nobody need go on, and whether because there is nothing left to search for.
    over: AtomicBool,
    proven: AtomicBool,
}

impl<T> Shared<T> {
    /// For so many threads, with iterations that are left and such as were made before.
    pub(super) fn new(threads: usize, left: u64, made: u64, told: T) -> Self {
        Shared {
            threads: threads as u64,
            told: Mutex::new(told),
            left: AtomicU64::new(left),
            made: AtomicU64::new(made),
            over: AtomicBool::new(false),
            proven: AtomicBool::new(false),
        }
    }

    /// Gives somebody up to `most` of the iterations that are left; towards the end fewer, lest
    /// others wait for the last one.
    pub(super) fn take(&self, most: u64) -> u64 {
        let part = |left: u64| most.min((left / (2 * self.threads)).max(LEAST_AT_A_TIME)).min(left);
        let left = self
            .left
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| Some(left - part(left)));
        left.map_or(0, part)
    }

    /// Counts iterations that somebody has made.
    pub(super) fn add(&self, made: u64) {
        self.made.fetch_add(made, Ordering::Relaxed);
    }

    /// How many were made: all that this thread has made, and what others have so far.
    pub(super) fn made(&self) -> u64 {
        self.made.load(Ordering::Relaxed)
    }

    /// Says that nobody need go on, perhaps because there is nothing left to search for.
    pub(super) fn end(&self, proven: bool) {
        if proven {
            self.proven.store(true, Ordering::Relaxed);
        }
        self.over.store(true, Ordering::Relaxed);
    }

    /// Whether nobody need go on.
    pub(super) fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    /// Whether there is nothing left to search for, once all have come to their ends.
    pub(super) fn is_proven(&self) -> bool {
        self.proven.load(Ordering::Relaxed)
    }

    /// Lets somebody tell and be told, when its turn comes.
    pub(super) fn tell(&self, tell: impl FnOnce(&mut T)) {
        tell(&mut self.told.lock().expect("nothing panics while it is held"));
    }

    /// The same unless somebody else is at it.
    pub(super) fn tell_if_free(&self, tell: impl FnOnce(&mut T)) {
        if let Ok(mut told) = self.told.try_lock() {
            tell(&mut told);
        }
    }
}
