//! The scale `decide`: a group sequential analysis. Experiments grow until every claim is decided,
//! or until the time is up.
//!
//! An experiment begins with the number of games of `quick`, thinks as in the paper unless `decide`
//! says otherwise, and is doubled as long as a claim that needs it is open. Experiments of the most
//! open claims come first, and among these the cheapest. A claim is analysed whenever one of its
//! experiments has grown. Only experiments of its open parts grow, and the claim is decided as soon
//! as the finished parts determine its verdict.
//!
//! Repeated analyses increase the probability of a false verdict, so the intervals are widened:
//! those of the n-th analysis have a confidence of 1 - 0.05 / (n (n + 1)). Since 1/2 + 1/6 + 1/12 +
//! ... = 1, the probability of deciding a part of a claim wrongly is at most 5%, for any number of
//! analyses. A verdict is final and is [stored](store). A claim about shares is too close to call
//! if every open part of it is known precisely enough: to a half-width of [`NARROW`], or of the
//! value that its paper sets.
//!
//! A campaign may begin with the [results](prior_results::Known) of another campaign, whose
//! verdicts need not be found again.
//!
//! Any number of machines can work in one folder: each of them takes an experiment that no other
//! process is running.

mod adaptive_experiment;
mod interim;
pub mod prior_results;
mod scheduler;
mod spending;
pub mod status;
pub mod store;

pub use adaptive_experiment::Means;
pub use interim::InterimAnalysis;
pub use spending::{NARROW, RISK, confidence};
