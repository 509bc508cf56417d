//! Exchange of counts between threads that each grow a tree: the counts of the upper part.
//!
//! A [`SharedCounts`] holds the sum of all threads' counts at nodes near the root. A synchronizing
//! thread adds its new counts and copies the sum into its own nodes, which then look as if it had
//! made all simulations itself. A [`SyncState`] stores the counts of one thread at its last
//! synchronization. So nothing is counted twice, the frequency of synchronization does not matter,
//! and a slow thread blocks no other.
//!
//! Arms that other threads have tried are added to a node with listed moves. In other nodes, arms
//! stand in the order in which the moves are listed, and adding arms would break this order. There
//! each thread tries moves itself before it receives counts for them.

use super::{NOWHERE, NodeId, ROOT, Tree};
use crate::bandit::{Arm, Proven};
use std::hash::Hash;

/// Nodes are exchanged if they have at least 1 / `ONE_IN` of the visits of the root.
const ONE_IN: u32 = 64;
/// Minimum number of visits of an exchanged node.
const FEWEST_VISITS: u32 = 32;

/// Depth to which nodes are exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Depth {
    /// The root only, because the nodes below it differ from tree to tree.
    Root,
    /// All nodes with a sufficient share of the visits.
    Visits,
}

/// Sums of the counts of all threads.
pub(crate) struct SharedCounts<L> {
    /// Nodes; the first one is the root.
    nodes: Vec<SharedNode<L>>,
}

struct SharedNode<L> {
    arms: Vec<SharedArm<L>>,
    earned: f64,
    /// The node of the next chooser, for simultaneous choices.
    next: u32,
}

struct SharedArm<L> {
    label: L,
    sum: Counts,
    child: u32,
}

/// Counts of an arm.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Counts {
    total: f64,
    visits: u32,
    available: u32,
}

impl Counts {
    fn of(arm: &Arm) -> Self {
        Counts { total: arm.total, visits: arm.visits, available: arm.available }
    }

    /// Adds the difference between `now` and `before`. A proven result persists.
    fn add(&mut self, now: Counts, before: Counts) {
        self.visits = self.visits.saturating_add(now.visits.saturating_sub(before.visits));
        self.available =
            self.available.saturating_add(now.available.saturating_sub(before.available));
        self.total = match (self.total.is_finite(), now.total.is_finite()) {
            (true, true) => self.total + (now.total - before.total),
            (true, false) => now.total,
            (false, _) => self.total,
        };
    }
}

impl<L> Default for SharedCounts<L> {
    fn default() -> Self {
        SharedCounts { nodes: vec![SharedNode::default()] }
    }
}

impl<L> Default for SharedNode<L> {
    fn default() -> Self {
        SharedNode { arms: vec![], earned: 0.0, next: NOWHERE }
    }
}

impl<L> SharedCounts<L> {
    /// The node at which `link` points; adds it if there is none.
    fn follow(&mut self, link: impl FnOnce(&mut Self) -> &mut u32) -> usize {
        let new = self.nodes.len();
        let link = link(self);
        if *link != NOWHERE {
            return *link as usize;
        }
        *link = new as u32;
        self.nodes.push(SharedNode::default());
        new
    }
}

/// Counts of one thread at its last synchronization, by node of the shared counts.
#[derive(Default)]
pub(crate) struct SyncState {
    nodes: Vec<Noted>,
    line: Vec<(NodeId, usize)>,
    /// Which edges of a node have shared arms.
    matched: Vec<bool>,
}

#[derive(Default)]
struct Noted {
    arms: Vec<NotedArm>,
    earned: f64,
}

#[derive(Clone, Copy, Default)]
struct NotedArm {
    counts: Counts,
    /// Place of its edge at that time; later insertions may have moved it.
    place: u32,
}

impl SyncState {
    /// Adds the tree's new counts to the shared ones, and copies the sums into the tree.
    pub(crate) fn sync<L: Copy + Eq + Hash>(
        &mut self,
        tree: &mut Tree<L>,
        pool: &mut SharedCounts<L>,
        depth: Depth,
    ) {
        let fewest = (tree.visits(ROOT) / ONE_IN).max(FEWEST_VISITS);
        self.line.clear();
        self.line.push((ROOT, 0));
        while let Some((node, at)) = self.line.pop() {
            self.settle_node(tree, node, pool, at);
            if let Some(next) = tree.next_chooser_of(node) {
                let at = pool.follow(|pool| &mut pool.nodes[at].next);
                self.line.push((next, at));
            }
            if depth == Depth::Visits {
                self.go_down(tree, node, pool, at, fewest);
            }
        }
    }

