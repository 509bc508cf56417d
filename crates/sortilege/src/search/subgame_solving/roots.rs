//! Roots of a subgame: worlds that the searcher considers possible, worlds that its opponent
//! considers possible, and their probabilities.
//!
//! If a subgame was solved before and the searcher received the observations since, the roots are
//! the histories of that subgame that agree with them. Their weights are the probabilities of
//! chance and of the solution. Otherwise roots are sampled from the [belief](crate::belief). The
//! share of probability that the earlier subgame leaves open, because it was not grown that far, is
//! sampled as well.
//!
//! An opponent knows less about the searcher than the searcher does. So with order 2 a subgame also
//! begins with states that the opponent considers possible in one of the worlds, and in which the
//! searcher would know something else. Without them the solution would assume that the opponent
//! knows what it does not. (These are the orders of knowledge of Zhang and Sandholm. Strategies in
//! such states are solved together with all others, not held fixed.)

use super::growth::WalkTarget;
use super::subgame::Subgame;
use super::tree::{HistoryNode, TurnKind, values};
use crate::belief::Belief;
use crate::game::{Observe, Outcomes, Simultaneous};
use crate::{Player, Rng};
use rustc_hash::{FxHashMap, FxHashSet};
use std::hash::Hash;

/// Weighted worlds, and the alternative values of the opponent.
pub(super) struct Roots<G: Observe> {
    /// Distinct worlds with their weights.
    pub(super) worlds: Vec<(G, f64)>,
    numbers: FxHashMap<G, usize>,
    /// The opponent's best-response value by its view, expressed as the value of the first player,
    /// where it is known.
    pub(super) alternatives: FxHashMap<G::View, f64>,
}

/// Maximum number of states to sample from the opponent's view of a world until one agrees with the
/// searcher's view.
const MOST_DOUBTS: u32 = 8;
/// Lower bound on the probability of a choice: the player has made it, whatever the solution says.
const LEAST: f64 = 1e-3;
/// Estimated fraction of the histories below an unexpanded leaf that agree with each further
/// observation.
const AGREE: f64 = 0.5;

impl<G: Observe + Eq + Hash> Roots<G> {
    /// An empty set of roots.
    pub(super) fn new() -> Self {
        Roots { worlds: vec![], numbers: FxHashMap::default(), alternatives: FxHashMap::default() }
    }

    /// Adds a world, or adds the weight to the world if it exists.
    pub(super) fn add(&mut self, world: G, weight: f64) {
        let fresh = self.worlds.len();
        let number = *self.numbers.entry(world.clone()).or_insert(fresh);
        match number == fresh {
            true => self.worlds.push((world, weight)),
            false => self.worlds[number].1 += weight,
        }
    }

    /// Adds `count` samples of a belief with a total weight of `weight`. With order 2 it also adds
    /// a state that the opponent considers possible in each of them. The weight of that state
    /// estimates its probability for the opponent: the number of samples before one in which the
    /// searcher has its actual view.
    pub(super) fn draw<B: Belief<G>>(
        &mut self,
        belief: &mut B,
        (view, who): (&G::View, Player),
        (count, weight, order): (u32, f64, u32),
        rng: &mut Rng,
    ) {
        let each = weight / f64::from(count.max(1));
        for _ in 0..count {
            let world = belief.sample(view, who, rng);
            if order > 1 {
                let theirs = world.view(Player(1 - who.0));
                let (mut first, mut missed) = (None, 0.0);
                for _ in 0..MOST_DOUBTS {
                    let other = G::determinize(&theirs, rng);
                    if other.view(who) == *view {
                        break;
                    }
                    first.get_or_insert(other);
                    missed += each;
                }
                first.into_iter().for_each(|other| self.add(other, missed));
            }
            self.add(world, each);
        }
    }
}

/// What an earlier subgame contributes to the current decision.
pub(super) struct Carried<G: Observe> {
    /// The states with their weights.
    pub(super) states: Vec<(G, f64)>,
    pub(super) alternatives: FxHashMap<G::View, f64>,
    /// The fraction of the possible histories that they represent, from 0 to 1.
    pub(super) covered: f64,
}

