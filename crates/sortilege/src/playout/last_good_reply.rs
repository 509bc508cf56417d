//! Last Good Reply with Forgetting (Drake 2009; Baier & Drake 2010, LGRF-1): a reply to a move in a
//! simulation that its player won is played to that move again, until its player loses with it.
//!
//! Departure: the first move of a playout follows a move in the tree, which the playout does not
//! know until it is over. Another policy chooses this first move, and its result is learnt.

use super::{Policy, Uniform};
use crate::game::{MAX_PLAYERS, Simultaneous};
use crate::{Player, Rng};
use rustc_hash::FxHashMap;

/// The last good reply to the previous move if it is known and legal, otherwise a move of another
/// policy.
#[derive(Clone, Debug)]
pub struct LastGoodReply<A, Q = Uniform> {
    /// Probability of playing a known reply, in [0, 1]; 1 by default.
    pub share: f64,
    otherwise: Q,
    replies: [FxHashMap<A, A>; MAX_PLAYERS],
}

impl<A> Default for LastGoodReply<A> {
    fn default() -> Self {
        LastGoodReply::or(Uniform)
    }
}

impl<A, Q> LastGoodReply<A, Q> {
    /// Good replies, with `policy` where none is known.
    pub fn or(policy: Q) -> Self {
        LastGoodReply { share: 1.0, otherwise: policy, replies: Default::default() }
    }
}

impl<G: Simultaneous, Q: Policy<G>> Policy<G> for LastGoodReply<G::Action, Q> {
    fn action(&mut self, state: &G, scratch: &mut Vec<G::Action>, rng: &mut Rng) -> G::Action {
        self.otherwise.action(state, scratch, rng)
    }

    fn choice(
        &mut self,
        state: &G,
        who: Player,
        scratch: &mut Vec<G::Action>,
        rng: &mut Rng,
    ) -> G::Action {
        self.otherwise.choice(state, who, scratch, rng)
    }

    fn reply(
        &mut self,
        before: Option<G::Action>,
        state: &G,
        scratch: &mut Vec<G::Action>,
        rng: &mut Rng,
    ) -> G::Action {
        let crate::Turn::Player(who) = state.turn() else {
            unreachable!("a policy moves for the player on turn")
        };
        let known = before.and_then(|before| self.replies[who.0].get(&before).copied());
        if let Some(reply) = known
            && (self.share >= 1.0 || rng.unit() < self.share)
        {
            // The reply comes from another state, so it may be illegal in this one.
            state.actions(scratch);
            if scratch.contains(&reply) {
                return reply;
            }
        }
        self.otherwise.reply(before, state, scratch, rng)
    }

    const LEARNS: bool = true;

    fn learn(&mut self, first: Option<G::Action>, moves: &[(Player, G::Action)], values: &[f64]) {
        self.otherwise.learn(first, moves, values);
        if self.share == 0.0 {
            return;
        }
        let mut before = first;
        for &(who, action) in moves {
            if let Some(before) = before {
                let replies = &mut self.replies[who.0];
                if values[who.0] > 0.0 {
                    replies.insert(before, action);
                } else if values[who.0] < 0.0 && replies.get(&before) == Some(&action) {
                    replies.remove(&before);
                }
            }
            before = Some(action);
        }
    }

    fn forget(&mut self) {
        self.otherwise.forget();
        self.replies.iter_mut().for_each(FxHashMap::clear);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::hand_made::{HandMade, Place};

    const THREE: &[Place] = &[Place::Choice(0, &[1, 1, 1]), Place::End(&[0.0, 0.0])];
    const ME: Player = Player(0);
    const YOU: Player = Player(1);

    /// Plays the first branch unless a reply is known.
    #[derive(Clone)]
    struct First;

    impl Policy<HandMade> for First {
        fn action(&mut self, _: &HandMade, _: &mut Vec<u8>, _: &mut Rng) -> u8 {
            0
        }
    }

    fn reply(policy: &mut LastGoodReply<u8, First>, before: Option<u8>) -> u8 {
        policy.reply(before, &HandMade::new(THREE), &mut vec![], &mut Rng::new(1))
    }

    fn teach(
        policy: &mut LastGoodReply<u8, First>,
        first: Option<u8>,
        moves: &[(Player, u8)],
        mine: f64,
    ) {
        Policy::<HandMade>::learn(policy, first, moves, &[mine, -mine]);
    }

    #[test]
    fn a_good_reply_is_played_until_it_fails() {
        let mut policy = LastGoodReply::or(First);
        assert_eq!(reply(&mut policy, Some(5)), 0, "nothing is known");
        teach(&mut policy, None, &[(YOU, 5), (ME, 2), (YOU, 6)], 1.0);
        assert_eq!(reply(&mut policy, Some(5)), 2);
        assert_eq!(reply(&mut policy, Some(2)), 0, "the loser's replies are no good");
        assert_eq!(reply(&mut policy, None), 0, "a reply to nothing");
        teach(&mut policy, Some(5), &[(ME, 2)], 0.0);
        assert_eq!(reply(&mut policy, Some(5)), 2, "a draw says nothing");
        teach(&mut policy, Some(5), &[(ME, 1)], -1.0);
        assert_eq!(reply(&mut policy, Some(5)), 2, "it was another reply that failed");
        teach(&mut policy, Some(5), &[(ME, 1)], 1.0);
        assert_eq!(reply(&mut policy, Some(5)), 1, "the last good one");
        teach(&mut policy, Some(5), &[(ME, 1)], -1.0);
        assert_eq!(reply(&mut policy, Some(5)), 0, "forgotten");
    }

    #[test]
    fn a_reply_has_to_be_legal_and_is_of_this_decision() {
        let mut policy = LastGoodReply::or(First);
        teach(&mut policy, Some(5), &[(ME, 7)], 1.0);
        assert_eq!(reply(&mut policy, Some(5)), 0, "there is no seventh branch here");
        teach(&mut policy, Some(5), &[(ME, 2)], 1.0);
        Policy::<HandMade>::forget(&mut policy);
        assert_eq!(reply(&mut policy, Some(5)), 0);
        policy.share = 0.0;
        teach(&mut policy, Some(5), &[(ME, 2)], 1.0);
        assert_eq!(reply(&mut policy, Some(5)), 0, "never with a share of 0");
    }
}
