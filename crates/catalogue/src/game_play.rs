//! A game from some state to its end, played by searches in its own types.

use crate::any_search::AnySearch;
use crate::capability::Playable;
use crate::table::{GameRecord, SeatRecord, Step, Thought};
use crate::transcript;
use sortilege::{Player, Rng, Turn};

/// A game between players, in its own types from the first move to the last.
struct GamePlay<'a, G: Playable> {
    state: G,
    /// The search of each seat.
    searches: Vec<&'a mut AnySearch<G>>,
    rngs: &'a mut [Rng],
    record: GameRecord,
    legal: Vec<G::Action>,
    /// Whether any search uses observations.
    observes: bool,
    /// The steps so far, if they are recorded.
    steps: Option<&'a mut Vec<Step>>,
    /// Search results of the next step, if they are recorded.
    thoughts: Vec<(Player, Thought)>,
}

/// Plays a game to its end. `searches[i]` plays seat `i` and uses `rngs[i]`. All steps are added to
/// `steps`, if it is given.
pub fn play<'a, G: Playable>(
    start: &G,
    searches: Vec<&'a mut AnySearch<G>>,
    chance: &mut Rng,
    rngs: &'a mut [Rng],
    steps: Option<&'a mut Vec<Step>>,
) -> GameRecord {
    let record = GameRecord { seats: vec![SeatRecord::default(); start.players()], length: 0 };
    let observes = searches.iter().any(|search| search.wants_observations());
    let mut game = GamePlay {
        state: start.clone(),
        searches,
        rngs,
        record,
        legal: vec![],
        observes,
        steps,
        thoughts: vec![],
    };
    game.finish(chance);
    for (seat, record) in game.record.seats.iter_mut().enumerate() {
        record.payoff = game.state.payoff(Player(seat));
    }
    game.record
}

impl<G: Playable> GamePlay<'_, G> {
    fn finish(&mut self, chance: &mut Rng) {
        let mut joint = vec![];
        loop {
            match self.state.turn() {
                Turn::Over => return,
                Turn::Chance => {
                    let outcome = self.state.sample(chance);
                    self.make(&[(None, outcome)]);
                    continue;
                }
                Turn::Player(who) => {
                    let action = self.choose(who);
                    self.make(&[(Some(who), action)]);
                }
                Turn::Together => {
                    joint.clear();
                    for who in (0..self.state.players()).map(Player) {
                        joint.push((Some(who), self.choose(who)));
                    }
                    self.make(&joint);
                }
            }
            self.record.length += 1;
        }
    }

    /// Makes a step, and passes the observations to the searches that use them.
    fn make(&mut self, made: &[(Option<Player>, G::Action)]) {
        if let Some(steps) = &mut self.steps {
            steps.push(transcript::step(&self.state, made, std::mem::take(&mut self.thoughts)));
        }
        let before = self.observes.then(|| self.state.clone());
        transcript::make(&mut self.state, made);
        if let Some(before) = before {
            for (seat, search) in self
                .searches
                .iter_mut()
                .enumerate()
                .filter(|(_, search)| search.wants_observations())
            {
                search.observe(&before, made, &self.state, Player(seat));
            }
        }
    }

    /// Returns the move of `who`; a forced move needs no search.
    fn choose(&mut self, who: Player) -> G::Action {
        self.state.options(who, &mut self.legal);
        if let [only] = self.legal[..] {
            return only;
        }
        let decision = self.searches[who.0].decide(&self.state, who, &mut self.rngs[who.0]);
        let seat = &mut self.record.seats[who.0];
        seat.time += decision.time;
        seat.decisions += 1;
        seat.iterations += decision.iterations;
        let action = decision.action;
        assert!(self.legal.contains(&action), "player {} plays an illegal move", who.0 + 1);
        if self.steps.is_some() {
            let notes = self.searches[who.0].notes();
            self.thoughts.push((who, transcript::thought(&self.state, decision, notes)));
        }
        action
    }
}
