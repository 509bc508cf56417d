//! Ctrl-C and progress reports of searches.
//!
//! A separate thread costs start-up time and delays the answer, which is too much for a search of a
//! few milliseconds. Searches that report progress need no thread: the progress callback runs on
//! the searching thread and checks for Ctrl-C.

use crate::thought::Progress;
use pyo3::prelude::*;
use sortilege::Stop;
use sortilege::progress::{self, Watch};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// Progress listener of a player. It checks for Ctrl-C, calls a function in Python, stops the search
/// at an exception, and keeps the exception.
#[derive(Default)]
pub struct Listener {
    stop: OnceLock<Stop>,
    state: Mutex<InterruptState>,
}

/// What changes from one decision to the next.
#[derive(Default)]
struct InterruptState {
    raised: Option<PyErr>,
    /// Function in Python, and the names of the legal moves.
    callback: Option<(Py<PyAny>, Vec<String>)>,
}

impl Listener {
    /// Listener for a search.
    pub fn watch(self: &Arc<Self>) -> Watch {
        let listener = self.clone();
        Watch::new(move |progress| listener.receive(progress))
    }

    /// Sets the handle that stops the search.
    pub fn ends(&self, stop: Stop) {
        // A search keeps the same handle.
        let _ = self.stop.set(stop);
    }

    /// Sets the function that the next decision calls, and the names of the legal moves.
    pub fn set_callback(&self, callback: Option<(Py<PyAny>, Vec<String>)>) {
        self.state().callback = callback;
    }

    fn receive(&self, progress: &progress::Progress) {
        let call = |py: Python<'_>| {
            py.check_signals()?;
            // No lock is held during the call, in which the interpreter may run other threads.
            let callback =
                self.state().callback.as_ref().map(|(function, moves)| {
                    (function.clone_ref(py), Progress::new(progress, moves))
                });
            callback.map_or(Ok(()), |(function, report)| function.call1(py, (report,)).map(drop))
        };
        if let Err(raised) = Python::attach(call) {
            self.state().raised.get_or_insert(raised);
            self.stop.get().expect("it is set before the search begins").now();
        }
    }

    /// Returns the exception that was raised during the search.
    pub fn take(&self) -> PyResult<()> {
        self.state().raised.take().map_or(Ok(()), Err)
    }

    fn state(&self) -> MutexGuard<'_, InterruptState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
