//! How sure one has to be at which look, and how well a number has to be known.

use crate::stats::reach;

/// The chance that is taken of deciding a part of a claim wrongly, over all looks at it.
pub const RISK: f64 = 0.05;

/// How far an interval may reach to either side of a share, for it to be known well enough; papers
/// may say otherwise.
pub const NARROW: f64 = 0.01;

/// The confidence of the n-th look at a claim, from 1.
pub fn confidence(look: u32) -> f64 {
    let look = f64::from(look);
    1.0 - RISK / (look * (look + 1.0))
}

/// How much wider an interval of the n-th look is than one of 95 %.
pub(super) fn widening(look: u32) -> f64 {
    reach(confidence(look), f64::INFINITY) / reach(0.95, f64::INFINITY)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// However many looks there are, the risks of all of them add up to no more than the whole.
    #[test]
    fn risks_add_up() {
        let spent: f64 = (1..10_000).map(|look| 1.0 - confidence(look)).sum();
        assert!(spent < RISK && spent > 0.99 * RISK, "{spent}");
        assert!((widening(1) - 2.241_402_727_604_947 / 1.959_963_984_540_054).abs() < 1e-9);
        assert!((1..20).all(|look| widening(look) < widening(look + 1)));
    }
}
