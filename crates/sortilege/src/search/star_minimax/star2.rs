//! Star2 (Ballard 1983; SM Algorithm 2). Before Star1, one move is tried at every successor: what a player
//! can have for certain bounds what the state is worth to him, from below for Max and from above for Min
//! (SM §2.1 says "lower" for both; its pseudocode is right). A good move order makes this enough for many a
//! cut-off.
//!
//! Chance below a probe is sampled as it is in the search after it, as SM §3.1 demands: see
//! [`Sampling`](super::Sampling).

use super::bounds::{Bounds, Window};
use super::lookahead::Lookahead;
use super::side::Side;
use crate::evaluator::Evaluator;
use crate::game::{Key, Outcomes};
use crate::{Player, Turn};

impl<G: Outcomes + Key, E: Evaluator<G>> Lookahead<G, E> {
    /// Algorithm 2.
    pub(super) fn star2(&mut self, state: &G, depth: u32, window: Window) -> Option<f64> {
        self.with_outcomes(state, depth, |ahead, set| {
            for at in 0..set.len() {
                let outcome = set.get(at);
                let child = set.child_window(at, window).clipped(outcome.known);
                set.learn(at, ahead.probe(&state.after(outcome.action), depth, child)?);
                if set.pess >= window.beta {
                    return Some(set.pess);
                }
                if set.opti <= window.alpha {
                    return Some(set.opti);
                }
            }
            ahead.search_outcomes(state, set, depth, window)
        })
    }

    /// What can be said of a successor after a look at one of its moves.
    fn probe(&mut self, state: &G, depth: u32, window: Window) -> Option<Bounds> {
        match state.turn() {
            Turn::Player(who) if depth > 0 => self.probe_move(state, who, depth, window),
            Turn::Chance => Some(Bounds::UNKNOWN),
            _ => self.value(state, depth, window).map(Bounds::exactly),
        }
    }

    fn probe_move(&mut self, state: &G, who: Player, depth: u32, window: Window) -> Option<Bounds> {
        self.visit()?;
        let side = self.side(who);
        let (first, forced) = self.with_moves(state, |ahead, moves| {
            ahead.arrange(state, state.key(), side, depth, moves);
            (moves[0], moves.len() == 1)
        });
        let value = self.value(&state.after(first), depth - 1, window)?;
        let mut known = Bounds::UNKNOWN;
        // A value on the far side of the window is a bound on the move from the wrong side.
        if value > window.alpha && (side == Side::Max || forced) {
            known.lower = value;
        }
        if value < window.beta && (side == Side::Min || forced) {
            known.upper = value;
        }
        Some(known)
    }
}
