//! What all states of one game share.

use super::interned::Interned;
use crate::error::{raise, refused};
use pyo3::prelude::*;
use sortilege::game::MAX_PLAYERS;

/// The game behind states.
pub struct Rules {
    /// The first state.
    pub start: Py<PyAny>,
    pub seats: usize,
    pub moves: Interned,
    pub sights: Interned,
}

impl Rules {
    /// Those of a game that begins with this state.
    pub fn new(start: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = start.py();
        let seats: usize = start.getattr("seats")?.extract()?;
        if !(1..=MAX_PLAYERS).contains(&seats) {
            return Err(refused(format!(
                "`seats` is a whole number from 1 to {MAX_PLAYERS}, not {seats}"
            )));
        }
        let (moves, sights) = (Interned::new(py, "legal_moves"), Interned::new(py, "seen"));
        Ok(Rules { start: start.clone().unbind(), seats, moves, sights })
    }
}

/// Asks Python something. What it raises goes on as a panic, to whoever asked the search.
pub fn ask<T>(work: impl FnOnce(Python<'_>) -> PyResult<T>) -> T {
    Python::attach(|py| work(py).unwrap_or_else(|error| raise(error)))
}
