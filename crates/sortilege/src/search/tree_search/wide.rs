//! A tree whose nodes get all their children at once, each with something that a search knows of it
//! besides the mean of its simulations: for searches that back up more than rewards. For two
//! players, without chance.

use crate::playout::Values;
use crate::search::decision::Tally;
use crate::tree::TreeStats;
use crate::{Game, Player, Turn};
use std::ops::Range;

/// A state, known by the action that leads to it. What it is worth is told from the seat that took
/// it.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct Node<A, X> {
    pub(in crate::search) action: A,
    pub(in crate::search) visits: u32,
    pub(in crate::search) total: f64,
    /// What else is known of it.
    pub(in crate::search) known: X,
    /// The first of its children, and how many they are; none yet, if this is the root's place.
    children: Option<(u32, u32)>,
}

impl<A, X> Node<A, X> {
    fn new(action: A, known: X) -> Self {
        Node { action, visits: 0, total: 0.0, known, children: None }
    }

    pub(in crate::search) fn children(&self) -> Option<Range<usize>> {
        self.children.map(|(first, count)| first as usize..(first + count) as usize)
    }

    /// What simulations say of it.
    pub(in crate::search) fn tally(&self) -> Tally {
        Tally {
            visits: self.visits.into(),
            value: self.total / f64::from(self.visits.max(1)),
            proven: None,
        }
    }
}

/// Where the tree begins.
pub(in crate::search) const ROOT: usize = 0;

/// The tree, and the way that the last simulation has taken through it.
pub(in crate::search) struct WideTree<G: Game, X> {
    pub(in crate::search) nodes: Vec<Node<G::Action, X>>,
    pub(in crate::search) path: Vec<usize>,
    pub(in crate::search) moves: Vec<(Player, G::Action)>,
    legal: Vec<G::Action>,
}

impl<G: Game, X> Default for WideTree<G, X> {
    fn default() -> Self {
        WideTree { nodes: vec![], path: vec![], moves: vec![], legal: vec![] }
    }
}

impl<G: Game, X> WideTree<G, X> {
    /// Begins anew, with a root that no action leads to: any stands for it.
    pub(in crate::search) fn restart(&mut self, any: G::Action, known: X) {
        self.nodes.clear();
        self.nodes.push(Node::new(any, known));
    }

    pub(in crate::search) fn bytes(&self) -> usize {
        self.nodes.len() * size_of::<Node<G::Action, X>>()
    }

    /// Whether there can be as many nodes more.
    pub(in crate::search) fn has_room(&self, more: usize) -> bool {
        u32::try_from(self.nodes.len() + more).is_ok()
    }

    /// Follows the tree to a child that was never visited, or to the end of the game; says whether
    /// children were made on the way. A node gets them when simulations come to it for the second
    /// time: `judge` says what is known of each, by its state and who moves to it, and `choose`
    /// picks one of the children of a node for whoever is on turn.
    pub(in crate::search) fn descend(
        &mut self,
        state: &mut G,
        grows: bool,
        mut judge: impl FnMut(&G, Player) -> X,
        mut choose: impl FnMut(&[Node<G::Action, X>], usize, Range<usize>, Player) -> usize,
    ) -> bool {
        self.path.clear();
        self.moves.clear();
        let (mut node, mut expanded) = (ROOT, false);
        self.path.push(ROOT);
        while let Turn::Player(who) = state.turn() {
            if self.nodes[node].children.is_none() {
                let met = node == ROOT || self.nodes[node].visits > 0;
                if !(met && grows && self.expand(node, state, |next| judge(next, who))) {
                    break;
                }
                expanded = true;
            }
            let Some(children) = self.nodes[node].children() else { break };
            node = choose(&self.nodes, node, children, who);
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
    fn expand(&mut self, node: usize, state: &G, mut judge: impl FnMut(&G) -> X) -> bool {
        state.actions(&mut self.legal);
        if !self.has_room(self.legal.len()) {
            return false;
        }
        self.nodes[node].children = Some((self.nodes.len() as u32, self.legal.len() as u32));
        for &action in &self.legal {
            self.nodes.push(Node::new(action, judge(&state.after(action))));
        }
        true
    }

    /// Every node on the path hears what the simulation was worth to who had moved to it.
    pub(in crate::search) fn credit(&mut self, values: &Values) {
        self.nodes[ROOT].visits += 1;
        for (&node, &(who, _)) in self.path[1..].iter().zip(&self.moves) {
            self.nodes[node].total += values[who.0];
            self.nodes[node].visits += 1;
        }
    }

    /// The root's children, which are in the game's order; none if it has not been expanded.
    pub(in crate::search) fn candidates(&self) -> &[Node<G::Action, X>] {
        &self.nodes[self.nodes[ROOT].children().unwrap_or(0..0)]
    }

    pub(in crate::search) fn stats(&self) -> TreeStats {
        let (mut depths, mut next) = (vec![], vec![(ROOT, 0u32)]);
        while let Some((node, depth)) = next.pop() {
            depths.push(f64::from(depth));
            let children = self.nodes[node].children().unwrap_or(0..0);
            next.extend(
                children
                    .filter(|&child| self.nodes[child].visits > 0)
                    .map(|child| (child, depth + 1)),
            );
        }
        let nodes = depths.len();
        let (depth, sum) =
            depths.iter().fold((0f64, 0.0), |(most, sum), &depth| (most.max(depth), sum + depth));
        TreeStats {
            nodes: nodes as u64,
            depth,
            mean_depth: sum / nodes as f64,
            bytes: self.bytes(),
        }
    }
}
