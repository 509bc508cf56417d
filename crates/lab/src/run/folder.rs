//! Run folders: their contents, and checks of the contents.

use super::contents::fitting;
use super::lock::Lock;
use super::manifest::{Manifest, Shard};
use super::names::{
    EXPERIMENT, PARTS, PLANS, TIMES, UNITS, plan_name, seal_number, seal_path, seals_of,
    unit_number, unit_path,
};
use super::ownership;
use super::row::{Row, TimeRow};
use super::sealed::{self, Author, Authors, Broken, Seal, SealedLines};
use super::unit::{Done, run_unit};
use crate::disk::{self, Durability};
use crate::experiment::plan::Stage;
use crate::experiment::{Experiment, Results};
use crate::{Catalogue, Error};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// Treatment of results that different builds of the program wrote.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Builds {
    /// All results of a run must be from one build.
    #[default]
    Single,
    /// Results of several builds may be mixed, and the report says so.
    Mixed,
}

/// Run and its folder.
#[derive(Debug)]
pub struct Run {
    /// Folder of the run.
    pub folder: PathBuf,
    /// Experiment of the run.
    pub experiment: Experiment,
    /// Manifest of the run.
    pub manifest: Manifest,
    /// Lock on the folder, if the run was opened for writing.
    pub(super) lock: Option<Lock>,
}

impl Run {
    /// Opens a run for reading; its game and players are in the catalogue.
    pub fn open(folder: &Path, catalogue: &Catalogue) -> Result<Self, Error> {
        let missing = || {
            Error::Refused(format!("`{}` is no run folder: it has no manifest", folder.display()))
        };
        let manifest = Manifest::read(folder)?.ok_or_else(missing)?;
        let path = folder.join(EXPERIMENT);
        let bytes = disk::contents(&path)?.unwrap_or_default();
        if sealed::hash(&bytes) != manifest.experiment {
            return Err(damaged(
                &path,
                "is missing or was changed; the results belong to the original",
            ));
        }
        let experiment = String::from_utf8(bytes)
            .ok()
            .and_then(|text| Experiment::read_kept(&text, catalogue).ok());
        let experiment = experiment.ok_or_else(|| {
            damaged(
                &path,
                "cannot be read by this version of the program; use the one that wrote it",
            )
        })?;
        Ok(Run { folder: folder.to_path_buf(), experiment, manifest, lock: None })
    }

    /// Experiment in a run folder, for resuming it.
    pub fn experiment_in(folder: &Path, catalogue: &Catalogue) -> Result<Experiment, Error> {
        Run::open(folder, catalogue).map(|run| run.experiment)
    }

    /// The same run, with `builds` as the treatment of results of different builds.
    pub fn mixing(mut self, builds: Builds) -> Self {
        self.manifest.mixed |= builds == Builds::Mixed;
        self
    }

    /// All results so far. Later stages follow from earlier ones, so reading ends with the first
    /// stage that is not complete.
    pub fn results(&self) -> Result<Results, Error> {
        let mut results = Results::of(self.experiment.measure);
        results.complete = loop {
            let Some(stage) = self.next_stage(&results)? else { break true };
            if disk::contents(&self.plan_path(&stage))?.is_none() {
                break false;
            }
            self.check_plan(&stage)?;
            if self.read_stage(stage, &mut results)? > 0 {
                break false;
            }
        };
        self.check_unknown_files(&results)?;
        self.one_build(&results.builds)?;
        Ok(results)
    }

    /// Checks that all results are from one build, unless they may be mixed.
    pub(super) fn one_build(&self, builds: &Authors) -> Result<(), Error> {
        match self.manifest.mixed {
            true => Ok(()),
            false => one_build(&self.folder, builds),
        }
    }

    /// Next stage. If an experiment cannot continue from these results, that is a failure of the
    /// run, not bad input.
    pub(super) fn next_stage(&self, past: &Results) -> Result<Option<Stage>, Error> {
        self.experiment.next_stage(past).map_err(|error| match error {
            Error::Refused(why) => Error::Failed(why),
            other => other,
        })
    }

