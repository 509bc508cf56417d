//! What states are worth before the end of a game, and which moves look promising.
//!
//! An [`Evaluator`] is a value of its own: a game has none, one, or several to choose from, and a
//! player brings the one that it trusts. [`CutOff`](crate::playout::CutOff) asks it after some
//! moves of a playout, [`Evaluated`](crate::playout::Evaluated) instead of a playout, and
//! [`StarMinimax`](crate::search::StarMinimax) at its horizon. Opinions on moves reach a search by
//! way of its playout, as `Evaluated` and [`Guided`](crate::playout::Guided) have them.
//!
//! Whoever has more to say about a race than nothing says it like this:
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

/// Judges states before the end of a game.
pub trait Evaluator<G: Game>: Send {
    /// Writes what a state in which the game is not over is worth to every seat, in [-1, 1] on the
    /// scale of [`Game::payoff`]; there are as many values as seats. Any turn but [`Turn::Over`]
    /// may be asked about, that of chance as well.
    fn evaluate(&mut self, state: &G, values: &mut [f64]);

    /// Whether it has an opinion on moves, and [`Evaluator::priors`] is worth asking.
    #[inline]
    fn has_priors(&self) -> bool {
        false
    }

    /// Replaces `out` with how promising each of `actions` is: finite weights of 0 or more, which
    /// need not add up to 1. The actions are those of `who`, who is on turn or one of those who
    /// choose at once. All weigh 1 unless it [has an opinion](Evaluator::has_priors).
    fn priors(&mut self, _state: &G, _who: Player, actions: &[G::Action], out: &mut Vec<f32>) {
        out.clear();
        out.resize(actions.len(), 1.0);
    }

    /// How many states it would like to be shown at once: 1, unless judging many together is
    /// cheaper.
    #[inline]
    fn batch(&self) -> usize {
        1
    }

    /// Judges several states, in each of which the game is not over: one after the other, unless it
    /// knows a quicker way. `values` are as many as states, and of each the first ones, as many as
    /// seats, are written.
    fn evaluate_all(&mut self, states: &[G], values: &mut [Values]) {
        for (state, values) in states.iter().zip(values) {
            self.evaluate(state, &mut values[..state.players()]);
        }
    }
}

/// One whose type is known only at run time.
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

/// Writes what a state is worth: payoffs where the game is over, the opinion of `evaluator` where
/// it is not.
#[inline]
pub fn judge<G: Game>(evaluator: &mut impl Evaluator<G>, state: &G, values: &mut [f64]) {
    match state.turn() {
        Turn::Over => pay(state, values),
        _ => evaluator.evaluate(state, values),
    }
}

/// Writes what every seat earned in a game that is over.
#[inline]
pub fn pay<G: Game>(state: &G, values: &mut [f64]) {
    for (who, value) in values.iter_mut().enumerate() {
        *value = state.payoff(Player(who));
    }
}

/// Takes every game for even as long as it is not over.
#[derive(Clone, Copy, Debug, Default)]
pub struct Even;

impl<G: Game> Evaluator<G> for Even {
    #[inline]
    fn evaluate(&mut self, _: &G, values: &mut [f64]) {
        values.fill(0.0);
    }
}
