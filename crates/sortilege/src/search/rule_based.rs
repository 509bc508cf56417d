//! The player who follows rules and does not search.

use super::{Candidate, Decision, Search, legal_actions};
use crate::game::{PerfectInfo, Simultaneous};
use crate::playout::Policy;
use crate::tree::TreeStats;
use crate::{Player, Rng, Turn};
use std::time::Duration;

/// Plays what a playout policy would: a game's expert rules, at the table.
#[derive(Clone, Debug, Default)]
pub struct RuleBased<P> {
    /// The rules.
    pub policy: P,
}

impl<G: PerfectInfo + Simultaneous, P: Policy<G>> Search<G> for RuleBased<P> {
    fn decide(&mut self, view: &G, who: Player, rng: &mut Rng) -> Decision<G::Action> {
        let mut scratch = vec![];
        let action = match view.turn() {
            Turn::Together => self.policy.choice(view, who, &mut scratch, rng),
            _ => self.policy.action(view, &mut scratch, rng),
        };
        let candidate =
            |legal| Candidate { action: legal, visits: u64::from(legal == action), value: 0.0, proven: None };
        Decision {
            action,
            candidates: legal_actions(view, who).into_iter().map(candidate).collect(),
            iterations: 0,
            time: Duration::ZERO,
            tree: TreeStats::default(),
        }
    }
}
