//! Alpha spending: the confidence of each analysis, and the required precision of a number.

use crate::stats::reach;

/// Probability of deciding a part of a claim wrongly, over all analyses (alpha).
pub const RISK: f64 = 0.05;

/// Half-width of an interval at which a share is known precisely enough; a paper may set another
/// value.
pub const NARROW: f64 = 0.01;

/// Confidence of the n-th analysis of a claim, from 1.
pub fn confidence(look: u32) -> f64 {
    let look = f64::from(look);
    1.0 - RISK / (look * (look + 1.0))
}

/// Width of an interval of the n-th analysis, relative to a 95% interval.
pub(super) fn widening(look: u32) -> f64 {
    reach(confidence(look), f64::INFINITY) / reach(0.95, f64::INFINITY)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// For any number of analyses, their error probabilities add up to at most the total.
    #[test]
    fn risks_add_up() {
        let spent: f64 = (1..10_000).map(|look| 1.0 - confidence(look)).sum();
        assert!(spent < RISK && spent > 0.99 * RISK, "{spent}");
        assert!((widening(1) - 2.241_402_727_604_947 / 1.959_963_984_540_054).abs() < 1e-9);
        assert!((1..20).all(|look| widening(look) < widening(look + 1)));
    }
}
