//! Shared building blocks of Sortilege's games. The crate is internal to the crates of games and
//! has no stable interface.

pub mod bits;
pub mod chessboard;
pub mod key;
pub mod pictures;
pub mod shared;
pub mod status;
pub mod text;
