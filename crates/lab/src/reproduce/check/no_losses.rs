//! `no-losses`: `players` lose no game to any of the others, in at least `games` games. Games among
//! themselves do not count.

use super::kind::{ALL_GAMES, CheckResult, Demand, Evidence, Kind, Part, Test};
use crate::Error;
use crate::experiment::source::Keys;
use crate::report::Format;
use crate::reproduce::finished::Finished;
use crate::reproduce::keys::{experiment, texts};
use crate::reproduce::verdicts;
use std::sync::Arc;

pub(super) static KIND: Kind = Kind {
    name: "no-losses",
    common: ALL_GAMES,
    own: &["players", "games"],
    experiments: experiment,
    read: |keys, _| Ok(Arc::new(NoLosses::read(keys)?)),
};

#[derive(Debug)]
struct NoLosses {
    players: Vec<String>,
    /// Minimum number of games.
    games: u64,
}

impl NoLosses {
    fn read(keys: &Keys) -> Result<Self, Error> {
        Ok(NoLosses {
            players: texts(&keys.need("players", "a list of names")?)?,
            games: keys.need("games", "in how many games at least")?.whole(1..1_000_000_001)?,
        })
    }
}

impl Test for NoLosses {
    fn players(&self) -> Vec<&String> {
        self.players.iter().collect()
    }

    fn evaluate(&self, evidence: &Evidence) -> CheckResult {
        let (losses, played) = evidence.runs[0].losses(&self.players);
        let part = Part {
            quantity: format!("share of games that {} lost to others", self.players.join(" and ")),
            claim: format!("none, in {} games or more", self.games),
            estimate: Some(verdicts::share(losses, played)),
            format: Format::Percent(2),
            demand: Demand::Settled(verdicts::no_losses(losses, played, self.games)),
        };
        CheckResult::new(format!("{losses} losses in {played} games"), vec![part])
    }

    fn games(&self, runs: &[&Finished]) -> Option<u64> {
        Some(runs[0].losses(&self.players).1)
    }
}
