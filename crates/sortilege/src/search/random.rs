//! The player who does not think.

use super::{Candidate, Decision, Search, legal_actions};
use crate::game::{Hidden, Simultaneous};
use crate::tree::TreeStats;
use crate::{Player, Rng};
use std::time::Duration;

/// Every legal action is equally likely.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl<G: Hidden + Simultaneous> Search<G> for Random {
    fn decide(&mut self, view: &G::View, who: Player, rng: &mut Rng) -> Decision<G::Action> {
        let legal = legal_actions(&G::determinize(view, rng), who);
        Decision {
            action: rng.pick(&legal),
            candidates: legal
                .iter()
                .map(|&action| Candidate { action, visits: 0, value: 0.0, proven: None })
                .collect(),
            iterations: 0,
            time: Duration::ZERO,
            tree: TreeStats::default(),
        }
    }
}
