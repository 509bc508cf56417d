//! What every game and every search is held against: the [conformance suite](conformance) and
//! [statistics](odds) with a stated false-alarm rate.

pub mod conformance;
pub mod odds;

pub use conformance::Contract;
