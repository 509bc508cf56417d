//! Number of games and their deals, pairings of players and their seatings, and the properties of
//! an experiment that its design needs.

use super::sequential::StoppingRule;
use super::source::{Item, Keys, quoted_list};
use crate::{Catalogue, Error, Spec, Table};

/// Upper limit of all counts in an experiment.
pub(crate) const MOST: u64 = 1_000_000_000;

/// Length of a pairing.
#[derive(Clone, Debug, PartialEq)]
pub struct Schedule {
    /// Number of games, deals or positions.
    pub length: Length,
    /// Number of plays of each deal with the same seating.
    pub plays: u64,
    /// Order in which players change seats.
    pub orders: Orders,
}

/// Number of games, deals or positions of a pairing.
#[derive(Clone, Debug, PartialEq)]
pub enum Length {
    /// Number of games.
    Games(u64),
    /// Number of deals.
    Deals(u64),
    /// One deal for each of these positions.
    Positions(Vec<String>),
}

impl Length {
    /// Returns whether this length contains everything in `other`, under the same numbers.
    pub(crate) fn holds(&self, other: &Length) -> bool {
        match (self, other) {
            (Length::Games(ours), Length::Games(theirs)) => ours >= theirs,
            (Length::Deals(ours), Length::Deals(theirs)) => ours >= theirs,
            (Length::Positions(ours), Length::Positions(theirs)) => ours.starts_with(theirs),
            _ => false,
        }
    }

    /// The length doubled `times` times; `None` for a list or if it becomes too large.
    pub(crate) fn doubled(&self, times: u32) -> Option<Self> {
        let doubled = |count: u64| {
            count.checked_shl(times).filter(|&many| many <= MOST && many >> times == count)
        };
        match self {
            Length::Games(count) => doubled(*count).map(Length::Games),
            Length::Deals(count) => doubled(*count).map(Length::Deals),
            Length::Positions(_) => None,
        }
    }

    /// Text such as `200 games a pairing`.
    pub(crate) fn words(&self) -> String {
        match self {
            Length::Games(count) => format!("{count} games a pairing"),
            Length::Deals(count) => format!("{count} deals a pairing"),
            Length::Positions(all) => format!("{} positions", all.len()),
        }
    }
}

impl Schedule {
    pub(crate) fn read(keys: &Keys, table: &dyn Table) -> Result<Self, Error> {
        let length = match (keys.get("games"), keys.get("deals")) {
            (Some(_), Some(deals)) => {
                return Err(
                    deals.fail("`games` and `deals` both say how long a pairing is: leave one out")
                );
            }
            (Some(games), None) => Length::Games(games.whole(1..MOST + 1)?),
            (None, Some(deals)) if deals.is_list() => Length::Positions(positions(&deals, table)?),
            (None, Some(deals)) => Length::Deals(deals.whole(1..MOST + 1)?),
            (None, None) => {
                return Err(keys.fail("`games` is missing: how many games a pairing has"));
            }
        };
        let orders = match keys.get("orders").map(|item| item.word(&Orders::NAMES)).transpose()? {
            Some("all") => Orders::All,
            _ => Orders::Rotations,
        };
        Ok(Schedule { length, plays: keys.whole_or("plays", 1..1_000_001, 1)?, orders })
    }

    pub(crate) fn write(&self, line: &mut dyn FnMut(&str, String)) {
        match &self.length {
            Length::Games(games) => line("games", games.to_string()),
            Length::Deals(deals) => line("deals", deals.to_string()),
            Length::Positions(positions) => line("deals", quoted_list(positions)),
        }
        line("plays", self.plays.to_string());
        line("orders", format!("\"{}\"", self.orders.name()));
    }

    /// Number of games of a pairing with `seatings` seatings, and with `kept` deals where that is
    /// known.
    pub(crate) fn games(&self, seatings: usize, kept: Option<usize>) -> u64 {
        let of_deals =
            |deals: u64| deals.saturating_mul(self.plays).saturating_mul(seatings as u64);
        match (&self.length, kept) {
            (Length::Games(games), _) => *games,
            (_, Some(kept)) => of_deals(kept as u64),
            (Length::Deals(deals), _) => of_deals(*deals),
            (Length::Positions(positions), _) => of_deals(positions.len() as u64),
        }
    }

