//! Threads that help with a decision: as many as the system gives.

use std::thread::{self, Builder, Scope};

/// Does `own` while up to `most` other threads do `work` each, as far as the system gives threads
/// and there is `time` to begin with. `own` is told how many there are. One function for the whole
/// program, as threads are a lot of code.
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

/// Does `own` while other threads do one of `jobs` each, as far as the system gives threads and
/// there is time to begin with. `own` is told how many are being done.
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

/// Has another thread do some work; says whether the system gives one.
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

/// Systems that give fewer threads than are asked for, for tests.
#[cfg(test)]
pub(super) mod scarcity {
    use std::cell::Cell;

    thread_local! {
        static LEFT: Cell<usize> = const { Cell::new(usize::MAX) };
    }

    /// Does something where the system has so many more threads to give to this one.
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
