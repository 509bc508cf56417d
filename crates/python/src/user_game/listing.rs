//! Registration of games in Python: each has its own catalogue.

use super::hidden::HiddenUserGame;
use super::open::Open;
use super::position::Position;
use super::rules::Rules;
use crate::catalogue::catalogue;
use crate::error::refused;
use pyo3::prelude::*;
use sortilege_catalogue::setting::Schema;
use sortilege_catalogue::{Catalogue, GameEntry, RegisteredGame, Spec, Table, listed};
use std::collections::HashSet;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

/// Names of games written in Python.
static NAMES: LazyLock<Mutex<HashSet<String>>> = LazyLock::new(Mutex::default);

/// Whether the game with this name is written in Python.
pub fn is_own(name: &str) -> bool {
    NAMES.lock().unwrap_or_else(PoisonError::into_inner).contains(name)
}

/// Creates a table with a game in Python, given by its initial state and a name.
pub fn own_game(start: &Bound<'_, PyAny>, name: &str) -> PyResult<Box<dyn Table>> {
    let spec: Spec = name.parse().map_err(refused)?;
    if !spec.settings.is_empty() || catalogue().game(&spec.name).is_ok() {
        return Err(refused(format!(
            "`{name}` is the name of another game; choose a different name"
        )));
    }
    // A catalogue keeps the schemas of its games for ever, so the schema is leaked.
    let schema: &'static Schema = Box::leak(Box::new(Schema {
        name: Box::leak(spec.name.clone().into_boxed_str()),
        help: "a game in Python",
        fields: &[],
    }));
    let own = Catalogue::new(vec![entry(start, schema)?]).map_err(refused)?;
    NAMES.lock().unwrap_or_else(PoisonError::into_inner).insert(spec.name.clone());
    own.open(&spec).map_err(refused)
}

/// Registers the game with the capabilities for which its initial state has methods.
fn entry(start: &Bound<'_, PyAny>, schema: &'static Schema) -> PyResult<Box<dyn RegisteredGame>> {
    let has = |method: &str| start.hasattr(method);
    let first = Position::new(Arc::new(Rules::new(start)?), start)?;
    let (chance, together) = (has("outcomes")?, has("choices")?);
    if !has("view")? {
        let entry = GameEntry::new(schema, move |_| Ok(Open(first.clone()))).open();
        let entry = if chance { entry.chance().outcomes() } else { entry };
        return Ok(listed(if together { entry.simultaneous() } else { entry }));
    }
    for method in ["determinize", "seen"] {
        if !has(method)? {
            return Err(refused(format!(
                "a game with the method `view` has hidden information and needs the method `{method}` too"
            )));
        }
    }
    let entry =
        GameEntry::new(schema, move |_| Ok(HiddenUserGame(first.clone()))).hidden().observe();
    let entry = if chance { entry.chance().outcomes() } else { entry };
    Ok(listed(if together { entry.simultaneous() } else { entry }))
}
