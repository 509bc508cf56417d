//! UCB1 for subset-armed bandits (IS §IV-B): only some of the arms are available at each visit, and
//! n counts the visits at which the arm itself was available. Counting all visits instead would
//! over-explore rarely available arms.
//!
//! As in the pseudocode of IS, an arm is available from the moment when it is first tried, and
//! untried moves are tried before any arm is selected again.

use super::{Arm, SqrtLn};

/// UCB1 exploration term for the available arms; also counts their availability.
pub struct Availability {
    c: f32,
    logarithms: &'static SqrtLn,
}

impl Availability {
    /// With exploration constant `c`.
    #[inline]
    pub fn new(c: f32) -> Self {
        Availability { c, logarithms: SqrtLn::table() }
    }

    /// c sqrt(ln n) for an arm that was available n times; also counts it as available once more.
    #[inline]
    pub fn exploration_term(&self, arm: &mut Arm) -> f32 {
        self.exploration_term_if(arm, true)
    }

    /// The same; counts availability only if the arm is available (`there`).
    #[inline]
    pub fn exploration_term_if(&self, arm: &mut Arm, there: bool) -> f32 {
        let exploration_term = self.c * self.logarithms.of(arm.available.into());
        arm.available = arm.available.saturating_add(u32::from(there));
        exploration_term
    }

    /// The exploration term before the last count of availability.
    #[inline]
    pub fn last_exploration_term(&self, arm: &Arm) -> f32 {
        self.c * self.logarithms.of(arm.available.saturating_sub(1).into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;
    use crate::bandit::largest;

    fn score(availability: &Availability, arm: &mut Arm) -> f32 {
        arm.score().upper_bound(availability.exploration_term(arm))
    }

    /// The paper's motivation for the rule: a bad arm that is available once in a hundred visits
    /// must not be selected nearly every time that it is available.
    #[test]
    fn a_rare_bad_arm_is_not_over_explored() {
        let mut rng = Rng::new(3);
        let mut arms = [Arm { available: 1, ..Arm::default() }; 2];
        let worth = [0.8, 0.1];
        (0..2).for_each(|at| arms[at].visit(worth[at]));
        let availability = Availability::new(0.7);
        for t in 0..20_000 {
            let there = if t % 100 == 0 { 2 } else { 1 };
            let scores: Vec<f32> =
                arms[..there].iter_mut().map(|arm| score(&availability, arm)).collect();
            let chosen = largest(&scores, &mut rng);
            arms[chosen].visit(worth[chosen]);
        }
        assert_eq!({ arms[1].available }, 201);
        assert!(arms[1].visits < 40, "chosen {} of 200 times", arms[1].visits);
    }

    #[test]
    fn an_arm_that_was_there_too_often_to_count_stays_known() {
        let mut arm = Arm { available: u32::MAX - 1, ..Arm::default() };
        (0..3).for_each(|_| assert!(Availability::new(0.7).exploration_term(&mut arm) > 3.0));
        assert_eq!({ arm.available }, u32::MAX);
    }

    /// 0.5 + 0.7 sqrt(ln 20 / 4) = 1.106, for any number of visits of the bandit.
    #[test]
    fn the_score_is_that_of_the_paper() {
        let mut arm = Arm { available: 20, ..Arm::default() };
        (0..4).for_each(|_| arm.visit(0.5));
        let score = f64::from(score(&Availability::new(0.7), &mut arm));
        assert!((score - (0.5 + 0.7 * (20f64.ln() / 4.0).sqrt())).abs() < 1e-5);
        assert_eq!({ arm.available }, 21);
    }
}
