//! A playout that stops early and evaluates the state that it has reached (SM §4.2 calls the number
//! of moves d_r).

use super::{Playout, Policy, Rollout};
use crate::evaluator::{Evaluator, judge};
use crate::game::{Chance, Simultaneous};
use crate::{Game, Player, Rng};

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
        judge(&mut self.evaluator, state, values);
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
