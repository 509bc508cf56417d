//! Kinds of players for more than one game. Each family has a file, which declares its settings
//! once and builds players from them.
//!
//! Iterations, playout, reward and final choice are common to all searches; a search adds its own
//! settings. A new search is a file and a line in the table of `searches.rs`.

mod arms;
pub mod determinized;
pub mod dpw;
pub mod equilibrium;
pub mod flat;
pub mod grave;
pub mod implicit_minimax;
pub mod ismcts;
pub mod pn_mcts;
pub mod policy_improvement;
pub mod scheduled_star;
pub mod star_minimax;
pub mod uct;
