//! Plans: everything that an experiment has to do, down to the single game, numbered so that any
//! part can be done on any machine.
//!
//! An experiment consists of *stages*; most have one. A stage is a list of *tasks*, each a number
//! of games or decisions of the same kind. It is cut into *units*, whose size the plan fixes: a
//! unit is computed in one go and stored in one file. The results of a unit depend only on the
//! stage and the number of the unit. Later stages follow from the results of earlier ones.

use crate::disk;
use crate::experiment::files::{self, Copy};
use crate::{Catalogue, Error, Table};
use serde::{Deserialize, Serialize};
use sortilege_catalogue::Files;
use std::path::Path;

/// Maximum size of a plan file, in bytes. The parser bounds the depth at 128 levels, and
/// [`spec`](crate::spec) bounds the depth within texts.
const LARGEST: u64 = 256 * 1024 * 1024;

/// Version of the layout of plans and results. It increases when old files would be misread.
pub const FORMAT: u32 = 2;

/// Part of an experiment that can be planned at once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stage {
    /// Layout version, see [`FORMAT`].
    pub format: u32,
    /// Number of the stage, from 0.
    pub stage: u64,
    /// Purpose of the stage.
    pub purpose: Purpose,
    /// Number of its first unit; units are numbered through all stages.
    pub first_unit: u64,
    /// Game with all its settings.
    pub game: String,
    /// Copies of the files that the game's settings name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<Copy>,
    /// Random seed.
    pub seed: u64,
    /// Names of the players.
    pub names: Vec<String>,
    /// Players with all their settings.
    pub players: Vec<String>,
    /// Positions in which games or decisions begin; if empty, the start of the game.
    pub positions: Vec<String>,
    /// Number of the first deal.
    pub first_deal: u64,
    /// Deals that are played, if not all of them in order.
    pub deals: Option<Vec<u64>>,
    /// Number of plays of a deal with the same seating.
    pub plays: u64,
    /// Tasks of the stage.
    pub tasks: Vec<Task>,
}

/// Purpose of a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Purpose {
    /// Games that find out which deals are balanced.
    Screen,
    /// Games or decisions that the experiment measures.
    Measure,
}

/// A number of games or decisions of the same kind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    /// Number of the pairing in the results; the same in all stages that measure it.
    pub pairing: u64,
    /// Kind of work.
    pub work: Work,
    /// Number of the first game or decision.
    pub first: u64,
    /// Number of games or decisions.
    pub count: u64,
    /// Number of games or decisions in a unit.
    pub batch: u64,
}

/// Kind of work of a task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Work {
    /// Games: every deal is played with each of these seatings in turn. A seating names the player
    /// in each seat.
    Games(Vec<Vec<usize>>),
    /// Decisions of one player, `runs` at each position.
    Thoughts {
        /// Index of the player.
        player: usize,
        /// Number of decisions at each position.
        runs: u64,
    },
    /// Exploitability of one player.
    Exploits {
        /// Index of the player.
        player: usize,
        /// Number of replays of the player as it plays; `None` for fresh searches.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        replays: Option<u64>,
    },
}

/// Unit: consecutive games or decisions of a task.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unit<'a> {
    /// Number of the unit, counted through all stages.
    pub number: u64,
    /// Task of the unit.
    pub task: &'a Task,
    /// Number of the first game or decision.
    pub first: u64,
    /// Number of games or decisions.
    pub count: u64,
}

/// Place of a game in its task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GamePlace {
    /// Number of the deal.
    pub deal: u64,
    /// Number of earlier plays of this deal with the same seating.
    pub play: u64,
    /// Index of the seating.
    pub turn: usize,
}

impl Task {
    /// Number of units of the task.
    pub(crate) fn units(&self) -> u64 {
        self.count.div_ceil(self.batch)
    }
}

impl Stage {
    /// Number of units of the stage.
    pub fn units(&self) -> u64 {
        self.tasks.iter().map(Task::units).sum()
    }

