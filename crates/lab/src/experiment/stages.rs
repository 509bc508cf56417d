//! Planning of the next stage, from the experiment and the results of earlier stages.

use super::files;
use super::plan::{FORMAT, Purpose, Stage, Task, Work};
use super::{Design, Experiment, Length, Pairing, Results, Schedule};
use crate::experiment::Entrant;
use crate::run::unit::Crowd;
use crate::{Error, Table};
use sortilege::Rng;
use sortilege_catalogue::PlayerProfile;

/// Games of a pairing that remain to be played.
struct RemainingGames {
    id: u64,
    pairing: Pairing,
    first: u64,
    count: u64,
}

impl Experiment {
    /// Returns the next stage, or `None` if the experiment is complete. All stages in `past` must
    /// be complete.
    pub fn next_stage(&self, past: &Results) -> Result<Option<Stage>, Error> {
        let stage = match &self.schedule {
            None if past.stages.is_empty() => match &self.design {
                Design::Exploitability(design) => {
                    self.exploiting_stage(design.runs, design.measure.replays())
                }
                _ => self.thinking_stage()?,
            },
            None => return Ok(None),
            Some(schedule) if self.screen.is_some() && past.stages.is_empty() => {
                self.screening(schedule)?
            }
            Some(schedule) => self.playing_stage(schedule, past)?,
        };
        Ok((!stage.tasks.is_empty()).then_some(stage))
    }

    /// Number of past stages other than the screen.
    fn rounds(&self, past: &Results) -> u64 {
        past.stages.iter().filter(|stage| stage.purpose == Purpose::Measure).count() as u64
    }

    fn playing_stage(&self, schedule: &Schedule, past: &Results) -> Result<Stage, Error> {
        let table = self.open()?;
        let pace = Pace::of(&*table)?;
        let mut stage = self.blank(past);
        stage.plays = schedule.plays;
        stage.positions = schedule.positions().to_vec();
        stage.deals = self.balanced_deals(schedule, past)?;
        let kept = stage.deals.as_ref().map(Vec::len);
        let length = |pairing: &Pairing| schedule.games(pairing.seatings.len(), kept);
        let due: Vec<RemainingGames> = match &self.design {
            Design::Elimination(knock_out) => {
                let (first, pairings) = knock_out.round(self.seed, past);
                let due = |(id, pairing)| RemainingGames {
                    id,
                    first: 0,
                    count: length(&pairing),
                    pairing,
                };
                (first..).zip(pairings).map(due).collect()
            }
            Design::Tune(tune) => {
                tune.round(self.seed, table.seats(), past).map_or(vec![], |round| {
                    let count =
                        |pairing: &Pairing| if round.is_test { tune.test } else { length(pairing) };
                    let due = |(id, pairing)| RemainingGames {
                        id,
                        first: 0,
                        count: count(&pairing),
                        pairing,
                    };
                    (round.first..).zip(round.pairings).map(due).collect()
                })
            }
            design => {
                let pairings = design.pairings(table.seats(), schedule.orders);
                (0..)
                    .zip(pairings)
                    .filter_map(|(id, pairing)| self.due(id, pairing, &length, past))
                    .collect()
            }
        };
        // Every round uses new deals. Otherwise the winners would be the players that the deals
        // favour.
        let in_rounds = matches!(self.design, Design::Elimination(_) | Design::Tune(_));
        if let (true, None, [], Some(due)) =
            (in_rounds, &stage.deals, &stage.positions[..], due.first())
        {
            let of_round = schedule.deals_of(length(&due.pairing), due.pairing.seatings.len());
            stage.first_deal = self.rounds(past).saturating_mul(of_round);
        }
        let players = self.entrants();
        stage.tasks = due.iter().map(|due| self.task(&players, due, &pace)).collect();
        Ok(stage)
    }

    /// Remaining games of a pairing: all of them, or the next batch if there is a stopping rule.
    fn due(
        &self,
        id: u64,
        pairing: Pairing,
        length: &dyn Fn(&Pairing) -> u64,
        past: &Results,
    ) -> Option<RemainingGames> {
        let played = past.games.get(&id).map_or(0, |games| games.count());
        let left = length(&pairing).saturating_sub(played);
        let plays = self.schedule.as_ref().map_or(1, |schedule| schedule.plays);
        let deal = plays * pairing.seatings.len() as u64;
        let count = match &self.sequential {
            Some(rule) if rule.found(&past.deal_scores(pairing.focus, id)).is_some() => 0,
            // An analysis between two games of a deal would use an incomplete pair.
            Some(rule) => left.min(rule.batch.next_multiple_of(deal)),
            None => left,
        };
        (count > 0).then_some(RemainingGames { id, pairing, first: played, count })
    }

