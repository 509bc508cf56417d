//! What players do, told without a list of their information sets: behaviour strategies for games
//! in which there are too many to be unrolled.

use super::policy::Tabulated;
use super::tree::Tree;
use crate::Player;
use crate::game::Observe;
use rustc_hash::FxHashMap;
use std::hash::Hash;

/// A behaviour strategy of every seat: with what probability it takes each action, as a function of
/// what it remembers and of its view. Who remembers all that was seen can do different things at
/// different information sets; who remembers nothing plays alike wherever the view is the same.
///
/// The less is remembered, the fewer histories differ in what is to come, and the faster is
/// [`respond`](super::respond()).
pub trait StrategyProfile<G: Observe> {
    /// What a seat remembers of what it has seen. Of two memories that are equal the same is to be
    /// expected.
    type Memory: Copy + Eq + Hash;

    /// What `who` remembers at the start.
    fn at_start(&self, who: Player) -> Self::Memory;

    /// What is remembered after one more observation. It is not asked where a memory has no room
    /// for anything.
    fn remember(&mut self, memory: Self::Memory, seen: G::Seen) -> Self::Memory;

    /// Replaces `odds` with a probability for each of `actions`, among which `who` chooses. The
    /// view is made when it is asked for.
    fn odds(
        &mut self,
        memory: Self::Memory,
        view: impl FnOnce() -> G::View,
        who: Player,
        actions: &[G::Action],
        odds: &mut Vec<f64>,
    );
}

/// Every action is as likely as any other.
#[derive(Clone, Copy, Debug, Default)]
pub struct Even;

impl<G: Observe> StrategyProfile<G> for Even {
    type Memory = ();

    #[inline]
    fn at_start(&self, _: Player) {}

    #[inline]
    fn remember(&mut self, (): (), _: G::Seen) {}

    #[inline]
    fn odds(
        &mut self,
        (): (),
        _: impl FnOnce() -> G::View,
        _: Player,
        actions: &[G::Action],
        odds: &mut Vec<f64>,
    ) {
        odds.clear();
        odds.resize(actions.len(), 1.0 / actions.len() as f64);
    }
}

/// A table of what to do by views, for who remembers nothing else. Where a view is not in it, every
/// action is as likely as any other.
#[derive(Clone, Debug)]
pub struct ByView<G: Observe> {
    table: FxHashMap<(Player, G::View), Vec<f64>>,
}

// Derived, this would ask for a game with a default.
impl<G: Observe> Default for ByView<G> {
    fn default() -> Self {
        ByView { table: FxHashMap::default() }
    }
}

impl<G: Observe> ByView<G> {
    /// Adds a probability for each action that `who` has where it is shown `view`.
    pub fn insert(&mut self, who: Player, view: G::View, odds: Vec<f64>) {
        self.table.insert((who, view), odds);
    }

    /// Whether every action is as likely as any other in all that was added.
    pub fn is_even(&self) -> bool {
        self.table.values().all(|odds| odds.iter().all(|&one| one == odds[0]))
    }

    /// The bytes of all entries.
    pub fn bytes(&self) -> usize {
        let entry = size_of::<((Player, G::View), Vec<f64>)>();
        self.table.values().map(|odds| entry + size_of_val(&**odds)).sum()
    }
}

impl<G: Observe> StrategyProfile<G> for &ByView<G> {
    type Memory = ();

    fn at_start(&self, _: Player) {}

    fn remember(&mut self, (): (), _: G::Seen) {}

    fn odds(
        &mut self,
        (): (),
        view: impl FnOnce() -> G::View,
        who: Player,
        actions: &[G::Action],
        odds: &mut Vec<f64>,
    ) {
        odds.clear();
        match self.table.get(&(who, view())) {
            Some(known) => odds.extend_from_slice(known),
            None => odds.resize(actions.len(), 1.0 / actions.len() as f64),
        }
        debug_assert_eq!(odds.len(), actions.len(), "a probability for each action");
    }
}

/// Who remembers all that was seen, and asks once at each information set what to do there.
/// Information sets are numbered as they are met, and answers are kept.
pub struct BySet<G: Observe, F> {
    ask: F,
    /// What a seat knew, what it saw then, and what it knows now, as in a [`Tree`]. Seat i begins
    /// with number i.
    seen: FxHashMap<(u32, G::Seen), u32>,
    /// Where the answer of each number begins among `answers`, and how long it is.
    places: Vec<(u32, u32)>,
    answers: Vec<f64>,
}

impl<G: Observe, F: FnMut(&G::View, Player, &[G::Action]) -> Vec<f64>> BySet<G, F> {
    /// Asks for a probability of each action when it is shown a view, its owner and the legal
    /// actions.
    pub fn new(players: usize, ask: F) -> Self {
        BySet { ask, seen: FxHashMap::default(), places: vec![(0, 0); players], answers: vec![] }
    }

    /// The bytes of all that is kept, but for the table that numbers what was seen, of which only
    /// entries are counted.
    pub fn bytes(&self) -> usize {
        let seen = self.seen.len() * size_of::<((u32, G::Seen), u32)>();
        seen + size_of_val(&*self.places) + size_of_val(&*self.answers)
    }
}

impl<G: Observe, F: FnMut(&G::View, Player, &[G::Action]) -> Vec<f64>> StrategyProfile<G>
    for BySet<G, F>
{
    type Memory = u32;

    fn at_start(&self, who: Player) -> u32 {
        who.0 as u32
    }

    fn remember(&mut self, memory: u32, seen: G::Seen) -> u32 {
        let fresh = self.places.len() as u32;
        let number = *self.seen.entry((memory, seen)).or_insert(fresh);
        if number == fresh {
            self.places.push((0, 0));
        }
        number
    }

    fn odds(
        &mut self,
        memory: u32,
        view: impl FnOnce() -> G::View,
        who: Player,
        actions: &[G::Action],
        odds: &mut Vec<f64>,
    ) {
        let place = &mut self.places[memory as usize];
        if place.1 == 0 {
            let answer = (self.ask)(&view(), who, actions);
            assert_eq!(answer.len(), actions.len(), "a probability for each action");
            *place = (self.answers.len() as u32, answer.len() as u32);
            self.answers.extend(answer);
        }
        odds.clear();
        odds.extend_from_slice(&self.answers[place.0 as usize..][..place.1 as usize]);
    }
}

/// What a [`Tabulated`] policy of a [`Tree`] does: both ways to find best responses can be held
/// against each other by it.
pub struct OfTree<'a, G: Observe> {
    tree: &'a Tree<G>,
    policy: &'a Tabulated,
}

impl<'a, G: Observe> OfTree<'a, G> {
    /// What `policy` says at the sets of `tree`.
    pub fn new(tree: &'a Tree<G>, policy: &'a Tabulated) -> Self {
        OfTree { tree, policy }
    }
}

impl<G: Observe> StrategyProfile<G> for OfTree<'_, G> {
    /// The number by which the tree knows what was seen.
    type Memory = u32;

    fn at_start(&self, who: Player) -> u32 {
        who.0 as u32
    }

    fn remember(&mut self, memory: u32, seen: G::Seen) -> u32 {
        self.tree.knowledge_after(memory, seen)
    }

    fn odds(
        &mut self,
        memory: u32,
        _: impl FnOnce() -> G::View,
        _: Player,
        _: &[G::Action],
        odds: &mut Vec<f64>,
    ) {
        let set = self.tree.set_at(memory).expect("whoever is on turn decides");
        odds.clear();
        odds.extend_from_slice(self.policy.at(self.tree, set));
    }
}
