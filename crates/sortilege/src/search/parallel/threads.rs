//! Worker threads for a decision: as many as the system provides.

use std::thread::{self, Builder, Scope};

/// Runs `own` while up to `most` other threads run `work`, as far as the system provides threads
/// and `has_time` allows their start. `own` receives their number. It is not generic, because code
/// that starts threads is large.
pub(super) fn with_others(
    most: usize,
    has_time: &dyn Fn() -> bool,
    work: &(dyn Fn() + Sync),
    own: &mut dyn FnMut(usize),
) {
    thread::scope(|scope| {
        let others = (0..most).take_while(|_| has_time() && spawn(scope, Box::new(work))).count();
        own(others);
    });
}

/// Runs `own` while other threads run one of `jobs` each, as far as the system provides threads and
/// `has_time` allows their start. `own` receives the number of started jobs.
pub(super) fn beside_jobs(
    jobs: Vec<Box<dyn FnOnce() + Send + '_>>,
    has_time: &dyn Fn() -> bool,
    own: &mut dyn FnMut(usize),
) {
    thread::scope(|scope| {
        let others = jobs
            .into_iter()
            .take_while(|_| has_time())
            .map_while(|job| spawn(scope, job).then_some(()));
        own(others.count());
    });
}

/// Starts a thread; returns whether the system provides one.
fn spawn<'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: Box<dyn FnOnce() + Send + 'scope>,
) -> bool {
    #[cfg(test)]
    if !scarcity::there_is_one_more() {
        return false;
    }
    Builder::new().spawn_scoped(scope, work).is_ok()
}

/// Simulates systems with fewer threads than requested, for tests.
#[cfg(test)]
pub(super) mod scarcity {
    use std::cell::Cell;

    thread_local! {
        static LEFT: Cell<usize> = const { Cell::new(usize::MAX) };
    }

    /// Runs `act` while the system provides only `threads` more threads to the current one.
    pub(in crate::search) fn with_threads<T>(threads: usize, act: impl FnOnce() -> T) -> T {
        LEFT.set(threads);
        let result = act();
        LEFT.set(usize::MAX);
        result
    }

    pub(super) fn there_is_one_more() -> bool {
        let left = LEFT.get();
        LEFT.set(left.saturating_sub(1));
        left > 0
    }
}
