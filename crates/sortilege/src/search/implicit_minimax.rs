//! UCT with implicit minimax backups: Lanctot, Winands, Pepels & Sturtevant (2014), Algorithm 1.
//!
//! Beside the mean of its simulations, every node of the tree has a minimax value over an evaluator's opinions on the states
//! below it. The two are kept apart on the way up and mixed on the way down: the paper's Q^IM = (1 - α) Q + α v, which UCB1
//! then takes for the mean. A node's children are all made and judged at once when simulations come to it for the
//! second time.
//!
//! For two players with opposite interests, without chance. Departures: v is laid over the [range](Reward::range) of
//! rewards, so that α means the same whatever games are rewarded by; and a player may be on turn twice in a row.

use super::decision::{Answer, Tally};
use super::setup::finish;
use super::{Decision, Note, Search, Setup};
use crate::bandit::ucb1;
use crate::bandit::{Gist, largest};
use crate::budget::Clock;
use crate::evaluator::{Evaluator, judge};
use crate::game::{Chance, Deterministic, PerfectInfo, Sequential, Simultaneous};
use crate::playout::{Playout, Rollout, Values};
use crate::reward::{Reward, WinLoss};
use crate::tree::TreeStats;
use crate::{Game, Player, Rng, Turn};
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
    /// The exploration constant, for rewards from 0 to 1.
    pub c: f64,
    /// How much the evaluator counts, from 0, which is UCT, to 1.
    pub alpha: f64,
    /// Budget, playout, reward, final choice.
    pub setup: Setup<P, R>,
    evaluator: E,
    nodes: Vec<Node<G::Action>>,
    path: Vec<usize>,
    moves: Vec<(Player, G::Action)>,
    legal: Vec<G::Action>,
    scores: Vec<f32>,
}

/// A state, known by the action that leads to it. What it is worth is told from the seat that took it.
struct Node<A> {
    action: A,
    visits: u32,
    total: f64,
    /// The minimax value of the states below, in [-1, 1].
    implicit: f64,
    /// The first of its children, and how many they are; none yet, if this is the root's place.
    children: Option<(u32, u32)>,
}

impl<A> Node<A> {
    fn new(action: A, implicit: f64) -> Self {
        Node { action, visits: 0, total: 0.0, implicit, children: None }
    }

    fn children(&self) -> Option<Range<usize>> {
        self.children.map(|(first, count)| first as usize..(first + count) as usize)
    }

    fn tally(&self) -> Tally {
        Tally { visits: self.visits.into(), value: self.total / f64::from(self.visits.max(1)), proven: None }
    }
}

/// Where the tree begins.
const ROOT: usize = 0;

impl<G: Game, E, P, R> ImplicitMinimax<G, E, P, R> {
    /// With α = 0.4, the paper's choice for Breakthrough, and c = 0.7.
    pub fn new(setup: Setup<P, R>, evaluator: E) -> Self {
        let (nodes, path, moves, legal, scores) = (vec![], vec![], vec![], vec![], vec![]);
        ImplicitMinimax { c: 0.7, alpha: 0.4, setup, evaluator, nodes, path, moves, legal, scores }
    }

    fn bytes(&self) -> usize {
        self.nodes.len() * size_of::<Node<G::Action>>()
    }

    /// Whether there can be as many nodes more.
    fn has_room(&self, more: usize) -> bool {
        u32::try_from(self.nodes.len() + more).is_ok()
    }
}

