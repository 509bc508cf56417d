//! Games that are written in Python: an object with a handful of methods is a state, and every
//! search for games of its kind plays it. Slow, as every rule is a call of Python's, and otherwise
//! as any other game.
//!
//! Two types share one [`Position`]: [`Open`], where everybody sees everything, and
//! [`HiddenUserGame`], where not. What an object raises goes as a panic through searches, which
//! know nothing of Python, and comes out as the exception that it was; so does what it answers
//! wrongly.

mod hidden;
mod interned;
mod listing;
mod open;
mod position;
mod random;
mod rules;
mod test;

pub use hidden::HiddenUserGame;
pub use listing::{is_own, own_game};
pub use open::Open;
pub use random::Random;
pub use test::check;
