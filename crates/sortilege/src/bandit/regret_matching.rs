//! Regret matching (Hart & Mas-Colell 2000): selects each arm in proportion to its positive regret
//! for not having been selected always. The rewards of arms that were not selected are estimated by
//! importance weighting. A share of uniform exploration keeps these estimates bounded.

use super::Arm;
use crate::Rng;

/// Share of uniform exploration, as the authors of SM use it in their work on simultaneous moves.
pub const EXPLORATION: f64 = 0.1;

/// Replaces `out` with the probability of each arm. The regret of an arm is its total, a sum of
/// importance-weighted rewards, minus `earned`, the sum of all rewards.
pub fn probabilities<'a>(arms: impl Iterator<Item = &'a Arm>, earned: f64, out: &mut Vec<f64>) {
    out.clear();
    out.extend(arms.map(|arm| (arm.total - earned).max(0.0)));
    let k = out.len() as f64;
    let sum: f64 = out.iter().sum();
    for p in out.iter_mut() {
        let matched = if sum > 0.0 { *p / sum } else { 1.0 / k };
        *p = EXPLORATION / k + (1.0 - EXPLORATION) * matched;
    }
}

/// Samples an arm. Returns its index and leaves the probabilities in `mix`.
pub fn choose<'a>(
    arms: impl Iterator<Item = &'a Arm>,
    earned: f64,
    mix: &mut Vec<f64>,
    rng: &mut Rng,
) -> usize {
    probabilities(arms, earned, mix);
    rng.weighted(mix)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positive_regrets_share_the_probability() {
        let arms = [5.0, 8.0, 2.0].map(|total| Arm { total, ..Arm::default() });
        let mut mix = vec![];
        probabilities(arms.iter(), 4.0, &mut mix);
        for (p, expected) in mix.iter().zip([0.2, 0.8, 0.0]) {
            assert!((p - (0.1 / 3.0 + 0.9 * expected)).abs() < 1e-12);
        }
        probabilities(arms.iter(), 9.0, &mut mix);
        assert!(mix.iter().all(|p| (p - 1.0 / 3.0).abs() < 1e-12), "no regret, no preference");
    }
}
