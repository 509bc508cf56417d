//! Every search: one file an algorithm, under its published name. Tags such as IS are papers of the
//! [bibliography](crate::bibliography).
//!
//! | to play | use |
//! |---|---|
//! | anything at all | [`Random`] |
//! | any, by rules alone | [`RuleBased`] |
//! | any that has good rules, better than by these | [`PolicyImprovement`] |
//! | hidden information, without a tree | [`FlatMc`], [`FlatUcb`] (CS §V) |
//! | perfect information | [`Uct`]; with many chance outcomes or moves [`Dpw`] (SM §2.2) |
//! | two players, no chance, sudden wins and losses | [`Uct::solving`]: MCTS-Solver (QR) |
//! | two players, no chance, wins that come suddenly | [`PnMcts`]: UCT that is drawn to proofs (Kowalski and others 2024) |
//! | two players, no chance, an evaluation | [`ImplicitMinimax`]: UCT with implicit minimax backups (Lanctot and others 2014) |
//! | perfect information, two players and an evaluation | [`StarMinimax`]: expectimax, Star1, Star2, and with sampled chance expSS, star1SS, star2SS (SM §3) |
//! | the same, in a tree that grows wider and deeper where it pays | [`ScheduledStar`], our own |
//! | hidden information | [`SoIsmcts`]; where moves are hidden too [`MoIsmcts`], [`SoIsmctsPom`] (IS §IV) |
//! | where opponents must not be taken to see what the searcher hides | [`MoIsmcts`] with [`Opponents::Doubting`] (IS §X) |
//! | hidden information, where the best play is a mix and more thinking must not hurt | [`Oos`]: Online Outcome Sampling (Lisý, Lanctot & Bowling 2015); by another [`Rule`] Smooth UCT (Heinrich & Silver 2015) |
//! | hidden information, with a few plies solved before all is taken for known | `Epimc`: postponed reasoning (Arjonilla, Saffidine & Cazenave 2024) |
//! | hidden information, solved over many states and grown where both would play | [`SubgameSolving`]: knowledge-limited subgame solving with a growing tree (Zhang & Sandholm 2025) |
//! | hidden information, as a baseline | [`DeterminizedUct`] (IS §IV-D) |
//! | hidden information, with draws to come guessed as well | [`DeterminizedUct`] with [`Uct::fixed_chance`]: ensemble determinization (ED §VI) |
//! | with open cards, to see what knowing them is worth | [`CheatingUct`], [`CheatingEnsemble`] (IS §IV-C) |
//! | any of these on several threads, with the same answer whatever their number | [`RootParallel`] |
//!
//! An algorithm is a composition: its own selection rule, and the parts in its [`Setup`].
//!
//! On several threads there are two ways. [`RootParallel`] grows trees apart and adds them up in
//! the end; its answers can be repeated. [`Uct::workers`] and those of [`Dpw`], [`SoIsmcts`],
//! [`SoIsmctsPom`] and [`MoIsmcts`] grow trees that tell each other all the time what they count in
//! their upper parts, so that these get deeper; their answers depend on the machine, so they are
//! for a budget of time. Both are off by default.

mod cheating;
#[cfg(test)]
mod clockless;
mod contract;
mod decision;
mod determinized_uct;
mod dpw;
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
mod rule_based;
mod rules;
mod setup;
mod star_minimax;
mod subgame_solving;
mod tree_search;
mod uct;

pub use crate::game::Label;
pub use cheating::{CheatingEnsemble, CheatingUct};
pub use contract::{CheatingSearch, Name, Note, Search};
pub use decision::{Candidate, Decision, FinalChoice, Tally};
pub use determinized_uct::DeterminizedUct;
pub use dpw::Dpw;
#[cfg(feature = "exact")]
pub use epimc::Epimc;
pub use flat::{FlatMc, FlatUcb};
pub use implicit_minimax::ImplicitMinimax;
pub use ismcts::mo_ismcts::MoIsmcts;
pub use ismcts::redeterminize::{Memory, Opponents};
pub use ismcts::so_ismcts::SoIsmcts;
pub use ismcts::so_ismcts_pom::SoIsmctsPom;
pub use oos::{Oos, Rule, Smoothing, Targeting};
pub use parallel::divisible::Divisible;
pub use parallel::root::RootParallel;
pub use pn_mcts::PnMcts;
pub use policy_improvement::PolicyImprovement;
pub use random::Random;
pub use rule_based::RuleBased;
pub use rules::{Expansion, Select, Together, TreeRules, Widening};
pub use setup::Setup;
pub use star_minimax::{Dice, Iteration, Ordering, Pruning, Sampling, ScheduledStar, StarMinimax};
pub use subgame_solving::SubgameSolving;
pub use uct::Uct;

use crate::game::Simultaneous;
use crate::{Player, Turn};

/// What `who`, who is to choose, may do, in the game's order.
fn legal_actions<G: Simultaneous>(state: &G, who: Player) -> Vec<G::Action> {
    let turn = state.turn();
    assert!(
        turn == Turn::Together || turn == Turn::Player(who),
        "a search decides for the player on turn"
    );
    let mut list = vec![];
    state.options(who, &mut list);
    list
}
