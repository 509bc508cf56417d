//! The Move-Average Sampling Technique: moves that did well wherever they were played are played again
//! (Finnsson & Björnsson 2008). This is the greedy form; [`EpsilonMix`](super::EpsilonMix) blurs it.

use super::{Policy, Uniform};
use crate::game::{MAX_PLAYERS, Simultaneous};
use crate::{Player, Rng};
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// The legal move with the highest average result over all simulations of this decision, whichever state
/// it was made in; ties break at random. Results are payoffs, whatever the search's reward makes of them.
#[derive(Clone, Debug)]
pub struct Mast<A, Q = Uniform> {
    /// What a move that was never made counts as: 1, a sure win, or 0 as in the program behind QR.
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
    /// The best of those moves only that a policy would [consider](Policy::shortlist).
    pub fn among(policy: Q) -> Self {
        Mast { untried: 1.0, among: policy, averages: Default::default() }
    }
}

impl<A: Copy + Eq + Hash, Q> Mast<A, Q> {
    fn best(&self, who: Player, moves: &[A], rng: &mut Rng) -> A {
        let averages = &self.averages[who.0];
        let (mut best, mut chosen, mut ties) = (f64::NEG_INFINITY, moves[0], 0);
        for &action in moves {
            let value = averages.get(action).unwrap_or(self.untried);
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
}

impl<G: Simultaneous, Q: Policy<G>> Policy<G> for Mast<G::Action, Q> {
    fn action(&mut self, state: &G, scratch: &mut Vec<G::Action>, rng: &mut Rng) -> G::Action {
        let crate::Turn::Player(who) = state.turn() else {
            unreachable!("a policy moves for the player on turn")
        };
        self.among.shortlist(state, scratch, rng);
        self.best(who, scratch, rng)
    }

    fn choice(&mut self, state: &G, who: Player, scratch: &mut Vec<G::Action>, rng: &mut Rng) -> G::Action {
        state.choices(who, scratch);
        self.best(who, scratch, rng)
    }

    const LEARNS: bool = true;

    fn learn(&mut self, moves: &[(Player, G::Action)], values: &[f64]) {
        for &(who, action) in moves {
            self.averages[who.0].add(action, values[who.0]);
        }
    }

    fn forget(&mut self) {
        self.averages.iter_mut().for_each(Averages::clear);
    }
}

/// Averages by action: a hash table with open addressing. Every move of a playout looks up all its rivals, so
/// that the average is kept and not computed.
#[derive(Clone, Debug)]
struct Averages<A> {
    /// A power of two of them, or none; at least half are empty.
    slots: Vec<Slot<A>>,
    used: usize,
}

/// Empty without a visit; the action is then any.
#[derive(Clone, Copy, Debug)]
struct Slot<A> {
    average: f64,
    total: f64,
    visits: u32,
    action: A,
}

impl<A> Default for Averages<A> {
    fn default() -> Self {
        Averages { slots: vec![], used: 0 }
    }
}

impl<A> Averages<A> {
    const FEWEST: usize = 64;

    fn clear(&mut self) {
        self.used = 0;
        self.slots.iter_mut().for_each(|slot| slot.visits = 0);
    }
}

impl<A: Copy + Eq + Hash> Averages<A> {
    #[inline]
    fn get(&self, action: A) -> Option<f64> {
        if self.slots.is_empty() {
            return None;
        }
        let slot = &self.slots[self.find(action)];
        (slot.visits > 0).then_some(slot.average)
    }

    #[inline]
    fn add(&mut self, action: A, value: f64) {
        if 2 * self.used >= self.slots.len() {
            self.grow(action);
        }
        let at = self.find(action);
        let slot = &mut self.slots[at];
        if slot.visits == 0 {
            *slot = Slot { average: 0.0, total: 0.0, visits: 0, action };
            self.used += 1;
        }
        // A move that was made as often as can be counted keeps its average.
        let Some(visits) = slot.visits.checked_add(1) else { return };
        (slot.total, slot.visits) = (slot.total + value, visits);
        slot.average = slot.total / f64::from(visits);
    }

    /// The slot of an action, or the empty one that it would get. There are slots, and empty ones among them.
    #[inline]
    fn find(&self, action: A) -> usize {
        let mut hasher = FxHasher::default();
        action.hash(&mut hasher);
        let mask = self.slots.len() - 1;
        let mut at = hasher.finish() as usize & mask;
        while self.slots[at].visits > 0 && self.slots[at].action != action {
            at = (at + 1) & mask;
        }
        at
    }

    fn grow(&mut self, filler: A) {
        let empty = Slot { average: 0.0, total: 0.0, visits: 0, action: filler };
        let larger = vec![empty; (2 * self.slots.len()).max(Self::FEWEST)];
        for slot in std::mem::replace(&mut self.slots, larger).into_iter().filter(|slot| slot.visits > 0) {
            let at = self.find(slot.action);
            self.slots[at] = slot;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;
    use crate::testing::hand_made::{HandMade, Place};
    use proptest::prelude::*;
    use std::collections::HashMap;

    #[test]
    fn a_move_that_can_be_counted_no_further_keeps_its_average() {
        let mut averages = Averages::default();
        averages.add(7u16, 1.0);
        let at = averages.find(7);
        (averages.slots[at].visits, averages.slots[at].total) = (u32::MAX, f64::from(u32::MAX));
        averages.add(7, -1.0);
        assert_eq!(averages.get(7), Some(1.0));
    }

    proptest! {
        #[test]
        fn the_table_holds_what_a_map_holds(results in prop::collection::vec((0u16..700, -2i8..3), 0..3000)) {
            let (mut averages, mut map) = (Averages::default(), HashMap::<u16, (f64, u32)>::new());
            // Once with old entries to be cleared away, once without.
            for _ in 0..2 {
                averages.clear();
                map.clear();
                for &(action, half) in &results {
                    let (total, visits) = map.entry(action).or_default();
                    *total += f64::from(half) / 2.0;
                    *visits += 1;
                    averages.add(action, f64::from(half) / 2.0);
                }
                for action in 0..700 {
                    let right = map.get(&action).map(|&(total, visits)| total / f64::from(visits));
                    prop_assert_eq!(averages.get(action), right);
                }
            }
        }
    }

    /// Branches of a choice, considered from the third on.
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
        fn teach<Q: Policy<HandMade>>(mast: &mut Mast<u8, Q>, moves: &[(Player, u8)], values: [f64; 2]) {
            Policy::<HandMade>::learn(mast, moves, &values);
        }
        let mut mast = Mast::default();
        teach(&mut mast, &[(me, 0), (you, 1), (me, 1)], [0.5, -0.5]);
        teach(&mut mast, &[(me, 1), (you, 2), (me, 2)], [-1.0, 1.0]);
        let mut played = |mast: &mut Mast<u8>| -> Vec<u8> {
            let mut seen: Vec<u8> = (0..100).map(|_| mast.action(&game, &mut vec![], &mut rng)).collect();
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
