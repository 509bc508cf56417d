//! The player who does not think.

use super::decision::Answer;
use super::{Decision, Search, legal_actions};
use crate::game::{Hidden, Simultaneous};
use crate::{Player, Rng};

/// Every legal action is equally likely.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl<G: Hidden + Simultaneous> Search<G> for Random {
    fn decide(&mut self, view: &G::View, who: Player, rng: &mut Rng) -> Decision<G::Action> {
        let legal = legal_actions(&G::determinize(view, rng), who);
        Decision::of(rng.pick(&legal), &legal, &Answer::without_search(legal.len()))
    }
}
