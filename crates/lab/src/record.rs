//! Records of games, one line of JSON per game. A record contains everything that is needed to
//! replay the game, and what each seat observed.
//!
//! The record of a finished game is complete. The record of an unfinished game contains only what
//! [one seat](Record::for_seat) knows: its own moves, its observations, and the decisions of its
//! player.

use crate::table::{GameRecord, Step, Thought};
use crate::{Agent, Catalogue, Error, Table, disk};
use serde::{Deserialize, Serialize};
use sortilege::{Player, Turn};
use std::path::Path;

/// Format of the written records; other formats are refused.
const FORMAT: u32 = 1;
/// Maximum size of a file of records, in bytes.
const LARGEST: u64 = 1 << 30;

/// Record of one game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    format: u32,
    /// Game with all its settings.
    pub game: String,
    /// Player in each seat, with all its settings, or `human`.
    pub players: Vec<String>,
    /// Random seed.
    pub seed: u64,
    /// Number of this game among the games with the same seed, from 0.
    pub number: u64,
    /// Starting position; absent if it would reveal information that is hidden from the seat of the
    /// record.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub start: Option<String>,
    /// Seat, from 1, whose knowledge the record is restricted to, if it is.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub seat: Option<usize>,
    /// Number of times that a decision was taken back after it could have revealed information.
    #[serde(skip_serializing_if = "is_zero", default)]
    pub taken_back: u32,
    /// Events in the order in which they happened.
    pub steps: Vec<Happened>,
    /// Payoff of each seat; empty if the game was not finished.
    pub payoffs: Vec<f64>,
}

/// Event of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Happened {
    /// One action of a player or of chance, or one action of every seat at a simultaneous move.
    pub made: Vec<Made>,
    /// Observations of each seat, as text.
    #[serde(alias = "told")]
    pub observations: Vec<Vec<String>>,
    /// Decisions that players with a search made for this event.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub thoughts: Vec<RecordedDecision>,
}

/// Action, and the seat that took it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Made {
    /// Seat, from 1; `None` for chance.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub seat: Option<usize>,
    /// Action in the game's notation.
    pub action: String,
}

/// Statistics of a player's decision.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedDecision {
    /// Seat, from 1.
    pub seat: usize,
    /// Number of simulations.
    pub iterations: u64,
    /// Every legal action with its visits and its value, in the game's order.
    pub candidates: Vec<(String, u64, f64)>,
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

impl Record {
    /// Record of a game that began at the position `start`, up to the current position.
    pub fn new(
        game: String,
        players: Vec<String>,
        seed: u64,
        start: String,
        steps: Vec<Step>,
    ) -> Self {
        Record {
            format: FORMAT,
            game,
            players,
            seed,
            number: 0,
            start: Some(start),
            seat: None,
            taken_back: 0,
            steps: steps.into_iter().map(Happened::from).collect(),
            payoffs: vec![],
        }
    }

    /// Record of finished game number `number` of a match with this seed, which began at the
    /// position on `table`.
    pub(crate) fn of_game(
        table: &dyn Table,
        seats: &[&mut Agent],
        (seed, number): (u64, u64),
        (played, steps): (&GameRecord, Vec<Step>),
    ) -> Self {
        let players = seats.iter().map(|player| player.full_spec().to_string()).collect();
        let record =
            Record::new(table.full_spec().to_string(), players, seed, table.position(), steps);
        let payoffs = played.seats.iter().map(|seat| seat.payoff).collect();
        Record { number, payoffs, ..record }
    }

    /// Returns the record restricted to what one seat knows.
    pub fn for_seat(self, who: Player) -> Self {
        let steps = self.steps.into_iter().map(|step| step.for_seat(who)).collect();
        Record { start: None, seat: Some(who.0 + 1), steps, payoffs: vec![], ..self }
    }

    /// Record as one line of JSON, without the line break.
    pub fn line(&self) -> String {
        serde_json::to_string(self).expect("names of moves and numbers can be written")
    }

