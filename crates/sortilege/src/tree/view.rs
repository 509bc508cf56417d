//! Read-only view of a search tree: nodes with their edges and statistics.

use super::{Edge, NodeId, ROOT, Tree};
use crate::bandit::Proven;
use std::hash::Hash;

/// A node of a tree.
///
/// ```
/// use sortilege::search::{Search, Setup, Uct};
/// use sortilege::testing::hand_made::{HandMade, Place};
/// use sortilege::{Budget, Player, Rng};
/// let game = HandMade::new(&[Place::Choice(0, &[1, 2]), Place::End(&[0.2]), Place::End(&[0.8])]);
/// let mut uct = Uct::<HandMade>::new(Setup::new(Budget::iterations(100)));
/// uct.decide(&game, Player(0), &mut Rng::new(1));
/// let root = uct.tree().root();
/// let visits: u32 = root.edges().map(|edge| edge.visits()).sum();
/// assert_eq!((root.visits(), visits), (100, 100));
/// let best = root.principal_variation()[0];
/// assert_eq!(best.label(), 1);
/// assert!((best.mean() - 0.9).abs() < 1e-12);
/// ```
#[derive(Debug)]
pub struct NodeView<'a, L> {
    tree: &'a Tree<L>,
    node: NodeId,
}

/// An edge of a tree: an arm, its label, and its child.
#[derive(Debug)]
pub struct EdgeView<'a, L> {
    tree: &'a Tree<L>,
    node: NodeId,
    place: usize,
}

// A derived implementation would require labels that implement `Copy`.
impl<L> Clone for NodeView<'_, L> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<L> Copy for NodeView<'_, L> {}
impl<L> Clone for EdgeView<'_, L> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<L> Copy for EdgeView<'_, L> {}

impl<L: Copy + Eq + Hash> Tree<L> {
    /// The root, where descents begin.
    pub fn root(&self) -> NodeView<'_, L> {
        NodeView { tree: self, node: ROOT }
    }
}

impl<'a, L: Copy + Eq + Hash> NodeView<'a, L> {
    /// Number of visits.
    pub fn visits(self) -> u32 {
        self.tree.visits(self.node)
    }

    /// Its edges: the moves that are in the tree. At simultaneous choices, those of the first
    /// chooser come first.
    pub fn edges(self) -> impl Iterator<Item = EdgeView<'a, L>> {
        let NodeView { tree, node } = self;
        let choosers = std::iter::successors(Some(node), move |&node| tree.next_chooser_of(node));
        choosers.flat_map(move |node| {
            (0..tree.edges(node).len()).map(move |place| EdgeView { tree, node, place })
        })
    }

    /// The most visited edges from this node to the end of the tree.
    pub fn principal_variation(self) -> Vec<EdgeView<'a, L>> {
        let most = |node: NodeView<'a, L>| {
            node.edges().filter(|edge| edge.visits() > 0).max_by_key(|edge| edge.visits())
        };
        std::iter::successors(most(self), |edge| edge.child().and_then(most)).collect()
    }
}

impl<'a, L: Copy + Eq + Hash> EdgeView<'a, L> {
    fn edge(self) -> &'a Edge<L> {
        &self.tree.edges(self.node)[self.place]
    }

    /// Label: an action or an observation.
    pub fn label(self) -> L {
        self.edge().label
    }

    /// Number of visits.
    pub fn visits(self) -> u32 {
        self.edge().arm.visits
    }

    /// Number of times that it was available, if arms are not always available.
    pub fn available(self) -> u32 {
        self.edge().arm.available
    }

    /// Mean reward for the player who selects it, 0 before the first visit; infinite if it is
    /// proven.
    pub fn mean(self) -> f64 {
        self.edge().arm.mean()
    }

    /// The proven result, if any.
    pub fn proof(self) -> Option<Proven> {
        self.edge().arm.proven()
    }

    /// Prior before the first visit; 0 if there is none.
    pub fn prior(self) -> f32 {
        self.tree.prior(self.node, self.place)
    }

    /// The node that it leads to, if it is in the tree.
    pub fn child(self) -> Option<NodeView<'a, L>> {
        let EdgeView { tree, .. } = self;
        tree.child_of(self.edge()).map(|node| NodeView { tree, node })
    }
}