impl<G, E, P, R> ImplicitMinimax<G, E, P, R>
where
    G: Chance + Deterministic + Sequential + Simultaneous,
    E: Evaluator<G>,
    P: Playout<G>,
    R: Reward<G>,
{
    /// One simulation from `state`, which is consumed by it.
    fn simulate(&mut self, mut state: G, grows: bool, rng: &mut Rng) {
        let expanded = self.descend(&mut state, grows, rng);
        let length = self.moves.len() as u32;
        let values = finish(&mut state, &mut self.setup, &self.moves, length, rng);
        self.credit(&values);
        if expanded {
            self.back_up();
        }
    }

    /// Follows the tree to a child that was never visited, or to the end of the game; says whether children were made
    /// on the way.
    fn descend(&mut self, state: &mut G, grows: bool, rng: &mut Rng) -> bool {
        self.path.clear();
        self.moves.clear();
        let (mut node, mut expanded) = (ROOT, false);
        self.path.push(ROOT);
        while let Turn::Player(who) = state.turn() {
            if self.nodes[node].children.is_none() {
                let met = node == ROOT || self.nodes[node].visits > 0;
                if !(met && grows && self.expand(node, state, who)) {
                    break;
                }
                expanded = true;
            }
            let Some(children) = self.nodes[node].children() else { break };
            node = self.choose(node, children, rng);
            let action = self.nodes[node].action;
            self.path.push(node);
            self.moves.push((who, action));
            state.apply(action);
            if self.nodes[node].visits == 0 {
                break;
            }
        }
        expanded
    }

    /// Makes and judges all children; says whether there was room for them.
    fn expand(&mut self, node: usize, state: &G, who: Player) -> bool {
        state.actions(&mut self.legal);
        if !self.has_room(self.legal.len()) {
            return false;
        }
        self.nodes[node].children = Some((self.nodes.len() as u32, self.legal.len() as u32));
        for &action in &self.legal {
            let mut values = [0.0; 2];
            judge(&mut self.evaluator, &state.after(action), &mut values);
            self.nodes.push(Node::new(action, values[who.0]));
        }
        true
    }

    /// UCB1 over means that are mixed with minimax values; children that were never visited come first.
    fn choose(&mut self, node: usize, children: Range<usize>, rng: &mut Rng) -> usize {
        let (least, most) = self.setup.reward.range();
        let reach = ucb1::reach(self.nodes[node].visits.into(), ucb1::constant(self.c));
        let alpha = self.alpha;
        let score = |child: &Node<G::Action>| {
            let visits = f64::from(child.visits);
            let implicit = least + (most - least) * (child.implicit + 1.0) / 2.0;
            let mixed = (1.0 - alpha) * child.total + alpha * implicit * visits;
            Gist::new(mixed, child.visits.into()).optimism(reach)
        };
        self.scores.clear();
        self.scores.extend(self.nodes[children.clone()].iter().map(score));
        children.start + largest(&self.scores, rng)
    }

    /// Every node on the path hears what the simulation was worth to who had moved to it.
    fn credit(&mut self, values: &Values) {
        self.nodes[ROOT].visits += 1;
        for (&node, &(who, _)) in self.path[1..].iter().zip(&self.moves) {
            self.nodes[node].total += values[who.0];
            self.nodes[node].visits += 1;
        }
    }

    /// From the last node that has children up: who is on turn takes the best of them.
    fn back_up(&mut self) {
        for at in (1..self.path.len()).rev() {
            let node = self.path[at];
            let Some(children) = self.nodes[node].children() else { continue };
            let best =
                self.nodes[children].iter().map(|child| child.implicit).fold(f64::NEG_INFINITY, f64::max);
            // The move behind this node is that of who is on turn in it.
            let (mover, taker) = (self.moves[at - 1].0, self.moves.get(at).map(|&(who, _)| who));
            self.nodes[node].implicit = if taker == Some(mover) { best } else { -best };
        }
    }

    /// What the tree says of the root's children, which are in the game's order.
    fn tallies(&self) -> Vec<Tally> {
        let children = self.nodes[ROOT].children().unwrap_or(0..0);
        self.nodes[children].iter().map(Node::tally).collect()
    }

    fn stats(&self) -> TreeStats {
        let (mut depths, mut next) = (vec![], vec![(ROOT, 0u32)]);
        while let Some((node, depth)) = next.pop() {
            depths.push(f64::from(depth));
            let children = self.nodes[node].children().unwrap_or(0..0);
            next.extend(
                children.filter(|&child| self.nodes[child].visits > 0).map(|child| (child, depth + 1)),
            );
        }
        let nodes = depths.len();
        let (depth, sum) =
            depths.iter().fold((0f64, 0.0), |(most, sum), &depth| (most.max(depth), sum + depth));
        TreeStats { nodes: nodes as u64, depth, mean_depth: sum / nodes as f64, bytes: self.bytes() }
    }

    fn grow(&mut self, state: &G, clock: &mut Clock, rng: &mut Rng) {
        while clock.tick(|| self.bytes(), || !self.has_room(1)) {
            self.simulate(state.clone(), !clock.is_full() || self.nodes.len() == 1, rng);
            if clock.is_due() {
                self.setup.tell(clock, self.tallies());
            }
        }
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
        view.actions(&mut self.legal);
        let actions = self.legal.clone();
        self.nodes.clear();
        self.nodes.push(Node::new(actions[0], 0.0));
        self.grow(view, &mut clock, rng);
        let answer = Answer::new(self.tallies(), &clock, self.stats());
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
