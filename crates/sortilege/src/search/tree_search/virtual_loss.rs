//! Virtual loss (Chaslot, Winands & van den Herik 2008): while a leaf is pending, every arm on its
//! path has an extra visit with the minimum reward, so that the next descent prefers another path.
//! When the values arrive, the reward replaces the minimum. Rules that approximate mixed strategies
//! get the visit alone.

use super::descent::{Credit, Descent, PathStep, unit_reward};
use super::observation::Labels;
use crate::game::{Chance, Simultaneous};
use crate::playout::{Playout, Values};
use crate::tree::Tree;
use std::hash::Hash;

/// A path that waits for its evaluation, and the labels of its arms.
pub(in crate::search) type PostponedPath<L> = (Vec<PathStep>, Vec<L>);

impl<G: Chance + Simultaneous, E: Labels<G>> Descent<G, E> {
    /// Applies a virtual loss to the path, which waits for its evaluation.
    pub(in crate::search) fn postpone(&mut self, least: f64) -> PostponedPath<E::Label> {
        let mut labels = vec![];
        apply_virtual_loss(&mut self.tree, &self.path, &mut labels, least);
        (self.path.clone(), labels)
    }

    /// Replaces the virtual loss of a path with rewards. A guided search also expands `leaf`.
    pub(in crate::search) fn complete<P: Playout<G>>(
        &mut self,
        (mut path, labels): PostponedPath<E::Label>,
        leaf: Option<&G>,
        playout: &mut P,
        rewards: &Values,
        range: (f64, f64),
    ) {
        replace(&mut self.tree, &mut path, &labels, rewards, range);
        if let Some(leaf) = leaf {
            self.path = path;
            self.expand_by_priors(leaf, playout);
        }
    }
}

/// Adds a visit with the `least` reward to every arm on a path, and records the labels of these
/// arms, which may move.
pub(in crate::search) fn apply_virtual_loss<L>(
    tree: &mut Tree<L>,
    path: &[PathStep],
    labels: &mut Vec<L>,
    least: f64,
) where
    L: Copy + Eq + Hash,
{
    labels.clear();
    for &PathStep { node, place, credit } in path {
        labels.push(tree.edges(node)[place as usize].label);
        tree.credit(node, place as usize, lent(credit, least));
    }
}

/// Replaces virtual losses with rewards, after an update of the places on the path.
pub(in crate::search) fn replace<L>(
    tree: &mut Tree<L>,
    path: &mut [PathStep],
    labels: &[L],
    rewards: &Values,
    range: (f64, f64),
) where
    L: Copy + Eq + Hash,
{
    find_again(tree, path, labels);
    for &mut PathStep { node, place, credit } in path {
        let place = place as usize;
        match credit {
            Credit::Visit => {}
            Credit::Reward(who) => tree.correct(node, place, rewards[who.0] - range.0),
            Credit::Weighted(who, probability) => {
                let unit = unit_reward(rewards[who.0], range);
                tree.correct(node, place, unit / probability);
                tree.earn(node, unit);
            }
        }
    }
}

/// Updates the places on a path: other descents may have inserted arms.
fn find_again<L: Copy + Eq + Hash>(tree: &Tree<L>, path: &mut [PathStep], labels: &[L]) {
    for (PathStep { node, place, .. }, &label) in path.iter_mut().zip(labels) {
        if tree.edges(*node)[*place as usize].label != label {
            *place = tree.find(*node, label).expect("arms stay at their nodes") as u32;
        }
    }
}

/// The virtual reward of an arm.
fn lent(credit: Credit, least: f64) -> f64 {
    if matches!(credit, Credit::Reward(_)) { least } else { 0.0 }
}
