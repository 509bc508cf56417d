//! A mix of two policies, move by move.

use super::Policy;
use crate::game::Simultaneous;
use crate::{Player, Rng};

/// With probability `epsilon` a uniformly random move, otherwise a move of `policy`.
#[derive(Clone, Debug)]
pub struct EpsilonMix<P> {
    /// The share of random moves, in [0, 1].
    pub epsilon: f64,
    /// Where the other moves come from.
    pub policy: P,
}

impl<G: Simultaneous, P: Policy<G>> Policy<G> for EpsilonMix<P> {
    #[inline]
    fn action(&mut self, state: &G, scratch: &mut Vec<G::Action>, rng: &mut Rng) -> G::Action {
        if rng.unit() < self.epsilon {
            state.random_action(scratch, rng)
        } else {
            self.policy.action(state, scratch, rng)
        }
    }

    #[inline]
    fn choice(&mut self, state: &G, who: Player, scratch: &mut Vec<G::Action>, rng: &mut Rng) -> G::Action {
        if rng.unit() < self.epsilon {
            state.random_choice(who, scratch, rng)
        } else {
            self.policy.choice(state, who, scratch, rng)
        }
    }

    const LEARNS: bool = P::LEARNS;

    fn learn(&mut self, moves: &[(Player, G::Action)], values: &[f64]) {
        self.policy.learn(moves, values);
    }

    fn forget(&mut self) {
        self.policy.forget();
    }
}
