//! Simulated disk and clock for tests. A planned fault applies to the thread that plans it, which
//! must be the thread that writes in a run.

use super::operation::DiskOperation;
use std::cell::RefCell;
use std::fs::{File, TryLockError};
use std::io::{self, Write};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

/// Kind of simulated fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// The process is killed: the write in progress is cut short, and no further operation happens.
    Killed,
    /// The disk is full: the write in progress is cut short, and nothing new can be created.
    Full,
    /// Reads succeed and every change fails.
    ReadOnly,
    /// One operation fails; later ones succeed.
    Once,
    /// Another process removes the file before its next rename, once.
    Cleared,
}

#[derive(Default)]
struct Plan {
    fault: Option<(u64, Fault)>,
    /// Number of operations so far.
    steps: u64,
    /// Whether the fault has occurred.
    struck: bool,
    /// Whether every lock request succeeds, as on a shared file system without locks.
    unlocked: bool,
    now: Option<u64>,
}

thread_local! {
    static PLAN: RefCell<Plan> = RefCell::default();
}

/// Guard of a planned fault; the plan ends when the guard is dropped.
pub(crate) struct Planned(());

impl Planned {
    /// Plans a fault that begins with operation number `at`, counted from 1.
    pub(crate) fn fault(at: u64, fault: Fault) -> Self {
        PLAN.with_borrow_mut(|plan| *plan = Plan { fault: Some((at, fault)), ..Plan::default() });
        Planned(())
    }

    /// Plans locks that exclude no other process.
    pub(crate) fn unlocked() -> Self {
        PLAN.with_borrow_mut(|plan| *plan = Plan { unlocked: true, ..Plan::default() });
        Planned(())
    }

    /// Plans a clock that shows `now`.
    pub(crate) fn clock(now: u64) -> Self {
        PLAN.with_borrow_mut(|plan| *plan = Plan { now: Some(now), ..Plan::default() });
        Planned(())
    }

    /// Returns whether the fault has occurred.
    pub(crate) fn struck(&self) -> bool {
        PLAN.with_borrow(|plan| plan.struck)
    }
}

impl Drop for Planned {
    fn drop(&mut self) {
        PLAN.take();
    }
}

pub(crate) fn step(step: DiskOperation, _: &Path) -> io::Result<()> {
    PLAN.with_borrow_mut(|plan| plan.step(step))
}

impl Plan {
    fn step(&mut self, step: DiskOperation) -> io::Result<()> {
        self.steps += 1;
        let Some((at, fault)) = self.fault.filter(|&(at, _)| self.steps >= at) else {
            return Ok(());
        };
        let reads = matches!(step, DiskOperation::Look | DiskOperation::Read | DiskOperation::List);
        let fails = match fault {
            Fault::Killed => true,
            Fault::Full => matches!(
                step,
                DiskOperation::Make
                    | DiskOperation::Create
                    | DiskOperation::Write
                    | DiskOperation::Sync
            ),
            Fault::ReadOnly => !reads,
            Fault::Once => self.steps == at,
            Fault::Cleared => step == DiskOperation::Rename && !self.struck,
        };
        self.struck |= fails;
        match fault {
            _ if !fails => Ok(()),
            Fault::Full => Err(io::ErrorKind::StorageFull.into()),
            Fault::ReadOnly => Err(io::ErrorKind::ReadOnlyFilesystem.into()),
            Fault::Cleared => Err(io::ErrorKind::NotFound.into()),
            Fault::Killed | Fault::Once => Err(io::Error::other("a fault was planned here")),
        }
    }
}

pub(crate) fn write(file: &mut File, contents: &[u8], path: &Path) -> io::Result<()> {
    let planned = step(DiskOperation::Write, path);
    let end = if planned.is_ok() { contents.len() } else { contents.len() / 2 };
    file.write_all(&contents[..end])?;
    planned
}

/// Does nothing but count the operation: tests do not cut the power, and a sync would be slow in
/// thousands of repetitions.
pub(crate) fn sync(_: &File, path: &Path) -> io::Result<()> {
    step(DiskOperation::Sync, path)
}

pub(crate) fn lock(
    file: &File,
    lock: fn(&File) -> Result<(), TryLockError>,
) -> Result<(), TryLockError> {
    match PLAN.with_borrow(|plan| plan.unlocked) {
        true => Ok(()),
        false => lock(file),
    }
}

/// Seconds since 1970.
pub(crate) fn now() -> u64 {
    let shown = PLAN.with_borrow(|plan| plan.now);
    shown.unwrap_or_else(|| {
        SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
    })
}
