//! A game in progress, as the terminal and the browser play it: moves, chance, random streams of
//! searches, moves taken back, and the record.

use crate::record::{Record, RecordedDecision};
use crate::{Error, Table};
use sortilege::{Player, Rng, Turn};
use sortilege_catalogue::Capability;

/// State of a game besides its table. Methods receive the table, because a server locks the two
/// separately.
#[derive(Clone, Debug)]
pub struct GameSession {
    seed: u64,
    start: String,
    is_hidden: bool,
    reveals: bool,
    /// Decisions of humans: the seat, and the number of moves before it.
    decisions: Vec<(Player, usize)>,
    /// Number of moves so far; simultaneous choices count as one.
    moves: usize,
    taken_back: u32,
    /// Results of searches, and the number of steps before each.
    thoughts: Vec<(usize, RecordedDecision)>,
}

impl GameSession {
    /// Begins a game at the position on the table. All randomness follows from the seed.
    pub fn new(table: &dyn Table, seed: u64) -> Self {
        let revealing = [Capability::Hidden, Capability::Chance, Capability::Simultaneous];
        GameSession {
            seed,
            start: table.position(),
            is_hidden: table.has(Capability::Hidden),
            reveals: revealing.into_iter().any(|one| table.has(one)),
            decisions: vec![],
            moves: 0,
            taken_back: 0,
            thoughts: vec![],
        }
    }

    /// Continues the game of a record, whose table has been replayed. `is_human` states which seats
    /// humans hold.
    pub fn resume(
        table: &dyn Table,
        record: &Record,
        seed: u64,
        is_human: impl Fn(Player) -> bool,
    ) -> Self {
        let movers = record.steps.iter().filter_map(|step| {
            let seats =
                step.made.iter().filter_map(|made| Some(Player(made.seat?.checked_sub(1)?)));
            let seats: Vec<Player> = seats.collect();
            (!seats.is_empty()).then_some(seats)
        });
        let (mut decisions, mut moves) = (vec![], 0);
        for (number, seats) in movers.enumerate() {
            let humans = seats.into_iter().filter(|&who| is_human(who));
            decisions.extend(humans.map(|who| (who, number)));
            moves = number + 1;
        }
        let (start, taken_back) = (record.start.clone().unwrap_or_default(), record.taken_back);
        GameSession { start, decisions, moves, taken_back, ..GameSession::new(table, seed) }
    }

    /// Random seed of the game.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Whether the game has hidden information.
    pub fn is_hidden(&self) -> bool {
        self.is_hidden
    }

    /// Number of decisions that were taken back after they could have revealed something.
    pub fn taken_back(&self) -> u32 {
        self.taken_back
    }

    /// Whether a human could take back a decision.
    pub fn has_decided(&self, who: Player) -> bool {
        self.decisions.iter().any(|&(human, _)| human == who)
    }

    /// Applies chance events until a player has to choose.
    pub fn deal(&self, table: &mut dyn Table) {
        table.deal(self.seed, self.taken_back);
    }

    /// Random stream of a search for a seat, as a function of the game so far. The number of seats
    /// in place of a seat gives the stream of the adviser.
    pub fn stream(&self, table: &dyn Table, of: Player) -> Rng {
        let (steps, taken_back) = (table.step_count() as u64, u64::from(self.taken_back));
        Rng::derive(&[self.seed, 1 + of.0 as u64, steps, taken_back])
    }

    /// Random stream of the adviser who gives hints.
    pub fn adviser_stream(&self, table: &dyn Table) -> Rng {
        self.stream(table, Player(table.seats()))
    }

    /// Plays the move of an AI. At simultaneous moves it is kept until all seats have chosen.
    pub fn play(&mut self, table: &mut dyn Table, who: Player, action: &str) -> Result<(), Error> {
        let is_last = table.to_choose().len() == 1;
        table.play(who, action)?;
        self.moves += usize::from(is_last);
        Ok(())
    }

    /// Plays the move of a human, who may take it back later.
    pub fn decide(
        &mut self,
        table: &mut dyn Table,
        who: Player,
        action: &str,
    ) -> Result<(), Error> {
        let moves = self.moves;
        self.play(table, who, action)?;
        self.decisions.push((who, moves));
        Ok(())
    }

    /// Keeps the result of a search for the record.
    pub fn keep_thought(&mut self, table: &dyn Table, thought: RecordedDecision) {
        self.thoughts.push((table.step_count(), thought));
    }

    /// Returns to the previous decision of a human. The caller resets its players. Returns whether
    /// the human may have learnt something since then, so that the game is no contest any more.
    pub fn undo(&mut self, table: &mut dyn Table, who: Player) -> Result<bool, Error> {
        let Some(last) = self.decisions.iter().rposition(|&(human, _)| human == who) else {
            let why = "there is no earlier decision of yours to go back to";
            return Err(Error::Refused(why.to_string()));
        };
        let waits = |&(human, moves): &(Player, usize)| human != who && moves == self.moves;
        if self.decisions.iter().any(waits) {
            let why = "another player has chosen already; go back once all choices are made";
            return Err(Error::Refused(why.to_string()));
        }
        let (_, moves) = self.decisions[last];
        self.decisions.truncate(last);
        // A simultaneous choice that waits for the other seats is not a move yet, so it is taken
        // back first.
        if table.turn() == Turn::Together && table.to_choose().len() < table.seats() {
            table.undo();
        }
        while self.moves > moves && table.undo() {
            self.moves -= 1;
        }
        let left = table.step_count();
        self.thoughts.retain(|&(at, _)| at < left);
        self.taken_back += u32::from(self.reveals);
        Ok(self.reveals)
    }

