//! Runs: experiments that survive. A run lives in a folder of its own and can be stopped at any instant, by
//! anything; run again, it goes on where it was, and ends with the same results to the last byte. (Not with players whose
//! answers [depend on the machine](crate::arena::depends_on_machine): they go on as well, and reports say so.)
//!
//! ```text
//! experiment.toml       what is measured, in full
//! manifest.json         seed, program, machines, dates
//! plans/00.json         what each stage consists of, down to the last game
//! units/000123.jsonl    results: a line a game, and a last line with count and checksum
//! times/000123.jsonl    how long they took; may be missing
//! lock                  who is writing
//! ```
//!
//! Everything but `manifest.json`, `times` and `lock` depends on the experiment alone. A unit is done by
//! [`run_unit`], a pure function, on any machine and as often as one likes.

mod contents;
mod engine;
mod folder;
mod lock;
mod manifest;
mod merge;
mod report;
pub mod row;
mod sealed;
pub(crate) mod unit;

pub use contents::read_results;
pub use engine::{Ended, Progress};
pub use folder::{Run, do_unit};
pub use manifest::{Manifest, Shard, commit};
pub use merge::{Merged, merge};
pub use unit::{Done, run_unit};
