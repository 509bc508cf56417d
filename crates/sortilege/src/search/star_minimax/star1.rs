//! Star1 (Ballard 1983; SM Algorithm 1). At a chance node some children have exact values, and the
//! others lie between v_min and v_max. As soon as these bounds prove that the node lies outside its
//! window, the other children are skipped.

use super::bounds::{Bounds, OutcomeSet, Window};
use super::lookahead::Lookahead;
use crate::evaluator::Evaluator;
use crate::game::{Key, Outcomes};

impl<G: Outcomes + Key, E: Evaluator<G>> Lookahead<G, E> {
    /// Algorithm 1. A chance node at depth 0 is still resolved, because of d - 1 in line 9 of the
    /// paper.
    pub(super) fn star1(&mut self, state: &G, depth: u32, window: Window) -> Option<f64> {
        self.with_outcomes(state, depth, |ahead, set| {
            ahead.search_outcomes(state, set, depth, window)
        })
    }

    /// Algorithm 1 from line 5, and Algorithm 2 from line 16.
    pub(super) fn search_outcomes(
        &mut self,
        state: &G,
        set: &mut OutcomeSet<G::Action>,
        depth: u32,
        window: Window,
    ) -> Option<f64> {
        for at in 0..set.len() {
            let outcome = set.get(at);
            if outcome.known.lower == outcome.known.upper {
                continue;
            }
            let (child, next) = (set.child_window(at, window), state.after(outcome.action));
            let clipped = child.clipped(outcome.known);
            let value = self.with_outcome(at, |ahead| match set.probed(at) {
                Some(probed) => ahead.value_after(&next, depth, clipped, probed),
                None => ahead.value(&next, depth, clipped),
            })?;
            set.learn(at, Bounds::exactly(value));
            // Rounding could put a bound just inside the window, where it would be taken for a
            // value: hence max and min.
            if value >= child.beta {
                return Some(set.pess.max(window.beta));
            }
            if value <= child.alpha {
                return Some(set.opti.min(window.alpha));
            }
        }
        Some(set.pess)
    }
}
