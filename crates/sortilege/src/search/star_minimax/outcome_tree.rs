//! A tree in which chance nodes grow in width and depth together: our own, for
//! [`ScheduledStar`](super::ScheduledStar).

use super::bounds::{Side, V_MAX, V_MIN};
use crate::rng::mix;
use crate::search::Candidate;
use std::ops::Range;

/// Kind of a node: who moves in its state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum OutcomeNodeKind {
    Choice(Side),
    Chance,
    Over,
}

/// A state. Values are those of the root player.
#[derive(Clone, Copy, Debug)]
struct OutcomeNode {
    /// Its probability given its parent, if that is a chance node.
    odds: f64,
    kind: OutcomeNodeKind,
    visits: u32,
    /// Sum of the simulation results.
    total: f64,
    /// Backed-up value: the best value of the tried moves, or the mean over the visited outcomes by
    /// probability.
    value: f64,
    /// Total probability of the visited outcomes, and the sum of their values weighted by
    /// probability.
    seen: f64,
    worth: f64,
    /// Static value at its first visit.
    estimate: f64,
    /// Range of its children, one place for every move or outcome; empty for a leaf.
    first: u32,
    width: u32,
    /// Number of children that are not solved.
    unknown: u32,
    /// Whether it is solved: everything that matters below it was searched to the end of the game.
    known: bool,
}

/// The tree of visited states.
pub(super) struct OutcomeTree {
    nodes: Vec<OutcomeNode>,
    /// Child indices by the places of moves and outcomes.
    places: Vec<u32>,
    path: Vec<u32>,
    /// Limit of its memory in bytes, and whether something did not fit.
    limit: usize,
    full: bool,
}

pub(super) const ROOT: u32 = 0;
/// Sentinel: a child without a node.
const NO_NODE: u32 = u32::MAX;
/// 2^64 divided by the golden ratio.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// Selection at a player's node: the exploration constant of UCB1, and the weight of backed-up
/// values relative to means, which is the alpha of implicit minimax.
#[derive(Clone, Copy, Debug)]
pub(super) struct SelectionRule {
    pub(super) c: f64,
    pub(super) alpha: f64,
}

impl OutcomeTree {
    pub(super) fn new() -> Self {
        OutcomeTree { nodes: vec![], places: vec![], path: vec![], limit: usize::MAX, full: false }
    }

    /// Clears the tree; `side` moves at the root.
    pub(super) fn start(&mut self, side: Side, limit: Option<usize>) {
        self.nodes.clear();
        self.places.clear();
        (self.limit, self.full) = (limit.unwrap_or(usize::MAX), false);
        self.nodes.push(OutcomeNode::new(1.0, OutcomeNodeKind::Choice(side)));
        self.nodes[0].visits = 1;
    }

    pub(super) fn bytes(&self) -> usize {
        self.nodes.len() * size_of::<OutcomeNode>() + self.places.len() * size_of::<u32>()
    }

    pub(super) fn len(&self) -> u64 {
        self.nodes.len() as u64
    }

    /// Begins a descent.
    pub(super) fn begin(&mut self) {
        self.path.clear();
        self.path.push(ROOT);
    }

    pub(super) fn kind(&self, node: u32) -> OutcomeNodeKind {
        self.nodes[node as usize].kind
    }

    /// Whether it has no value yet.
    pub(super) fn is_new(&self, node: u32) -> bool {
        self.nodes[node as usize].visits == 0
    }

    /// Whether it has no children yet.
    pub(super) fn is_leaf(&self, node: u32) -> bool {
        self.nodes[node as usize].width == 0
    }

    /// Whether the root is solved.
    pub(super) fn is_known(&self) -> bool {
        self.nodes[ROOT as usize].known
    }

    /// Whether something did not fit.
    pub(super) fn is_full(&self) -> bool {
        self.full
    }

    /// Adds places for `width` moves or outcomes if the node has none. Returns whether it has them
    /// now.
    pub(super) fn open(&mut self, node: u32, width: usize) -> bool {
        if self.nodes[node as usize].width > 0 {
            return true;
        }
        let (first, more) = (self.places.len(), width * size_of::<u32>());
        if self.bytes() + more > self.limit || u32::try_from(first + width).is_err() {
            self.full = true;
            return false;
        }
        self.places.resize(first + width, NO_NODE);
        let node = &mut self.nodes[node as usize];
        (node.first, node.width, node.unknown) = (first as u32, width as u32, width as u32);
        true
    }

