//! A game from some state to its end, played by searches in its own types.

use crate::any_search::AnySearch;
use crate::capability::Playable;
use crate::table::{GameRecord, SeatRecord};
use sortilege::{Player, Rng, Turn};
use std::time::Instant;

/// A game between players, in its own types from the first move to the last.
struct GamePlay<'a, G: Playable> {
    state: G,
    /// The search of each seat.
    searches: Vec<&'a mut AnySearch<G>>,
    rngs: &'a mut [Rng],
    record: GameRecord,
    legal: Vec<G::Action>,
    /// Whether anybody wants to hear what is played.
    listening: bool,
}

/// Plays a game to its end. Seat `i` is played by `searches[i]`, which draws from `rngs[i]`.
pub fn play<G: Playable>(
    start: &G,
    searches: Vec<&mut AnySearch<G>>,
    chance: &mut Rng,
    rngs: &mut [Rng],
) -> GameRecord {
    let record = GameRecord { seats: vec![SeatRecord::default(); start.players()], length: 0 };
    let listening = searches.iter().any(|search| search.listens());
    let mut game = GamePlay { state: start.clone(), searches, rngs, record, legal: vec![], listening };
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

    /// Makes a step, and has everybody hear of it who wants to.
    fn make(&mut self, made: &[(Option<Player>, G::Action)]) {
        let before = self.listening.then(|| self.state.clone());
        step(&mut self.state, made);
        if let Some(before) = before {
            for (seat, search) in self.searches.iter_mut().enumerate().filter(|(_, search)| search.listens())
            {
                search.observe(&before, made, &self.state, Player(seat));
            }
        }
    }

    /// What `who` plays; without an alternative there is nothing to think about.
    fn choose(&mut self, who: Player) -> G::Action {
        self.state.options(who, &mut self.legal);
        if let [only] = self.legal[..] {
            return only;
        }
        let began = Instant::now();
        let decision = self.searches[who.0].decide(&self.state, who, &mut self.rngs[who.0]);
        let seat = &mut self.record.seats[who.0];
        seat.time += began.elapsed();
        seat.decisions += 1;
        seat.iterations += decision.iterations;
        assert!(self.legal.contains(&decision.action), "player {} plays an illegal move", who.0 + 1);
        decision.action
    }
}

/// Makes one action, or one of every seat where all choose at once.
pub fn step<G: Playable>(state: &mut G, made: &[(Option<Player>, G::Action)]) {
    match made {
        &[(_, action)] if state.turn() != Turn::Together => state.apply(action),
        all => {
            let joint: Vec<G::Action> = all.iter().map(|&(_, action)| action).collect();
            state.apply_together(&joint);
        }
    }
}
