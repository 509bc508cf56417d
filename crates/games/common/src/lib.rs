//! What many games of Sortilege are made of. It is there for the crates of games, and promises
//! nothing to others.

pub mod bits;
pub mod chessboard;
pub mod key;
pub mod opposed;
pub mod pictures;
pub mod shared;
pub mod status;
pub mod text;
