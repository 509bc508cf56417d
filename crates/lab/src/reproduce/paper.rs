//! Papers as data: one folder per paper, with the claims in `targets.toml` and the experiments in
//! other files.
//!
//! ```toml
//! paper = "IS"
//! title = "Information Set Monte Carlo Tree Search"
//! source = "Cowling, Powley & Whitehouse (2012)"
//!
//! [scales]                      # what each scale is good for
//! tour = "..."
//! quick = "..."
//! paper = "..."
//! decide = "..."
//!
//! narrow = 0.035                # half-width at which a share is precise enough; default 0.01
//!
//! [experiments.phantom]
//! file = "phantom.toml"         # an ordinary experiment, at the full size
//! tour = { deals = 20 }         # what is replaced at other scales, key by key
//! quick = { deals = 100, think = "iterations=500" }
//!
//! [[target]]
//! id = "IS-14"
//! where = "§VI-B"
//! claim = "The cheating players never lose."
//! printed = "0 losses"
//! check = { kind = "no-losses", experiment = "phantom", players = ["cheating"], games = 5000 }
//! ```
//!
//! At the scale `decide`, runs begin with the length of `quick` and with the thinking of the paper,
//! unless `decide` itself sets them. `decide = "quick"` is for experiments whose thinking in the
//! paper would take days: they begin exactly as at `quick`. A screen without a number of candidates
//! tries 16 times as many as usual, so that runs can be doubled.
//!
//! `think` replaces the budgets of all players of an experiment. As a table it has a budget for
//! each player by name, and one for all others as `others`; players without a search have an empty
//! budget, `""`.
//!
//! `check` may be a list; then all checks must hold, or as many as `need` says. A claim with
//! `scaled = true` is evaluated at every scale, even if players think less than in the paper; other
//! claims stay undecided there. [`Facts`] contain the authors and the contribution of the paper;
//! they are optional.

use super::check::{self, Check};
use super::decide::NARROW;
use super::facts::Facts;
use super::files::{Carried, ExactCheck, Files};
use super::keys::{text, texts};
use super::scale::{self, Scale};

use crate::experiment::source::{self, Item, Keys, with_file};
use crate::experiment::{CANDIDATES, Experiment};
use crate::{Catalogue, Error};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// File with the claims.
const TARGETS: &str = "targets.toml";

/// Paper with its claims.
#[derive(Clone, Debug)]
pub struct Paper {
    /// Short name, such as `IS`.
    pub tag: String,
    /// Title.
    pub title: String,
    /// Authors, venue and year.
    pub source: String,
    /// Authors and contribution, if the file has them.
    pub facts: Option<Facts>,
    /// Purpose of each scale.
    pub about: BTreeMap<Scale, String>,
    /// Half-width of an interval at which a share is known precisely enough, at the scale `decide`.
    pub narrow: f64,
    /// Claims, in the order of the file.
    pub targets: Vec<Target>,
    /// Experiments at each scale.
    experiments: BTreeMap<(String, Scale), Experiment>,
}

/// Claim of a paper.
#[derive(Clone, Debug)]
pub struct Target {
    /// Name, such as `IS-12`.
    pub id: String,
    /// Section, figure or table.
    pub place: String,
    /// The claim, in our words.
    pub claim: String,
    /// The paper's number or statement.
    pub printed: String,
    /// Interpretation of the paper that is tested: the first one, or one that was found after a
    /// result was seen.
    pub reading: String,
    /// Known errors, ambiguities and departures.
    pub notes: Vec<String>,
    /// Checks that test the claim.
    pub checks: Vec<Check>,
    /// Number of checks that must hold; usually all.
    pub needed: usize,
    /// Whether the claim is also evaluated with less thinking than in the paper, or with another
    /// game, because it does not depend on the amount of thinking.
    pub scaled: bool,
}

impl Target {
    /// Experiments that the claim needs; one that several checks use is listed several times.
    pub(super) fn experiments(&self) -> impl Iterator<Item = &String> {
        self.checks.iter().flat_map(|check| &check.experiments)
    }

    /// Returns whether the claim needs an experiment.
    pub(super) fn rests_on(&self, experiment: &str) -> bool {
        self.experiments().any(|name| name == experiment)
    }
}

impl Paper {
    /// Reads the papers of a folder, in the order of their names. Games and players of their
    /// experiments are in the catalogue; `exact` contains the functions that their targets may
    /// name.
    pub fn read_all(
        folder: &Path,
        catalogue: &Catalogue,
        exact: &[ExactCheck],
    ) -> Result<Vec<Self>, Error> {
        let missing = |why: &str| {
            Error::Refused(format!(
                "`{}` {why}; a folder of papers has a folder for each, such as `is`, with a `{TARGETS}` in it",
                folder.display()
            ))
        };
        let folders = folders_in(folder).map_err(|_| missing("cannot be read as a folder"))?;
        match folders.is_empty() {
            true => Err(missing("has no papers in it")),
            false => folders.iter().map(|folder| Paper::read(folder, catalogue, exact)).collect(),
        }
    }

