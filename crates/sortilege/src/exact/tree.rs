//! A small game of hidden information, unrolled: all its endings, with the observations of each
//! seat that lead to them.
//!
//! A seat's information set is the sequence of everything that it has [`seen`](Observe::seen) since
//! the start: perfect recall. Unnoticed actions add nothing. Simultaneous choices are successive
//! decisions in seat order that no seat sees before all of them are made. A seat with one choice
//! has nothing to decide there.
//!
//! The tree is stored in sequence form (Koller, Megiddo & von Stengel 1996). With perfect recall, a
//! player's strategy contributes to the probability of an ending the product of the probabilities
//! of its own actions, and the last one determines the earlier ones. So an ending consists of its
//! payoffs, weighted by chance, and one *slot* for each seat: the last action that it took. Slots 0
//! to players - 1 mean that the seat has not acted yet; every other slot is an action of an
//! information set. Inner nodes are not stored at all. One pass over endings and one over
//! information sets evaluates a strategy, computes a best response, or improves the strategy.

use crate::game::{MAX_PLAYERS, Observe, Outcomes, Simultaneous};
use crate::{Player, Turn};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// An information set of a [`GameTree`], counted from 0. A set comes after those that its owner
/// passed through before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct InformationSet(pub usize);

/// The observations of every seat from the start of a [`GameTree`] to some place in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Knowledge([u32; MAX_PLAYERS]);

/// A game, unrolled from a given state.
pub struct GameTree<G: Observe> {
    players: usize,
    sets: Vec<SetShape>,
    views: Vec<G::View>,
    /// The actions of all sets: slot s is `actions[s - players]`.
    actions: Vec<G::Action>,
    /// The last slot of each seat, for each ending.
    last_slots: Vec<u32>,
    /// The payoff of each seat times the probability of chance, for each ending.
    weighted_payoffs: Vec<f64>,
    /// Transitions: the number of an observation sequence and one more observation lead to the next
    /// number. Seat i starts with number i, so no two seats share a number.
    observed: FxHashMap<(u32, G::Seen), u32>,
    /// The information set of each number of `observed`, if the seat decides there.
    set_of: Vec<Option<InformationSet>>,
}

struct SetShape {
    owner: Player,
    /// The slot of the owner's last action before this set.
    parent: u32,
    /// The slot of the set's first action.
    first: u32,
    actions: u32,
}

impl<G: Outcomes + Observe + Simultaneous> GameTree<G> {
    /// Unrolls the game from `start`. Panics if `seen` and the legal actions contradict each other.
    pub fn new(start: &G) -> Self {
        let mut builder = Builder::new(start);
        let slots = std::array::from_fn(|who| who as u32);
        let seen = builder.tree.nothing_seen();
        builder.grow(&History { state: start.clone(), odds: 1.0, seen, slots });
        builder.tree
    }
}

impl<G: Observe> GameTree<G> {
    /// Number of seats.
    pub fn players(&self) -> usize {
        self.players
    }

    /// All information sets, including those with a forced move.
    pub fn sets(&self) -> impl DoubleEndedIterator<Item = InformationSet> + use<G> {
        (0..self.sets.len()).map(InformationSet)
    }

    /// The information sets at which `who` decides.
    pub fn sets_of(&self, who: Player) -> impl DoubleEndedIterator<Item = InformationSet> {
        self.sets().filter(move |&set| self.owner(set) == who)
    }

    /// Number of terminal histories.
    pub fn terminals(&self) -> usize {
        self.last_slots.len() / self.players
    }

    /// Whether the payoffs of the seats sum to 0 at every ending.
    pub fn is_zero_sum(&self) -> bool {
        self.endings().all(|(_, payoffs)| payoffs.iter().sum::<f64>().abs() < 1e-9)
    }

    /// The player that decides at `set`.
    pub fn owner(&self, InformationSet(set): InformationSet) -> Player {
        self.sets[set].owner
    }

    /// The legal actions at `set`.
    pub fn actions(&self, set: InformationSet) -> &[G::Action] {
        let slots = self.slots(set);
        &self.actions[slots.start - self.players..slots.end - self.players]
    }

    /// The view of the owner of `set`.
    pub fn view(&self, InformationSet(set): InformationSet) -> &G::View {
        &self.views[set]
    }

    /// The last information set of the same owner before `set`, and the index of the action that it
    /// took there; `None` if it had not acted.
    pub fn before(&self, set: InformationSet) -> Option<(InformationSet, usize)> {
        let parent = self.parent(set);
        if parent < self.players {
            return None;
        }
        let number = self.sets.partition_point(|shape| shape.first as usize <= parent) - 1;
        Some((InformationSet(number), parent - self.sets[number].first as usize))
    }

    /// The knowledge at the start: no observations.
    pub fn nothing_seen(&self) -> Knowledge {
        Knowledge(std::array::from_fn(|who| who as u32))
    }

