//! `round-robin`: every player against every other, in all seat orders; with `mirror`, also against
//! itself.

use super::show::{self, PlayerScore};
use crate::experiment::entrants::{self, Entrant};
use crate::experiment::source::Keys;
use crate::experiment::{Common, Measure, Orders, Pairing, Results};
use crate::report::Report;
use crate::report::model::{Block, Cell, Estimate, Format, HeatMap, Table as Rows};
use crate::stats::Ratings;
use crate::stats::ratings::{Encounter, Rating};
use crate::{Error, Table};

/// Every player against every other.
#[derive(Clone, Debug, PartialEq)]
pub struct RoundRobin {
    /// Players that meet.
    pub players: Vec<Entrant>,
    /// Whether players also meet themselves.
    pub mirror: bool,
}

impl RoundRobin {
    pub(crate) fn read(keys: &Keys, table: &dyn Table) -> Result<Self, Error> {
        let players = entrants::read_all(keys, "players", table)?;
        let item = keys.need("players", "")?;
        match (table.seats(), players.len()) {
            (1, _) => Err(item.fail("a game that is played alone has no round-robin: use `match`")),
            (seats, count) if count < seats => Err(item.fail(format!(
                "a round-robin at this game needs at least {seats} players, not {count}"
            ))),
            _ => Ok(RoundRobin { players, mirror: keys.flag_or("mirror", false)? }),
        }
    }

    /// Every set of as many players as there are seats.
    pub(crate) fn pairings(&self, seats: usize, orders: Orders) -> Vec<Pairing> {
        let pairing = |players: Vec<usize>| Pairing {
            focus: players[0],
            seatings: orders.seatings(&players),
        };
        let mirrors =
            (0..self.players.len()).filter(|_| self.mirror).map(|player| vec![player; seats]);
        combinations(self.players.len(), seats).into_iter().chain(mirrors).map(pairing).collect()
    }

    pub(crate) fn report(&self, experiment: &Common, results: &Results) -> Result<Report, Error> {
        let seats = experiment.open()?.seats();
        let orders = experiment.schedule.map_or(Orders::Rotations, |schedule| schedule.orders);
        let pairings = self.pairings(seats, orders);
        // Games of a player against itself give no information about relative strength.
        let between: Vec<u64> = (0..)
            .zip(&pairings)
            .filter(|(_, pairing)| {
                pairing.seatings[0].iter().any(|player| *player != pairing.focus)
            })
            .map(|(id, _)| id)
            .collect();
        let standing =
            |player| PlayerScore::new(&self.players, player, results, between.iter().copied());
        let standings: Vec<PlayerScore> = (0..self.players.len()).map(standing).collect();
        let mut report = Report::new(experiment.title, show::headline(&standings));
        report.push(show::table("Standings", "player", &standings));
        report.push(show::bars(
            &format!("{} against all others", results.measure.title()),
            &standings,
        ));
        report.push(self.by_seat(seats, results, &between));
        if seats == 2 {
            report.push(self.both_seats(results, &pairings));
            report.push(self.by_first_seat(results, &pairings));
            report.push(match results.measure {
                Measure::Score => self.ratings(results, &pairings),
                Measure::Payoff(_) => Block::Note(
                    "There are no ratings: Elo needs wins and losses, and this experiment measures \
                     payoffs. An experiment with `measure = \"score\"` has them."
                        .to_string(),
                ),
            });
        }
        Ok(report)
    }

    fn by_seat(&self, seats: usize, results: &Results, between: &[u64]) -> Rows {
        let row = |player: usize| {
            let score =
                |seat| show::cell(&results.score(player, between.iter().copied(), Some(seat)));
            [Cell::Text(self.players[player].label.clone())]
                .into_iter()
                .chain((0..seats).map(score))
                .collect()
        };
        let heads = (1..=seats).map(|seat| format!("in seat {seat}"));
        Rows {
            title: format!("{} by seat", results.measure.title()),
            caption: show::caption(results.measure),
            columns: ["player".to_string()].into_iter().chain(heads).collect(),
            rows: (0..self.players.len()).map(row).collect(),
        }
    }

