//! What every game and every search is held against: the [conformance suite](conformance), the
//! [leak test](leak), [`beliefs`] against all that can be, [hand-made](hand_made) and
//! [random](random_tree) trees, [random games](walk), a [game whose views forget](cloakroom),
//! [rules for people](mod@handbook) against the game, [searches that must agree](star_equalities),
//! [plain searches](mod@reference) that the fast ones agree with, and [statistics](odds) with a
//! stated false-alarm rate.

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
pub mod reference;
mod star_minimax;
mod twins;
pub mod walk;

pub use conformance::Contract;
pub use handbook::handbook;
pub use star_minimax::{Visited, star_equalities};
