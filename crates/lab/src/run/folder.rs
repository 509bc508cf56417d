//! The folder of a run: what is in it, and whether that is what should be.

use super::contents::fitting;
use super::lock::Lock;
use super::manifest::{Manifest, Shard};
use super::row::{Row, TimeRow};
use super::sealed::{self, Care, Seal};
use super::unit::{Done, run_unit};
use crate::Error;
use crate::experiment::plan::Stage;
use crate::experiment::{Experiment, Results};
use std::fs;
use std::path::{Path, PathBuf};

pub(super) const EXPERIMENT: &str = "experiment.toml";
pub(super) const PLANS: &str = "plans";
pub(super) const UNITS: &str = "units";
pub(super) const TIMES: &str = "times";

/// A run and its folder.
#[derive(Debug)]
pub struct Run {
    /// Where it lives.
    pub folder: PathBuf,
    /// What it measures.
    pub experiment: Experiment,
    /// Where it comes from.
    pub manifest: Manifest,
    /// Held by whoever writes.
    pub(super) lock: Option<Lock>,
}

impl Run {
    /// Begins a run, or takes one up again; it must be of the same experiment.
    pub fn begin(folder: &Path, experiment: Experiment, shard: Option<Shard>) -> Result<Self, Error> {
        let lock = Lock::exclusive(folder)?;
        for part in ["", UNITS, TIMES, PLANS] {
            let part = folder.join(part);
            fs::create_dir_all(&part).map_err(|error| sealed::io_error(&part, "created", &error))?;
            sealed::tidy(&part)?;
        }
        let text = experiment.to_toml();
        let mut manifest = match Manifest::read(folder)? {
            Some(manifest) => manifest.fitting(folder, &text, shard)?,
            None => {
                experiment.rehearse()?;
                Manifest::new(sealed::hash(text.as_bytes()), experiment.seed, shard)
            }
        };
        keep(&folder.join(EXPERIMENT), &text, ANOTHER)?;
        manifest.touch();
        manifest.write(folder)?;
        Ok(Run { folder: folder.to_path_buf(), experiment, manifest, lock: Some(lock) })
    }

    /// Opens a run for reading.
    pub fn open(folder: &Path) -> Result<Self, Error> {
        let missing =
            || Error::Refused(format!("`{}` is no run folder: it has no manifest", folder.display()));
        let manifest = Manifest::read(folder)?.ok_or_else(missing)?;
        let path = folder.join(EXPERIMENT);
        let bytes = sealed::contents(&path)?.unwrap_or_default();
        if sealed::hash(&bytes) != manifest.experiment {
            return Err(damaged(&path, "is missing or was changed; the results belong to the original"));
        }
        let experiment = String::from_utf8(bytes).ok().and_then(|text| Experiment::read(&text).ok());
        let experiment = experiment.ok_or_else(|| {
            damaged(&path, "cannot be read by this version of the program; use the one that wrote it")
        })?;
        Ok(Run { folder: folder.to_path_buf(), experiment, manifest, lock: None })
    }

    /// The experiment in a run folder, to take it up again.
    pub fn experiment_in(folder: &Path) -> Result<Experiment, Error> {
        Run::open(folder).map(|run| run.experiment)
    }

    /// Everything that is there. Later stages follow from earlier ones, so reading ends with the first stage
    /// that is not complete.
    pub fn results(&self) -> Result<Results, Error> {
        let mut results = Results::default();
        while let Some(stage) = self.next_stage(&results)? {
            if sealed::contents(&self.plan_path(&stage))?.is_none() {
                self.no_strangers(&results)?;
                return Ok(results);
            }
            self.check_plan(&stage)?;
            if self.read_stage(stage, &mut results)? > 0 {
                self.no_strangers(&results)?;
                return Ok(results);
            }
        }
        results.complete = true;
        self.no_strangers(&results)?;
        Ok(results)
    }

