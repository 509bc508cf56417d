//! Growth of a subgame: a walk from one of its worlds to a leaf. Each visit evaluates the leaf by
//! one more playout. A leaf that has been evaluated often enough is expanded, and its children are
//! evaluated. So playouts concentrate where walks arrive often, and a leaf that looks good by
//! chance is evaluated again.
//!
//! One side explores: with some probability it selects by UCB1 over the values that walks have
//! found. The other side plays its current strategy; the two take turns at exploring. Expansion
//! does not affect the weights of the solution, which depend on the probabilities of chance alone.
//! So walks may be biased towards the observations of the searcher, where precision matters.

use super::solver::NONE;
use super::subgame::{Subgame, stage};
use super::tree::{HistoryNode, TurnKind};
use crate::budget::Clock;
use crate::game::{Observe, Outcomes, Simultaneous};
use crate::playout::Playout;
use crate::reward::Reward;
use crate::search::setup::{Setup, finish_counting};
use crate::search::tree_search::descent::unit_reward;
use crate::{Player, Rng};

/// Infostates of the searcher on the way to its decision. The decision comes after the last
/// one.
#[derive(Clone, Debug, Default)]
pub(super) struct WalkTarget {
    pub(super) of: usize,
    pub(super) path: Vec<u32>,
}

impl WalkTarget {
    fn agrees(&self, node: &HistoryNode) -> bool {
        self.path.contains(&node.known[self.of])
    }
}

/// Fraction of walks that are biased towards the observations of the searcher.
const TARGETED: f64 = 0.5;
/// Lower bound on the sampling weight of a child.
const LEAST: f64 = 1e-6;
/// Divisor of the number of playouts before expansion, which is (moves of the playout)² / `SOON`.
/// Near the end of the game, leaves are soon grown to that end; far from it, a single playout is
/// too noisy.
const SOON: u32 = 16;
/// Maximum number of children of a chance node. A node with more outcomes gets this many samples.
const MOST_OUTCOMES: usize = 64;

/// What the evaluation of leaves needs: setup, clock and random numbers.
struct Means<'a, P, R> {
    setup: &'a mut Setup<P, R>,
    clock: &'a mut Clock,
    rng: &'a mut Rng,
}

/// Performs walks and holds their scratch memory.
pub(super) struct GrowingTree<G: Observe> {
    /// Probability that the exploring side selects by UCB1.
    pub(super) exploration: f64,
    /// Maximum number of playouts that evaluate a leaf before it is expanded.
    pub(super) playouts: u32,
    walks: u64,
    moves: Vec<(Player, G::Action)>,
    legal: Vec<G::Action>,
    outcomes: Vec<(G::Action, f64)>,
    passed: Vec<(G::Action, f64)>,
    odds: Vec<f64>,
    /// Nodes to be expanded, with their states.
    agenda: Vec<(u32, G)>,
    /// Nodes on the current walk, from the world on.
    path: Vec<u32>,
}

impl<G: Observe> GrowingTree<G> {
    /// A grower that has made no walks.
    pub(super) fn new(exploration: f64, playouts: u32) -> Self {
        GrowingTree {
            exploration,
            playouts: playouts.max(1),
            walks: 0,
            moves: vec![],
            legal: vec![],
            outcomes: vec![],
            passed: vec![],
            odds: vec![],
            agenda: vec![],
            path: vec![],
        }
    }
}

