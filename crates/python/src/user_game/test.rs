//! Contract test and leak test for games in Python.

use super::hidden::HiddenUserGame;
use super::open::Open;
use super::position::Position;
use super::rules::Rules;
use crate::background::run_in_background;
use crate::error::{refused, unwound, words};
use pyo3::prelude::*;
use sortilege::Budget;
use sortilege::search::{Setup, SoIsmcts};
use sortilege::testing::{Contract, leak};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// Tests the contract of a game in `games` random games: legal moves, payoffs and chance, and with
/// hidden information also views, determinizations and observations. With `redeal` it also tests
/// for leaks: in states that a seat cannot distinguish, a search must decide the same.
#[pyfunction]
#[pyo3(signature = (start, games = 20, longest = 1000))]
pub fn check(py: Python<'_>, start: &Bound<'_, PyAny>, games: u64, longest: usize) -> PyResult<()> {
    let first = Position::new(Arc::new(Rules::new(start)?), start)?;
    let (chance, hidden, redeal) =
        (start.hasattr("outcomes")?, start.hasattr("view")?, start.hasattr("redeal")?);
    let work = move || {
        if !hidden {
            let open = Open(first);
            let contract = Contract::new(&open).games(games).longest(longest).rules();
            if chance {
                contract.chance().outcomes();
            }
            return;
        }
        let veiled = HiddenUserGame(first);
        let contract =
            Contract::new(&veiled).games(games).longest(longest).rules().hidden().observed();
        if chance {
            contract.chance().outcomes();
        }
        if redeal {
            let mut search = SoIsmcts::new(Setup::new(Budget::iterations(10)));
            let found = leak::test_search(&veiled, games, &mut search);
            assert!(
                found.pairs > 0,
                "`redeal` never gave another state, so that nothing was tested"
            );
            assert_eq!(
                found.leaks, 0,
                "of {} pairs of states that look alike some got different decisions",
                found.pairs
            );
        }
    };
    let panicked = run_in_background(py, || (), || catch_unwind(AssertUnwindSafe(work)))?.err();
    panicked.map_or(Ok(()), |payload| match payload.is::<PyErr>() {
        true => Err(unwound(payload)),
        false => Err(refused(format!("the game breaks its contract: {}", words(&*payload)))),
    })
}
