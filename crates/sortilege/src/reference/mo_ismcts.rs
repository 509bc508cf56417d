//! Multiple-observer information set MCTS (IS §IV-G): Algorithm 2, and line by line Appendix C,
//! with Appendix A for the parts that Appendix C omits. There is a tree for every player; its nodes
//! are that player's information sets, its edges are moves from that player's viewpoint.
//!
//! A move that a player does not notice leaves it at the same node. The environment has no tree. A
//! node counts the choices that its player has made there, so the searcher's n excludes the
//! iteration that added the node, which [`SoIsmcts`](super::SoIsmcts) counts. Moves of other
//! players have visits only; no other statistics of them are used.

use super::{
    Legal, Move, ONE_AT_A_TIME, ObservedMove, ReferenceTree, arg_max, as_seen, backpropagate,
    child, find_or_create_child, legal, simulate, single_node,
};
use crate::game::{Chance, Observe};
use crate::{Player, Rng, Turn};

/// MO-ISMCTS.
#[derive(Clone, Debug)]
pub struct MoIsmcts<G: Chance + Observe> {
    /// The current trees, one for each player.
    pub trees: Vec<ReferenceTree<ObservedMove<G>>>,
    view: G::View,
    searcher: Player,
    c: f64,
}

type VisitedNodes<G> = Vec<(Vec<ObservedMove<G>>, Option<Player>)>;

/// The state of an iteration: a node in every tree, the visited nodes, and a game state.
struct MultipleTreeIteration<G: Observe> {
    v: Vec<Vec<ObservedMove<G>>>,
    visited: Vec<VisitedNodes<G>>,
    d: G,
}

impl<G: Chance + Observe> MoIsmcts<G> {
    /// A search of the information set of `searcher` with exploration constant `c` (lines 2 and 3).
    pub fn new(view: &G::View, searcher: Player, c: f64) -> Self {
        let players = G::determinize(view, &mut Rng::new(0)).players();
        MoIsmcts { trees: vec![single_node(); players], view: view.clone(), searcher, c }
    }

    /// One iteration (lines 5 to 11).
    pub fn iterate(&mut self, rng: &mut Rng) {
        let roots = vec![vec![]; self.trees.len()];
        let visited = vec![vec![]; self.trees.len()];
        let mut at =
            MultipleTreeIteration { v: roots, visited, d: G::determinize(&self.view, rng) };
        self.select(&mut at, rng);
        self.expand(&mut at, rng);
        let rewards = simulate(at.d, rng);
        for (tree, visited) in self.trees.iter_mut().zip(&at.visited) {
            backpropagate(tree, visited, &rewards);
        }
    }

    /// SELECT (lines 14 to 20).
    fn select(&mut self, at: &mut MultipleTreeIteration<G>, rng: &mut Rng) {
        loop {
            match at.d.turn() {
                Turn::Over => return,
                Turn::Chance => {
                    let outcome = at.d.sample(rng);
                    self.descend(at, outcome, None);
                }
                Turn::Player(who) if !self.untried(at, who).is_empty() => return,
                Turn::Player(who) => {
                    let action = self.best(at, who, rng);
                    self.descend(at, action, Some(who));
                }
                Turn::Together => unreachable!("{ONE_AT_A_TIME}"),
            }
        }
    }

    /// EXPAND (lines 22 to 27), if there is an untried action.
    fn expand(&mut self, at: &mut MultipleTreeIteration<G>, rng: &mut Rng) {
        if let Turn::Player(who) = at.d.turn() {
            let action = rng.pick(&self.untried(at, who));
            self.descend(at, action, Some(who));
        }
    }

    /// Moves each player to the child for its observation of an action (lines 17 to 19, 24 to 26,
    /// and FINDORCREATECHILD).
    fn descend(
        &mut self,
        at: &mut MultipleTreeIteration<G>,
        action: G::Action,
        mover: Option<Player>,
    ) {
        for i in 0..self.trees.len() {
            let by = as_seen(&at.d, action, mover, Player(i));
            if by == Move::Unnoticed {
                continue;
            }
            find_or_create_child(&mut self.trees[i], &at.v[i], by);
            if mover == Some(Player(i)) && Player(i) != self.searcher {
                self.count_availability(at, i);
            }
            at.v[i].push(by);
            at.visited[i].push((at.v[i].clone(), mover.filter(|who| who.0 == i)));
        }
        at.d.apply(action);
    }

    /// The children that player i could have selected were available (A, lines 34 to 36).
    fn count_availability(&mut self, at: &MultipleTreeIteration<G>, i: usize) {
        for sibling in self.compatible(at, Player(i)) {
            let w = child(&at.v[i], Move::Own(sibling));
            self.trees[i].get_mut(&w).expect("a child").availability += 1;
        }
    }

    /// The actions that have a child in the tree of a player.
    fn tried(&self, at: &MultipleTreeIteration<G>, Player(i): Player) -> Vec<G::Action> {
        let own =
            |by: &ObservedMove<G>| if let Move::Own(action) = by { Some(*action) } else { None };
        self.trees[i][&at.v[i]].children.iter().filter_map(own).collect()
    }

    /// A(d). Determinizations agree on the searcher's legal actions only.
    fn legal(&self, at: &MultipleTreeIteration<G>, who: Player) -> Legal<G::Action> {
        if who == self.searcher { Legal::Always(legal(&at.d)) } else { Legal::Now(legal(&at.d)) }
    }

    /// u(v, d): the actions that are legal in d and have no child in the tree of the player on
    /// turn.
    fn untried(&self, at: &MultipleTreeIteration<G>, who: Player) -> Vec<G::Action> {
        self.legal(at, who).untried(&self.tried(at, who))
    }

    /// c(v, d): the children compatible with d in the tree of the player on turn.
    fn compatible(&self, at: &MultipleTreeIteration<G>, who: Player) -> Vec<G::Action> {
        self.legal(at, who).compatible(&self.tried(at, who))
    }

    /// The compatible child with the highest score (line 16).
    fn best(&self, at: &MultipleTreeIteration<G>, who: Player, rng: &mut Rng) -> G::Action {
        let compatible = self.compatible(at, who);
        let node = |action| &self.trees[who.0][&child(&at.v[who.0], Move::Own(action))];
        let choices = compatible.iter().map(|&action| node(action).visits).sum();
        let n = |action| if who == self.searcher { choices } else { node(action).availability };
        arg_max(&compatible, |action| node(action).ucb1(n(action), self.c), rng)
    }
}
