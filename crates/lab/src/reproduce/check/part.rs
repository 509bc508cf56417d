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
    /// What it has to be for the part to hold.
    pub demand: Demand,
}

/// What a number has to be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Demand {
    /// In a range that includes its ends.
    Within(f64, f64),
    /// Above 0.
    Positive,
    /// Below 0.
    Negative,
    /// Anything: how the part stands is told by something other than an interval.
    Settled(Verdict),
}

impl Part {
    /// Whether it holds.
    pub fn verdict(&self) -> Verdict {
        let estimate = self.estimate.unwrap_or(Estimate::from(f64::NAN));
        match self.demand {
            Demand::Within(low, high) => judge::within(&estimate, low, high),
            Demand::Positive => judge::positive(&estimate),
            Demand::Negative => judge::negative(&estimate),
            Demand::Settled(verdict) => verdict,
        }
    }

    /// How far its interval reaches to either side, if it has one.
    pub fn reach(&self) -> Option<f64> {
        let (low, high) = self.estimate?.interval?;
        Some((high - low) / 2.0).filter(|reach| reach.is_finite())
    }

    /// Whether it is a share that is known to so much either way. Other numbers are in units of
    /// their own, and what is not decided by an interval, such as that nothing is ever lost, is not
    /// known better by a narrower one.
    pub(in crate::reproduce) fn is_known_to(&self, narrow: f64) -> bool {
        !matches!(self.demand, Demand::Settled(_))
            && matches!(self.format, Format::Percent(_))
            && self.reach().is_some_and(|reach| reach <= narrow)
    }

    /// Widens its interval, around the number.
    pub(in crate::reproduce) fn widen(&mut self, times: f64) {
        if let Some(Estimate { value, interval: Some((low, high)) }) = &mut self.estimate {
            (*low, *high) = (*value - times * (*value - *low), *value + times * (*high - *value));
        }
    }

    /// That numbers which are known and numbers that were measured rank alike.
    pub(super) fn rank_correlation(
        quantity: String,
        points: &[(f64, Estimate)],
        least: f64,
    ) -> Self {
        let rho = judge::rank_correlation(points).unwrap_or(Estimate::from(f64::NAN));
        Part {
            quantity,
            claim: format!("{least} or more"),
            estimate: Some(rho),
            format: Format::Number(2),
            demand: Demand::Within(least, f64::INFINITY),
        }
    }

    /// The number that was found, or none.
    pub(super) fn value(&self) -> f64 {
        self.estimate.map_or(f64::NAN, |estimate| estimate.value)
    }
}
