//! Games written in Python: an object with a few methods is a state, and every search for games of
//! its kind can play it. Such games are slow, because every rule is a call into Python; otherwise
//! they work as any other game.
//!
//! Two types share one [`Position`]: [`Open`] for games with perfect information and
//! [`HiddenUserGame`] for games with hidden information. Searches know nothing of Python, so an
//! exception of an object travels through them as a panic and is raised again at the end. Invalid
//! answers of an object are reported in the same way.

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
