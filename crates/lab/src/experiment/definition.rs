//! Reading, checking and writing of an experiment.

use super::deals::{Common, Length, Schedule};
use super::design::exploitability::Measured;
use super::design::{self, Design};
use super::entrants::Entrant;
use super::files;
use super::measure::Measure;
use super::results::Results;
use super::screen::Screen;
use super::sequential::StoppingRule;
use super::source::{Keys, LARGEST, quoted, with_file};
use crate::arena::{games_at_once, most_threads};
use crate::report::Report;
use crate::{Catalogue, Error, Spec, Table, disk};
use sortilege_catalogue::files::Contents;
use sortilege_catalogue::{Files, PlayerProfile};
use std::fmt::Write;
use std::path::Path;

/// Experiment whose settings have all been checked.
#[derive(Clone, Debug, PartialEq)]
pub struct Experiment {
    /// Catalogue of the game and the players.
    pub catalogue: Catalogue,
    /// Files that the game's settings name. The experiment carries copies, and its catalogue opens
    /// no other files.
    pub files: Contents,
    /// Name from which file and folder names are derived.
    pub name: String,
    /// Title of the report.
    pub title: String,
    /// Game with all its settings.
    pub game: Spec,
    /// Random seed.
    pub seed: u64,
    /// Measure of a game.
    pub measure: Measure,
    /// Number of games or decisions in a unit; if absent, the plan determines it.
    pub unit: Option<u64>,
    /// Number of games and their deals; `None` for designs that play no games.
    pub schedule: Option<Schedule>,
    /// Screen for balanced deals, if there is one.
    pub screen: Option<Screen>,
    /// Stopping rule, if there is one.
    pub sequential: Option<StoppingRule>,
    /// Design of the experiment.
    pub design: Design,
}

/// Keys of all designs.
pub(super) const COMMON: [&str; 7] = ["design", "name", "title", "game", "seed", "unit", "files"];
/// Keys of designs that play games.
pub(super) const SCHEDULED: [&str; 7] =
    ["games", "deals", "plays", "orders", "measure", "screen", "sequential"];

impl Experiment {
    /// Reads an experiment whose game and players are in the catalogue.
    ///
    /// ```
    /// use sortilege_lab::experiment::Experiment;
    /// let catalogue = sortilege_shelves::catalogue();
    /// let text = "design = 'match'\ngame = 'kuhn'\ngames = 10\nplayers = ['random', 'flat-mc']";
    /// let experiment = Experiment::read(text, catalogue).unwrap();
    /// assert_eq!(experiment.seed, 1);
    /// let slip = Experiment::read(&text.replace("games", "gmaes"), catalogue).unwrap_err().to_string();
    /// assert!(slip.starts_with("line 3, column 1: there is no key named `gmaes`; did you mean `games`?"));
    /// ```
    pub fn read(text: &str, catalogue: &Catalogue) -> Result<Self, Error> {
        let experiment = with_file(text, |keys| Experiment::from_keys(keys, catalogue))?;
        // The run folder stores the experiment with all defaults written out, and that text must be
        // readable again.
        match experiment.to_toml().len() as u64 <= LARGEST {
            true => Ok(experiment),
            false => Err(Error::Refused(format!(
                "written in full this experiment has more than {} MiB; leave out some of it",
                LARGEST >> 20
            ))),
        }
    }

    /// Reads an experiment from a run folder, possibly written by an earlier version of this
    /// program.
    pub(crate) fn read_kept(text: &str, catalogue: &Catalogue) -> Result<Self, Error> {
        let mut experiment = Experiment::read(text, catalogue)?;
        if let Design::Exploitability(design) = &mut experiment.design
            && experiment_says_nothing(text)
        {
            design.measure = Measured::Unsaid;
        }
        Ok(experiment)
    }

    /// Reads an experiment from a file. The [`Files`] of the catalogue decide which other files it
    /// may name.
    pub fn read_file(path: &Path, catalogue: &Catalogue) -> Result<Self, Error> {
        Experiment::read(&disk::text(path, LARGEST)?, catalogue).map_err(|error| match error {
            Error::File { .. } => Error::Refused(format!("`{}`, {error}", path.display())),
            other => other,
        })
    }

