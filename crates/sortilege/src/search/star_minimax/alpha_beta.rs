//! Alpha-beta at the nodes of players: `alphabeta1` and `alphabeta2` of SM §2.1, which differ only
//! in the kind of their chance nodes. They are fail-soft: a value outside the window is still a
//! bound.

use super::bounds::{Probed, Side, Window};
use super::lookahead::Lookahead;
use crate::evaluator::Evaluator;
use crate::game::{Key, Outcomes};

impl<G: Outcomes + Key, E: Evaluator<G>> Lookahead<G, E> {
    /// The value of a state with `side` to move. A move that was probed within this window or a
    /// wider one is not searched again.
    pub(super) fn alpha_beta(
        &mut self,
        state: &G,
        side: Side,
        depth: u32,
        mut window: Window,
        probed: Option<Probed<G::Action>>,
    ) -> Option<f64> {
        let mut best = probed.map_or(side.worst(), |probed| probed.value);
        if window.refuted(side, best) {
            return Some(best);
        }
        self.with_moves(state, |ahead, moves| {
            let key = state.key();
            ahead.arrange(state, key, side, depth, moves);
            if let Some(Probed { action, value, .. }) = probed {
                moves.retain(|&other| other != action);
                if window.narrow(side, value) {
                    ahead.table.remember(key, action);
                }
            }
            for &action in moves.iter() {
                let value = ahead.value(&state.after(action), depth - 1, window)?;
                if side.prefers(value, best) {
                    best = value;
                    if window.narrow(side, value) {
                        ahead.table.remember(key, action);
                    }
                }
                if window.refuted(side, value) {
                    break;
                }
            }
            Some(best)
        })
    }
}