impl<G: Outcomes + Observe + Simultaneous> GrowingTree<G> {
    /// Makes one walk from a world to a leaf and updates the tree. If nothing is left to grow, only
    /// counts an iteration. Returns whether the budget allowed it.
    pub(super) fn walk<P: Playout<G>, R: Reward<G>>(
        &mut self,
        subgame: &mut Subgame<G>,
        target: &WalkTarget,
        setup: &mut Setup<P, R>,
        clock: &mut Clock,
        rng: &mut Rng,
    ) -> bool {
        if subgame.open == 0 {
            return clock.tick(|| 0, || false);
        }
        // The first walk leads to the decision, so that it is in the tree.
        let mut drawn = self.walks == 0 || rng.unit() < TARGETED;
        let explorer = (self.walks / 2 % 2) as usize;
        self.walks += 1;
        self.moves.clear();
        self.path.clear();
        let mut at = self.pick_world(subgame, drawn.then_some(target), rng);
        let mut state = subgame.worlds[at as usize].clone();
        loop {
            let node = subgame.nodes[at as usize];
            drawn = drawn
                && !(Some(&node.known[target.of]) == target.path.last()
                    && node.stage.chooser() == Some(target.of));
            if !node.is_expanded() {
                let in_time = self.arrive(subgame, at, state, &mut Means { setup, clock, rng });
                self.note(subgame, at);
                self.close(subgame);
                return in_time;
            }
            self.path.push(at);
            let next = self.pick(subgame, &node, drawn.then_some(target), explorer, rng);
            let action = subgame.action(next);
            match node.stage {
                TurnKind::Over | TurnKind::First => {}
                TurnKind::Second => state.apply_together(&[subgame.action(at), action]),
                TurnKind::Chance | TurnKind::Choice(_) => state.apply(action),
            }
            self.moves.extend(node.stage.chooser().map(|seat| (Player(seat), action)));
            at = next;
        }
    }

    /// Samples a world by weight.
    fn pick_world(
        &mut self,
        subgame: &Subgame<G>,
        target: Option<&WalkTarget>,
        rng: &mut Rng,
    ) -> u32 {
        let worlds = &subgame.nodes[..subgame.worlds.len()];
        self.odds.clear();
        self.odds.extend(worlds.iter().map(|node| node.odds));
        self.draw(worlds, target, rng)
    }

    /// Selects a child of a node.
    fn pick(
        &mut self,
        subgame: &Subgame<G>,
        node: &HistoryNode,
        target: Option<&WalkTarget>,
        explorer: usize,
        rng: &mut Rng,
    ) -> u32 {
        let (first, last) = (node.children().start as usize, node.children().end as usize);
        let children = &subgame.nodes[first..last];
        if children.len() == 1 {
            return first as u32;
        }
        self.odds.clear();
        match node.stage.chooser() {
            None => self.odds.extend(children.iter().map(|child| child.odds)),
            Some(seat) => {
                let explores = seat == explorer && rng.unit() < self.exploration;
                let solver = &subgame.solver;
                match explores {
                    true => {
                        let all =
                            children.iter().map(|child| solver.walks(child.slots[seat])).sum();
                        let bound = |child: &HistoryNode| match child.is_closed {
                            true => f64::NEG_INFINITY,
                            false => solver.bound(child.slots[seat], seat, all),
                        };
                        self.odds.extend(children.iter().map(bound));
                        let best = self.odds.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                        self.odds
                            .iter_mut()
                            .for_each(|odds| *odds = f64::from(u8::from(*odds == best)));
                    }
                    false => self
                        .odds
                        .extend(children.iter().map(|child| solver.strategy(child.slots[seat]))),
                }
            }
        }
        first as u32 + self.draw(children, target, rng)
    }

    /// Samples one of `nodes` by `odds`, among those below which something is left to grow. Nodes
    /// that agree with the target take precedence if there are any.
    fn draw(&mut self, nodes: &[HistoryNode], target: Option<&WalkTarget>, rng: &mut Rng) -> u32 {
        let is_drawn_to = |node: &HistoryNode| target.is_some_and(|target| target.agrees(node));
        let aims = nodes.iter().any(|node| !node.is_closed && is_drawn_to(node));
        for (odds, node) in self.odds.iter_mut().zip(nodes) {
            // `LEAST` keeps actions of probability 0 reachable: they are grown if nothing else is
            // left, and they may have led to the decision.
            *odds =
                if node.is_closed || (aims && !is_drawn_to(node)) { 0.0 } else { odds.max(LEAST) };
        }
        rng.weighted(&self.odds) as u32
    }

