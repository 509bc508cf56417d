//! No playout at all: what an evaluator says where the tree ends.

use super::Playout;
use crate::evaluator::{Evaluator, judge, pay};
use crate::game::Values;
use crate::{Game, Player, Rng, Turn};

/// The opinion of an evaluator on the state in which the tree was left, without a move, and on
/// moves if it has one; payoffs where the game is over.
#[derive(Clone, Copy, Debug, Default)]
pub struct Evaluated<E>(pub E);

impl<G: Game, E: Evaluator<G>> Playout<G> for Evaluated<E> {
    #[inline]
    fn finish(&mut self, state: &mut G, _: &mut Rng, values: &mut [f64]) -> u32 {
        judge(&mut self.0, state, values);
        0
    }

    fn has_priors(&self) -> bool {
        self.0.has_priors()
    }

    fn priors(&mut self, state: &G, who: Player, actions: &[G::Action], out: &mut Vec<f32>) {
        self.0.priors(state, who, actions, out);
    }

    fn batch(&self) -> usize {
        self.0.batch()
    }

    /// Evaluators are not asked about games that are over, so those between two of them are shown
    /// together.
    fn finish_all(
        &mut self,
        states: &mut [G],
        _: &mut Rng,
        values: &mut [Values],
        lengths: &mut [u32],
    ) {
        lengths.fill(0);
        let is_over = |state: &G| state.turn() == Turn::Over;
        let mut at = 0;
        for alike in states.chunk_by(|one, next| is_over(one) == is_over(next)) {
            let values = &mut values[at..at + alike.len()];
            at += alike.len();
            if is_over(&alike[0]) {
                alike
                    .iter()
                    .zip(values)
                    .for_each(|(state, values)| pay(state, &mut values[..state.players()]));
            } else {
                self.0.evaluate_all(alike, values);
            }
        }
    }
}
