//! The N-gram-Average Sampling Technique with pairs: moves that did well after the move before
//! them, wherever that was, are played after it again (Tak, Winands & Björnsson 2012, who call it
//! NST; Powley, Cowling & Whitehouse 2014). Where too few pairs are known it is
//! [MAST](super::Mast), which knows moves alone. This is the greedy form;
//! [`EpsilonMix`](super::EpsilonMix) blurs it.
//!
//! The move before is anybody's. Departure: the first move of a playout follows one in the tree,
//! which a playout is not told until it is over; so it is chosen by MAST, and what came of the pair
//! is learnt.

use super::averages::Averages;
use super::mast::favourite;
use super::{Mast, Policy, Uniform};
use crate::game::{MAX_PLAYERS, Simultaneous};
use crate::{Player, Rng};
use std::hash::Hash;

/// The legal move whose average over all simulations of this decision in which it followed the same
/// move is highest; ties break at random.
#[derive(Clone, Debug)]
pub struct Nast<A, Q = Uniform> {
    /// How moves have done by themselves.
    pub mast: Mast<A, Q>,
    /// How often a pair has to be met before its average counts, at least 1.
    pub least: u32,
    pairs: [Averages<(A, A)>; MAX_PLAYERS],
}

impl<A> Default for Nast<A> {
    fn default() -> Self {
        Nast::over(Mast::default())
    }
}

impl<A, Q> Nast<A, Q> {
    /// Pairs of moves, and where too few are known, moves alone. Seven is what Tak and others found
    /// best.
    pub fn over(mast: Mast<A, Q>) -> Self {
        Nast { mast, least: 7, pairs: Default::default() }
    }
}

impl<G: Simultaneous, Q: Policy<G>> Policy<G> for Nast<G::Action, Q>
where
    G::Action: Hash,
{
    fn action(&mut self, state: &G, scratch: &mut Vec<G::Action>, rng: &mut Rng) -> G::Action {
        self.mast.action(state, scratch, rng)
    }

    fn choice(
        &mut self,
        state: &G,
        who: Player,
        scratch: &mut Vec<G::Action>,
        rng: &mut Rng,
    ) -> G::Action {
        self.mast.choice(state, who, scratch, rng)
    }

    fn reply(
        &mut self,
        before: Option<G::Action>,
        state: &G,
        scratch: &mut Vec<G::Action>,
        rng: &mut Rng,
    ) -> G::Action {
        let Some(before) = before else { return self.mast.action(state, scratch, rng) };
        let who = self.mast.shortlist(state, scratch, rng);
        let (pairs, mast, least) = (&self.pairs[who.0], &self.mast, self.least);
        let value = |action| {
            pairs.get_of(least, (before, action)).unwrap_or_else(|| mast.value(who, action))
        };
        favourite(scratch, value, rng)
    }

    const LEARNS: bool = true;

    fn learn(
        &mut self,
        mut before: Option<G::Action>,
        moves: &[(Player, G::Action)],
        values: &[f64],
    ) {
        Policy::<G>::learn(&mut self.mast, before, moves, values);
        for &(who, action) in moves {
            if let Some(before) = before {
                self.pairs[who.0].add((before, action), values[who.0]);
            }
            before = Some(action);
        }
    }

    fn forget(&mut self) {
        Policy::<G>::forget(&mut self.mast);
        self.pairs.iter_mut().for_each(Averages::clear);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::hand_made::{HandMade, Place};

    const THREE: &[Place] = &[Place::Choice(0, &[1, 1, 1]), Place::End(&[0.0, 0.0])];

    /// What is played after `before`, in a hundred tries.
    fn replies(nast: &mut Nast<u8>, before: Option<u8>) -> Vec<u8> {
        let (game, mut rng) = (HandMade::new(THREE), Rng::new(1));
        let mut seen: Vec<u8> =
            (0..100).map(|_| nast.reply(before, &game, &mut vec![], &mut rng)).collect();
        seen.sort();
        seen.dedup();
        seen
    }

    #[test]
    fn what_did_well_after_a_move_is_played_after_it() {
        let (me, you) = (Player(0), Player(1));
        let mut nast = Nast { least: 2, ..Nast::default() };
        let mut teach = |before, moves: &[(Player, u8)], values: [f64; 2]| {
            Policy::<HandMade>::learn(&mut nast, before, moves, &values);
        };
        // Alone, 0 averages 0.25, 1 averages 0 and 2 averages -1. After 5, 0 averages -0.5 and 1
        // averages 1.
        for won in [1.0, 1.0, -0.5, -0.5] {
            let before = if won < 0.0 { Some(5) } else { None };
            teach(before, &[(me, 0)], [won, -won]);
        }
        for won in [1.0, 1.0] {
            teach(None, &[(you, 5), (me, 1)], [won, -won]);
            teach(None, &[(me, 1)], [-won, won]);
        }
        teach(Some(5), &[(me, 2)], [-1.0, 1.0]);
        assert_eq!(
            replies(&mut nast, Some(5)),
            [1],
            "1 against -0.5, and -1 for a pair that was met once"
        );
        assert_eq!(replies(&mut nast, None), [0], "moves alone: 0.25, 0 and -1");
        assert_eq!(replies(&mut nast, Some(4)), [0], "no such pair");
        Policy::<HandMade>::forget(&mut nast);
        assert_eq!(replies(&mut nast, Some(5)), [0, 1, 2]);
    }

    /// The replies of a seat are learnt from its own results.
    #[test]
    fn each_player_for_himself() {
        let mut nast = Nast { least: 1, ..Nast::default() };
        let (me, you) = (Player(0), Player(1));
        for (who, values) in [(you, [1.0, -1.0]), (me, [-1.0, 1.0])] {
            Policy::<HandMade>::learn(&mut nast, Some(5), &[(who, 0)], &values);
        }
        assert_eq!(
            nast.pairs.each_ref().map(|pairs| pairs.get((5, 0)))[..2],
            [Some(-1.0), Some(-1.0)]
        );
    }
}
