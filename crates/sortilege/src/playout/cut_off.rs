//! A playout that stops early and evaluates the state that it has reached (SM §4.2 calls the number
//! of moves d_r), or that evaluates the state where the tree ends at once.

use super::{Playout, Policy, Rollout};
use crate::evaluator::{Evaluator, evaluate, pay};
use crate::game::{Chance, Simultaneous, Values};
use crate::{Game, Player, Rng, Turn};

/// A limited number of moves of a policy, then an evaluator, which also supplies priors if it has
/// them.
#[derive(Clone, Debug)]
pub struct CutOff<G: Game, P, E> {
    rollout: Rollout<G, P>,
    evaluator: E,
}

impl<G: Game, P, E> CutOff<G, P, E> {
    /// Plays at most `moves` moves of `policy`, then takes the value of `evaluator` unless the game
    /// has ended before.
    pub fn new(moves: u32, policy: P, evaluator: E) -> Self {
        CutOff { rollout: Rollout { limit: moves, ..Rollout::new(policy) }, evaluator }
    }
}

impl<G, P, E> Playout<G> for CutOff<G, P, E>
where
    G: Chance + Simultaneous,
    P: Policy<G>,
    E: Evaluator<G>,
{
    fn finish(&mut self, state: &mut G, rng: &mut Rng, values: &mut [f64]) -> u32 {
        let moves = self.rollout.run(state, rng);
        evaluate(&mut self.evaluator, state, values);
        moves
    }

    fn has_priors(&self) -> bool {
        self.evaluator.has_priors()
    }

    fn priors(&mut self, state: &G, who: Player, actions: &[G::Action], out: &mut Vec<f32>) {
        self.evaluator.priors(state, who, actions, out);
    }

    fn learns(&self) -> bool {
        self.rollout.learns()
    }

    fn learn(&mut self, in_tree: &[(Player, G::Action)], values: &[f64]) {
        self.rollout.learn(in_tree, values);
    }

    fn moves(&self) -> &[(Player, G::Action)] {
        self.rollout.moves()
    }

    fn forget(&mut self) {
        self.rollout.forget();
    }
}

/// The value of an evaluator for the state in which the descent left the tree, without any further
/// move, and its priors if it has them. If the game is over, the values are its payoffs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Evaluated<E>(pub E);

impl<G: Game, E: Evaluator<G>> Playout<G> for Evaluated<E> {
    #[inline]
    fn finish(&mut self, state: &mut G, _: &mut Rng, values: &mut [f64]) -> u32 {
        evaluate(&mut self.0, state, values);
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