    /// Reads record number `number`, counted from 1, of a file with one record per line. Other
    /// lines may be damaged: a full disk or a killed process can leave half a line.
    pub fn read_file(path: &Path, number: u64) -> Result<Self, Error> {
        let text = disk::text(path, LARGEST)?;
        let mut lines = text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty());
        let place = usize::try_from(number.saturating_sub(1)).unwrap_or(usize::MAX);
        let Some((line, at)) = lines.nth(place) else {
            let games = match text.lines().filter(|line| !line.trim().is_empty()).count() {
                1 => "1 game".to_string(),
                count => format!("{count} games"),
            };
            return Err(Error::Refused(format!(
                "`{}` has {games}, so --game cannot be {number}",
                path.display()
            )));
        };
        Record::read(line).map_err(|why| {
            Error::Refused(format!(
                "line {at} of `{}` is no record of a game: {why}",
                path.display()
            ))
        })
    }

    /// Reads a record from a line. The error says what is wrong with the line.
    pub fn read(line: &str) -> Result<Self, String> {
        let record: Record = serde_json::from_str(line).map_err(|error| error.to_string())?;
        if record.format != FORMAT {
            return Err(format!(
                "its format is {}, and this program reads {FORMAT}",
                record.format
            ));
        }
        // A terminal would execute control characters in printed names.
        let commands = record.texts().find(|text| text.contains(char::is_control));
        if let Some(text) = commands {
            return Err(format!("there are control characters in {text:?}"));
        }
        Ok(record)
    }

    /// All text in the record.
    fn texts(&self) -> impl Iterator<Item = &String> {
        let steps = self.steps.iter();
        let made = steps.clone().flat_map(|step| &step.made).map(|made| &made.action);
        let observed = steps.clone().flat_map(|step| step.observations.iter().flatten());
        let thoughts = steps.flat_map(|step| &step.thoughts);
        let candidates =
            thoughts.flat_map(|thought| &thought.candidates).map(|candidate| &candidate.0);
        let heads = [&self.game].into_iter().chain(&self.players).chain(&self.start);
        heads.chain(made).chain(observed).chain(candidates)
    }

    /// Opens a table with the game at its starting position.
    pub fn open(&self, catalogue: &Catalogue) -> Result<Box<dyn Table>, Error> {
        let Some(start) = &self.start else {
            let seat = self.seat.unwrap_or(1);
            return Err(Error::Refused(format!(
                "this record has only what seat {seat} knew, which is not enough to play the game again"
            )));
        };
        let mut table = catalogue.open(&self.game.parse()?)?;
        let seats = table.seats();
        let slip = |what: String| {
            Err(Error::Refused(format!("{what}, and `{}` has {seats} seats", self.game)))
        };
        if self.players.len() != seats {
            return slip(format!("the record names {} players", self.players.len()));
        }
        if ![0, seats].contains(&self.payoffs.len()) {
            return slip(format!("the record has what {} players earned", self.payoffs.len()));
        }
        for (step, number) in self.steps.iter().zip(1..) {
            if step.observations.len() != seats {
                return slip(format!(
                    "step {number} of the record has observations of {} seats",
                    step.observations.len()
                ));
            }
            if let Some(thought) =
                step.thoughts.iter().find(|thought| !(1..=seats).contains(&thought.seat))
            {
                return slip(format!(
                    "seat {} thought about step {number} of the record",
                    thought.seat
                ));
            }
        }
        table.set_position(start)?;
        Ok(table)
    }

    /// Opens a table and replays `steps` steps. After the last step, the payoffs of the record must
    /// equal those of the game.
    pub fn after(&self, steps: usize, catalogue: &Catalogue) -> Result<Box<dyn Table>, Error> {
        let mut replay = Replay::new(self, catalogue)?;
        replay.go_to(steps)?;
        let table = replay.table;
        if steps == self.steps.len() && !self.payoffs.is_empty() {
            if table.turn() != Turn::Over {
                let refusal = "the record says what was earned, and its game is not over";
                return Err(Error::Refused(refusal.to_string()));
            }
            for (seat, &payoff) in self.payoffs.iter().enumerate() {
                let earned = table.payoff(Player(seat));
                if payoff != earned {
                    let seat = seat + 1;
                    let refusal = format!(
                        "the record says that seat {seat} earned {payoff}, and it was {earned}"
                    );
                    return Err(Error::Refused(refusal));
                }
            }
        }
        Ok(table)
    }

    /// Replays step number `number` on a table on which all previous steps have been replayed.
    pub fn make(&self, number: usize, table: &mut dyn Table) -> Result<(), Error> {
        let step = &self.steps[number];
        let slip =
            |why: String| Error::Refused(format!("step {} of the record: {why}", number + 1));
        let expected = if table.turn() == Turn::Together { table.seats() } else { 1 };
        if step.made.len() != expected {
            return Err(slip(format!("{} actions where there can be {expected}", step.made.len())));
        }
        for made in &step.made {
            let done = match made.seat {
                None => table.outcome(&made.action),
                Some(0) => return Err(slip("seats are counted from 1".to_string())),
                Some(seat) => table.play(Player(seat - 1), &made.action),
            };
            done.map_err(|error| slip(error.to_string()))?;
        }
        Ok(())
    }
}