    fn children(&self, node: u32) -> Range<usize> {
        let OutcomeNode { first, width, .. } = self.nodes[node as usize];
        first as usize..(first + width) as usize
    }

    fn was_visited(&self, child: u32) -> bool {
        child != NO_NODE && self.nodes[child as usize].visits > 0
    }

    /// Places of the untried moves of a node.
    pub(super) fn untried(&self, node: u32) -> impl Iterator<Item = usize> {
        let places = self.places[self.children(node)].iter().enumerate();
        places.filter(|&(_, &child)| !self.was_visited(child)).map(|(place, _)| place)
    }

    /// The place that UCB1 selects among tried and unsolved moves; 0 if there is none. At the root
    /// the square root of the visits replaces their logarithm, so exploration is much stronger.
    /// Exploration costs only time there, and only the final choice can be a mistake.
    pub(super) fn select(&self, node: u32, side: Side, rule: SelectionRule) -> usize {
        let explored = if node == ROOT { self.visits(ROOT).sqrt() } else { self.logarithm(node) };
        let (mut best, mut chosen) = (f64::NEG_INFINITY, 0);
        for (place, &child) in self.places[self.children(node)].iter().enumerate() {
            if !self.was_visited(child) || self.nodes[child as usize].known {
                continue;
            }
            let child = &self.nodes[child as usize];
            let bound =
                side.sign() * child.estimate(rule.alpha) + rule.doubt(explored, child.visits);
            if bound > best {
                (best, chosen) = (bound, place);
            }
        }
        chosen
    }

    /// The place of the next outcome by a golden ratio sequence. Its points are evenly spread for
    /// any number of visits, so the frequency of each outcome stays close to its probability. A
    /// solved outcome is replaced with the next unsolved one.
    pub(super) fn due<A>(&self, node: u32, seed: u64, outcomes: &[(A, f64)]) -> usize {
        let begin = mix(seed ^ u64::from(node));
        let visit = u64::from(self.nodes[node as usize].visits);
        let mut left =
            (begin.wrapping_add(GOLDEN.wrapping_mul(visit)) >> 11) as f64 / (1u64 << 53) as f64;
        let due = outcomes.iter().position(|&(_, odds)| {
            left -= odds;
            left < 0.0
        });
        let (due, places) = (due.unwrap_or(outcomes.len() - 1), &self.places[self.children(node)]);
        let is_open = |&place: &usize| {
            let child = places[place];
            child == NO_NODE || !self.nodes[child as usize].known
        };
        (due..outcomes.len()).chain(0..due).find(is_open).unwrap_or(due)
    }

    /// Follows the child at a place; adds it if there is room.
    pub(super) fn follow(
        &mut self,
        node: u32,
        place: usize,
        odds: f64,
        kind: OutcomeNodeKind,
    ) -> Option<u32> {
        let at = self.children(node).start + place;
        if self.places[at] == NO_NODE {
            if self.bytes() + size_of::<OutcomeNode>() > self.limit
                || self.nodes.len() >= NO_NODE as usize
            {
                self.full = true;
                return None;
            }
            self.places[at] = self.nodes.len() as u32;
            self.nodes.push(OutcomeNode::new(odds, kind));
        }
        self.path.push(self.places[at]);
        Some(self.places[at])
    }

    /// Adds all children of a player's node at once, with their static values, if there is room.
    pub(super) fn expand(&mut self, node: u32, children: &[(OutcomeNodeKind, f64)]) {
        let more = children.len() * (size_of::<OutcomeNode>() + size_of::<u32>());
        let fits = self.bytes() + more <= self.limit
            && self.nodes.len() + children.len() < NO_NODE as usize;
        if !fits || !self.open(node, children.len()) {
            self.full = true;
            return;
        }
        let first = self.children(node).start;
        for (place, &(kind, worth)) in children.iter().enumerate() {
            self.places[first + place] = self.nodes.len() as u32;
            let known = kind == OutcomeNodeKind::Over;
            self.nodes.push(OutcomeNode {
                visits: 1,
                total: worth,
                value: worth,
                estimate: worth,
                known,
                ..OutcomeNode::new(1.0, kind)
            });
            self.nodes[node as usize].unknown -= u32::from(known);
        }
    }

