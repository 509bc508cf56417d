//! The papers behind this library, with the tags that its documentation cites them by, and a
//! glossary. Both texts are separate files, which the book includes as well.
//!
//! # Papers
//!
//! "IS §IV-B" cites a section of a paper, "IS eq. 7" an equation.
//!
#![doc = include_str!("papers.md")]
//!
//! [UCB1]: crate::bandit::ucb1
//! [EXP3]: crate::bandit::exp3
//! [UCT]: crate::search::Uct
//! [RAVE]: crate::search::Grave
//! [PUCT]: crate::search::Select::Puct
//! [OOS]: crate::search::Oos
//! [Smooth UCT]: crate::search::Smoothing
//! [postponed reasoning]: crate::search::Epimc
//! [subgame solving]: crate::search::SubgameSolving
//! [implicit minimax]: crate::search::ImplicitMinimax
//! [PN-MCTS]: crate::search::PnMcts
//! [adversaries]: crate::exact::Adversary
//! [discerning]: crate::reward::Discerning
//! [NAST]: crate::playout::Nast
//! [EPIC]: crate::playout::Epic
//! [last good replies]: crate::playout::LastGoodReply
//! [policy improvement]: crate::search::PolicyImprovement
//!
//! # Words
//!
#![doc = include_str!("glossary.md")]
//!
//! [`Game`]: crate::Game
//! [`Observe::seen`]: crate::game::Observe::seen
//! [`Hidden::View`]: crate::game::Hidden::View
//! [`belief`]: crate::belief
//! [`Hidden::determinize`]: crate::game::Hidden::determinize
//! [`Turn::Chance`]: crate::Turn::Chance
//! [policy]: crate::playout::Policy
//! [search credits]: crate::reward
//! [`evaluator`]: crate::evaluator
//! [`Uct::solving`]: crate::search::Uct::solving
//! [`exact`]: crate::exact