    /// Reads the existing results of a stage and returns the number of missing units.
    pub(super) fn read_stage(&self, stage: Stage, results: &mut Results) -> Result<u64, Error> {
        results.stages.push(stage.clone());
        let plan = sealed::hash(stage.to_json().as_bytes());
        let mut missing = stage.units();
        for number in units_in(&self.folder, stage.numbers())? {
            let found = read_unit(&self.folder, &stage, &plan, number, |row| results.add(row))?;
            if let Some(author) = found {
                read_times(&self.folder, &stage, &plan, number, |row| results.add_time(&row))?;
                results.builds.insert(author);
                missing -= 1;
            }
        }
        Ok(missing)
    }

    /// Finished units of a stage in order, and their authors; `None` if it was stopped. Existing
    /// units are checked; missing ones, of which there may be any number, are not listed.
    pub(super) fn done(
        &self,
        stage: &Stage,
        stop: &AtomicBool,
    ) -> Result<Option<(Vec<u64>, Authors)>, Error> {
        let plan = sealed::hash(stage.to_json().as_bytes());
        let (mut done, mut authors) = (vec![], Authors::new());
        for number in units_in(&self.folder, stage.numbers())? {
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            if let Some(author) = unit_author(&self.folder, stage, &plan, number)? {
                done.push(number);
                authors.insert(author);
            }
        }
        Ok(Some((done, authors)))
    }

    fn plan_path(&self, stage: &Stage) -> PathBuf {
        self.folder.join(PLANS).join(plan_name(stage.stage))
    }

    /// Writes the plan of a stage, or checks the existing one.
    pub(super) fn keep_plan(&self, stage: &Stage) -> Result<PathBuf, Error> {
        let path = self.plan_path(stage);
        write_or_compare(&path, &stage.to_json(), NOT_THE_PLAN)?;
        Ok(path)
    }

    fn check_plan(&self, stage: &Stage) -> Result<(), Error> {
        let path = self.plan_path(stage);
        match disk::contents(&path)? {
            Some(bytes) if bytes == stage.to_json().as_bytes() => Ok(()),
            _ => Err(damaged(&path, NOT_THE_PLAN)),
        }
    }

    /// Checks that every file belongs to the plan.
    fn check_unknown_files(&self, results: &Results) -> Result<(), Error> {
        let end: u64 = results.stages.iter().map(Stage::units).sum();
        PARTS.iter().try_for_each(|part| {
            known_names(&self.folder.join(part), end, unit_number)?;
            known_names(&seals_of(&self.folder, part), end, seal_number)
        })
    }
}

impl Manifest {
    /// Returns the manifest if it matches the experiment, the part and the version of the program.
    pub(super) fn fitting(
        self,
        folder: &Path,
        text: &str,
        shard: Option<Shard>,
        builds: Builds,
    ) -> Result<Self, Error> {
        let refuse = |why: String| Err(Error::Refused(format!("`{}` {why}", folder.display())));
        let name = |shard: Option<Shard>| {
            shard.map_or("the whole".to_string(), |shard| format!("part {shard}"))
        };
        if self.experiment != sealed::hash(text.as_bytes()) {
            return refuse(ANOTHER.to_string());
        }
        if self.shard != shard {
            let (theirs, ours) = (name(self.shard), name(shard));
            return refuse(format!(
                "is {theirs} of this experiment, not {ours}; give --out another folder"
            ));
        }
        let version = env!("CARGO_PKG_VERSION");
        if self.version != version && !self.mixed && builds == Builds::Single {
            return refuse(format!(
                "was begun by version {}, and this is {version}; results of the two are mixed only if you say --mixed",
                self.version
            ));
        }
        Ok(self)
    }
}

/// Checks that a folder contains only files of units before `end`.
fn known_names(folder: &Path, end: u64, number: fn(&str) -> Option<u64>) -> Result<(), Error> {
    for path in disk::list(folder)? {
        let name = disk::name(&path);
        // Hidden files are not results.
        if number(&name).is_none_or(|number| number >= end) && !name.starts_with('.') {
            return Err(damaged(&path, "is no part of this run; move it elsewhere and run again"));
        }
    }
    Ok(())
}

/// Creates the folders for the files of units.
pub(super) fn make_parts(folder: &Path) -> Result<(), Error> {
    PARTS.iter().try_for_each(|part| {
        disk::make_folder(&folder.join(part))?;
        disk::make_folder(&seals_of(folder, part))
    })
}

/// Syncs the names of result files to the disk, those of seals first.
pub(super) fn sync_units(folder: &Path) {
    disk::sync_folder(&seals_of(folder, UNITS));
    disk::sync_folder(&folder.join(UNITS));
}

