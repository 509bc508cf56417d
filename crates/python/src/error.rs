//! Errors as Python exceptions.

use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use sortilege_catalogue::brief;
use std::any::Any;
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

create_exception!(
    sortilege,
    Error,
    PyValueError,
    "A refused request: one sentence that says what was wrong and what would be right."
);

/// Exception for a request that was refused.
pub fn refused(why: impl Display) -> PyErr {
    Error::new_err(brief(&why.to_string()))
}

/// Runs `work` and converts a panic into an exception, so that no panic reaches the interpreter.
pub fn catch_panic<T>(work: impl FnOnce() -> T) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(work)).map_err(unwound)
}

/// Exception for the payload of a panic.
pub fn unwound(payload: Box<dyn Any + Send>) -> PyErr {
    let payload = match payload.downcast::<PyErr>() {
        Ok(raised) => return *raised,
        Err(other) => other,
    };
    let words = words(&*payload);
    PyRuntimeError::new_err(format!("this is a bug in Sortilege; please report it: {words}"))
}

/// Message of a panic.
pub fn words(payload: &(dyn Any + Send)) -> &str {
    let words = payload.downcast_ref::<String>().map(String::as_str);
    words.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("unknown reason")
}

/// Carries a Python exception through code without Python, as a panic that [`unwound`] converts
/// back.
pub fn raise(error: PyErr) -> ! {
    resume_unwind(Box::new(error))
}
