//! What every game and every search is held against: the [conformance suite](conformance),
//! [hand-made trees](hand_made), and [statistics](odds) with a stated false-alarm rate.

pub mod conformance;
pub mod hand_made;
pub mod odds;

pub use conformance::Contract;
