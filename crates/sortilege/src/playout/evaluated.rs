//! No playout: the evaluator's value of the state where the tree ends.

use super::Playout;
use crate::evaluator::{Evaluator, judge, pay};
use crate::game::Values;
use crate::{Game, Player, Rng, Turn};

/// The value of an evaluator for the state in which the descent left the tree, without any further
/// move, and its priors if it has them. If the game is over, the values are its payoffs.
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

    /// Evaluators are not called for games that are over, so each run of states between two of
    /// those is evaluated in one call.
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
