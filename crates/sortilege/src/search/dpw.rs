//! UCT with double progressive widening (Couëtoux et al. 2011; SM §2.2). A node with v visits
//! considers its first ceil(C v^alpha) actions, or that many chance outcomes, so the tree grows
//! deep before it grows wide.
//!
//! At a chance node an outcome is sampled. A new outcome joins the set if there is room; otherwise
//! an outcome of the set replaces it, sampled by its probability within the set.

use super::algorithm::{Algorithm, FromView, Start};
use super::decision::Tally;
use super::driver::Searcher;
use super::tree_search::descent::{ChanceRule, Constant, Descent, one_tree};
use super::tree_search::naming::name_known;
use super::tree_search::observation::{ByAction, Labels};
use super::tree_search::virtual_loss::PostponedPath;
use super::uct::follow;
use super::{Name, Setup, TreeRules, Widening};
use crate::game::{Hidden, Observation, Observe, Outcomes, PerfectInfo, Simultaneous, Values};
use crate::playout::{Playout, Rollout};
use crate::reward::WinLoss;
use crate::tree::{Extent, NodeId, Outline, Tree, TreeStats};
use crate::{Game, Player, Rng};

/// UCT with double progressive widening. Simultaneous choices are not widened. The `c` of its
/// [rules](Searcher::rules) is C_1 in SM §4.2.
pub type Dpw<G, P = Rollout<G>, R = WinLoss> = Searcher<G, WidenedTree<G>, P, R>;

/// A tree over states whose nodes get more arms as they are visited more often.
pub struct WidenedTree<G: Game> {
    /// Widening of moves and chance outcomes; its scale is C_2 in SM §4.2.
    pub widening: Widening,
    descent: Descent<G, ByAction>,
}

impl<G: Outcomes + Simultaneous> WidenedTree<G> {
    fn new() -> Self {
        let descent = Descent::new(ByAction, Constant::Everybody, TreeRules::default());
        WidenedTree { widening: Widening { scale: 4.0, alpha: 0.25 }, descent }
    }
}

impl<G: Hidden + Outcomes + Simultaneous, P, R> Dpw<G, P, R> {
    /// Widening by ceil(4 v^0.25), SM's setting for EinStein würfelt nicht, and c = 0.7.
    pub fn new(setup: Setup<P, R>) -> Self {
        Searcher::with(WidenedTree::new(), setup)
    }

    /// The tree of the last decision.
    pub fn tree(&self) -> &Tree<G::Action> {
        &self.algorithm.descent.tree
    }
}

impl<G: Hidden + Outcomes + Simultaneous> Algorithm<G> for WidenedTree<G> {
    one_tree!(ByAction);

    fn start(&mut self, start: &Start<'_, G>, _: &mut Rng) {
        self.descent.chance = ChanceRule::Widened(G::outcomes, self.widening);
        self.descent.selection.widening = Some(self.widening);
        self.descent.start(start);
    }

    #[inline]
    fn descend<P: Playout<G>>(&mut self, state: &mut G, _: &mut P, rng: &mut Rng) {
        self.descent.descend(state, rng);
    }

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

impl<G: Outcomes + PerfectInfo + Simultaneous> FromView<G> for WidenedTree<G> {
    fn follow(
        &self,
        node: NodeId,
        view: &G::View,
        _: Player,
        seen: &Observation<G>,
    ) -> Option<NodeId>
    where
        G: Observe,
    {
        follow::<G>(&self.descent.tree, node, view, &seen.view)
    }

    fn outline(&self, root: &G, extent: &Extent, name: &Name<'_, G>) -> Option<Outline> {
        let tree = self.descent.tree.root();
        Some(Outline::new(tree, extent, |path| name_known(root, path, name)))
    }
}
