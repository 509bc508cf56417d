//! Experiments and statistics for players: matches in the [arena], designed
//! [experiments](experiment) that are [run] in resumable units, [statistics](stats),
//! [reports](report) in Markdown, HTML and SVG, and the [reproduction](reproduce) of claims made in
//! papers. The caller passes a [`Catalogue`], which provides the games and the players.
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
pub mod review;
pub mod run;
pub mod session;
pub mod stats;

pub use error::Error;
pub use sortilege_catalogue as catalogue;
pub use sortilege_catalogue::{
    Agent, Analysis, Catalogue, Spec, Table, analysis, setting, spec, table,
};