    /// Whether a player's node that was just expanded is solved.
    fn is_settled(&self, node: u32) -> bool {
        let OutcomeNode { kind: OutcomeNodeKind::Choice(side), width: 1.., unknown, .. } =
            self.nodes[node as usize]
        else {
            return false;
        };
        let wins = |&child: &u32| {
            let child = &self.nodes[child as usize];
            child.known && child.value == won(side)
        };
        unknown == 0 || self.places[self.children(node)].iter().any(wins)
    }

    /// Backs up the value of the last state along the path; `ends_there` if the last node is that
    /// state, not an ancestor.
    pub(super) fn back_up(&mut self, worth: f64, ends_there: bool) {
        let (mut worth, mut below) = (worth, None);
        for at in (0..self.path.len()).rev() {
            let number = self.path[at] as usize;
            let before = self.nodes[number];
            match (below, before.kind) {
                (None, kind) if ends_there => {
                    let known = kind == OutcomeNodeKind::Over || self.is_settled(number as u32);
                    let node = &mut self.nodes[number];
                    (node.value, node.estimate, node.known) = (worth, worth, known);
                }
                (None, _) => {}
                (Some((child, was)), OutcomeNodeKind::Choice(side)) => {
                    self.back_up_choice(number, side, child, was)
                }
                (Some((child, was)), _) => self.back_up_chance(number, child, was),
            }
            let node = &mut self.nodes[number];
            if node.unknown < node.width {
                // Descents avoid solved children, so simulation results are no longer
                // representative. The backed-up value replaces them.
                worth = node.value;
            }
            node.visits += 1;
            node.total += worth;
            below = Some((number, before));
        }
    }

    fn back_up_choice(&mut self, number: usize, side: Side, child: usize, was: OutcomeNode) {
        let best = self.best(number as u32, side);
        let (child, node) = (self.nodes[child], &mut self.nodes[number]);
        node.value = best;
        node.unknown -= u32::from(child.known && !was.known);
        node.known = node.unknown == 0 || child.known && child.value == won(side);
    }

    fn best(&self, node: u32, side: Side) -> f64 {
        let tried =
            self.places[self.children(node)].iter().filter(|&&child| self.was_visited(child));
        let values = tried.map(|&child| self.nodes[child as usize].value);
        values.fold(side.worst(), |best, value| side.better(best, value))
    }

    fn back_up_chance(&mut self, number: usize, child: usize, was: OutcomeNode) {
        let (child, node) = (self.nodes[child], &mut self.nodes[number]);
        if was.visits == 0 {
            node.seen += child.odds;
            node.worth += child.odds * child.value;
        } else {
            node.worth += child.odds * (child.value - was.value);
        }
        // Until all outcomes are visited, the static value counts as one more outcome.
        let unseen = (1.0 - node.seen).max(0.0) / f64::from(node.width);
        node.value = (node.worth + unseen * node.estimate) / (node.seen + unseen);
        node.unknown -= u32::from(child.known && !was.known);
        node.known = node.unknown == 0;
    }

    /// Writes visits and values of the root's moves, in the game's order, into `candidates`;
    /// untried moves stay unchanged.
    pub(super) fn write_tallies<A>(&self, candidates: &mut [Candidate<A>], alpha: f64) {
        for (candidate, &child) in candidates.iter_mut().zip(&self.places[self.children(ROOT)]) {
            if self.was_visited(child) {
                let child = &self.nodes[child as usize];
                let value = if child.known { child.value } else { child.estimate(alpha) };
                (candidate.visits, candidate.value) = (u64::from(child.visits), value);
            }
        }
    }

    /// The place of the move with the highest lower bound, if any was tried. The lower bound is the
    /// estimate minus the exploration term of UCB1, or the value if it is solved.
    pub(super) fn choice(&self, rule: SelectionRule) -> Option<usize> {
        let logarithm = self.logarithm(ROOT);
        let at_least = |child: u32| match self.nodes[child as usize] {
            OutcomeNode { known: true, value, .. } => value,
            child => child.estimate(rule.alpha) - rule.doubt(logarithm, child.visits),
        };
        let places = self.places[self.children(ROOT)].iter().enumerate();
        let tried = places.filter(|&(_, &child)| self.was_visited(child));
        let best = tried
            .map(|(place, &child)| (place, at_least(child)))
            .max_by(|one, other| one.1.total_cmp(&other.1));
        best.map(|(place, _)| place)
    }

