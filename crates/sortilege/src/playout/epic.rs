//! Episodic information capture and reuse (EPIC; Powley, Cowling & Whitehouse 2014): a long game is
//! many short ones that are alike, such as tricks or ladders, and a move that did well at one place
//! of an episode is played at the same place of other episodes. Where too little is known of a
//! place it is [MAST](super::Mast), which knows moves alone.
//!
//! Departures: a place is what the game [says](Episodes::place) it is, and not all moves since the
//! episode began, so that a playout which begins in the middle of an episode knows its place; moves
//! in the tree teach MAST alone.

use super::averages::Averages;
use super::mast::favourite;
use super::{Mast, Policy, Uniform};
use crate::game::{Episodes, MAX_PLAYERS, Simultaneous};
use crate::{Player, Rng};
use std::hash::Hash;

/// The legal move whose average over all simulations of this decision in which it was made at the
/// same place of an episode is highest, and now and then any move; ties break at random.
#[derive(Clone, Debug)]
pub struct Epic<A, Q = Uniform> {
    /// How moves have done by themselves.
    pub mast: Mast<A, Q>,
    /// The part of all moves that is any legal one.
    pub epsilon: f64,
    /// How often a move has to be made at a place before its average there counts, at least 1.
    pub least: u32,
    averages: [Averages<(u64, A)>; MAX_PLAYERS],
    /// Moves of the simulation at hand, with their places.
    made: Vec<(Player, (u64, A))>,
}

impl<A> Default for Epic<A> {
    fn default() -> Self {
        Epic::over(Mast::default())
    }
}

impl<A, Q> Epic<A, Q> {
    /// Places of episodes, and where too little is known of one, moves alone. It explores with
    /// three moves of ten, and asks for seven visits.
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

    /// Two moves, again and again: at even places 0 earns, at odd places 1 does, and every episode
    /// has two places.
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

    /// What playouts of a policy earn on average once they have learnt from some.
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

    /// A move that is good at one place and bad at another is known for both; moves alone tell
    /// nothing.
    #[test]
    fn what_did_well_at_a_place_is_played_there_again() {
        let epic = earned(Epic { epsilon: 0.1, ..Epic::default() });
        assert!(epic > 0.8, "{epic}");
        let unheard = earned(Epic { epsilon: 0.1, least: u32::MAX, ..Epic::default() });
        assert!(unheard < 0.3, "{unheard}");
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
