//! Candidates against opponents: the common part of `versus`, `sweep` and `factorial`. A candidate
//! sits in one seat, or in each seat in turn, and the opponent sits in all other seats.

use super::show::{self, PlayerScore};
use crate::experiment::entrants::{self, Entrant};
use crate::experiment::source::Keys;
use crate::experiment::{Pairing, Results};
use crate::report::model::Block;
use crate::{Error, Table};

/// Candidates against opponents.
#[derive(Clone, Debug, PartialEq)]
pub struct Contest {
    /// Players that are measured.
    pub candidates: Vec<Entrant>,
    /// Opponents that each candidate meets; empty for a game with one seat.
    pub opponents: Vec<Entrant>,
    /// Seats that candidates take in turn, from 0.
    pub seats: Vec<usize>,
}

impl Contest {
    pub(crate) fn read(
        keys: &Keys,
        table: &dyn Table,
        candidates: Vec<Entrant>,
    ) -> Result<Self, Error> {
        let opponents = match (keys.get("opponents"), table.seats()) {
            (Some(item), 1) => {
                return Err(item.fail("a game with one seat has no opponents"));
            }
            (None, 1) => vec![],
            _ => entrants::read_all(keys, "opponents", table)?,
        };
        let seats = match keys.get("seats") {
            None => (0..table.seats()).collect(),
            Some(item) => {
                let seat = |item: &crate::experiment::source::Item| {
                    Ok(item.whole(1..table.seats() as u64 + 1)? as usize - 1)
                };
                let mut seats: Vec<usize> =
                    item.list()?.iter().map(seat).collect::<Result<_, Error>>()?;
                seats.sort_unstable();
                seats.dedup();
                if seats.is_empty() {
                    return Err(item.fail("`seats` is empty: name at least one seat"));
                }
                seats
            }
        };
        Ok(Contest { candidates, opponents, seats })
    }

    pub(crate) fn write(&self, line: &mut dyn FnMut(&str, String)) {
        let seats: Vec<String> = self.seats.iter().map(|seat| (seat + 1).to_string()).collect();
        line("seats", format!("[{}]", seats.join(", ")));
    }

    pub(crate) fn tables(&self) -> String {
        match self.opponents.is_empty() {
            true => String::new(),
            false => entrants::to_toml("opponents", &self.opponents),
        }
    }

    /// Candidates, then opponents.
    pub(crate) fn entrants(&self) -> Vec<Entrant> {
        [&self.candidates[..], &self.opponents[..]].concat()
    }

    pub(crate) fn pairings(&self, seats: usize) -> Vec<Pairing> {
        let opponents = self.candidates.len()..self.candidates.len() + self.opponents.len();
        let pairing = |candidate: usize, opponent: usize| {
            let seating = |&mine: &usize| {
                (0..seats).map(|seat| if seat == mine { candidate } else { opponent }).collect()
            };
            Pairing { focus: candidate, seatings: self.seats.iter().map(seating).collect() }
        };
        let of = |candidate: usize| match opponents.is_empty() {
            true => vec![pairing(candidate, candidate)],
            false => opponents.clone().map(|opponent| pairing(candidate, opponent)).collect(),
        };
        (0..self.candidates.len()).flat_map(of).collect()
    }

    /// Sentence that says against whom `everybody`, the measured players, play.
    pub(crate) fn meeting(&self, everybody: &str) -> Block {
        let name = |opponent: &Entrant| match opponent.label.starts_with(&opponent.spec.name) {
            true => format!("`{}`", opponent.label),
            false => format!("{} (`{}`)", opponent.label, opponent.spec),
        };
        let opponents: Vec<String> = self.opponents.iter().map(name).collect();
        let seats: Vec<String> = self.seats.iter().map(|seat| (seat + 1).to_string()).collect();
        let seats = match &seats[..] {
            [seat] => format!("in seat {seat}"),
            _ => format!("in seats {} in turn", show::in_words(&seats)),
        };
        Block::Text(match opponents.is_empty() {
            true => format!("{everybody} plays alone."),
            false => format!("{everybody} plays against {}, {seats}.", show::in_words(&opponents)),
        })
    }

    /// Number of opponents of a candidate; 1 if the candidate plays alone.
    pub(crate) fn meetings(&self) -> u64 {
        self.opponents.len().max(1) as u64
    }

    /// Number of the pairing of a candidate with an opponent.
    pub(crate) fn pairing(&self, candidate: usize, opponent: usize) -> u64 {
        candidate as u64 * self.meetings() + opponent as u64
    }

    /// Result of a candidate against all opponents.
    pub(crate) fn standing(&self, candidate: usize, results: &Results) -> PlayerScore {
        let first = self.pairing(candidate, 0);
        PlayerScore::new(&self.candidates, candidate, results, first..first + self.meetings())
    }

    /// Results of all candidates.
    pub(crate) fn standings(&self, results: &Results) -> Vec<PlayerScore> {
        (0..self.candidates.len()).map(|candidate| self.standing(candidate, results)).collect()
    }
}