    /// Adds to `seen` what every seat observes of `action`, which is about to be played in `state`.
    /// Simultaneous choices are added one by one, in seat order, before they are played. Panics
    /// outside the tree.
    pub fn observe(&self, seen: &mut Knowledge, state: &G, action: G::Action) {
        for (who, knowledge) in seen.0[..self.players].iter_mut().enumerate() {
            if let Some(news) = state.seen(action, Player(who)) {
                *knowledge = self.knowledge_after(*knowledge, news);
            }
        }
    }

    /// The information set of `who` after its observations, if it decides there. A view is not
    /// enough to find it: where [views forget](crate::game::Recall::Forgets), several sets share
    /// one view.
    pub fn set_after(&self, seen: &Knowledge, who: Player) -> Option<InformationSet> {
        self.set_at(seen.0[who.0])
    }

    /// The number of the observation sequence `knowledge` followed by `news`. Panics outside the
    /// tree.
    pub(super) fn knowledge_after(&self, knowledge: u32, news: G::Seen) -> u32 {
        *self.observed.get(&(knowledge, news)).expect("a place in the tree")
    }

    /// The information set of an observation sequence, if its seat decides there.
    pub(super) fn set_at(&self, knowledge: u32) -> Option<InformationSet> {
        self.set_of[knowledge as usize]
    }

    /// The slots of the actions of `set`.
    pub(super) fn slots(&self, InformationSet(set): InformationSet) -> Range<usize> {
        let shape = &self.sets[set];
        shape.first as usize..(shape.first + shape.actions) as usize
    }

    /// The slot of the owner's last action before `set`.
    pub(super) fn parent(&self, InformationSet(set): InformationSet) -> usize {
        self.sets[set].parent as usize
    }

    /// Number of slots.
    pub(super) fn size(&self) -> usize {
        self.players + self.actions.len()
    }

    /// All endings: each seat's last slot, and each seat's payoff times the probability of chance.
    pub(super) fn endings(&self) -> impl Iterator<Item = (&[u32], &[f64])> {
        self.last_slots
            .chunks_exact(self.players)
            .zip(self.weighted_payoffs.chunks_exact(self.players))
    }
}

#[derive(Clone)]
struct History<G> {
    state: G,
    odds: f64,
    seen: Knowledge,
    /// Each seat's last action.
    slots: [u32; MAX_PLAYERS],
}

struct Builder<G: Observe> {
    tree: GameTree<G>,
}

impl<G: Outcomes + Observe + Simultaneous> Builder<G> {
    fn new(start: &G) -> Self {
        let players = start.players();
        Builder {
            tree: GameTree {
                players,
                sets: vec![],
                views: vec![],
                actions: vec![],
                last_slots: vec![],
                weighted_payoffs: vec![],
                observed: FxHashMap::default(),
                set_of: vec![None; players],
            },
        }
    }

    fn grow(&mut self, at: &History<G>) {
        match at.state.turn() {
            Turn::Over => self.end(at),
            Turn::Chance => self.toss(at),
            Turn::Player(who) => {
                let mut actions = vec![];
                at.state.actions(&mut actions);
                let first = self.first_slot(at, who, &actions);
                for (&action, slot) in actions.iter().zip(first..) {
                    let mut next = at.clone();
                    next.slots[who.0] = slot;
                    self.play(next, action);
                }
            }
            Turn::Together => self.choose(at, &mut vec![]),
        }
    }

    fn end(&mut self, at: &History<G>) {
        for (who, &slot) in at.slots[..self.tree.players].iter().enumerate() {
            self.tree.last_slots.push(slot);
            self.tree.weighted_payoffs.push(at.odds * at.state.payoff(Player(who)));
        }
    }

    fn toss(&mut self, at: &History<G>) {
        let mut outcomes = vec![];
        at.state.outcomes(&mut outcomes);
        for (outcome, odds) in outcomes {
            let mut next = at.clone();
            next.odds *= odds;
            self.play(next, outcome);
        }
    }

    fn play(&mut self, mut at: History<G>, action: G::Action) {
        self.observe(&mut at, action);
        at.state.apply(action);
        self.grow(&at);
    }

    /// Seats before `chosen.len()` have chosen, but no seat has observed it yet.
    fn choose(&mut self, at: &History<G>, chosen: &mut Vec<G::Action>) {
        let who = Player(chosen.len());
        if who.0 == self.tree.players {
            let mut next = at.clone();
            chosen.iter().for_each(|&choice| self.observe(&mut next, choice));
            next.state.apply_together(chosen);
            return self.grow(&next);
        }
        let mut choices = vec![];
        at.state.choices(who, &mut choices);
        let first = (choices.len() > 1).then(|| self.first_slot(at, who, &choices));
        for (i, &choice) in choices.iter().enumerate() {
            let mut next = at.clone();
            if let Some(first) = first {
                next.slots[who.0] = first + i as u32;
            }
            chosen.push(choice);
            self.choose(&next, chosen);
            chosen.pop();
        }
    }

