//! Work on a thread of its own, while this one lets go of the interpreter and listens for Ctrl-C.

use crate::error::{refused, unwound};
use pyo3::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread::{self, Builder};
use std::time::Duration;

/// How often somebody looks whether Ctrl-C was pressed.
const LOOK: Duration = Duration::from_millis(50);
/// As much room as the first thread of a program has: deep games are searched as they are from the
/// command line.
const STACK: usize = 8 << 20;

/// Does `work`, and calls `stop` at Ctrl-C, which then has to end it soon. What it sends on the way
/// is handed to `hear` by this thread, which may call back into Python; an exception from there
/// stops the work too.
pub fn aside<T: Send, M: Send>(
    py: Python<'_>,
    stop: impl Fn(),
    work: impl FnOnce(&mpsc::Sender<M>) -> T + Send,
    mut hear: impl FnMut(M) -> PyResult<()>,
) -> PyResult<T> {
    let (sender, mut messages) = mpsc::channel();
    thread::scope(|scope| {
        let worker = Builder::new()
            .stack_size(STACK)
            .spawn_scoped(scope, move || work(&sender))
            .map_err(|error| refused(format!("the system gives no thread to think on: {error}")))?;
        let mut ended = Ok(());
        loop {
            let messages = &mut messages;
            let heard = py.detach(move || messages.recv_timeout(LOOK));
            let now = match heard {
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => py.check_signals(),
                Ok(message) if ended.is_ok() => hear(message),
                Ok(_) => Ok(()),
            };
            if ended.is_ok() && now.is_err() {
                stop();
                ended = now;
            }
        }
        let result = py.detach(|| worker.join());
        ended?;
        result.map_err(unwound)
    })
}

/// The same for work that has nothing to say before it is done.
pub fn quietly<T: Send>(
    py: Python<'_>,
    stop: impl Fn(),
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    aside(py, stop, |_: &mpsc::Sender<()>| work(), |()| Ok(()))
}

/// Does what is over at once on this thread, with the interpreter let go.
pub fn briefly<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    py.detach(|| catch_unwind(AssertUnwindSafe(work))).map_err(unwound)
}
