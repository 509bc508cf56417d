//! A part of a claim: what is measured, what is claimed of it, and what was found.

use crate::report::{Estimate, Format, Verdict};
use crate::reproduce::judge;

/// A part of a claim.
#[derive(Clone, Debug)]
pub struct Part {
    /// What is measured.
    pub quantity: String,
    /// What is claimed of it.
    pub claim: String,
    /// What was found.
    pub estimate: Option<Estimate>,
    /// How it is written.
    pub format: Format,
    /// Whether the part holds.
    pub verdict: Verdict,
}

impl Part {
    /// That numbers which are known and numbers that were measured rank alike.
    pub(super) fn rank_correlation(quantity: String, points: &[(f64, Estimate)], least: f64) -> Self {
        let rho = judge::rank_correlation(points).unwrap_or(Estimate::from(f64::NAN));
        Part {
            quantity,
            claim: format!("{least} or more"),
            estimate: Some(rho),
            format: Format::Number(2),
            verdict: judge::at_least(&rho, least),
        }
    }

    /// The number that was found, or none.
    pub(super) fn value(&self) -> f64 {
        self.estimate.map_or(f64::NAN, |estimate| estimate.value)
    }
}
