//! Views: what one seat observes, and nothing else.

use crate::error::catch_panic;
use crate::moves::Moves;
use crate::scene;
use crate::tensor;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};
use sortilege::Player;
use sortilege_catalogue::Table;
use sortilege_catalogue::table::Event;
use std::sync::Arc;

/// Everything that a seat observes of a game, and nothing else. Players decide on views.
#[pyclass(module = "sortilege", frozen)]
pub struct View {
    pub(crate) game: Py<PyAny>,
    pub(crate) who: Player,
    pub(crate) table: Arc<dyn Table>,
    pub(crate) course: u64,
}

impl View {
    fn scene(&self) -> PyResult<sortilege::scene::Scene> {
        catch_panic(|| self.table.picture(self.who))
    }

    fn events(&self) -> PyResult<Vec<Event>> {
        catch_panic(|| self.table.log(self.who))
    }
}

#[pymethods]
impl View {
    /// Game of the view.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<PyAny> {
        self.game.clone_ref(py)
    }
    /// Seat of the view.
    #[getter]
    fn seat(&self) -> usize {
        self.who.0
    }
    /// Whether the seat has to choose now.
    #[getter]
    fn is_to_choose(&self) -> PyResult<bool> {
        catch_panic(|| self.table.to_choose().contains(&self.who))
    }
    /// Legal moves of the seat; empty if it has nothing to choose.
    #[getter]
    fn legal_moves(&self) -> PyResult<Moves> {
        Moves::new(&*self.table, self.who)
    }
    /// Events as the seat observed them: the seat (None for chance), and the observation.
    #[getter]
    fn log(&self) -> PyResult<Vec<(Option<usize>, String)>> {
        let pair = |event: Event| (event.who.map(|who| who.0), event.text);
        Ok(self.events()?.into_iter().map(pair).collect())
    }
    /// Picture of the table from top to bottom: boards, rows and labels, as dictionaries.
    #[getter]
    fn picture<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        scene::to_python(py, &self.scene()?)
    }
    /// Picture as plain text.
    #[getter]
    fn text(&self) -> PyResult<String> {
        Ok(scene::to_text(&self.scene()?))
    }

    /// Observation as a numpy array of `size` numbers, 0 or more; equal for states that the seat
    /// cannot distinguish. Every piece at its place, every card, die and token in its row, and
    /// every line of text adds 1 at an index given by a hash of its description. Different features
    /// can collide, less often in larger arrays. With `log` the history is included, each event
    /// with its number.
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
