//! The player who follows rules and does not search.

use super::{Candidate, Decision, Search, legal_actions};
use crate::game::{Hidden, Simultaneous};
use crate::playout::Policy;
use crate::tree::TreeStats;
use crate::{Player, Rng, Turn};
use std::time::Duration;

/// Plays what a playout policy would: a game's expert rules, at the table.
///
/// The policy is shown a state that fits the view. Rules that look only at what their player knows do the same
/// in any of them; others decide by cards that were dealt for the occasion.
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
        let candidate =
            |legal| Candidate { action: legal, visits: u64::from(legal == action), value: 0.0, proven: None };
        Decision {
            action,
            candidates: legal_actions(&state, who).into_iter().map(candidate).collect(),
            iterations: 0,
            time: Duration::ZERO,
            tree: TreeStats::default(),
        }
    }
}
