//! Policies as tables of action probabilities for each information set.

use super::tree::{GameTree, InformationSet};
use crate::Player;
use crate::game::Observe;

/// Action probabilities at every information set of a [`GameTree`], for all seats.
#[derive(Clone, Debug, PartialEq)]
pub struct Tabulated {
    /// One probability for each slot of the tree; 1 for the slot of a seat that has not acted yet.
    by_slot: Vec<f64>,
}

impl Tabulated {
    /// The policy that plays every action with the same probability.
    pub fn uniform<G: Observe>(tree: &GameTree<G>) -> Self {
        Tabulated::from_fn(tree, |_, _, actions| vec![1.0 / actions.len() as f64; actions.len()])
    }

    /// The policy with the probabilities that `choose` returns from the view of an information set,
    /// its owner and the legal actions. It is called once for each set. Where [views
    /// forget](crate::game::Recall::Forgets), several sets have the same view; a randomized
    /// `choose` may answer differently for each of them. Panics unless it returns a probability for
    /// each action.
    pub fn from_fn<G: Observe>(
        tree: &GameTree<G>,
        mut choose: impl FnMut(&G::View, Player, &[G::Action]) -> Vec<f64>,
    ) -> Self {
        let mut policy = Tabulated { by_slot: vec![1.0; tree.size()] };
        for set in tree.sets() {
            policy.set(tree, set, &choose(tree.view(set), tree.owner(set), tree.actions(set)));
        }
        policy
    }

    /// The probabilities of the actions of `set`, in the order of [`GameTree::actions`].
    pub fn at<G: Observe>(&self, tree: &GameTree<G>, set: InformationSet) -> &[f64] {
        &self.by_slot[tree.slots(set)]
    }

    /// Replaces the probabilities of the actions of `set`. Panics unless they are probabilities.
    pub fn set<G: Observe>(
        &mut self,
        tree: &GameTree<G>,
        set: InformationSet,
        probabilities: &[f64],
    ) {
        let total: f64 = probabilities.iter().sum();
        let fine = probabilities.iter().all(|&p| p >= 0.0) && (total - 1.0).abs() < 1e-9;
        assert!(fine, "{probabilities:?} are not probabilities");
        self.by_slot[tree.slots(set)].copy_from_slice(probabilities);
    }

    /// For each slot, the product of the probabilities of its seat's own actions up to and
    /// including it.
    pub(super) fn plan<G: Observe>(&self, tree: &GameTree<G>) -> Vec<f64> {
        let mut plan = self.by_slot.clone();
        for set in tree.sets() {
            let before = plan[tree.parent(set)];
            plan[tree.slots(set)].iter_mut().for_each(|p| *p *= before);
        }
        plan
    }
}

#[cfg(test)]
mod tests {
    use super::super::toys::{Act, Kuhn};
    use super::*;

    #[test]
    fn tables_are_filled_from_views() {
        let tree = GameTree::new(&Kuhn::default());
        let policy = Tabulated::from_fn(&tree, |view, _, actions| match view {
            (_, Some(2), _) => actions.iter().map(|&act| f64::from(act == Act::Bet)).collect(),
            _ => vec![0.25, 0.75],
        });
        for set in tree.sets() {
            let king = tree.view(set).1 == Some(2);
            assert_eq!(policy.at(&tree, set), if king { [0.0, 1.0] } else { [0.25, 0.75] });
        }
    }

    #[test]
    #[should_panic(expected = "are not probabilities")]
    fn weights_are_refused() {
        Tabulated::from_fn(&GameTree::new(&Kuhn::default()), |_, _, _| vec![1.0, 2.0]);
    }

    #[test]
    fn a_plan_multiplies_own_actions_only() {
        let tree = GameTree::new(&Kuhn::default());
        let plan = Tabulated::from_fn(&tree, |_, _, _| vec![0.25, 0.75]).plan(&tree);
        for set in tree.sets() {
            // The first player bets after its own pass; the second has not acted before.
            let before = if tree.view(set).2.len() == 2 { 0.25 } else { 1.0 };
            assert_eq!(plan[tree.slots(set)], [0.25 * before, 0.75 * before]);
        }
    }
}
