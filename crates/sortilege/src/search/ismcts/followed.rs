//! The current node of the game in the tree of the last decision, by the searcher's observations
//! since. The subtree below it is about the future, so the next decision may start with it.

use crate::game::{Chance, Hidden, Label, Observation, Observe};
use crate::tree::{NodeId, ROOT, Tree};
use crate::{Player, Rng, Turn};
use std::hash::Hash;

/// The current node of the game, if it is still in the tree, and the searcher's view at that time.
pub(super) struct Followed<G: Hidden>(Option<(NodeId, G::View)>);

// A derived implementation would require `Default` of the game.
impl<G: Hidden> Default for Followed<G> {
    fn default() -> Self {
        Followed(None)
    }
}

impl<G: Hidden> Followed<G> {
    /// Reduces the tree to the remaining subtree for a decision, or clears it. With a `view`, later
    /// observations are followed from the new root.
    pub(super) fn prepare<L: Copy + Eq + Hash>(
        &mut self,
        tree: &mut Tree<L>,
        view: Option<&G::View>,
    ) {
        let here = self.0.take().filter(|(_, known)| Some(known) == view);
        match here {
            Some((node, _)) => tree.keep(node),
            None => tree.clear(),
        }
        self.0 = view.map(|view| (ROOT, view.clone()));
    }

    /// Reduces the tree to the remaining subtree for pondering; returns whether the game can be
    /// followed.
    pub(super) fn resume<L: Copy + Eq + Hash>(
        &mut self,
        tree: &mut Tree<L>,
        view: &G::View,
    ) -> bool {
        let here = self.0.take().filter(|(_, known)| known == view);
        if let Some((node, _)) = &here {
            tree.keep(*node);
        }
        self.0 = here.map(|(_, view)| (ROOT, view));
        self.0.is_some()
    }

    /// Advances to the node behind a label.
    fn go<L: Copy + Eq + Hash>(&mut self, tree: &Tree<L>, label: Option<L>, view: &G::View) {
        let next = |(node, _)| Some((child(tree, node, label?)?, view.clone()));
        self.0 = self.0.take().and_then(next);
    }
}

impl<G: Observe> Followed<G> {
    /// Follows an observed move in a tree whose edges are observations.
    pub(super) fn record(&mut self, tree: &Tree<Label<G::Action, G::Seen>>, seen: &Observation<G>) {
        self.go(tree, Some(seen.label), &seen.view);
    }

    /// Follows an observed move in a tree whose edges are actions, if the observation identifies
    /// the action.
    pub(super) fn hear_action(&mut self, tree: &Tree<G::Action>, who: Player, seen: &Observation<G>)
    where
        G: Chance,
    {
        let action = match (&seen.label, &self.0) {
            (Label::Own(action), _) => Some(*action),
            (Label::Seen(label), Some((_, view))) => told::<G>(view, who, seen.mover, *label),
            _ => None,
        };
        self.go(tree, action, &seen.view);
    }
}

/// The node behind a label; arms of two kinds may lie at two nodes.
fn child<L: Copy + Eq + Hash>(tree: &Tree<L>, node: NodeId, label: L) -> Option<NodeId> {
    let places = [Some(node), tree.next_chooser_of(node)];
    let edges = places.into_iter().flatten().flat_map(|node| tree.edges(node));
    edges.filter(|edge| edge.label == label).find_map(|edge| tree.child_of(edge))
}

/// Number of determinizations to check for actions that match an observation.
const ASKED: u64 = 32;

/// The observed action of `mover` (`None` is chance), if exactly one action matches the observation
/// in states that `who` considered possible.
fn told<G: Chance + Observe>(
    view: &G::View,
    who: Player,
    mover: Option<Player>,
    label: G::Seen,
) -> Option<G::Action> {
    let (mut found, mut actions) = (None, vec![]);
    for asked in 0..ASKED {
        let mut rng = Rng::new(asked);
        let state = G::determinize(view, &mut rng);
        match (state.turn(), mover) {
            (Turn::Player(on_turn), Some(mover)) if on_turn == mover => state.actions(&mut actions),
            (Turn::Chance, None) => {
                actions.clear();
                actions.extend((0..ASKED).map(|_| state.sample(&mut rng)));
            }
            _ => return None,
        }
        for &action in actions.iter().filter(|&&action| state.seen(action, who) == Some(label)) {
            if found.is_some_and(|other| other != action) {
                return None;
            }
            found = Some(action);
        }
    }
    found
}
