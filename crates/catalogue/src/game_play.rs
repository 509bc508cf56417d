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
}

/// Plays a game to its end. Seat `i` is played by `searches[i]`, which draws from `rngs[i]`.
pub fn play<G: Playable>(
    start: &G,
    searches: Vec<&mut AnySearch<G>>,
    chance: &mut Rng,
    rngs: &mut [Rng],
) -> GameRecord {
    let record = GameRecord { seats: vec![SeatRecord::default(); start.players()], length: 0 };
    let mut game = GamePlay { state: start.clone(), searches, rngs, record, legal: vec![] };
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
                    self.state.apply(outcome);
                    continue;
                }
                Turn::Player(who) => {
                    let action = self.choose(who);
                    self.state.apply(action);
                }
                Turn::Together => {
                    joint.clear();
                    for who in (0..self.state.players()).map(Player) {
                        joint.push(self.choose(who));
                    }
                    self.state.apply_together(&joint);
                }
            }
            self.record.length += 1;
        }
    }

    /// What `who` plays; without an alternative there is nothing to think about.
    fn choose(&mut self, who: Player) -> G::Action {
        legal(&self.state, who, &mut self.legal);
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

/// Replaces `out` with what `who`, who has to choose, may choose.
pub fn legal<G: Playable>(state: &G, who: Player, out: &mut Vec<G::Action>) {
    match state.turn() {
        Turn::Together => state.choices(who, out),
        _ => state.actions(out),
    }
}
