//! Write access to a run folder: for one process that runs it, or for any number of processes that
//! each do one unit.
//!
//! The lock belongs to the operating system, so it ends with the process in every case. The file
//! only contains the process that holds it. On a shared file system without locks no results are
//! lost either: files are written atomically, and a unit that is done twice has the same contents.

use crate::Error;
use crate::disk::{self, fault, io_error};
use std::fs::{self, File, TryLockError};
use std::path::Path;

/// Write access to a folder, until it is dropped.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

/// Name of the lock file.
pub(crate) const NAME: &str = "lock";

/// Returns whether `contents` could be the contents of a lock file.
pub(crate) fn is_lock(contents: &[u8]) -> bool {
    contents.iter().all(|byte| byte.is_ascii_digit() || *byte == b'\n') && contents.len() < 32
}

impl Lock {
    /// Acquires the lock for one process alone.
    pub fn exclusive(folder: &Path) -> Result<Self, Error> {
        let mut lock = Lock::take(folder, File::try_lock)?;
        // The process number is only shown in the error message of a process that is refused.
        let process = format!("{}\n", std::process::id());
        let cleared = lock._file.set_len(0);
        let _ = cleared.and_then(|()| fault::write(&mut lock._file, process.as_bytes(), folder));
        Ok(lock)
    }

    /// Acquires the lock for any number of processes that do single units.
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
        "{holder} is writing to `{}`; wait until it is done, or give --out another folder",
        folder.display()
    ))
}
