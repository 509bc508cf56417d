//! Reproducing papers: claims are data, experiments are run once, and every claim gets a verdict with the
//! interval that it rests on.
//!
//! A [`Paper`] is a folder with `targets.toml`; a [`Campaign`] is some of its claims at a [`Scale`]; what was
//! found about each is a [`Finding`]. How a claim is put to the test is said in [`check`], and what makes it
//! hold or fail in [`judge`].
//!
//! ```no_run
//! use sortilege_lab::reproduce::{Campaign, Paper, Scale};
//! use std::{path::Path, sync::atomic::AtomicBool};
//!
//! # fn main() -> Result<(), sortilege_lab::Error> {
//! let papers = Paper::read_all(Path::new("papers"))?;
//! let campaign = Campaign::new(papers, &["IS-12".to_string()], Scale::Tour, None)?;
//! if let Some(outcome) = campaign.go(2, &AtomicBool::new(false), &mut |_| {})? {
//!     println!("{}", outcome.write(&campaign.folder)?.display());
//! }
//! # Ok(()) }
//! ```

mod campaign;
pub mod category;
pub mod check;
pub mod exact;
mod finding;
pub mod judge;
pub mod measure;
mod page;
mod paper;
mod parts;
mod think;

pub use campaign::{Campaign, Outcome};
pub use check::Check;
pub use finding::{Finding, Part};
pub use page::word;
pub use paper::{Paper, Scale, Target};
