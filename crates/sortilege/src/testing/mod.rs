//! What every game and every search is held against: the [conformance suite](conformance), the
//! [leak test](leak), [hand-made trees](hand_made), and [statistics](odds) with a stated false-alarm rate.

pub mod conformance;
pub mod hand_made;
pub mod leak;
pub mod odds;

pub use conformance::Contract;
