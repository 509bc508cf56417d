//! Comparison of the trees of a fast search and its reference. Each function runs both from the
//! same seed, and returns the number of nodes of their trees or describes the first difference.

use super::{Move, ReferenceTree};
use crate::belief::Uniformly;
use crate::game::{Chance, Deterministic, Hidden, Observe, PerfectInfo, Sequential};
use crate::search::{self, Label, Search, Setup};
use crate::tree::{self, ROOT};
use crate::{Budget, Player, Rng};
use std::fmt::Debug;
use std::hash::Hash;

/// Compares UCT.
pub fn uct<G>(root: &G, who: Player, iterations: u64, seed: u64) -> Result<usize, String>
where
    G: Chance + PerfectInfo + Sequential,
{
    let (mut rng, mut same) = (Rng::new(seed), Rng::new(seed));
    let mut fast = search::Uct::<G>::new(Setup::new(Budget::iterations(iterations)));
    fast.decide(root, who, &mut rng);
    let mut plain = super::Uct::new(root, fast.rules.c);
    (0..iterations).for_each(|_| plain.iterate(&mut same));
    difference(fast.tree(), &plain.tree, |action| action)
}

/// Compares GRAVE, or RAVE if `reference` is 0.
pub fn grave<G>(
    root: &G,
    who: Player,
    (reference, bias): (u32, f64),
    iterations: u64,
    seed: u64,
) -> Result<usize, String>
where
    G: Chance + Deterministic + PerfectInfo + Sequential,
{
    let (mut rng, mut same) = (Rng::new(seed), Rng::new(seed));
    let mut fast = search::Grave::<G>::new(Setup::new(Budget::iterations(iterations)));
    (fast.algorithm.reference, fast.algorithm.bias) = (reference, bias);
    fast.decide(root, who, &mut rng);
    let mut plain = super::Grave::new(root, reference, bias);
    (0..iterations).for_each(|_| plain.iterate(&mut same));
    if fast.algorithm.len() != plain.tree.len() {
        return Err(format!("{} nodes, not {}", fast.algorithm.len(), plain.tree.len()));
    }
    for (v, node) in &plain.tree {
        let found = fast.algorithm.statistics(v);
        let same = found.is_some_and(|(visits, total)| {
            visits == node.visits && (total - node.total).abs() < 1e-9
        });
        if !same {
            return Err(format!("{v:?} has {found:?}, not {:?}", (node.visits, node.total)));
        }
    }
    Ok(plain.tree.len())
}

/// Compares ensemble determinization; returns the number of candidates.
pub fn ensemble<G>(
    view: &G::View,
    who: Player,
    trees: u32,
    iterations: u64,
    seed: u64,
) -> Result<usize, String>
where
    G: Chance + Hidden + Sequential,
{
    let (mut rng, mut same) = (Rng::new(seed), Rng::new(seed));
    let setup = Setup::new(Budget::iterations(iterations));
    let uct = search::Uct::<G>::new(setup).fixed_chance();
    let c = uct.rules.c;
    let mut fast = search::DeterminizedUct { trees, belief: Uniformly, uct };
    let decision = fast.decide(view, who, &mut rng);
    let found: Vec<_> = decision.candidates.iter().map(|one| (one.action, one.visits)).collect();
    let plain = super::visits_of_ensemble::<G>(view, trees, iterations, c, &mut same);
    match found == plain {
        true => Ok(plain.len()),
        false => Err(format!("visits are {found:?}, not {plain:?}")),
    }
}

/// Compares flat UCB1; returns the number of candidates.
pub fn flat_ucb<G>(view: &G::View, who: Player, iterations: u64, seed: u64) -> Result<usize, String>
where
    G: Chance + Hidden + Sequential,
{
    let (mut rng, mut same) = (Rng::new(seed), Rng::new(seed));
    let mut fast = search::FlatUcb::<G>::new(Setup::new(Budget::iterations(iterations)));
    let decision = fast.decide(view, who, &mut rng);
    let mut plain = super::FlatUcb::<G>::new(view, who, fast.rules.c);
    (0..iterations).for_each(|_| plain.iterate(&mut same));
    for (one, (_, arm)) in decision.candidates.iter().zip(&plain.arms) {
        let mean = arm.total / f64::from(arm.visits.max(1));
        if one.visits != u64::from(arm.visits) || (one.value - mean).abs() > 1e-9 {
            let same = (arm.visits, mean);
            return Err(format!("{one:?} has other visits and mean than {same:?}"));
        }
    }
    Ok(plain.arms.len())
}

