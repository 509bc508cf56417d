//! Every kind of player that is for more than one game: a file a family, in which settings are
//! declared, each once, beside how players are built from them.
//!
//! Iterations, playout, reward and final choice are common to all searches; a search adds its own.
//! A player that is added here is claimed for games in `entry.rs`, by a family with the right
//! bounds.

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

/// All of them, in the order in which they are listed.
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