    /// Records the value of the leaf, or the mean over its children if it was expanded, for all
    /// actions on the path.
    fn note(&self, subgame: &mut Subgame<G>, leaf: u32) {
        let node = subgame.nodes[leaf as usize];
        let value = |node: &HistoryNode| {
            if node.is_expanded() { 0.0 } else { subgame.solver.value(node.leaf) }
        };
        let value = match node.is_expanded() {
            false => value(&node),
            true => {
                let children = node.children().map(|child| value(&subgame.nodes[child as usize]));
                children.sum::<f64>() / node.children().len() as f64
            }
        };
        let mut before = [NONE; 2];
        let walked = self.path.iter().take_while(|&&passed| passed != leaf).chain([&leaf]);
        for &passed in walked {
            let slots = subgame.nodes[passed as usize].slots;
            for seat in [0, 1] {
                if before[seat] != NONE && slots[seat] != before[seat] {
                    subgame.solver.walked(slots[seat], value);
                }
            }
            before = slots;
        }
    }

    /// Closes nodes on the path below which nothing is left to grow.
    fn close(&mut self, subgame: &mut Subgame<G>) {
        while let Some(at) = self.path.pop() {
            let node = &subgame.nodes[at as usize];
            let is_closed = node.children().all(|child| subgame.nodes[child as usize].is_closed);
            subgame.nodes[at as usize].is_closed = is_closed;
        }
    }

    /// Handles the arrival of a walk at a leaf: evaluates it or expands it.
    fn arrive<P: Playout<G>, R: Reward<G>>(
        &mut self,
        subgame: &mut Subgame<G>,
        at: u32,
        state: G,
        means: &mut Means<'_, P, R>,
    ) -> bool {
        let node = &subgame.nodes[at as usize];
        let is_world = (at as usize) < subgame.worlds.len();
        if means.clock.is_full() || (!is_world && node.evaluations < node.patience) {
            return self.evaluate_leaf(subgame, at, &state, means);
        }
        let mut in_time = true;
        self.agenda.push((at, state));
        while let Some((at, state)) = self.agenda.pop() {
            self.path.push(at);
            in_time &= self.expand(subgame, at, &state, means);
        }
        in_time
    }

    /// Adds the children of a node. Children with a single chance outcome and the second half of a
    /// simultaneous choice go on the agenda; all others are evaluated.
    fn expand<P: Playout<G>, R: Reward<G>>(
        &mut self,
        subgame: &mut Subgame<G>,
        at: u32,
        state: &G,
        means: &mut Means<'_, P, R>,
    ) -> bool {
        let before = subgame.nodes[at as usize];
        let parent_value = subgame.solver.value(before.leaf);
        let node = subgame.open_up(at);
        self.list(state, &node, means.rng);
        let slots = node.stage.chooser().filter(|_| self.outcomes.len() > 1);
        let slots = slots.map(|seat| (seat, subgame.slots_at(&node, seat, self.outcomes.len())));
        let (first, mut in_time) = (subgame.nodes.len() as u32, true);
        let waiting = self.agenda.len();
        for number in 0..self.outcomes.len() {
            let (action, odds) = self.outcomes[number];
            let (next, mut child) = self.child(subgame, at, &node, state, action);
            child.odds *= odds;
            child.trust = (before.evaluations + before.trust).min(self.playouts);
            if let Some((seat, first)) = slots {
                child.slots[seat] = first + number as u32;
            }
            let child = subgame.push_child(child, action);
            subgame.solver.set_value(subgame.nodes[child as usize].leaf, parent_value);
            if self.is_passed(&subgame.nodes[child as usize], &next) {
                self.agenda.push((child, next));
                continue;
            }
            self.moves.extend(node.stage.chooser().map(|seat| (Player(seat), action)));
            in_time &= self.evaluate_leaf(subgame, child, &next, means);
            self.moves.truncate(self.moves.len() - usize::from(node.stage.chooser().is_some()));
        }
        // Expands nodes in the order in which they were found: the agenda is a stack.
        self.agenda[waiting..].reverse();
        let end = subgame.nodes.len() as u32;
        subgame.nodes[at as usize].expand(first..end);
        in_time
    }

