//! Work on a separate thread, while the calling thread releases the interpreter and checks for
//! Ctrl-C.

use crate::error::{refused, unwound};
use pyo3::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread::{self, Builder};
use std::time::Duration;

/// Interval between checks for Ctrl-C.
const LOOK: Duration = Duration::from_millis(50);
/// Stack size: that of a program's main thread, so that deep games can be searched as from the
/// command line.
const STACK: usize = 8 << 20;

/// Runs `work` on a thread, and calls `stop` at Ctrl-C, after which `work` has to end soon. The
/// calling thread passes messages of `work` to `receive`, which may call back into Python. An
/// exception from `receive` also stops the work.
pub fn run_with_messages<T: Send, M: Send>(
    py: Python<'_>,
    stop: impl Fn(),
    work: impl FnOnce(&mpsc::Sender<M>) -> T + Send,
    mut receive: impl FnMut(M) -> PyResult<()>,
) -> PyResult<T> {
    let (sender, mut messages) = mpsc::channel();
    thread::scope(|scope| {
        let worker = Builder::new()
            .stack_size(STACK)
            .spawn_scoped(scope, move || work(&sender))
            .map_err(|error| {
                refused(format!("the system cannot start a thread for the search: {error}"))
            })?;
        let mut ended = Ok(());
        loop {
            let messages = &mut messages;
            let received = py.detach(move || messages.recv_timeout(LOOK));
            let now = match received {
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => py.check_signals(),
                Ok(message) if ended.is_ok() => receive(message),
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

/// Same as `run_with_messages`, for work that sends no messages.
pub fn run_in_background<T: Send>(
    py: Python<'_>,
    stop: impl Fn(),
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    run_with_messages(py, stop, |_: &mpsc::Sender<()>| work(), |()| Ok(()))
}

/// Runs short work on the calling thread with the interpreter released.
pub fn briefly<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    py.detach(|| catch_unwind(AssertUnwindSafe(work))).map_err(unwound)
}
