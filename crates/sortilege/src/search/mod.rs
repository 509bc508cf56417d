//! All searches: one file per algorithm, under its published name. Tags such as IS refer to papers
//! of the [bibliography](crate::bibliography).
//!
//! | game | search |
//! |---|---|
//! | any | [`Random`] |
//! | any, by rules alone | [`RuleBased`] |
//! | any with good rules: improves on them by search | [`PolicyImprovement`] |
//! | hidden information, without a tree | [`FlatMc`], [`FlatUcb`] (CS §V) |
//! | perfect information | [`Uct`]; with many chance outcomes or moves [`Dpw`] (SM §2.2) |
//! | two players, no chance, sudden wins and losses | [`Uct::solving`]: MCTS-Solver (QR) |
//! | two players, no chance, sudden wins | [`PnMcts`]: PN-MCTS (Kowalski and others 2024) |
//! | no chance, moves that stay good | [`Grave`]: RAVE (Gelly & Silver 2011), GRAVE (Cazenave 2015) |
//! | two players, no chance, an evaluation | [`ImplicitMinimax`] (Lanctot and others 2014) |
//! | perfect information, two players, an evaluation | [`StarMinimax`] (SM §3) |
//! | the same, in a tree that grows in width and depth where it pays | [`ScheduledStar`], our own |
//! | hidden information | [`SoIsmcts`] (IS §IV) |
//! | hidden information and hidden moves | [`MoIsmcts`], [`SoIsmctsPom`] (IS §IV) |
//! | opponents must not know what the searcher hides | [`Opponents::Doubting`] (IS §X) |
//! | hidden information, converging to an equilibrium | [`Oos`] (Lisý, Lanctot & Bowling 2015) |
//! | hidden information, average strategy mixing | [`Rule`]: Smooth UCT (Heinrich & Silver 2015) |
//! | hidden information, postponed reasoning | `Epimc` (Arjonilla, Saffidine & Cazenave 2024) |
//! | hidden information, subgame solving | [`SubgameSolving`] (Zhang & Sandholm 2025) |
//! | hidden information, as a baseline | [`DeterminizedUct`] (IS §IV-D) |
//! | the same, with future chance determinized | [`Uct::fixed_chance`] (ED §VI) |
//! | open cards: the value of knowing them | [`CheatingUct`], [`CheatingEnsemble`] (IS §IV-C) |
//! | any of these on several threads, reproducible | [`RootParallel`] |
//!
//! [`StarMinimax`] is expectimax, Star1 and Star2; with sampled chance it is expSS, star1SS and
//! star2SS. [`Opponents::Doubting`] is a setting of [`MoIsmcts`], and [`Rule`] is one of [`Oos`].
//! Ensemble determinization is [`DeterminizedUct`] over a [`Uct::fixed_chance`].
//!
//! An [`Algorithm`] selects within its tree, expands it, and backs up rewards. A [`Searcher`] drives
//! it with the parts in a [`Setup`]: it runs the clock, samples states, finishes simulations, reports
//! progress, and continues, ponders and reuses. [`Uct`] and most other searches are such a pair. A
//! new search implements [`Algorithm`], and [`FromView`] for the games that it may search.
//!
//! Plain implementations of the papers' algorithms are in
//! [`reference`](crate::reference): they are short, and they are the oracles in tests.
//!
//! There are two ways to use several threads. [`RootParallel`] grows independent trees and adds up
//! their results at the end; its answers are reproducible. The `workers` of [`Uct`], [`Dpw`],
//! [`SoIsmcts`], [`SoIsmctsPom`] and [`MoIsmcts`] each grow a tree and continually exchange the
//! counts of its upper part, so that the trees get deeper. Their answers depend on the machine, so
//! they suit a budget of time. Both are off by default.

mod algorithm;
mod batches;
mod cheating;
#[cfg(test)]
mod clockless;
mod contract;
mod decision;
mod determinized_uct;
mod dpw;
mod driver;
#[cfg(feature = "exact")]
mod epimc;
mod flat;
mod flat_bandit;
mod implicit_minimax;
mod ismcts;
mod mix;
mod oos;
mod parallel;
mod paused;
mod pn_mcts;
mod policy_improvement;
mod random;
mod rave;
mod rules;
mod setup;
mod star_minimax;
mod subgame_solving;
mod tree_search;
mod uct;

pub use crate::game::Label;
pub use algorithm::{Algorithm, FromView, Start};
pub use cheating::{CheatingEnsemble, CheatingUct};
pub use contract::{CheatingSearch, Name, Note, Search};
pub use decision::{Candidate, Decision, FinalChoice, Tally};
pub use determinized_uct::DeterminizedUct;
pub use dpw::{Dpw, WidenedTree};
pub use driver::Searcher;
#[cfg(feature = "exact")]
pub use epimc::Epimc;
pub use flat::{FlatMc, FlatUcb, Rotation, Ucb1};
pub use flat_bandit::{RootBandit, RootRule};
pub use implicit_minimax::{ImplicitMinimax, MinimaxTree};
pub use ismcts::mo_ismcts::{MoIsmcts, ObserverTrees};
pub use ismcts::redeterminize::{Memory, Opponents};
pub use ismcts::so_ismcts::{InformationSetTree, SoIsmcts, SoIsmctsPom};
pub use oos::{Oos, Regrets, Rule, Smoothing, Targeting};
pub use parallel::divisible::Divisible;
pub use parallel::root::RootParallel;
pub use pn_mcts::{PnMcts, ProofTree};
pub use policy_improvement::{Improvement, PolicyImprovement};
pub use random::{Random, RuleBased};
pub use rave::{AmafTree, Grave};
pub use rules::{Expansion, Select, Together, TreeRules, Widening};
pub use setup::Setup;
pub use star_minimax::{Dice, Iteration, Ordering, Pruning, Sampling, ScheduledStar, StarMinimax};
pub use subgame_solving::SubgameSolving;
pub use uct::{Uct, UctTree};

use crate::game::Simultaneous;
use crate::{Player, Turn};

/// The legal actions of the acting player `who`, in the game's order.
fn legal_actions<G: Simultaneous>(state: &G, who: Player) -> Vec<G::Action> {
    let turn = state.turn();
    assert!(
        turn == Turn::Together || turn == Turn::Player(who),
        "a search decides for the acting player"
    );
    let mut list = vec![];
    state.options(who, &mut list);
    list
}
