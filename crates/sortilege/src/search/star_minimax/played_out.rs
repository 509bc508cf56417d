//! Evaluation of leaves by playouts, and the test whether that is better than the evaluator: our
//! own, for [`ScheduledStar`](super::ScheduledStar).

use super::lookahead::Lookahead;
use crate::evaluator::Evaluator;
use crate::game::{Key, Outcomes};
use crate::{Rng, Turn};

/// Maximum number of random moves from the root to a state of the comparison.
const AWAY: usize = 8;
/// Number of states in the comparison: fewer are inconclusive, and more are not needed.
const STATES: std::ops::Range<usize> = 16..257;
/// Minimum cost of the comparison: each state takes at least one move and two playouts.
const LEAST: u64 = 3 * STATES.start as u64;
/// A playout of at most this many moves is finished, even if the remaining budget is smaller.
const SHORT: u64 = 64;
/// An evaluator with a lower correlation with playouts than this is not used.
const CLOSE: f64 = 0.5;

impl<G: Outcomes + Key, E: Evaluator<G>> Lookahead<G, E> {
    /// Payoff of the root player after a random playout from `state`.
    pub(super) fn playout(&mut self, state: &G, rng: &mut Rng) -> Option<f64> {
        let end = self.wander(state, usize::MAX, rng)?;
        Some(end.payoff(self.rules.me))
    }

    /// The state after `moves` random moves, or the end of the game. Moves count as visited nodes.
    fn wander(&mut self, state: &G, moves: usize, rng: &mut Rng) -> Option<G> {
        let (mut state, mut left) = (state.clone(), moves);
        loop {
            match state.turn() {
                Turn::Over => return Some(state),
                Turn::Chance => state.apply(state.sample(rng)),
                _ if left == 0 => return Some(state),
                _ => {
                    self.visit()?;
                    let action = state.random_action(&mut self.scratch, rng);
                    state.apply(action);
                    left -= 1;
                }
            }
        }
    }

    /// Whether playouts predict results close to `root` better than the evaluator. The comparison
    /// costs about `nodes` nodes; none if they cannot suffice.
    pub(super) fn is_better_played_out(
        &mut self,
        root: &G,
        nodes: u64,
        rng: &mut Rng,
    ) -> Option<bool> {
        if nodes < LEAST {
            return Some(false);
        }
        let (mut found, start) = (Compared::default(), self.nodes());
        let spent = |ahead: &Self| ahead.nodes() - start;
        while found.count < STATES.end as f64 && spent(self) < nodes {
            let state = self.wander(root, 1 + rng.below(AWAY), rng)?;
            if state.turn() != Turn::Over {
                let opinion = self.opinion(&state);
                let left = nodes.saturating_sub(spent(self)).max(SHORT);
                let Some(playouts) = self.two_playouts(&state, left, rng)? else { break };
                found.add(opinion, playouts);
            }
        }
        Some(found.count >= STATES.start as f64 && found.is_for_playouts())
    }

    /// Payoffs of the root player in two playouts; `None` if the first one takes more than `nodes`
    /// moves.
    fn two_playouts(&mut self, state: &G, nodes: u64, rng: &mut Rng) -> Option<Option<[f64; 2]>> {
        let end = self.wander(state, nodes as usize, rng)?;
        if end.turn() != Turn::Over {
            return Some(None);
        }
        Some(Some([end.payoff(self.rules.me), self.playout(state, rng)?]))
    }
}

/// Sums over states of an evaluation and two playouts each.
#[derive(Default)]
struct Compared {
    count: f64,
    opinion: f64,
    opinion_squared: f64,
    playout: f64,
    both: f64,
    playouts: f64,
}

impl Compared {
    fn add(&mut self, opinion: f64, [one, other]: [f64; 2]) {
        let mean = (one + other) / 2.0;
        self.count += 1.0;
        self.opinion += opinion;
        self.opinion_squared += opinion * opinion;
        self.playout += mean;
        self.both += opinion * mean;
        self.playouts += one * other;
    }

    /// Whether playouts are preferred. Two playouts of a state share only the true mean, so their
    /// covariance is its variance. The correlation of the evaluation with the true mean thus
    /// follows from noisy playouts. A constant evaluation is useless; playouts without a covariance
    /// are uninformative.
    fn is_for_playouts(&self) -> bool {
        let n = self.count;
        let variance = self.opinion_squared / n - (self.opinion / n).powi(2);
        let signal = self.playouts / n - (self.playout / n).powi(2);
        let common = self.both / n - self.opinion * self.playout / (n * n);
        // Twice the standard error of a correlation, and of a covariance of results.
        let doubt = 2.0 / n.sqrt();
        variance < 1e-12 || signal > doubt && common / (variance * signal).sqrt() + doubt < CLOSE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compared(states: impl Iterator<Item = (f64, [f64; 2])>) -> bool {
        let mut all = Compared::default();
        states.for_each(|(opinion, playouts)| all.add(opinion, playouts));
        all.is_for_playouts()
    }

    #[test]
    fn what_playouts_contradict_is_not_believed() {
        let sign = |number: i32| if number % 2 == 0 { 1.0 } else { -1.0 };
        let states = || (0..64).map(|number| (number, [sign(number), sign(number)]));
        assert!(
            !compared(states().map(|(number, playouts)| (0.3 * sign(number), playouts))),
            "it agrees"
        );
        assert!(compared(states().map(|(_, playouts)| (0.0, playouts))), "it says nothing");
        assert!(
            compared(states().map(|(number, playouts)| (sign(number / 2), playouts))),
            "it has nothing to do with them"
        );
        let noise = |number: i32| (sign(number / 2), [sign(number), sign(number / 4)]);
        assert!(!compared((0..64).map(noise)), "playouts say nothing");
    }
}
