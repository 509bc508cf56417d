//! Iterative deepening at the root (SM §4.2).

use super::bounds::Window;
use super::lookahead::Lookahead;
use crate::evaluator::Evaluator;
use crate::game::{Key, Outcomes};
use crate::search::{Candidate, Decision};
use crate::tree::TreeStats;
use crate::{Game, Player, Turn};

/// A finished iteration.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Iteration {
    /// How many moves of players it looked ahead.
    pub depth: u32,
    /// What the root is worth to the player on turn.
    pub value: f64,
    /// Nodes visited: states of any kind, the root included, each as often as it was visited.
    pub nodes: u64,
    /// Those among them that ended the game or lay at the horizon.
    pub leaves: u64,
}

/// The moves at the root, and what the iterations say of them.
pub(super) struct Deepening<A> {
    /// In the game's order.
    pub(super) candidates: Vec<Candidate<A>>,
    /// The values of the iteration under way.
    values: Vec<f64>,
    /// The best candidate of the last finished one.
    best: usize,
}

impl<A: Copy> Deepening<A> {
    /// Before the first iteration a move is worth what the state after it seems to be worth to
    /// `who`.
    pub(super) fn new<G, E>(state: &G, who: Player, ahead: &mut Lookahead<G, E>) -> Self
    where
        G: Outcomes<Action = A> + Key,
        E: Evaluator<G>,
    {
        assert_eq!(state.turn(), Turn::Player(who), "a search decides for the player on turn");
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

    /// Searches `depth` moves deep; `None`, and nothing but visits changed, if time was up before
    /// the end. The best move of the iteration before comes first, and another has to be better to
    /// take its place.
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

    /// What the last finished iteration would play.
    pub(super) fn action(&self) -> A {
        self.candidates[self.best].action
    }

    /// What a search answers that has looked so deep.
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
