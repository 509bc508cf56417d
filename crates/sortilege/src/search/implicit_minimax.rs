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

use super::decision::{Answer, Tally};
use super::setup::finish;
use super::tree_search::wide::{Node, WideTree};
use super::{Decision, Note, Search, Setup, legal_actions};
use crate::bandit::ucb1;
use crate::bandit::{ArmScore, largest};
use crate::budget::Clock;
use crate::evaluator::{Evaluator, judge};
use crate::game::{Chance, Deterministic, PerfectInfo, Sequential, Simultaneous};
use crate::playout::{Playout, Rollout};
use crate::reward::{Reward, WinLoss};
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
///     search.alpha = 0.2;
///     search.decide(state, Player(0), &mut Rng::new(1)).action
/// }
/// ```
pub struct ImplicitMinimax<G: Game, E, P = Rollout<G>, R = WinLoss> {
    /// Exploration constant: UCB1 = mean + c sqrt(ln n / n_j), rewards in [0, 1].
    pub c: f64,
    /// Weight α of the evaluator, from 0 (plain UCT) to 1.
    pub alpha: f64,
    /// Budget, playout, reward and final choice.
    pub setup: Setup<P, R>,
    evaluator: E,
    /// The tree; each node stores its minimax value, in [-1, 1].
    tree: WideTree<G, f64>,
    scores: Vec<f32>,
}

impl<G: Game, E, P, R> ImplicitMinimax<G, E, P, R> {
    /// With α = 0.4, the paper's choice for Breakthrough, and c = 0.7.
    pub fn new(setup: Setup<P, R>, evaluator: E) -> Self {
        ImplicitMinimax {
            c: 0.7,
            alpha: 0.4,
            setup,
            evaluator,
            tree: WideTree::default(),
            scores: vec![],
        }
    }
}

impl<G, E, P, R> ImplicitMinimax<G, E, P, R>
where
    G: Chance + Deterministic + Sequential + Simultaneous,
    E: Evaluator<G>,
    P: Playout<G>,
    R: Reward<G>,
{
    /// Makes one simulation from `state`, which it consumes.
    fn simulate(&mut self, mut state: G, grows: bool, rng: &mut Rng) {
        let expanded = self.descend(&mut state, grows, rng);
        let length = self.tree.moves.len() as u32;
        let values = finish(&mut state, &mut self.setup, &self.tree.moves, length, rng);
        self.tree.credit(&values);
        if expanded {
            self.back_up();
        }
    }

    /// Descends the tree; returns whether children were added.
    fn descend(&mut self, state: &mut G, grows: bool, rng: &mut Rng) -> bool {
        let mixing = self.mixing();
        let ImplicitMinimax { evaluator, tree, scores, .. } = self;
        let judge = |next: &G, who: Player| {
            let mut values = [0.0; 2];
            judge(evaluator, next, &mut values);
            values[who.0]
        };
        let choose = |nodes: &[Node<G::Action, f64>], node: usize, children: Range<usize>, _| {
            children.start + mixing.choose(nodes[node].visits, &nodes[children], scores, rng)
        };
        tree.descend(state, grows, judge, choose)
    }

    fn mixing(&self) -> Mixing {
        Mixing { c: self.c, alpha: self.alpha, range: self.setup.reward.range() }
    }

    /// Backs up minimax values from the last node with children: the acting player takes the best
    /// child.
    fn back_up(&mut self) {
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

    /// Statistics of the root's children.
    fn tallies(&self) -> Vec<Tally> {
        self.tree.candidates().iter().map(Node::tally).collect()
    }

    fn grow(&mut self, state: &G, clock: &mut Clock, rng: &mut Rng) {
        while clock.tick(|| self.tree.bytes(), || !self.tree.has_room(1)) {
            self.simulate(state.clone(), !clock.is_full() || self.tree.nodes.len() == 1, rng);
            if clock.is_due() {
                self.setup.tell(clock, self.tallies());
            }
        }
    }
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
        children: &[Node<A, f64>],
        scores: &mut Vec<f32>,
        rng: &mut Rng,
    ) -> usize {
        let (Mixing { c, alpha, range: (least, most) }, visits) = (self, visits.into());
        let exploration_term = ucb1::exploration_term(visits, ucb1::constant(c));
        let score = |child: &Node<A, f64>| {
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

impl<G, E, P, R> Search<G> for ImplicitMinimax<G, E, P, R>
where
    G: Chance + Deterministic + PerfectInfo + Sequential + Simultaneous,
    E: Evaluator<G>,
    P: Playout<G>,
    R: Reward<G>,
{
    fn decide(&mut self, view: &G, who: Player, rng: &mut Rng) -> Decision<G::Action> {
        assert!(view.players() == 2, "minimax is for two players");
        let mut clock = self.setup.start(view, who);
        let actions = legal_actions(view, who);
        self.tree.restart(actions[0], 0.0);
        self.grow(view, &mut clock, rng);
        let answer = Answer::new(self.tallies(), &clock, self.tree.stats());
        Decision::new(&actions, &answer, self.setup.choice, view.turn(), rng)
    }

    fn new_game(&mut self) {
        self.setup.reward.new_game();
    }

    fn notes(&self) -> Vec<Note> {
        self.setup.reward.notes()
    }
}

#[cfg(test)]
mod tests;
