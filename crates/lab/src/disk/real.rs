//! A disk that does what it is told: what programs run with, where tests have `fault`.

use std::fs::{File, TryLockError};
use std::io::{self, Write};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

/// Something that is done to a file or a folder.
#[derive(Clone, Copy)]
pub(crate) enum Step {
    /// Its kind and size are asked for.
    Look,
    /// It is read.
    Read,
    /// It is listed.
    List,
    /// It is made, as a folder.
    Make,
    /// It is made, as a file.
    Create,
    /// It gets its name.
    Rename,
    /// It is removed.
    Remove,
}

#[inline]
pub(crate) fn step(_: Step, _: &Path) -> io::Result<()> {
    Ok(())
}

#[inline]
pub(crate) fn write(file: &mut File, contents: &[u8], _: &Path) -> io::Result<()> {
    file.write_all(contents)
}

/// Makes contents, or the names in a folder, last.
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
