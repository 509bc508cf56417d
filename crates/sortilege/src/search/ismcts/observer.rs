//! A player's tree in a search with one tree per player, and the player's path through it.

use crate::Player;
use crate::game::{Label, Observe};
use crate::search::tree_search::descent::{Credit, PathStep};
use crate::search::tree_search::observation::{ByObservation, Labels};
use crate::tree::{EdgeId, NodeId, ROOT, Tree};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

/// A player's tree and the position of the descent in it.
pub(super) struct Observer<G: Observe> {
    pub(super) labels: ByObservation,
    pub(super) tree: Tree<Label<G::Action, G::Seen>>,
    /// Current node; `None` once the descent has left a tree that stays unchanged or may not grow.
    pub(super) node: Option<NodeId>,
    /// The owner's choices on the path.
    pub(super) path: Vec<PathStep>,
    /// Number of edges on the path.
    depth: usize,
    pub(super) role: ObserverRole,
    /// Whether the tree may not grow any more.
    pub(super) full: bool,
    /// Further roots, by a key that distinguishes them.
    roots: FxHashMap<u64, NodeId>,
}

/// Role of a player in a descent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ObserverRole {
    /// The player learns.
    Learning,
    /// The player acts on what it has learnt. Its tree gets nodes on the path, because the player
    /// may begin to learn at any of them.
    Waiting,
    /// The player acts on what it has learnt, and its tree stays unchanged.
    Following,
}

impl<G: Observe> Observer<G> {
    pub(super) fn new(of: Player) -> Self {
        Observer {
            labels: ByObservation { of },
            tree: Tree::default(),
            node: Some(ROOT),
            path: vec![],
            depth: 0,
            role: ObserverRole::Learning,
            full: false,
            roots: FxHashMap::default(),
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self, of: Player) {
        self.labels.of = of;
        self.full = false;
        self.tree.clear();
        self.roots.clear();
    }

    /// Forgets everything but a subtree.
    pub(super) fn keep(&mut self, of: Player, node: NodeId) {
        self.labels.of = of;
        self.full = false;
        self.tree.keep(node);
        self.roots.clear();
    }

    /// Moves to the root of `key`; `None` is the first root.
    #[inline]
    pub(super) fn restart(&mut self, role: ObserverRole, key: Option<u64>) {
        self.role = role;
        self.path.clear();
        self.depth = 0;
        self.node = match key {
            None => Some(ROOT),
            Some(key) if role == ObserverRole::Following || self.full => {
                self.roots.get(&key).copied()
            }
            Some(key) => Some(*self.roots.entry(key).or_insert_with(|| self.tree.plant())),
        };
    }

    /// Hash that distinguishes views of the owner.
    pub(super) fn key(&self, state: &G) -> u64 {
        let mut hasher = FxHasher::default();
        state.view(self.labels.of).hash(&mut hasher);
        hasher.finish()
    }

    /// Moves to the node with arms of this kind, if the owner learns; see [`Tree::of_a_kind`].
    #[inline]
    pub(super) fn turn_to(&mut self, listed: bool) {
        if self.role == ObserverRole::Learning {
            self.node = self.node.and_then(|node| self.tree.of_a_kind(node, listed, !self.full));
        }
    }

    /// Follows the arm that the owner selected, if any. Returns whether the descent leaves the tree
    /// here.
    #[inline]
    pub(super) fn take(&mut self, place: Option<usize>, credit: Credit) -> bool {
        match self.node.zip(place) {
            Some((node, place)) => self.advance(node, place, credit),
            None => {
                self.node = None;
                true
            }
        }
    }

    /// Follows the owner's observation of another player's move.
    #[inline]
    pub(super) fn watch(&mut self, state: &G, action: G::Action, mover: Option<Player>) {
        let label = self.labels.label(state, action, mover);
        if Labels::<G>::unnoticed(&self.labels, label) {
            return;
        }
        self.turn_to(false);
        let Some(node) = self.node else { return };
        if self.role == ObserverRole::Following {
            let place = self.tree.find(node, label);
            self.take(place, Credit::Visit);
            return;
        }
        let place = match self.full {
            true => self.tree.find(node, label),
            false => Some(self.tree.find_or_add(node, label)),
        };
        self.node = place.and_then(|place| self.follow(self.tree.edge_at(node, place)));
        let Some((place, _)) = place.zip(self.node).filter(|_| self.role == ObserverRole::Learning)
        else {
            return;
        };
        let edge = self.tree.edge_at(node, place);
        self.tree.visit(node);
        let (_, is_new) = self.tree.pass(edge);
        self.depth += 1;
        if is_new {
            self.tree.record_depth(self.depth);
        }
    }

    #[inline]
    fn advance(&mut self, node: NodeId, place: usize, credit: Credit) -> bool {
        let edge = self.tree.edge_at(node, place);
        if self.role == ObserverRole::Following {
            self.node = self.tree.child_of(self.tree.edge(edge));
            return self.node.is_none();
        }
        self.node = self.follow(edge);
        if self.role == ObserverRole::Waiting {
            return self.node.is_none();
        }
        self.tree.visit(node);
        self.path.push(PathStep { node, place: place as u32, credit });
        let is_new = self.tree.edge(edge).arm.visits == 0;
        self.depth += 1;
        if is_new {
            self.tree.record_depth(self.depth);
        }
        is_new || self.node.is_none()
    }

    /// The node that an edge leads to; added if there is none and the tree may grow.
    #[inline]
    fn follow(&mut self, edge: EdgeId) -> Option<NodeId> {
        match self.full {
            true => self.tree.child_of(self.tree.edge(edge)),
            false => Some(self.tree.child(edge)),
        }
    }
}