    fn screening(&self, schedule: &Schedule) -> Result<Stage, Error> {
        let pace = Pace::of(&*self.open()?)?;
        let screen = self.screen.as_ref().expect("there is one to plan");
        let mut stage = self.blank(&Results::default());
        stage.purpose = Purpose::Screen;
        stage.names = screen.players.iter().map(|entrant| entrant.label.clone()).collect();
        stage.players = screen.players.iter().map(|entrant| entrant.spec.to_string()).collect();
        stage.positions = schedule.positions().to_vec();
        let everybody: Vec<usize> = (0..screen.players.len()).collect();
        let pairing = Pairing { focus: 0, seatings: schedule.orders.seatings(&everybody) };
        stage.plays = screen.games.div_ceil(pairing.seatings.len() as u64);
        let deals = match &schedule.length {
            Length::Positions(positions) => positions.len() as u64,
            Length::Games(count) | Length::Deals(count) => {
                screen.candidates.unwrap_or(count.saturating_mul(CANDIDATES))
            }
        };
        let count = deals.saturating_mul(stage.plays).saturating_mul(pairing.seatings.len() as u64);
        let due = RemainingGames { id: 0, pairing, first: 0, count };
        stage.tasks = vec![self.task(&screen.players, &due, &pace)];
        Ok(stage)
    }

    /// Deals that passed the screen, if there is one.
    fn balanced_deals(
        &self,
        schedule: &Schedule,
        past: &Results,
    ) -> Result<Option<Vec<u64>>, Error> {
        let Some(screen) = &self.screen else { return Ok(None) };
        let mut deals = screen.balanced(&past.screen);
        let wanted = match schedule.length {
            Length::Deals(count) => count as usize,
            _ => 1,
        };
        if deals.len() < wanted {
            return Err(Error::Refused(format!(
                "the screen found {} balanced deals where {wanted} are wanted: raise `candidates`, or widen \
                 the band from `low` to `high`",
                deals.len()
            )));
        }
        if let Length::Deals(_) = schedule.length {
            deals.truncate(wanted);
        }
        Ok(Some(deals))
    }

    /// Returns whether the screen has accepted enough deals, or there is no screen.
    pub(crate) fn has_deals_enough(&self, past: &Results) -> bool {
        self.schedule.as_ref().is_none_or(|schedule| self.balanced_deals(schedule, past).is_ok())
    }

    fn thinking_stage(&self) -> Result<Stage, Error> {
        let mut stage = self.blank(&Results::default());
        let table = self.open()?;
        let pace = Pace::of(&*table)?;
        let (positions, runs) = self.design.positions(self.seed, &*table)?;
        let count = positions.len() as u64 * runs;
        stage.positions = positions;
        stage.tasks = (0..)
            .zip(self.entrants())
            .map(|(player, entrant)| Task {
                pairing: player as u64,
                work: Work::Thoughts { player, runs },
                first: 0,
                count,
                batch: self.unit.unwrap_or_else(|| pace.thoughts(&entrant.profile)),
            })
            .collect();
        Ok(stage)
    }

    /// Plans one unit for every run of every player, since a run takes long, unless the experiment
    /// sets another size.
    fn exploiting_stage(&self, runs: u64, replays: Option<u64>) -> Stage {
        let mut stage = self.blank(&Results::default());
        let batch = self.unit.unwrap_or(1);
        let task = |player| Task {
            pairing: player as u64,
            work: Work::Exploits { player, replays },
            first: 0,
            count: runs,
            batch,
        };
        stage.tasks = (0..stage.players.len()).map(task).collect();
        stage
    }

    /// Stage without tasks.
    fn blank(&self, past: &Results) -> Stage {
        Stage {
            format: FORMAT,
            stage: past.stages.len() as u64,
            purpose: Purpose::Measure,
            first_unit: past.stages.iter().map(Stage::units).sum(),
            game: self.game.to_string(),
            files: files::copies(&self.files),
            seed: self.seed,
            names: self.entrants().into_iter().map(|entrant| entrant.label).collect(),
            players: self.entrants().iter().map(|entrant| entrant.spec.to_string()).collect(),
            positions: vec![],
            first_deal: 0,
            deals: None,
            plays: 1,
            tasks: vec![],
        }
    }

