//! Screening for balanced deals, as in ED §VII. Reference players play candidate deals before the
//! experiment begins, and deals that favour a seat are dropped. The experiment then takes as many
//! of the remaining deals as it needs, in order. The result depends only on the seed.
//!
//! ```toml
//! deals = 50
//! [screen]
//! players = ["so-ismcts:iterations=200", "so-ismcts:iterations=200"]
//! games = 20        # on each deal
//! low = 0.3         # the first seat's score is between these
//! high = 0.7
//! candidates = 500  # deals that are tried
//! ```

use super::deals::MOST;
use super::entrants::{self, Entrant};
use super::measure::points;
use super::results::Games;
use super::source::Item;
use crate::{Error, Table};
use std::collections::BTreeMap;

/// Screen for balanced deals.
#[derive(Clone, Debug, PartialEq)]
pub struct Screen {
    /// Reference players, one per seat.
    pub players: Vec<Entrant>,
    /// Number of games on each deal.
    pub games: u64,
    /// Minimum score of the first seat.
    pub low: f64,
    /// Maximum score of the first seat.
    pub high: f64,
    /// Number of candidate deals; where deals are positions, all of them are candidates.
    pub candidates: Option<u64>,
}

impl Screen {
    pub(crate) fn read(item: &Item, table: &dyn Table) -> Result<Self, Error> {
        let keys = item.table()?;
        keys.only(&["players", "games", "low", "high", "candidates"])?;
        let players = entrants::read_all(&keys, "players", table)?;
        if players.len() != table.seats() {
            let (seats, players) = (table.seats(), players.len());
            return Err(
                keys.fail(format!("a screen needs {seats} players, one a seat, not {players}"))
            );
        }
        let screen = Screen {
            players,
            games: keys.need("games", "how often each deal is tried")?.whole(1..100_001)?,
            low: keys.number_or("low", 0.0, 1.0, 0.25)?,
            high: keys.number_or("high", 0.0, 1.0, 0.75)?,
            candidates: keys.get("candidates").map(|item| item.whole(1..MOST)).transpose()?,
        };
        match screen.low <= screen.high {
            true => Ok(screen),
            false => Err(keys.fail("`low` must not be above `high`")),
        }
    }

    pub(crate) fn to_toml(&self) -> String {
        let Screen { games, low, high, .. } = self;
        let candidates =
            self.candidates.map_or(String::new(), |count| format!("candidates = {count}\n"));
        let players = entrants::to_toml("screen.players", &self.players);
        format!(
            "\n[screen]\ngames = {games}\nlow = {low:?}\nhigh = {high:?}\n{candidates}{players}"
        )
    }

    /// Balanced deals, in order.
    pub(crate) fn balanced(&self, games: &Games) -> Vec<u64> {
        let mut by_deal: BTreeMap<u64, (u64, f64)> = BTreeMap::new();
        for (deal, _, payoffs) in games.iter() {
            let group = by_deal.entry(deal).or_default();
            group.0 += 1;
            group.1 += points(payoffs[0]);
        }
        let mean = |(games, points): (u64, f64)| points / games as f64;
        let balanced = |&(_, group): &(u64, _)| (self.low..=self.high).contains(&mean(group));
        by_deal.into_iter().filter(balanced).map(|(deal, _)| deal).collect()
    }
}
