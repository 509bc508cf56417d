//! Shared state of threads at one decision: the remaining iterations and the exchanged counts.
//!
//! This file does not depend on trees, and takes locks and counters from the module `sync` beside
//! it. So `fuzz/interleavings` can run this very file through all thread interleavings.

use super::sync::{AtomicBool, AtomicU64, Mutex, Ordering};

/// Iterations between two synchronizations: initially, and at least.
pub(super) const LEAST_AT_A_TIME: u64 = 16;

/// Shared state of threads; `T` is the exchanged data.
pub(super) struct Shared<T> {
    threads: u64,
    exchanged: Mutex<T>,
    /// Iterations that no thread has begun, and completed iterations.
    left: AtomicU64,
    made: AtomicU64,
    /// Whether all threads may stop, and whether they may because the root is proven.
    over: AtomicBool,
    proven: AtomicBool,
}

impl<T> Shared<T> {
    /// The state for `threads` threads, `left` remaining iterations and `made` earlier ones.
    pub(super) fn new(threads: usize, left: u64, made: u64, exchanged: T) -> Self {
        Shared {
            threads: threads as u64,
            exchanged: Mutex::new(exchanged),
            left: AtomicU64::new(left),
            made: AtomicU64::new(made),
            over: AtomicBool::new(false),
            proven: AtomicBool::new(false),
        }
    }

    /// Grants up to `most` of the remaining iterations; towards the end fewer, so that no thread
    /// waits long for the last one.
    pub(super) fn take(&self, most: u64) -> u64 {
        let part = |left: u64| most.min((left / (2 * self.threads)).max(LEAST_AT_A_TIME)).min(left);
        let left = self
            .left
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| Some(left - part(left)));
        left.map_or(0, part)
    }

    /// Counts completed iterations.
    pub(super) fn add(&self, made: u64) {
        self.made.fetch_add(made, Ordering::Relaxed);
    }

    /// Number of completed iterations: all of this thread, and those that other threads have
    /// reported.
    pub(super) fn made(&self) -> u64 {
        self.made.load(Ordering::Relaxed)
    }

    /// Ends the search, with `proven` because the root is proven.
    pub(super) fn end(&self, proven: bool) {
        if proven {
            self.proven.store(true, Ordering::Relaxed);
        }
        self.over.store(true, Ordering::Relaxed);
    }

    /// Whether all threads may stop.
    pub(super) fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    /// Whether the root is proven; final once all threads have ended.
    pub(super) fn is_proven(&self) -> bool {
        self.proven.load(Ordering::Relaxed)
    }

    /// Locks the exchanged data for `update`, and waits for the lock if necessary.
    pub(super) fn exchange(&self, update: impl FnOnce(&mut T)) {
        update(&mut self.exchanged.lock().expect("nothing panics while it is held"));
    }

    /// Calls `update` with the exchanged data, unless another thread holds the lock.
    pub(super) fn try_exchange(&self, update: impl FnOnce(&mut T)) {
        if let Ok(mut exchanged) = self.exchanged.try_lock() {
            update(&mut exchanged);
        }
    }
}
