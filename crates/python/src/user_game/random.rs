//! Random numbers for methods in Python, drawn from the generator of the caller.

use super::rules::ask;
use crate::error::refused;
use pyo3::prelude::*;
use pyo3::types::PyList;
use sortilege::Rng;

/// A seeded random number generator.
#[pyclass(module = "sortilege")]
pub struct Random(Rng);

/// Calls Python with access to a generator.
pub fn with_random<T>(
    rng: &mut Rng,
    work: impl FnOnce(Python<'_>, Py<Random>) -> PyResult<T>,
) -> T {
    ask(|py| {
        let random = Py::new(py, Random(rng.clone()))?;
        let result = work(py, random.clone_ref(py))?;
        *rng = random.try_borrow(py)?.0.clone();
        Ok(result)
    })
}

impl Random {
    fn draw(&mut self, below: usize) -> PyResult<usize> {
        match below {
            0 => Err(refused("there is nothing to draw from")),
            _ => Ok(self.0.below(below)),
        }
    }
}

#[pymethods]
impl Random {
    /// Creates a generator from a seed.
    #[new]
    fn new(seed: u64) -> Self {
        Random(Rng::new(seed))
    }
    /// A number in [0, 1).
    fn random(&mut self) -> f64 {
        self.0.unit()
    }
    /// An integer from 0 to `n - 1`.
    fn below(&mut self, n: usize) -> PyResult<usize> {
        self.draw(n)
    }
    /// One of some things, drawn uniformly.
    fn choice<'py>(&mut self, things: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let at = self.draw(things.len()?)?;
        things.get_item(at)
    }
    /// Some things in random order, as a new list.
    fn shuffled<'py>(
        &mut self,
        py: Python<'py>,
        things: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyList>> {
        let mut things: Vec<Bound<'py, PyAny>> = things.try_iter()?.collect::<PyResult<_>>()?;
        self.0.shuffle(&mut things);
        PyList::new(py, things)
    }
}
