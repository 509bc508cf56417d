//! Ownership of folders. A run writes only to a folder that it created, that is empty, or that is
//! marked as a run folder. The mark is a manifest; before there is one, it is a lock file and no
//! file that a run would not have created. Any other folder is refused before anything in it
//! changes.

use super::names::{
    EXPERIMENT, PARTS, PLANS, SEALS, TIMES, UNITS, is_plan_name, seal_number, seals_of, unit_number,
};
use super::{lock, manifest};
use crate::Error;
use crate::disk;
use crate::report;
use std::path::Path;

/// Refuses a folder that is not a run folder.
pub(super) fn check(folder: &Path) -> Result<(), Error> {
    disk::may_be_folder(folder)?;
    let entries = disk::list(folder)?;
    let marked = entries.is_empty() || manifest::marks(folder)? || has_lock(folder)?;
    let stranger = match marked {
        true if manifest::marks(folder)? => None,
        true => entries.iter().map(|path| disk::name(path)).find(|name| !is_ours(name)),
        false => entries.first().map(|path| disk::name(path)),
    };
    stranger.map_or(Ok(()), |name| {
        Err(Error::Refused(format!(
            "`{}` is not a run folder: it contains `{name}`; give --out a new or empty folder",
            folder.display()
        )))
    })
}

fn has_lock(folder: &Path) -> Result<bool, Error> {
    let contents = disk::contents(&folder.join(lock::NAME))?;
    Ok(contents.is_some_and(|contents| lock::is_lock(&contents)))
}

fn is_ours(name: &str) -> bool {
    [lock::NAME, PLANS, UNITS, TIMES, SEALS].contains(&name)
        || is_root_file(disk::draft_of(name).unwrap_or(name))
}

fn is_root_file(name: &str) -> bool {
    [manifest::NAME, EXPERIMENT].contains(&name) || report::is_report_name(name)
}

/// Removes the leftovers of interrupted writers in a run folder.
pub(super) fn tidy(folder: &Path) -> Result<(), Error> {
    disk::tidy(folder, is_root_file)?;
    disk::tidy(&folder.join(PLANS), is_plan_name)?;
    PARTS.iter().try_for_each(|part| {
        disk::tidy(&folder.join(part), |name| unit_number(name).is_some())?;
        disk::tidy(&seals_of(folder, part), |name| seal_number(name).is_some())
    })
}
