//! A tree whose nodes get all their children at once, each with additional knowledge besides the
//! mean of its simulations: for searches that back up more than rewards. It is for two players,
//! without chance.

use crate::game::MAX_PLAYERS;
use crate::playout::Values;
use crate::search::decision::Tally;
use crate::tree::TreeStats;
use crate::{Game, Player, Turn};
use std::ops::Range;

/// A state, identified by the action that leads to it. Its value is that for the player who took
/// this action.
#[derive(Clone, Copy, Debug)]
pub struct WideNode<A, X> {
    pub(in crate::search) action: A,
    pub(in crate::search) visits: u32,
    pub(in crate::search) total: f64,
    /// Additional knowledge of the search.
    pub(in crate::search) known: X,
    /// Index of its first child and the number of children; `None` if it has not been expanded.
    children: Option<(u32, u32)>,
}

impl<A, X> WideNode<A, X> {
    fn new(action: A, known: X) -> Self {
        WideNode { action, visits: 0, total: 0.0, known, children: None }
    }

    pub(in crate::search) fn children(&self) -> Option<Range<usize>> {
        self.children.map(|(first, count)| first as usize..(first + count) as usize)
    }

    /// Statistics of its simulations.
    pub(in crate::search) fn tally(&self) -> Tally {
        Tally {
            visits: self.visits.into(),
            value: self.total / f64::from(self.visits.max(1)),
            proven: None,
        }
    }
}

/// Index of the root.
pub(in crate::search) const ROOT: usize = 0;

/// The tree and the path of the last simulation.
pub struct WideTree<G: Game, X> {
    pub(in crate::search) nodes: Vec<WideNode<G::Action, X>>,
    pub(in crate::search) path: Vec<usize>,
    pub(in crate::search) moves: Vec<(Player, G::Action)>,
    legal: Vec<G::Action>,
    /// Whether memory is used up; the root is expanded nevertheless.
    pub(in crate::search) full: bool,
}

/// The nodes of a path that waits for its evaluation, with the player who moved to each.
pub(in crate::search) type PostponedNodes = Vec<(usize, Player)>;

impl<G: Game, X> Default for WideTree<G, X> {
    fn default() -> Self {
        WideTree { nodes: vec![], path: vec![], moves: vec![], legal: vec![], full: false }
    }
}

impl<G: Game, X> WideTree<G, X> {
    /// Clears the tree. No action leads to the root, so `any` is a placeholder.
    pub(in crate::search) fn restart(&mut self, any: G::Action, known: X) {
        self.nodes.clear();
        self.nodes.push(WideNode::new(any, known));
    }

    pub(in crate::search) fn bytes(&self) -> usize {
        self.nodes.len() * size_of::<WideNode<G::Action, X>>()
    }

    /// Whether the index range has room for `more` nodes.
    pub(in crate::search) fn has_room(&self, more: usize) -> bool {
        u32::try_from(self.nodes.len() + more).is_ok()
    }

    /// Descends the tree to an unvisited child, or to the end of the game; returns whether children
    /// were added. A node is expanded on its second visit. `evaluate` computes the knowledge of each
    /// child by its state and the player who moved to it. `choose` selects one of the children of a
    /// node for the acting player.
    pub(in crate::search) fn descend(
        &mut self,
        state: &mut G,
        mut evaluate: impl FnMut(&G, Player) -> X,
        mut choose: impl FnMut(&[WideNode<G::Action, X>], usize, Range<usize>, Player) -> usize,
    ) -> bool {
        self.path.clear();
        self.moves.clear();
        let (mut node, mut expanded) = (ROOT, false);
        self.path.push(ROOT);
        while let Turn::Player(who) = state.turn() {
            if self.nodes[node].children.is_none() {
                // Most leaves are visited once, and evaluating all their children would be wasted.
                let met = node == ROOT || self.nodes[node].visits > 0;
                if !(met && self.grows() && self.expand(node, state, |next| evaluate(next, who))) {
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

    fn grows(&self) -> bool {
        !self.full || self.nodes.len() == 1
    }

    /// Adds and evaluates all children; returns whether there was room for them.
    fn expand(&mut self, node: usize, state: &G, mut evaluate: impl FnMut(&G) -> X) -> bool {
        state.actions(&mut self.legal);
        if !self.has_room(self.legal.len()) {
            return false;
        }
        self.nodes[node].children = Some((self.nodes.len() as u32, self.legal.len() as u32));
        for &action in &self.legal {
            self.nodes.push(WideNode::new(action, evaluate(&state.after(action))));
        }
        true
    }

    /// Adds the rewards of a simulation to every node on the path, for the player who moved to it.
    pub(in crate::search) fn credit(&mut self, values: &Values) {
        self.nodes[ROOT].visits += 1;
        for (&node, &(who, _)) in self.path[1..].iter().zip(&self.moves) {
            self.nodes[node].total += values[who.0];
            self.nodes[node].visits += 1;
        }
    }

    /// Gives every node on the path a visit with the `least` reward, until the leaf is evaluated.
    pub(in crate::search) fn postpone(&mut self, least: f64) -> PostponedNodes {
        self.credit(&[least; MAX_PLAYERS]);
        self.path[1..].iter().copied().zip(self.moves.iter().map(|&(who, _)| who)).collect()
    }

    /// Replaces the `least` reward on a path with the rewards.
    pub(in crate::search) fn complete(
        &mut self,
        path: PostponedNodes,
        values: &Values,
        least: f64,
    ) {
        for (node, who) in path {
            self.nodes[node].total += values[who.0] - least;
        }
    }

    /// The root's children in the game's order; none if it has not been expanded.
    pub(in crate::search) fn candidates(&self) -> &[WideNode<G::Action, X>] {
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

/// The methods of an [`Algorithm`](crate::search::Algorithm) with the single tree `self.tree`.
macro_rules! wide_tree {
    () => {
        type Label = G::Action;
        type Pending = PostponedNodes;

        #[inline]
        fn set_full(&mut self, full: bool) {
            self.tree.full = full;
        }
        #[inline]
        fn path(&self) -> (&[(Player, G::Action)], u32) {
            (&self.tree.moves, self.tree.moves.len() as u32)
        }
        fn stats(&self) -> TreeStats {
            self.tree.stats()
        }
        #[inline]
        fn is_at_its_end(&self) -> bool {
            !self.tree.has_room(1)
        }
        fn postpone(&mut self, least: f64) -> PostponedNodes {
            self.tree.postpone(least)
        }
        fn complete<P: Playout<G>>(
            &mut self,
            pending: PostponedNodes,
            _: Option<&G>,
            _: &mut P,
            rewards: &Values,
            (least, _): (f64, f64),
        ) {
            self.tree.complete(pending, rewards, least);
        }
    };
}
pub(in crate::search) use wide_tree;
