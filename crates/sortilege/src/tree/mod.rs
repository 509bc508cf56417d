//! The arena that all tree searches share: nodes and edges in vectors that refer to each other by
//! index. States are not stored; each descent replays actions on a state.
//!
//! The edges of a node are contiguous, so selection reads memory in one scan. An edge contains the
//! statistics of its arm, so a leaf needs no node: it gets one on its second visit. Most moves of
//! most nodes are never tried. If the same moves are available at every visit, they get edges when
//! they are tried. If they are many, they are not even listed before selection needs a list. The
//! capacity for edges doubles as required, and abandoned capacity is reused. An edge takes 32 bytes
//! if labels take at most four.
//!
//! ```text
//! nodes   [ROOT: first=0 len=2 ..][1: first=2 len=1 ..]
//! edges   [arm a, child=1][arm b, child=NOWHERE][arm c, child=NOWHERE]
//!         |-- edges of ROOT -------------------||-- edge of node 1 --|
//! moves   [a, b, d, e, ..]       `known` listed moves of ROOT, the first `tried` have edges
//! ```

mod exchange;
mod outline;
mod tags;
mod view;

pub(crate) use exchange::{Depth, SharedCounts, SyncState};
pub use outline::{Branch, Extent, Outline};
pub use view::{EdgeView, NodeView};

use crate::Rng;
use crate::bandit::lanes::Lanes;
use crate::bandit::{Arm, ArmScore, Proven, ucb1};
use rustc_hash::FxHashMap;
use std::hash::Hash;
use tags::Tags;

/// Index of a node.
pub type NodeId = u32;
/// Index of an edge; it changes when the node of the edge gets another edge.
pub type EdgeId = u32;

/// Index of the root, where a descent begins.
pub const ROOT: NodeId = 0;
const NOWHERE: u32 = u32::MAX;

/// Nodes with more edges than this find labels by a hash table, others by a scan.
const SCANNED: u32 = 1024;

/// Nodes with more edges than this scan the tags (bytes) of labels before the labels.
const FEW: u32 = 24;

/// Sentinel for `known`: the node's moves have not been listed.
const UNLISTED: u32 = u32::MAX;

/// A tree with this many nodes, edges or listed moves stops growing. It is half of the index range,
/// so that a simulation in progress can finish.
const MOST_OF_A_KIND: usize = 1 << 31;

/// Initial edge capacity of a node.
const LEAST_ROOM: u32 = 2;

/// An arm and its label: an action, or a player's observation of one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edge<L> {
    /// Statistics of the arm.
    pub arm: Arm,
    /// Label of the arm.
    pub label: L,
}

/// A node: its edges, its listed moves and its visits. The alignment keeps each node within one
/// cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
struct Node {
    first: EdgeId,
    len: u32,
    capacity: u32,
    /// Index and length of its list of moves. The length is 0 if the moves are not known in
    /// advance, and [`UNLISTED`] if they are but have not been listed.
    moves: u32,
    known: u32,
    /// Number of tried moves. They come first in the list, and are the first edges in the same
    /// order.
    tried: u32,
    visits: u32,
    /// The node with the arms of the next chooser, for simultaneous choices.
    next: NodeId,
}

const NEW: Node =
    Node { first: 0, len: 0, capacity: 0, moves: 0, known: 0, tried: 0, visits: 0, next: NOWHERE };

/// Statistics of a search tree, for reports.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TreeStats {
    /// Nodes with at least one visit, the root included, over all trees.
    pub nodes: u64,
    /// Depth of the deepest node, where each of several simultaneous choices counts as one; with
    /// several trees, their average.
    pub depth: f64,
    /// Mean depth of the nodes.
    pub mean_depth: f64,
    /// Memory of nodes and edges in bytes.
    pub bytes: usize,
}

/// Result of a lookup by [`Tree::walk`].
#[derive(Debug)]
pub(crate) enum ArmLookup<'a> {
    /// An arm, with its place among the edges of the node.
    Arm(usize, &'a mut Arm, ArmScore),
    /// No arm; a new one would be inserted at this place to keep the order.
    Nothing(usize),
}

