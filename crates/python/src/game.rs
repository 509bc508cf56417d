//! Games by name.

use crate::catalogue::{catalogue, for_programs};
use crate::error::{catch_panic, refused};
use crate::state::State;
use crate::user_game::own_game;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use sortilege_catalogue::setting::Schema;
use sortilege_catalogue::{Level, Spec, Table};
use std::sync::Arc;

/// A game with its settings.
#[pyclass(module = "sortilege", frozen)]
pub struct Game {
    /// The initial state; never modified.
    table: Arc<dyn Table>,
}

/// Names of all games.
#[pyfunction]
pub fn games() -> Vec<&'static str> {
    catalogue().games().iter().map(|game| game.name()).collect()
}

/// Opens the game that a text in the notation of the command line describes.
#[pyfunction]
pub fn open(spec: &str) -> PyResult<Game> {
    let spec: Spec = spec.parse().map_err(refused)?;
    let table = catch_panic(|| for_programs().open(&spec))?.map_err(refused)?;
    Ok(Game { table: Arc::from(table) })
}

/// Creates a game in Python from its initial state and a name.
#[pyfunction]
pub fn own(start: &Bound<'_, PyAny>, name: &str) -> PyResult<Game> {
    Ok(Game { table: Arc::from(own_game(start, name)?) })
}

#[pymethods]
impl Game {
    /// Game with the given settings, in the notation of the command line.
    #[getter]
    fn spec(&self) -> String {
        self.table.spec().to_string()
    }
    /// Game with all its settings.
    #[getter]
    fn full_spec(&self) -> String {
        self.table.full_spec().to_string()
    }
    /// Name of the game.
    #[getter]
    fn name(&self) -> String {
        self.table.spec().name
    }
    /// Number of seats.
    #[getter]
    fn seats(&self) -> usize {
        self.table.seats()
    }
    /// Names of the seats.
    #[getter]
    fn seat_names(&self) -> Vec<String> {
        (0..self.table.seats()).map(|seat| self.table.seat_name(sortilege::Player(seat))).collect()
    }
    /// Capabilities of the game: `chance`, `outcomes`, `hidden`, `observe`, `simultaneous`,
    /// `evaluate`, `quality`, `key`.
    #[getter]
    fn capabilities(&self) -> Vec<&'static str> {
        self.table.capabilities()
    }
    /// Rules for people in Markdown, if available.
    #[getter]
    fn rules(&self) -> Option<&'static str> {
        self.table.rules()
    }
    /// Players that support this game, each with its help and its settings with defaults.
    fn players<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let players = PyDict::new(py);
        for schema in self.table.players() {
            players.set_item(schema.name, described(py, schema)?)?;
        }
        Ok(players)
    }
    /// Recommended player of this game at a level: `beginner`, `easy`, `normal`, `strong` or
    /// `best`.
    #[pyo3(signature = (level = "best"))]
    fn recommended(&self, level: &str) -> PyResult<String> {
        let found = Level::named(level).map(|level| self.table.level(level).to_string());
        let names = || Level::ALL.map(|level| level.name()).join(", ");
        found.ok_or_else(|| {
            refused(format!("there is no level named `{level}` (there are {})", names()))
        })
    }

    /// Initial state. With a seed chance events are applied automatically, now and after every
    /// move. Without a seed the caller applies them with `State.chance` and `State.outcome`.
    #[pyo3(signature = (seed = None))]
    fn start(slf: &Bound<'_, Self>, seed: Option<u64>) -> PyResult<State> {
        let table = catch_panic(|| slf.get().table.again())?;
        State::new(slf.as_any(), table, seed)
    }

    /// State that a text describes, in the notation of `State.text`.
    #[pyo3(signature = (text, seed = None))]
    fn read(slf: &Bound<'_, Self>, text: &str, seed: Option<u64>) -> PyResult<State> {
        let mut table = catch_panic(|| slf.get().table.again())?;
        catch_panic(|| table.set_position(text))?.map_err(refused)?;
        State::new(slf.as_any(), table, seed)
    }

    fn __repr__(&self) -> String {
        format!("<sortilege.Game {}>", self.table.spec())
    }
    fn __eq__(&self, other: &Game) -> bool {
        self.table.full_spec() == other.table.full_spec()
    }
    fn __hash__(&self) -> u64 {
        crate::tensor::hash(self.table.full_spec().to_string().as_bytes())
    }
}

/// Help of a player and its settings with defaults.
fn described<'py>(py: Python<'py>, schema: &Schema) -> PyResult<Bound<'py, PyDict>> {
    let (dict, settings) = (PyDict::new(py), PyDict::new(py));
    for field in schema.fields {
        let setting = PyDict::new(py);
        setting.set_item("values", field.kind.to_string())?;
        setting.set_item("default", Some(field.default).filter(|default| !default.is_empty()))?;
        setting.set_item("help", field.help)?;
        settings.set_item(field.name, setting)?;
    }
    dict.set_item("help", schema.help)?;
    dict.set_item("settings", settings)?;
    Ok(dict)
}
