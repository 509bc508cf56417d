//! Merging of the parts of a run.

use super::folder::{
    self, Builds, Run, one_build, sync_units, unit_author, unit_signature, units_in,
};
use super::manifest::Manifest;
use super::names::{EXPERIMENT, TIMES, UNITS, seal_path, unit_path};
use super::sealed::{self, Authors};
use crate::disk::{self, Durability};
use crate::experiment::plan::Stage;
use crate::experiment::{Experiment, Results};
use crate::{Catalogue, Error};
use std::path::{Path, PathBuf};

/// Result of a merge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Merged {
    /// Number of merged units.
    pub units: u64,
    /// Number of units that no part contains.
    pub missing: u64,
}

/// Merges parts into a new folder. All parts must be of the same experiment and from the same build
/// of the program (unless builds may be mixed), and must not contradict each other.
pub fn merge(
    catalogue: &Catalogue,
    out: &Path,
    parts: &[PathBuf],
    builds: Builds,
) -> Result<Merged, Error> {
    let runs =
        parts.iter().map(|part| Run::open(part, catalogue)).collect::<Result<Vec<_>, _>>()?;
    let Some(first) = runs.first() else {
        return Err(Error::Refused(
            "there is nothing to merge: name at least one run folder".to_string(),
        ));
    };
    for run in &runs {
        belongs(run, first, builds)?;
    }
    let builds = if runs.iter().any(|run| run.manifest.mixed) { Builds::Mixed } else { builds };
    if builds == Builds::Single {
        one_build(&first.folder, &authors(&runs)?)?;
    }
    if !disk::list(out)?.is_empty() {
        return Err(Error::Refused(format!(
            "`{}` is not empty; merge into a new folder",
            out.display()
        )));
    }
    let mut joined = Run::begin(out, first.experiment.clone(), None, builds)?;
    let mut past = Results::of(joined.experiment.measure);
    let mut merged = Merged { units: 0, missing: 0 };
    while let Some(stage) = joined.next_stage(&past)? {
        let found = join(&joined, &runs, &stage)?;
        merged.units += found;
        if found > 0 {
            joined.keep_plan(&stage)?;
        }
        if found < stage.units() {
            // Units of a stage that no part has begun do not count as missing, except in the first
            // stage.
            let begun = found > 0 || stage.stage == 0;
            merged.missing = if begun { stage.units() - found } else { 0 };
            break;
        }
        joined.read_stage(stage, &mut past)?;
    }
    combine(&mut joined.manifest, &runs);
    joined.manifest.write(out)?;
    sync_units(out);
    Ok(merged)
}

/// Authors of all units of the runs.
fn authors(runs: &[Run]) -> Result<Authors, Error> {
    let mut authors = Authors::new();
    for run in runs {
        for number in units_in(&run.folder, 0..u64::MAX)? {
            authors.extend(unit_signature(&run.folder, number)?);
        }
    }
    Ok(authors)
}

fn belongs(run: &Run, first: &Run, builds: Builds) -> Result<(), Error> {
    let fits = run.manifest.experiment == first.manifest.experiment;
    let (theirs, ours) = (&run.manifest.version, env!("CARGO_PKG_VERSION"));
    match (fits, theirs == ours || builds == Builds::Mixed) {
        (true, true) => Ok(()),
        (false, _) => Err(Error::Refused(format!(
            "`{}` and `{}` hold different experiments: their files `{EXPERIMENT}` differ",
            run.folder.display(),
            first.folder.display()
        ))),
        (true, false) => Err(Error::Refused(format!(
            "`{}` was made by version {theirs}, and this is {ours}; results of the two are mixed only if you say --mixed",
            run.folder.display()
        ))),
    }
}

/// Copies the units of a stage, each from the first part that contains it.
fn join(joined: &Run, runs: &[Run], stage: &Stage) -> Result<u64, Error> {
    let plan = sealed::hash(stage.to_json().as_bytes());
    let mut numbers = vec![];
    for run in runs {
        numbers.extend(units_in(&run.folder, stage.numbers())?);
    }
    numbers.sort_unstable();
    numbers.dedup();
    for &number in &numbers {
        let mut owners = vec![];
        for run in runs {
            if unit_author(&run.folder, stage, &plan, number)?.is_some() {
                owners.push(run);
            }
        }
        let Some((first, others)) = owners.split_first() else { continue };
        let unit = |run: &Run| disk::contents(&unit_path(&run.folder, UNITS, number));
        let contents = unit(first)?.unwrap_or_default();
        for other in others {
            // Builds may differ here if that was allowed; their results may not.
            if unit(other)?.unwrap_or_default() != contents {
                let [here, there] = [first, other].map(|run| unit_path(&run.folder, UNITS, number));
                return Err(contradiction(&joined.experiment, &here, &there));
            }
        }
        [TIMES, UNITS]
            .iter()
            .try_for_each(|part| copy(&first.folder, &joined.folder, part, number))?;
    }
    Ok(numbers.len() as u64)
}

/// Copies the results or the times of a unit, if they exist; the seal comes first.
fn copy(from: &Path, to: &Path, part: &str, number: u64) -> Result<(), Error> {
    let Some(lines) = disk::contents(&unit_path(from, part, number))? else { return Ok(()) };
    let seal = |folder: &Path| seal_path(folder, part, number, &sealed::hash(&lines));
    if let Some(bytes) = disk::contents(&seal(from))? {
        disk::write(&seal(to), &bytes, Durability::Passing)?;
    }
    disk::write(&unit_path(to, part, number), &lines, Durability::Passing)
}

/// Error for two different files that should be equal: one is damaged, or players that are not
/// reproducible did the unit twice.
fn contradiction(experiment: &Experiment, here: &Path, there: &Path) -> Error {
    match experiment.depends_on_machine() {
        false => folder::damaged(here, &format!("and `{}` contradict each other", there.display())),
        true => Error::Refused(format!(
            "`{}` and `{}` are the same unit, done twice by players whose answers depend on the machine; delete one of \
             the two",
            here.display(),
            there.display()
        )),
    }
}

/// Combines the manifests of the runs: the earliest begin, the latest change, and all programs and
/// machines.
fn combine(manifest: &mut Manifest, runs: &[Run]) {
    let manifests = || runs.iter().map(|run| &run.manifest);
    manifest.began = manifests().map(|part| part.began).min().unwrap_or(manifest.began);
    manifest.touched = manifests().map(|part| part.touched).max().unwrap_or(manifest.touched);
    (manifest.commits, manifest.machines) = (vec![], vec![]);
    for part in manifests() {
        for (all, some) in
            [(&mut manifest.commits, &part.commits), (&mut manifest.machines, &part.machines)]
        {
            for entry in some {
                if !all.contains(entry) {
                    all.push(entry.clone());
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unrepeatable_units_are_not_reported_as_damaged() {
        let refusal = |player: &str| {
            let text =
                format!("design='match'\ngame='kuhn'\ngames=2\nplayers=['random','{player}']");
            let experiment = Experiment::read(&text, sortilege_shelves::catalogue()).unwrap();
            contradiction(&experiment, Path::new("a"), Path::new("b"))
        };
        assert!(matches!(refusal("so-ismcts:roots=2,threads=2"), Error::Damaged { .. }));
        assert!(
            matches!(refusal("so-ismcts:threads=2"), Error::Refused(why) if why.contains("delete one"))
        );
    }
}