/// A search tree whose edges carry labels of type `L`.
#[derive(Clone, Debug)]
pub struct Tree<L> {
    nodes: Vec<Node>,
    /// Rewards earned by the choosers, by node; used where the best choice is a mixed strategy.
    /// Nodes beyond its length have earned 0.
    earned: Vec<f64>,
    edges: Vec<Edge<L>>,
    /// UCB1 terms of the arms of the edges.
    lanes: Lanes,
    tags: Tags,
    moves: Vec<L>,
    /// Abandoned edge capacity: index k lists places for 2^k edges.
    free: Vec<Vec<EdgeId>>,
    crowded: FxHashMap<(NodeId, L), u32>,
    reached: u64,
    depth: u32,
    depth_sum: u64,
    /// See [`MOST_OF_A_KIND`].
    most: usize,
}

impl<L: Copy + Eq + Hash> Default for Tree<L> {
    fn default() -> Self {
        let mut tree = Tree {
            nodes: vec![],
            earned: vec![],
            edges: vec![],
            lanes: Lanes::default(),
            tags: Tags::default(),
            moves: vec![],
            free: vec![],
            crowded: FxHashMap::default(),
            reached: 0,
            depth: 0,
            depth_sum: 0,
            most: MOST_OF_A_KIND,
        };
        tree.clear();
        tree
    }
}

