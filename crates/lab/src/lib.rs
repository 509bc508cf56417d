//! Where games and players meet: the [catalogue] of both, the one language in which they are [named](spec),
//! the [table] at which they sit, the [arena] that measures who is better, what the numbers are worth
//! ([stats]), and the [report] that tells.
//!
//! ```
//! use sortilege_lab::arena::{MatchPlan, run_match};
//! use sortilege_lab::{Error, catalogue};
//! use std::sync::atomic::AtomicBool;
//!
//! # fn main() -> Result<(), Error> {
//! let table = catalogue::open(&"phantom-mnk:m=3,n=3,k=3".parse()?)?;
//! let players = vec!["so-ismcts:iterations=50".parse()?, "random".parse()?];
//! let plan = MatchPlan { players, games: 20, seed: 1, threads: 2 };
//! let result = run_match(&*table, &plan, &mut |_, _| {}, &AtomicBool::new(false))?;
//! assert!(result.players[0].score > 0.5);
//! # Ok(()) }
//! ```

pub mod arena;
mod brain;
pub mod catalogue;
mod entry;
mod error;
pub mod experiment;
mod exploit;
mod oracle;
pub mod players;
pub mod report;
pub mod reproduce;
pub mod run;
mod seated;
pub mod setting;
pub mod spec;
pub mod stats;
pub mod table;

pub use error::Error;
pub use spec::Spec;
pub use table::Table;
