//! What goes wrong, as Python's exceptions.

use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use std::any::Any;
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};

create_exception!(
    sortilege,
    Error,
    PyValueError,
    "What cannot be asked, in one sentence that says what would be right."
);

/// The exception for something that was refused.
pub fn refused(why: impl Display) -> PyErr {
    Error::new_err(why.to_string())
}

/// Does something that must not panic through to the interpreter.
pub fn calmly<T>(work: impl FnOnce() -> T) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(work)).map_err(unwound)
}

/// The exception for what a thread was unwound with.
pub fn unwound(payload: Box<dyn Any + Send>) -> PyErr {
    let words = payload.downcast_ref::<String>().map(String::as_str);
    let words = words.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("nobody knows why");
    PyRuntimeError::new_err(format!("Sortilege has a mistake in it, which showed here: {words}"))
}