    /// Queues the children behind arms with enough visits.
    fn go_down<L: Copy + Eq + Hash>(
        &mut self,
        tree: &Tree<L>,
        node: NodeId,
        pool: &mut SharedCounts<L>,
        at: usize,
        fewest: u32,
    ) {
        for number in 0..self.nodes[at].arms.len() {
            let place = self.nodes[at].arms[number].place;
            let Some(edge) = tree.edges(node).get(place as usize).filter(|_| place != NOWHERE)
            else {
                continue;
            };
            let child = tree.child_of(edge).filter(|&child| !tree.edges(child).is_empty());
            if let Some(child) = child.filter(|_| edge.arm.visits >= fewest) {
                let at = pool.follow(|pool| &mut pool.nodes[at].arms[number].child);
                self.line.push((child, at));
            }
        }
    }

    /// Synchronizes one node.
    fn settle_node<L: Copy + Eq + Hash>(
        &mut self,
        tree: &mut Tree<L>,
        node: NodeId,
        pool: &mut SharedCounts<L>,
        at: usize,
    ) {
        if self.nodes.len() <= at {
            self.nodes.resize_with(pool.nodes.len().max(at + 1), Noted::default);
        }
        let (common, noted) = (&mut pool.nodes[at], &mut self.nodes[at]);
        let ended = tree.visits(node).saturating_sub(left(tree, node)).min(1);
        noted.arms.resize(common.arms.len(), NotedArm::default());
        // Moves that only other threads have tried become arms first, so that the next loop finds
        // them.
        for (arm, noted) in common.arms.iter().zip(&noted.arms) {
            if arm.sum.visits > noted.counts.visits {
                tree.have_tried(node, arm.label);
            }
        }
        self.matched.clear();
        self.matched.resize(tree.edges(node).len(), false);
        for (arm, noted) in common.arms.iter_mut().zip(&mut noted.arms) {
            noted.place = tree.find_near(node, arm.label, noted.place).unwrap_or(NOWHERE);
            if noted.place == NOWHERE {
                continue;
            }
            let place = noted.place as usize;
            self.matched[place] = true;
            // The shared sum gets what this thread has counted since its last synchronization. Then
            // the arm takes over the sum, so each visit is counted once.
            arm.sum.add(Counts::of(&tree.edges(node)[place].arm), noted.counts);
            tree.take_over(node, place, arm.sum);
            noted.counts = arm.sum;
        }
        for (place, _) in self.matched.iter().enumerate().filter(|(_, matched)| !**matched) {
            let edge = tree.edges(node)[place];
            if edge.arm.visits > 0 || edge.arm.available > 0 {
                let counts = Counts::of(&edge.arm);
                common.arms.push(SharedArm { label: edge.label, sum: counts, child: NOWHERE });
                noted.arms.push(NotedArm { counts, place: place as u32 });
            }
        }
        common.earned += tree.earned(node) - noted.earned;
        noted.earned = common.earned;
        // Visits of the node follow from its arms. A root of UCB1 with other visits than its arms
        // would explore too much or too little.
        let visits = left(tree, node).saturating_add(ended);
        tree.nodes[node as usize].visits = visits;
        if tree.earned(node) != common.earned {
            *tree.earned_mut(node) = common.earned;
        }
    }
}

/// Number of times that a node was left by one of its arms.
fn left<L: Copy + Eq + Hash>(tree: &Tree<L>, node: NodeId) -> u32 {
    tree.edges(node).iter().fold(0, |sum, edge| sum.saturating_add(edge.arm.visits))
}

impl<L: Copy + Eq + Hash> Tree<L> {
    /// The place of an edge, checking its last known place first.
    fn find_near(&self, node: NodeId, label: L, place: u32) -> Option<u32> {
        match self.edges(node).get(place as usize) {
            Some(edge) if edge.label == label => Some(place),
            _ => self.find(node, label).map(|place| place as u32),
        }
    }

    /// Counts a move that other threads have tried as tried, if it is among the listed moves of the
    /// node.
    fn have_tried(&mut self, node: NodeId, label: L) {
        let (known, tried) = (self.nodes[node as usize].known, self.tried(node));
        match self.find(node, label) {
            // If the node never counted a move as tried, its search does not use this count.
            Some(place) if known > 0 && tried > 0 && place >= tried => self.try_move(node, place),
            Some(_) => {}
            None if known == 0 => {}
            None if !self.is_open(node) => _ = self.add_move(node, label),
            None => {
                let number = self.moves_of(node).iter().position(|&other| other == label);
                if let Some(number) = number.filter(|&number| number >= tried) {
                    self.try_move(node, number);
                }
            }
        }
    }

