//! Every search: one file an algorithm, under its published name.
//!
//! | to play | use |
//! |---|---|
//! | anything at all | [`Random`] |
//! | hidden information, without a tree | [`FlatMc`], [`FlatUcb`] (CS §V) |
//! | perfect information | [`Uct`]; with many chance outcomes or moves [`Dpw`] (SM §2.2) |
//! | hidden information | [`SoIsmcts`]; where moves are hidden too [`MoIsmcts`], [`SoIsmctsPom`] (IS §IV) |
//! | hidden information, as a baseline | [`DeterminizedUct`] (IS §IV-D) |
//! | with open cards, to see what knowing them is worth | [`CheatingUct`], [`CheatingEnsemble`] (IS §IV-C) |
//!
//! An algorithm is a composition: its own selection rule, and the parts in its [`Setup`].

use crate::budget::{Budget, Stop};
use crate::game::Hidden;
use crate::playout::Rollout;
use crate::reward::WinLoss;
use crate::tree::TreeStats;
use crate::{Game, Player, Rng};
use std::time::Duration;

/// Chooses from what a seat knows. It is handed a view, never a state, so it cannot peek.
pub trait Search<G: Hidden>: Send {
    /// The choice of `who`, whose view it is and who is on turn.
    fn decide(&mut self, view: &G::View, who: Player, rng: &mut Rng) -> Decision<G::Action>;
}

/// Chooses with everybody's cards on the table: the papers' cheating baselines, and nothing else.
pub trait CheatingSearch<G: Game>: Send {
    /// The choice of `who`, who is on turn.
    fn decide_knowing_all(&mut self, state: &G, who: Player, rng: &mut Rng) -> Decision<G::Action>;
}

/// The parts that every search is composed with.
#[derive(Clone, Debug)]
pub struct Setup<P, R = WinLoss> {
    /// How long it may think.
    pub budget: Budget,
    /// How simulations are finished.
    pub playout: P,
    /// What they are worth.
    pub reward: R,
    /// Which candidate is played in the end.
    pub choice: FinalChoice,
    /// Ends the search from outside.
    pub stop: Stop,
}

impl<G: Game> Setup<Rollout<G>> {
    /// Uniform playouts, payoffs as rewards, the most visited move.
    pub fn new(budget: Budget) -> Self {
        Setup {
            budget,
            playout: Rollout::default(),
            reward: WinLoss::default(),
            choice: FinalChoice::default(),
            stop: Stop::default(),
        }
    }
}

/// Which candidate is played in the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FinalChoice {
    /// The most visited. Where all choose at once the answer is a mix, so there it is drawn in proportion
    /// to the visits.
    #[default]
    MostVisits,
    /// The one with the highest mean reward.
    BestValue,
    /// One drawn in proportion to the visits.
    SampledVisits,
}

/// What a search answers.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision<A> {
    /// What it would play.
    pub action: A,
    /// Every legal action, in the game's order.
    pub candidates: Vec<Candidate<A>>,
    /// Simulations made.
    pub iterations: u64,
    /// Time taken.
    pub time: Duration,
    /// What the tree or trees look like.
    pub tree: TreeStats,
}

/// One of the actions that a search weighed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate<A> {
    /// The action.
    pub action: A,
    /// How many simulations began with it.
    pub visits: u64,
    /// The mean reward of these, 0 if there were none.
    pub value: f64,
}
