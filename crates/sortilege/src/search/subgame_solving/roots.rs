//! Where a subgame begins: worlds that the searcher takes for possible, worlds that its opponent
//! does, and how likely they are.
//!
//! They are drawn from the [belief](crate::belief), or, where a subgame was solved before and the
//! searcher has heard what happened since, they are the histories of that one which agree with it:
//! then they are as likely as chance and the solution make them. As much as those histories leave
//! open, because the subgame was not grown so far, is drawn.
//!
//! An opponent knows less of the searcher than the searcher does. So with order 2 a subgame begins
//! with states, too, that the opponent takes for possible in one of the worlds, and in which the
//! searcher would know something else: he must not be taken to know what he does not. (These are
//! the orders of knowledge of Zhang and Sandholm; the strategies in such states are solved with all
//! others, and not held fixed.)

use super::growth::Target;
use super::subgame::Subgame;
use super::tree::{Node, Stage, values};
use crate::belief::Belief;
use crate::game::{Observe, Outcomes, Simultaneous};
use crate::{Player, Rng};
use rustc_hash::{FxHashMap, FxHashSet};
use std::hash::Hash;

/// Worlds with weights, and what they were worth before.
pub(super) struct Roots<G: Observe> {
    /// No two are the same.
    pub(super) worlds: Vec<(G, f64)>,
    numbers: FxHashMap<G, usize>,
    /// What the opponent earned at best where it sees this, as the first player's value, if that is
    /// known.
    pub(super) alternatives: FxHashMap<G::View, f64>,
}

/// So many states at most are drawn that the opponent takes for possible in a world, in search of
/// one in which the searcher knows what it does.
const MOST_DOUBTS: u32 = 8;
/// No choice is taken for less likely than this: whoever has made it has made it.
const LEAST: f64 = 1e-3;
/// Of the histories that a leaf stands for, so many agree with each further observation.
const AGREE: f64 = 0.5;

impl<G: Observe + Eq + Hash> Roots<G> {
    /// No worlds.
    pub(super) fn new() -> Self {
        Roots { worlds: vec![], numbers: FxHashMap::default(), alternatives: FxHashMap::default() }
    }

    /// Adds a world, or its weight if it is there.
    pub(super) fn add(&mut self, world: G, weight: f64) {
        let fresh = self.worlds.len();
        let number = *self.numbers.entry(world.clone()).or_insert(fresh);
        match number == fresh {
            true => self.worlds.push((world, weight)),
            false => self.worlds[number].1 += weight,
        }
    }

    /// Adds so many draws of a belief, which weigh `weight` together, and with order 2 what the
    /// opponent takes for possible in them. Those are as likely as they are to the opponent: it is
    /// counted how many come up before one in which the searcher knows what it does.
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

/// What a subgame that was solved before says about the decision at hand.
pub(super) struct Carried<G: Observe> {
    /// The states with their weights, and whether the searcher knows there what it does.
    pub(super) states: Vec<(G, f64)>,
    pub(super) alternatives: FxHashMap<G::View, f64>,
    /// The part of all that may have happened for which they stand, from 0 to 1.
    pub(super) covered: f64,
}

/// The histories of a subgame that agree with what the searcher has observed up to its decision,
/// along `target`, whose last number is `seen` observations before the decision, and with order 2
/// those that its opponent cannot tell from one of them. Nothing if it was not grown so far.
/// Weights are those of chance and of the average strategies. Where the opponent is offered an
/// alternative (`safe`), how likely its own choices were is left out, and the alternative is its
/// counterfactual best-response value: what it earns from there on by its best response to the
/// searcher's average.
pub(super) fn carried<G>(
    last: &Subgame<G>,
    target: &Target,
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
    let chooses = |node: &Node| node.stage == Stage::First || node.stage == Stage::Choice(who);
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
    let plan = |node: &Node, seat: usize| averages[node.slots[seat] as usize][1].max(LEAST);
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
            let is_leaf = !node.is_expanded() && node.stage != Stage::Over;
            let is_mine = at + 1 == target.path.len() && chooses(node);
            let missing = (target.path.len() - 1 - at) as i32;
            (is_leaf && !is_mine).then(|| node.odds * plan(node, 1 - who) * AGREE.powi(missing))
        })
        .sum();
    found.covered = mass / (mass + missed);
    Some(found)
}

/// The nodes of the searcher's decision, and all others at which it chooses and that its opponent
/// cannot tell from one of them; none that comes before or after another.
fn with_doubts<G: Observe + Simultaneous>(
    last: &Subgame<G>,
    parents: &[u32],
    mine: &[u32],
    who: usize,
    chooses: impl Fn(&Node) -> bool,
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

/// The parent of each node, [`NONE`](super::solver::NONE) for worlds.
fn parents(nodes: &[Node]) -> Vec<u32> {
    let mut parents = vec![super::solver::NONE; nodes.len()];
    for (number, node) in nodes.iter().enumerate() {
        node.children().for_each(|child| parents[child as usize] = number as u32);
    }
    parents
}

/// The state of a node, which is not one between two choices made at once.
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
            Stage::Over | Stage::First => {}
            Stage::Second => state.apply_together(&[subgame.action(step[0]), action]),
            Stage::Chance | Stage::Choice(_) => state.apply(action),
        }
    }
    state
}

/// Whether a subgame has been grown to the end of the game from all histories that agree with what
/// the searcher has observed along `target`, and none of them ends before the decision without
/// having been grown.
pub(super) fn is_covered<G: Observe + Simultaneous>(subgame: &Subgame<G>, target: &Target) -> bool {
    let (Some(known), who) = (target.path.last(), target.of) else { return false };
    subgame.nodes.iter().all(|node| {
        let is_leaf = !node.is_expanded() && node.stage != Stage::Over;
        match node.known[who] == *known && node.stage.chooser() == Some(who) {
            true => node.is_closed,
            false => !is_leaf || !target.path.contains(&node.known[who]),
        }
    })
}

/// Whether one of the nodes from `from` on is a decision of the searcher where it knows `known` and
/// sees `view`.
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
    let chooses = |node: &Node| node.stage == Stage::First || node.stage == Stage::Choice(who.0);
    let mut nodes = subgame.nodes.iter().enumerate().skip(from);
    let found = nodes.find(|(_, node)| node.known[who.0] == known && chooses(node));
    found.is_some_and(|(number, _)| {
        state_of(subgame, &parents(&subgame.nodes), number as u32).view(who) == *view
    })
}
