//! Who may write to a run folder: one process that runs it, or any number that each do one unit.
//!
//! The lock is the operating system's, so it ends with the process however that ends. The file only
//! says who has it. Where machines share a folder and the file system knows no locks, nothing is
//! lost either: files come into being as a whole, and who does a unit again writes the same.

use crate::Error;
use crate::disk::{self, fault, io_error};
use std::fs::{self, File, TryLockError};
use std::path::Path;

/// The right to write, while it lives.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

/// The name of the file.
pub(crate) const NAME: &str = "lock";

/// Whether these could be the contents of the file.
pub(crate) fn is_lock(contents: &[u8]) -> bool {
    contents.iter().all(|byte| byte.is_ascii_digit() || *byte == b'\n') && contents.len() < 32
}

impl Lock {
    /// For one process alone.
    pub fn exclusive(folder: &Path) -> Result<Self, Error> {
        let mut lock = Lock::take(folder, File::try_lock)?;
        // Whoever is refused can be told who is at work; nothing depends on it.
        let process = format!("{}\n", std::process::id());
        let cleared = lock._file.set_len(0);
        let _ = cleared.and_then(|()| fault::write(&mut lock._file, process.as_bytes(), folder));
        Ok(lock)
    }

    /// For any number of processes that do single units.
    pub fn shared(folder: &Path) -> Result<Self, Error> {
        Lock::take(folder, File::try_lock_shared)
    }

    fn take(folder: &Path, lock: fn(&File) -> Result<(), TryLockError>) -> Result<Self, Error> {
        let path = folder.join(NAME);
        disk::make_folder(folder)?;
        let file = disk::open_lock(&path)?;
        match fault::lock(&file, lock) {
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
