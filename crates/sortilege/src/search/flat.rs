//! Monte Carlo search without a tree: simulations begin with a candidate and are finished by
//! playouts. Flat Monte Carlo gives every candidate the same share; flat UCB1 gives more to the
//! better ones (CS §V, where every simulation redeals the unseen cards).

use super::driver::Searcher;
use super::flat_bandit::{RootBandit, RootRule};
use super::{FinalChoice, Setup};
use crate::Rng;
use crate::bandit::ArmScore;
use crate::belief::Uniformly;
use crate::game::Hidden;
use crate::playout::Rollout;
use crate::reward::WinLoss;

/// Flat Monte Carlo: simulates the candidates in rotation and plays the one with the best mean,
/// whatever the setup's final choice.
pub type FlatMc<G, P = Rollout<G>, R = WinLoss, B = Uniformly> =
    Searcher<G, RootBandit<G, Rotation>, P, R, B>;

/// Flat UCB1: selects candidates by UCB1. The `c` of its [rules](Searcher::rules) is C in CS §V,
/// which is between 0 and 1 there, with the same rewards.
pub type FlatUcb<G, P = Rollout<G>, R = WinLoss, B = Uniformly> =
    Searcher<G, RootBandit<G, Ucb1>, P, R, B>;

/// Candidates take turns, and the one with the best mean is played.
#[derive(Clone, Copy, Debug)]
pub struct Rotation;

/// UCB1 selects candidates.
#[derive(Clone, Copy, Debug)]
pub struct Ucb1;

impl<G: Hidden> RootRule<G> for Rotation {
    #[inline]
    fn next(
        &mut self,
        candidates: impl ExactSizeIterator<Item = ArmScore>,
        done: u64,
        _: f32,
        _: &mut Vec<f32>,
        _: &mut Rng,
    ) -> usize {
        (done % candidates.len() as u64) as usize
    }

    fn choice(&self) -> Option<FinalChoice> {
        Some(FinalChoice::BestValue)
    }
}

impl<G: Hidden> RootRule<G> for Ucb1 {}

impl<G: Hidden, P, R, B> FlatMc<G, P, R, B> {
    /// Flat Monte Carlo.
    pub fn new(setup: Setup<P, R, B>) -> Self {
        Searcher::with(RootBandit::new(Rotation), setup)
    }
}

impl<G: Hidden, P, R, B> FlatUcb<G, P, R, B> {
    /// Flat UCB1 with c = 0.7.
    pub fn new(setup: Setup<P, R, B>) -> Self {
        Searcher::with(RootBandit::new(Ucb1), setup)
    }
}