    /// Lists the actions or outcomes of a node, with their probability at chance nodes, and 1
    /// otherwise.
    fn list(&mut self, state: &G, node: &HistoryNode, rng: &mut Rng) {
        match node.stage.chooser() {
            Some(seat) => {
                state.options(Player(seat), &mut self.legal);
                self.outcomes.clear();
                self.outcomes.extend(self.legal.iter().map(|&action| (action, 1.0)));
            }
            None => {
                state.outcomes(&mut self.outcomes);
                self.outcomes.retain(|&(_, odds)| odds > 0.0);
                if self.outcomes.len() > MOST_OUTCOMES {
                    self.outcomes.clear();
                    let even = 1.0 / MOST_OUTCOMES as f64;
                    self.outcomes.extend((0..MOST_OUTCOMES).map(|_| (state.sample(rng), even)));
                }
            }
        }
    }

    /// The state after an action at a node, and a new node for it.
    fn child(
        &self,
        subgame: &mut Subgame<G>,
        at: u32,
        node: &HistoryNode,
        state: &G,
        action: G::Action,
    ) -> (G, HistoryNode) {
        let (mut next, mut known) = (state.clone(), node.known);
        let mover = node.stage.chooser().map(Player);
        let depth = node.depth + u32::from(mover.is_some());
        if node.stage == TurnKind::First {
            return (next, HistoryNode::new(TurnKind::Second, depth, node.odds, node.slots, known));
        }
        if node.stage == TurnKind::Second {
            let joint = [subgame.action(at), action];
            for (seat, choice) in joint.into_iter().enumerate() {
                subgame.watch(&mut known, state, choice, Some(Player(seat)));
            }
            next.apply_together(&joint);
        } else {
            subgame.watch(&mut known, state, action, mover);
            next.apply(action);
        }
        let stage = stage(&next);
        (next, HistoryNode::new(stage, depth, node.odds, node.slots, known))
    }

    /// Whether a node is expanded at once without an evaluation: a chance event with one outcome,
    /// or the second half of a simultaneous choice.
    fn is_passed(&mut self, node: &HistoryNode, state: &G) -> bool {
        match node.stage {
            TurnKind::Second => true,
            TurnKind::Chance => {
                state.outcomes(&mut self.passed);
                self.passed.len() == 1
            }
            _ => false,
        }
    }

    /// Evaluates a leaf by one more playout, or by its payoff if the game is over. Returns whether
    /// the budget allowed it; if not, the leaf keeps the value inherited from its parent.
    fn evaluate_leaf<P: Playout<G>, R: Reward<G>>(
        &mut self,
        subgame: &mut Subgame<G>,
        at: u32,
        state: &G,
        means: &mut Means<'_, P, R>,
    ) -> bool {
        let is_over = subgame.nodes[at as usize].stage == TurnKind::Over;
        let Means { setup, clock, rng } = means;
        if !is_over && !clock.tick(|| subgame.bytes(), || subgame.is_at_its_end()) {
            return false;
        }
        let mut end = state.clone();
        let length = self.moves.len() as u32;
        let (rewards, played) = finish_counting(&mut end, setup, &self.moves, length, rng);
        let range = setup.reward.range();
        let worth = unit_reward(rewards[0], range) - unit_reward(rewards[1], range);
        let node = &mut subgame.nodes[at as usize];
        node.evaluations += 1;
        node.patience = node.patience.max((played * played / SOON).clamp(1, self.playouts));
        let before = subgame.solver.value(node.leaf);
        let counts = if is_over { 1 } else { node.evaluations + node.trust };
        subgame.solver.set_value(node.leaf, before + (worth - before) / f64::from(counts));
        true
    }
}
