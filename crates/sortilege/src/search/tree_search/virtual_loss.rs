//! Virtual loss (Chaslot, Winands & van den Herik 2008): while a leaf waits to be judged, every arm
//! on the way to it has been lent a visit with the least reward there is, lest the next descent go
//! the same way; when its values are there, the reward takes its place. Rules that look for a mix
//! are lent the visit alone.

use super::descent::{Credit, Step, unit_reward};
use crate::playout::Values;
use crate::tree::Tree;
use std::hash::Hash;

/// Lends every arm on a path a visit with the `least` reward, and notes the labels of these arms,
/// which may move.
pub(in crate::search) fn apply_virtual_loss<L>(
    tree: &mut Tree<L>,
    path: &[Step],
    labels: &mut Vec<L>,
    least: f64,
) where
    L: Copy + Eq + Hash,
{
    labels.clear();
    for &Step { node, place, credit } in path {
        labels.push(tree.edges(node)[place as usize].label);
        tree.credit(node, place as usize, lent(credit, least));
    }
}

/// Puts rewards in the place of what arms were lent. The path is brought up to date.
pub(in crate::search) fn replace<L>(
    tree: &mut Tree<L>,
    path: &mut [Step],
    labels: &[L],
    rewards: &Values,
    range: (f64, f64),
) where
    L: Copy + Eq + Hash,
{
    find_again(tree, path, labels);
    for &mut Step { node, place, credit } in path {
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

/// Notes where the arms on a path are now: other descents may have put some before them.
fn find_again<L: Copy + Eq + Hash>(tree: &Tree<L>, path: &mut [Step], labels: &[L]) {
    for (Step { node, place, .. }, &label) in path.iter_mut().zip(labels) {
        if tree.edges(*node)[*place as usize].label != label {
            *place = tree.find(*node, label).expect("arms stay at their nodes") as u32;
        }
    }
}

/// What an arm is lent with a visit.
fn lent(credit: Credit, least: f64) -> f64 {
    if matches!(credit, Credit::Reward(_)) { least } else { 0.0 }
}