    /// The next stage; what an experiment cannot go on from is the run's failure, not bad input.
    pub(super) fn next_stage(&self, past: &Results) -> Result<Option<Stage>, Error> {
        self.experiment.next_stage(past).map_err(|error| match error {
            Error::Refused(why) => Error::Failed(why),
            other => other,
        })
    }

    /// Reads what there is of a stage, and says how many units are missing.
    pub(super) fn read_stage(&self, stage: Stage, results: &mut Results) -> Result<u64, Error> {
        results.stages.push(stage.clone());
        let plan = sealed::hash(stage.to_json().as_bytes());
        let mut missing = 0;
        for number in stage.numbers() {
            let found = read_unit(&self.folder, &stage, &plan, number, |row| results.add(row))?;
            match found {
                true => read_times(&self.folder, &stage, &plan, number, |row| results.add_time(&row))?,
                false => missing += 1,
            }
        }
        Ok(missing)
    }

    /// The units of a stage that are still to be done; what is there is checked.
    pub(super) fn missing(&self, stage: &Stage) -> Result<Vec<u64>, Error> {
        let plan = sealed::hash(stage.to_json().as_bytes());
        let mut missing = vec![];
        for number in stage.numbers() {
            if !has_unit(&self.folder, stage, &plan, number)? {
                missing.push(number);
            }
        }
        Ok(missing)
    }

    fn plan_path(&self, stage: &Stage) -> PathBuf {
        self.folder.join(PLANS).join(format!("{:02}.json", stage.stage))
    }

    /// Writes the plan of a stage, or checks the one that is there.
    pub(super) fn keep_plan(&self, stage: &Stage) -> Result<PathBuf, Error> {
        let path = self.plan_path(stage);
        keep(&path, &stage.to_json(), NOT_THE_PLAN)?;
        Ok(path)
    }

    fn check_plan(&self, stage: &Stage) -> Result<(), Error> {
        let path = self.plan_path(stage);
        match sealed::contents(&path)? {
            Some(bytes) if bytes == stage.to_json().as_bytes() => Ok(()),
            _ => Err(damaged(&path, NOT_THE_PLAN)),
        }
    }

    /// Makes sure that every file has its place in the plan.
    fn no_strangers(&self, results: &Results) -> Result<(), Error> {
        let end: u64 = results.stages.iter().map(Stage::units).sum();
        for part in [UNITS, TIMES] {
            for path in sealed::list(&self.folder.join(part))? {
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                let number = name.strip_suffix(".jsonl").and_then(|number| number.parse().ok());
                let known = number.is_some_and(|number: u64| number < end && name == unit_name(number));
                // What is hidden is nobody's result.
                if !known && !name.starts_with('.') {
                    return Err(damaged(&path, "is no part of this run; move it elsewhere and run again"));
                }
            }
        }
        Ok(())
    }
}

impl Manifest {
    /// The manifest, if it belongs to this experiment, part and program.
    fn fitting(self, folder: &Path, text: &str, shard: Option<Shard>) -> Result<Self, Error> {
        let refuse = |why: String| Err(Error::Refused(format!("`{}` {why}", folder.display())));
        let name =
            |shard: Option<Shard>| shard.map_or("the whole".to_string(), |shard| format!("part {shard}"));
        if self.experiment != sealed::hash(text.as_bytes()) {
            return refuse(ANOTHER.to_string());
        }
        if self.shard != shard {
            let (theirs, ours) = (name(self.shard), name(shard));
            return refuse(format!("is {theirs} of this experiment, not {ours}; give --out another folder"));
        }
        let version = env!("CARGO_PKG_VERSION");
        if self.version != version {
            return refuse(format!(
                "was begun by version {}, and this is {version}; results of the two do not mix",
                self.version
            ));
        }
        Ok(self)
    }
}

const ANOTHER: &str = "holds another experiment; give --out another folder";
const NOT_THE_PLAN: &str = "is not what follows from this experiment; delete it and run again";
const AGAIN: &str = "delete it and run again";

pub(super) fn unit_name(number: u64) -> String {
    format!("{number:06}.jsonl")
}

