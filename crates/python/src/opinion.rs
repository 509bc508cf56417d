//! Evaluators in Python: a callable that evaluates states in batches, and optionally one that
//! returns prior probabilities of moves.

use crate::error::{raise, refused};
use crate::tensor::Tensor;
use crate::user_game::{HiddenUserGame, Open};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};
use sortilege::Player;
use sortilege::game::Values;
use sortilege_catalogue::opinion::{EvaluatedGame, ExternalEvaluator};
use std::sync::Arc;

/// State evaluation by a Python callable.
#[pyclass(module = "sortilege", frozen)]
pub struct Evaluator(pub(crate) Arc<Asked>);

/// The callables and the format of their arguments.
pub struct Asked {
    values: Py<PyAny>,
    priors: Option<Py<PyAny>>,
    batch: usize,
    size: usize,
}

#[pymethods]
impl Evaluator {
    /// Creates an evaluator. `values` is called with an array of the shape (states, seats, size):
    /// the observation of each seat in each state, as `View.tensor` returns it. It returns the
    /// value of each state for every seat, from -1 to 1: an array of the shape (states, seats).
    /// `priors`, if given, is called with such an array of one state, the acting seat and the names
    /// of its moves; it returns a weight of 0 or more for each move. For a game in Python both
    /// callables get its states instead of arrays: a list, or a single state. `batch` is the
    /// preferred number of states per call.
    #[new]
    #[pyo3(signature = (values, *, priors = None, batch = 16, size = 256))]
    fn new(
        values: Py<PyAny>,
        priors: Option<Py<PyAny>>,
        batch: usize,
        size: usize,
        py: Python<'_>,
    ) -> PyResult<Self> {
        Tensor::new(size)?;
        if !(1..=65_536).contains(&batch) {
            return Err(refused(format!("`batch` is a whole number from 1 to 65536, not {batch}")));
        }
        if !values.bind(py).is_callable()
            || priors.as_ref().is_some_and(|priors| !priors.bind(py).is_callable())
        {
            return Err(pyo3::exceptions::PyTypeError::new_err(
                "an evaluator is made of functions",
            ));
        }
        Ok(Evaluator(Arc::new(Asked { values, priors, batch, size })))
    }
}

impl Asked {
    /// Arguments for some states.
    fn shown<'py>(
        &self,
        py: Python<'py>,
        states: &[&dyn EvaluatedGame],
    ) -> PyResult<Bound<'py, PyAny>> {
        let own: Option<Vec<Bound<'py, PyAny>>> =
            states.iter().map(|state| own_object(py, *state)).collect();
        if let Some(objects) = own {
            return Ok(PyList::new(py, objects)?.into_any());
        }
        let seats = states.first().map_or(0, |state| state.seats());
        let mut bytes = vec![];
        for state in states {
            for seat in 0..seats {
                let mut tensor = Tensor::new(self.size)?;
                tensor.picture(&state.picture(Player(seat)));
                bytes.extend(tensor.bytes());
            }
        }
        let flat =
            py.import("numpy")?.call_method1("frombuffer", (PyBytes::new(py, &bytes), "<f4"))?;
        flat.call_method1("reshape", (states.len(), seats, self.size))
    }

    fn evaluate(
        &self,
        py: Python<'_>,
        states: &[&dyn EvaluatedGame],
        values: &mut [Values],
    ) -> PyResult<()> {
        let seats = states.first().map_or(0, |state| state.seats());
        let answer = self.values.call1(py, (self.shown(py, states)?,))?;
        let numbers = numbers(answer.bind(py), &[states.len(), seats], "values")?;
        if let Some(wrong) = numbers.iter().find(|number| !(-1.0..=1.0).contains(*number)) {
            return Err(refused(format!("an evaluator gives values from -1 to 1, not {wrong}")));
        }
        for (values, numbers) in values.iter_mut().zip(numbers.chunks(seats)) {
            values[..seats].copy_from_slice(numbers);
        }
        Ok(())
    }

    fn weigh(
        &self,
        py: Python<'_>,
        state: &dyn EvaluatedGame,
        who: Player,
        moves: &[String],
    ) -> PyResult<Vec<f32>> {
        let Some(priors) = &self.priors else { return Ok(vec![1.0; moves.len()]) };
        let shown = self.shown(py, &[state])?.get_item(0)?;
        let answer = priors.call1(py, (shown, who.0, moves.to_vec()))?;
        let numbers = numbers(answer.bind(py), &[moves.len()], "priors")?;
        match numbers.iter().find(|number| !((**number as f32).is_finite() && **number >= 0.0)) {
            Some(wrong) => Err(refused(format!("priors are weights of 0 or more, not {wrong}"))),
            None => Ok(numbers.into_iter().map(|number| number as f32).collect()),
        }
    }
}

/// Python object of a state of a game in Python.
fn own_object<'py>(py: Python<'py>, state: &dyn EvaluatedGame) -> Option<Bound<'py, PyAny>> {
    let open = state.state().downcast_ref::<Open>().map(|state| &state.0);
    let position =
        open.or_else(|| state.state().downcast_ref::<HiddenUserGame>().map(|state| &state.0))?;
    Some(position.object(py))
}

/// Numbers of an array that must have the given shape.
fn numbers(answer: &Bound<'_, PyAny>, shape: &[usize], what: &str) -> PyResult<Vec<f64>> {
    let array = answer.py().import("numpy")?.call_method1("asarray", (answer, "<f8"))?;
    let found: Vec<usize> = array.getattr("shape")?.extract()?;
    if found != shape {
        return Err(refused(format!(
            "an evaluator gives {what} of the shape {shape:?}, not {found:?}"
        )));
    }
    let bytes: Vec<u8> = array.call_method0("tobytes")?.extract()?;
    Ok(bytes
        .chunks_exact(8)
        .map(|eight| f64::from_le_bytes(eight.try_into().expect("eight bytes")))
        .collect())
}

impl ExternalEvaluator for Asked {
    fn evaluate(&self, states: &[&dyn EvaluatedGame], values: &mut [Values]) {
        Python::attach(|py| self.evaluate(py, states, values).unwrap_or_else(|error| raise(error)));
    }
    fn has_priors(&self) -> bool {
        self.priors.is_some()
    }
    fn priors(&self, state: &dyn EvaluatedGame, who: Player, moves: &[String]) -> Vec<f32> {
        Python::attach(|py| self.weigh(py, state, who, moves).unwrap_or_else(|error| raise(error)))
    }
    fn batch(&self) -> usize {
        self.batch
    }
}
