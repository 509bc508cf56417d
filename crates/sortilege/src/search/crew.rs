//! Threads that help with a decision: as many as the system gives.

use std::thread::{Builder, Scope, ScopedJoinHandle};

/// Has another thread do some work; nothing, and no work done, if the system gives no more threads.
pub(super) fn spawn<'scope, 'env, T: Send + 'scope>(
    scope: &'scope Scope<'scope, 'env>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> Option<ScopedJoinHandle<'scope, T>> {
    #[cfg(test)]
    if !scarcity::there_is_one_more() {
        return None;
    }
    Builder::new().spawn_scoped(scope, work).ok()
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
