//! Exact solutions of small games, with which searches are compared.
//!
//! | question | answer | for |
//! |---|---|---|
//! | does the move generator produce the right moves? | [`perft`](perft()) | any game whose chance can be listed |
//! | what is the value of a state with perfect information? | [`Expectimax`] | any number of players, chance, joint choices |
//! | what is the value of a payoff matrix? | [`PayoffMatrix::solve`] | two players, zero-sum |
//! | how well does a player do that knows only views? | [`GameTree`], [`Tabulated`], [`expected_payoffs`] | hidden information |
//! | which observations lead to an information set? | [`histories_of_sets`] | hidden information |
//! | which observations may lead to a view? | [`sample_history`](sample_history()) | players who move in turn |
//! | which strategy does a player with memory between decisions play? | [`AsPlayed`] | hidden information |
//! | how much better could a player do? | [`BestResponse`], [`nash_conv`], [`exploitability`] | any number of players |
//! | the same, for games too large to unroll | [`respond`](respond()) to a [`StrategyProfile`] | players who move in turn |
//! | what does the best opponent win at least, in even larger games? | [`Adversary`] | two players |
//! | what is the value of a game with hidden information? | [`CfrPlus`], step by step [`Solver`](cfr::Solver) | two players, zero-sum |
//!
//! All of them accept any state as the start. Payoffs are those of the game, in [-1, 1]; to convert
//! them to chips, multiply by the game's unit.

pub mod adversary;
pub mod as_played;
pub mod best_response;
pub mod cfr;
pub mod expectimax;
mod histories;
mod joint;
pub mod matrix;
pub mod perft;
pub mod policy;
pub mod responses;
mod sample_history;
pub mod strategy_profile;
#[cfg(test)]
pub(crate) mod toys;
pub mod tree;
mod twofold;

pub use adversary::{Adversary, Won};
pub use as_played::{AsPlayed, Estimate, Plays};
pub use best_response::{BestResponse, expected_payoffs, exploitability, nash_conv};
pub use cfr::CfrPlus;
pub use expectimax::Expectimax;
pub use histories::{Choice, choices, histories_of_sets};
pub use matrix::{PayoffMatrix, Solution};
pub use perft::perft;
pub use policy::Tabulated;
pub use responses::{Response, ResponseProgress, nash_conv_of, respond};
pub use sample_history::sample_history;
pub use strategy_profile::{BySet, ByView, OfTree, StrategyProfile, UniformProfile};
pub use tree::{GameTree, InformationSet, Knowledge};
