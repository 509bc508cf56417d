//! A playout that stops early and asks the game how it stands (SM §4.2 calls the number of moves d_r).

use super::{Playout, Policy, Rollout};
use crate::game::{Chance, Evaluate, Simultaneous};
use crate::{Game, Player, Rng, Turn};

/// Some moves of a policy, then the game's evaluation.
#[derive(Clone, Debug)]
pub struct CutOff<G: Game, P>(Rollout<G, P>);

impl<G: Game, P> CutOff<G, P> {
    /// At most `moves` moves of `policy`, then the evaluation, unless the game has ended before.
    pub fn new(moves: u32, policy: P) -> Self {
        CutOff(Rollout { limit: moves, ..Rollout::new(policy) })
    }
}

impl<G, P> Playout<G> for CutOff<G, P>
where
    G: Chance + Simultaneous + Evaluate,
    G::Action: Send,
    P: Policy<G>,
{
    fn run(&mut self, state: &mut G, rng: &mut Rng) -> u32 {
        self.0.run(state, rng)
    }

    fn value(&self, state: &G, who: Player) -> f64 {
        match state.turn() {
            Turn::Over => state.payoff(who),
            _ => state.evaluate(who),
        }
    }

    fn learns(&self) -> bool {
        self.0.learns()
    }

    fn learn(&mut self, in_tree: &[(Player, G::Action)], values: &[f64]) {
        self.0.learn(in_tree, values);
    }

    fn forget(&mut self) {
        self.0.forget();
    }
}