    /// Returns whether a folder contains papers.
    pub fn are_in(folder: &Path) -> bool {
        folders_in(folder).is_ok_and(|folders| !folders.is_empty())
    }

    /// Reads the folder of a paper.
    pub fn read(folder: &Path, catalogue: &Catalogue, exact: &[ExactCheck]) -> Result<Self, Error> {
        Paper::from_files(Files::Folder(folder), catalogue, exact)
    }

    /// Reads papers that are embedded in the program.
    pub fn carried(
        papers: &[Carried],
        catalogue: &Catalogue,
        exact: &[ExactCheck],
    ) -> Result<Vec<Self>, Error> {
        papers
            .iter()
            .map(|paper| Paper::from_files(Files::Carried(paper), catalogue, exact))
            .collect()
    }

    fn from_files(
        files: Files,
        catalogue: &Catalogue,
        exact: &[ExactCheck],
    ) -> Result<Self, Error> {
        let text = files.read(TARGETS)?;
        with_file(&text, |keys| {
            Paper::from_keys(keys, &source::plain(&text)?, files, catalogue, exact)
        })
        .map_err(|error| in_file(&files.path(TARGETS), error))
    }

    fn from_keys(
        keys: &Keys,
        plain: &toml::Table,
        files: Files,
        catalogue: &Catalogue,
        exact: &[ExactCheck],
    ) -> Result<Self, Error> {
        keys.only(&[
            "paper",
            "title",
            "source",
            "facts",
            "scales",
            "narrow",
            "experiments",
            "target",
        ])?;
        let own = |key| text(keys, key, "a text");
        let scales = keys.need("scales", "what each scale is good for")?.table()?;
        scales.only(&Scale::ALL.map(Scale::name))?;
        let about =
            |scale: Scale| Ok((scale, text(&scales, scale.name(), "what this scale is good for")?));
        let mut paper = Paper {
            tag: own("paper")?,
            title: own("title")?,
            source: own("source")?,
            facts: keys.get("facts").map(|item| Facts::read(&item, catalogue)).transpose()?,
            about: Scale::ALL.into_iter().map(about).collect::<Result<_, Error>>()?,
            narrow: keys.get("narrow").map_or(Ok(NARROW), |item| item.number(0.001, 0.5))?,
            targets: vec![],
            experiments: BTreeMap::new(),
        };
        if let Some(item) = keys.get("experiments") {
            for item in item.table()?.all() {
                let plain = &plain["experiments"][item.key.as_str()];
                paper.read_experiment(&item, plain, files, catalogue)?;
            }
        }
        let targets = keys.need("target", "a list of claims, each under `[[target]]`")?;
        for item in targets.list()? {
            let target = paper.read_target(&item, exact)?;
            paper.targets.push(target);
        }
        Ok(paper)
    }

    /// Reads an experiment, at every scale.
    fn read_experiment(
        &mut self,
        item: &Item,
        plain: &toml::Value,
        files: Files,
        catalogue: &Catalogue,
    ) -> Result<(), Error> {
        let keys = item.table()?;
        keys.only(&["file", "set", "tour", "quick", "paper", "decide"])?;
        let file = keys.need("file", "the file with the experiment")?;
        let path = files.path(file.string()?);
        let text = files.read(file.string()?).map_err(|error| file.blame(error))?;
        Experiment::read(&text, catalogue).map_err(|error| file.blame(in_file(&path, error)))?;
        let base = source::plain(&text).map_err(|error| file.blame(in_file(&path, error)))?;
        for scale in Scale::ALL {
            let mut table = base.clone();
            if scale == Scale::Decide {
                table.extend(length(plain.get(Scale::Quick.name())));
            }
            for part in ["set", said_at(scale, &keys)?] {
                if let Some(item) = keys.get(part) {
                    item.table()?;
                    let mut values = plain[part].as_table().expect("it is a table").clone();
                    let think = values.remove(scale::KEY);
                    table.extend(values);
                    if let Some(think) = think {
                        scale::apply(&think, &mut table).map_err(|why| item.fail(why))?;
                    }
                }
            }
            if scale == Scale::Decide {
                leave_room(&mut table);
            }
            let blamed = keys.get(scale.name()).or(keys.get("set")).unwrap_or(file.clone());
            // Line numbers of the combined text would be meaningless to the user.
            let experiment =
                Experiment::read(&table.to_string(), catalogue).map_err(|error| match error {
                    Error::File { why, .. } => {
                        blamed.fail(format!("`{}` at scale {scale}: {why}", item.key))
                    }
                    other => blamed.blame(other),
                })?;
            self.experiments.insert((item.key.clone(), scale), experiment);
        }
        Ok(())
    }

