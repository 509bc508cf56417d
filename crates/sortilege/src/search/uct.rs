//! UCT: Monte Carlo tree search with UCB1 (Kocsis & Szepesvári 2006; IS §III-A, SM §2.2, QR §2),
//! for games of perfect information with any number of players, chance events and simultaneous
//! choices.

use super::algorithm::{Algorithm, FromView, Start};
use super::decision::Tally;
use super::driver::Searcher;
use super::tree_search::descent::{ChanceRule, Constant, Descent, one_tree};
use super::tree_search::naming::name_known;
use super::tree_search::observation::{ByAction, Labels};
use super::tree_search::stored_states::StoredStates;
use super::tree_search::virtual_loss::PostponedPath;
use super::{Name, Setup, TreeRules};
use crate::budget::Clock;
use crate::game::{
    Chance, Deterministic, Hidden, Observation, Observe, Outcomes, PerfectInfo, Sequential,
    Simultaneous, Values,
};
use crate::playout::{Playout, Rollout};
use crate::reward::{Reward, WinLoss};
use crate::tree::{Extent, NodeId, Outline, Tree, TreeStats};
use crate::{Game, Player, Rng, Turn};

/// UCT on a known state.
///
/// [`reuse`](Searcher::reuse) requires that moves were made one at a time, and is not supported for
/// fixed chance. Searches that add up several trees do not use [`workers`](Searcher::workers); see
/// [`RootParallel`](super::RootParallel).
pub type Uct<G, P = Rollout<G>, R = WinLoss> = Searcher<G, UctTree<G>, P, R>;

/// A tree over states.
pub struct UctTree<G: Game> {
    chance: ChanceRule<G>,
    /// Whether a decision proves wins and losses.
    solves: bool,
    /// The state at the root, if this search proves wins and losses, and whether it is proven.
    prover: Option<G>,
    proven: bool,
    descent: Descent<G, ByAction>,
    /// States stored in a tree with fixed chance.
    stored: StoredStates<G>,
}

impl<G: Chance + Simultaneous> UctTree<G> {
    fn new() -> Self {
        UctTree {
            chance: ChanceRule::Sampled,
            solves: false,
            prover: None,
            proven: false,
            descent: Descent::new(ByAction, Constant::Everybody, TreeRules::default()),
            stored: StoredStates::default(),
        }
    }

    fn is_fixed(&self) -> bool {
        matches!(self.chance, ChanceRule::Fixed)
    }
}

impl<G: Chance + Hidden + Simultaneous, P, R> Uct<G, P, R> {
    /// UCT with c = 0.7, one child per expansion, sampled chance and EXP3.
    pub fn new(setup: Setup<P, R>) -> Self {
        Searcher::with(UctTree::new(), setup)
    }

    /// Visits all outcomes of a chance event equally often instead of by probability (IS §III-C2,
    /// where outcomes are equally likely).
    pub fn permuted(mut self) -> Self
    where
        G: Outcomes,
    {
        self.algorithm.chance = ChanceRule::Permuted(G::outcomes);
        self
    }

    /// Samples an outcome of chance on its first visit and keeps it in the rest of the tree: the
    /// lazy determinization of ED §VI.
    pub fn fixed_chance(mut self) -> Self {
        self.algorithm.chance = ChanceRule::Fixed;
        self
    }

    /// MCTS-Solver: proves wins and losses during the search. It supports two players with opposed
    /// interests; payoffs strictly between -1 and 1 are never proven. See
    /// [`Candidate::proven`](super::Candidate::proven). Searches that add up several trees prove
    /// nothing.
    ///
    /// ```
    /// use sortilege::game::{Deterministic, Hidden, Sequential};
    /// use sortilege::search::Uct;
    /// # fn solver<G: Deterministic + Hidden + Sequential>(uct: Uct<G>) -> Uct<G> {
    /// uct.solving()
    /// # }
    /// ```
    pub fn solving(mut self) -> Self
    where
        G: Deterministic + Sequential,
    {
        self.algorithm.solves = true;
        self
    }

    /// The tree of the last decision.
    pub fn tree(&self) -> &Tree<G::Action> {
        &self.algorithm.descent.tree
    }
}

