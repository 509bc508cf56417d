//! Any game that is written in the Game Description Language.

mod belief;
pub mod budget;
pub mod bulk;
mod check;
mod condense;
mod core;
mod engine;
pub mod error;
pub mod ggp;
mod graph;
mod ground;
pub mod hidden;
mod join;
mod lanes;
pub mod machine;
mod net;
mod notation;
pub mod open;
mod picture;
mod plan;
pub mod program;
pub mod read;
pub mod rule;
pub mod sheet;
mod store;
pub mod symbol;
pub mod term;
pub mod testing;

pub use budget::Limits;
pub use error::{Error, Place};
pub use hidden::HiddenGame;
pub use machine::Machine;
pub use open::OpenGame;
pub use program::Program;
pub use sheet::{Action, Engines, Options, Sheet};