    /// Scores of every player against every other, in both seats.
    fn both_seats(&self, results: &Results, pairings: &[Pairing]) -> HeatMap {
        HeatMap {
            title: "Who beats whom".to_string(),
            caption: format!(
                "The {} of the row's player against the column's, seats exchanged. {}",
                results.measure.name(),
                results.measure.caption()
            ),
            row_label: "player".to_string(),
            column_label: "opponent".to_string(),
            ..self.matrix(results, pairings, None)
        }
    }

    /// Scores of the first seat, for every pair of players in first and second seat.
    fn by_first_seat(&self, results: &Results, pairings: &[Pairing]) -> HeatMap {
        HeatMap {
            title: "Who beats whom from the first seat".to_string(),
            caption: format!(
                "The {} of the player in the first seat. {}",
                results.measure.name(),
                results.measure.caption()
            ),
            row_label: "first seat".to_string(),
            column_label: "second seat".to_string(),
            ..self.matrix(results, pairings, Some(0))
        }
    }

    fn matrix(&self, results: &Results, pairings: &[Pairing], seat: Option<usize>) -> HeatMap {
        let value = |player: usize, opponent: usize| {
            let meet = |pairing: &&Pairing| pairing.seatings.contains(&vec![player, opponent]);
            let id = (0..).zip(pairings).find(|(_, pairing)| meet(pairing)).map(|(id, _)| id)?;
            let score = results.score(player, [id], seat);
            (score.games() > 0).then(|| score.mean())
        };
        let everybody = 0..self.players.len();
        let labels: Vec<String> = self.players.iter().map(|player| player.label.clone()).collect();
        HeatMap {
            title: String::new(),
            caption: String::new(),
            row_label: String::new(),
            column_label: String::new(),
            rows: labels.clone(),
            columns: labels,
            values: everybody
                .clone()
                .map(|a| everybody.clone().map(|b| value(a, b)).collect())
                .collect(),
            format: results.measure.format(),
            middle: Some(results.measure.even()),
            range: results.measure.range(),
        }
    }
}

impl RoundRobin {
    /// Ratings of all players on one scale.
    fn ratings(&self, results: &Results, pairings: &[Pairing]) -> Block {
        let encounter = |(id, pairing): (u64, &Pairing)| {
            let seats = &pairing.seatings[0];
            let score = results.score(seats[0], [id], None);
            Encounter {
                first: seats[0],
                second: seats[1],
                games: score.games(),
                score: score.wins as f64 + score.draws as f64 / 2.0,
            }
        };
        let encounters: Vec<Encounter> = (0..).zip(pairings).map(encounter).collect();
        let labels: Vec<&str> = self.players.iter().map(|player| player.label.as_str()).collect();
        let ratings = match Ratings::new(&labels, &encounters) {
            Ok(ratings) => ratings,
            Err(_) => {
                return Block::Note(
                    "Some players have not met yet, so there are no ratings.".to_string(),
                );
            }
        };
        let row = |(label, rating): (&&str, &Rating)| {
            let estimate = Estimate::new(rating.interval.0, rating.elo, rating.interval.1);
            vec![Cell::Text(label.to_string()), Cell::Interval(estimate, Format::Number(0))]
        };
        let drawn = if ratings.prior { " A drawn game was added to every pairing." } else { "" };
        Block::Table(Rows {
            title: "Ratings".to_string(),
            caption: format!(
                "Bradley-Terry ratings on the scale of Elo, 0 on average, with 95% intervals that take games \
                 for independent.{drawn}"
            ),
            columns: ["player", "Elo"].map(String::from).to_vec(),
            rows: labels.iter().zip(&ratings.players).map(row).collect(),
        })
    }
}

/// All ways to choose `size` of `count` items, in order.
fn combinations(count: usize, size: usize) -> Vec<Vec<usize>> {
    if size == 0 {
        return vec![vec![]];
    }
    let ending_in = |last: usize| {
        combinations(last, size - 1).into_iter().map(move |mut rest| {
            rest.push(last);
            rest
        })
    };
    let mut all: Vec<Vec<usize>> = (0..count).flat_map(ending_in).collect();
    all.sort();
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn combinations_are_complete() {
        assert_eq!(combinations(3, 2), [[0, 1], [0, 2], [1, 2]]);
        assert_eq!(combinations(5, 3).len(), 10);
        assert_eq!(combinations(1, 2), Vec::<Vec<usize>>::new());
    }
}
