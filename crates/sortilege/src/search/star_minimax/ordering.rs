//! Which moves are searched first: the sooner a good one comes, the more is pruned (SM §4.2).

use super::lookahead::{Lookahead, Side, after};
use crate::Turn;
use crate::game::{Evaluate, Key, Outcomes};

/// The order of moves at a player's node. The best move of an earlier visit comes first in any case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ordering {
    /// As the game lists them.
    #[default]
    Listed,
    /// By the evaluation of the states that follow, except one move before the horizon, where that would be
    /// the search itself.
    Evaluated,
}

impl<G: Outcomes + Evaluate + Key> Lookahead<G> {
    /// Puts the moves in the order in which they are searched.
    #[inline]
    pub(super) fn arrange(&mut self, state: &G, key: u64, side: Side, depth: u32, moves: &mut [G::Action]) {
        if self.rules.ordering == Ordering::Evaluated && depth > 1 {
            self.sort_by_evaluation(state, side, moves);
        }
        let remembered = self.table.recall(key);
        if let Some(at) = remembered.and_then(|best| moves.iter().position(|&action| action == best)) {
            moves[..=at].rotate_right(1);
        }
    }

    fn sort_by_evaluation(&mut self, state: &G, side: Side, moves: &mut [G::Action]) {
        let mut scored = std::mem::take(&mut self.scored);
        scored.clear();
        scored.extend(moves.iter().map(|&action| (self.first_glance(&after(state, action)), action)));
        // Stable and without a buffer: the lists are short and the game's order is often good.
        for i in 1..scored.len() {
            let better = |one: f64, other: f64| side.prefers(one, other);
            let to =
                scored[..i].iter().rposition(|other| !better(scored[i].0, other.0)).map_or(0, |at| at + 1);
            scored[to..=i].rotate_right(1);
        }
        moves.iter_mut().zip(&scored).for_each(|(to, &(_, from))| *to = from);
        self.scored = scored;
    }

    /// What `state` is worth to the root player at first glance.
    pub(super) fn first_glance(&self, state: &G) -> f64 {
        match state.turn() {
            Turn::Over => state.payoff(self.rules.me),
            _ => state.evaluate(self.rules.me),
        }
    }
}

/// The best moves of earlier visits, by key; a later entry replaces an earlier one in the same place. Only
/// the order of moves depends on it, so a collision of keys costs time and nothing else.
pub(super) struct Table<A> {
    entries: Vec<(u64, Option<A>)>,
    /// How many decisions there were: an entry's key is mixed with it, so those of earlier ones are not found.
    decisions: u64,
}

/// 2^16.
const MOST_ENTRIES: usize = 1 << 16;

impl<A: Copy> Table<A> {
    pub(super) fn new() -> Self {
        Table { entries: vec![], decisions: 0 }
    }

    /// An empty table with as many entries, a power of two, as `limit` bytes hold; at least one.
    pub(super) fn start(&mut self, limit: Option<usize>) {
        let affordable = limit.map_or(MOST_ENTRIES, |bytes| bytes / size_of::<(u64, Option<A>)>());
        let size = 1 << affordable.clamp(1, MOST_ENTRIES).ilog2();
        if self.entries.len() != size {
            self.entries = vec![(0, None); size];
        }
        self.decisions += 1;
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.entries[..])
    }

    #[inline]
    pub(super) fn recall(&self, key: u64) -> Option<A> {
        let (owner, action) = self.entries[self.place(key)];
        if owner == self.stamped(key) { action } else { None }
    }

    #[inline]
    pub(super) fn remember(&mut self, key: u64, action: A) {
        let place = self.place(key);
        self.entries[place] = (self.stamped(key), Some(action));
    }

    /// The place does not depend on the decision, or else one and the same decision would lose other entries
    /// each time.
    #[inline]
    fn place(&self, key: u64) -> usize {
        (spread(key) >> 32) as usize & (self.entries.len() - 1)
    }

    #[inline]
    fn stamped(&self, key: u64) -> u64 {
        key ^ spread(self.decisions)
    }
}

/// Keys need not be spread evenly over their low bits; numbers of decisions are not.
#[inline]
fn spread(bits: u64) -> u64 {
    bits.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
