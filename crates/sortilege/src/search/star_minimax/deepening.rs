//! Iterative deepening at the root (SM §4.2).

use super::bounds::Window;
use super::lookahead::Lookahead;
use crate::evaluator::Evaluator;
use crate::game::{Key, Outcomes};
use crate::search::{Candidate, Decision, Tally};
use crate::tree::TreeStats;
use crate::{Game, Player, Turn};

/// A finished iteration.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Iteration {
    /// Search depth in moves of players.
    pub depth: u32,
    /// Value of the root for the acting player.
    pub value: f64,
    /// Number of visited nodes: states of any kind, the root included, counted at each visit.
    pub nodes: u64,
    /// Number of these that ended the game or lay at the horizon.
    pub leaves: u64,
}

/// The moves at the root and their values.
pub(super) struct Deepening<A> {
    /// Candidates in the game's order.
    pub(super) candidates: Vec<Candidate<A>>,
    /// Values of the current iteration.
    values: Vec<f64>,
    /// Best candidate of the last finished iteration.
    best: usize,
}

impl<A: Copy> Deepening<A> {
    /// Before the first iteration, the value of a move is the static value of its successor for
    /// `who`.
    pub(super) fn new<G, E>(state: &G, who: Player, ahead: &mut Lookahead<G, E>) -> Self
    where
        G: Outcomes<Action = A> + Key,
        E: Evaluator<G>,
    {
        assert_eq!(state.turn(), Turn::Player(who), "a search decides for the acting player");
        let mut actions = vec![];
        state.actions(&mut actions);
        let estimate = |&action| Candidate {
            action,
            visits: 0,
            value: ahead.static_value(&state.after(action)),
            proven: None,
        };
        let candidates: Vec<Candidate<A>> = actions.iter().map(estimate).collect();
        let values: Vec<f64> = candidates.iter().map(|one| one.value).collect();
        let best = first_largest(&values);
        Deepening { candidates, values, best }
    }

    /// Searches to `depth` moves. Returns `None`, with nothing but visits changed, if the budget
    /// ended first. The best move of the previous iteration comes first, and another one must be
    /// strictly better to replace it.
    pub(super) fn deepen<G, E>(
        &mut self,
        ahead: &mut Lookahead<G, E>,
        root: &G,
        depth: u32,
    ) -> Option<Iteration>
    where
        G: Outcomes<Action = A> + Key,
        E: Evaluator<G>,
    {
        ahead.aim(depth);
        let before = (ahead.nodes(), ahead.leaves());
        ahead.visit()?;
        let (first, mut best, mut window) = (self.best, self.best, Window::FULL);
        let others = (0..self.candidates.len()).filter(|&at| at != first);
        for at in std::iter::once(first).chain(others) {
            let candidate = &mut self.candidates[at];
            let start = ahead.nodes();
            let value = ahead.value(&root.after(candidate.action), depth - 1, window);
            candidate.visits += ahead.nodes() - start;
            self.values[at] = value?;
            if self.values[at] > self.values[best] {
                best = at;
            }
            window.alpha = window.alpha.max(self.values[best]);
        }
        self.best = best;
        self.candidates.iter_mut().zip(&self.values).for_each(|(one, &value)| one.value = value);
        let (nodes, leaves) = (ahead.nodes() - before.0, ahead.leaves() - before.1);
        Some(Iteration { depth, value: self.values[best], nodes, leaves })
    }

    /// The candidates without their actions.
    pub(super) fn tallies(&self) -> Vec<Tally> {
        self.candidates.iter().map(Candidate::tally).collect()
    }

    /// The best action of the last finished iteration.
    pub(super) fn action(&self) -> A {
        self.candidates[self.best].action
    }

    /// The decision after a search to this depth.
    pub(super) fn decision<G: Game<Action = A>, E>(
        self,
        ahead: &Lookahead<G, E>,
        depth: f64,
    ) -> Decision<A> {
        let (nodes, bytes) = (ahead.nodes(), ahead.bytes());
        Decision {
            action: self.action(),
            candidates: self.candidates,
            iterations: nodes,
            time: ahead.elapsed(),
            tree: TreeStats { nodes, depth, mean_depth: depth, bytes },
        }
    }
}

fn first_largest(values: &[f64]) -> usize {
    (1..values.len()).fold(0, |best, at| if values[at] > values[best] { at } else { best })
}
