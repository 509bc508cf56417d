//! The player who follows rules and does not search.

use super::decision::Answer;
use super::{Decision, Search, legal_actions};
use crate::game::{Hidden, Simultaneous};
use crate::playout::Policy;
use crate::{Player, Rng, Turn};

/// Plays what a playout policy would: a game's expert rules, at the table.
///
/// The policy is shown a state that fits the view. Rules that look only at what their player knows
/// do the same in any of them; others decide by cards that were dealt for the occasion.
#[derive(Clone, Debug, Default)]
pub struct RuleBased<P> {
    /// The rules.
    pub policy: P,
}

impl<G: Hidden + Simultaneous, P: Policy<G>> Search<G> for RuleBased<P> {
    fn decide(&mut self, view: &G::View, who: Player, rng: &mut Rng) -> Decision<G::Action> {
        let (state, mut scratch) = (G::determinize(view, rng), vec![]);
        let action = match state.turn() {
            Turn::Together => self.policy.choice(&state, who, &mut scratch, rng),
            _ => self.policy.action(&state, &mut scratch, rng),
        };
        let legal = legal_actions(&state, who);
        let mut answer = Answer::without_search(legal.len());
        for (tally, &other) in answer.tallies.iter_mut().zip(&legal) {
            tally.visits = u64::from(other == action);
        }
        Decision::of(action, &legal, &answer)
    }
}