    fn from_keys(keys: &Keys, catalogue: &Catalogue) -> Result<Self, Error> {
        // The design is not known yet, so the keys of all designs are accepted here.
        let every = design::KINDS.iter().flat_map(|kind| kind.keys).copied();
        let every: Vec<&str> = COMMON.into_iter().chain(SCHEDULED).chain(every).collect();
        if keys.get("design").is_none() {
            keys.only(&every)?;
        }
        let names: Vec<&str> = design::KINDS.iter().map(|kind| kind.name).collect();
        let item = keys.need("design", &format!("one of {}", names.join(", ")))?;
        let kind = item.word(&names)?;
        let kind = design::KINDS
            .iter()
            .find(|other| other.name == kind)
            .expect("it was found by its name");
        let scheduled = if kind.plays_games { &SCHEDULED[..] } else { &[] };
        keys.only(&[&COMMON[..], scheduled, kind.keys].concat())?;
        let game = keys.need("game", "a game such as `kuhn` or `mnk:m=3,n=3,k=3`")?;
        let held = keys.get("files").map_or(Ok(Contents::default()), |item| files::read(&item))?;
        let catalogue = catalogue.with_files(catalogue.files().clone().holding(held));
        let table = catalogue.open(&game.spec()?).map_err(|error| game.blame(error))?;
        let files = files::contents(&files::copies(table.files()))?;
        let own = catalogue.with_files(Files::none().holding(files.clone()));
        Ok(Experiment { files, ..Experiment::with_table(keys, kind, own, &*table)? })
    }

    fn with_table(
        keys: &Keys,
        kind: &design::DesignKind,
        catalogue: Catalogue,
        table: &dyn Table,
    ) -> Result<Self, Error> {
        let text = |key| keys.get(key).map(|item| item.string().map(str::to_string)).transpose();
        let name = match keys.get("name") {
            Some(item) => file_name(item.string()?).ok_or_else(|| {
                item.fail("`name` has letters, digits, `-`, `_` and `.`, and begins with a letter or digit")
            })?,
            None => format!("{}-{}", table.spec().name, kind.name),
        };
        let measure = if kind.plays_games { Measure::read(keys, table)? } else { Measure::Score };
        let experiment = Experiment {
            measure,
            catalogue,
            files: Contents::default(),
            title: text("title")?.unwrap_or_else(|| name.clone()),
            name,
            game: table.full_spec(),
            seed: keys.get("seed").map_or(Ok(1), |item| item.seed())?,
            unit: keys.get("unit").map(|item| item.whole(1..100_001)).transpose()?,
            schedule: kind.plays_games.then(|| Schedule::read(keys, table)).transpose()?,
            screen: keys.get("screen").map(|item| Screen::read(&item, table)).transpose()?,
            sequential: keys
                .get("sequential")
                .map(|item| StoppingRule::read(&item, measure))
                .transpose()?,
            design: (kind.read)(keys, table)?,
        };
        experiment.check(keys)?;
        Ok(experiment)
    }

    /// Checks the combination of settings, each of which is valid on its own.
    fn check(&self, keys: &Keys) -> Result<(), Error> {
        let about = |key: &str, why: &str| {
            keys.get(key).map_or_else(|| keys.fail(why), |item| item.fail(why))
        };
        let counted = self
            .schedule
            .as_ref()
            .is_some_and(|schedule| matches!(schedule.length, Length::Games(_)));
        if self.screen.is_some() && counted {
            return Err(about(
                "screen",
                "a screen chooses deals, so say how many with `deals`, not `games`",
            ));
        }
        if self.sequential.is_some() && matches!(self.design, Design::Elimination(_)) {
            return Err(about(
                "sequential",
                "an elimination plays its pairings to the end: leave this out",
            ));
        }
        if matches!(self.design, Design::Tune(_)) {
            if self.sequential.is_some() {
                return Err(about(
                    "sequential",
                    "tuning plays its pairings to the end: leave this out",
                ));
            }
            let listed = |schedule: &Schedule| !schedule.positions().is_empty();
            if self.screen.is_some() || self.schedule.as_ref().is_some_and(listed) {
                let why = "tuning plays every round on new deals, so say how many with `games`, without a list or a screen";
                return Err(about(if self.screen.is_some() { "screen" } else { "deals" }, why));
            }
        }
        Ok(())
    }

    /// The same experiment with its length doubled `times` times; `None` if it cannot be extended
    /// to that.
    pub(crate) fn doubled(&self, times: u32) -> Option<Self> {
        if times == 0 {
            return Some(self.clone());
        }
        let schedule = self.schedule.as_ref()?;
        let larger = Schedule { length: schedule.length.doubled(times)?, ..schedule.clone() };
        let larger = Experiment { schedule: Some(larger), ..self.clone() };
        larger.extends(self).is_ok_and(|extends| extends).then_some(larger)
    }

