//! Runs: experiments that survive. A run lives in a folder of its own and can be stopped at any
//! instant, by anything; run again, it goes on where it was, and ends with the same results to the
//! last byte. (Not with players whose answers [depend on the
//! machine](crate::arena::depends_on_machine): they go on as well, and reports say so.)
//!
//! ```text
//! experiment.toml       what is measured, in full
//! manifest.json         seed, program, machines, dates
//! plans/00.json         what each stage consists of, down to the last game
//! units/000123.jsonl    results: a line of JSON a game or decision, and nothing else
//! times/000123.jsonl    how long they took, in the same way; may be missing
//! seals/units/000123-…  what vouches for a file of results: count, checksum, and which build wrote it
//! lock                  who is writing
//! ```
//!
//! Begun again with more games, a run is extended: what is there is kept, and the rest is played.
//!
//! Whatever reads lines of JSON reads the results as they are, such as `duckdb -c "from
//! 'units/*.jsonl'"`; [`row`] has the columns. Games of a [screen](crate::experiment::screen) are
//! among them, and say so (`purpose`).
//!
//! Everything but `manifest.json`, `times` and `lock` depends on the experiment and the
//! [`Build`](crate::catalogue::Build) alone. A unit is done by [`run_unit`], a pure function, on
//! any machine and as often as one likes.
//!
//! A run writes into a folder that is new, empty, or marked as a run's by its manifest, and into no
//! other; it removes what interrupted writers left behind under names that only they give, and
//! nothing else. Where a file is wanted, a pipe or a folder is refused and not waited for.
//!
//! Every file of results says which build of the program wrote it. Results of different builds are
//! not mixed unless somebody asks for it ([`Builds::Mixed`]).

mod begin;
mod contents;
mod engine;
mod extend;
mod folder;
mod lock;
pub(crate) mod manifest;
mod merge;
mod names;
mod ownership;
mod report;
pub mod row;
mod sealed;
mod slurm;
pub(crate) mod unit;

#[cfg(test)]
mod faults;

pub use contents::read_results;
pub use engine::{Ended, Progress};
pub use folder::{Builds, Run, do_unit};
pub use manifest::{Manifest, Shard};
pub use merge::{Merged, merge};
pub use slurm::{News, Slurm};
pub use unit::{Done, run_unit};
