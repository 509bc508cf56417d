//! Monte Carlo search without a tree: simulations begin with a candidate and are finished by
//! playouts. Flat Monte Carlo gives every candidate the same share; flat UCB1 gives more to the
//! better ones (CS §V, where every simulation redeals the unseen cards).

use super::flat_bandit::{ArmTotals, RootBandit, RootContext};
use super::{Decision, FinalChoice, Note, Search, Setup};
use crate::bandit::ucb1;
use crate::belief::{Belief, Uniformly};
use crate::game::{Chance, Hidden, Observation, Observe, Simultaneous};
use crate::playout::{Playout, Rollout, Uniform};
use crate::reward::{Reward, WinLoss};
use crate::{Game, Player, Rng};

/// Flat Monte Carlo: simulates the candidates in rotation and plays the one with the best mean,
/// whatever the setup's final choice.
pub struct FlatMc<G: Game, P = Rollout<G>, R = WinLoss, B = Uniformly> {
    /// Budget, playout and reward.
    pub setup: Setup<P, R, B>,
    bench: RootBandit<G>,
}

impl<G: Game, P, R, B> FlatMc<G, P, R, B> {
    /// Flat Monte Carlo.
    pub fn new(setup: Setup<P, R, B>) -> Self {
        FlatMc { setup, bench: RootBandit::default() }
    }
}

impl<G, P, R, B> Search<G> for FlatMc<G, P, R, B>
where
    G: Chance + Hidden + Simultaneous,
    P: Playout<G>,
    R: Reward<G>,
    B: Belief<G>,
{
    fn decide(&mut self, view: &G::View, who: Player, rng: &mut Rng) -> Decision<G::Action> {
        let in_turn =
            |arms: &[ArmTotals], done: u64, _: &mut Rng| (done % arms.len() as u64) as usize;
        let question = RootContext::new(view, who, &self.setup, rng);
        let clock = self.bench.test(&question, &mut self.setup, in_turn, &mut Uniform, rng);
        let turn = G::determinize(view, rng).turn();
        self.bench.decision(FinalChoice::BestValue, turn, &clock, rng)
    }

    fn new_game(&mut self) {
        self.setup.new_game();
    }

    fn wants_observations(&self) -> bool {
        Belief::<G>::wants_observations(&self.setup.belief)
    }

    fn observe(&mut self, who: Player, seen: &Observation<G>)
    where
        G: Observe,
    {
        self.setup.belief.observe(who, seen);
    }

    fn notes(&self) -> Vec<Note> {
        self.setup.notes()
    }
}

/// Flat UCB1: selects candidates by UCB1.
pub struct FlatUcb<G: Game, P = Rollout<G>, R = WinLoss, B = Uniformly> {
    /// Exploration constant: UCB1 = mean + c sqrt(ln n / n_j), rewards in [0, 1]. It is C in CS §V,
    /// which is between 0 and 1 there, with the same rewards.
    pub c: f64,
    /// Budget, playout, reward and final choice.
    pub setup: Setup<P, R, B>,
    bench: RootBandit<G>,
}

impl<G: Game, P, R, B> FlatUcb<G, P, R, B> {
    /// Flat UCB1 with c = 0.7.
    pub fn new(setup: Setup<P, R, B>) -> Self {
        FlatUcb { c: 0.7, setup, bench: RootBandit::default() }
    }
}

impl<G, P, R, B> Search<G> for FlatUcb<G, P, R, B>
where
    G: Chance + Hidden + Simultaneous,
    P: Playout<G>,
    R: Reward<G>,
    B: Belief<G>,
{
    fn decide(&mut self, view: &G::View, who: Player, rng: &mut Rng) -> Decision<G::Action> {
        let c = ucb1::constant(self.c);
        let mut scores = vec![];
        let by_ucb1 = |arms: &[ArmTotals], done, rng: &mut Rng| {
            ucb1::choose(arms.iter().map(ArmTotals::score), done, c, &mut scores, rng)
        };
        let question = RootContext::new(view, who, &self.setup, rng);
        let clock = self.bench.test(&question, &mut self.setup, by_ucb1, &mut Uniform, rng);
        let turn = G::determinize(view, rng).turn();
        self.bench.decision(self.setup.choice, turn, &clock, rng)
    }

    fn new_game(&mut self) {
        self.setup.new_game();
    }

    fn wants_observations(&self) -> bool {
        Belief::<G>::wants_observations(&self.setup.belief)
    }

    fn observe(&mut self, who: Player, seen: &Observation<G>)
    where
        G: Observe,
    {
        self.setup.belief.observe(who, seen);
    }

    fn notes(&self) -> Vec<Note> {
        self.setup.notes()
    }
}
