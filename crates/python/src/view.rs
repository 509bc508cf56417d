//! What a seat knows, and nothing else.

use crate::error::calmly;
use crate::moves::Moves;
use crate::scene;
use crate::tensor;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};
use sortilege::Player;
use sortilege_catalogue::Table;
use sortilege_catalogue::table::Event;
use std::sync::Arc;

/// All that a seat knows of a game, and nothing else: what players are shown.
#[pyclass(module = "sortilege", frozen)]
pub struct View {
    pub(crate) game: Py<PyAny>,
    pub(crate) who: Player,
    pub(crate) table: Arc<dyn Table>,
    pub(crate) course: u64,
}

impl View {
    fn scene(&self) -> PyResult<sortilege::scene::Scene> {
        calmly(|| self.table.picture(self.who))
    }

    fn events(&self) -> PyResult<Vec<Event>> {
        calmly(|| self.table.log(self.who))
    }
}

#[pymethods]
impl View {
    /// The game.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<PyAny> {
        self.game.clone_ref(py)
    }
    /// Whose view it is.
    #[getter]
    fn seat(&self) -> usize {
        self.who.0
    }
    /// Whether the seat has to choose now.
    #[getter]
    fn is_to_choose(&self) -> PyResult<bool> {
        calmly(|| self.table.to_choose().contains(&self.who))
    }
    /// What the seat may do; nothing if it has nothing to choose.
    #[getter]
    fn legal_moves(&self) -> PyResult<Moves> {
        Moves::new(&*self.table, self.who)
    }
    /// What has happened, as the seat saw it: who (None for chance), and what it was told.
    #[getter]
    fn log(&self) -> PyResult<Vec<(Option<usize>, String)>> {
        let told = |event: Event| (event.who.map(|who| who.0), event.text);
        Ok(self.events()?.into_iter().map(told).collect())
    }
    /// What lies on the table, from top to bottom: boards, rows and labels, as dictionaries.
    #[getter]
    fn picture<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        scene::to_python(py, &self.scene()?)
    }
    /// The picture in plain text.
    #[getter]
    fn text(&self) -> PyResult<String> {
        Ok(scene::to_text(&self.scene()?))
    }

    /// What the seat sees as a numpy array of `size` numbers, 0 or more, the same for every state
    /// that looks the same to it. Every piece in its place, every card, die and token in its row
    /// and every line of text counts 1 at a place that is drawn by a hash of its description, so
    /// different things may share a place: the larger, the fewer. With `log` all that has happened
    /// is in it as well, each event with its number.
    #[pyo3(signature = (size = 256, log = false))]
    fn tensor<'py>(&self, py: Python<'py>, size: usize, log: bool) -> PyResult<Bound<'py, PyAny>> {
        let mut tensor = tensor::Tensor::new(size)?;
        tensor.picture(&self.scene()?);
        if log {
            tensor.log(&self.events()?);
        }
        let bytes = PyBytes::new(py, &tensor.bytes());
        py.import("numpy")?.call_method1("frombuffer", (bytes, "<f4"))?.call_method0("copy")
    }

    fn __str__(&self) -> PyResult<String> {
        self.text()
    }
    fn __repr__(&self) -> String {
        format!("<sortilege.View of seat {}: {}>", self.who.0, self.table.spec())
    }
}
