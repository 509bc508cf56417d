//! What goes wrong, as Python's exceptions.

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
    "What cannot be asked, in one sentence that says what would be right."
);

/// The exception for something that was refused.
pub fn refused(why: impl Display) -> PyErr {
    Error::new_err(brief(&why.to_string()))
}

/// Does something that must not panic through to the interpreter.
pub fn calmly<T>(work: impl FnOnce() -> T) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(work)).map_err(unwound)
}

/// The exception for what a thread was unwound with.
pub fn unwound(payload: Box<dyn Any + Send>) -> PyErr {
    let payload = match payload.downcast::<PyErr>() {
        Ok(raised) => return *raised,
        Err(other) => other,
    };
    let words = words(&*payload);
    PyRuntimeError::new_err(format!("Sortilege has a mistake in it, which showed here: {words}"))
}

/// What a panic said.
pub fn words(payload: &(dyn Any + Send)) -> &str {
    let words = payload.downcast_ref::<String>().map(String::as_str);
    words.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("nobody knows why")
}

/// Goes on with an exception of Python's through code that knows none, as far as [`unwound`].
pub fn raise(error: PyErr) -> ! {
    resume_unwind(Box::new(error))
}
