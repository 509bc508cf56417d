//! Expectimax (Michie 1966): V_d of SM §2.1 by its definition. With sampled outcomes it is the
//! estimate expSS of SM §3.

use super::bounds::{Probed, Side, Window};
use super::lookahead::Lookahead;
use crate::evaluator::Evaluator;
use crate::game::{Key, Outcomes};

impl<G: Outcomes + Key, E: Evaluator<G>> Lookahead<G, E> {
    /// max or min over a of V_d(s, a). The value of a probed move is known already.
    pub(super) fn best(
        &mut self,
        state: &G,
        side: Side,
        depth: u32,
        probed: Option<Probed<G::Action>>,
    ) -> Option<f64> {
        self.with_moves(state, |ahead, moves| {
            let mut best = side.worst();
            if let Some(Probed { action, value, .. }) = probed {
                moves.retain(|&other| other != action);
                best = value;
            }
            for &action in moves.iter() {
                let value = ahead.value(&state.after(action), depth - 1, Window::FULL)?;
                if side.prefers(value, best) {
                    best = value;
                }
            }
            Some(best)
        })
    }

    /// The expected value over outcomes: equation 1.
    pub(super) fn average(&mut self, state: &G, depth: u32) -> Option<f64> {
        self.with_outcomes(state, depth, |ahead, set| {
            let mut sum = 0.0;
            for (at, outcome) in set.iter().enumerate() {
                let next = state.after(outcome.action);
                sum += outcome.odds
                    * ahead.with_outcome(at, |ahead| ahead.value(&next, depth, Window::FULL))?;
            }
            Some(sum)
        })
    }
}