/// A recorded game, replayed up to a step.
pub struct Replay<'a> {
    record: &'a Record,
    catalogue: &'a Catalogue,
    /// The table after the steps that have been replayed.
    pub table: Box<dyn Table>,
    step: usize,
}

impl<'a> Replay<'a> {
    /// Opens a table with the game at its starting position.
    pub fn new(record: &'a Record, catalogue: &'a Catalogue) -> Result<Self, Error> {
        Ok(Replay { record, catalogue, table: record.open(catalogue)?, step: 0 })
    }

    /// Replays the first `step` steps and returns the number of steps that were played for it. The
    /// game starts again only if `step` lies behind the table, so that showing every step in turn
    /// takes time proportional to their number.
    pub fn go_to(&mut self, step: usize) -> Result<usize, Error> {
        if step < self.step {
            *self = Replay::new(self.record, self.catalogue)?;
        }
        let left = self.step..step;
        for number in left.clone() {
            self.record.make(number, &mut *self.table)?;
        }
        self.step = step;
        Ok(left.len())
    }
}

impl Happened {
    fn for_seat(self, who: Player) -> Self {
        let own = |seat: usize| seat == who.0 + 1;
        let by_seat = self.observations.into_iter().enumerate();
        Happened {
            made: self.made.into_iter().filter(|made| made.seat.is_some_and(own)).collect(),
            observations: by_seat
                .map(|(seat, observed)| if seat == who.0 { observed } else { vec![] })
                .collect(),
            thoughts: self.thoughts.into_iter().filter(|opinion| own(opinion.seat)).collect(),
        }
    }
}

impl From<Step> for Happened {
    fn from(step: Step) -> Self {
        let made = |(who, action): (Option<Player>, String)| Made {
            seat: who.map(|who| who.0 + 1),
            action,
        };
        Happened {
            made: step.made.into_iter().map(made).collect(),
            observations: step.observations,
            thoughts: step
                .thoughts
                .iter()
                .map(|(who, thought)| RecordedDecision::new(*who, thought))
                .collect(),
        }
    }
}