    /// Numbers of the units of the stage.
    pub fn numbers(&self) -> std::ops::Range<u64> {
        self.first_unit..self.first_unit + self.units()
    }

    /// Number of games or decisions of the stage.
    pub fn rows(&self) -> u64 {
        self.tasks.iter().map(|task| task.count).sum()
    }

    /// Returns a unit by its number.
    pub fn unit(&self, number: u64) -> Result<Unit<'_>, Error> {
        let outside = || {
            let numbers = self.numbers();
            Error::Refused(format!(
                "this plan has the units {} to {}, and not {number}",
                numbers.start,
                numbers.end.saturating_sub(1)
            ))
        };
        let mut left = number.checked_sub(self.first_unit).ok_or_else(outside)?;
        for task in &self.tasks {
            match left.checked_sub(task.units()) {
                Some(rest) => left = rest,
                None => {
                    let skipped = left * task.batch;
                    let count = task.batch.min(task.count - skipped);
                    return Ok(Unit { number, task, first: task.first + skipped, count });
                }
            }
        }
        Err(outside())
    }

    /// Place of a game, by its number in a task with `seatings` seatings.
    pub fn place(&self, game: u64, seatings: usize) -> GamePlace {
        let seatings = seatings as u64;
        let at = game / (seatings * self.plays);
        GamePlace {
            deal: self.deals.as_ref().map_or(self.first_deal + at, |deals| deals[at as usize]),
            play: game / seatings % self.plays,
            turn: (game % seatings) as usize,
        }
    }

    /// Opens a table with the game. No files are read: the plan carries copies.
    pub fn open(&self, catalogue: &Catalogue) -> Result<Box<dyn Table>, Error> {
        let held = files::contents(&self.files)?;
        Ok(catalogue.with_files(Files::none().holding(held)).open(&self.game.parse()?)?)
    }

    /// Plan as the text of its file; equal plans have equal texts.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("a plan is plain data") + "\n"
    }

    /// Reads a plan from a file.
    pub fn read(path: &Path) -> Result<Self, Error> {
        Stage::from_json(&disk::text(path, LARGEST)?)
    }

    /// Reads a plan and checks that it is consistent.
    pub fn from_json(text: &str) -> Result<Self, Error> {
        let stage: Stage = serde_json::from_str(text)
            .map_err(|error| Error::Refused(format!("this is no plan: {error}")))?;
        match stage.fault() {
            None => Ok(stage),
            Some(fault) => Err(Error::Refused(format!("this plan cannot be used: {fault}"))),
        }
    }

    /// Returns what makes the plan unusable, if anything does.
    fn fault(&self) -> Option<String> {
        if self.format != FORMAT {
            return Some(format!("its format is {}, and this program reads {FORMAT}", self.format));
        }
        if self.names.len() != self.players.len() {
            return Some("the numbers of names and of players differ".to_string());
        }
        let there = |deal: &u64| self.positions.is_empty() || *deal < self.positions.len() as u64;
        if !self.deals.iter().flatten().all(there) {
            return Some("a deal has no position".to_string());
        }
        if self.plays == 0 || !self.tasks.iter().all(|task| self.is_sound(task)) {
            return Some("a task has no player, or more games than there are deals".to_string());
        }
        self.adds_up().is_none().then(|| "its numbers are too large to be counted".to_string())
    }

    /// Returns `None` if a number that follows from a plan with valid tasks overflows.
    fn adds_up(&self) -> Option<()> {
        self.tasks.iter().try_fold(self.first_unit, |sum, task| sum.checked_add(task.units()))?;
        self.tasks.iter().try_fold(0u64, |sum, task| sum.checked_add(task.count))?;
        for task in &self.tasks {
            if let Work::Games(seatings) = &task.work {
                let games_of_deal = self.plays.checked_mul(seatings.len() as u64)?;
                self.first_deal.checked_add((task.first + task.count) / games_of_deal)?;
            }
        }
        Some(())
    }

    fn is_sound(&self, task: &Task) -> bool {
        let known = |&player: &usize| player < self.players.len();
        let (players_known, most) = match &task.work {
            Work::Games(seatings) => {
                let games = self
                    .count_deals()
                    .saturating_mul(self.plays)
                    .saturating_mul(seatings.len() as u64);
                (!seatings.is_empty() && seatings.iter().flatten().all(known), games)
            }
            Work::Thoughts { player, runs } => {
                (known(player) && *runs > 0, (self.positions.len() as u64).saturating_mul(*runs))
            }
            Work::Exploits { player, .. } => (known(player), u64::MAX),
        };
        let fits = task.first.checked_add(task.count).is_some_and(|end| end <= most);
        players_known && fits && task.batch > 0
    }

    /// Number of deals to play; `u64::MAX` if there is neither a list of deals nor of positions.
    fn count_deals(&self) -> u64 {
        match (&self.deals, self.positions.len()) {
            (Some(deals), _) => deals.len() as u64,
            (None, 0) => u64::MAX,
            (None, positions) => positions as u64,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stage() -> Stage {
        let games = |pairing, count, batch| Task {
            pairing,
            work: Work::Games(vec![vec![0, 1], vec![1, 0]]),
            first: 0,
            count,
            batch,
        };
        Stage {
            format: FORMAT,
            stage: 1,
            purpose: Purpose::Measure,
            first_unit: 10,
            game: "kuhn".into(),
            files: vec![],
            seed: 1,
            names: vec!["one".into(), "other".into()],
            players: vec!["random".into(), "random".into()],
            positions: vec![],
            first_deal: 100,
            deals: None,
            plays: 3,
            tasks: vec![games(0, 25, 10), games(1, 4, 10)],
        }
    }

    #[test]
    fn units_are_numbered_through_the_tasks() {
        let stage = stage();
        assert_eq!((stage.units(), stage.rows(), stage.numbers()), (4, 29, 10..14));
        let shape =
            |number| stage.unit(number).map(|unit| (unit.task.pairing, unit.first, unit.count));
        assert_eq!(shape(10), Ok((0, 0, 10)));
        assert_eq!(shape(12), Ok((0, 20, 5)));
        assert_eq!(shape(13), Ok((1, 0, 4)));
        assert!([0, 9, 14].into_iter().all(|number| shape(number).is_err()));
    }

    #[test]
    fn a_deal_is_over_when_it_was_played_as_often_as_planned() {
        let mut stage = stage();
        let deals =
            |stage: &Stage| (0..14).map(|game| stage.place(game, 2).deal).collect::<Vec<_>>();
        assert_eq!(
            deals(&stage),
            [100, 100, 100, 100, 100, 100, 101, 101, 101, 101, 101, 101, 102, 102]
        );
        assert_eq!(stage.place(9, 2), GamePlace { deal: 101, play: 1, turn: 1 });
        stage.deals = Some(vec![7, 5, 3]);
        assert_eq!(deals(&stage)[5..7], [7, 5]);
    }

    #[test]
    fn plans_survive_their_file_and_nonsense_does_not() {
        let good = stage();
        assert_eq!(Stage::from_json(&good.to_json()), Ok(good.clone()));
        let spoilt: [fn(&mut Stage); 11] = [
            |stage| stage.names.truncate(1),
            |stage| stage.format = 0,
            |stage| stage.plays = 0,
            |stage| stage.tasks[0].batch = 0,
            |stage| stage.tasks[0].count = u64::MAX,
            |stage| stage.players.truncate(1),
            |stage| stage.deals = Some(vec![]),
            |stage| stage.first_unit = u64::MAX,
            |stage| stage.first_deal = u64::MAX,
            |stage| stage.plays = u64::MAX,
            |stage| stage.tasks.iter_mut().for_each(|task| task.count = 1 << 63),
        ];
        for spoil in spoilt {
            let mut bad = good.clone();
            spoil(&mut bad);
            bad.tasks[0].first = 1;
            assert!(Stage::from_json(&bad.to_json()).is_err(), "{bad:?}");
        }
    }
}