    /// Replaces the counts of an arm with the shared sum.
    fn take_over(&mut self, node: NodeId, place: usize, sum: Counts) {
        self.change(node, place, |arm| {
            (arm.visits, arm.available) = (sum.visits, sum.available);
            match sum.total {
                f64::INFINITY => arm.prove(Proven::Win),
                f64::NEG_INFINITY => arm.prove(Proven::Loss),
                total => arm.total = total,
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Visits a tree with listed moves at the root and unlisted moves below it.
    fn visit(tree: &mut Tree<u8>, first: u8, second: u8, reward: f64) {
        if !tree.is_open(ROOT) {
            tree.open(ROOT, 0..4);
        }
        tree.have_tried(ROOT, first);
        let place = tree.find(ROOT, first).expect("it was tried");
        tree.visit(ROOT);
        let edge = tree.edge_at(ROOT, place);
        let child = tree.child(edge);
        tree.visit(child);
        let below = tree.find_or_add(child, second);
        tree.edges_mut(child)[below].arm.available += 1;
        tree.credit(child, below, reward);
        tree.credit(ROOT, place, reward);
    }

    type Seen = Vec<(u8, u32, u32, f64)>;

    fn seen(tree: &Tree<u8>, node: NodeId) -> Seen {
        let of = |edge: &super::super::Edge<u8>| {
            (edge.label, edge.arm.visits, edge.arm.available, edge.arm.total)
        };
        let mut all: Seen = tree.edges(node).iter().map(of).collect();
        all.sort_by_key(|one| one.0);
        all
    }

    fn child(tree: &Tree<u8>, label: u8) -> Option<NodeId> {
        tree.find(ROOT, label).and_then(|place| tree.child_of(&tree.edges(ROOT)[place]))
    }

    proptest! {
        /// For any order of synchronization, all threads end with the counts of all: at the root,
        /// and below it at nodes with enough visits that all have reached.
        #[test]
        fn nothing_is_lost_and_nothing_counted_twice(
            steps in prop::collection::vec((0usize..3, 0u8..4, 0u8..6, prop::bool::weighted(0.1)), 3..900)
        ) {
            let mut all: Vec<(Tree<u8>, SyncState)> = (0..3).map(|_| Default::default()).collect();
            let (mut pool, mut whole) = (SharedCounts::default(), Tree::default());
            for &(who, first, second, comes_by) in &steps {
                let reward = f64::from(first) - f64::from(second) / 8.0;
                let (tree, account) = &mut all[who];
                visit(tree, first, second, reward);
                visit(&mut whole, first, second, reward);
                if comes_by {
                    account.sync(tree, &mut pool, Depth::Visits);
                }
            }
            for _ in 0..3 {
                for (tree, account) in all.iter_mut().filter(|(tree, _)| tree.is_open(ROOT)) {
                    account.sync(tree, &mut pool, Depth::Visits);
                }
            }
            for (tree, _) in all.iter().filter(|(tree, _)| tree.is_open(ROOT)) {
                prop_assert_eq!(seen(tree, ROOT), seen(&whole, ROOT));
                prop_assert_eq!(tree.visits(ROOT), steps.len() as u32);
            }
            let has_all = |tree: &Tree<u8>, of: NodeId, whole: &Tree<u8>, in_whole: NodeId| {
                whole.edges(in_whole).iter().all(|edge| tree.find(of, edge.label).is_some())
            };
            for edge in whole.edges(ROOT).iter().filter(|edge| edge.arm.visits >= 2 * FEWEST_VISITS) {
                let in_whole = whole.child_of(edge).expect("it was visited");
                for (tree, _) in &all {
                    if let Some(node) = child(tree, edge.label).filter(|&node| has_all(tree, node, &whole, in_whole)) {
                        prop_assert_eq!(seen(tree, node), seen(&whole, in_whole));
                    }
                }
            }
        }
    }

    #[test]
    fn proofs_are_exchanged() {
        let mut all: Vec<(Tree<u8>, SyncState)> = (0..2).map(|_| Default::default()).collect();
        let mut pool = SharedCounts::default();
        for (tree, _) in &mut all {
            (0..3).for_each(|first| visit(tree, first, 0, 0.5));
        }
        all[0].0.prove(ROOT, 0, Proven::Loss);
        all[1].0.prove(ROOT, 1, Proven::Win);
        for _ in 0..2 {
            all.iter_mut().for_each(|(tree, account)| account.sync(tree, &mut pool, Depth::Visits));
        }
        for (tree, _) in &all {
            let proven: Vec<_> = (0..3).map(|label| tree.arm(ROOT, label).proven()).collect();
            assert_eq!(proven, [Some(Proven::Loss), Some(Proven::Win), None]);
            assert_eq!(tree.visits(ROOT), 6);
        }
    }

    /// With trees that have only the root in common, nothing below it is exchanged.
    #[test]
    fn only_the_root_is_exchanged_where_trees_differ_below() {
        let mut all: Vec<(Tree<u8>, SyncState)> = (0..2).map(|_| Default::default()).collect();
        let mut pool = SharedCounts::default();
        for (tree, account) in &mut all {
            (0..200).for_each(|_| visit(tree, 1, 1, 1.0));
            account.sync(tree, &mut pool, Depth::Root);
        }
        let (tree, _) = &all[1];
        let below = child(tree, 1).expect("it was visited");
        assert_eq!(
            (seen(tree, ROOT), seen(tree, below)),
            (vec![(1, 400, 0, 400.0)], vec![(1, 200, 200, 200.0)])
        );
    }
}
