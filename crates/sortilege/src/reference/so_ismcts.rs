//! Single-observer information set MCTS (IS §IV-E): Algorithm 1, and line by line Appendix A. There
//! is one tree; its nodes are information sets of the searcher, its edges are actions.

use super::{
    Legal, ONE_AT_A_TIME, ReferenceTree, SingleTreeIteration, arg_max, backpropagate, child,
    find_or_create_child, legal, simulate, single_node,
};
use crate::game::{Chance, Hidden};
use crate::{Player, Rng, Turn};

/// SO-ISMCTS.
#[derive(Clone, Debug)]
pub struct SoIsmcts<G: Chance + Hidden> {
    /// The current tree.
    pub tree: ReferenceTree<G::Action>,
    view: G::View,
    searcher: Player,
    c: f64,
}

impl<G: Chance + Hidden> SoIsmcts<G> {
    /// A search of the information set of `searcher` with exploration constant `c` (line 2).
    pub fn new(view: &G::View, searcher: Player, c: f64) -> Self {
        SoIsmcts { tree: single_node(), view: view.clone(), searcher, c }
    }

    /// One iteration (lines 4 to 9).
    pub fn iterate(&mut self, rng: &mut Rng) {
        let mut at = SingleTreeIteration::new(G::determinize(&self.view, rng));
        self.select(&mut at, rng);
        self.expand(&mut at, rng);
        let rewards = simulate(at.d, rng);
        backpropagate(&mut self.tree, &at.visited, &rewards);
    }

    /// SELECT (lines 12 to 16): descends until the game is over or an action is untried.
    fn select(&mut self, at: &mut SingleTreeIteration<G, G::Action>, rng: &mut Rng) {
        loop {
            match at.d.turn() {
                Turn::Over => return,
                Turn::Chance => {
                    let outcome = at.d.sample(rng);
                    find_or_create_child(&mut self.tree, &at.v, outcome);
                    at.descend(outcome, outcome, None);
                }
                Turn::Player(who) if !self.untried(at, who).is_empty() => return,
                Turn::Player(who) => {
                    let action = self.best(at, who, rng);
                    self.descend(at, action, who);
                }
                Turn::Together => unreachable!("{ONE_AT_A_TIME}"),
            }
        }
    }

    /// EXPAND (lines 18 to 22), if there is an untried action.
    fn expand(&mut self, at: &mut SingleTreeIteration<G, G::Action>, rng: &mut Rng) {
        if let Turn::Player(who) = at.d.turn() {
            let action = rng.pick(&self.untried(at, who));
            find_or_create_child(&mut self.tree, &at.v, action);
            self.descend(at, action, who);
        }
    }

    /// Moves to the child of an action (lines 15 and 21). The child and its siblings compatible
    /// with d were available (lines 34 to 36).
    fn descend(
        &mut self,
        at: &mut SingleTreeIteration<G, G::Action>,
        action: G::Action,
        who: Player,
    ) {
        if who != self.searcher {
            for sibling in self.compatible(at, who) {
                self.tree.get_mut(&child(&at.v, sibling)).expect("a child").availability += 1;
            }
        }
        at.descend(action, action, Some(who));
    }

    /// A(d). Determinizations agree on the searcher's legal actions only.
    fn legal(&self, at: &SingleTreeIteration<G, G::Action>, who: Player) -> Legal<G::Action> {
        if who == self.searcher { Legal::Always(legal(&at.d)) } else { Legal::Now(legal(&at.d)) }
    }

    /// u(v, d): the actions that are legal in d and have no child.
    fn untried(&self, at: &SingleTreeIteration<G, G::Action>, who: Player) -> Vec<G::Action> {
        self.legal(at, who).untried(&self.tree[&at.v].children)
    }

    /// c(v, d): the children compatible with d.
    fn compatible(&self, at: &SingleTreeIteration<G, G::Action>, who: Player) -> Vec<G::Action> {
        self.legal(at, who).compatible(&self.tree[&at.v].children)
    }

    /// The compatible child with the highest score (line 14).
    fn best(
        &self,
        at: &SingleTreeIteration<G, G::Action>,
        who: Player,
        rng: &mut Rng,
    ) -> G::Action {
        let visits = self.tree[&at.v].visits;
        let score = |action| {
            let child = &self.tree[&child(&at.v, action)];
            child.ucb1(if who == self.searcher { visits } else { child.availability }, self.c)
        };
        arg_max(&self.compatible(at, who), score, rng)
    }
}
