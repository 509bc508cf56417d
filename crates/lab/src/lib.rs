//! Where players are measured: the [arena] that says who is better, [experiments](experiment) and
//! their [runs](run), what the numbers are worth ([stats]), the [report] that tells, and the
//! papers' own experiments again ([reproduce]). Games and players come from a [`Catalogue`], which
//! whoever asks hands in.
//!
//! ```
//! use sortilege_lab::arena::{MatchPlan, run_match};
//! use sortilege_lab::Error;
//! use std::sync::atomic::AtomicBool;
//!
//! # fn main() -> Result<(), Error> {
//! let table = sortilege_shelves::catalogue().open(&"phantom-mnk:m=3,n=3,k=3".parse()?)?;
//! let players = vec!["so-ismcts:iterations=50".parse()?, "random".parse()?];
//! let plan = MatchPlan { players, games: 20, seed: 1, threads: 2 };
//! let result = run_match(&*table, &plan, &mut |_, _| {}, &AtomicBool::new(false))?;
//! assert!(result.players[0].score > 0.5);
//! # Ok(()) }
//! ```

pub mod arena;
mod disk;
mod error;
pub mod experiment;
pub mod record;
pub mod report;
pub mod reproduce;
pub mod run;
pub mod stats;

pub use error::Error;
pub use sortilege_catalogue as catalogue;
pub use sortilege_catalogue::{
    Agent, Analysis, Catalogue, Spec, Table, analysis, setting, spec, table,
};
