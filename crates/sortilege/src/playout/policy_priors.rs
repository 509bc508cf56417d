//! Priors derived from a policy.

use super::Policy;
use crate::evaluator::{Evaluator, Even};
use crate::game::{Simultaneous, Values};
use crate::{Player, Rng, Turn};
use rustc_hash::FxHashMap;

/// Priors from a policy's [shortlist](Policy::shortlist): the weight of a move is `floor` plus the
/// number of times that it is listed. Values of states come from another evaluator and are 0
/// without one.
///
/// The list is sampled with the same random numbers each time, so the priors of a state never
/// change. If a policy samples its list, they reflect one possible list. Simultaneous choices have
/// no shortlist, and all moves have the same weight.
///
/// ```
/// use sortilege::evaluator::Evaluator;
/// use sortilege::playout::{Policy, PolicyPriors};
/// use sortilege::testing::hand_made::{HandMade, Place};
/// use sortilege::{Player, Rng};
///
/// /// Considers the last branch, twice as much as the one before it.
/// #[derive(Clone)]
/// struct Late;
///
/// impl Policy<HandMade> for Late {
///     fn action(&mut self, _: &HandMade, _: &mut Vec<u8>, _: &mut Rng) -> u8 { 2 }
///     fn shortlist(&mut self, _: &HandMade, out: &mut Vec<u8>, _: &mut Rng) { *out = vec![2, 1, 2] }
/// }
///
/// let game = HandMade::new(&[Place::Choice(0, &[1, 1, 1]), Place::End(&[0.0])]);
/// let (mut priors, mut weights) = (PolicyPriors::<u8, _>::new(Late, 0.25), vec![]);
/// priors.priors(&game, Player(0), &[0, 1, 2], &mut weights);
/// assert_eq!(weights, [0.25, 1.25, 2.25]);
/// ```
#[derive(Clone, Debug)]
pub struct PolicyPriors<A, P, E = Even> {
    policy: P,
    floor: f32,
    evaluator: E,
    listed: Vec<A>,
    counts: FxHashMap<A, u16>,
}

impl<A, P> PolicyPriors<A, P> {
    /// Priors of `policy`, with `floor`, 0 or more, added for every move.
    pub fn new(policy: P, floor: f32) -> Self {
        PolicyPriors {
            policy,
            floor,
            evaluator: Even,
            listed: vec![],
            counts: FxHashMap::default(),
        }
    }
}

impl<A, P, E> PolicyPriors<A, P, E> {
    /// The same priors with the values of `evaluator` for states.
    pub fn with_values<F>(self, evaluator: F) -> PolicyPriors<A, P, F> {
        let PolicyPriors { policy, floor, listed, counts, .. } = self;
        PolicyPriors { policy, floor, evaluator, listed, counts }
    }
}

impl<G, P, E> Evaluator<G> for PolicyPriors<G::Action, P, E>
where
    G: Simultaneous,
    P: Policy<G>,
    E: Evaluator<G>,
{
    #[inline]
    fn evaluate(&mut self, state: &G, values: &mut [f64]) {
        self.evaluator.evaluate(state, values);
    }

    fn has_priors(&self) -> bool {
        true
    }

    fn priors(&mut self, state: &G, _: Player, actions: &[G::Action], out: &mut Vec<f32>) {
        self.counts.clear();
        if matches!(state.turn(), Turn::Player(_)) {
            self.policy.shortlist(state, &mut self.listed, &mut Rng::new(0));
            self.listed.iter().for_each(|&action| *self.counts.entry(action).or_default() += 1);
        }
        let weight = |action| self.floor + f32::from(self.counts.get(action).copied().unwrap_or(0));
        out.clear();
        out.extend(actions.iter().map(weight));
        if self.counts.is_empty() {
            out.fill(1.0);
        }
    }

    fn batch(&self) -> usize {
        self.evaluator.batch()
    }

    fn evaluate_all(&mut self, states: &[G], values: &mut [Values]) {
        self.evaluator.evaluate_all(states, values);
    }
}
