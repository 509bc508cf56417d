//! Where games and players meet: the [catalogue] of both, the one language in which they are [named](spec),
//! the [table] at which they sit, and the [arena] that measures who is better.
//!
//! ```
//! use sortilege_lab::{arena, catalogue};
//! # fn main() -> Result<(), sortilege_lab::Error> {
//! let names: Vec<&str> = catalogue::games().iter().map(|game| game.name()).collect();
//! # let _ = names;
//! # Ok(()) }
//! ```

pub mod arena;
mod brain;
pub mod catalogue;
mod entry;
mod error;
pub mod interval;
pub mod players;
mod seated;
pub mod setting;
pub mod spec;
pub mod table;

pub use error::Error;
pub use spec::Spec;
pub use table::Table;
