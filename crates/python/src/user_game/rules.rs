//! Data that all states of one game share.

use super::interned::Interned;
use crate::error::{raise, refused};
use pyo3::prelude::*;
use sortilege::game::MAX_PLAYERS;

/// Rules of a game.
pub struct Rules {
    /// Initial state.
    pub start: Py<PyAny>,
    pub seats: usize,
    pub moves: Interned,
    pub sights: Interned,
}

impl Rules {
    /// Creates the rules of a game from its initial state.
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

/// Calls Python. An exception continues as a panic, which the caller of the search converts back.
pub fn ask<T>(work: impl FnOnce(Python<'_>) -> PyResult<T>) -> T {
    Python::attach(|py| work(py).unwrap_or_else(|error| raise(error)))
}