    /// Complete record of the game so far, with the players of all seats.
    pub fn record(&self, table: &dyn Table, players: Vec<String>) -> Record {
        let (game, start) = (table.full_spec().to_string(), self.start.clone());
        let mut record = Record::new(game, players, self.seed, start, table.steps());
        record.taken_back = self.taken_back;
        for (at, thought) in &self.thoughts {
            // Search results for a step that was not made are not part of the record.
            if let Some(step) = record.steps.get_mut(*at) {
                step.thoughts.push(thought.clone());
            }
        }
        if table.turn() == Turn::Over {
            record.payoffs = (0..table.seats()).map(|seat| table.payoff(Player(seat))).collect();
        }
        record
    }

    /// Record of the game so far for one seat: its own moves and observations if something is
    /// hidden, and no seed, from which future chance events and choices of the AIs follow.
    pub fn record_for(&self, table: &dyn Table, players: Vec<String>, who: Player) -> Record {
        let mut record = self.record(table, players);
        if self.is_hidden {
            record = record.for_seat(who);
        }
        record.seed = 0;
        record
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sortilege_shelves::catalogue;

    fn open(game: &str) -> Box<dyn Table> {
        catalogue().open(&game.parse().unwrap()).unwrap()
    }

    #[test]
    fn a_decision_is_taken_back_with_all_that_followed() {
        let mut table = open("mnk:m=3,n=3,k=3");
        let mut session = GameSession::new(&*table, 1);
        assert!(session.undo(&mut *table, Player(0)).is_err());
        session.decide(&mut *table, Player(0), "a1").unwrap();
        session.play(&mut *table, Player(1), "b2").unwrap();
        assert!(!session.undo(&mut *table, Player(0)).unwrap(), "nothing was revealed");
        assert_eq!((table.step_count(), session.taken_back()), (0, 0));
        assert!(!session.has_decided(Player(0)));
    }

    #[test]
    fn what_can_reveal_something_counts_when_it_is_taken_back() {
        for game in ["kuhn", "pig", "goofspiel", "gdl:file=rock-paper-scissors"] {
            let mut table = open(game);
            let mut session = GameSession::new(&*table, 3);
            session.deal(&mut *table);
            let action = table.legal(Player(0)).remove(0);
            session.decide(&mut *table, Player(0), &action).unwrap();
            if table.turn() == Turn::Together {
                let other = table.legal(Player(1)).remove(0);
                session.play(&mut *table, Player(1), &other).unwrap();
            }
            assert!(session.undo(&mut *table, Player(0)).unwrap(), "{game}");
            assert_eq!(session.taken_back(), 1, "{game}");
        }
    }

    #[test]
    fn a_choice_that_waits_for_another_player_stays() {
        let mut table = open("goofspiel");
        let mut session = GameSession::new(&*table, 3);
        session.decide(&mut *table, Player(1), "2").unwrap();
        let why = session.undo(&mut *table, Player(0)).unwrap_err().to_string();
        assert!(why.contains("no earlier decision"), "{why}");
        session.decide(&mut *table, Player(0), "1").unwrap();
        session.decide(&mut *table, Player(1), "1").unwrap();
        let why = session.undo(&mut *table, Player(0)).unwrap_err().to_string();
        assert!(why.contains("has chosen already"), "{why}");
    }

    #[test]
    fn a_resumed_game_continues_as_before() {
        let mut table = open("kuhn");
        let mut session = GameSession::new(&*table, 7);
        session.deal(&mut *table);
        session.decide(&mut *table, Player(0), "pass").unwrap();
        let record = session.record(&*table, vec!["human".to_string(); 2]);
        let again = record.after(record.steps.len(), catalogue()).unwrap();
        let resumed = GameSession::resume(&*again, &record, 7, |_| true);
        let bits = |session: &GameSession| session.stream(&*table, Player(1)).bits();
        assert_eq!(bits(&resumed), bits(&session));
        assert_eq!(resumed.record(&*again, record.players.clone()), record);
        assert!(resumed.has_decided(Player(0)) && !resumed.has_decided(Player(1)));
    }

    #[test]
    fn the_record_of_a_seat_has_no_secrets() {
        let mut table = open("kuhn");
        let mut session = GameSession::new(&*table, 7);
        session.deal(&mut *table);
        session.decide(&mut *table, Player(0), "bet").unwrap();
        let own = session.record_for(&*table, vec!["human".to_string(); 2], Player(1));
        assert_eq!((own.seed, own.seat, own.start), (0, Some(2), None));
    }
}
