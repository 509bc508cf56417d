//! UCT with implicit minimax backups: Lanctot, Winands, Pepels & Sturtevant (2014), Algorithm 1.
//!
//! In addition to the mean of its simulations, every node has a minimax value over evaluations of
//! the states below it. The two are backed up separately and mixed during selection: UCB1 uses the
//! paper's Q^IM = (1 - α) Q + α v as the mean. All children of a node are added and evaluated at
//! once on its second visit.
//!
//! It is for two players with opposed interests, without chance. Departures: v is scaled to the
//! [range](Reward::range) of rewards, so that α means the same for any reward; and a player may act
//! twice in a row.

use super::algorithm::{Algorithm, FromView, Start};
use super::decision::Tally;
use super::driver::Searcher;
use super::tree_search::wide::{PostponedNodes, WideNode, WideTree, wide_tree};
use super::{Setup, legal_actions};
use crate::bandit::ucb1;
use crate::bandit::{ArmScore, largest};
use crate::evaluator::{Evaluator, evaluate};
use crate::game::{Chance, Deterministic, Hidden, PerfectInfo, Sequential, Simultaneous, Values};
use crate::playout::{Playout, Rollout};
use crate::reward::WinLoss;
use crate::tree::TreeStats;
use crate::{Game, Player, Rng};
use std::ops::Range;

/// UCT whose means are mixed with minimax values of an evaluator.
///
/// ```
/// use sortilege::evaluator::Evaluator;
/// use sortilege::game::{Deterministic, PerfectInfo, Sequential};
/// use sortilege::search::{ImplicitMinimax, Search, Setup};
/// use sortilege::{Budget, Game, Player, Rng};
/// fn play<G>(state: &G, material: impl Evaluator<G>) -> G::Action
/// where
///     G: Game + Deterministic + PerfectInfo + Sequential,
/// {
///     let mut search = ImplicitMinimax::new(Setup::new(Budget::iterations(1000)), material);
///     search.algorithm.alpha = 0.2;
///     search.decide(state, Player(0), &mut Rng::new(1)).action
/// }
/// ```
pub type ImplicitMinimax<G, E, P = Rollout<G>, R = WinLoss> = Searcher<G, MinimaxTree<G, E>, P, R>;

/// A tree whose nodes have minimax values of an evaluator.
pub struct MinimaxTree<G: Game, E> {
    /// Weight α of the evaluator, from 0 (plain UCT) to 1.
    pub alpha: f64,
    evaluator: E,
    mixing: Mixing,
    /// The tree; each node stores its minimax value, in [-1, 1].
    tree: WideTree<G, f64>,
    scores: Vec<f32>,
}

impl<G: Game + PerfectInfo, E, P, R> ImplicitMinimax<G, E, P, R> {
    /// With α = 0.4, the paper's choice for Breakthrough, and c = 0.7.
    pub fn new(setup: Setup<P, R>, evaluator: E) -> Self {
        let tree = MinimaxTree {
            alpha: 0.4,
            evaluator,
            mixing: Mixing { c: 0.0, alpha: 0.0, range: (0.0, 1.0) },
            tree: WideTree::default(),
            scores: vec![],
        };
        Searcher::with(tree, setup)
    }
}

impl<G: Game, E> MinimaxTree<G, E> {
    /// Backs up minimax values from the last node with children: the acting player takes the best
    /// child.
    fn back_up_values(&mut self) {
        let WideTree { nodes, path, moves, .. } = &mut self.tree;
        for at in (1..path.len()).rev() {
            let node = path[at];
            let Some(children) = nodes[node].children() else { continue };
            let best =
                nodes[children].iter().map(|child| child.known).fold(f64::NEG_INFINITY, f64::max);
            // The next move of the path was made at this node, so its player is the acting player
            // here.
            let (mover, taker) = (moves[at - 1].0, moves.get(at).map(|&(who, _)| who));
            nodes[node].known = if taker == Some(mover) { best } else { -best };
        }
    }
}

impl<G, E> Algorithm<G> for MinimaxTree<G, E>
where
    G: Chance + Deterministic + Hidden + Sequential + Simultaneous,
    E: Evaluator<G>,
{
    wide_tree!();

    #[inline]
    fn back_up(&mut self, _: &[(Player, G::Action)], rewards: &Values, _: (f64, f64)) {
        self.tree.credit(rewards);
    }

    #[inline]
    fn bytes(&self) -> usize {
        self.tree.bytes()
    }

    fn start(&mut self, start: &Start<'_, G>, _: &mut Rng) {
        assert!(start.root.players() == 2, "minimax is for two players");
        self.mixing = Mixing { c: start.rules.c, alpha: self.alpha, range: start.range };
        self.tree.restart(legal_actions(start.root, start.who)[0], 0.0);
    }

    fn descend<P: Playout<G>>(&mut self, state: &mut G, _: &mut P, rng: &mut Rng) {
        let MinimaxTree { evaluator, mixing, tree, scores, .. } = self;
        let value = |next: &G, who: Player| {
            let mut values = [0.0; 2];
            evaluate(evaluator, next, &mut values);
            values[who.0]
        };
        let choose =
            |nodes: &[WideNode<G::Action, f64>], node: usize, children: Range<usize>, _| {
                children.start + mixing.choose(nodes[node].visits, &nodes[children], scores, rng)
            };
        if tree.descend(state, value, choose) {
            self.back_up_values();
        }
    }

    fn tallies(&mut self, _: &G, _: Player, _: &[G::Action], _: (f64, f64)) -> Vec<Tally> {
        self.tree.candidates().iter().map(WideNode::tally).collect()
    }
}

impl<G, E> FromView<G> for MinimaxTree<G, E>
where
    G: Chance + Deterministic + PerfectInfo + Sequential + Simultaneous,
    E: Evaluator<G>,
{
}

/// Mixing of means and minimax values.
#[derive(Clone, Copy)]
struct Mixing {
    c: f64,
    alpha: f64,
    range: (f64, f64),
}

impl Mixing {
    /// Selects by UCB1 over means that are mixed with minimax values, after `visits` visits;
    /// unvisited children come first.
    fn choose<A>(
        self,
        visits: u32,
        children: &[WideNode<A, f64>],
        scores: &mut Vec<f32>,
        rng: &mut Rng,
    ) -> usize {
        let (Mixing { c, alpha, range: (least, most) }, visits) = (self, visits.into());
        let exploration_term = ucb1::exploration_term(visits, ucb1::constant(c));
        let score = |child: &WideNode<A, f64>| {
            let visits = f64::from(child.visits);
            let implicit = least + (most - least) * (child.known + 1.0) / 2.0;
            let mixed = (1.0 - alpha) * child.total + alpha * implicit * visits;
            ArmScore::new(mixed, child.visits.into()).upper_bound(exploration_term)
        };
        scores.clear();
        scores.extend(children.iter().map(score));
        largest(scores, rng)
    }
}

#[cfg(test)]
mod tests;
