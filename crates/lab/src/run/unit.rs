//! Doing a unit: a pure function of the plan and a number.
//!
//! Chance in a game is drawn from (seed, deal), so that games of a deal meet the same cards or dice in every
//! pairing; where deals are positions, from (seed, deal, play). What players draw depends on the seed, the
//! purpose of the stage, the pairing, the game and the seat.

use super::row::{GameRow, Row, ThoughtRow, TimeRow};
use crate::experiment::plan::{Purpose, Stage, Unit, Work};
use crate::table::Thinker;
use crate::{Error, Spec, Table, catalogue};
use sortilege::{Player, Rng};

/// What a unit gave, and how long it took.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Done {
    /// The results.
    pub rows: Vec<Row>,
    /// The times, a line a result.
    pub times: Vec<TimeRow>,
}

/// Does unit number `number` of a stage.
pub fn run_unit(stage: &Stage, number: u64) -> Result<Done, Error> {
    let unit = stage.unit(number)?;
    let mut table = catalogue::open(&stage.game.parse()?)?;
    match &unit.task.work {
        Work::Games(seatings) => play(stage, &unit, seatings, &mut *table),
        Work::Thoughts { player, runs } => think(stage, &unit, *player, *runs, &mut *table),
    }
}

fn play(stage: &Stage, unit: &Unit, seatings: &[Vec<usize>], table: &mut dyn Table) -> Result<Done, Error> {
    let mut team = Team::new(stage, seatings.iter().flatten().copied(), table)?;
    let mut done = Done::default();
    for game in unit.first..unit.first + unit.count {
        let place = stage.place(game, seatings.len());
        let mut chance = Rng::derive(&[stage.seed, place.deal]);
        if let Some(position) = stage.positions.get(place.deal as usize) {
            table.set_position(position)?;
            chance = Rng::derive(&[stage.seed, place.deal, place.play]);
        }
        let seats = &seatings[place.turn];
        if seats.len() != table.seats() {
            return Err(Error::Refused(format!("the plan seats {} at `{}`", seats.len(), stage.game)));
        }
        let mut minds = minds(stage, unit, game, seats.len());
        let seated = team.seated(seats);
        let record = table.play_game(&mut team.players, &seated, &mut chance, &mut minds)?;
        let of_seats = |of: fn(&crate::table::SeatRecord) -> u64| record.seats.iter().map(of).collect();
        done.rows.push(Row::Game(GameRow {
            pairing: unit.task.pairing,
            game,
            deal: place.deal,
            seats: seats.clone(),
            payoffs: record.seats.iter().map(|seat| seat.payoff).collect(),
            decisions: of_seats(|seat| seat.decisions),
            iterations: of_seats(|seat| seat.iterations),
            length: record.length,
        }));
        let seconds = record.seats.iter().map(|seat| seat.time.as_secs_f64()).collect();
        done.times.push(TimeRow { pairing: unit.task.pairing, number: game, seconds });
    }
    Ok(done)
}

fn minds(stage: &Stage, unit: &Unit, number: u64, seats: usize) -> Vec<Rng> {
    let purpose = match stage.purpose {
        Purpose::Measure => 0,
        Purpose::Screen => 1,
    };
    let mind = |seat| Rng::derive(&[stage.seed, purpose, unit.task.pairing, number, seat]);
    (0..seats as u64).map(mind).collect()
}

fn think(stage: &Stage, unit: &Unit, player: usize, runs: u64, table: &mut dyn Table) -> Result<Done, Error> {
    let mut team = Team::new(stage, [player], table)?;
    let mut crowd = vec![table.player(&Spec::new("random"))?];
    let everybody = vec![0; table.seats()];
    let mut done = Done::default();
    for number in unit.first..unit.first + unit.count {
        let (position, run) = (number / runs, number % runs);
        table.set_position(&stage.positions[position as usize])?;
        let who = chooser(table)?;
        let mut minds = minds(stage, unit, number, 1 + table.seats());
        let mut chance = minds[0].clone();
        table.new_game(&mut team.players[0])?;
        let thought = table.think(&mut team.players[0], who, &mut minds[0])?;
        let chosen = thought.candidates.iter().find(|weighed| weighed.action == thought.action);
        let playout = table.play_game(&mut crowd, &everybody, &mut chance, &mut minds[1..])?;
        done.rows.push(Row::Thought(ThoughtRow {
            pairing: unit.task.pairing,
            player,
            position,
            run,
            value: chosen.map_or(0.0, |weighed| weighed.value),
            action: thought.action,
            actions: thought.candidates.len() as u64,
            iterations: thought.iterations,
            nodes: thought.tree.nodes,
            depth: thought.tree.depth,
            mean_depth: thought.tree.mean_depth,
            playout: playout.length,
        }));
        done.times.push(TimeRow { pairing: unit.task.pairing, number, seconds: vec![thought.seconds] });
    }
    Ok(done)
}

/// Who has to choose at the position on the table.
pub(crate) fn chooser(table: &dyn Table) -> Result<Player, Error> {
    table
        .to_choose()
        .first()
        .copied()
        .ok_or_else(|| Error::Refused(format!("there is nothing to decide at `{}`", table.position())))
}

/// The players of a task, built once.
struct Team {
    players: Vec<Thinker>,
    /// Where each player of the plan is in `players`.
    places: Vec<Option<usize>>,
}

impl Team {
    fn new(
        stage: &Stage,
        members: impl IntoIterator<Item = usize>,
        table: &dyn Table,
    ) -> Result<Self, Error> {
        let mut team = Team { players: vec![], places: vec![None; stage.players.len()] };
        for member in members {
            if team.places[member].is_none() {
                team.places[member] = Some(team.players.len());
                team.players.push(table.player(&stage.players[member].parse()?)?);
            }
        }
        Ok(team)
    }

    fn seated(&self, seats: &[usize]) -> Vec<usize> {
        seats.iter().map(|&player| self.places[player].expect("it is a member")).collect()
    }
}
