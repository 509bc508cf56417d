//! Who may write to a run folder: one process that runs it, or any number that each do one unit.
//!
//! The lock is the operating system's, so it ends with the process however that ends. The file only says who
//! has it.

use super::sealed::io_error;
use crate::Error;
use std::fs::{self, File, TryLockError};
use std::io::Write;
use std::path::Path;

/// The right to write, while it lives.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

/// The name of the file.
pub(crate) const NAME: &str = "lock";

impl Lock {
    /// For one process alone.
    pub fn exclusive(folder: &Path) -> Result<Self, Error> {
        let mut lock = Lock::take(folder, File::try_lock)?;
        // Whoever is refused can be told who is at work; nothing depends on it.
        let _ = lock._file.set_len(0).and_then(|()| writeln!(lock._file, "{}", std::process::id()));
        Ok(lock)
    }

    /// For any number of processes that do single units.
    pub fn shared(folder: &Path) -> Result<Self, Error> {
        Lock::take(folder, File::try_lock_shared)
    }

    fn take(folder: &Path, lock: fn(&File) -> Result<(), TryLockError>) -> Result<Self, Error> {
        let path = folder.join(NAME);
        fs::create_dir_all(folder).map_err(|error| io_error(folder, "created", &error))?;
        let file = File::options().read(true).write(true).create(true).truncate(false).open(&path);
        let file = file.map_err(|error| io_error(&path, "opened", &error))?;
        match lock(&file) {
            Ok(()) => Ok(Lock { _file: file }),
            Err(TryLockError::WouldBlock) => Err(in_use(folder, &path)),
            Err(TryLockError::Error(error)) => Err(io_error(&path, "locked", &error)),
        }
    }
}

fn in_use(folder: &Path, path: &Path) -> Error {
    let holder = fs::read_to_string(path).ok().and_then(|text| text.trim().parse::<u32>().ok());
    let holder = holder.map_or("another process".to_string(), |pid| format!("process {pid}"));
    Error::Failed(format!(
        "{holder} is writing to `{}`; wait until it is done, or give this run a folder of its own with --out",
        folder.display()
    ))
}
