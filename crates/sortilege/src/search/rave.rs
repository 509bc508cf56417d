//! Rapid action value estimation. RAVE: S. Gelly and D. Silver, "Monte-Carlo tree search and rapid
//! action value estimation in computer Go", Artificial Intelligence 175, 2011. GRAVE: T. Cazenave,
//! "Generalized rapid action value estimation", IJCAI 2015.
//!
//! A move is often as good later as it is now. So a node also averages over all simulations in which
//! the acting player made a move at any later time ("all moves as first", AMAF). With n simulations
//! that began with the move, ñ that contain it, and the two means Q and Q̃, selection maximises
//! (1 - β) Q + β Q̃ with β = ñ / (n + ñ + bias n ñ). Early on Q̃ decides, and later Q.
//!
//! RAVE takes ñ and Q̃ from the node itself, where there are few simulations at first. GRAVE takes
//! them from the closest ancestor with at least [`reference`](AmafTree::reference) visits. There is
//! no exploration term, as in both papers' best settings: AMAF statistics explore.
//!
//! It is for any number of players, without chance. A move of a simulation counts once, at its first
//! occurrence. Departures: all children of a node are added on its second visit; moves of a playout
//! count if the playout [records](Playout::moves) them, otherwise those within the tree.

use super::algorithm::{Algorithm, FromView, Start};
use super::decision::Tally;
use super::driver::Searcher;
use super::tree_search::wide::{PostponedNodes, ROOT, WideNode, WideTree, wide_tree};
use super::{Setup, legal_actions};
use crate::bandit::largest;
use crate::game::{Chance, Deterministic, Hidden, PerfectInfo, Sequential, Simultaneous, Values};
use crate::playout::{Playout, Recorded, Rollout};
use crate::reward::WinLoss;
use crate::tree::TreeStats;
use crate::{Game, Player, Rng};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;

/// RAVE and GRAVE.
///
/// ```
/// use sortilege::game::{Deterministic, PerfectInfo, Sequential};
/// use sortilege::search::{Grave, Search, Setup};
/// use sortilege::{Budget, Game, Player, Rng};
/// fn play<G: Game + Deterministic + PerfectInfo + Sequential>(state: &G) -> G::Action {
///     let mut search = Grave::<G>::new(Setup::new(Budget::iterations(1000)));
///     search.algorithm.reference = 0; // RAVE
///     search.decide(state, Player(0), &mut Rng::new(1)).action
/// }
/// ```
pub type Grave<G, P = Rollout<G, Recorded>, R = WinLoss> = Searcher<G, AmafTree<G>, P, R>;

/// A tree with AMAF statistics.
pub struct AmafTree<G: Game> {
    /// Visits that a node needs for its AMAF statistics to be used; 0 is RAVE.
    pub reference: u32,
    /// Weight of the bias of AMAF values: β = ñ / (n + ñ + bias n ñ). It is 4 b² in RAVE.
    pub bias: f64,
    tree: WideTree<G, ()>,
    /// AMAF statistics of the moves of a player after a node.
    amaf: FxHashMap<(u32, Player, G::Action), Amaf>,
    /// Moves of a player in the part of a simulation after a node.
    later: FxHashSet<(Player, G::Action)>,
    scores: Vec<f32>,
}

/// Simulations that contain a move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Amaf {
    pub(crate) visits: u32,
    pub(crate) total: f64,
}

/// Score of a child: the mixture of its two means; infinite if there is neither.
pub(crate) fn score(visits: u32, total: f64, amaf: Amaf, bias: f64) -> f32 {
    let (n, all) = (f64::from(visits), f64::from(amaf.visits));
    if n + all == 0.0 {
        return f32::INFINITY;
    }
    let beta = all / (n + all + bias * n * all);
    ((1.0 - beta) * total / n.max(1.0) + beta * amaf.total / all.max(1.0)) as f32
}

