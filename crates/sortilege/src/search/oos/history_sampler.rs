//! Search for a history from the start of the game that agrees with the observations: random games
//! are sampled among agreeing moves until one reaches the decision.

use super::target::{Target, TargetState};
use crate::game::{Chance, ListOutcomes, Observe, Simultaneous};
use crate::{Game, Player, Rng, Turn};

/// A random game that is guided to the decision.
pub(super) struct HistorySampler<'a, G: Observe> {
    target: &'a Target<G>,
    list: ListOutcomes<G>,
    target_state: TargetState,
    state: G,
}

impl<'a, G: Chance + Observe + Simultaneous> HistorySampler<'a, G> {
    pub(super) fn new(start: &G, list: ListOutcomes<G>, target: &'a Target<G>) -> Self {
        HistorySampler { target, list, target_state: TargetState::Before(0), state: start.clone() }
    }

    /// The state at the decision; `None` if the game reached a state from which no move agrees.
    pub(super) fn run(mut self, rng: &mut Rng) -> Option<G> {
        let (mut legal, mut outcomes) = (vec![], vec![]);
        loop {
            let turn = self.state.turn();
            let searchers = turn == Turn::Together || turn == Turn::Player(self.target.of);
            self.target_state = self.target.at_turn(self.target_state, searchers);
            match turn {
                _ if self.target_state == TargetState::Reached => return Some(self.state),
                Turn::Over => return None,
                Turn::Chance => {
                    (self.list)(&self.state, &mut outcomes);
                    let outcome = self.one_of(&outcomes, None, rng)?;
                    self.state.apply(outcome);
                }
                Turn::Player(who) => {
                    let action = self.choice(who, &mut legal, rng)?;
                    self.state.apply(action);
                }
                Turn::Together => {
                    let seats = (0..self.state.players()).map(Player);
                    let joint: Option<Vec<_>> =
                        seats.map(|who| self.choice(who, &mut legal, rng)).collect();
                    self.state.apply_together(&joint?);
                }
            }
        }
    }

    /// A random action of `who` that agrees with the target.
    fn choice(
        &mut self,
        who: Player,
        legal: &mut Vec<G::Action>,
        rng: &mut Rng,
    ) -> Option<G::Action> {
        self.state.options(who, legal);
        let even: Vec<_> = legal.iter().map(|&action| (action, 1.0)).collect();
        self.one_of(&even, Some(who), rng)
    }

    /// One of the actions that agree with the target, sampled by their odds.
    fn one_of(
        &mut self,
        all: &[(<G as Game>::Action, f64)],
        mover: Option<Player>,
        rng: &mut Rng,
    ) -> Option<G::Action> {
        let leads =
            |&(action, _): &_| self.target.after(self.target_state, &self.state, action, mover);
        let agreeing: Vec<_> =
            all.iter().filter(|one| leads(one) != TargetState::Off).copied().collect();
        let odds: Vec<f64> = agreeing.iter().map(|&(_, odds)| odds).collect();
        if agreeing.is_empty() {
            return None;
        }
        let (action, odds) = agreeing[rng.weighted(&odds)];
        self.target_state = leads(&(action, odds));
        Some(action)
    }
}
