//! EXP3 (Auer et al. 1995) as in IS §III-C1: a mixed strategy with low regret against any opponent.
//!
//! p(a) = gamma / K + (1 - gamma) / sum_b exp(eta (s(b) - s(a))), eq. 4, with gamma and eta of eq.
//! 5 and 6. The differences in the exponent keep it finite for any number of trials.

use super::Arm;
use crate::Rng;

/// The meaning of n in eq. 5. The paper says "the total number of trials" and does not specify
/// which.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Trials {
    /// The visits so far: exploration decays as the bandit learns. The budget need not be known.
    #[default]
    SoFar,
    /// A fixed number, such as the iterations of the search.
    Fixed(u32),
}

/// Share of uniform exploration gamma, eq. 5: min(1, sqrt(K ln K / ((e - 1) n))).
pub fn gamma(arms: usize, trials: u32) -> f64 {
    let k = arms as f64;
    (k * k.ln() / ((std::f64::consts::E - 1.0) * f64::from(trials.max(1)))).sqrt().min(1.0)
}

/// Replaces `out` with the probability of each arm, eq. 4. The totals of the arms are the sums s(a)
/// of importance-weighted rewards, with rewards in [0, 1].
pub fn probabilities<'a>(arms: impl Iterator<Item = &'a Arm>, gamma: f64, out: &mut Vec<f64>) {
    out.clear();
    out.extend(arms.map(|arm| arm.total));
    let k = out.len() as f64;
    let eta = gamma / k;
    // Dividing the fraction of eq. 4 by its largest term leaves one exponential per arm instead of
    // K.
    let largest = out.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mut sum = 0.0;
    for p in out.iter_mut() {
        *p = ((*p - largest) * eta).exp();
        sum += *p;
    }
    for p in out.iter_mut() {
        *p = gamma / k + (1.0 - gamma) * *p / sum;
    }
}

/// Samples an arm after `visits` visits of the bandit. Returns its index and leaves the
/// probabilities in `mix`.
pub fn choose<'a>(
    arms: impl ExactSizeIterator<Item = &'a Arm>,
    visits: u32,
    trials: Trials,
    mix: &mut Vec<f64>,
    rng: &mut Rng,
) -> usize {
    let n = match trials {
        Trials::SoFar => visits,
        Trials::Fixed(n) => n,
    };
    let gamma = gamma(arms.len(), n);
    probabilities(arms, gamma, mix);
    rng.weighted(mix)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Eq. 4 as printed, term by term.
    fn as_printed(totals: &[f64], gamma: f64) -> Vec<f64> {
        let eta = gamma / totals.len() as f64;
        let share = |s: f64| totals.iter().map(|b| ((b - s) * eta).exp()).sum::<f64>();
        totals.iter().map(|&s| gamma / totals.len() as f64 + (1.0 - gamma) / share(s)).collect()
    }

    #[test]
    fn the_probabilities_are_those_of_equation_4() {
        let totals = [3.0, 10.5, 7.25, 0.0];
        let arms = totals.map(|total| Arm { total, ..Arm::default() });
        let mut mix = vec![];
        for gamma in [0.05, 0.3, 1.0] {
            probabilities(arms.iter(), gamma, &mut mix);
            assert!((mix.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            for (p, printed) in mix.iter().zip(as_printed(&totals, gamma)) {
                assert!((p - printed).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn enormous_sums_stay_finite() {
        let arms = [0.0, 1e12, 2e12].map(|total| Arm { total, ..Arm::default() });
        let mut mix = vec![];
        probabilities(arms.iter(), 0.1, &mut mix);
        assert!((mix[2] - (0.9 + 0.1 / 3.0)).abs() < 1e-12 && (mix[0] - 0.1 / 3.0).abs() < 1e-12);
    }

    #[test]
    fn gamma_is_that_of_equation_5() {
        assert_eq!(gamma(3, 1), 1.0);
        let expected = (3.0 * 3f64.ln() / ((std::f64::consts::E - 1.0) * 100_000.0)).sqrt();
        assert!((gamma(3, 100_000) - expected).abs() < 1e-15);
    }
}