impl<G: Game + PerfectInfo, P, R> Grave<G, P, R> {
    /// GRAVE with 50 reference visits and a bias of 0.0001.
    pub fn with_playout(setup: Setup<P, R>) -> Self {
        let tree = AmafTree {
            reference: 50,
            bias: 1e-4,
            tree: WideTree::default(),
            amaf: FxHashMap::default(),
            later: FxHashSet::default(),
            scores: vec![],
        };
        Searcher::with(tree, setup)
    }
}

impl<G: Game + PerfectInfo, R> Grave<G, Rollout<G, Recorded>, R> {
    /// GRAVE with 50 reference visits and a bias of 0.0001; uniform playouts, which are recorded.
    pub fn new(setup: Setup<Rollout<G>, R>) -> Self {
        Grave::with_playout(setup.playout(Rollout::new(Recorded::default())))
    }
}

impl<G: Game> AmafTree<G> {
    /// Visits and total reward of the node that `path` leads to, if it exists.
    pub(crate) fn statistics(&self, path: &[G::Action]) -> Option<(u32, f64)> {
        let step = |node: usize, action: &G::Action| {
            let mut children = self.tree.nodes[node].children()?;
            children.find(|&child| self.tree.nodes[child].action == *action)
        };
        let node = &self.tree.nodes[path.iter().try_fold(ROOT, step)?];
        Some((node.visits, node.total))
    }

    /// Number of nodes, expanded or not.
    pub(crate) fn len(&self) -> usize {
        self.tree.nodes.len()
    }

    /// Adds the moves of a simulation to the AMAF statistics of all nodes on its path.
    fn add_later_moves(&mut self, played: &[(Player, G::Action)], rewards: &Values) {
        let AmafTree { tree, amaf, later, .. } = self;
        // From the leaf up, the set grows by one move of the path at each node. So every move of
        // the simulation is inserted once, and counts once however often it was made.
        later.clear();
        later.extend(played);
        for at in (0..tree.path.len()).rev() {
            // The next move of the path was made at this node.
            later.extend(tree.moves.get(at));
            let node = tree.path[at] as u32;
            // A node without children never selects, and with full memory no entry may be added.
            if tree.full || tree.nodes[tree.path[at]].children().is_none() {
                continue;
            }
            for &(who, action) in later.iter() {
                let arm = amaf.entry((node, who, action)).or_default();
                arm.visits += 1;
                arm.total += rewards[who.0];
            }
        }
    }
}

impl<G> Algorithm<G> for AmafTree<G>
where
    G: Chance + Deterministic + Hidden + Sequential + Simultaneous,
{
    const USES_PLAYOUT_MOVES: bool = true;
    wide_tree!();

    fn start(&mut self, start: &Start<'_, G>, _: &mut Rng) {
        self.amaf.clear();
        self.tree.restart(legal_actions(start.root, start.who)[0], ());
    }

    fn descend<P: Playout<G>>(&mut self, state: &mut G, _: &mut P, rng: &mut Rng) {
        let AmafTree { reference, bias, tree, amaf, scores, .. } = self;
        let mut source = ROOT;
        let choose = |nodes: &[WideNode<G::Action, ()>],
                      node: usize,
                      children: Range<usize>,
                      who: Player| {
            // Descents go from parents to children, so the last node that qualifies is the
            // closest ancestor.
            if nodes[node].visits >= *reference {
                source = node;
            }
            let score = |child: &WideNode<G::Action, ()>| {
                let known = amaf.get(&(source as u32, who, child.action));
                let known = known.copied().unwrap_or_default();
                score(child.visits, child.total, known, *bias)
            };
            scores.clear();
            scores.extend(nodes[children.clone()].iter().map(score));
            children.start + largest(scores, rng)
        };
        tree.descend(state, |_, _| (), choose);
    }

    fn back_up(&mut self, played: &[(Player, G::Action)], rewards: &Values, _: (f64, f64)) {
        self.tree.credit(rewards);
        self.add_later_moves(played, rewards);
    }

    fn bytes(&self) -> usize {
        let entry = size_of::<((u32, Player, G::Action), Amaf)>() + 1;
        self.tree.bytes() + self.amaf.len() * 8 / 7 * entry
    }

    /// The moves of a playout would be lost.
    fn can_wait(&self) -> bool {
        false
    }

    fn tallies(&mut self, _: &G, _: Player, _: &[G::Action], _: (f64, f64)) -> Vec<Tally> {
        self.tree.candidates().iter().map(WideNode::tally).collect()
    }
}

