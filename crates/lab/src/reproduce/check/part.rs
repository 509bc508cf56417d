//! Part of a claim: the measured quantity, the claim about it, and the result.

use crate::report::{Estimate, Format, Verdict};
use crate::reproduce::judge;

/// Part of a claim.
#[derive(Clone, Debug)]
pub struct Part {
    /// Measured quantity.
    pub quantity: String,
    /// Claim about the quantity.
    pub claim: String,
    /// Result.
    pub estimate: Option<Estimate>,
    /// Number format of the result.
    pub format: Format,
    /// Condition for the part to hold.
    pub demand: Demand,
}

/// Condition on a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Demand {
    /// In a range that includes its ends.
    Within(f64, f64),
    /// Above 0.
    Positive,
    /// Below 0.
    Negative,
    /// No condition: the verdict does not come from an interval.
    Settled(Verdict),
}

impl Part {
    /// Verdict on the part.
    pub fn verdict(&self) -> Verdict {
        let estimate = self.estimate.unwrap_or(Estimate::from(f64::NAN));
        match self.demand {
            Demand::Within(low, high) => judge::within(&estimate, low, high),
            Demand::Positive => judge::positive(&estimate),
            Demand::Negative => judge::negative(&estimate),
            Demand::Settled(verdict) => verdict,
        }
    }

    /// Half-width of the interval, if there is one.
    pub fn reach(&self) -> Option<f64> {
        let (low, high) = self.estimate?.interval?;
        Some((high - low) / 2.0).filter(|reach| reach.is_finite())
    }

    /// Returns whether the part is a share whose interval has at most the half-width `narrow`.
    /// Other numbers have units of their own. A verdict without an interval, such as that no game
    /// is ever lost, does not get better by a narrower interval.
    pub(in crate::reproduce) fn is_known_to(&self, narrow: f64) -> bool {
        !matches!(self.demand, Demand::Settled(_))
            && matches!(self.format, Format::Percent(_))
            && self.reach().is_some_and(|reach| reach <= narrow)
    }

    /// Widens the interval around the number.
    pub(in crate::reproduce) fn widen(&mut self, times: f64) {
        if let Some(Estimate { value, interval: Some((low, high)) }) = &mut self.estimate {
            (*low, *high) = (*value - times * (*value - *low), *value + times * (*high - *value));
        }
    }

    /// Part of a claim: the rank correlation of known and measured numbers.
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

    /// Measured number, or NaN.
    pub(super) fn value(&self) -> f64 {
        self.estimate.map_or(f64::NAN, |estimate| estimate.value)
    }
}