impl<G, P, R> Uct<G, P, R>
where
    G: Chance + Hidden + Simultaneous,
    P: Playout<G>,
    R: Reward<G>,
{
    /// Grows a new tree from `state` until `clock` stops it, on this thread and without proofs.
    pub(super) fn grow(
        &mut self,
        state: &G,
        who: Player,
        clock: &mut Clock,
        rng: &mut Rng,
    ) -> TreeStats {
        let solves = std::mem::take(&mut self.algorithm.solves);
        let stats = self.run_on_state(state, who, clock, rng);
        self.algorithm.solves = solves;
        stats
    }

    /// Statistics of the `actions` of `who` at the root.
    pub(super) fn tallies(&mut self, root: &G, who: Player, actions: &[G::Action]) -> Vec<Tally> {
        self.algorithm.tallies(root, who, actions, self.setup.reward.range())
    }
}

impl<G: Chance + Hidden + Simultaneous> Algorithm<G> for UctTree<G> {
    one_tree!(ByAction);

    fn start(&mut self, start: &Start<'_, G>, _: &mut Rng) {
        assert!(!self.solves || start.root.players() == 2, "a solver is for two players");
        self.stored.clear();
        self.descent.beside = 0;
        self.descent.chance = self.chance;
        (self.prover, self.proven) = (self.solves.then(|| start.root.clone()), false);
        // Chance may have had another outcome than the fixed one.
        let keep = start.keep.filter(|_| !self.is_fixed());
        self.descent.start(&Start { keep, ..*start });
    }

    #[inline]
    fn descend<P: Playout<G>>(&mut self, state: &mut G, playout: &mut P, rng: &mut Rng) {
        let UctTree { descent, stored, .. } = self;
        // These conditions do not change within a decision, so the branches are predicted.
        if self.prover.is_some() {
            descent.descend_to_a_proof(state, rng);
        } else if matches!(self.chance, ChanceRule::Fixed) {
            stored.descend(descent, state, rng);
        } else if descent.is_guided() {
            descent.descend_by_priors(state, playout, rng);
        } else {
            descent.descend(state, rng);
        }
    }

    #[inline]
    fn back_up(&mut self, _: &[(Player, G::Action)], rewards: &Values, range: (f64, f64)) {
        self.descent.back_up(rewards, range);
        if let Some(root) = &self.prover {
            self.proven = self.descent.back_up_proof(root);
        }
    }

    #[inline]
    fn is_proven(&self) -> bool {
        self.proven
    }

    fn can_wait(&self) -> bool {
        self.prover.is_none() && !self.is_fixed()
    }

    fn helper(&self, old: Option<Self>) -> Option<Self> {
        let mut helper = old.unwrap_or_else(Self::new);
        helper.descent.imitate(&self.descent);
        helper.stored.clear();
        (helper.chance, helper.solves) = (self.chance, self.solves);
        (helper.prover, helper.proven) = (self.prover.clone(), false);
        Some(helper)
    }

    fn exchanges_root_only(&self) -> bool {
        self.is_fixed()
    }
}

impl<G: Chance + PerfectInfo + Simultaneous> FromView<G> for UctTree<G> {
    /// Simultaneous choices form a path of edges and are not followed.
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

/// The node behind a move from `before` to `after` in a tree over known states, where `node` is the
/// node of `before`.
pub(super) fn follow<G: Hidden>(
    tree: &Tree<G::Action>,
    node: NodeId,
    before: &G::View,
    after: &G::View,
) -> Option<NodeId> {
    let before = G::known_state(before).filter(|state| state.turn() != Turn::Together)?;
    let leads_there = |action| before.after(action).view(Player(0)) == *after;
    tree.child_of(tree.edges(node).iter().find(|edge| leads_there(edge.label))?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Budget;
    use crate::search::Search;
    use crate::testing::random_tree::{RandomTree, TreeShape};

    /// A tree that has exhausted its indices stops growing, and the search continues in it.
    #[test]
    fn indices_that_end_do_not_end_the_search() {
        let mut uct = Uct::<RandomTree>::new(Setup::new(Budget::iterations(5000)));
        uct.algorithm.descent.tree = Tree::default().with_indices(200);
        let decision =
            uct.decide(&RandomTree::new(1, TreeShape::REGULAR), Player(0), &mut Rng::new(1));
        assert!(uct.tree().is_at_its_end());
        // Checks come after 64 and after 128 iterations; at the next one the tree has grown too
        // large.
        assert!(decision.tree.nodes < 520, "{} nodes", decision.tree.nodes);
        let visits: u64 = decision.candidates.iter().map(|one| one.visits).sum();
        assert_eq!((decision.iterations, visits), (5000, 5000));
        assert!(decision.candidates.iter().all(|one| one.visits > 100));
    }
}