impl<G> FromView<G> for AmafTree<G> where
    G: Chance + Deterministic + PerfectInfo + Sequential + Simultaneous
{
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Budget;
    use crate::reference::comparison;
    use crate::search::Search;
    use crate::testing::heap::Heap;

    #[test]
    fn amaf_decides_first_and_the_move_itself_later() {
        let amaf = Amaf { visits: 10, total: 9.0 };
        assert_eq!(score(0, 0.0, Amaf::default(), 0.0), f32::INFINITY, "nothing is known");
        assert_eq!(score(0, 0.0, amaf, 0.0), 0.9);
        assert_eq!(score(4, 2.0, Amaf::default(), 0.0), 0.5);
        // β = 10 / (10 + 10 + 0.1 * 100) = 1/3.
        assert!((score(10, 3.0, amaf, 0.1) - (2.0 * 0.3 + 0.9) as f32 / 3.0).abs() < 1e-6);
    }

    /// The first simulation with two matches: one move that takes both, or two moves of one match.
    #[test]
    fn moves_count_wherever_they_are_made() {
        let mut met = [false; 2];
        for seed in 0..20 {
            let heap = Heap { matches: 2, taken: 0, turns: 1 };
            let mut search = Grave::<Heap>::new(Setup::new(Budget::iterations(1)));
            search.decide(&heap, Player(0), &mut Rng::new(seed));
            let AmafTree { amaf, tree, .. } = &search.algorithm;
            let arm = |who, action| {
                amaf.get(&(0, Player(who), action)).map(|arm| (arm.visits, arm.total))
            };
            let takes_both = tree.moves[0].1 == 2;
            met[usize::from(takes_both)] = true;
            let (whole, first, second) = match takes_both {
                true => (Some((1, 1.0)), None, None),
                false => (None, Some((1, 0.0)), Some((1, 1.0))),
            };
            assert_eq!((arm(0, 2), arm(0, 1), arm(1, 1)), (whole, first, second), "{seed}");
            assert_eq!(amaf.len(), if takes_both { 1 } else { 2 });
        }
        assert_eq!(met, [true; 2]);
    }

    /// Every node has the visits and rewards of the plain implementation.
    #[test]
    fn nodes_are_those_of_the_reference() {
        for seed in 0..30 {
            let heap = Heap { matches: 8 + seed % 5, taken: 0, turns: 1 + seed % 2 };
            for reference in [0, 3, 50] {
                let settings = (reference, [0.0, 1e-4, 0.1][seed as usize % 3]);
                let compared = comparison::grave(&heap, Player(0), settings, 500, seed.into());
                compared.unwrap_or_else(|error| panic!("{settings:?}, seed {seed}: {error}"));
            }
        }
    }

    #[test]
    fn the_winning_move_is_found() {
        for reference in [0, 50] {
            let heap = Heap { matches: 10, taken: 0, turns: 1 };
            let mut search = Grave::<Heap>::new(Setup::new(Budget::iterations(3000)));
            search.algorithm.reference = reference;
            let decision = search.decide(&heap, Player(0), &mut Rng::new(2));
            assert_eq!(decision.action, 2, "8 is a multiple of four; reference {reference}");
            assert_eq!(decision.candidates.iter().map(|one| one.visits).sum::<u64>(), 3000);
        }
    }
}
