//! The scale `decide`: runs grow until every claim is settled, or until the time is up.
//!
//! An experiment begins with as many games as at `quick`, thinks as in the paper unless `decide`
//! says otherwise, and is doubled for as long as a claim that rests on it is open; what most open
//! claims rest on comes first, and of these what costs least. A claim is looked at whenever one of
//! its experiments has grown; of a claim with several parts only those grow that are open, and it
//! is settled as soon as the parts that are done leave no doubt.
//!
//! Whoever looks often enough finds something in the end, so intervals widen: those of the n-th
//! look are at a confidence of 1 - 0.05 / (n (n + 1)). Since 1/2 + 1/6 + 1/12 + ... = 1, a part of
//! a claim is decided wrongly with a probability of at most 5 %, however long it goes on. What is
//! settled stays so and is [written down](ledger). A claim about shares of which every open part is
//! known well enough, to [`NARROW`] either way or to what its paper says, is settled as too close
//! to call.
//!
//! What was settled elsewhere need not be found again: a campaign may begin with what is
//! [known](known::Known).
//!
//! Any number of machines can do this in one folder: each takes an experiment that nobody else is
//! at.

mod adaptive_experiment;
mod interim;
mod limits;
pub mod prior_results;
mod scheduler;
mod spending;
pub mod status;
pub mod store;

pub use interim::Look;
pub use limits::Means;
pub use spending::{NARROW, RISK, confidence};