impl RecordedDecision {
    /// Record of the decision of one seat.
    pub fn new(who: Player, thought: &Thought) -> Self {
        let candidates = thought.candidates.iter();
        RecordedDecision {
            seat: who.0 + 1,
            iterations: thought.iterations,
            candidates: candidates.map(|it| (it.action.clone(), it.visits, it.value)).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sortilege::Rng;
    use sortilege_shelves::catalogue;

    /// A game between players with small budgets.
    fn game(spec: &str) -> Record {
        let table = catalogue().open(&spec.parse().unwrap()).unwrap();
        let seats = table.seats();
        let mut players: Vec<_> = (0..seats)
            .map(|_| table.player(&"flat-mc:iterations=8".parse().unwrap()).unwrap())
            .collect();
        let names = players.iter().map(|player| player.full_spec().to_string()).collect();
        let mut rngs: Vec<Rng> = (0..seats as u64).map(Rng::new).collect();
        let mut seated: Vec<_> = players.iter_mut().collect();
        let (result, steps) =
            table.play_recorded(&mut seated, &mut Rng::new(7), &mut rngs).unwrap();
        let payoffs = result.seats.iter().map(|seat| seat.payoff).collect();
        Record {
            payoffs,
            ..Record::new(table.full_spec().to_string(), names, 7, table.position(), steps)
        }
    }

    #[test]
    fn showing_every_step_plays_every_step_once() {
        let record = game("mnk:m=3,n=3,k=3");
        let mut replay = Replay::new(&record, catalogue()).unwrap();
        let steps = record.steps.len();
        let played: usize = (0..=steps).map(|step| replay.go_to(step).unwrap()).sum();
        assert_eq!((played, replay.table.turn()), (steps, Turn::Over));
        assert_eq!(replay.go_to(2).unwrap(), 2, "backwards it starts again");
        let at_two = record.after(2, catalogue()).unwrap();
        assert_eq!(replay.table.position(), at_two.position());
    }

    #[test]
    fn a_game_is_played_again_from_its_record() {
        for spec in
            ["mnk:m=3,n=3,k=3", "leduc", "goofspiel", "dou-di-zhu", "phantom-mnk:m=3,n=3,k=3", "ra"]
        {
            let record = game(spec);
            assert_eq!(Record::read(&record.line()).as_ref(), Ok(&record), "{spec}");
            let played = record.after(record.steps.len(), catalogue());
            let table = played.unwrap_or_else(|error| panic!("{spec}: {error}"));
            assert_eq!(table.turn(), Turn::Over, "{spec}");
            let payoffs: Vec<f64> =
                (0..table.seats()).map(|seat| table.payoff(Player(seat))).collect();
            assert_eq!(payoffs, record.payoffs, "{spec}");
            let observed: Vec<_> =
                table.steps().into_iter().map(|step| step.observations).collect();
            assert_eq!(
                observed,
                record.steps.iter().map(|step| step.observations.clone()).collect::<Vec<_>>(),
                "{spec}"
            );
        }
    }

    #[test]
    fn a_seat_keeps_what_it_knows_and_no_more() {
        let record = game("kuhn").for_seat(Player(0));
        let [deal, ..] = &record.steps[..] else { panic!("a deal") };
        assert!(
            deal.made.is_empty()
                && deal.observations[1].is_empty()
                && deal.observations[0][0].starts_with("you are dealt")
        );
        let others = |step: &Happened| step.made.iter().any(|made| made.seat != Some(1));
        assert!(!record.steps.iter().any(others));
        assert!(record.start.is_none() && record.payoffs.is_empty());
        let error = record.open(catalogue()).err().expect("not enough").to_string();
        assert!(error.contains("only what seat 1 knew"), "{error}");
    }

    #[test]
    fn what_is_no_record_is_refused_with_the_reason() {
        let record = game("mnk:m=3,n=3,k=3");
        for (from, to, why) in [
            ("\"format\":1", "\"format\":2", "its format is 2"),
            ("\"seed\"", "\"sead\"", "unknown field"),
            ("{", "", "expected"),
            ("flat-mc", "flat\\u001b[31m-mc", "control characters in \"flat\\u{1b}[31m-mc"),
            ("\"action\":\"", "\"action\":\"\\u0007", "control characters"),
            ("\"observations\":[[\"", "\"observations\":[[\"\\n", "control characters"),
        ] {
            let error = Record::read(&record.line().replacen(from, to, 1)).unwrap_err();
            assert!(error.contains(why), "{error}");
        }
        let payoffs = record.payoffs.clone();
        let [first, ..] = &record.steps[..] else { panic!("a step") };
        let with_first = |first: Happened| {
            let steps = [first].into_iter().chain(record.steps[1..].iter().cloned()).collect();
            Record { steps, ..record.clone() }
        };
        let stranger = RecordedDecision { seat: 3, iterations: 1, candidates: vec![] };
        for (spoilt, why) in [
            (Record { players: vec![], ..record.clone() }, "names 0 players"),
            (
                Record { payoffs: [&payoffs[..], &[1.0]].concat(), ..record.clone() },
                "what 3 players earned",
            ),
            (
                Record { payoffs: vec![0.25, -0.25], ..record.clone() },
                "seat 1 earned 0.25, and it was",
            ),
            (
                Record { steps: record.steps[..2].to_vec(), ..record.clone() },
                "its game is not over",
            ),
            (
                with_first(Happened { observations: vec![], ..first.clone() }),
                "step 1 of the record has observations of 0 seats",
            ),
            (
                with_first(Happened { thoughts: vec![stranger], ..first.clone() }),
                "seat 3 thought about step 1",
            ),
        ] {
            let error = spoilt
                .after(spoilt.steps.len(), catalogue())
                .err()
                .expect("something is wrong")
                .to_string();
            assert!(error.contains(why), "{error}");
        }
        let spoilt =
            Record { steps: vec![record.steps[0].clone(), record.steps[0].clone()], ..record };
        let mut table = spoilt.open(catalogue()).unwrap();
        spoilt.make(0, &mut *table).unwrap();
        let error = spoilt.make(1, &mut *table).unwrap_err().to_string();
        assert!(error.starts_with("step 2 of the record: "), "{error}");
    }
}