    fn read_target(&self, item: &Item, exact: &[ExactCheck]) -> Result<Target, Error> {
        let keys = item.table()?;
        keys.only(&[
            "id", "where", "claim", "printed", "reading", "notes", "check", "need", "scaled",
        ])?;
        let id = keys.need("id", "the name of the claim")?;
        let fits = id.string()?.strip_prefix(&self.tag).is_some_and(|rest| rest.starts_with('-'));
        if !fits || self.targets.iter().any(|target| Ok(target.id.as_str()) == id.string()) {
            return Err(
                id.fail(format!("an `id` begins with `{}-` and names one claim only", self.tag))
            );
        }
        let check = keys.need("check", "how the claim is put to the test")?;
        let checks = check::read_all(&check, exact)?;
        for part in &checks {
            self.fits(part).map_err(|why| check.fail(why))?;
        }
        let needed = match keys.get("need") {
            Some(item) => item.whole(1..checks.len() as u64 + 1)? as usize,
            None => checks.len(),
        };
        Ok(Target {
            needed,
            scaled: keys.flag_or("scaled", false)?,
            id: id.string()?.to_string(),
            place: text(&keys, "where", "the section, figure or table")?,
            claim: text(&keys, "claim", "the claim, in our words")?,
            printed: text(&keys, "printed", "the paper's number or statement")?,
            reading: match keys.get("reading") {
                Some(item) => item.string()?.to_string(),
                None => "first".to_string(),
            },
            notes: keys.get("notes").map(|item| texts(&item)).transpose()?.unwrap_or_default(),
            checks,
        })
    }

    /// Checks that a check can be applied, at every scale.
    fn fits(&self, check: &Check) -> Result<(), String> {
        for name in &check.experiments {
            for scale in Scale::ALL {
                let experiment = self.experiments.get(&(name.clone(), scale)).ok_or_else(|| {
                    let mut known: Vec<String> =
                        self.experiments.keys().map(|(name, _)| name.clone()).collect();
                    known.dedup();
                    Error::unknown("experiment", name, known).to_string()
                })?;
                check.fits(experiment)?;
            }
        }
        Ok(())
    }

    /// Experiment at a scale.
    pub(super) fn experiment(&self, name: &str, scale: Scale) -> &Experiment {
        &self.experiments[&(name.to_string(), scale)]
    }

    /// Returns whether a claim is tested with another game or other players than at full size.
    pub(super) fn is_reduced(&self, target: &Target, scale: Scale) -> bool {
        target.experiments().any(|name| {
            let (here, full) = (self.experiment(name, scale), self.experiment(name, Scale::Paper));
            let players = full.entrants();
            here.game != full.game || here.entrants().iter().any(|player| !players.contains(player))
        })
    }

    /// Targets that the user selects, by name or by the name of the paper.
    pub(super) fn asked_for<'a>(&'a self, words: &'a [String]) -> impl Iterator<Item = &'a Target> {
        let asked = move |target: &&Target| {
            words.is_empty()
                || words.iter().any(|word| word.eq_ignore_ascii_case(&self.tag))
                || words.iter().any(|word| word.eq_ignore_ascii_case(&target.id))
        };
        self.targets.iter().filter(asked)
    }
}

/// Key of an experiment that contains the replacements at a scale.
fn said_at(scale: Scale, keys: &Keys) -> Result<&'static str, Error> {
    let quick = Scale::Quick.name();
    match keys.get(scale.name()) {
        Some(item) if scale == Scale::Decide && item.string().is_ok() => match item.string()? {
            word if word == quick && keys.get(quick).is_some() => Ok(quick),
            _ => Err(item.fail("it must be a table, or \"quick\" for the table of that scale")),
        },
        _ => Ok(scale.name()),
    }
}

/// Keys that determine the length of an experiment, if there are any.
fn length(said: Option<&toml::Value>) -> toml::Table {
    let said = said.and_then(toml::Value::as_table).into_iter().flatten();
    let is_length = |key: &str| ["games", "deals"].contains(&key);
    said.filter(|(key, _)| is_length(key))
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect()
}

/// Gives a screen without a number of candidates enough of them for several doublings of the
/// experiment. A screen whose candidates grew with the length of a run could not be extended.
fn leave_room(experiment: &mut toml::Table) {
    const TIMES: i64 = 16;
    let deals = experiment.get("deals").and_then(toml::Value::as_integer);
    let screen = experiment.get_mut("screen").and_then(toml::Value::as_table_mut);
    if let (Some(deals), Some(screen)) = (deals, screen) {
        let tried = deals.saturating_mul(CANDIDATES as i64).saturating_mul(TIMES);
        screen.entry("candidates").or_insert(toml::Value::Integer(tried));
    }
}

/// Folders of papers in a folder, in the order of their names.
fn folders_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut folders: Vec<PathBuf> =
        fs::read_dir(folder)?.flatten().map(|entry| entry.path()).collect();
    folders.retain(|folder| folder.join(TARGETS).is_file());
    folders.sort();
    Ok(folders)
}

fn in_file(path: &Path, error: Error) -> Error {
    match error {
        Error::File { .. } => Error::Refused(format!("`{}`, {error}", path.display())),
        other => other,
    }
}
