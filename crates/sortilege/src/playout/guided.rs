//! A playout combined with an evaluator for priors.

use super::Playout;
use crate::evaluator::Evaluator;
use crate::game::Values;
use crate::{Deadline, Game, Player, Rng};

/// Finishes simulations with a playout and takes priors of moves from an evaluator. The evaluator's
/// values of states are not used.
///
/// ```
/// use sortilege::playout::{Guided, Playout, PolicyPriors, Rollout, Uniform};
/// use sortilege::testing::hand_made::HandMade;
/// let guided = Guided { playout: Rollout::<HandMade>::default(), evaluator: PolicyPriors::new(Uniform, 0.1) };
/// assert!(guided.has_priors());
/// ```
#[derive(Clone, Debug)]
pub struct Guided<P, E> {
    /// The playout that finishes simulations.
    pub playout: P,
    /// The evaluator that supplies priors.
    pub evaluator: E,
}

impl<G: Game, P: Playout<G>, E: Evaluator<G>> Playout<G> for Guided<P, E> {
    #[inline]
    fn finish(&mut self, state: &mut G, rng: &mut Rng, values: &mut [f64]) -> u32 {
        self.playout.finish(state, rng, values)
    }

    fn has_priors(&self) -> bool {
        self.evaluator.has_priors()
    }

    fn priors(&mut self, state: &G, who: Player, actions: &[G::Action], out: &mut Vec<f32>) {
        self.evaluator.priors(state, who, actions, out);
    }

    fn batch(&self) -> usize {
        self.playout.batch()
    }

    fn finish_all(
        &mut self,
        states: &mut [G],
        rng: &mut Rng,
        values: &mut [Values],
        lengths: &mut [u32],
    ) {
        self.playout.finish_all(states, rng, values, lengths);
    }

    #[inline]
    fn learns(&self) -> bool {
        self.playout.learns()
    }

    fn learn(&mut self, in_tree: &[(Player, G::Action)], values: &[f64]) {
        self.playout.learn(in_tree, values);
    }

    fn moves(&self) -> &[(Player, G::Action)] {
        self.playout.moves()
    }

    fn forget(&mut self) {
        self.playout.forget();
    }

    fn set_deadline(&mut self, deadline: &Deadline) {
        self.playout.set_deadline(deadline);
    }
}
