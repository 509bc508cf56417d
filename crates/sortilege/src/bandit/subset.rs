//! UCB1 for subset-armed bandits (IS §IV-B): only some of the arms are there each time, and n counts the
//! times at which the arm itself was there. Counting all visits instead would make rare arms look neglected.
//!
//! The pseudocode of IS counts availability from the moment an arm is first in the tree, its text from the
//! first visit to the parent; this is the text's, which makes it UCB1 when every arm is always there.

use super::{Arm, SqrtLn, largest};
use crate::Rng;

/// Chooses among the arms that are there now, given by their places in `arms`, and counts each of them as
/// available. Returns the place of the chosen one; `scratch` is room to work in.
#[inline]
pub fn choose<T>(
    arms: &mut [T],
    arm: impl Fn(&mut T) -> &mut Arm,
    there: &[u32],
    c: f32,
    scratch: &mut Vec<f32>,
    rng: &mut Rng,
) -> usize {
    let logarithms = SqrtLn::table();
    scratch.clear();
    scratch.extend(there.iter().map(|&at| {
        let arm = arm(&mut arms[at as usize]);
        let reach = c * logarithms.of(arm.available);
        arm.available += 1;
        if arm.visits == 0 { f32::INFINITY } else { arm.optimism(reach) }
    }));
    there[largest(scratch, rng)] as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bandit::ucb1;

    #[test]
    fn with_every_arm_there_it_is_ucb1() {
        let mut rng = Rng::new(2);
        let mut arms = [Arm::default(); 5];
        for t in 0..500 {
            let mut twin = rng.clone();
            let plain = ucb1::choose(arms.iter(), t, 0.7, &mut vec![], &mut twin);
            let chosen = choose(&mut arms, |arm| arm, &[0, 1, 2, 3, 4], 0.7, &mut vec![], &mut rng);
            assert_eq!(chosen, plain);
            arms[chosen].visit(chosen as f64 / 5.0);
        }
    }

    /// The paper's reason for the rule: an arm that is there once in a hundred times and is not good must
    /// not be chosen nearly every time that it is there.
    #[test]
    fn a_rare_bad_arm_is_not_over_explored() {
        let mut rng = Rng::new(3);
        let mut arms = [Arm::default(); 2];
        for t in 0..20_000 {
            let there: &[u32] = if t % 100 == 0 { &[0, 1] } else { &[0] };
            let chosen = choose(&mut arms, |arm| arm, there, 0.7, &mut vec![], &mut rng);
            arms[chosen].visit([0.8, 0.1][chosen]);
        }
        assert_eq!(arms[1].available, 200);
        assert!(arms[1].visits < 40, "chosen {} of 200 times", arms[1].visits);
    }
}
