//! The N-gram-Average Sampling Technique (NAST) with pairs (Tak, Winands & Björnsson 2012, who call
//! it NST; Powley, Cowling & Whitehouse 2014): a move with a high average result after the previous
//! move is played after that move again, in any state. Where a pair has too few results,
//! [MAST](super::Mast) rates the move alone. This is the greedy form;
//! [`EpsilonMix`](super::EpsilonMix) makes it random.
//!
//! The previous move may belong to any player. Departure: the first move of a playout follows a
//! move in the tree, which the playout does not know until it is over. MAST chooses this first
//! move, and the result of the pair is learnt.

use super::averages::Averages;
use super::mast::favourite;
use super::{Mast, Policy, Uniform};
use crate::game::{MAX_PLAYERS, Simultaneous};
use crate::{Player, Rng};
use std::hash::Hash;

/// The legal move with the highest average result after the same previous move, over all
/// simulations of this decision; ties break at random.
#[derive(Clone, Debug)]
pub struct Nast<A, Q = Uniform> {
    /// Averages of single moves.
    pub mast: Mast<A, Q>,
    /// Number of results that a pair needs before its average counts, at least 1.
    pub least: u32,
    pairs: [Averages<(A, A)>; MAX_PLAYERS],
}

impl<A> Default for Nast<A> {
    fn default() -> Self {
        Nast::over(Mast::default())
    }
}

impl<A, Q> Nast<A, Q> {
    /// Averages of pairs, with `mast` for pairs with too few results. `least` is 7, the best value
    /// in the experiments of Tak and others.
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

    /// The moves played after `before` in a hundred attempts.
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
        // As single moves, 0 averages 0.25, 1 averages 0 and 2 averages -1. After 5, 0 averages
        // -0.5 and 1 averages 1.
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

    /// Replies of a seat are rated by the results of that seat.
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
