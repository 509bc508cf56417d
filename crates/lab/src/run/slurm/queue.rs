//! The queue of Slurm, as reported by its commands.

use crate::Error;
use std::io::ErrorKind;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::sleep;
use std::time::Duration;

/// Checks that Slurm is installed.
pub(super) fn is_there() -> Result<(), Error> {
    ["sbatch", "squeue"]
        .iter()
        .try_for_each(|program| said(Command::new(program).arg("--version")).map(drop))
}

/// Submits a script and returns the number of its job.
pub(super) fn submit(script: &Path) -> Result<String, Error> {
    let answer = said(Command::new("sbatch").arg("--parsable").arg(script))?;
    // In a federation of clusters the name of the cluster follows the number.
    Ok(answer.trim().split(';').next().unwrap_or_default().to_string())
}

/// Number of the user's job with this name that has not ended, if there is one.
pub(super) fn find(name: &str) -> Result<Option<String>, Error> {
    let answer =
        said(Command::new("squeue").args(["--noheader", "--me", "--format=%A", "--name", name]))?;
    Ok(answer.split_whitespace().next().map(str::to_string))
}

/// Output of a Slurm command.
fn said(command: &mut Command) -> Result<String, Error> {
    let name = command.get_program().to_string_lossy().into_owned();
    match command.output() {
        Ok(Output { status, stdout, .. }) if status.success() => {
            Ok(String::from_utf8_lossy(&stdout).into_owned())
        }
        Ok(Output { stderr, .. }) => {
            let why = String::from_utf8_lossy(&stderr).trim().to_string();
            Err(Error::Failed(format!("`{name}` has failed: {why}")))
        }
        Err(error) if error.kind() == ErrorKind::NotFound => Err(Error::Refused(format!(
            "there is no `{name}` on this machine; jobs are submitted where Slurm is installed"
        ))),
        Err(error) => Err(Error::Failed(format!("`{name}` cannot be started: {error}"))),
    }
}

/// Interval between two queries of the queue, which grows with time.
#[derive(Debug)]
pub(super) struct Patience(Duration);

const SHORT: Duration = Duration::from_millis(200);
const LONG: Duration = Duration::from_secs(10);

impl Default for Patience {
    fn default() -> Self {
        Patience(SHORT)
    }
}

impl Patience {
    /// Waits, unless `stop` is set.
    pub(super) fn wait(&mut self, stop: &AtomicBool) {
        let mut left = self.0;
        while !left.is_zero() && !stop.load(Ordering::Relaxed) {
            let step = left.min(SHORT);
            sleep(step);
            left -= step;
        }
        self.0 = (self.0 * 5 / 4).min(LONG);
    }
}
