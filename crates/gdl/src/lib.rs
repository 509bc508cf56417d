//! Any game that is written in the Game Description Language.

pub mod budget;
mod check;
pub mod error;
mod graph;
mod join;
pub mod machine;
mod plan;
pub mod program;
pub mod read;
pub mod rule;
mod store;
pub mod symbol;
pub mod term;

pub use budget::Limits;
pub use error::{Error, Place};
pub use machine::Machine;
pub use program::Program;
