//! Real disk and clock, used in programs; tests use `fault` instead.

use super::operation::DiskOperation;
use std::fs::{File, TryLockError};
use std::io::{self, Write};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

#[inline]
pub(crate) fn step(_: DiskOperation, _: &Path) -> io::Result<()> {
    Ok(())
}

#[inline]
pub(crate) fn write(file: &mut File, contents: &[u8], _: &Path) -> io::Result<()> {
    file.write_all(contents)
}

/// Syncs the contents of a file, or the names in a folder, to the disk.
#[inline]
pub(crate) fn sync(file: &File, _: &Path) -> io::Result<()> {
    file.sync_all()
}

#[inline]
pub(crate) fn lock(
    file: &File,
    lock: fn(&File) -> Result<(), TryLockError>,
) -> Result<(), TryLockError> {
    lock(file)
}

/// Seconds since 1970.
pub(crate) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
}
