//! Strategy profiles as functions, without a list of information sets: behaviour strategies for
//! games that are too large to unroll.

use super::policy::Tabulated;
use super::tree::GameTree;
use crate::Player;
use crate::game::Observe;
use rustc_hash::FxHashMap;
use std::hash::Hash;

/// A behaviour strategy of every seat: the probability of each action as a function of the seat's
/// memory and its view. A seat that remembers all its observations can play differently at
/// different information sets. A seat without memory plays alike wherever the view is the same.
///
/// The smaller the memories are, the more histories [`respond`](super::respond()) can merge, and
/// the faster it is.
pub trait StrategyProfile<G: Observe> {
    /// What a seat remembers of its observations. Equal memories must lead to equal future
    /// behaviour.
    type Memory: Copy + Eq + Hash;

    /// The memory of `who` at the start.
    fn at_start(&self, who: Player) -> Self::Memory;

    /// The memory after one more observation. Not called if `Memory` has size 0.
    fn remember(&mut self, memory: Self::Memory, seen: G::Seen) -> Self::Memory;

    /// Replaces `odds` with the probability of each of `actions`, the actions of `who`. `view`
    /// computes the view, so that it is computed only if it is needed.
    fn odds(
        &mut self,
        memory: Self::Memory,
        view: impl FnOnce() -> G::View,
        who: Player,
        actions: &[G::Action],
        odds: &mut Vec<f64>,
    );
}

/// The profile that plays every action with the same probability.
#[derive(Clone, Copy, Debug, Default)]
pub struct UniformProfile;

impl<G: Observe> StrategyProfile<G> for UniformProfile {
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

/// A table of strategies by view, for seats without memory. Views that are not in the table have
/// uniform probabilities.
#[derive(Clone, Debug)]
pub struct ByView<G: Observe> {
    table: FxHashMap<(Player, G::View), Vec<f64>>,
}

// A derived implementation would require that the game has a default.
impl<G: Observe> Default for ByView<G> {
    fn default() -> Self {
        ByView { table: FxHashMap::default() }
    }
}

impl<G: Observe> ByView<G> {
    /// Adds the probabilities of the actions of `who` at `view`.
    pub fn insert(&mut self, who: Player, view: G::View, odds: Vec<f64>) {
        self.table.insert((who, view), odds);
    }

    /// Whether all added strategies are uniform.
    pub fn is_even(&self) -> bool {
        self.table.values().all(|odds| odds.iter().all(|&one| one == odds[0]))
    }

    /// Size of all entries in bytes.
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

/// A profile with perfect recall. It calls a function once at each information set and stores the
/// answer. Information sets are numbered in the order in which they are met.
pub struct BySet<G: Observe, F> {
    ask: F,
    /// The transitions between numbers: an earlier number and an observation lead to the next
    /// number, as in a [`GameTree`]. Seat i begins with number i.
    seen: FxHashMap<(u32, G::Seen), u32>,
    /// Start and length of the answer of each number in `answers`.
    places: Vec<(u32, u32)>,
    answers: Vec<f64>,
}

impl<G: Observe, F: FnMut(&G::View, Player, &[G::Action]) -> Vec<f64>> BySet<G, F> {
    /// A profile that calls `ask` with a view, its owner and the legal actions, for the probability
    /// of each action.
    pub fn new(players: usize, ask: F) -> Self {
        BySet { ask, seen: FxHashMap::default(), places: vec![(0, 0); players], answers: vec![] }
    }

    /// Size of all stored data in bytes; of the table of transitions only the entries count.
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

/// The profile of a [`Tabulated`] policy of a [`GameTree`], with which both computations of best
/// responses can be compared.
pub struct OfTree<'a, G: Observe> {
    tree: &'a GameTree<G>,
    policy: &'a Tabulated,
}

impl<'a, G: Observe> OfTree<'a, G> {
    /// The profile of `policy` at the sets of `tree`.
    pub fn new(tree: &'a GameTree<G>, policy: &'a Tabulated) -> Self {
        OfTree { tree, policy }
    }
}

impl<G: Observe> StrategyProfile<G> for OfTree<'_, G> {
    /// The number of the observation sequence in the tree.
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
        let set = self.tree.set_at(memory).expect("the player on turn decides");
        odds.clear();
        odds.extend_from_slice(self.policy.at(self.tree, set));
    }
}
