//! Star2 (Ballard 1983; SM Algorithm 2). Before Star1, one move is probed at every successor. Its
//! value is a bound on the state: from below for Max and from above for Min. (SM §2.1 says "lower"
//! for both; its pseudocode is right.) With a good move order this suffices for many cut-offs. The
//! result of a probe is kept: the search after it continues with the other moves.
//!
//! Chance below a probe is sampled as in the search after it, as SM §3.1 requires: see
//! [`Sampling`](super::Sampling).

use super::bounds::{Bounds, Probed, Side, Window};
use super::lookahead::Lookahead;
use crate::Turn;
use crate::evaluator::Evaluator;
use crate::game::{Key, Outcomes};

impl<G: Outcomes + Key, E: Evaluator<G>> Lookahead<G, E> {
    /// Algorithm 2.
    pub(super) fn star2(&mut self, state: &G, depth: u32, window: Window) -> Option<f64> {
        self.with_outcomes(state, depth, |ahead, set| {
            for at in 0..set.len() {
                let outcome = set.get(at);
                let (child, next) = (set.child_window(at, window), state.after(outcome.action));
                let (known, probed) =
                    ahead.with_outcome(at, |ahead| ahead.probe(&next, depth, child))?;
                set.learn(at, known);
                set.keep(probed);
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

    /// Bounds of a successor after a probe of one of its moves.
    fn probe(
        &mut self,
        state: &G,
        depth: u32,
        window: Window,
    ) -> Option<(Bounds, Option<Probed<G::Action>>)> {
        match state.turn() {
            Turn::Player(who) if depth > 0 => {
                let probed = self.probe_move(state, self.side(who), depth, window)?;
                Some((Bounds::UNKNOWN.after(probed), Some(probed)))
            }
            Turn::Chance => Some((Bounds::UNKNOWN, None)),
            _ => Some((
                Bounds::exactly(self.value(state, depth, window.clipped(Bounds::UNKNOWN))?),
                None,
            )),
        }
    }

    fn probe_move(
        &mut self,
        state: &G,
        side: Side,
        depth: u32,
        window: Window,
    ) -> Option<Probed<G::Action>> {
        self.visit()?;
        let (action, forced) = self.with_moves(state, |ahead, moves| {
            (ahead.first(state, side, depth, moves), moves.len() == 1)
        });
        let value = self.value(&state.after(action), depth - 1, window.clipped(Bounds::UNKNOWN))?;
        Some(Probed { side, action, value, forced, window })
    }

    /// The value of a probed successor, which was counted as a visited node by the probe.
    pub(super) fn value_after(
        &mut self,
        state: &G,
        depth: u32,
        window: Window,
        probed: Probed<G::Action>,
    ) -> Option<f64> {
        match probed.forced {
            true => Some(probed.value),
            false => self.choice(state, probed.side, depth, window, Some(probed)),
        }
    }
}
