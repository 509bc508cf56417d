//! Where a game has come to in the tree of the last decision, by what the searcher has heard since:
//! what is left of the tree from there on is about what is to come, and the next decision may begin
//! with it.

use crate::game::{Chance, Hidden, Label, Observation, Observe};
use crate::tree::{NodeId, ROOT, Tree};
use crate::{Player, Rng, Turn};
use std::hash::Hash;

/// The node that the game has come to, if it is still in the tree, and what the searcher knew then.
pub(super) struct Followed<G: Hidden>(Option<(NodeId, G::View)>);

// Derived, this would ask for a game with a default.
impl<G: Hidden> Default for Followed<G> {
    fn default() -> Self {
        Followed(None)
    }
}

impl<G: Hidden> Followed<G> {
    /// Makes the tree what is left of it for a decision, or empty. What follows is heard from
    /// `view` on, if it is to be.
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

    /// Makes the tree what is left of it, to think on in it; says whether there is any reason to.
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

    /// Goes on to the node behind a label.
    fn go<L: Copy + Eq + Hash>(&mut self, tree: &Tree<L>, label: Option<L>, view: &G::View) {
        let next = |(node, _)| Some((child(tree, node, label?)?, view.clone()));
        self.0 = self.0.take().and_then(next);
    }
}

impl<G: Observe> Followed<G> {
    /// Hears of a move in a tree whose edges are observations.
    pub(super) fn record(&mut self, tree: &Tree<Label<G::Action, G::Seen>>, seen: &Observation<G>) {
        self.go(tree, Some(seen.label), &seen.view);
    }

    /// Hears of a move in a tree whose edges are actions, and goes on if what was seen tells which
    /// action it was.
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

/// The node behind a label, where arms of two kinds may be kept apart.
fn child<L: Copy + Eq + Hash>(tree: &Tree<L>, node: NodeId, label: L) -> Option<NodeId> {
    let places = [Some(node), tree.next_chooser_of(node)];
    let edges = places.into_iter().flatten().flat_map(|node| tree.edges(node));
    edges.filter(|edge| edge.label == label).find_map(|edge| tree.child_of(edge))
}

/// So many states are asked which action looks like what was seen.
const ASKED: u64 = 32;

/// The action of `mover`, chance if nobody, that was seen, if it is the only one that looks like
/// this in states that `who` thought possible.
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
