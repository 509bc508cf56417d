//! Beginning and resuming a run, and its extension to more games in the same folder: existing
//! results are kept, and the missing games are played.
//!
//! A game is the same in both runs: it follows from the seed, the players, its pairing and its
//! number. Only its place differs, since units are numbered through all pairings and sealed for a
//! plan. The old run is therefore first moved into a subfolder that is itself a run folder.
//! Then its units are copied into the new run, each under its new number and with a new seal,
//! before any game is played. If the last unit of a pairing was not full, it is played again.
//!
//! At any moment every unit is in one of the two folders, so an interrupted extension can be
//! resumed. It can be resumed with the larger experiment, with a still larger one, or with the old
//! one, which then takes its units back.

use super::folder::{
    ANOTHER, Builds, Lines, Run, make_parts, units_in, write_or_compare, write_sealed,
};
use super::lock::Lock;
use super::manifest::{self, Manifest, Shard};
use super::names::{EXPERIMENT, PARTS, PLANS, SEALS, TIMES, UNITS, seals_of};
use super::ownership;
use super::sealed::{self, Seal, SealedLines};
use crate::Error;
use crate::disk::{self, Durability};
use crate::experiment::plan::{Purpose, Stage, Task};
use crate::experiment::{Experiment, Results};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Folder of the old run during an extension, named like a leftover of an interrupted writer.
const BEFORE: &str = ".before.unfinished";

/// Returns the manifest of the run folder for an experiment. If the experiment extends the existing
/// run, the extension happens here. No other process writes to the folder.
pub(super) fn settle(
    folder: &Path,
    found: Manifest,
    experiment: &Experiment,
    builds: Builds,
) -> Result<Manifest, Error> {
    let old_folder = folder.join(BEFORE);
    let (text, left) = (experiment.to_toml(), Manifest::read(&old_folder)?);
    let hash = sealed::hash(text.as_bytes());
    match (found.experiment == hash, &left) {
        (true, None) => {
            // The interruption was before the first unit was moved, or after the last one was
            // removed.
            clear(&old_folder)?;
            return Ok(found);
        }
        (true, Some(_)) => {}
        (false, left) => {
            let source = if left.is_some() { &old_folder } else { folder };
            let Ok(old) = Run::open(source, &experiment.catalogue) else { return Ok(found) };
            if !experiment.extends(&old.experiment).map_err(|why| refused(folder, &why))? {
                return Ok(found);
            }
            if let Some(shard) = found.shard {
                let why = format!(
                    "is part {shard} of a run with fewer games; join the parts, and extend the whole"
                );
                return Err(refused(folder, &why));
            }
            if left.is_none() {
                // Damaged files are reported before anything is moved.
                old.mixing(builds).results()?;
            }
        }
    }
    move_old_run(folder, &old_folder, &found, left.as_ref())?;
    let manifest = Manifest { experiment: hash, ..found };
    manifest.write(folder)?;
    disk::write(&folder.join(EXPERIMENT), text.as_bytes(), Durability::Synced)?;
    make_parts(folder)?;
    disk::make_folder(&folder.join(PLANS))?;
    let run = Run {
        folder: folder.to_path_buf(),
        experiment: experiment.clone(),
        manifest: manifest.clone(),
        lock: None,
    };
    take_over(&run, &Run::open(&old_folder, &experiment.catalogue)?.mixing(builds))?;
    clear(&old_folder)?;
    Ok(manifest)
}

fn refused(folder: &Path, why: &str) -> Error {
    Error::Refused(format!("`{}` {why}", folder.display()))
}

/// Subfolders of a run that contain files.
fn parts(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let lines = PARTS.map(|part| folder.join(part));
    let seals = PARTS.map(|part| seals_of(folder, part));
    lines.into_iter().chain(seals).chain([folder.join(PLANS)])
}

/// Moves all files of a run into a subfolder. The manifest in the subfolder marks that this has
/// begun.
fn move_old_run(
    folder: &Path,
    old_folder: &Path,
    found: &Manifest,
    left: Option<&Manifest>,
) -> Result<(), Error> {
    match left {
        None => {
            clear(old_folder)?;
            parts(old_folder).try_for_each(|part| disk::make_folder(&part))?;
            let text = disk::contents(&folder.join(EXPERIMENT))?.unwrap_or_default();
            disk::write(&old_folder.join(EXPERIMENT), &text, Durability::Synced)?;
            found.write(old_folder)?;
        }
        // An extension was interrupted while it copied units, before any game was played. All files
        // outside the subfolder are copies.
        Some(left) if left.experiment != found.experiment => {
            return parts(folder).try_for_each(|part| empty(&part));
        }
        Some(_) => {}
    }
    for (from, to) in parts(folder).zip(parts(old_folder)) {
        for path in visible(&from)? {
            disk::rename(&path, &to.join(disk::name(&path)))?;
        }
    }
    parts(old_folder).for_each(|part| disk::sync_folder(&part));
    Ok(())
}

/// Files that are not leftovers of interrupted writers.
fn visible(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let mut paths = disk::list(folder)?;
    paths.retain(|path| !disk::name(path).starts_with('.'));
    Ok(paths)
}

fn empty(folder: &Path) -> Result<(), Error> {
    visible(folder)?.iter().try_for_each(|path| disk::remove(path))
}