pub(super) const ANOTHER: &str = "holds another experiment; give --out another folder";
const NOT_THE_PLAN: &str = "is not what follows from this experiment; delete it and run again";
const AGAIN: &str = "delete it and run again";
const NOT_NEEDED: &str = "delete it, results do not need it";

/// Units of a folder whose files exist, in order; their contents are not checked.
pub(super) fn units_in(folder: &Path, numbers: Range<u64>) -> Result<Vec<u64>, Error> {
    let paths = disk::list(&folder.join(UNITS))?;
    let found = paths.iter().filter_map(|path| unit_number(&disk::name(path)));
    let mut found: Vec<u64> = found.filter(|number| numbers.contains(number)).collect();
    found.sort_unstable();
    Ok(found)
}

/// Checks that there is at most one author.
pub(super) fn one_build(folder: &Path, authors: &Authors) -> Result<(), Error> {
    let mut names = authors.iter();
    match (names.next(), names.next()) {
        (Some(one), Some(other)) => Err(Error::Refused(format!(
            "`{}` has results of {one} and of {other}; results of different builds are mixed only if you say --mixed",
            folder.display()
        ))),
        _ => Ok(()),
    }
}

pub(super) fn damaged(path: &Path, why: &str) -> Error {
    Error::Damaged { file: path.display().to_string(), why: why.to_string() }
}

/// Writes a file that depends only on the experiment, or compares the existing one.
pub(super) fn write_or_compare(path: &Path, text: &str, otherwise: &str) -> Result<(), Error> {
    match disk::contents(path)? {
        Some(bytes) if bytes == text.as_bytes() => Ok(()),
        Some(_) => Err(damaged(path, otherwise)),
        None => disk::write(path, text.as_bytes(), Durability::Synced),
    }
}

/// Reads a unit and returns its author; `None` if the unit is missing.
fn read_unit(
    folder: &Path,
    stage: &Stage,
    plan: &str,
    number: u64,
    hand_on: impl FnMut(Row),
) -> Result<Option<Author>, Error> {
    let unit = stage.unit(number)?;
    let sealed = Lines { folder, part: UNITS, seal: Seal { plan, unit: number }, advice: AGAIN };
    let Some((lines, author)) = sealed.read(unit.count)? else { return Ok(None) };
    let rows: Vec<Row> = fitting(stage, &unit, &lines).map_err(|why| sealed.damaged(why))?;
    rows.into_iter().for_each(hand_on);
    Ok(Some(author))
}

/// Author of a unit; `None` if the unit is missing. An existing unit is checked against its seal.
pub(super) fn unit_author(
    folder: &Path,
    stage: &Stage,
    plan: &str,
    number: u64,
) -> Result<Option<Author>, Error> {
    let sealed = Lines { folder, part: UNITS, seal: Seal { plan, unit: number }, advice: AGAIN };
    Ok(sealed.read(stage.unit(number)?.count)?.map(|(_, author)| author))
}

/// Author of a unit according to its seal, which is not checked; `None` without a seal.
pub(super) fn unit_signature(folder: &Path, number: u64) -> Result<Option<Author>, Error> {
    let Some(lines) = disk::contents(&unit_path(folder, UNITS, number))? else { return Ok(None) };
    let seal = disk::contents(&seal_path(folder, UNITS, number, &sealed::hash(&lines)))?;
    Ok(seal.and_then(|seal| sealed::author(&seal)))
}

/// Reads the times of a unit, if they were kept.
fn read_times(
    folder: &Path,
    stage: &Stage,
    plan: &str,
    number: u64,
    hand_on: impl FnMut(TimeRow),
) -> Result<(), Error> {
    let unit = stage.unit(number)?;
    let sealed =
        Lines { folder, part: TIMES, seal: Seal { plan, unit: number }, advice: NOT_NEEDED };
    let Some((lines, _)) = sealed.read(unit.count)? else { return Ok(()) };
    let rows: Vec<TimeRow> = fitting(stage, &unit, &lines).map_err(|why| sealed.damaged(why))?;
    rows.into_iter().for_each(hand_on);
    Ok(())
}

/// Results or times of a unit, with their seal.
pub(super) struct Lines<'a> {
    pub(super) folder: &'a Path,
    pub(super) part: &'a str,
    pub(super) seal: Seal<'a>,
    /// Advice to the user if the lines are damaged.
    pub(super) advice: &'a str,
}