    fn task(&self, players: &[Entrant], due: &RemainingGames, pace: &Pace) -> Task {
        let seats = due.pairing.seatings[0].iter();
        let players: Vec<_> = seats.map(|&player| players[player].profile).collect();
        Task {
            pairing: due.id,
            work: Work::Games(due.pairing.seatings.clone()),
            first: due.first,
            count: due.count,
            batch: self.unit.unwrap_or_else(|| pace.games(&players)),
        }
    }
}

/// Number of candidate deals per wanted deal, unless the screen sets their number.
pub(crate) const CANDIDATES: u64 = 10;

/// Estimated number of simulated moves per second.
const SPEED: f64 = 3e6;
/// Target duration of a unit, in seconds.
const UNIT_TIME: f64 = 0.5;
/// Maximum number of games or decisions in a file, however fast they are.
const LARGEST_UNIT: f64 = 1000.0;

/// Length of a game between random players. It and the settings of the players determine the size
/// of units. No clock is involved, since a plan must be the same on every machine.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Pace {
    /// Moves of a game.
    moves: f64,
    /// Decisions of a seat in a game.
    decisions: f64,
}

impl Pace {
    /// Measures the length by playing a few random games.
    fn of(table: &dyn Table) -> Result<Self, Error> {
        const GAMES: u64 = 20;
        let (seats, mut crowd) = (table.seats(), Crowd::new(table)?);
        let (mut moves, mut decisions) = (0.0, 0.0);
        for game in 0..GAMES {
            let mut minds: Vec<Rng> =
                (0..=seats as u64).map(|seat| Rng::derive(&[game, seat])).collect();
            let mut chance = minds.remove(0);
            let record = crowd.play(table, &mut chance, &mut minds)?;
            moves += f64::from(record.length) / GAMES as f64;
            let made: u64 = record.seats.iter().map(|seat| seat.decisions).sum();
            decisions += made as f64 / (GAMES as f64 * seats as f64);
        }
        Ok(Pace { moves, decisions })
    }

    /// Number of games between these players that make a unit.
    fn games(&self, players: &[PlayerProfile]) -> u64 {
        size(players.iter().map(|player| self.decision_time(player) * self.decisions).sum())
    }

    /// Number of decisions of a player that make a unit.
    fn thoughts(&self, player: &PlayerProfile) -> u64 {
        size(self.decision_time(player))
    }

    fn decision_time(&self, player: &PlayerProfile) -> f64 {
        let limit = player.time.map(|time| time.as_secs_f64());
        let work = player.simulations().map(|count| count as f64 * self.moves / SPEED);
        work.into_iter().chain(limit).reduce(f64::min).unwrap_or(0.0)
    }
}

fn size(seconds: f64) -> u64 {
    (UNIT_TIME / seconds.max(1e-9)).clamp(1.0, LARGEST_UNIT) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slow_players_have_small_units() {
        let pace = Pace { moves: 15.0, decisions: 10.0 };
        let table = sortilege_shelves::catalogue().open(&"leduc".parse().unwrap()).unwrap();
        let profile = |player: &str| *table.player(&player.parse().unwrap()).unwrap().profile();
        let size = |player: &str| pace.games(&[profile(player); 2]);
        assert_eq!(size("random"), 1000);
        // 2 players, 10 decisions each, 1000 simulations of 15 moves: a tenth of a second.
        assert_eq!(size("so-ismcts:iterations=1000,c=0.7"), 5);
        assert_eq!(size("determinized-uct:trees=40,iterations=250"), 1);
        assert_eq!(size("so-ismcts:time=1ms"), 25);
        assert_eq!(size("so-ismcts:iterations=1000,time=1ms"), 25);
        assert_eq!(size("so-ismcts:time=2s"), 1);
        assert_eq!(pace.thoughts(&profile("so-ismcts:iterations=1000")), 100);
    }

    #[test]
    fn small_games_are_quick() {
        let pace = |game: &str| {
            Pace::of(&*sortilege_shelves::catalogue().open(&game.parse().unwrap()).unwrap())
                .unwrap()
        };
        let (kuhn, board) = (pace("kuhn"), pace("mnk:m=4,n=4,k=4"));
        assert!(
            (2.0..3.0).contains(&kuhn.moves) && (1.0..1.5).contains(&kuhn.decisions),
            "{kuhn:?}"
        );
        assert!(
            (10.0..16.0).contains(&board.moves) && (5.0..8.0).contains(&board.decisions),
            "{board:?}"
        );
        assert_eq!(pace("kuhn"), kuhn);
    }
}