    /// Number of deals that `games` games take.
    pub(crate) fn deals_of(&self, games: u64, seatings: usize) -> u64 {
        games.div_ceil(self.plays * seatings as u64)
    }

    /// Positions, if deals are positions.
    pub(crate) fn positions(&self) -> &[String] {
        match &self.length {
            Length::Positions(positions) => positions,
            _ => &[],
        }
    }
}

/// Reads positions of the game and returns them in the form in which the game prints them.
pub(crate) fn positions(item: &Item, table: &dyn Table) -> Result<Vec<String>, Error> {
    let mut board = table.again();
    let mut read = |item: &Item| {
        board.set_position(item.string()?).map_err(|error| item.blame(error))?;
        Ok(board.position())
    };
    let all = item.list()?.iter().map(&mut read).collect::<Result<Vec<_>, Error>>()?;
    match all.is_empty() {
        true => Err(item.fail(format!("`{}` has no position in it", item.key))),
        false => Ok(all),
    }
}

/// Properties that experiments of all designs share.
pub(crate) struct Common<'a> {
    /// Catalogue of the game and the players.
    pub(crate) catalogue: &'a Catalogue,
    /// Title of the report.
    pub(crate) title: &'a str,
    /// Game with all its settings.
    pub(crate) game: &'a Spec,
    /// Random seed.
    pub(crate) seed: u64,
    /// Number of games and their deals; `None` for designs that play no games.
    pub(crate) schedule: Option<&'a Schedule>,
    /// Stopping rule, if there is one.
    pub(crate) sequential: Option<&'a StoppingRule>,
}

impl Common<'_> {
    /// Opens a table with the game.
    pub(crate) fn open(&self) -> Result<Box<dyn Table>, Error> {
        Ok(self.catalogue.open(self.game)?)
    }
}

/// Players that meet, with all their seatings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// Player that the pairing measures, by its index in the plan.
    pub focus: usize,
    /// Player in each seat, for each seating; each deal is played with all of them.
    pub seatings: Vec<Vec<usize>>,
}

/// Order in which players change seats from game to game of a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Orders {
    /// Every player moves on by one seat, until all have sat in every seat.
    Rotations,
    /// All permutations of the players.
    All,
}

impl Orders {
    /// Names of the variants, in their order.
    pub(crate) const NAMES: [&str; 2] = ["rotations", "all"];

    pub(crate) fn name(self) -> &'static str {
        Orders::NAMES[self as usize]
    }

    /// Returns the seatings of `players`. Seatings that are equal, because a player sits twice, are
    /// listed once.
    pub(crate) fn seatings(self, players: &[usize]) -> Vec<Vec<usize>> {
        let seats = players.len();
        let all = match self {
            Orders::Rotations => (0..seats)
                .map(|turn| (0..seats).map(|seat| players[(seat + seats - turn) % seats]).collect())
                .collect(),
            Orders::All => permutations(players),
        };
        let mut distinct: Vec<Vec<usize>> = vec![];
        for seating in all {
            if !distinct.contains(&seating) {
                distinct.push(seating);
            }
        }
        distinct
    }
}

fn permutations(players: &[usize]) -> Vec<Vec<usize>> {
    if players.is_empty() {
        return vec![vec![]];
    }
    let first = |i: usize| {
        let mut rest = players.to_vec();
        let player = rest.remove(i);
        permutations(&rest).into_iter().map(move |tail| [vec![player], tail].concat())
    };
    (0..players.len()).flat_map(first).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_sits_everywhere() {
        assert_eq!(Orders::Rotations.seatings(&[0, 1]), [[0, 1], [1, 0]]);
        assert_eq!(Orders::Rotations.seatings(&[5, 6, 7]), [[5, 6, 7], [7, 5, 6], [6, 7, 5]]);
        assert_eq!(Orders::All.seatings(&[0, 1, 2]).len(), 6);
        assert_eq!(Orders::All.seatings(&[0, 1, 1]), [[0, 1, 1], [1, 0, 1], [1, 1, 0]]);
        assert_eq!(Orders::Rotations.seatings(&[3]), [[3]]);
        assert_eq!(Orders::All.seatings(&[2, 2]), [[2, 2]]);
    }
}