    /// Records what every seat observes of `action`, which is about to be played.
    fn observe(&mut self, at: &mut History<G>, action: G::Action) {
        let GameTree { players, observed, set_of, .. } = &mut self.tree;
        for (who, knowledge) in at.seen.0[..*players].iter_mut().enumerate() {
            if let Some(news) = at.state.seen(action, Player(who)) {
                let fresh = set_of.len() as u32;
                *knowledge = *observed.entry((*knowledge, news)).or_insert(fresh);
                if *knowledge == fresh {
                    set_of.push(None);
                }
            }
        }
    }

    /// The slot of the first of `actions`, at the information set of `who`.
    fn first_slot(&mut self, at: &History<G>, who: Player, actions: &[G::Action]) -> u32 {
        let Some(set) = self.tree.set_after(&at.seen, who) else {
            return self.add_set(at, who, actions);
        };
        // An information set with two lists of actions, or with two histories of its owner's
        // actions, would give wrong answers silently. The cause of both is a `seen` that reveals
        // too little.
        assert_eq!(
            self.tree.actions(set),
            actions,
            "the legal actions of {who:?} differ after the same observations"
        );
        assert_eq!(
            self.tree.sets[set.0].parent, at.slots[who.0],
            "{who:?} has forgotten its own actions"
        );
        debug_assert_eq!(
            self.tree.views[set.0],
            at.state.view(who),
            "the view of {who:?} shows more than it has observed"
        );
        self.tree.sets[set.0].first
    }

    fn add_set(&mut self, at: &History<G>, who: Player, actions: &[G::Action]) -> u32 {
        let tree = &mut self.tree;
        let first = u32::try_from(tree.size()).expect("a small game");
        let (parent, count) = (at.slots[who.0], actions.len() as u32);
        tree.set_of[at.seen.0[who.0] as usize] = Some(InformationSet(tree.sets.len()));
        tree.sets.push(SetShape { owner: who, parent, first, actions: count });
        tree.views.push(at.state.view(who));
        tree.actions.extend_from_slice(actions);
        first
    }
}

#[cfg(test)]
mod tests {
    use super::super::toys::{Act, Kuhn, Sketch, Toy};
    use super::*;

    #[test]
    fn kuhn_poker_has_six_sets_for_each_and_thirty_endings() {
        let tree = GameTree::new(&Kuhn::default());
        assert_eq!(tree.players(), 2);
        assert_eq!([0, 1].map(|who| tree.sets_of(Player(who)).count()), [6, 6]);
        assert_eq!(tree.terminals(), 30);
        for set in tree.sets() {
            let (seat, card, bets) = tree.view(set);
            assert_eq!(Player(*seat), tree.owner(set));
            assert!(card.is_some() && bets.len() % 2 == *seat, "{:?}", tree.view(set));
            assert_eq!(tree.actions(set), [Act::Pass, Act::Bet]);
        }
    }

    #[test]
    fn a_set_comes_after_what_its_owner_did_before() {
        let tree = GameTree::new(&Kuhn::default());
        for set in tree.sets() {
            let (parent, (seat, card, bets)) = (tree.parent(set), tree.view(set));
            if bets.len() < 2 {
                assert_eq!(parent, *seat);
                continue;
            }
            let before =
                tree.sets().find(|&before| tree.slots(before).contains(&parent)).expect("a parent");
            assert!(before < set);
            assert_eq!(*tree.view(before), (*seat, *card, vec![]));
            assert_eq!(tree.actions(before)[parent - tree.slots(before).start], Act::Pass);
        }
    }

    #[test]
    fn any_state_can_be_the_start() {
        let tree = GameTree::new(&Kuhn { cards: Some([0, 2]), bets: vec![Act::Pass] });
        assert_eq!((tree.sets().count(), tree.terminals()), (2, 3));
        let over = GameTree::new(&Kuhn { cards: Some([0, 2]), bets: vec![Act::Pass, Act::Pass] });
        assert_eq!((over.sets().count(), over.terminals()), (0, 1));
    }

    #[test]
    fn joint_choices_are_hidden_until_all_are_made() {
        use Sketch::*;
        const AFTER: Sketch = Choose(0, &[End(&[1.0, -1.0]), End(&[0.0, 0.0])]);
        static TREE: Sketch =
            Together(&[&[AFTER, AFTER, AFTER], &[End(&[0.0, 0.0]), AFTER, AFTER]]);
        let tree = GameTree::new(&Toy::new(&TREE));
        // One set for each joint choice but the one that ends the game, and the first set.
        assert_eq!([0, 1].map(|who| tree.sets_of(Player(who)).count()), [1 + 5, 1]);
        assert_eq!(tree.terminals(), 11);
    }

    #[test]
    fn who_has_one_choice_among_others_decides_nothing() {
        use Sketch::*;
        static TREE: Sketch = Together(&[&[End(&[1.0, -1.0])], &[End(&[0.0, 0.0])]]);
        let tree = GameTree::new(&Toy::new(&TREE));
        assert_eq!([0, 1].map(|who| tree.sets_of(Player(who)).count()), [1, 0]);
    }
}
