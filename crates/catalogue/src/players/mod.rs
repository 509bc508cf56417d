//! Kinds of players for more than one game. Each family has a file, which declares its settings
//! once and builds players from them.
//!
//! Iterations, playout, reward and final choice are common to all searches; a search adds its own
//! settings. A new player also needs a family with the right bounds in `entry.rs`, which claims it
//! for games.

mod arms;
pub mod determinized;
pub mod dpw;
pub mod equilibrium;
pub mod flat;
pub mod implicit_minimax;
pub mod ismcts;
pub mod pn_mcts;
pub mod policy_improvement;
pub mod scheduled_star;
pub mod star_minimax;
pub mod uct;

use crate::player_table::HUMAN;
use crate::setting::Schema;

/// Returns all kinds, in the order in which they are listed.
pub fn kinds() -> Vec<&'static Schema> {
    let family = star_minimax::STAR_MINIMAX.iter().map(|member| &member.schema);
    SEARCHES.into_iter().chain(family).chain([&scheduled_star::SCHEDULED_STAR]).collect()
}

static SEARCHES: [&Schema; 19] = [
    &HUMAN,
    &flat::RANDOM,
    &flat::FLAT_MC,
    &flat::FLAT_UCB,
    &policy_improvement::POLICY_IMPROVEMENT,
    &uct::UCT,
    &dpw::DPW,
    &implicit_minimax::IMPLICIT_MINIMAX,
    &pn_mcts::PN_MCTS,
    &determinized::CHEATING_UCT,
    &determinized::CHEATING_ENSEMBLE,
    &determinized::DETERMINIZED_UCT,
    &ismcts::SO_ISMCTS,
    &ismcts::SO_ISMCTS_POM,
    &ismcts::MO_ISMCTS,
    &equilibrium::OOS,
    &equilibrium::SMOOTH_UCT,
    &equilibrium::EPIMC,
    &equilibrium::SUBGAME_SOLVING,
];