impl Lines<'_> {
    /// Returns the lines and their author; `None` if the lines are missing. Lines without a seal
    /// count as missing: the machine crashed while they were written. If there is a seal for other
    /// lines, the lines were changed.
    pub(super) fn read(&self, rows: u64) -> Result<Option<(Vec<u8>, Author)>, Error> {
        let Some(lines) = disk::contents(&self.path())? else { return Ok(None) };
        let passing = self.part == TIMES;
        let path = seal_path(self.folder, self.part, self.seal.unit, &sealed::hash(&lines));
        let seal = disk::contents(&path)?;
        // Times are written without a sync, so a crash can leave empty files; that is no damage.
        if passing && (lines.is_empty() || seal.as_ref().is_some_and(Vec::is_empty)) {
            return Ok(None);
        }
        match seal.map(|seal| self.seal.open(&lines, &seal, rows)) {
            Some(Ok(author)) => Ok(Some((lines, author))),
            Some(Err(Broken::Strange)) => Err(self.damaged("belongs to another experiment")),
            Some(Err(Broken::Spoilt)) => {
                Err(damaged(&path, &format!("is damaged; {}", self.advice)))
            }
            None if self.has_seal()? => Err(self.damaged("is damaged")),
            None => Ok(None),
        }
    }

    fn path(&self) -> PathBuf {
        unit_path(self.folder, self.part, self.seal.unit)
    }

    /// Returns whether there is a seal for any lines of this unit.
    fn has_seal(&self) -> Result<bool, Error> {
        let paths = disk::list(&seals_of(self.folder, self.part))?;
        Ok(paths.iter().any(|path| seal_number(&disk::name(path)) == Some(self.seal.unit)))
    }

    fn damaged(&self, why: &str) -> Error {
        damaged(&self.path(), &format!("{why}; {}", self.advice))
    }
}

/// Writes the files of a unit. The results come last, since a unit counts as done once they exist.
pub(super) fn write_unit(
    folder: &Path,
    plan: &str,
    number: u64,
    done: &Done,
    author: &Author,
) -> Result<(), Error> {
    let seal = Seal { plan, unit: number };
    write_sealed(folder, TIMES, number, &seal.close(&done.times, author), Durability::Passing)?;
    write_sealed(folder, UNITS, number, &seal.close(&done.rows, author), Durability::Synced)
}

/// Writes the seal, then the lines.
pub(super) fn write_sealed(
    folder: &Path,
    part: &str,
    number: u64,
    sealed: &SealedLines,
    care: Durability,
) -> Result<(), Error> {
    let path = seal_path(folder, part, number, &sealed::hash(&sealed.lines));
    disk::write(&path, &sealed.seal, care)?;
    disk::write(&unit_path(folder, part, number), &sealed.lines, care)
}

/// Name of this build, as it appears in seals.
pub(super) fn us(catalogue: &Catalogue) -> Author {
    catalogue.build().name.to_string()
}

/// Does one unit of a plan into a folder; returns `false` if the unit was already done. Any number
/// of processes can do units into the same folder, which must be new, empty, or a run folder.
pub fn do_unit(
    catalogue: &Catalogue,
    stage: &Stage,
    number: u64,
    folder: &Path,
    builds: Builds,
) -> Result<bool, Error> {
    stage.unit(number)?;
    ownership::check(folder)?;
    let _lock = Lock::shared(folder)?;
    make_parts(folder)?;
    let plan = sealed::hash(stage.to_json().as_bytes());
    if unit_author(folder, stage, &plan, number)?.is_some() {
        return Ok(false);
    }
    if builds == Builds::Single {
        same_build_as_neighbours(us(catalogue), stage, number, folder)?;
    }
    write_unit(folder, &plan, number, &run_unit(catalogue, stage, number)?, &us(catalogue))?;
    sync_units(folder);
    Ok(true)
}

/// Checks that this build wrote the neighbours of a unit. Reading a run checks all units; for a
/// process that does a single unit that would be too slow.
fn same_build_as_neighbours(
    us: Author,
    stage: &Stage,
    number: u64,
    folder: &Path,
) -> Result<(), Error> {
    let mut authors = Authors::from([us]);
    for neighbour in [stage.first_unit, number.saturating_sub(1), number + 1] {
        authors.extend(unit_signature(folder, neighbour)?);
    }
    one_build(folder, &authors)
}
