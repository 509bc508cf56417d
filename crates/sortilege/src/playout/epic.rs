//! Episodic information capture and reuse (EPIC; Powley, Cowling & Whitehouse 2014). A long game
//! consists of similar short episodes, such as tricks or ladders. A move that did well at one place
//! of an episode is played at the same place of other episodes. Where a move has too few results at
//! a place, [MAST](super::Mast) rates it, which ignores places.
//!
//! Departures: the place is what the game [returns](Episodes::place), not the sequence of moves
//! since the episode began, so a playout that begins in the middle of an episode knows its place.
//! Moves in the tree update MAST only.

use super::averages::Averages;
use super::mast::favourite;
use super::{Mast, Policy, Uniform};
use crate::game::{Episodes, MAX_PLAYERS, Simultaneous};
use crate::{Player, Rng};
use std::hash::Hash;

/// The legal move with the highest average result at the same place of an episode, over all
/// simulations of this decision; with probability `epsilon` a random move. Ties break at random.
#[derive(Clone, Debug)]
pub struct Epic<A, Q = Uniform> {
    /// Averages of moves regardless of place.
    pub mast: Mast<A, Q>,
    /// Probability of a uniformly random legal move.
    pub epsilon: f64,
    /// Number of visits that a move needs at a place before its average there counts, at least 1.
    pub least: u32,
    averages: [Averages<(u64, A)>; MAX_PLAYERS],
    /// Moves of the current simulation with their places.
    made: Vec<(Player, (u64, A))>,
}

impl<A> Default for Epic<A> {
    fn default() -> Self {
        Epic::over(Mast::default())
    }
}

impl<A, Q> Epic<A, Q> {
    /// EPIC with `mast` for moves with few visits at a place. Epsilon is 0.3, and `least` is 7.
    pub fn over(mast: Mast<A, Q>) -> Self {
        Epic { mast, epsilon: 0.3, least: 7, averages: Default::default(), made: vec![] }
    }
}

impl<G: Simultaneous + Episodes, Q: Policy<G>> Policy<G> for Epic<G::Action, Q>
where
    G::Action: Hash,
{
    fn action(&mut self, state: &G, scratch: &mut Vec<G::Action>, rng: &mut Rng) -> G::Action {
        let (who, place) = (self.mast.shortlist(state, scratch, rng), state.place());
        let chosen = if self.epsilon > 0.0 && rng.unit() < self.epsilon {
            rng.pick(scratch)
        } else {
            let (averages, mast, least) = (&self.averages[who.0], &self.mast, self.least);
            let value = |action| {
                averages.get_of(least, (place, action)).unwrap_or_else(|| mast.value(who, action))
            };
            favourite(scratch, value, rng)
        };
        self.made.push((who, (place, chosen)));
        chosen
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

    const LEARNS: bool = true;

    fn learn(&mut self, before: Option<G::Action>, moves: &[(Player, G::Action)], values: &[f64]) {
        Policy::<G>::learn(&mut self.mast, before, moves, values);
        // A rollout calls this twice for a simulation, for the tree and for the playout. The first
        // call records all places; the second finds an empty list.
        for (who, at) in self.made.drain(..) {
            self.averages[who.0].add(at, values[who.0]);
        }
    }

    fn forget(&mut self) {
        Policy::<G>::forget(&mut self.mast);
        self.averages.iter_mut().for_each(Averages::clear);
        self.made.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playout::{Playout, Rollout};
    use crate::{Game, Turn};

    /// The same two moves at every turn: move 0 earns at even places and move 1 at odd places.
    /// Every episode has two places.
    #[derive(Clone)]
    struct Alternating {
        made: u64,
        earned: i32,
    }

    const LENGTH: u64 = 8;

    impl Game for Alternating {
        type Action = u8;
        fn players(&self) -> usize {
            1
        }
        fn turn(&self) -> Turn {
            if self.made < LENGTH { Turn::Player(Player(0)) } else { Turn::Over }
        }
        fn actions(&self, out: &mut Vec<u8>) {
            out.clear();
            out.extend([0, 1]);
        }
        fn apply(&mut self, action: u8) {
            self.earned += if u64::from(action) == self.made % 2 { 1 } else { -1 };
            self.made += 1;
        }
        fn payoff(&self, _: Player) -> f64 {
            f64::from(self.earned) / LENGTH as f64
        }
    }
    impl crate::game::Deterministic for Alternating {}
    impl crate::game::Sequential for Alternating {}
    impl Episodes for Alternating {
        fn place(&self) -> u64 {
            self.made % 2
        }
    }

    /// The mean payoff of playouts of a policy after it has learnt from some.
    fn earned(policy: impl Policy<Alternating>) -> f64 {
        let (mut playout, mut rng, mut total) = (Rollout::new(policy), Rng::new(1), 0.0);
        for number in 0..2000 {
            let mut values = [0.0];
            playout.finish(&mut Alternating { made: 0, earned: 0 }, &mut rng, &mut values);
            playout.learn(&[], &values);
            total += if number < 1000 { 0.0 } else { values[0] };
        }
        total / 1000.0
    }

    /// A move that is good at one place and bad at another is rated at each; averages regardless of
    /// place carry no information.
    #[test]
    fn what_did_well_at_a_place_is_played_there_again() {
        let epic = earned(Epic { epsilon: 0.1, ..Epic::default() });
        assert!(epic > 0.8, "{epic}");
        let never_learnt = earned(Epic { epsilon: 0.1, least: u32::MAX, ..Epic::default() });
        assert!(never_learnt < 0.3, "{never_learnt}");
    }

    #[test]
    fn what_is_forgotten_is_gone() {
        let (mut epic, mut rng) = (Epic::<u8>::default(), Rng::new(1));
        let game = Alternating { made: 0, earned: 0 };
        for _ in 0..50 {
            epic.action(&game, &mut vec![], &mut rng);
            Policy::<Alternating>::learn(&mut epic, None, &[], &[0.5]);
        }
        assert!(epic.averages[0].get((0, 0)).is_some());
        Policy::<Alternating>::forget(&mut epic);
        assert!(epic.averages[0].get((0, 0)).is_none() && epic.made.is_empty());
    }
}
