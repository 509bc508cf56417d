//! Alpha-beta at the nodes of players: `alphabeta1` and `alphabeta2` of SM §2.1, which differ only in the
//! kind of chance node that they lead to. They fail soft: a value outside the window is still a bound.

use super::bounds::Window;
use super::lookahead::Lookahead;
use super::side::Side;
use crate::evaluator::Evaluator;
use crate::game::{Key, Outcomes};

impl<G: Outcomes + Key, E: Evaluator<G>> Lookahead<G, E> {
    /// The value of a state where `side` is on turn.
    pub(super) fn alpha_beta(&mut self, state: &G, side: Side, depth: u32, window: Window) -> Option<f64> {
        self.with_moves(state, |ahead, moves| {
            let key = state.key();
            ahead.arrange(state, key, side, depth, moves);
            let (mut window, mut best) = (window, side.worst());
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
