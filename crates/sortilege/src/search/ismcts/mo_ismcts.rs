//! Multiple-observer information set MCTS: IS §IV-G, Algorithm 2 and Appendix C. Each player has a
//! tree. Its nodes are information sets of that player, and its edges are moves as that player
//! observes them. A simulation descends all trees at once; the acting player selects in its own
//! tree.
//!
//! A move that a player does not observe leaves it at the same node of its tree. Departures: the
//! environment has no tree; its moves are sampled and never end a descent.
//!
//! Opponents act as if they observed what the searcher hides at the root. [`Opponents::Doubting`]
//! is our answer to what §VIII and §X ask for instead, and is in a file of its own. A plain
//! implementation that follows the pseudocode is [`reference`](crate::reference).

use super::followed::child;
use super::observer::ObserverRole;
use super::observers::{Observers, OwnChoice, VirtualLosses};
use super::redeterminize::{Doubt, Opponents};
use crate::belief::Uniformly;
use crate::game::{Chance, Label, MAX_PLAYERS, Observation, Observe, Simultaneous, Values};
use crate::playout::{Playout, Rollout};
use crate::reward::WinLoss;
use crate::search::algorithm::{Algorithm, FromView, Start};
use crate::search::decision::Tally;
use crate::search::driver::Searcher;
use crate::search::tree_search::naming::name_label;
use crate::search::tree_search::selection::{Chosen, Selection};
use crate::search::{Name, Select, Setup, TreeRules};
use crate::tree::{Extent, NodeId, Outline, Tree, TreeStats};
use crate::{Player, Rng, Turn};

/// MO-ISMCTS. Doubting opponents do not use [`workers`](Searcher::workers).
pub type MoIsmcts<G, P = Rollout<G>, R = WinLoss, B = Uniformly> =
    Searcher<G, ObserverTrees<G>, P, R, B>;

/// A tree for each player.
pub struct ObserverTrees<G: Observe> {
    /// What opponents are assumed to know of the searcher's hidden information.
    pub opponents: Opponents,
    observers: Observers<G>,
    doubt: Doubt<G>,
    /// The player of the last search.
    searcher: Player,
    /// The number of moves within the trees in the last descent.
    length: u32,
}

impl<G: Chance + Observe + Simultaneous> ObserverTrees<G> {
    fn new() -> Self {
        ObserverTrees {
            opponents: Opponents::default(),
            observers: Observers::new(TreeRules::default()),
            doubt: Doubt::new(),
            searcher: Player(0),
            length: 0,
        }
    }

    fn has_doubt(&self) -> bool {
        self.opponents != Opponents::Knowing
    }

    /// All trees in use.
    fn in_use(&self) -> impl Iterator<Item = &Tree<Label<G::Action, G::Seen>>> {
        self.observers.trees().chain(self.has_doubt().then_some(&self.doubt.imagined.tree))
    }
}

impl<G: Chance + Observe + Simultaneous, P, R, B> MoIsmcts<G, P, R, B> {
    /// MO-ISMCTS with the paper's c = 0.7, and EXP3 for simultaneous choices.
    pub fn new(setup: Setup<P, R, B>) -> Self {
        Searcher::with(ObserverTrees::new(), setup)
    }

    /// The tree of `who` after the last decision.
    pub fn tree(&self, who: Player) -> &Tree<Label<G::Action, G::Seen>> {
        &self.algorithm.observers.all[who.0].tree
    }
}

/// Algorithm 2. The driver samples a determinization d in line 4, simulates from the leaf in line
/// 7, and plays the most visited action.
impl<G: Chance + Observe + Simultaneous> Algorithm<G> for ObserverTrees<G> {
    type Label = Label<G::Action, G::Seen>;
    /// Paths in all trees, and whether the imagined searcher had replaced the searcher.
    type Pending = (Vec<VirtualLosses<G>>, bool);

    fn start(&mut self, start: &Start<'_, G>, _: &mut Rng) {
        let (root, who) = (start.root, start.who);
        // The node is one of the tree of the last searcher.
        let keep = start.keep.filter(|_| self.searcher == who).map(|node| (who, node));
        self.searcher = who;
        let players = root.players().min(MAX_PLAYERS);
        self.observers.prepare(start.rules, root, players, keep);
        self.doubt.prepare(self.opponents, who, players);
    }

    #[inline]
    fn set_full(&mut self, full: bool) {
        if full != self.observers.selection.full {
            self.observers.set_full(full);
            self.doubt.imagined.full = full;
        }
    }

    /// Lines 5 and 6: select, and expand.
    #[inline]
    fn descend<P: Playout<G>>(&mut self, d: &mut G, playout: &mut P, rng: &mut Rng) {
        let searcher = self.searcher;
        self.length = if self.has_doubt() {
            self.doubt.descend(&mut self.observers, d, searcher, rng)
        } else if self.observers.selection.rules.select == Select::Puct {
            descend_by_priors(&mut self.observers, d, searcher, playout, rng)
        } else {
            descend(&mut self.observers, d, searcher, Selection::alone, rng)
        };
    }

    #[inline]
    fn path(&self) -> (&[(Player, G::Action)], u32) {
        (&self.observers.moves, self.length)
    }

    /// Line 8: backpropagate.
    #[inline]
    fn back_up(&mut self, _: &[(Player, G::Action)], rewards: &Values, range: (f64, f64)) {
        self.observers.credit(rewards, range);
        self.doubt.come_back(&mut self.observers, self.searcher);
    }