impl<L: Copy + Eq + Hash> Tree<L> {
    /// Resets the tree to a root without edges; memory is kept for the next decision.
    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
        self.earned.clear();
        self.edges.clear();
        self.lanes.clear();
        self.tags.clear();
        self.moves.clear();
        self.free.iter_mut().for_each(Vec::clear);
        self.crowded.clear();
        self.nodes.push(NEW);
        (self.reached, self.depth, self.depth_sum) = (1, 0, 0);
    }

    /// The edges of a node.
    #[inline]
    pub fn edges(&self, node: NodeId) -> &[Edge<L>] {
        let Node { first, len, .. } = self.nodes[node as usize];
        &self.edges[first as usize..(first + len) as usize]
    }

    /// The edges of a node. Only [`Tree::credit`] and its like may change the rewards of arms,
    /// because UCB1 terms are stored apart.
    #[inline]
    pub(crate) fn edges_mut(&mut self, node: NodeId) -> &mut [Edge<L>] {
        let Node { first, len, .. } = self.nodes[node as usize];
        &mut self.edges[first as usize..(first + len) as usize]
    }

    /// One edge.
    #[inline]
    pub fn edge(&self, edge: EdgeId) -> &Edge<L> {
        &self.edges[edge as usize]
    }

    /// Counts a visit of an arm with `reward`.
    #[inline]
    pub(crate) fn credit(&mut self, node: NodeId, place: usize, reward: f64) {
        self.change(node, place, |arm| arm.visit(reward));
    }

    /// Corrects the total of an arm, unless its visit counter is exhausted.
    #[inline]
    pub(crate) fn correct(&mut self, node: NodeId, place: usize, more: f64) {
        self.change(node, place, |arm| arm.total += if arm.visits < u32::MAX { more } else { 0.0 });
    }

    /// Marks an arm as proven.
    pub(crate) fn prove(&mut self, node: NodeId, place: usize, proven: Proven) {
        self.change(node, place, |arm| arm.prove(proven));
    }

    #[inline]
    fn change(&mut self, node: NodeId, place: usize, change: impl FnOnce(&mut Arm)) {
        let edge = self.edge_at(node, place) as usize;
        let arm = &mut self.edges[edge].arm;
        change(arm);
        // UCB1 reads only the lanes: two floats of each arm, contiguous, which vectorises. So each
        // change of an arm must reach them.
        self.lanes.set(edge, arm);
    }

    /// Selects by UCB1 among the first `arms` arms of a node; returns the place of the arm.
    #[inline]
    pub fn ucb1(&self, node: NodeId, arms: usize, c: f32, rng: &mut Rng) -> usize {
        let Node { first, visits, .. } = self.nodes[node as usize];
        self.lanes.best(
            first as usize..first as usize + arms,
            ucb1::exploration_term(visits.into(), c),
            rng,
        )
    }

    /// The arms of a node and their UCB terms.
    #[inline]
    pub(crate) fn arms(
        &mut self,
        node: NodeId,
    ) -> impl ExactSizeIterator<Item = (&mut Arm, ArmScore)> {
        self.labelled_arms(node).map(|(_, arm, arm_score)| (arm, arm_score))
    }

    /// The arms of a node with their labels and UCB terms.
    #[inline]
    pub(crate) fn labelled_arms(
        &mut self,
        node: NodeId,
    ) -> impl ExactSizeIterator<Item = (L, &mut Arm, ArmScore)> {
        let Node { first, len, .. } = self.nodes[node as usize];
        let edges = first as usize..(first + len) as usize;
        let arm_scores = self.lanes.arm_scores(edges.clone());
        self.edges[edges]
            .iter_mut()
            .zip(arm_scores)
            .map(|(edge, arm_score)| (edge.label, &mut edge.arm, arm_score))
    }

    /// Sets the prior of an arm.
    pub(crate) fn set_prior(&mut self, node: NodeId, place: usize, prior: f32) {
        self.lanes.set_prior(self.edge_at(node, place) as usize, prior);
    }

    /// The prior of an arm.
    #[inline]
    pub(crate) fn prior(&self, node: NodeId, place: usize) -> f32 {
        self.lanes.prior(self.edge_at(node, place) as usize)
    }

    /// Index of the edge at a place among those of a node.
    #[inline]
    pub fn edge_at(&self, node: NodeId, place: usize) -> EdgeId {
        self.nodes[node as usize].first + place as u32
    }

    /// Number of visits of a node.
    #[inline]
    pub fn visits(&self, node: NodeId) -> u32 {
        self.nodes[node as usize].visits
    }

    /// Counts a visit of a node; the counter saturates.
    #[inline]
    pub(crate) fn visit(&mut self, node: NodeId) {
        let visits = &mut self.nodes[node as usize].visits;
        *visits = visits.saturating_add(1);
    }

    /// The sum of the chooser's rewards at a node.
    #[inline]
    pub fn earned(&self, node: NodeId) -> f64 {
        self.earned.get(node as usize).copied().unwrap_or(0.0)
    }

    /// Adds a reward of the chooser at a node.
    #[inline]
    pub(crate) fn earn(&mut self, node: NodeId, reward: f64) {
        *self.earned_mut(node) += reward;
    }

    #[inline]
    fn earned_mut(&mut self, node: NodeId) -> &mut f64 {
        if self.earned.len() <= node as usize {
            self.make_room_for_earnings();
        }
        &mut self.earned[node as usize]
    }

    #[cold]
    #[inline(never)]
    fn make_room_for_earnings(&mut self) {
        self.earned.resize(self.nodes.len(), 0.0);
    }

    /// Lists all moves of a node; they get edges when they are tried. Moves that were
    /// [added](Tree::add_move) before are among them.
    pub(crate) fn open(&mut self, node: NodeId, labels: impl Iterator<Item = L>) {
        debug_assert!(!self.is_open(node), "a node is opened once");
        let first = self.moves.len();
        self.moves.extend(labels);
        let known = (self.moves.len() - first) as u32;
        for place in 0..self.edges(node).len() {
            let label = self.edges(node)[place].label;
            let moves = &mut self.moves[first + place..];
            let number = moves
                .iter()
                .position(|&other| other == label)
                .expect("a move that was added is listed");
            moves.swap(0, number);
        }
        let node = &mut self.nodes[node as usize];
        (node.moves, node.known) = (first as u32, known);
    }

    /// Whether the moves of a node are listed.
    #[inline]
    pub fn is_open(&self, node: NodeId) -> bool {
        !matches!(self.nodes[node as usize].known, 0 | UNLISTED)
    }

    /// Tries a move of a node whose moves are not listed yet. Returns the place of its new edge, or
    /// `None` if the move was tried before.
    pub(crate) fn add_move(&mut self, node: NodeId, label: L) -> Option<usize> {
        debug_assert!(!self.is_open(node), "listed moves need no addition");
        let tried = self.edges(node).len();
        if self.edges(node).iter().any(|edge| edge.label == label) {
            return None;
        }
        self.push(node, Edge { arm: Arm::default(), label });
        let node = &mut self.nodes[node as usize];
        (node.known, node.tried) = (UNLISTED, tried as u32 + 1);
        Some(tried)
    }

    /// Lists all moves of a node and adds edges for all of them at once.
    pub(crate) fn open_wide(&mut self, node: NodeId, labels: impl Iterator<Item = L>) {
        debug_assert!(self.edges(node).is_empty(), "a node is opened once");
        let first = self.edges.len();
        self.edges.extend(labels.map(|label| Edge { arm: Arm::default(), label }));
        self.lanes.resize(self.edges.len());
        self.tags.resize(self.edges.len());
        let len = (self.edges.len() - first) as u32;
        let node = &mut self.nodes[node as usize];
        (node.first, node.len, node.capacity, node.known) = (first as u32, len, len, len);
    }

    /// The listed moves of a node that was opened, but not wide.
    fn moves_of(&self, node: NodeId) -> &[L] {
        let Node { moves, known, .. } = self.nodes[node as usize];
        &self.moves[moves as usize..(moves + known) as usize]
    }

    /// Number of moves of an opened node, tried or not.
    #[inline]
    pub fn known(&self, node: NodeId) -> usize {
        self.nodes[node as usize].known as usize
    }

    /// Number of tried moves of an opened node; their edges come first.
    #[inline]
    pub fn tried(&self, node: NodeId) -> usize {
        self.nodes[node as usize].tried as usize
    }

    /// Counts the untried move `number` of an opened node as tried. Its edge becomes the last one
    /// of the tried moves.
    #[inline]
    pub(crate) fn try_move(&mut self, node: NodeId, number: usize) {
        let Node { first, len, moves, tried, .. } = self.nodes[node as usize];
        if tried < len {
            self.edges.swap((first + tried) as usize, first as usize + number);
            self.lanes.swap((first + tried) as usize, first as usize + number);
        } else {
            let moves = &mut self.moves[moves as usize..];
            moves.swap(tried as usize, number);
            let label = moves[tried as usize];
            self.push(node, Edge { arm: Arm::default(), label });
        }
        self.nodes[node as usize].tried += 1;
    }

    /// The place of a label among the edges of a node.
    pub fn find(&self, node: NodeId, label: L) -> Option<usize> {
        let Node { first, len, known, .. } = self.nodes[node as usize];
        let edges = &self.edges[first as usize..(first + len) as usize];
        // Edges of opened nodes have no hash table and no tags, because they are seldom looked up.
        if len > FEW && known == 0 {
            return find_among_many(edges, first, &self.tags, &self.crowded, (node, label));
        }
        edges.iter().position(|edge| edge.label == label)
    }

    /// The arm with a label at a node; an untried arm if there is none.
    pub(crate) fn arm(&self, node: NodeId, label: L) -> Arm {
        self.find(node, label).map(|place| self.edges(node)[place].arm).unwrap_or_default()
    }

    /// Looks up labels among the edges of a node, and passes the number and arm of each label, or
    /// its absence, to `look`. Labels in the same order every time are found by a single pass over
    /// the edges.
    #[inline]
    pub(crate) fn walk(
        &mut self,
        node: NodeId,
        labels: impl Iterator<Item = L>,
        mut look: impl FnMut(usize, ArmLookup<'_>),
    ) {
        let Node { first, len, known, .. } = self.nodes[node as usize];
        let edges = &mut self.edges[first as usize..(first + len) as usize];
        let mut near = 0;
        for (number, label) in labels.enumerate() {
            let place = if near < edges.len() && edges[near].label == label {
                Some(near)
            } else if len > FEW && known == 0 {
                find_among_many(edges, first, &self.tags, &self.crowded, (node, label))
            } else {
                edges.iter().position(|edge| edge.label == label)
            };
            let found = match place {
                Some(place) => {
                    near = place + 1;
                    let arm_score = self.lanes.score(first as usize + place);
                    ArmLookup::Arm(place, &mut edges[place].arm, arm_score)
                }
                None => ArmLookup::Nothing(near),
            };
            look(number, found);
        }
    }

    /// The place of a label among the edges of a node; adds an edge at the end if there is none.
    #[inline]
    pub(crate) fn find_or_add(&mut self, node: NodeId, label: L) -> usize {
        match self.edges(node).first() {
            Some(edge) if edge.label == label => 0,
            // Most observed moves were observed before, and the first edge is the most frequent.
            _ => self.find(node, label).unwrap_or_else(|| self.insert(node, label, usize::MAX)),
        }
    }

    /// Inserts a new edge before the one at `place`, or at the end if the node has too many edges
    /// to move; returns its place. The edges of that node may move.
    pub(crate) fn insert(&mut self, node: NodeId, label: L, place: usize) -> usize {
        let edge = Edge { arm: Arm::default(), label };
        let len = self.nodes[node as usize].len;
        self.push(node, edge);
        let first = self.nodes[node as usize].first as usize;
        let place = if len < SCANNED { place.min(len as usize) } else { len as usize };
        if place < len as usize {
            self.edges_mut(node)[place..].rotate_right(1);
            self.lanes.rotate(first + place..first + len as usize + 1);
        }
        if len >= FEW {
            self.tag(node, if len == FEW { 0 } else { place });
        }
        if len == SCANNED {
            let all =
                self.edges(node).iter().enumerate().map(|(i, edge)| ((node, edge.label), i as u32));
            let all: Vec<_> = all.collect();
            self.crowded.extend(all);
        } else if len > SCANNED {
            self.crowded.insert((node, label), len);
        }
        place
    }

    /// Updates the tags of a node's labels from a place on.
    fn tag(&mut self, node: NodeId, from: usize) {
        let Node { first, len, .. } = self.nodes[node as usize];
        let edges = first as usize + from..(first + len) as usize;
        let labels = self.edges[edges.clone()].iter().map(|edge| edge.label);
        self.tags.set(edges.zip(labels), self.edges.len());
    }

    /// Appends an edge to a node, whose edges may move.
    #[inline]
    fn push(&mut self, node: NodeId, edge: Edge<L>) {
        let Node { len, capacity, .. } = self.nodes[node as usize];
        // Edges of a node are contiguous, because selection reads all of them. A node that grows
        // moves to a place with twice the room; this is rarer than selection by far.
        if len == capacity {
            self.widen(node, edge);
        }
        let Node { first, len, .. } = &mut self.nodes[node as usize];
        let at = (*first + *len) as usize;
        *len += 1;
        self.edges[at] = edge;
        self.lanes.set(at, &edge.arm);
    }

    /// Doubles the edge capacity of a node; new places are filled with `filler`.
    fn widen(&mut self, node: NodeId, filler: Edge<L>) {
        let Node { first, len, capacity, .. } = self.nodes[node as usize];
        let wider = (2 * capacity).next_power_of_two().max(LEAST_ROOM);
        // The last node in the arena can grow in place.
        let is_last = capacity > 0 && (first + capacity) as usize == self.edges.len();
        let new_first = match is_last {
            true => first,
            false => self.room(wider).unwrap_or(self.edges.len() as EdgeId),
        };
        let end = (new_first + wider) as usize;
        if self.edges.len() < end {
            self.edges.resize(end, filler);
            self.lanes.resize(end);
            self.tags.resize(end);
        }
        if new_first != first {
            let edges = first as usize..(first + len) as usize;
            self.edges.copy_within(edges.clone(), new_first as usize);
            self.lanes.copy_within(edges.clone(), new_first as usize);
            self.tags.copy_within(edges, new_first as usize);
            self.set_free(first, capacity);
        }
        let node = &mut self.nodes[node as usize];
        (node.first, node.capacity) = (new_first, wider);
    }

    /// Takes abandoned capacity for `edges` edges, a power of two.
    fn room(&mut self, edges: u32) -> Option<EdgeId> {
        self.free.get_mut(edges.ilog2() as usize)?.pop()
    }

    /// Makes edge capacity reusable. Nodes that were opened wide or adopted may have any capacity;
    /// if it is not a power of two, it is lost until the tree is cleared.
    fn set_free(&mut self, first: EdgeId, capacity: u32) {
        if capacity.is_power_of_two() {
            let size = capacity.ilog2() as usize;
            self.free.resize(self.free.len().max(size + 1), vec![]);
            self.free[size].push(first);
        }
    }

    /// The node that an edge leads to; adds it if there is none.
    #[inline]
    pub(crate) fn child(&mut self, edge: EdgeId) -> NodeId {
        let arm = &mut self.edges[edge as usize].arm;
        if arm.child == NOWHERE {
            arm.child = self.nodes.len() as u32;
            // Earlier visits ended at this edge before it had a node, and count as visits of the
            // node.
            self.nodes.push(Node { visits: arm.visits, ..NEW });
        }
        arm.child
    }

    /// Counts a visit of an edge that is observed, not selected, so that no player is credited.
    /// Returns its child, which is added if there is none, and whether this is the first visit.
    #[inline]
    pub(crate) fn pass(&mut self, edge: EdgeId) -> (NodeId, bool) {
        let child = self.child(edge);
        let visits = &mut self.edges[edge as usize].arm.visits;
        *visits = visits.saturating_add(1);
        (child, *visits == 1)
    }

    /// Prefetches the node that an arm leads to, if any, so that the load overlaps with other work.
    #[inline]
    pub(crate) fn prefetch(&self, arm: &Arm) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let node = self.nodes.as_ptr().wrapping_add(arm.child as usize);
            // SAFETY: a prefetch reads nothing, whatever the address.
            #[allow(unsafe_code)]
            unsafe {
                _mm_prefetch::<_MM_HINT_T0>(node.cast());
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = arm;
    }

    /// Adds another root, for descents that begin elsewhere.
    pub(crate) fn plant(&mut self) -> NodeId {
        self.nodes.push(NEW);
        self.nodes.len() as NodeId - 1
    }

    /// The node that an edge leads to, if there is one.
    pub fn child_of(&self, edge: &Edge<L>) -> Option<NodeId> {
        (edge.arm.child != NOWHERE).then_some(edge.arm.child)
    }

    /// The node with the arms of the next chooser, for simultaneous choices; adds it if there is
    /// none.
    pub(crate) fn next_chooser(&mut self, node: NodeId) -> NodeId {
        if self.nodes[node as usize].next == NOWHERE {
            self.nodes[node as usize].next = self.nodes.len() as u32;
            self.nodes.push(NEW);
        }
        self.nodes[node as usize].next
    }

    /// The node with the arms of the next chooser, if there is one.
    pub fn next_chooser_of(&self, node: NodeId) -> Option<NodeId> {
        let next = self.nodes[node as usize].next;
        (next != NOWHERE).then_some(next)
    }

    /// The node with arms of one kind: those that are `listed` when the node is
    /// [opened](Tree::open), or those that are not. If a hidden move consists of several steps, the
    /// same moves may lead to a turn of the searcher in one determinization and not in another.
    /// Then there are arms of both kinds, in separate nodes. `None` if there is no such node and
    /// the tree may not grow.
    #[inline]
    pub(crate) fn of_a_kind(
        &mut self,
        node: NodeId,
        listed: bool,
        may_grow: bool,
    ) -> Option<NodeId> {
        let Node { len, known, .. } = self.nodes[node as usize];
        match len == 0 || (known > 0) == listed {
            true => Some(node),
            false if may_grow => Some(self.next_chooser(node)),
            false => self.next_chooser_of(node),
        }
    }

    /// Counts a node that was reached for the first time.
    #[inline]
    pub(crate) fn record_depth(&mut self, depth: usize) {
        self.reached += 1;
        self.depth = self.depth.max(depth as u32);
        self.depth_sum += depth as u64;
    }

    /// Makes `root` the root and drops everything that is not below it.
    pub(crate) fn keep(&mut self, root: NodeId) {
        let old = std::mem::take(self);
        self.nodes.clear();
        let mut line = vec![(self.adopt(&old, root), 0, 0)];
        while let Some((node, depth, joint)) = line.pop() {
            // A simultaneous choice is a path with one edge per chooser.
            let joint = if joint > 0 { joint - 1 } else { self.choosers_beside(node) };
            let depth = depth + 1;
            let Node { first, len, .. } = self.nodes[node as usize];
            for edge in first..first + len {
                let Arm { visits, child, .. } = self.edges[edge as usize].arm;
                if visits > 0 && joint == 0 {
                    self.record_depth(depth);
                }
                if child != NOWHERE {
                    let child = self.adopt(&old, child);
                    self.edges[edge as usize].arm.child = child;
                    line.push((child, depth, joint));
                }
            }
        }
    }

    /// Copies a node of another tree, and the nodes of further simultaneous choosers. Its arms
    /// still contain child indices of the other tree.
    fn adopt(&mut self, old: &Self, node: NodeId) -> NodeId {
        let (adopted, first) = (self.nodes.len() as NodeId, self.edges.len() as EdgeId);
        self.edges.extend_from_slice(old.edges(node));
        let old_first = old.nodes[node as usize].first as usize;
        let old_edges = old_first..old_first + old.edges(node).len();
        self.lanes.extend(&old.lanes, old_edges.clone());
        self.tags.extend(&old.tags, old_edges, self.edges.len());
        let mut copy = Node { first, ..old.nodes[node as usize] };
        copy.capacity = copy.len;
        if copy.len < copy.known && copy.known != UNLISTED {
            copy.moves = self.moves.len() as u32;
            self.moves.extend_from_slice(old.moves_of(node));
        }
        self.nodes.push(copy);
        if !old.earned.is_empty() {
            self.earned.push(old.earned(node));
        }
        if copy.len > SCANNED {
            let labels = old.edges(node).iter().map(|edge| edge.label);
            let known = labels
                .filter_map(|label| Some(((adopted, label), *old.crowded.get(&(node, label))?)));
            self.crowded.extend(known);
        }
        if let Some(next) = old.next_chooser_of(node) {
            self.nodes[adopted as usize].next = self.adopt(old, next);
        }
        adopted
    }

    /// Number of further simultaneous choosers after the one at `node`.
    fn choosers_beside(&self, node: NodeId) -> usize {
        std::iter::successors(self.next_chooser_of(node), |&next| self.next_chooser_of(next))
            .count()
    }

    /// Whether the index range is exhausted, so that the tree may not grow any more.
    pub(crate) fn is_at_its_end(&self) -> bool {
        self.nodes.len().max(self.edges.len()).max(self.moves.len()) >= self.most
    }

    /// The same tree with a smaller index range.
    #[cfg(test)]
    pub(crate) fn with_indices(self, most: usize) -> Self {
        Tree { most, ..self }
    }

    /// Memory held, in bytes.
    #[inline]
    pub fn bytes(&self) -> usize {
        self.nodes.len() * size_of::<Node>()
            + self.earned.len() * size_of::<f64>()
            + self.edges.len() * (size_of::<Edge<L>>() + 2 * size_of::<f32>())
            + self.tags.bytes()
            + self.moves.len() * size_of::<L>()
            + self.lanes.bytes_of_priors()
    }

    /// Statistics of the tree.
    pub fn stats(&self) -> TreeStats {
        TreeStats {
            nodes: self.reached,
            depth: f64::from(self.depth),
            mean_depth: self.depth_sum as f64 / self.reached as f64,
            bytes: self.bytes(),
        }
    }
}

