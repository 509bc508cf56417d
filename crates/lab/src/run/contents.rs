//! Reading of a file of results, from its bytes and its plan.
//!
//! A seal detects damage. It does not prove who wrote the file, since any process can create a
//! seal. The lines are therefore also checked against the plan, one by one, so that later code can
//! trust them.

use super::row::{ExploitRow, GameRow, Row, ThoughtRow, TimeRow};
use super::sealed::{self, Broken, Seal};
use crate::Error;
use crate::experiment::plan::{Stage, Unit, Work};
use serde::de::DeserializeOwned;

/// Results in a unit's file, if they match the contents of its seal and the plan.
pub fn read_results(
    stage: &Stage,
    number: u64,
    lines: &[u8],
    seal: &[u8],
) -> Result<Vec<Row>, Error> {
    let plan = sealed::hash(stage.to_json().as_bytes());
    let unit = stage.unit(number)?;
    let damaged =
        |why: &str| Error::Damaged { file: format!("unit {number}"), why: why.to_string() };
    match (Seal { plan: &plan, unit: number }.open(lines, seal, unit.count)) {
        Ok(_) => fitting(stage, &unit, lines).map_err(damaged),
        Err(Broken::Strange) => Err(damaged("belongs to another experiment")),
        Err(Broken::Spoilt) => Err(damaged("is damaged")),
    }
}

/// Rows of a unit, if its plan allows these rows.
pub(super) fn fitting<T: OfUnit>(
    stage: &Stage,
    unit: &Unit,
    lines: &[u8],
) -> Result<Vec<T>, &'static str> {
    let mut all: Vec<T> = vec![];
    sealed::read(lines, |row| all.push(row))?;
    let numbered = all.iter().zip(unit.first..);
    let fits = numbered.into_iter().all(|(row, number)| row.is_of(stage, unit, number));
    match fits && all.len() as u64 == unit.count {
        true => Ok(all),
        false => Err("is sealed, but has lines that do not belong to its plan"),
    }
}

/// Row of a unit.
pub(super) trait OfUnit: DeserializeOwned {
    /// Returns whether this is the row of game or decision number `number` of the unit.
    fn is_of(&self, stage: &Stage, unit: &Unit, number: u64) -> bool;
}

impl OfUnit for Row {
    fn is_of(&self, stage: &Stage, unit: &Unit, number: u64) -> bool {
        let planned = match (self, &unit.task.work) {
            (Row::Game(row), Work::Games(seatings)) => is_game(row, stage, seatings, number),
            (Row::Thought(row), &Work::Thoughts { player, runs }) => {
                is_thought(row, stage, player, runs, number)
            }
            (Row::Exploit(row), &Work::Exploits { player, .. }) => {
                is_exploit(row, stage, player, number)
            }
            _ => false,
        };
        planned && self.pairing() == unit.task.pairing
    }
}

fn is_game(row: &GameRow, stage: &Stage, seatings: &[Vec<usize>], number: u64) -> bool {
    let place = stage.place(number, seatings.len());
    let seats = row.seats.len();
    (row.purpose, row.game, row.deal, &row.seats)
        == (stage.purpose, number, place.deal, &seatings[place.turn])
        && row.players.iter().eq(row.seats.iter().map(|&player| &stage.names[player]))
        && [row.payoffs.len(), row.decisions.len(), row.iterations.len()] == [seats; 3]
        && row.payoffs.iter().all(|payoff| (-1.0..=1.0).contains(payoff))
}

fn is_thought(row: &ThoughtRow, stage: &Stage, player: usize, runs: u64, number: u64) -> bool {
    (&row.name, row.player, row.position, row.run)
        == (&stage.names[player], player, number / runs, number % runs)
}

fn is_exploit(row: &ExploitRow, stage: &Stage, player: usize, number: u64) -> bool {
    (&row.name, row.player, row.run) == (&stage.names[player], player, number)
        // A bias-corrected estimate can lie outside the possible range.
        && (-2.0..=2.0).contains(&row.exploitability)
        && row.error.is_none_or(|error| error >= 0.0)
}

impl OfUnit for TimeRow {
    fn is_of(&self, _: &Stage, unit: &Unit, number: u64) -> bool {
        (self.pairing, self.number) == (unit.task.pairing, number)
            && self.seconds.iter().all(|&seconds| seconds >= 0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::plan::Purpose;
    use crate::experiment::{Experiment, Results};
    use crate::run::run_unit;

    /// Any process that can write a file can seal it, so rows that the plan does not allow are
    /// refused even if they are sealed.
    #[test]
    fn a_seal_is_not_enough() {
        let text =
            "design = 'match'\ngame = 'kuhn'\ngames = 4\nunit = 2\nplayers = ['random', 'random']";
        let catalogue = sortilege_shelves::catalogue();
        let experiment = Experiment::read(text, catalogue).unwrap();
        let stage = experiment.next_stage(&Results::default()).unwrap().unwrap();
        let plan = sealed::hash(stage.to_json().as_bytes());
        let read = |rows: &[Row]| {
            let sealed = Seal { plan: &plan, unit: 1 }.close(rows, &String::new());
            read_results(&stage, 1, &sealed.lines, &sealed.seal)
        };
        let right = run_unit(catalogue, &stage, 1).unwrap().rows;
        assert_eq!(read(&right), Ok(right.clone()));
        let spoilt: [fn(&mut GameRow); 10] = [
            |row| row.purpose = Purpose::Screen,
            |row| row.players[0] = "another".to_string(),
            |row| row.pairing += 1,
            |row| row.game = 0,
            |row| row.deal += 1,
            |row| row.seats.swap(0, 1),
            |row| row.seats.push(7),
            |row| row.payoffs[0] = 1e308,
            |row| row.payoffs.clear(),
            |row| row.iterations.clear(),
        ];
        for (number, spoil) in spoilt.iter().enumerate() {
            let mut rows = right.clone();
            let Row::Game(row) = &mut rows[1] else { panic!("games were planned") };
            spoil(row);
            assert!(read(&rows).is_err(), "spoilt in way {number}");
        }
        assert!(read(&right[..1]).is_err() && read(&[&right[..], &right[..1]].concat()).is_err());
    }
}
