//! Runs of experiments, which can be interrupted at any instant. Each run has its own folder.
//! Running it again resumes it, and it ends with the same bytes as a run that was not interrupted.
//! (Runs with players whose answers [depend on the machine][machine] can
//! be resumed too, but their results differ, and reports say so.)
//!
//! ```text
//! experiment.toml       what is measured, in full
//! manifest.json         seed, program, machines, dates
//! plans/00.json         contents of each stage, down to the single game
//! units/000123.jsonl    results: one line of JSON per game or decision
//! times/000123.jsonl    thinking times in the same layout; may be missing
//! seals/units/000123-…  seal of a file of results: count, checksum, and the build that wrote it
//! lock                  process that is writing
//! ```
//!
//! If the experiment has more games than before, the run is extended: existing results are kept,
//! and the missing games are played.
//!
//! Any program that reads lines of JSON can read the results, such as `duckdb -c "from
//! 'units/*.jsonl'"`; [`row`] documents the columns. Games of a [screen](crate::experiment::screen)
//! are included and marked (`purpose`).
//!
//! Everything but `manifest.json`, `times` and `lock` depends on the experiment and the
//! [`Build`](crate::catalogue::Build) alone. [`run_unit`] computes a unit as a pure function; it
//! can run on any machine and any number of times.
//!
//! A run writes only to a folder that is new, empty, or marked by its manifest. It removes the
//! leftovers of interrupted writers, which have reserved names, and nothing else. If there is a
//! pipe or a folder where a file is expected, it is refused.
//!
//! Every file of results names the build of the program that wrote it. Results of different builds
//! are not mixed unless the caller asks for it ([`Builds::Mixed`]).
//!
//! [machine]: sortilege_catalogue::PlayerProfile::depends_on_machine

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