/// Compares SO-ISMCTS.
pub fn so_ismcts<G>(
    view: &G::View,
    who: Player,
    iterations: u64,
    seed: u64,
) -> Result<usize, String>
where
    G: Chance + Hidden + Sequential,
{
    let (mut rng, mut same) = (Rng::new(seed), Rng::new(seed));
    let mut fast = search::SoIsmcts::<G>::new(Setup::new(Budget::iterations(iterations)));
    fast.decide(view, who, &mut rng);
    let mut plain = super::SoIsmcts::<G>::new(view, who, fast.rules.c);
    (0..iterations).for_each(|_| plain.iterate(&mut same));
    difference(fast.tree(), &plain.tree, |action| action)
}

/// Compares SO-ISMCTS + POM.
pub fn so_ismcts_pom<G>(
    view: &G::View,
    who: Player,
    iterations: u64,
    seed: u64,
) -> Result<usize, String>
where
    G: Chance + Observe + Sequential,
{
    let (mut rng, mut same) = (Rng::new(seed), Rng::new(seed));
    let mut fast = search::SoIsmctsPom::<G>::new(Setup::new(Budget::iterations(iterations)));
    fast.decide(view, who, &mut rng);
    let mut plain = super::SoIsmctsPom::<G>::new(view, who, fast.rules.c);
    (0..iterations).for_each(|_| plain.iterate(&mut same));
    difference(fast.tree(), &plain.tree, as_move)
}

/// Compares MO-ISMCTS, the trees of all players.
pub fn mo_ismcts<G>(
    view: &G::View,
    who: Player,
    iterations: u64,
    seed: u64,
) -> Result<usize, String>
where
    G: Chance + Observe + Sequential,
{
    let (mut rng, mut same) = (Rng::new(seed), Rng::new(seed));
    let mut fast = search::MoIsmcts::<G>::new(Setup::new(Budget::iterations(iterations)));
    fast.decide(view, who, &mut rng);
    let mut plain = super::MoIsmcts::<G>::new(view, who, fast.rules.c);
    (0..iterations).for_each(|_| plain.iterate(&mut same));
    let compare = |(seat, tree): (usize, &ReferenceTree<_>)| {
        let at_seat = |error| format!("in the tree of player {seat}: {error}");
        difference(fast.tree(Player(seat)), tree, as_move).map_err(at_seat)
    };
    plain.trees.iter().enumerate().map(compare).sum()
}

/// The move that corresponds to a label.
fn as_move<A, S>(label: Label<A, S>) -> Move<A, S> {
    match label {
        Label::Own(action) => Move::Own(action),
        Label::Seen(seen) => Move::Seen(seen),
        Label::Unnoticed => Move::Unnoticed,
    }
}

/// Walks both trees from their roots, matching children by their moves. Returns the number of
/// nodes, or describes the first difference in visits, availability or total reward. `named` maps a
/// label of the fast tree to its move.
pub fn difference<L, M>(
    fast: &tree::Tree<L>,
    plain: &ReferenceTree<M>,
    named: impl Fn(L) -> M,
) -> Result<usize, String>
where
    L: Copy + Eq + Hash,
    M: Copy + Eq + Hash + Debug,
{
    let mut line = vec![(Some(ROOT), vec![])];
    let mut nodes = 0;
    while let Some((node, v)) = line.pop() {
        nodes += 1;
        let here = plain.get(&v).ok_or_else(|| format!("{v:?} is not in the reference"))?;
        // A node whose turn differs between determinizations has arms in two places.
        let places = node.into_iter().flat_map(|node| [Some(node), fast.next_chooser_of(node)]);
        let edges: Vec<_> = places.flatten().flat_map(|node| fast.edges(node)).collect();
        if edges.len() != here.children.len() {
            return Err(format!("{v:?} has {} children, not {}", edges.len(), here.children.len()));
        }
        for edge in edges {
            let w = super::child(&v, named(edge.label));
            let there = plain.get(&w).ok_or_else(|| format!("{w:?} is not in the reference"))?;
            let found = (edge.arm.visits, edge.arm.available, edge.arm.total);
            let expected = (there.visits, there.availability, there.total);
            if found != expected {
                return Err(format!(
                    "{w:?} has visits, availability and total {found:?}, not {expected:?}"
                ));
            }
            line.push((fast.child_of(edge), w));
        }
    }
    match nodes == plain.len() {
        true => Ok(nodes),
        false => Err(format!("{nodes} nodes, not {}", plain.len())),
    }
}
