//! Legal moves of a seat, as a sequence of names.

use crate::error::catch_panic;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyList, PySlice, PyTuple};
use sortilege_catalogue::Table;
use sortilege_catalogue::table::Choices;

/// Legal moves of a seat: an immutable sequence of names. A name is created when it is read.
#[pyclass(module = "sortilege", frozen, sequence)]
pub struct Moves {
    choices: Box<dyn Choices>,
    /// All names; filled when all of them are requested.
    names: PyOnceLock<Py<PyTuple>>,
}

impl Moves {
    /// Legal moves of a seat in the current state.
    pub fn new(table: &dyn Table, who: sortilege::Player) -> PyResult<Self> {
        Ok(Moves { choices: catch_panic(|| table.choices(who))?, names: PyOnceLock::new() })
    }

    fn names<'a, 'py>(&'a self, py: Python<'py>) -> PyResult<&'a Bound<'py, PyTuple>> {
        let make = || {
            let all = 0..self.choices.count();
            let names: Vec<_> =
                catch_panic(|| all.filter_map(|number| self.choices.name(number)).collect())?;
            Ok::<_, PyErr>(PyTuple::new(py, names)?.unbind())
        };
        Ok(self.names.get_or_try_init(py, make)?.bind(py))
    }
}

#[pymethods]
impl Moves {
    fn __len__(&self) -> usize {
        self.choices.count()
    }

    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        index: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if index.is_instance_of::<PySlice>() {
            return self.names(py)?.to_list().as_any().get_item(index);
        }
        let (index, count): (isize, isize) = (index.extract()?, self.choices.count() as isize);
        let number = if index < 0 { index + count } else { index };
        let name =
            usize::try_from(number).ok().map(|number| catch_panic(|| self.choices.name(number)));
        match name.transpose()?.flatten() {
            Some(name) => Ok(name.into_pyobject(py)?.into_any()),
            None => Err(PyIndexError::new_err(format!(
                "there is no move number {index}; there are {count}"
            ))),
        }
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.names(py)?.try_iter()?.into_any())
    }
    fn __contains__(&self, py: Python<'_>, thing: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.names(py)?.contains(thing)
    }

    /// Index of a move; raises ValueError if it is missing.
    #[pyo3(signature = (*asked))]
    fn index(&self, py: Python<'_>, asked: &Bound<'_, PyTuple>) -> PyResult<usize> {
        self.names(py)?.call_method1("index", asked.clone())?.extract()
    }
    /// Number of occurrences of a move.
    fn count(&self, py: Python<'_>, thing: &Bound<'_, PyAny>) -> PyResult<usize> {
        self.names(py)?.call_method1("count", (thing,))?.extract()
    }

    /// Equal to a list, a tuple or other moves with the same names.
    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let names = self.names(py)?;
        if let Ok(other) = other.cast::<Moves>() {
            return names.eq(other.get().names(py)?);
        }
        match other.cast::<PyList>() {
            Ok(list) => names.eq(list.to_tuple()),
            Err(_) => names.eq(other),
        }
    }
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.names(py)?.to_list().repr()?.to_string())
    }
    /// Copies and pickles are plain lists.
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyTuple>,))> {
        Ok((py.get_type::<PyList>().into_any(), (self.names(py)?.clone(),)))
    }
}

/// Registers the type as a `collections.abc.Sequence`.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let sequence = module.py().import("collections.abc")?.getattr("Sequence")?;
    sequence.call_method1("register", (module.py().get_type::<Moves>(),)).map(drop)
}
