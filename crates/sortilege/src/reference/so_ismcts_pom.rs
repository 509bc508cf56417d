//! Single-observer information set MCTS with partially observable moves (IS §IV-F): Appendix B,
//! with Appendix A for the parts that Appendix B omits. It differs from
//! [`SoIsmcts`](super::SoIsmcts) in its edges, which are moves from the searcher's viewpoint:
//! actions of other players that look alike to the searcher share one.
//!
//! A move that the searcher does not notice leaves it at the same node. The move has counts there,
//! like any child.

use super::{
    Legal, Move, ONE_AT_A_TIME, ObservedMove, ReferenceTree, SingleTreeIteration, arg_max, as_seen,
    backpropagate, child, find_or_create_child, legal, simulate, single_node,
};
use crate::game::{Chance, Observe};
use crate::{Player, Rng, Turn};

/// SO-ISMCTS + POM.
#[derive(Clone, Debug)]
pub struct SoIsmctsPom<G: Chance + Observe> {
    /// The current tree.
    pub tree: ReferenceTree<ObservedMove<G>>,
    view: G::View,
    searcher: Player,
    c: f64,
}

type PomIteration<G> = SingleTreeIteration<G, ObservedMove<G>>;

impl<G: Chance + Observe> SoIsmctsPom<G> {
    /// A search of the information set of `searcher` with exploration constant `c` (A, line 2).
    pub fn new(view: &G::View, searcher: Player, c: f64) -> Self {
        SoIsmctsPom { tree: single_node(), view: view.clone(), searcher, c }
    }

    /// One iteration (A, lines 4 to 9).
    pub fn iterate(&mut self, rng: &mut Rng) {
        let mut at = SingleTreeIteration::new(G::determinize(&self.view, rng));
        self.select(&mut at, rng);
        self.expand(&mut at, rng);
        let rewards = simulate(at.d, rng);
        backpropagate(&mut self.tree, &at.visited, &rewards);
    }

    /// SELECT (lines 1 to 6).
    fn select(&mut self, at: &mut PomIteration<G>, rng: &mut Rng) {
        loop {
            match at.d.turn() {
                Turn::Over => return,
                Turn::Chance => {
                    let outcome = at.d.sample(rng);
                    self.pass_chance(at, outcome);
                }
                Turn::Player(who) if !self.untried(at, who).is_empty() => return,
                Turn::Player(who) => {
                    let by = self.best(at, who, rng);
                    self.descend(at, by, who, rng);
                }
                Turn::Together => unreachable!("{ONE_AT_A_TIME}"),
            }
        }
    }

    /// EXPAND (lines 8 to 13), if there is an untried move.
    fn expand(&mut self, at: &mut PomIteration<G>, rng: &mut Rng) {
        if let Turn::Player(who) = at.d.turn() {
            let by = rng.pick(&self.untried(at, who));
            find_or_create_child(&mut self.tree, &at.v, by);
            self.descend(at, by, who, rng);
        }
    }

    /// Moves to the child of a move (lines 4 and 5, 11 and 12). The child and its siblings
    /// compatible with d were available (A, lines 34 to 36).
    fn descend(
        &mut self,
        at: &mut PomIteration<G>,
        by: ObservedMove<G>,
        who: Player,
        rng: &mut Rng,
    ) {
        let action = match by {
            Move::Own(action) => action,
            _ => {
                for sibling in self.compatible(at, who) {
                    self.tree.get_mut(&child(&at.v, sibling)).expect("a child").availability += 1;
                }
                let alike = |action: &G::Action| self.as_seen(at, *action, Some(who)) == by;
                rng.pick(&legal(&at.d).into_iter().filter(alike).collect::<Vec<_>>())
            }
        };
        at.descend(by, action, Some(who));
        if by == Move::Unnoticed {
            at.v.pop();
        }
    }

    /// Moves to the child for the searcher's observation of an outcome.
    fn pass_chance(&mut self, at: &mut PomIteration<G>, outcome: G::Action) {
        match self.as_seen(at, outcome, None) {
            Move::Unnoticed => at.d.apply(outcome),
            seen => {
                find_or_create_child(&mut self.tree, &at.v, seen);
                at.descend(seen, outcome, None);
            }
        }
    }

    fn as_seen(
        &self,
        at: &PomIteration<G>,
        action: G::Action,
        mover: Option<Player>,
    ) -> ObservedMove<G> {
        as_seen(&at.d, action, mover, self.searcher)
    }

    /// M(d): the legal moves in d. Determinizations agree on those of the searcher.
    fn legal(&self, at: &PomIteration<G>, who: Player) -> Legal<ObservedMove<G>> {
        let mut moves = vec![];
        for action in legal(&at.d) {
            let by = self.as_seen(at, action, Some(who));
            if !moves.contains(&by) {
                moves.push(by);
            }
        }
        if who == self.searcher { Legal::Always(moves) } else { Legal::Now(moves) }
    }

    /// u(v, d): the moves that are legal in d and have no child.
    fn untried(&self, at: &PomIteration<G>, who: Player) -> Vec<ObservedMove<G>> {
        self.legal(at, who).untried(&self.tree[&at.v].children)
    }

    /// c(v, d): the children compatible with d.
    fn compatible(&self, at: &PomIteration<G>, who: Player) -> Vec<ObservedMove<G>> {
        self.legal(at, who).compatible(&self.tree[&at.v].children)
    }

    /// The compatible child with the highest score (line 3).
    fn best(&self, at: &PomIteration<G>, who: Player, rng: &mut Rng) -> ObservedMove<G> {
        let visits = self.tree[&at.v].visits;
        let score = |by| {
            let child = &self.tree[&child(&at.v, by)];
            child.ucb1(if who == self.searcher { visits } else { child.availability }, self.c)
        };
        arg_max(&self.compatible(at, who), score, rng)
    }
}