    fn tallies(
        &mut self,
        root: &G,
        who: Player,
        actions: &[G::Action],
        range: (f64, f64),
    ) -> Vec<Tally> {
        self.observers.tallies(root.turn(), who, actions, range)
    }

    fn stats(&self) -> TreeStats {
        let own = self.observers.all[self.searcher.0].tree.stats();
        let nodes = self.in_use().map(|tree| tree.stats().nodes).sum();
        TreeStats { nodes, bytes: self.in_use().map(Tree::bytes).sum(), ..own }
    }

    #[inline]
    fn bytes(&self) -> usize {
        self.in_use().map(Tree::bytes).sum()
    }

    fn is_at_its_end(&self) -> bool {
        self.in_use().any(Tree::is_at_its_end)
    }

    fn postpone(&mut self, least: f64) -> Self::Pending {
        let paths = self.observers.apply_virtual_loss(least);
        let imagined = self.doubt.come_back(&mut self.observers, self.searcher);
        (paths, imagined)
    }

    fn complete<P: Playout<G>>(
        &mut self,
        (mut paths, imagined): Self::Pending,
        _: Option<&G>,
        _: &mut P,
        rewards: &Values,
        range: (f64, f64),
    ) {
        let ObserverTrees { observers, doubt, searcher, .. } = self;
        if imagined {
            doubt.change_places(observers, *searcher);
        }
        observers.replace(&mut paths, rewards, range);
        doubt.come_back(observers, *searcher);
    }

    fn helper(&self, old: Option<Self>) -> Option<Self> {
        if self.has_doubt() {
            return None;
        }
        let mut helper = old.unwrap_or_else(Self::new);
        helper.searcher = self.searcher;
        helper.observers.imitate(&self.observers);
        Some(helper)
    }

    fn trees(&mut self) -> Vec<&mut Tree<Self::Label>> {
        self.observers.all.iter_mut().map(|observer| &mut observer.tree).collect()
    }
}

impl<G: Chance + Observe + Simultaneous> FromView<G> for ObserverTrees<G> {
    fn follow(
        &self,
        node: NodeId,
        _: &G::View,
        who: Player,
        seen: &Observation<G>,
    ) -> Option<NodeId> {
        let tree = &self.observers.all[self.searcher.0].tree;
        child(tree, node, seen.label).filter(|_| who == self.searcher)
    }

    fn outline(&self, root: &G, extent: &Extent, name: &Name<'_, G>) -> Option<Outline> {
        let own = self.observers.all.get(self.searcher.0)?.tree.root();
        Some(Outline::new(own, extent, |path| name_label(root, path, name)))
    }
}

/// Descends all trees, guided by priors.
#[inline(never)]
fn descend_by_priors<G, P>(
    observers: &mut Observers<G>,
    d: &mut G,
    searcher: Player,
    playout: &mut P,
    rng: &mut Rng,
) -> u32
where
    G: Chance + Observe + Simultaneous,
    P: Playout<G>,
{
    let choose =
        |selection: &mut Selection<G::Action>,
         point: &mut OwnChoice<'_, G>,
         constant: bool,
         rng: &mut Rng| selection.by_priors(point, constant, playout, rng);
    descend(observers, d, searcher, choose, rng)
}

/// Descends all trees at once from a state of the information set of `searcher` to an action that
/// is new in the tree of the acting player. Returns the number of moves made (SELECT and EXPAND of
/// Appendix C).
#[inline(always)]
fn descend<G, C>(
    observers: &mut Observers<G>,
    d: &mut G,
    searcher: Player,
    mut choose: C,
    rng: &mut Rng,
) -> u32
where
    G: Chance + Observe + Simultaneous,
    C: FnMut(&mut Selection<G::Action>, &mut OwnChoice<'_, G>, bool, &mut Rng) -> Chosen<G::Action>,
{
    observers.moves.clear();
    observers.all.iter_mut().for_each(|observer| observer.restart(ObserverRole::Learning, None));
    let mut length = 0;
    loop {
        let is_new = match d.turn() {
            Turn::Over => return length,
            Turn::Chance => {
                observers.pass_chance(d, rng);
                continue;
            }
            // Determinizations agree on the legal moves of the searcher, and on those of no other
            // player.
            Turn::Player(who) => observers.move_alone(d, who, who == searcher, &mut choose, rng),
            Turn::Together => observers.move_together(d, searcher, rng),
        };
        length += 1;
        if is_new {
            return length;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::observer::Observer;
    use super::*;
    use crate::Budget;
    use crate::search::Search;
    use crate::testing::random_tree::{RandomTree, TreeShape};

    /// Trees that have exhausted their indices stop growing, and the search continues in them.
    #[test]
    fn indices_that_end_do_not_end_the_search() {
        let mut search = MoIsmcts::<RandomTree>::new(Setup::new(Budget::iterations(5000)));
        let all = &mut search.algorithm.observers.all;
        all.resize_with(2, || Observer::new(Player(0)));
        for observer in all {
            observer.tree = Tree::default().with_indices(200);
        }
        let decision =
            search.decide(&RandomTree::new(1, TreeShape::REGULAR), Player(0), &mut Rng::new(1));
        assert!(search.algorithm.is_at_its_end());
        assert!(decision.tree.nodes < 1500, "{} nodes", decision.tree.nodes);
        let visits: u64 = decision.candidates.iter().map(|one| one.visits).sum();
        assert_eq!((decision.iterations, visits), (5000, 5000));
    }
}
