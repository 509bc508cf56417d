//! Truth for small games: what a search is held against.
//!
//! | question | answer | for |
//! |---|---|---|
//! | do the rules generate the right moves? | [`perft`](perft()) | any game whose chance can be listed |
//! | what is a state worth when everybody sees everything? | [`Expectimax`] | any number of players, chance, joint choices |
//! | what is a table of payoffs worth? | [`Matrix::solve`] | two players, zero-sum |
//! | how well does a player do who sees only views? | [`Tree`], [`Tabulated`], [`expected_payoffs`] | hidden information |
//! | what has a player heard who comes to an information set? | [`heard`] | hidden information |
//! | what may it have heard who is shown a view? | [`imagine`] | players who move in turn |
//! | what does a player play that remembers its earlier decisions? | [`AsPlayed`] | hidden information |
//! | how much better could anybody have done? | [`BestResponse`], [`nash_conv`], [`exploitability`] | any number of players |
//! | the same where histories are too many to be unrolled | [`respond`](respond()) to a [`StrategyProfile`] | players who move in turn |
//! | what does the best opponent win at least, where nothing of that can be found? | [`Adversary`] | two players |
//! | what is a game of hidden information worth? | [`CfrPlus`], step by step [`Solver`](cfr::Solver) | two players, zero-sum |
//!
//! All of them start from any state. Payoffs are the game's own, in [-1, 1]: whoever thinks in
//! chips multiplies by the game's unit.

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
mod views;

pub use adversary::{Adversary, Won};
pub use as_played::{AsPlayed, Estimate, Plays};
pub use best_response::{BestResponse, expected_payoffs, exploitability, nash_conv};
pub use cfr::CfrPlus;
pub use expectimax::Expectimax;
pub use histories::histories_of_sets;
pub use matrix::{Matrix, Solution};
pub use perft::perft;
pub use policy::Tabulated;
pub use responses::{Response, ResponseProgress, nash_conv_of, respond};
pub use sample_history::sample_history;
pub use strategy_profile::{BySet, ByView, Even, OfTree, StrategyProfile};
pub use tree::{Knowledge, Set, Tree};
pub use views::{Choice, choices};
