//! The Move-Average Sampling Technique (MAST; Finnsson & Björnsson 2008): moves with a high average
//! result are played again, whichever state they were made in. This is the greedy form;
//! [`EpsilonMix`](super::EpsilonMix) makes it random.

use super::averages::Averages;
use super::{Policy, Uniform};
use crate::game::{MAX_PLAYERS, Simultaneous};
use crate::{Player, Rng};
use std::hash::Hash;

/// The legal move with the highest average result over all simulations of this decision, whichever
/// state it was made in; ties break at random. Results are payoffs, independent of the reward of
/// the search.
#[derive(Clone, Debug)]
pub struct Mast<A, Q = Uniform> {
    /// Value of a move that was never made: 1, a certain win, or 0 as in the program behind QR.
    pub untried: f64,
    among: Q,
    averages: [Averages<A>; MAX_PLAYERS],
}

impl<A> Default for Mast<A> {
    fn default() -> Self {
        Mast::among(Uniform)
    }
}

impl<A, Q> Mast<A, Q> {
    /// The best of the moves on the [shortlist](Policy::shortlist) of `policy`.
    pub fn among(policy: Q) -> Self {
        Mast { untried: 1.0, among: policy, averages: Default::default() }
    }
}

impl<A: Copy + Eq + Hash, Q> Mast<A, Q> {
    /// The average result of a move; `untried` without a result.
    #[inline]
    pub(super) fn value(&self, who: Player, action: A) -> f64 {
        self.averages[who.0].get(action).unwrap_or(self.untried)
    }

    fn best(&self, who: Player, moves: &[A], rng: &mut Rng) -> A {
        favourite(moves, |action| self.value(who, action), rng)
    }

    /// Replaces `out` with the moves to choose from.
    #[inline]
    pub(super) fn shortlist<G>(&mut self, state: &G, out: &mut Vec<A>, rng: &mut Rng) -> Player
    where
        G: Simultaneous<Action = A>,
        Q: Policy<G>,
    {
        let crate::Turn::Player(who) = state.turn() else {
            unreachable!("a policy moves for the player on turn")
        };
        self.among.shortlist(state, out, rng);
        who
    }
}

/// The move with the highest value; ties break at random.
#[inline]
pub(super) fn favourite<A: Copy>(moves: &[A], value: impl Fn(A) -> f64, rng: &mut Rng) -> A {
    let (mut best, mut chosen, mut ties) = (f64::NEG_INFINITY, moves[0], 0);
    for &action in moves {
        let value = value(action);
        if value > best {
            (best, chosen, ties) = (value, action, 1);
        } else if value == best {
            ties += 1;
            if rng.below(ties) == 0 {
                chosen = action;
            }
        }
    }
    chosen
}

impl<G: Simultaneous, Q: Policy<G>> Policy<G> for Mast<G::Action, Q> {
    fn action(&mut self, state: &G, scratch: &mut Vec<G::Action>, rng: &mut Rng) -> G::Action {
        let who = self.shortlist(state, scratch, rng);
        self.best(who, scratch, rng)
    }

    fn choice(
        &mut self,
        state: &G,
        who: Player,
        scratch: &mut Vec<G::Action>,
        rng: &mut Rng,
    ) -> G::Action {
        state.choices(who, scratch);
        self.best(who, scratch, rng)
    }

    const LEARNS: bool = true;

    fn learn(&mut self, _: Option<G::Action>, moves: &[(Player, G::Action)], values: &[f64]) {
        for &(who, action) in moves {
            self.averages[who.0].add(action, values[who.0]);
        }
    }

    fn forget(&mut self) {
        self.averages.iter_mut().for_each(Averages::clear);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;
    use crate::testing::hand_made::{HandMade, Place};

    /// Considers only the branches of a choice from the third on.
    struct Late;

    impl Policy<HandMade> for Late {
        fn action(&mut self, _: &HandMade, _: &mut Vec<u8>, _: &mut Rng) -> u8 {
            3
        }
        fn shortlist(&mut self, state: &HandMade, out: &mut Vec<u8>, _: &mut Rng) {
            crate::Game::actions(state, out);
            out.retain(|&branch| branch >= 2);
        }
    }

    #[test]
    fn the_best_move_so_far_is_played_each_player_for_himself() {
        const FOUR: &[Place] = &[Place::Choice(0, &[1, 1, 1, 1]), Place::End(&[0.0, 0.0])];
        let (game, mut rng) = (HandMade::new(FOUR), Rng::new(1));
        let (me, you) = (Player(0), Player(1));
        fn teach<Q: Policy<HandMade>>(
            mast: &mut Mast<u8, Q>,
            moves: &[(Player, u8)],
            values: [f64; 2],
        ) {
            Policy::<HandMade>::learn(mast, None, moves, &values);
        }
        let mut mast = Mast::default();
        teach(&mut mast, &[(me, 0), (you, 1), (me, 1)], [0.5, -0.5]);
        teach(&mut mast, &[(me, 1), (you, 2), (me, 2)], [-1.0, 1.0]);
        let mut played = |mast: &mut Mast<u8>| -> Vec<u8> {
            let mut seen: Vec<u8> =
                (0..100).map(|_| mast.action(&game, &mut vec![], &mut rng)).collect();
            seen.sort();
            seen.dedup();
            seen
        };
        assert_eq!(played(&mut mast), [3], "what was never tried counts as won");
        mast.untried = 0.0;
        assert_eq!(played(&mut mast), [0], "0.5 against -0.25, -1 and 0");
        teach(&mut mast, &[(me, 0)], [-0.5, 0.5]);
        assert_eq!(played(&mut mast), [0, 3], "a tie");
        Policy::<HandMade>::forget(&mut mast);
        assert_eq!(played(&mut mast), [0, 1, 2, 3]);
        let mut choosy = Mast::among(Late);
        teach(&mut choosy, &[(me, 2), (me, 0)], [1.0, -1.0]);
        teach(&mut choosy, &[(me, 3)], [-1.0, 1.0]);
        assert_eq!(
            choosy.action(&game, &mut vec![], &mut Rng::new(2)),
            2,
            "1 is untried, but not considered"
        );
    }
}
