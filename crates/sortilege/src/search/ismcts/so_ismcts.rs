//! Single-observer information set MCTS: Cowling, Powley & Whitehouse (2012), §IV-E, Algorithm 1
//! and Appendix A. There is one tree, whose nodes are information sets of the searcher and whose
//! edges are actions. Each simulation samples a determinization and follows only the actions that
//! are legal in it.
//!
//! With partially observable moves (§IV-F, Appendix B) it differs in that edges are moves as the
//! searcher observes them. Opponent actions with the same observation share an edge, and one of
//! them is sampled at random. A move that the searcher does not observe leaves it in the same
//! information set, hence at the same node.
//!
//! Without hidden information it searches like UCT, except for availability: an opponent's action
//! is counted from the moment when it has an arm, as in the pseudocode, and not from the first
//! visit of the node. Departures: chance is sampled, not permuted (§III-C2), and a new chance
//! outcome does not end a descent. At the searcher's own nodes every action is legal at every
//! visit. There availability equals the number of visits, and actions are listed only once.
//!
//! A plain implementation that follows the pseudocode is [`reference`](crate::reference).

use super::followed::{child, identify};
use crate::belief::Uniformly;
use crate::game::{Chance, Hidden, Label, Observation, Observe, Simultaneous, Values};
use crate::playout::{Playout, Rollout};
use crate::reward::WinLoss;
use crate::search::algorithm::{Algorithm, FromView, Start};
use crate::search::decision::Tally;
use crate::search::driver::Searcher;
use crate::search::tree_search::descent::{Constant, Descent, one_tree};
use crate::search::tree_search::naming::{name_action, name_label};
use crate::search::tree_search::observation::{ByAction, ByObservation, Labels};
use crate::search::tree_search::virtual_loss::PostponedPath;
use crate::search::{Name, Setup, TreeRules};
use crate::tree::{Extent, NodeId, Outline, Tree, TreeStats};
use crate::{Game, Player, Rng};

/// SO-ISMCTS.
///
/// ```
/// use sortilege::search::{Search, Setup, SoIsmcts};
/// use sortilege::testing::hand_made::{HandMade, Place};
/// use sortilege::{Budget, Player, Rng};
/// let game = HandMade::new(&[Place::Choice(0, &[1, 2]), Place::End(&[0.2]), Place::End(&[0.8])]);
/// let mut search = SoIsmcts::<HandMade>::new(Setup::new(Budget::iterations(100)));
/// assert_eq!(search.decide(&game, Player(0), &mut Rng::new(1)).action, 1);
/// ```
///
/// With [`reuse`](Searcher::reuse), each observation must identify the action.
pub type SoIsmcts<G, P = Rollout<G>, R = WinLoss, B = Uniformly> =
    Searcher<G, InformationSetTree<G, ByAction>, P, R, B>;

/// SO-ISMCTS + POM: SO-ISMCTS whose edges are observations.
pub type SoIsmctsPom<G, P = Rollout<G>, R = WinLoss, B = Uniformly> =
    Searcher<G, InformationSetTree<G, ByObservation>, P, R, B>;

/// One tree over the information sets of the searcher, with edges labelled by `E`.
pub struct InformationSetTree<G: Game, E: Labels<G>> {
    descent: Descent<G, E>,
}

impl<G: Chance + Hidden + Simultaneous, E: Labels<G>> InformationSetTree<G, E> {
    fn new() -> Self {
        let (labels, constant) = (E::of(Player(0)), Constant::Everybody);
        InformationSetTree { descent: Descent::new(labels, constant, TreeRules::default()) }
    }
}

impl<G: Chance + Hidden + Simultaneous, P, R, B> SoIsmcts<G, P, R, B> {
    /// SO-ISMCTS with the paper's c = 0.7, and EXP3 for simultaneous choices.
    pub fn new(setup: Setup<P, R, B>) -> Self {
        Searcher::with(InformationSetTree::new(), setup)
    }

    /// The tree of the last decision.
    pub fn tree(&self) -> &Tree<G::Action> {
        &self.algorithm.descent.tree
    }
}

impl<G: Chance + Observe + Simultaneous, P, R, B> SoIsmctsPom<G, P, R, B> {
    /// SO-ISMCTS + POM with the paper's c = 0.7, and EXP3 for simultaneous choices.
    pub fn new(setup: Setup<P, R, B>) -> Self {
        Searcher::with(InformationSetTree::new(), setup)
    }

    /// The tree of the last decision.
    pub fn tree(&self) -> &Tree<Label<G::Action, G::Seen>> {
        &self.algorithm.descent.tree
    }
}

/// Algorithm 1. The driver samples a determinization d in line 4, simulates from the leaf in line
/// 7, and plays the most visited action in line 9.
impl<G: Chance + Hidden + Simultaneous, E: Labels<G>> Algorithm<G> for InformationSetTree<G, E> {
    one_tree!(E);

    fn start(&mut self, start: &Start<'_, G>, _: &mut Rng) {
        (self.descent.labels, self.descent.constant) =
            (E::of(start.who), Constant::Only(start.who));
        self.descent.start(start);
    }

    /// Lines 5 and 6: select, and expand.
    #[inline]
    fn descend<P: Playout<G>>(&mut self, d: &mut G, playout: &mut P, rng: &mut Rng) {
        if self.descent.is_guided() {
            self.descent.descend_by_priors(d, playout, rng);
        } else {
            self.descent.descend(d, rng);
        }
    }

    /// Line 8: backpropagate.
    #[inline]
    fn back_up(&mut self, _: &[(Player, G::Action)], rewards: &Values, range: (f64, f64)) {
        self.descent.back_up(rewards, range);
    }

    fn helper(&self, old: Option<Self>) -> Option<Self> {
        let mut helper = old.unwrap_or_else(Self::new);
        helper.descent.imitate(&self.descent);
        Some(helper)
    }
}

impl<G: Chance + Hidden + Simultaneous> FromView<G> for InformationSetTree<G, ByAction> {
    fn follow(
        &self,
        node: NodeId,
        view: &G::View,
        who: Player,
        seen: &Observation<G>,
    ) -> Option<NodeId>
    where
        G: Observe,
    {
        let action = match seen.label {
            Label::Own(action) => action,
            Label::Seen(label) => identify::<G>(view, who, seen.mover, label)?,
            Label::Unnoticed => return None,
        };
        child(&self.descent.tree, node, action)
    }

    fn outline(&self, root: &G, extent: &Extent, name: &Name<'_, G>) -> Option<Outline> {
        let tree = self.descent.tree.root();
        Some(Outline::new(tree, extent, |path| name_action(root, path, name)))
    }
}

impl<G: Chance + Observe + Simultaneous> FromView<G> for InformationSetTree<G, ByObservation> {
    fn follow(
        &self,
        node: NodeId,
        _: &G::View,
        _: Player,
        seen: &Observation<G>,
    ) -> Option<NodeId> {
        child(&self.descent.tree, node, seen.label)
    }

    fn outline(&self, root: &G, extent: &Extent, name: &Name<'_, G>) -> Option<Outline> {
        let tree = self.descent.tree.root();
        Some(Outline::new(tree, extent, |path| name_label(root, path, name)))
    }
}
