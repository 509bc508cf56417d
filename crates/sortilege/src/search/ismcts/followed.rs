//! The current node of the game in the tree of the last decision, by the searcher's observations
//! since. The subtree below it is about the future, so the next decision may start with it.

use crate::game::{Chance, Observe};
use crate::tree::{NodeId, Tree};
use crate::{Player, Rng, Turn};
use std::hash::Hash;

/// The node behind a label; arms of two kinds may lie at two nodes.
pub(super) fn child<L: Copy + Eq + Hash>(tree: &Tree<L>, node: NodeId, label: L) -> Option<NodeId> {
    let places = [Some(node), tree.next_chooser_of(node)];
    let edges = places.into_iter().flatten().flat_map(|node| tree.edges(node));
    edges.filter(|edge| edge.label == label).find_map(|edge| tree.child_of(edge))
}

/// Number of determinizations to check for actions that match an observation.
const ASKED: u64 = 32;

/// The observed action of `mover` (`None` is chance), if exactly one action matches the observation
/// in states that `who` considered possible.
pub(super) fn identify<G: Chance + Observe>(
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