    fn visits(&self, node: u32) -> f64 {
        f64::from(self.nodes[node as usize].visits.max(1))
    }

    /// ln of the visits of a node.
    fn logarithm(&self, node: u32) -> f64 {
        self.visits(node).ln()
    }
}

impl SelectionRule {
    /// The exploration term of UCB1: c sqrt(`explored` / `visits`).
    fn doubt(&self, explored: f64, visits: u32) -> f64 {
        self.c * (explored / f64::from(visits)).sqrt()
    }
}

/// Value for the root player of a win by `side`.
fn won(side: Side) -> f64 {
    if side == Side::Max { V_MAX } else { V_MIN }
}

impl OutcomeNode {
    fn new(odds: f64, kind: OutcomeNodeKind) -> Self {
        OutcomeNode {
            odds,
            kind,
            visits: 0,
            total: 0.0,
            value: 0.0,
            seen: 0.0,
            worth: 0.0,
            estimate: 0.0,
            first: 0,
            width: 0,
            unknown: 0,
            known: false,
        }
    }

    /// Estimated value: the mean of simulations and the backed-up value, mixed by `alpha`.
    fn estimate(&self, alpha: f64) -> f64 {
        (1.0 - alpha) * self.total / f64::from(self.visits) + alpha * self.value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULE: SelectionRule = SelectionRule { c: 0.5, alpha: 0.5 };

    /// A root with a move to a chance node, whose outcomes have these probabilities.
    fn throw(odds: &[f64]) -> (OutcomeTree, Vec<((), f64)>) {
        let mut tree = OutcomeTree::new();
        tree.start(Side::Max, None);
        tree.begin();
        assert!(tree.open(ROOT, 1));
        tree.follow(ROOT, 0, 1.0, OutcomeNodeKind::Chance).unwrap();
        tree.back_up(0.0, true);
        (tree, odds.iter().map(|&odds| ((), odds)).collect())
    }

    #[test]
    fn outcomes_come_up_as_often_as_their_probability_says() {
        for seed in 0..50 {
            let (mut tree, outcomes) = throw(&[0.5, 0.25, 0.2, 0.05]);
            let mut counts = [0.0; 4];
            assert!(tree.open(1, outcomes.len()));
            for draw in 1..=200 {
                let place = tree.due(1, seed, &outcomes);
                counts[place] += 1.0;
                tree.begin();
                tree.follow(ROOT, 0, 1.0, OutcomeNodeKind::Chance).unwrap();
                tree.follow(1, place, outcomes[place].1, OutcomeNodeKind::Choice(Side::Max))
                    .unwrap();
                tree.back_up(0.0, false);
                for (count, (_, odds)) in counts.iter().zip(&outcomes) {
                    assert!(
                        (count - odds * f64::from(draw)).abs() < 4.0,
                        "{counts:?} of {draw}, seed {seed}"
                    );
                }
            }
        }
    }

    /// One of two outcomes has value 1 and probability 1/4, the other one has value -1. While the
    /// latter is not visited, the static value 0 of the chance node counts as half of the remaining
    /// 3/4.
    #[test]
    fn what_is_backed_up_are_averages_by_probability() {
        let (mut tree, outcomes) = throw(&[0.25, 0.75]);
        for (place, worth, value) in [(0, 1.0, 0.4), (1, -1.0, -0.5)] {
            tree.begin();
            assert!(tree.open(1, 2));
            tree.follow(ROOT, 0, 1.0, OutcomeNodeKind::Chance).unwrap();
            tree.follow(1, place, outcomes[place].1, OutcomeNodeKind::Over).unwrap();
            tree.back_up(worth, true);
            assert_eq!(tree.nodes[1].value, value);
            assert_eq!(tree.is_known(), place == 1);
        }
        assert_eq!(tree.nodes[0].value, -0.5);
        assert_eq!(tree.choice(RULE), Some(0));
    }

    /// A solved move is not visited again, and is played unless another one is better.
    #[test]
    fn what_is_known_is_left_alone_and_not_forgotten() {
        let mut tree = OutcomeTree::new();
        tree.start(Side::Max, None);
        for (place, kind, worth) in
            [(0, OutcomeNodeKind::Over, 0.3), (1, OutcomeNodeKind::Choice(Side::Min), 0.2)]
        {
            tree.begin();
            assert!(tree.open(ROOT, 2));
            assert_eq!(tree.untried(ROOT).next(), Some(place));
            tree.follow(ROOT, place, 1.0, kind).unwrap();
            tree.back_up(worth, true);
        }
        assert_eq!(tree.select(ROOT, Side::Max, RULE), 1);
        assert_eq!(tree.choice(RULE), Some(0));
        for _ in 0..5 {
            tree.begin();
            tree.follow(ROOT, 1, 1.0, OutcomeNodeKind::Choice(Side::Min)).unwrap();
            tree.back_up(0.9, true);
        }
        assert_eq!(tree.choice(RULE), Some(1));
    }

    /// If all moves end the game, or one of them wins, the leaf is solved, and its ancestors are
    /// updated.
    #[test]
    fn a_leaf_solved_at_its_expansion_updates_its_ancestors() {
        for (ends, value) in [
            (vec![(OutcomeNodeKind::Over, -1.0), (OutcomeNodeKind::Over, 0.0)], 0.0),
            (vec![(OutcomeNodeKind::Chance, 0.2), (OutcomeNodeKind::Over, 1.0)], 1.0),
        ] {
            let (mut tree, _) = throw(&[1.0]);
            tree.begin();
            assert!(tree.open(1, 1));
            tree.follow(ROOT, 0, 1.0, OutcomeNodeKind::Chance).unwrap();
            let leaf = tree.follow(1, 0, 1.0, OutcomeNodeKind::Choice(Side::Max)).unwrap();
            tree.expand(leaf, &ends);
            assert!(!tree.is_leaf(leaf) && !tree.is_known());
            tree.back_up(value, true);
            assert!(tree.is_known());
            assert_eq!(tree.nodes[ROOT as usize].value, value);
        }
    }

    /// A leaf without room for all its children gets none.
    #[test]
    fn a_leaf_stays_one_where_there_is_no_room() {
        let mut tree = OutcomeTree::new();
        tree.start(Side::Max, Some(3 * size_of::<OutcomeNode>()));
        tree.expand(ROOT, &[(OutcomeNodeKind::Chance, 0.1); 3]);
        assert!(tree.is_leaf(ROOT) && tree.is_full() && tree.len() == 1);
    }

    /// A less visited move has a smaller lower bound. With equal visits the better move is played.
    #[test]
    fn the_move_is_played_that_is_worth_most_at_least() {
        let mut tree = OutcomeTree::new();
        tree.start(Side::Max, None);
        tree.expand(ROOT, &[(OutcomeNodeKind::Chance, 0.4), (OutcomeNodeKind::Chance, 0.5)]);
        assert_eq!(tree.choice(RULE), Some(1));
        for _ in 0..20 {
            tree.begin();
            tree.follow(ROOT, 0, 1.0, OutcomeNodeKind::Chance).unwrap();
            tree.back_up(0.4, true);
        }
        assert_eq!(tree.choice(RULE), Some(0));
    }

    /// A move that looked bad at first is revisited much sooner at the root than below it.
    #[test]
    fn moves_at_the_root_are_looked_at_again() {
        let mut tree = OutcomeTree::new();
        tree.start(Side::Max, None);
        let mut next = |node: u32| {
            tree.expand(
                node,
                &[
                    (OutcomeNodeKind::Choice(Side::Max), 0.5),
                    (OutcomeNodeKind::Choice(Side::Max), -0.5),
                ],
            );
            let first = tree.nodes.len() - 2;
            for (child, visits) in [(first, 9_990), (first + 1, 10)] {
                let child = &mut tree.nodes[child];
                (child.visits, child.total) = (visits, child.value * f64::from(visits));
            }
            tree.nodes[node as usize].visits = 10_000;
            tree.select(node, Side::Max, RULE)
        };
        assert_eq!((next(ROOT), next(1)), (1, 0));
    }

    /// A certain win is solved without the other moves.
    #[test]
    fn a_win_is_known_at_once() {
        let mut tree = OutcomeTree::new();
        tree.start(Side::Max, None);
        tree.begin();
        assert!(tree.open(ROOT, 3));
        tree.follow(ROOT, 2, 1.0, OutcomeNodeKind::Over).unwrap();
        tree.back_up(1.0, true);
        assert!(tree.is_known());
        assert_eq!(tree.choice(RULE), Some(2));
    }
}
