//! The Move-Average Sampling Technique: moves that did well wherever they were played are played again
//! (Finnsson & Björnsson 2008). This is the greedy form; [`EpsilonMix`](super::EpsilonMix) blurs it.

use super::Policy;
use crate::game::{MAX_PLAYERS, Simultaneous};
use crate::{Player, Rng};
use rustc_hash::FxHashMap;
use std::hash::Hash;

/// The legal move with the highest average result over all simulations of this decision, whichever state
/// it was made in; a move that was never made counts as a sure win, and ties break at random.
#[derive(Clone, Debug)]
pub struct Mast<A> {
    averages: [FxHashMap<A, (f64, u32)>; MAX_PLAYERS],
}

impl<A> Default for Mast<A> {
    fn default() -> Self {
        Mast { averages: Default::default() }
    }
}

impl<A: Copy + Eq + Hash> Mast<A> {
    /// The value of an untried move: the best result there is.
    const UNTRIED: f64 = 1.0;

    fn best(&self, who: Player, moves: &[A], rng: &mut Rng) -> A {
        let (mut best, mut chosen, mut ties) = (f64::NEG_INFINITY, moves[0], 0);
        for &action in moves {
            let average = self.averages[who.0].get(&action);
            let value = average.map_or(Self::UNTRIED, |&(total, visits)| total / f64::from(visits));
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

impl<G: Simultaneous> Policy<G> for Mast<G::Action>
where
    G::Action: Send,
{
    fn action(&mut self, state: &G, scratch: &mut Vec<G::Action>, rng: &mut Rng) -> G::Action {
        let crate::Turn::Player(who) = state.turn() else {
            unreachable!("a policy moves for the player on turn")
        };
        state.actions(scratch);
        self.best(who, scratch, rng)
    }

    fn choice(&mut self, state: &G, who: Player, scratch: &mut Vec<G::Action>, rng: &mut Rng) -> G::Action {
        state.choices(who, scratch);
        self.best(who, scratch, rng)
    }

    const LEARNS: bool = true;

    fn learn(&mut self, moves: &[(Player, G::Action)], values: &[f64]) {
        for &(who, action) in moves {
            let (total, visits) = self.averages[who.0].entry(action).or_default();
            *total += values[who.0];
            *visits += 1;
        }
    }

    fn forget(&mut self) {
        self.averages.iter_mut().for_each(FxHashMap::clear);
    }
}
