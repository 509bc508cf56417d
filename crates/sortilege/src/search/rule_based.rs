//! A player that follows rules without search.

use super::decision::Answer;
use super::{Decision, Search, legal_actions};
use crate::game::{Hidden, Simultaneous};
use crate::playout::Policy;
use crate::{Player, Rng, Turn};

/// Plays the choice of a playout policy, such as a game's expert rules.
///
/// The policy receives a determinization of the view. A policy that uses only its player's
/// information makes the same choice in all of them; any other depends on randomly dealt cards.
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