/// The place of a label among edges that are too many to compare each.
#[inline(never)]
fn find_among_many<L: Copy + Eq + Hash>(
    edges: &[Edge<L>],
    first: EdgeId,
    tags: &Tags,
    crowded: &FxHashMap<(NodeId, L), u32>,
    (node, label): (NodeId, L),
) -> Option<usize> {
    if edges.len() > SCANNED as usize {
        return crowded.get(&(node, label)).map(|&place| place as usize);
    }
    let first = first as usize;
    tags.position(first..first + edges.len(), label, |place| edges[place].label == label)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Every label keeps its own statistics, whatever the order in which nodes grow.
        #[test]
        fn edges_keep_their_statistics_as_nodes_grow(steps in prop::collection::vec((0u32..4, 0u16..90), 1..600)) {
            let mut tree: Tree<u16> = Tree::default();
            let nodes: Vec<NodeId> = (0..4).map(|i| {
                let place = tree.find_or_add(ROOT, i);
                let edge = tree.edge_at(ROOT, place);
                tree.child(edge)
            }).collect();
            let mut counts = std::collections::HashMap::new();
            for (at, label) in steps {
                let node = nodes[at as usize];
                let place = tree.find_or_add(node, label);
                tree.credit(node, place, 1.0);
                *counts.entry((at, label)).or_insert(0u32) += 1;
            }
            for (&(at, label), &count) in &counts {
                let node = nodes[at as usize];
                let place = tree.find(node, label).expect("it was added");
                prop_assert_eq!({ tree.edges(node)[place].arm.visits }, count);
            }
            let total: usize = nodes.iter().map(|&node| tree.edges(node).len()).sum();
            prop_assert_eq!(total, counts.len());
        }
    }

    #[test]
    fn edges_of_an_opened_node_are_found_however_many_they_are() {
        let mut tree: Tree<u16> = Tree::default();
        tree.open_wide(ROOT, 0..200);
        tree.try_move(ROOT, 170);
        assert_eq!(
            (tree.find(ROOT, 170), tree.find(ROOT, 0), tree.find(ROOT, 200)),
            (Some(0), Some(170), None)
        );
        assert_eq!((tree.find_or_add(ROOT, 199), tree.edges(ROOT).len()), (199, 200));
    }

    /// A kept subtree is unchanged, also with crowded nodes and simultaneous choices.
    #[test]
    fn a_subtree_is_kept_whole() {
        let mut tree: Tree<u16> = Tree::default();
        tree.open(ROOT, 0..3);
        tree.try_move(ROOT, 1);
        tree.credit(ROOT, 0, 1.0);
        let node = tree.child(0);
        for label in 0..1100 {
            let place = tree.find_or_add(node, label);
            tree.credit(node, place, f64::from(label));
            tree.visit(node);
        }
        let edge = tree.edge_at(node, 70);
        let both = tree.child(edge);
        tree.find_or_add(both, 5);
        let second = tree.next_chooser(both);
        tree.find_or_add(second, 6);
        let edge = tree.edge_at(both, 0);
        let joint = tree.child(edge);
        tree.find_or_add(joint, 6);
        for at in [both, joint] {
            tree.credit(at, 0, 0.0);
        }
        let before: Vec<Edge<u16>> = tree.edges(node).to_vec();
        tree.keep(node);
        assert_eq!(tree.visits(ROOT), 1101);
        for (place, edge) in before.iter().enumerate() {
            assert_eq!(tree.find(ROOT, edge.label), Some(place));
            let kept = tree.edges(ROOT)[place];
            assert_eq!((kept.arm.visits, kept.arm.total), (edge.arm.visits, edge.arm.total));
        }
        let both = tree.child_of(&tree.edges(ROOT)[70]).expect("it was kept");
        let second = tree.next_chooser_of(both).expect("there were two choosers");
        assert_eq!((tree.edges(both)[0].label, tree.edges(second)[0].label), (5, 6));
        let joint = tree.child_of(&tree.edges(both)[0]).expect("it was kept");
        assert_eq!(tree.edges(joint)[0].label, 6);
        // A root, 1,100 nodes, and one joint move of two choices below.
        assert_eq!((tree.stats().nodes, tree.stats().depth), (1102, 3.0));
        assert_eq!(tree.find_or_add(ROOT, 1100), 1100);
    }

    /// Listed moves and other moves may belong to the same node; their arms stay separate.
    #[test]
    fn arms_of_two_kinds_are_kept_apart() {
        for listed_first in [true, false] {
            let mut tree: Tree<u16> = Tree::default();
            for listed in [listed_first, !listed_first] {
                let node = tree.of_a_kind(ROOT, listed, true).expect("it may grow");
                assert_eq!(node == ROOT, listed == listed_first);
                if listed {
                    tree.open(node, 0..5);
                    tree.try_move(node, 3);
                } else {
                    tree.find_or_add(node, 7);
                }
            }
            for (listed, label) in [(true, 3), (false, 7)] {
                let node = tree.of_a_kind(ROOT, listed, false).expect("it is there");
                assert_eq!((tree.edges(node).len(), tree.edges(node)[0].label), (1, label));
                assert_eq!(tree.known(node) > 0, listed);
            }
        }
    }

    #[test]
    fn a_tree_knows_when_its_indices_end() {
        let grown: [fn(&mut Tree<u16>); 3] = [
            |tree| (0..3).for_each(|_| _ = tree.plant()),
            |tree| tree.open_wide(ROOT, 0..4),
            |tree| tree.open(ROOT, 0..4),
        ];
        for grow in grown {
            let mut tree = Tree::default().with_indices(4);
            assert!(!tree.is_at_its_end());
            grow(&mut tree);
            assert!(tree.is_at_its_end());
            tree.clear();
            assert!(!tree.is_at_its_end());
        }
    }

    #[test]
    fn a_node_that_can_count_no_further_stays_visited() {
        let mut tree: Tree<u16> = Tree::default();
        tree.nodes[0].visits = u32::MAX - 1;
        (0..3).for_each(|_| tree.visit(ROOT));
        assert_eq!(tree.visits(ROOT), u32::MAX);
    }

    #[test]
    fn an_edge_with_a_small_label_is_32_bytes() {
        let lanes = size_of::<ArmScore>();
        assert_eq!((size_of::<Edge<u8>>() + lanes, size_of::<Edge<[u16; 2]>>() + lanes), (32, 32));
    }
}
