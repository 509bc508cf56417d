//! Statistics for the results of experiments.
//!
//! | question | answer |
//! |---|---|
//! | how often does a player win, in independent games without draws? | [`clopper_pearson()`] |
//! | what does it score, with draws, several games a deal? | [`Groups`] |
//! | by how much does it score better than another, over the same deals? | [`Difference`] |
//! | how strong are the players of a tournament? | [`Ratings`] |
//! | which factors matter, and which only together? | [`Anova`] |
//! | do two lists rank alike? | [`spearman()`] |
//! | how exact is an estimate from replays? | [`jackknife_interval()`] |
//! | when is it safe to stop playing? | [`SequentialTest`] |
//!
//! Intervals have a confidence of 95% unless the caller asks for another. Distributions come from
//! the crate `statrs`. The tests compare everything with values of SciPy, statsmodels or a
//! textbook, and name the call or the page.

pub mod anova;
pub mod clopper_pearson;
mod linear;
pub mod paired;
pub mod ratings;
pub mod sequential;
pub mod spearman;
pub(crate) mod student;

pub use anova::Anova;
pub use clopper_pearson::clopper_pearson;
pub use paired::{Difference, Groups};
pub use ratings::Ratings;
pub use sequential::SequentialTest;
pub use spearman::spearman;
pub(crate) use student::reach;
pub use student::{CONFIDENCE, jackknife_interval};

#[cfg(test)]
#[track_caller]
fn assert_close(ours: f64, theirs: f64, relative: f64) {
    assert!((ours - theirs).abs() <= relative * theirs.abs(), "{ours} should be {theirs}");
}
