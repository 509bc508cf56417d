//! Ctrl-C for searches that think on the thread that asked.
//!
//! A thread of its own is heard about later and started later than none at all, by more than a
//! search of some milliseconds can bear. Searches that tell of their progress need none: when they
//! do, on the thread that thinks, somebody looks whether Ctrl-C was pressed.

use pyo3::prelude::*;
use sortilege::Stop;
use sortilege::progress::Watch;
use sortilege_catalogue::Spec;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Hears Ctrl-C while a search tells of its progress, ends it, and keeps the exception.
#[derive(Default)]
pub struct Ear {
    stop: OnceLock<Stop>,
    raised: Mutex<Option<PyErr>>,
}

/// Players who tell of their progress ten times a second, wherever one seat has to choose.
const TELLING: [&str; 4] = ["uct", "so-ismcts", "so-ismcts-pom", "mo-ismcts"];
/// Settings with which they still do. With others, such as `roots` or `select=puct`, some of them
/// go another way.
const HARMLESS: [&str; 7] = ["iterations", "time", "memory", "c", "playout", "reward", "choice"];

/// Whether a player, as it was asked for, tells of its progress.
pub fn tells(spec: &Spec) -> bool {
    let harmless = |name: &String| HARMLESS.contains(&name.as_str());
    TELLING.contains(&spec.name.as_str()) && spec.settings.iter().all(|(name, _)| harmless(name))
}

impl Ear {
    /// What a search is to tell of its progress.
    pub fn watch(self: &Arc<Self>) -> Watch {
        let ear = self.clone();
        Watch::new(move |_| ear.listen())
    }

    /// The handle that ends the search.
    pub fn ends(&self, stop: Stop) {
        // A search has one handle all its life.
        let _ = self.stop.set(stop);
    }

    fn listen(&self) {
        let Err(raised) = Python::attach(|py| py.check_signals()) else { return };
        *self.raised() = Some(raised);
        self.stop.get().expect("it was handed over before the search began").now();
    }

    /// What was raised while the search was thinking.
    pub fn take(&self) -> PyResult<()> {
        self.raised().take().map_or(Ok(()), Err)
    }

    fn raised(&self) -> std::sync::MutexGuard<'_, Option<PyErr>> {
        self.raised.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