/// Removes the subfolder of the old run, or what is left of it. The manifest is removed first:
/// without it the folder no longer counts as a run folder.
fn clear(old_folder: &Path) -> Result<(), Error> {
    if disk::list(old_folder)?.is_empty() {
        disk::remove_folder(old_folder);
        return Ok(());
    }
    disk::remove(&old_folder.join(manifest::NAME))?;
    disk::remove(&old_folder.join(EXPERIMENT))?;
    disk::tidy(old_folder, |name| [manifest::NAME, EXPERIMENT].contains(&name))?;
    for part in parts(old_folder) {
        disk::list(&part)?.iter().try_for_each(|path| disk::remove(path))?;
    }
    let folders = parts(old_folder).chain([old_folder.join(SEALS), old_folder.to_path_buf()]);
    folders.for_each(|folder| disk::remove_folder(&folder));
    Ok(())
}

/// Identity of a unit that does not depend on its number: whether it is part of a screen, its
/// pairing, its first game, and its number of games.
type UnitIdentity = (bool, u64, u64, u64);

/// Copies the units that both runs share, stage by stage.
fn take_over(run: &Run, old: &Run) -> Result<(), Error> {
    let known = units(old)?;
    let mut past = Results::of(run.experiment.measure);
    while let Some(stage) = run.next_stage(&past)? {
        run.keep_plan(&stage)?;
        let plan = sealed::hash(stage.to_json().as_bytes());
        for (&place, found) in &known {
            if let Some(number) = number(&stage, place) {
                copy(found, &old.folder, &run.folder, Seal { plan: &plan, unit: number }, place.3)?;
            }
        }
        if run.read_stage(stage, &mut past)? > 0 {
            break;
        }
    }
    Ok(())
}

/// Existing unit: its number, and the hash of its plan.
struct ExistingUnit {
    number: u64,
    plan: String,
}

/// Existing units of a run.
fn units(run: &Run) -> Result<BTreeMap<UnitIdentity, ExistingUnit>, Error> {
    let mut known = BTreeMap::new();
    for stage in run.results()?.stages {
        let plan = sealed::hash(stage.to_json().as_bytes());
        for number in units_in(&run.folder, stage.numbers())? {
            let unit = stage.unit(number)?;
            let place = (is_screen(&stage), unit.task.pairing, unit.first, unit.count);
            known.insert(place, ExistingUnit { number, plan: plan.clone() });
        }
    }
    Ok(known)
}

fn is_screen(stage: &Stage) -> bool {
    stage.purpose == Purpose::Screen
}

/// Number of a unit in a stage, if it occurs there.
fn number(stage: &Stage, (screen, pairing, first, count): UnitIdentity) -> Option<u64> {
    let mut before = stage.first_unit;
    let task = stage.tasks.iter().find(|task: &&Task| {
        let found = task.pairing == pairing;
        before += if found { 0 } else { task.units() };
        found
    })?;
    let skipped = first.checked_sub(task.first)?;
    let number = before + skipped / task.batch;
    let unit = stage.unit(number).ok()?;
    let same = (unit.task.pairing, unit.first, unit.count) == (pairing, first, count);
    (same && screen == is_screen(stage)).then_some(number)
}

/// Copies a unit and its times with a seal for the new plan. The author stays the same.
fn copy(found: &ExistingUnit, from: &Path, to: &Path, seal: Seal, rows: u64) -> Result<(), Error> {
    for (part, care) in [(TIMES, Durability::Passing), (UNITS, Durability::Synced)] {
        let old = Seal { plan: &found.plan, unit: found.number };
        let lines = Lines { folder: from, part, seal: old, advice: "delete it and run again" };
        if let Some((lines, author)) = lines.read(rows)? {
            let text = seal.text(&lines, rows, &author).into_bytes();
            write_sealed(to, part, seal.unit, &SealedLines { lines, seal: text }, care)?;
        }
    }
    Ok(())
}

impl Run {
    /// Begins or resumes a run. The run in the folder must be of the same experiment, or of one
    /// with fewer games, which is then extended. The folder must be new, empty, or a run folder;
    /// any other folder is refused and not changed.
    pub fn begin(
        folder: &Path,
        experiment: Experiment,
        shard: Option<Shard>,
        builds: Builds,
    ) -> Result<Self, Error> {
        ownership::check(folder)?;
        if !manifest::marks(folder)? {
            experiment.rehearse()?;
        }
        let lock = Lock::exclusive(folder)?;
        let text = experiment.to_toml();
        let mut manifest = match Manifest::read(folder)? {
            Some(manifest) => {
                let manifest = settle(folder, manifest, &experiment, builds)?;
                manifest.fitting(folder, &text, shard, builds)?
            }
            None => Manifest::new(sealed::hash(text.as_bytes()), experiment.seed, shard),
        };
        manifest.touch(experiment.catalogue.build());
        manifest.mixed |= builds == Builds::Mixed;
        // The manifest marks the folder as a run folder, so it is written first.
        manifest.write(folder)?;
        write_or_compare(&folder.join(EXPERIMENT), &text, ANOTHER)?;
        make_parts(folder)?;
        disk::make_folder(&folder.join(PLANS))?;
        ownership::tidy(folder)?;
        Ok(Run { folder: folder.to_path_buf(), experiment, manifest, lock: Some(lock) })
    }

    /// Returns whether the folder contains a run.
    pub(crate) fn is_in(folder: &Path) -> Result<bool, Error> {
        manifest::marks(folder)
    }

    /// Returns whether another process is writing to the run in the folder.
    pub(crate) fn is_busy(folder: &Path) -> bool {
        folder.exists() && Lock::shared(folder).is_err()
    }
}
