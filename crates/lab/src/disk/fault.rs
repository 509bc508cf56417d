//! A disk and a clock that fail when a test says so. What is planned holds for the thread that
//! plans it: the one that writes in a run.

use std::cell::RefCell;
use std::fs::{File, TryLockError};
use std::io::{self, Write};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

/// Something that is done to a file or a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// It is filled.
    Write,
    /// Its contents are made to last.
    Sync,
    /// It gets its name.
    Rename,
    /// It is removed.
    Remove,
}

/// What happens to the disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// The process is killed: nothing is done any more, and what is being written is cut short.
    Killed,
    /// There is no room: what is being written is cut short, and nothing new can be made.
    Full,
    /// Everything can be read and nothing changed.
    ReadOnly,
    /// The operation fails, and those after it do not.
    Once,
    /// Somebody takes away the file that would be renamed from here on, once.
    Cleared,
}

#[derive(Default)]
struct Plan {
    fault: Option<(u64, Fault)>,
    /// Operations so far.
    steps: u64,
    /// Whether the fault has come.
    struck: bool,
    /// Whether locks are granted to everybody, as on a shared file system that knows none.
    unlocked: bool,
    now: Option<u64>,
}

thread_local! {
    static PLAN: RefCell<Plan> = RefCell::default();
}

/// What is planned for as long as this lives.
pub(crate) struct Planned(());

impl Planned {
    /// A fault that begins with an operation, counted from 1.
    pub(crate) fn fault(at: u64, fault: Fault) -> Self {
        PLAN.with_borrow_mut(|plan| *plan = Plan { fault: Some((at, fault)), ..Plan::default() });
        Planned(())
    }

    /// Locks that nobody honours.
    pub(crate) fn unlocked() -> Self {
        PLAN.with_borrow_mut(|plan| *plan = Plan { unlocked: true, ..Plan::default() });
        Planned(())
    }

    /// A clock that shows this.
    pub(crate) fn clock(now: u64) -> Self {
        PLAN.with_borrow_mut(|plan| *plan = Plan { now: Some(now), ..Plan::default() });
        Planned(())
    }

    /// Whether the fault has come.
    pub(crate) fn struck(&self) -> bool {
        PLAN.with_borrow(|plan| plan.struck)
    }
}

impl Drop for Planned {
    fn drop(&mut self) {
        PLAN.take();
    }
}

pub(crate) fn step(step: Step, _: &Path) -> io::Result<()> {
    PLAN.with_borrow_mut(|plan| plan.step(step))
}

impl Plan {
    fn step(&mut self, step: Step) -> io::Result<()> {
        self.steps += 1;
        let Some((at, fault)) = self.fault.filter(|&(at, _)| self.steps >= at) else {
            return Ok(());
        };
        let reads = matches!(step, Step::Look | Step::Read | Step::List);
        let fails = match fault {
            Fault::Killed => true,
            Fault::Full => matches!(step, Step::Make | Step::Create | Step::Write | Step::Sync),
            Fault::ReadOnly => !reads,
            Fault::Once => self.steps == at,
            Fault::Cleared => step == Step::Rename && !self.struck,
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
    let planned = step(Step::Write, path);
    let end = if planned.is_ok() { contents.len() } else { contents.len() / 2 };
    file.write_all(&contents[..end])?;
    planned
}

/// Nothing is made to last here: tests pull no plugs, and do this thousands of times.
pub(crate) fn sync(_: &File, path: &Path) -> io::Result<()> {
    step(Step::Sync, path)
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