    /// Returns whether this experiment equals `other` except for having as many games or more, so
    /// that a run of `other` can be extended. Returns an error if the two differ only in length and
    /// an extension is impossible.
    pub(crate) fn extends(&self, other: &Experiment) -> Result<bool, String> {
        let (Some(ours), Some(theirs)) = (&self.schedule, &other.schedule) else {
            return Ok(false);
        };
        let same_length = Schedule { length: theirs.length.clone(), ..ours.clone() };
        if (Experiment { schedule: Some(same_length), ..self.clone() }) != *other {
            return Ok(false);
        }
        if !ours.length.holds(&theirs.length) {
            let (ours, theirs) = (ours.length.words(), theirs.length.words());
            return Err(format!(
                "has a run of {theirs}, and this is one of {ours}: runs grow, and do not shrink"
            ));
        }
        let rounds = matches!(self.design, Design::Elimination(_) | Design::Tune(_));
        let tried = self.screen.as_ref().is_some_and(|screen| screen.candidates.is_none());
        match (rounds, tried && !matches!(ours.length, Length::Positions(_))) {
            (true, _) => {
                let what = if matches!(self.design, Design::Tune(_)) { "a tuning" } else { "an elimination" };
                Err(format!(
                    "has {what}, which cannot be extended: its pairings depend on results; give --out \
                     another folder"
                ))
            }
            (_, true) => {
                Err("has a screen that tries more deals for a longer run, so it cannot be extended; say how \
                              many with `candidates`, in a new run"
                    .to_string())
            }
            _ => Ok(true),
        }
    }

    /// Opens a table with the game.
    pub fn open(&self) -> Result<Box<dyn Table>, Error> {
        self.common().open()
    }

    /// Report of the results: an answer in one sentence, and the body.
    pub(crate) fn report(&self, results: &Results) -> Result<Report, Error> {
        self.design.report(&self.common(), results)
    }

    /// Properties of the experiment that its design needs.
    pub(crate) fn common(&self) -> Common<'_> {
        Common {
            catalogue: &self.catalogue,
            title: &self.title,
            game: &self.game,
            seed: self.seed,
            schedule: self.schedule.as_ref(),
            sequential: self.sequential.as_ref(),
        }
    }

    /// Players with all their settings, in the order in which plans number them.
    pub fn entrants(&self) -> Vec<Entrant> {
        self.design.entrants()
    }

    /// Checks, before a run begins, a condition that would otherwise fail only at its end: that
    /// exact values to compare with are available.
    pub(crate) fn rehearse(&self) -> Result<(), Error> {
        let Design::Estimate(_) = &self.design else { return Ok(()) };
        let mut table = self.open()?;
        let (positions, _) = self.design.positions(self.seed, &*table)?;
        if let Some(position) = positions.first() {
            table.set_position(position)?;
            table.analysis().action_values()?;
        }
        Ok(())
    }

    /// Returns whether the results depend on the machine because a player has a time limit or
    /// searches one tree with several threads.
    pub fn depends_on_machine(&self) -> bool {
        self.profiles().iter().any(|player| player.depends_on_machine)
    }

    /// Number of units to compute in parallel on `cores` cores; see [`games_at_once`].
    pub fn units_at_once(&self, cores: usize) -> usize {
        games_at_once(cores, &self.profiles())
    }

    /// Largest number of search threads of any player of the experiment.
    pub fn most_threads(&self) -> usize {
        most_threads(&self.profiles())
    }

    /// All players of the experiment, including those of the screen.
    fn profiles(&self) -> Vec<PlayerProfile> {
        let screen = self.screen.iter().flat_map(|screen| screen.players.clone());
        self.entrants().into_iter().chain(screen).map(|entrant| entrant.profile).collect()
    }

    /// Text of the experiment for the run folder; reading it gives the same experiment.
    pub fn to_toml(&self) -> String {
        let mut out = String::new();
        let mut line =
            |key: &str, value: String| writeln!(out, "{key} = {value}").expect("it is a text");
        line("design", quoted(self.design.kind().name));
        line("name", quoted(&self.name));
        line("title", quoted(&self.title));
        line("game", quoted(&self.game.to_string()));
        line("seed", whole(self.seed));
        if let Some(unit) = self.unit {
            line("unit", unit.to_string());
        }
        if let Some(schedule) = &self.schedule {
            schedule.write(&mut line);
            self.measure.write(&mut line);
        }
        // Plain values come before tables; otherwise TOML would assign them to the table.
        self.design.write(&mut line);
        let tables = [
            self.design.tables(),
            self.screen.as_ref().map_or(String::new(), Screen::to_toml),
            self.sequential.map_or(String::new(), StoppingRule::to_toml),
            files::to_toml(&self.files),
        ];
        out + &tables.concat()
    }
}

/// Returns whether an experiment in a run folder does not say what is measured of its players.
/// Programs that know `replays` write a line that begins with `replays` or `fresh`.
fn experiment_says_nothing(text: &str) -> bool {
    let mut keys = text.lines().take_while(|line| !line.starts_with('['));
    !keys.any(|line| line.starts_with("replays = ") || line.starts_with("fresh = "))
}

/// Whole number in TOML; one beyond the range of TOML integers becomes a text.
fn whole(number: u64) -> String {
    match i64::try_from(number) {
        Ok(number) => number.to_string(),
        Err(_) => quoted(&number.to_string()),
    }
}

fn file_name(text: &str) -> Option<String> {
    let fits = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    let begins = text.starts_with(|c: char| c.is_ascii_alphanumeric());
    (begins && text.len() <= 100 && text.chars().all(fits)).then(|| text.to_string())
}
