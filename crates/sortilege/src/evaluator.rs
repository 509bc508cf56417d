//! Estimates of the value of states before the end of a game, and of how promising moves are.
//!
//! An [`Evaluator`] is separate from the game: a game may have none, one, or several, and a player
//! uses the one that it is given. [`CutOff`](crate::playout::CutOff) calls it after some moves of a
//! playout, [`Evaluated`](crate::playout::Evaluated) in place of a playout, and
//! [`StarMinimax`](crate::search::StarMinimax) at its depth limit. Priors of moves reach a search
//! through its playout, such as `Evaluated` or [`Guided`](crate::playout::Guided).
//!
//! An evaluator of a race game:
//!
//! ```
//! use sortilege::evaluator::Evaluator;
//! use sortilege::playout::{Evaluated, Playout};
//! use sortilege::{Game, Player, Rng, Turn};
//!
//! /// Two players count to ten, each adding 1 or 2 to his own number.
//! #[derive(Clone)]
//! struct Race { counts: [u8; 2], mover: usize }
//!
//! impl Game for Race {
//!     type Action = u8;
//!     fn players(&self) -> usize { 2 }
//!     fn turn(&self) -> Turn {
//!         match self.counts[1 - self.mover] { 10.. => Turn::Over, _ => Turn::Player(Player(self.mover)) }
//!     }
//!     fn actions(&self, out: &mut Vec<u8>) { *out = vec![1, 2] }
//!     fn apply(&mut self, step: u8) {
//!         self.counts[self.mover] += step;
//!         self.mover = 1 - self.mover;
//!     }
//!     fn payoff(&self, who: Player) -> f64 { if who.0 == self.mover { -1.0 } else { 1.0 } }
//! }
//!
//! /// How far ahead a player is, as a share of the way.
//! struct Lead;
//!
//! impl Evaluator<Race> for Lead {
//!     fn evaluate(&mut self, race: &Race, values: &mut [f64]) {
//!         let lead = (f64::from(race.counts[0]) - f64::from(race.counts[1])) / 10.0;
//!         values.copy_from_slice(&[lead, -lead]);
//!     }
//! }
//!
//! let mut values = [0.0; 2];
//! let mut race = Race { counts: [7, 4], mover: 0 };
//! let moves = Evaluated(Lead).finish(&mut race, &mut Rng::new(1), &mut values);
//! assert_eq!((moves, values), (0, [0.3, -0.3]));
//! ```

use crate::game::Values;
use crate::{Game, Player, Turn};

/// Estimates states before the end of a game.
pub trait Evaluator<G: Game>: Send {
    /// Writes the value of a non-terminal state for every seat, in [-1, 1] on the scale of
    /// [`Game::payoff`]; `values` has one entry for each seat. Called at any turn but
    /// [`Turn::Over`], including turns of chance.
    fn evaluate(&mut self, state: &G, values: &mut [f64]);

    /// Whether the evaluator has priors, so that [`Evaluator::priors`] is worth calling.
    #[inline]
    fn has_priors(&self) -> bool {
        false
    }

    /// Replaces `out` with a prior for each of `actions`: finite weights of 0 or more, which need
    /// not sum to 1. The actions are those of `who`, the player on turn or one of those who choose
    /// simultaneously. All weights are 1 unless the evaluator [has priors](Evaluator::has_priors).
    fn priors(&mut self, _state: &G, _who: Player, actions: &[G::Action], out: &mut Vec<f32>) {
        out.clear();
        out.resize(actions.len(), 1.0);
    }

    /// Preferred number of states in one call: 1, unless evaluating many together is cheaper.
    #[inline]
    fn batch(&self) -> usize {
        1
    }

    /// Evaluates several non-terminal states; by default one after the other. `values` has one
    /// entry for each state, of which the first ones, one for each seat, are written.
    fn evaluate_all(&mut self, states: &[G], values: &mut [Values]) {
        for (state, values) in states.iter().zip(values) {
            self.evaluate(state, &mut values[..state.players()]);
        }
    }
}

/// An evaluator whose type is known only at run time.
impl<G: Game, E: Evaluator<G> + ?Sized> Evaluator<G> for Box<E> {
    fn evaluate(&mut self, state: &G, values: &mut [f64]) {
        (**self).evaluate(state, values);
    }

    fn has_priors(&self) -> bool {
        (**self).has_priors()
    }

    fn priors(&mut self, state: &G, who: Player, actions: &[G::Action], out: &mut Vec<f32>) {
        (**self).priors(state, who, actions, out);
    }

    fn batch(&self) -> usize {
        (**self).batch()
    }

    fn evaluate_all(&mut self, states: &[G], values: &mut [Values]) {
        (**self).evaluate_all(states, values);
    }
}

/// Writes the value of a state: its payoffs if the game is over, otherwise the estimate of
/// `evaluator`.
#[inline]
pub fn evaluate<G: Game>(evaluator: &mut impl Evaluator<G>, state: &G, values: &mut [f64]) {
    match state.turn() {
        Turn::Over => pay(state, values),
        _ => evaluator.evaluate(state, values),
    }
}

/// Writes the payoff of every seat in a game that is over.
#[inline]
pub fn pay<G: Game>(state: &G, values: &mut [f64]) {
    for (who, value) in values.iter_mut().enumerate() {
        *value = state.payoff(Player(who));
    }
}

/// Evaluator that returns 0, an even game, for every non-terminal state.
#[derive(Clone, Copy, Debug, Default)]
pub struct Even;

impl<G: Game> Evaluator<G> for Even {
    #[inline]
    fn evaluate(&mut self, _: &G, values: &mut [f64]) {
        values.fill(0.0);
    }
}
