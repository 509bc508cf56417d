//! Flat UCB1: Ward & Cowling (2009), §V. A multi-armed bandit over the legal actions. Each simulation
//! deals the unseen cards anew, makes the selected action, and plays on at random.

use super::{ReferenceNode, arg_max, legal, simulate};
use crate::game::{Chance, Hidden};
use crate::{Player, Rng};

/// Flat UCB1.
#[derive(Clone, Debug)]
pub struct FlatUcb<G: Hidden> {
    /// The legal actions, each with the number of its simulations and their total reward.
    pub arms: Vec<(G::Action, ReferenceNode<G::Action>)>,
    view: G::View,
    who: Player,
    c: f64,
}

impl<G: Chance + Hidden> FlatUcb<G> {
    /// A search for `who`, whose view is `view`, with exploration constant `c`.
    pub fn new(view: &G::View, who: Player, c: f64) -> Self {
        let actions = legal(&G::determinize(view, &mut Rng::new(0)));
        let arms = actions.into_iter().map(|action| (action, ReferenceNode::default())).collect();
        FlatUcb { arms, view: view.clone(), who, c }
    }

    /// One simulation.
    pub fn iterate(&mut self, rng: &mut Rng) {
        let mut d = G::determinize(&self.view, rng);
        let n = self.arms.iter().map(|(_, arm)| arm.visits).sum();
        let arms: Vec<usize> = (0..self.arms.len()).collect();
        let score = |at: usize| match &self.arms[at].1 {
            arm if arm.visits == 0 => f32::INFINITY,
            arm => arm.ucb1(n, self.c),
        };
        let at = arg_max(&arms, score, rng);
        d.apply(self.arms[at].0);
        let rewards = simulate(d, rng);
        let arm = &mut self.arms[at].1;
        arm.visits += 1;
        arm.total += rewards[self.who.0];
    }
}
