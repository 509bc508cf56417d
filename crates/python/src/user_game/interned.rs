//! Numbers for Python objects: searches copy and compare moves millions of times, so moves must be
//! small.

use crate::error::refused;
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::PyDict;
use std::collections::HashMap;
use std::sync::Mutex;

/// Hashable objects with their numbers and names.
pub struct Interned {
    /// Kind of the objects, in the plural.
    what: &'static str,
    inner: Mutex<Inner>,
}

struct Inner {
    numbers: Py<PyDict>,
    objects: Vec<Py<PyAny>>,
    names: Vec<String>,
    by_name: HashMap<String, u32>,
}

impl Interned {
    /// Creates an empty table.
    pub fn new(py: Python<'_>, what: &'static str) -> Self {
        let numbers = PyDict::new(py).unbind();
        let inner = Inner { numbers, objects: vec![], names: vec![], by_name: HashMap::new() };
        Interned { what, inner: Mutex::new(inner) }
    }

    /// Locks the table. The interpreter is released while waiting for the lock.
    fn with<T>(&self, py: Python<'_>, work: impl FnOnce(&mut Inner) -> T) -> T {
        let mut inner =
            self.inner.lock_py_attached(py).unwrap_or_else(|poisoned| poisoned.into_inner());
        work(&mut inner)
    }

    /// Number of an object.
    pub fn number(&self, object: &Bound<'_, PyAny>) -> PyResult<u32> {
        let py = object.py();
        self.with(py, |inner| {
            let numbers = inner.numbers.clone_ref(py).into_bound(py);
            if let Some(number) = numbers.get_item(object)? {
                return number.extract();
            }
            let name: String =
                object.str()?.to_cow()?.split_whitespace().collect::<Vec<_>>().join("_");
            let number = u32::try_from(inner.objects.len())
                .expect("a game has fewer than 2^32 different moves");
            if name.is_empty() || inner.by_name.contains_key(&name) {
                let why = if name.is_empty() { "an empty text" } else { "one text" };
                let what = self.what;
                return Err(refused(format!(
                    "`{what}` has {why} for different things: `{name}`; give each its own"
                )));
            }
            numbers.set_item(object, number)?;
            inner.objects.push(object.clone().unbind());
            inner.by_name.insert(name.clone(), number);
            inner.names.push(name);
            Ok(number)
        })
    }

    /// Object with a number.
    pub fn object(&self, py: Python<'_>, number: u32) -> Py<PyAny> {
        self.with(py, |inner| inner.objects[number as usize].clone_ref(py))
    }

    /// Name of the object with a number.
    pub fn name(&self, number: u32) -> String {
        Python::attach(|py| self.with(py, |inner| inner.names[number as usize].clone()))
    }

    /// Number of the object with a name.
    pub fn named(&self, name: &str) -> Option<u32> {
        Python::attach(|py| self.with(py, |inner| inner.by_name.get(name).copied()))
    }
}