pub(super) fn unit_path(folder: &Path, part: &str, number: u64) -> PathBuf {
    folder.join(part).join(unit_name(number))
}

pub(super) fn damaged(path: &Path, why: &str) -> Error {
    Error::Damaged { file: path.display().to_string(), why: why.to_string() }
}

/// Writes a file that depends on the experiment alone, or checks the one that is there.
fn keep(path: &Path, text: &str, otherwise: &str) -> Result<(), Error> {
    match sealed::contents(path)? {
        Some(bytes) if bytes == text.as_bytes() => Ok(()),
        Some(_) => Err(damaged(path, otherwise)),
        None => sealed::write(path, text.as_bytes(), Care::Lasting),
    }
}

/// Reads a unit; false if it is not there.
fn read_unit(
    folder: &Path,
    stage: &Stage,
    plan: &str,
    number: u64,
    hand_on: impl FnMut(Row),
) -> Result<bool, Error> {
    let path = unit_path(folder, UNITS, number);
    let Some(bytes) = sealed::contents(&path)? else { return Ok(false) };
    let unit = stage.unit(number)?;
    let rows = Seal { plan, unit: number }.open(&bytes, unit.count);
    let read = rows.and_then(|rows| fitting(stage, &unit, &rows));
    read.map(|rows| rows.into_iter().for_each(hand_on))
        .map(|()| true)
        .map_err(|why| damaged(&path, &format!("{why}; {AGAIN}")))
}

/// Whether a unit is there; if it is, it is whole.
pub(super) fn has_unit(folder: &Path, stage: &Stage, plan: &str, number: u64) -> Result<bool, Error> {
    let path = unit_path(folder, UNITS, number);
    let Some(bytes) = sealed::contents(&path)? else { return Ok(false) };
    let rows = Seal { plan, unit: number }.open(&bytes, stage.unit(number)?.count);
    rows.map(|_| true).map_err(|why| damaged(&path, &format!("{why}; {AGAIN}")))
}

/// Reads the times of a unit, if they were kept. They are written without care, so a machine that dies can
/// leave an empty file; that is no damage.
fn read_times(
    folder: &Path,
    stage: &Stage,
    plan: &str,
    number: u64,
    hand_on: impl FnMut(TimeRow),
) -> Result<(), Error> {
    let path = unit_path(folder, TIMES, number);
    let Some(bytes) = sealed::contents(&path)?.filter(|bytes| !bytes.is_empty()) else { return Ok(()) };
    let unit = stage.unit(number)?;
    let rows = Seal { plan, unit: number }.open(&bytes, unit.count);
    let read = rows.and_then(|rows| fitting(stage, &unit, &rows));
    read.map(|rows| rows.into_iter().for_each(hand_on))
        .map_err(|why| damaged(&path, &format!("{why}; delete it, results do not need it")))
}

/// Writes the files of a unit, the results last: they are what counts.
pub(super) fn write_unit(folder: &Path, plan: &str, number: u64, done: &Done) -> Result<(), Error> {
    let seal = Seal { plan, unit: number };
    sealed::write(&unit_path(folder, TIMES, number), &seal.close(&done.times), Care::Passing)?;
    sealed::write(&unit_path(folder, UNITS, number), &seal.close(&done.rows), Care::Lasting)
}

/// Does one unit of a plan into a folder, unless it is there already; false if it was. Any number of
/// processes can do units into the same folder.
pub fn do_unit(stage: &Stage, number: u64, folder: &Path) -> Result<bool, Error> {
    let _lock = Lock::shared(folder)?;
    for part in [UNITS, TIMES] {
        let part = folder.join(part);
        fs::create_dir_all(&part).map_err(|error| sealed::io_error(&part, "created", &error))?;
    }
    let plan = sealed::hash(stage.to_json().as_bytes());
    stage.unit(number)?;
    if has_unit(folder, stage, &plan, number)? {
        return Ok(false);
    }
    write_unit(folder, &plan, number, &run_unit(stage, number)?)?;
    sealed::sync_folder(&folder.join(UNITS))?;
    Ok(true)
}
