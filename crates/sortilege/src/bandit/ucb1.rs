//! UCB1 (Auer, Cesa-Bianchi & Fischer 2002): selects the arm with the highest mean + c sqrt(ln n /
//! n_j), where n_j counts visits of the arm and n those of the bandit. Untried arms come first (IS
//! eq. 7, CS §V).

use super::{ArmScore, SqrtLn, largest};
use crate::Rng;

/// Index of the selected arm; `visits` is n, and `scratch` is a reusable buffer.
#[inline]
pub fn choose(
    arms: impl Iterator<Item = ArmScore>,
    visits: u64,
    c: f32,
    scratch: &mut Vec<f32>,
    rng: &mut Rng,
) -> usize {
    // The logarithm is the same for all arms. Each arm stores 1 / sqrt(n_j), so a score needs
    // neither a division nor a root.
    let exploration_term = exploration_term(visits, c);
    scratch.clear();
    scratch.extend(arms.map(|arm| arm.upper_bound(exploration_term)));
    largest(scratch, rng)
}

/// c sqrt(ln n), the same on every machine. The error of the square root of the logarithm is at
/// most 1e-5.
#[inline]
pub fn exploration_term(visits: u64, c: f32) -> f32 {
    c * SqrtLn::table().of(visits)
}

/// Limit of the exploration constant. Scores in single precision are still finite with it, and
/// larger constants would have no further effect.
const MOST: f64 = 1e30;

/// The exploration constant in single precision. It is clamped to ±1e30, and NaN becomes 0, so that
/// scores are never infinite or NaN because of it.
pub(crate) fn constant(c: f64) -> f32 {
    if c.is_nan() { 0.0 } else { c.clamp(-MOST, MOST) as f32 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bandit::Arm;
    use crate::testing::odds;

    #[test]
    fn the_formula_decides() {
        let arm = |visits: u32, total: f64| {
            let mut arm = Arm::default();
            (0..visits).for_each(|_| arm.visit(total / f64::from(visits)));
            arm
        };
        // With c = 1: 0.5 + sqrt(ln 14 / 10) = 1.0137 just beats 0.2 + sqrt(ln 14 / 4) = 1.0123.
        let arms = [arm(10, 5.0), arm(4, 0.8)];
        let score = |j: usize| arms[j].mean() + (14f64.ln() / f64::from(arms[j].visits)).sqrt();
        assert!(score(0) > score(1));
        assert_eq!(choose(arms.iter().map(Arm::score), 14, 1.0, &mut vec![], &mut Rng::new(1)), 0);
        assert_eq!(choose(arms.iter().map(Arm::score), 14, 1.1, &mut vec![], &mut Rng::new(1)), 1);
    }

    #[test]
    fn whatever_the_constant_an_arm_is_chosen() {
        let mut arms = [Arm::default(); 3];
        arms.iter_mut().for_each(|arm| arm.visit(1.0));
        arms[2].prove(crate::bandit::Proven::Loss);
        for c in [1e39, f64::MAX, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 1e-320, 0.0] {
            for visits in [0, 1, 3, u64::MAX] {
                let arm_scores = arms.iter().map(Arm::score);
                let at = choose(arm_scores, visits, constant(c), &mut vec![], &mut Rng::new(1));
                assert!(at < 2, "{at} with {c}");
            }
        }
    }

    #[test]
    fn untried_arms_come_first_and_ties_break_evenly() {
        let mut arms = [Arm::default(); 4];
        arms[2].visit(1.0);
        let mut rng = Rng::new(5);
        let mut counts = [0; 4];
        (0..3000).for_each(|_| {
            counts[choose(arms.iter().map(Arm::score), 1, 0.7, &mut vec![], &mut rng)] += 1
        });
        odds::fit(&counts, &[1.0 / 3.0, 1.0 / 3.0, 0.0, 1.0 / 3.0]).unwrap();
    }

    /// Theorem 1 of Auer et al.: with c = sqrt 2 and rewards in [0, 1], the expected number of
    /// plays of an arm that is worse by `gap` is at most 8 ln n / gap^2 + 1 + pi^2 / 3. Counts
    /// average over 200 runs; by Hoeffding's inequality the average exceeds its expectation by more
    /// than the slack once in a million.
    #[test]
    fn regret_on_a_two_armed_bandit_stays_below_the_bound() {
        let (n, runs, means) = (2000, 200, [0.7, 0.4]);
        let gap: f64 = means[0] - means[1];
        let mut bad = 0;
        for run in 0..runs {
            let mut rng = Rng::derive(&[11, run]);
            let mut arms = [Arm::default(); 2];
            for t in 0..n {
                let j = choose(
                    arms.iter().map(Arm::score),
                    t as u64,
                    std::f32::consts::SQRT_2,
                    &mut vec![],
                    &mut rng,
                );
                let reward = f64::from(rng.unit() < means[j]);
                arms[j].visit(reward);
            }
            bad += u64::from(arms[1].visits);
        }
        let average = bad as f64 / runs as f64;
        let bound =
            8.0 * f64::from(n).ln() / gap.powi(2) + 1.0 + std::f64::consts::PI.powi(2) / 3.0;
        assert!(average < bound, "{average} plays of the worse arm, at most {bound} expected");
        // The growth is logarithmic: the lower bound of Lai & Robbins, ln n / KL(0.4, 0.7), holds
        // as well, and the share of bad plays falls far below that of uniform play.
        let divergence = 0.4 * (0.4f64 / 0.7).ln() + 0.6 * (0.6f64 / 0.3).ln();
        assert!(
            average > 0.5 * f64::from(n).ln() / divergence,
            "{average} plays are too few to have explored"
        );
        assert!(average < 0.2 * f64::from(n), "{average} plays of the worse arm of {n}");
    }
}
