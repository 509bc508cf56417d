//! Average results of moves, or of pairs of moves. Every move of a playout looks up the averages of
//! all alternatives, so averages are stored and not computed at each lookup.

use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// Averages by key, in a hash table with open addressing.
#[derive(Clone, Debug)]
pub(super) struct Averages<A> {
    /// The number of slots is a power of two or 0; at least half of them are empty.
    slots: Vec<AverageEntry<A>>,
    used: usize,
}

/// A slot without visits is empty, and its action is meaningless.
#[derive(Clone, Copy, Debug)]
struct AverageEntry<A> {
    average: f64,
    total: f64,
    visits: u32,
    action: A,
}

impl<A> Default for Averages<A> {
    fn default() -> Self {
        Averages { slots: vec![], used: 0 }
    }
}

impl<A> Averages<A> {
    const FEWEST: usize = 64;

    pub(super) fn clear(&mut self) {
        // A slot without visits is empty, so the table is reused without a new allocation.
        self.used = 0;
        self.slots.iter_mut().for_each(|slot| slot.visits = 0);
    }
}

impl<A: Copy + Eq + Hash> Averages<A> {
    /// The average of an action; `None` without a result.
    #[inline]
    pub(super) fn get(&self, action: A) -> Option<f64> {
        self.get_of(1, action)
    }

    /// The average of an action; `None` with fewer than `least` results or with none.
    #[inline]
    pub(super) fn get_of(&self, least: u32, action: A) -> Option<f64> {
        if self.slots.is_empty() {
            return None;
        }
        let slot = &self.slots[self.find(action)];
        (slot.visits >= least).then_some(slot.average)
    }

    #[inline]
    pub(super) fn add(&mut self, action: A, value: f64) {
        if 2 * self.used >= self.slots.len() {
            self.grow(action);
        }
        let at = self.find(action);
        let slot = &mut self.slots[at];
        if slot.visits == 0 {
            *slot = AverageEntry { average: 0.0, total: 0.0, visits: 0, action };
            self.used += 1;
        }
        // When its counter is full, a move keeps its average.
        let Some(visits) = slot.visits.checked_add(1) else { return };
        (slot.total, slot.visits) = (slot.total + value, visits);
        slot.average = slot.total / f64::from(visits);
    }

    /// The slot of an action, or the empty slot for it. The table must have an empty slot, or the
    /// loop does not end.
    #[inline]
    fn find(&self, action: A) -> usize {
        let mut hasher = FxHasher::default();
        action.hash(&mut hasher);
        let mask = self.slots.len() - 1;
        let mut at = hasher.finish() as usize & mask;
        while self.slots[at].visits > 0 && self.slots[at].action != action {
            at = (at + 1) & mask;
        }
        at
    }

    fn grow(&mut self, filler: A) {
        let empty = AverageEntry { average: 0.0, total: 0.0, visits: 0, action: filler };
        let larger = vec![empty; (2 * self.slots.len()).max(Self::FEWEST)];
        for slot in
            std::mem::replace(&mut self.slots, larger).into_iter().filter(|slot| slot.visits > 0)
        {
            let at = self.find(slot.action);
            self.slots[at] = slot;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashMap;

    #[test]
    fn a_move_that_can_be_counted_no_further_keeps_its_average() {
        let mut averages = Averages::default();
        averages.add(7u16, 1.0);
        let at = averages.find(7);
        (averages.slots[at].visits, averages.slots[at].total) = (u32::MAX, f64::from(u32::MAX));
        averages.add(7, -1.0);
        assert_eq!(averages.get(7), Some(1.0));
    }

    proptest! {
        #[test]
        fn the_table_holds_what_a_map_holds(results in prop::collection::vec((0u16..700, -2i8..3), 0..3000)) {
            let (mut averages, mut map) = (Averages::default(), HashMap::<u16, (f64, u32)>::new());
            // Once with old entries to clear, once without.
            for _ in 0..2 {
                averages.clear();
                map.clear();
                for &(action, half) in &results {
                    let (total, visits) = map.entry(action).or_default();
                    *total += f64::from(half) / 2.0;
                    *visits += 1;
                    averages.add(action, f64::from(half) / 2.0);
                }
                for action in 0..700 {
                    let right = map.get(&action).map(|&(total, visits)| total / f64::from(visits));
                    prop_assert_eq!(averages.get(action), right);
                }
            }
        }
    }
}
