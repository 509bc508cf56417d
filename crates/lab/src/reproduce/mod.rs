//! Reproduction of papers. Claims are data, experiments are run once, and every claim gets a
//! verdict with the interval that supports it.
//!
//! A [`Paper`] is a folder with `targets.toml`; a [`Campaign`] is a selection of its claims at a
//! [`Scale`]; the result for each claim is a [`Finding`]. The module [`check`] documents how claims
//! are tested, and [`verdicts`] documents when they hold or fail. Claims that need no statistics
//! are checked by functions that the caller provides, by name: [`ExactCheck`]. A program may contain
//! papers, [`Carried`], and then needs no folder.
//!
//! ```no_run
//! use sortilege_lab::reproduce::{Campaign, Paper, Scale};
//! use std::{path::Path, sync::atomic::AtomicBool};
//!
//! # fn main() -> Result<(), sortilege_lab::Error> {
//! let papers = Paper::read_all(Path::new("papers"), sortilege_shelves::catalogue(), &[])?;
//! let campaign = Campaign::new(papers, &["IS-12".to_string()], Scale::Tour, None)?;
//! if let Some(outcome) = campaign.go(2, &AtomicBool::new(false), &mut |_| {})? {
//!     println!("{}", outcome.write(&campaign.folder)?.display());
//! }
//! # Ok(()) }
//! ```

mod by_deal;
mod campaign;
pub mod category;
pub mod check;
pub mod decide;
mod facts;
mod files;
mod finding;
mod finished;
mod keys;
pub mod measure;
mod outcome;
mod page;
pub mod pages;
mod paper;
mod results;
mod scale;
pub mod verdicts;
pub mod view;
mod words;

pub use campaign::Campaign;
pub use check::{Check, Demand, Part};
pub use facts::Facts;
pub use files::{Answer, Carried, ExactCheck, Papers};
pub use finding::{Finding, Tally};
pub use outcome::Outcome;
pub use paper::{Paper, Target};
pub use scale::Scale;
pub use words::{TOO_CLOSE, word};
