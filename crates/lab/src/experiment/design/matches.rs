//! `match`: players against each other; each deal is played with every seat order. In a game with
//! one seat, every player plays every deal.

use super::show::{self, PlayerScore};
use crate::experiment::entrants::{self, Entrant};
use crate::experiment::source::Keys;
use crate::experiment::{Common, Orders, Pairing, Results};
use crate::report::Report;
use crate::report::model::Block;
use crate::{Error, Table};

/// Players against each other.
#[derive(Clone, Debug, PartialEq)]
pub struct Match {
    /// Players: one per seat, or any number for a game with one seat.
    pub players: Vec<Entrant>,
}

impl Match {
    pub(crate) fn read(keys: &Keys, table: &dyn Table) -> Result<Self, Error> {
        let players = entrants::read_all(keys, "players", table)?;
        let (seats, count) = (table.seats(), players.len());
        match seats == 1 || seats == count {
            true => Ok(Match { players }),
            false => Err(keys
                .need("players", "")?
                .fail(format!("a match at `{}` needs {seats} players, not {count}", table.spec()))),
        }
    }

    pub(crate) fn pairings(&self, seats: usize, orders: Orders) -> Vec<Pairing> {
        let everybody = 0..self.players.len();
        match seats {
            1 => everybody.map(|focus| Pairing { focus, seatings: vec![vec![focus]] }).collect(),
            _ => vec![Pairing {
                focus: 0,
                seatings: orders.seatings(&everybody.collect::<Vec<_>>()),
            }],
        }
    }

    pub(crate) fn report(&self, experiment: &Common, results: &Results) -> Result<Report, Error> {
        let pairings = 0..self.players.len() as u64;
        let standing = |player| PlayerScore::new(&self.players, player, results, pairings.clone());
        let standings: Vec<PlayerScore> = (0..self.players.len()).map(standing).collect();
        let mut report = Report::new(experiment.title, show::headline(&standings));
        report.push(show::table("Standings", "player", &standings));
        report.push(show::bars(results.measure.title(), &standings));
        if let Some(rule) = experiment.sequential {
            report.push(Block::Text(rule.say(&results.deal_scores(0, 0))));
        }
        Ok(report)
    }
}