/// The histories of a subgame that agree with the observations of the searcher up to its decision,
/// along `target`. With order 2 it adds the histories that the opponent cannot distinguish from one
/// of them. `None` if the subgame was not grown that far.
///
/// Weights are products of the probabilities of chance and of the average strategies. If the
/// opponent is offered an alternative (`safe`), the weights leave out the opponent's own
/// probabilities. The alternative is its counterfactual best-response value: the expected payoff of
/// its best response to the searcher's average strategy from there on.
pub(super) fn carried<G>(
    last: &Subgame<G>,
    target: &WalkTarget,
    view: &G::View,
    order: u32,
    safe: bool,
) -> Option<Carried<G>>
where
    G: Outcomes + Observe + Simultaneous,
{
    let who = target.of;
    let known = *target.path.last()?;
    let parents = parents(&last.nodes);
    let chooses =
        |node: &HistoryNode| node.stage == TurnKind::First || node.stage == TurnKind::Choice(who);
    let mine: Vec<u32> = (0..last.nodes.len() as u32)
        .filter(|&number| {
            let node = &last.nodes[number as usize];
            node.known[who] == known && chooses(node)
        })
        .collect();
    let state = |number: u32| state_of(last, &parents, number);
    if mine.is_empty() || mine.iter().any(|&number| state(number).view(Player(who)) != *view) {
        return None;
    }
    let averages = last.solver.averages();
    let worth = values(&last.nodes, &last.solver, &last.solver.best_against(&averages, 1 - who));
    let plan = |node: &HistoryNode, seat: usize| averages[node.slots[seat] as usize][1].max(LEAST);
    let chosen =
        if order > 1 { with_doubts(last, &parents, &mine, who, chooses) } else { mine.clone() };
    let mut found = Carried { states: vec![], alternatives: FxHashMap::default(), covered: 1.0 };
    let mut sums: FxHashMap<G::View, [f64; 2]> = FxHashMap::default();
    for number in chosen {
        let (node, state) = (&last.nodes[number as usize], state(number));
        let reach = node.odds * plan(node, who);
        let sum = sums.entry(state.view(Player(1 - who))).or_default();
        *sum = [sum[0] + reach * worth[number as usize], sum[1] + reach];
        found.states.push((state, if safe { reach } else { reach * plan(node, 1 - who) }));
    }
    if safe {
        found.alternatives =
            sums.into_iter().map(|(view, [value, mass])| (view, value / mass)).collect();
    }
    let mass: f64 = mine
        .iter()
        .map(|&number| &last.nodes[number as usize])
        .map(|node| node.odds * plan(node, 1 - who))
        .sum();
    let missed: f64 = last
        .nodes
        .iter()
        .filter_map(|node| {
            let at = target.path.iter().position(|&known| known == node.known[who])?;
            let is_leaf = !node.is_expanded() && node.stage != TurnKind::Over;
            let is_mine = at + 1 == target.path.len() && chooses(node);
            let missing = (target.path.len() - 1 - at) as i32;
            (is_leaf && !is_mine).then(|| node.odds * plan(node, 1 - who) * AGREE.powi(missing))
        })
        .sum();
    found.covered = mass / (mass + missed);
    Some(found)
}

/// The nodes of the searcher's decision, and all other decision nodes of the searcher that its
/// opponent cannot distinguish from one of them. No node in the result is an ancestor of another.
fn with_doubts<G: Observe + Simultaneous>(
    last: &Subgame<G>,
    parents: &[u32],
    mine: &[u32],
    who: usize,
    chooses: impl Fn(&HistoryNode) -> bool,
) -> Vec<u32> {
    let theirs: FxHashSet<u32> =
        mine.iter().map(|&one| last.nodes[one as usize].known[1 - who]).collect();
    let mut is_mine = vec![false; last.nodes.len()];
    let mut is_above = vec![false; last.nodes.len()];
    for &one in mine {
        is_mine[one as usize] = true;
        let mut at = parents[one as usize];
        while at != super::solver::NONE && !is_above[at as usize] {
            is_above[at as usize] = true;
            at = parents[at as usize];
        }
    }
    let (mut below, mut chosen) = (vec![false; last.nodes.len()], vec![]);
    for (number, node) in last.nodes.iter().enumerate() {
        let is_below = below[number];
        let alike = chooses(node) && theirs.contains(&node.known[1 - who]) && !is_above[number];
        let takes = !is_below && (is_mine[number] || alike);
        if takes {
            chosen.push(number as u32);
        }
        if takes || is_below {
            node.children().for_each(|child| below[child as usize] = true);
        }
    }
    chosen
}

/// The parent of each node; [`NONE`](super::solver::NONE) for worlds.
fn parents(nodes: &[HistoryNode]) -> Vec<u32> {
    let mut parents = vec![super::solver::NONE; nodes.len()];
    for (number, node) in nodes.iter().enumerate() {
        node.children().for_each(|child| parents[child as usize] = number as u32);
    }
    parents
}

/// The state of a node. The node must not lie between two simultaneous choices.
fn state_of<G: Observe + Simultaneous>(subgame: &Subgame<G>, parents: &[u32], number: u32) -> G {
    let mut way = vec![number];
    while parents[way[way.len() - 1] as usize] != super::solver::NONE {
        way.push(parents[way[way.len() - 1] as usize]);
    }
    way.reverse();
    let mut state = subgame.worlds[way[0] as usize].clone();
    for step in way.windows(2) {
        let action = subgame.action(step[1]);
        match subgame.nodes[step[0] as usize].stage {
            TurnKind::Over | TurnKind::First => {}
            TurnKind::Second => state.apply_together(&[subgame.action(step[0]), action]),
            TurnKind::Chance | TurnKind::Choice(_) => state.apply(action),
        }
    }
    state
}

/// Whether a subgame has been grown to the end of the game from all histories that agree with the
/// observations along `target`, and no agreeing history stops at an unexpanded leaf before the
/// decision.
pub(super) fn is_covered<G: Observe + Simultaneous>(
    subgame: &Subgame<G>,
    target: &WalkTarget,
) -> bool {
    let (Some(known), who) = (target.path.last(), target.of) else { return false };
    subgame.nodes.iter().all(|node| {
        let is_leaf = !node.is_expanded() && node.stage != TurnKind::Over;
        match node.known[who] == *known && node.stage.chooser() == Some(who) {
            true => node.is_closed,
            false => !is_leaf || !target.path.contains(&node.known[who]),
        }
    })
}

/// Whether one of the nodes with numbers of at least `from` is a decision of the searcher with
/// infostate `known` and view `view`.
pub(super) fn is_reached<G>(
    subgame: &Subgame<G>,
    from: usize,
    who: Player,
    known: u32,
    view: &G::View,
) -> bool
where
    G: Observe + Simultaneous,
{
    let chooses =
        |node: &HistoryNode| node.stage == TurnKind::First || node.stage == TurnKind::Choice(who.0);
    let mut nodes = subgame.nodes.iter().enumerate().skip(from);
    let found = nodes.find(|(_, node)| node.known[who.0] == known && chooses(node));
    found.is_some_and(|(number, _)| {
        state_of(subgame, &parents(&subgame.nodes), number as u32).view(who) == *view
    })
}
