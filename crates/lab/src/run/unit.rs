//! Computation of a unit: a pure function of the plan and a number.
//!
//! The chance events of a game are drawn from (seed, deal), so that games of a deal have the same
//! cards or dice in every pairing. Where deals are positions, they are drawn from (seed, deal,
//! play). The random numbers of players depend on the seed, the purpose of the stage, the pairing,
//! the game and the seat.

use super::row::{ExploitRow, GameRow, Row, ThoughtRow, TimeRow};
use crate::experiment::plan::{Purpose, Stage, Unit, Work};
use crate::record::Record;
use crate::table::GameRecord;
use crate::{Agent, Catalogue, Error, Spec, Table};
use sortilege::{Player, Rng};
use sortilege_catalogue::analysis::AnalysisOptions;
use std::time::{Duration, Instant};

/// Results and times of a unit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Done {
    /// Rows of results.
    pub rows: Vec<Row>,
    /// Times, one per row.
    pub times: Vec<TimeRow>,
    /// Records of the games, if they are kept.
    pub records: Vec<Record>,
}

/// Does unit number `number` of a stage, whose game and players are in the catalogue.
pub fn run_unit(catalogue: &Catalogue, stage: &Stage, number: u64) -> Result<Done, Error> {
    run_unit_with(catalogue, stage, number, false)
}

/// Does a unit, with records of its games if requested.
pub(super) fn run_unit_with(
    catalogue: &Catalogue,
    stage: &Stage,
    number: u64,
    recorded: bool,
) -> Result<Done, Error> {
    let unit = stage.unit(number)?;
    let mut table = stage.open(catalogue)?;
    match &unit.task.work {
        Work::Games(seatings) => play(stage, &unit, seatings, &mut *table, recorded),
        Work::Thoughts { player, runs } => think(stage, &unit, *player, *runs, &mut *table),
        Work::Exploits { player, replays } => exploit(stage, &unit, *player, *replays, &*table),
    }
}

