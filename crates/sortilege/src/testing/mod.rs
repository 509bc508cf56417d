//! Tests for games and searches: the [conformance suite](conformance), the [leak test](leak),
//! [`beliefs`] against all possible worlds, [hand-made](hand_made) and [random](random_tree) trees,
//! [random games](walk), a [game whose views forget](cloakroom), a check of [printed
//! rules](mod@handbook) against the game, [searches that must agree](star_equalities), and [statistics](odds) with a stated
//! false-alarm rate.

pub mod beliefs;
pub mod cloakroom;
pub mod conformance;
pub mod hand_made;
pub mod handbook;
#[cfg(test)]
pub(crate) mod heap;
pub mod leak;
pub mod odds;
pub mod random_tree;
mod star_minimax;
mod twins;
pub mod walk;

pub use conformance::Contract;
pub use handbook::handbook;
pub use star_minimax::{Visited, star_equalities};
