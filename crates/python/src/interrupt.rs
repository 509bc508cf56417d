//! Ctrl-C for searches on the calling thread.
//!
//! A separate thread costs start-up time and delays the answer, which is too much for a search of a
//! few milliseconds. Searches that report progress need no thread: the progress callback runs on
//! the searching thread and checks for Ctrl-C.

use pyo3::prelude::*;
use sortilege::Stop;
use sortilege::progress::Watch;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Progress callback that checks for Ctrl-C, stops the search, and keeps the exception.
#[derive(Default)]
pub struct Ear {
    stop: OnceLock<Stop>,
    raised: Mutex<Option<PyErr>>,
}

impl Ear {
    /// Progress callback for a search.
    pub fn watch(self: &Arc<Self>) -> Watch {
        let ear = self.clone();
        Watch::new(move |_| ear.listen())
    }

    /// Sets the handle that stops the search.
    pub fn ends(&self, stop: Stop) {
        // A search keeps the same handle.
        let _ = self.stop.set(stop);
    }

    fn listen(&self) {
        let Err(raised) = Python::attach(|py| py.check_signals()) else { return };
        *self.raised() = Some(raised);
        self.stop.get().expect("it was handed over before the search began").now();
    }

    /// Returns the exception that was raised during the search.
    pub fn take(&self) -> PyResult<()> {
        self.raised().take().map_or(Ok(()), Err)
    }

    fn raised(&self) -> std::sync::MutexGuard<'_, Option<PyErr>> {
        self.raised.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
