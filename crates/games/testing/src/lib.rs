//! Shared test support for the games of Sortilege. The crate is internal to the crates of games and
//! has no stable interface.

pub mod census;
pub mod policies;
pub mod spelling;