fn play(
    stage: &Stage,
    unit: &Unit,
    seatings: &[Vec<usize>],
    table: &mut dyn Table,
    recorded: bool,
) -> Result<Done, Error> {
    let mut team = Team::new(stage, seatings, table)?;
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
            return Err(Error::Refused(format!(
                "the plan seats {} at `{}`",
                seats.len(),
                stage.game
            )));
        }
        let mut minds = minds(stage, unit, game, seats.len());
        let mut seated = team.seated(seats);
        let record = match recorded {
            false => table.play_game(&mut seated, &mut chance, &mut minds)?,
            true => {
                let (record, steps) = table.play_recorded(&mut seated, &mut chance, &mut minds)?;
                let id = (stage.seed, game);
                done.records.push(Record::of_game(table, &seated, id, (&record, steps)));
                record
            }
        };
        let of_seats =
            |of: fn(&crate::table::SeatRecord) -> u64| record.seats.iter().map(of).collect();
        done.rows.push(Row::Game(GameRow {
            purpose: stage.purpose,
            pairing: unit.task.pairing,
            game,
            deal: place.deal,
            players: seats.iter().map(|&player| stage.names[player].clone()).collect(),
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

fn think(
    stage: &Stage,
    unit: &Unit,
    player: usize,
    runs: u64,
    table: &mut dyn Table,
) -> Result<Done, Error> {
    let mut agent = table.player(&stage.players[player].parse()?)?;
    let mut crowd = Crowd::new(table)?;
    let mut done = Done::default();
    for number in unit.first..unit.first + unit.count {
        let (position, run) = (number / runs, number % runs);
        table.set_position(&stage.positions[position as usize])?;
        let who = chooser(table)?;
        let mut minds = minds(stage, unit, number, 1 + table.seats());
        let mut chance = minds[0].clone();
        table.new_game(&mut agent)?;
        let thought = table.think(&mut agent, who, &mut minds[0])?;
        let chosen = thought.candidates.iter().find(|weighed| weighed.action == thought.action);
        let playout = crowd.play(table, &mut chance, &mut minds[1..])?;
        done.rows.push(Row::Thought(ThoughtRow {
            pairing: unit.task.pairing,
            name: stage.names[player].clone(),
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
        done.times.push(TimeRow {
            pairing: unit.task.pairing,
            number,
            seconds: vec![thought.seconds],
        });
    }
    Ok(done)
}

fn exploit(
    stage: &Stage,
    unit: &Unit,
    player: usize,
    replays: Option<u64>,
    table: &dyn Table,
) -> Result<Done, Error> {
    let spec: Spec = stage.players[player].parse()?;
    let mut done = Done::default();
    for run in unit.first..unit.first + unit.count {
        let mut agent = table.player(&spec)?;
        let began = Instant::now();
        let mut mind = minds(stage, unit, run, 1).remove(0);
        let errand = AnalysisOptions { time_limit: Duration::MAX, ..AnalysisOptions::default() };
        let analysis = table.analysis();
        let found = match replays {
            None => analysis.exploit(&mut agent, &mut mind, &errand)?,
            Some(replays) => analysis.exploit_as_played(&mut agent, replays, &mut mind, &errand)?,
        };
        let found = found.expect("it is not stopped");
        done.rows.push(Row::Exploit(ExploitRow {
            pairing: unit.task.pairing,
            name: stage.names[player].clone(),
            player,
            run,
            exploitability: found.exploitability,
            error: found.as_played.and_then(|(estimate, _)| estimate.error),
        }));
        let seconds = vec![began.elapsed().as_secs_f64()];
        done.times.push(TimeRow { pairing: unit.task.pairing, number: run, seconds });
    }
    Ok(done)
}

/// Acting player at the position on the table.
pub(crate) fn chooser(table: &dyn Table) -> Result<Player, Error> {
    table.to_choose().first().copied().ok_or_else(|| {
        Error::Refused(format!("there is nothing to decide at `{}`", table.position()))
    })
}

/// A random player in every seat.
pub(crate) struct Crowd(Vec<Agent>);

impl Crowd {
    pub(crate) fn new(table: &dyn Table) -> Result<Self, Error> {
        let random = |_| table.player(&Spec::new("random"));
        Ok(Crowd((0..table.seats()).map(random).collect::<Result<_, _>>()?))
    }

    /// Plays a game from the position on the table.
    pub(crate) fn play(
        &mut self,
        table: &dyn Table,
        chance: &mut Rng,
        minds: &mut [Rng],
    ) -> Result<GameRecord, Error> {
        Ok(table.play_game(&mut self.0.iter_mut().collect::<Vec<_>>(), chance, minds)?)
    }
}

/// Players of a task, built once. A player has one search for each of its seats, since a search
/// must not use what was observed from another seat.
struct Team {
    /// Index of a player in the plan, and its searches.
    members: Vec<(usize, Vec<Agent>)>,
}

impl Team {
    fn new(stage: &Stage, seatings: &[Vec<usize>], table: &dyn Table) -> Result<Self, Error> {
        let mut players: Vec<usize> = seatings.iter().flatten().copied().collect();
        players.sort_unstable();
        players.dedup();
        let member = |player: usize| {
            let seats =
                |seating: &Vec<usize>| seating.iter().filter(|&&other| other == player).count();
            let most = seatings.iter().map(seats).max().unwrap_or(0);
            let spec: Spec = stage.players[player].parse()?;
            let searches = (0..most).map(|_| table.player(&spec)).collect::<Result<_, _>>()?;
            Ok((player, searches))
        };
        Ok(Team { members: players.into_iter().map(member).collect::<Result<_, Error>>()? })
    }

    /// One search for each seat.
    fn seated(&mut self, seats: &[usize]) -> Vec<&mut Agent> {
        let mut free: Vec<_> =
            self.members.iter_mut().map(|(who, all)| (*who, all.iter_mut())).collect();
        let mut search = |player: &usize| {
            let (_, searches) = free.iter_mut().find(|(who, _)| who == player)?;
            searches.next()
        };
        seats
            .iter()
            .map(|player| search(player).expect("the team was built for these seats"))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::plan::{FORMAT, Task};

    fn stage(players: &[&str], seating: &[usize]) -> Stage {
        let work = Work::Games(vec![seating.to_vec()]);
        Stage {
            format: FORMAT,
            stage: 0,
            purpose: Purpose::Measure,
            first_unit: 0,
            game: "dou-di-zhu".to_string(),
            files: vec![],
            seed: 1,
            names: players.iter().map(|player| player.to_string()).collect(),
            players: players.iter().map(|player| player.to_string()).collect(),
            positions: vec![],
            first_deal: 0,
            deals: None,
            plays: 1,
            tasks: vec![Task { pairing: 0, work, first: 0, count: 3, batch: 3 }],
        }
    }

    /// A search does not share observations between seats, so a player in two seats plays like two
    /// equal players. The bonus used here keeps statistics from decision to decision.
    #[test]
    fn who_sits_twice_plays_as_two_do() {
        let peasant = "so-ismcts:iterations=200,reward=rb";
        let course = |stage: &Stage| {
            let rows = run_unit(sortilege_shelves::catalogue(), stage, 0).unwrap().rows;
            let row = |row: Row| match row {
                Row::Game(row) => (row.payoffs, row.decisions, row.length),
                _ => unreachable!("it is a stage of games"),
            };
            rows.into_iter().map(row).collect::<Vec<_>>()
        };
        let twice = stage(&["random", peasant], &[0, 1, 1]);
        let two = stage(&["random", peasant, peasant], &[0, 1, 2]);
        assert_eq!(course(&twice), course(&two));
    }
}
