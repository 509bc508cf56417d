//! A mixture of two policies, chosen anew for each move.

use super::{Policy, Uniform};
use crate::game::Simultaneous;
use crate::{Player, Rng};

/// With probability `epsilon` a move of `other`, by default a uniformly random one; otherwise a
/// move of `policy`.
///
/// The programs behind QR play MAST's best move with a probability that depends on the game, and
/// otherwise a move of the game's own policy:
///
/// ```
/// use sortilege::playout::{EpsilonMix, Mast, Uniform};
/// # let expert = Uniform;
/// // MAST for 70 % of the moves, as in Amazons.
/// let mut mast = Mast::<u8, _>::among(expert);
/// mast.untried = 0.0;
/// let policy = EpsilonMix { epsilon: 0.3, policy: mast, other: expert };
/// # let _: EpsilonMix<Mast<u8>> = policy;
/// ```
#[derive(Clone, Debug)]
pub struct EpsilonMix<P, Q = Uniform> {
    /// Probability of a move of `other`, in [0, 1].
    pub epsilon: f64,
    /// Source of a move with probability 1 - `epsilon`.
    pub policy: P,
    /// Source of a move with probability `epsilon`.
    pub other: Q,
}

impl<G: Simultaneous, P: Policy<G>, Q: Policy<G>> Policy<G> for EpsilonMix<P, Q> {
    #[inline]
    fn action(&mut self, state: &G, scratch: &mut Vec<G::Action>, rng: &mut Rng) -> G::Action {
        if rng.unit() < self.epsilon {
            self.other.action(state, scratch, rng)
        } else {
            self.policy.action(state, scratch, rng)
        }
    }

    #[inline]
    fn choice(
        &mut self,
        state: &G,
        who: Player,
        scratch: &mut Vec<G::Action>,
        rng: &mut Rng,
    ) -> G::Action {
        if rng.unit() < self.epsilon {
            self.other.choice(state, who, scratch, rng)
        } else {
            self.policy.choice(state, who, scratch, rng)
        }
    }

    #[inline]
    fn reply(
        &mut self,
        before: Option<G::Action>,
        state: &G,
        scratch: &mut Vec<G::Action>,
        rng: &mut Rng,
    ) -> G::Action {
        if rng.unit() < self.epsilon {
            self.other.reply(before, state, scratch, rng)
        } else {
            self.policy.reply(before, state, scratch, rng)
        }
    }

    const LEARNS: bool = P::LEARNS || Q::LEARNS;

    fn learn(&mut self, before: Option<G::Action>, moves: &[(Player, G::Action)], values: &[f64]) {
        self.policy.learn(before, moves, values);
        self.other.learn(before, moves, values);
    }

    fn forget(&mut self) {
        self.policy.forget();
        self.other.forget();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::hand_made::{HandMade, Place};
    use crate::testing::odds;

    /// Always plays the same branch.
    struct Always(u8);

    impl Policy<HandMade> for Always {
        fn action(&mut self, _: &HandMade, _: &mut Vec<u8>, _: &mut Rng) -> u8 {
            self.0
        }
    }

    #[test]
    fn shares_are_kept() {
        const FOUR: &[Place] = &[Place::Choice(0, &[1, 1, 1, 1]), Place::End(&[0.0])];
        let (game, mut rng) = (HandMade::new(FOUR), Rng::new(1));
        let mut count = |policy: &mut dyn FnMut(&mut Rng) -> u8| {
            let mut counts = [0; 4];
            (0..10_000).for_each(|_| counts[usize::from(policy(&mut rng))] += 1);
            counts
        };
        let mut two = EpsilonMix { epsilon: 0.3, policy: Always(2), other: Always(0) };
        odds::fit(&count(&mut |rng| two.action(&game, &mut vec![], rng)), &[0.3, 0.0, 0.7, 0.0])
            .unwrap();
        let mut blurred = EpsilonMix { epsilon: 0.4, policy: Always(2), other: Uniform };
        odds::fit(
            &count(&mut |rng| blurred.action(&game, &mut vec![], rng)),
            &[0.1, 0.1, 0.7, 0.1],
        )
        .unwrap();
    }
}
