//! What tests of many games of Sortilege have in common. It is there for the crates of games, and
//! promises nothing to others.

pub mod census;
pub mod counts;
pub mod evaluators;
pub mod policies;
pub mod spelling;
pub mod thorough;
