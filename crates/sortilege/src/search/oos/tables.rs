//! Tables of Online Outcome Sampling: regrets and average strategies of the information sets that
//! simulations have reached.
//!
//! Sets and actions are identified by numbers, so the code that updates regrets is compiled once,
//! not once a game.

use rustc_hash::FxHashMap;
use std::hash::Hash;

/// The number of an infostate, which is a sequence of observations of one seat. Each further
/// observation leads to another number.
pub(super) type InfostateId = u32;

/// Sentinel for observations that are not in the tables, because the tables may not grow.
pub(super) const UNKNOWN: InfostateId = u32::MAX;

/// Statistics of an action at an information set.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct ActionStats {
    /// Cumulative regret, r in the paper.
    pub(super) regret: f64,
    /// Cumulative strategy, s in the paper, weighted by the reach of its owner.
    pub(super) average: f64,
    /// Sum of the rewards of the simulations that took it.
    pub(super) earned: f64,
    /// Number of these simulations.
    pub(super) plays: u64,
}

/// An information set: its range of slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SlotRange {
    first: u32,
    actions: u32,
}

impl SlotRange {
    pub(super) fn slots(self) -> std::ops::Range<usize> {
        self.first as usize..(self.first + self.actions) as usize
    }

    pub(super) fn actions(self) -> usize {
        self.actions as usize
    }
}

/// The tables of all seats.
pub(super) struct Tables<L> {
    next: FxHashMap<(InfostateId, L), InfostateId>,
    /// For each infostate the set at which its owner decides, if it is in the tables.
    sets: Vec<Option<SlotRange>>,
    pub(super) slots: Vec<ActionStats>,
    /// Number of sets, the sum of their depths, and the maximum depth.
    count: u64,
    depths: u64,
    deepest: usize,
}

// A derived implementation would require labels that implement `Default`.
impl<L> Default for Tables<L> {
    fn default() -> Self {
        let (next, sets, slots) = (FxHashMap::default(), vec![], vec![]);
        Tables { next, sets, slots, count: 0, depths: 0, deepest: 0 }
    }
}

impl<L: Copy + Eq + Hash> Tables<L> {
    pub(super) fn clear(&mut self) {
        self.next.clear();
        self.sets.clear();
        self.slots.clear();
        (self.count, self.depths, self.deepest) = (0, 0, 0);
    }

    /// The infostate of a seat without observations.
    pub(super) fn begin(&mut self) -> InfostateId {
        self.sets.push(None);
        (self.sets.len() - 1) as InfostateId
    }

    /// The infostate after one more observation, or [`UNKNOWN`] if it is not in the tables.
    pub(super) fn after(&self, known: InfostateId, seen: L) -> InfostateId {
        self.next.get(&(known, seen)).copied().unwrap_or(UNKNOWN)
    }

    /// The infostate after one more observation; adds it if it is new.
    pub(super) fn grow(&mut self, known: InfostateId, seen: L) -> InfostateId {
        if known == UNKNOWN {
            return UNKNOWN;
        }
        let fresh = self.sets.len() as InfostateId;
        let next = *self.next.entry((known, seen)).or_insert(fresh);
        if next == fresh {
            self.sets.push(None);
        }
        next
    }

    /// The set at which the owner of this infostate decides, if it is in the tables.
    pub(super) fn set(&self, known: InfostateId) -> Option<SlotRange> {
        self.sets.get(known as usize).copied().flatten()
    }

    /// Adds a set with `actions` actions that a simulation reached after `depth` decisions.
    pub(super) fn add(&mut self, known: InfostateId, actions: usize, depth: usize) -> SlotRange {
        let set = SlotRange { first: self.slots.len() as u32, actions: actions as u32 };
        self.slots.resize(self.slots.len() + actions, ActionStats::default());
        self.sets[known as usize] = Some(set);
        self.count += 1;
        self.depths += depth as u64;
        self.deepest = self.deepest.max(depth);
        set
    }

    /// Multiplies all regrets and averages by `scale`. Strategies stay unchanged, but later updates
    /// have another relative weight. Visits and rewards are statistics for display and are not
    /// scaled.
    pub(super) fn scale(&mut self, scale: f64) {
        for slot in &mut self.slots {
            slot.regret *= scale;
            slot.average *= scale;
        }
    }

    /// Statistics of the tables in the form of a tree's.
    pub(super) fn stats(&self) -> crate::tree::TreeStats {
        let mean_depth = self.depths as f64 / self.count.max(1) as f64;
        crate::tree::TreeStats {
            nodes: self.count,
            depth: self.deepest as f64,
            mean_depth,
            bytes: self.bytes(),
        }
    }

    /// Memory in use, independent of earlier contents of the tables. A hash table keeps an eighth
    /// of its places free, and one byte per place of metadata.
    pub(super) fn bytes(&self) -> usize {
        let entry = size_of::<((InfostateId, L), InfostateId)>() + 1;
        self.next.len() * 8 / 7 * entry
            + self.sets.len() * size_of::<Option<SlotRange>>()
            + self.slots.len() * size_of::<ActionStats>()
    }

    /// Whether the index range is exhausted.
    pub(super) fn is_at_its_end(&self) -> bool {
        self.sets.len().max(self.slots.len()) >= 1 << 31
    }
}

/// Appends the regret matching strategy of a set to `out`, mixed with the uniform strategy.
pub(super) fn push_matched(slots: &[ActionStats], tremble: f64, out: &mut Vec<f64>) {
    let even = 1.0 / slots.len() as f64;
    let total: f64 = slots.iter().map(|slot| slot.regret.max(0.0)).sum();
    for slot in slots {
        let matched = if total > 0.0 { slot.regret.max(0.0) / total } else { even };
        out.push((1.0 - tremble) * matched + tremble * even);
    }
}

/// The update of a set by a simulation that passed through it.
pub(super) struct News<'a> {
    /// The strategy at the set, and the sampled action.
    pub(super) sigma: &'a [f64],
    pub(super) taken: usize,
    /// The reward of the set's owner, from 0 to 1.
    pub(super) reward: f64,
}

impl News<'_> {
    /// Counts the visit and the reward of the sampled action.
    pub(super) fn count(&self, slots: &mut [ActionStats]) {
        slots[self.taken].plays += 1;
        slots[self.taken].earned += self.reward;
    }

    /// Adds the sampled action to the average strategy.
    pub(super) fn visit(&self, slots: &mut [ActionStats]) {
        slots[self.taken].average += 1.0;
    }

    /// Updates the regrets of the update player. `weight` is W in the paper, and `tail` is c: the
    /// probability of the rest of the simulation after the action.
    pub(super) fn regret(&self, slots: &mut [ActionStats], weight: f64, tail: f64) {
        let reached = tail * self.sigma[self.taken];
        for slot in slots.iter_mut() {
            slot.regret -= reached * weight;
        }
        slots[self.taken].regret += tail * weight;
    }

    /// Updates the average strategy of another player; the uniform share of `tremble` is removed
    /// first.
    pub(super) fn average(&self, slots: &mut [ActionStats], weight: f64, tremble: f64) {
        let even = 1.0 / slots.len() as f64;
        for (slot, &played) in slots.iter_mut().zip(self.sigma) {
            let meant =
                if tremble < 1.0 { (played - tremble * even) / (1.0 - tremble) } else { even };
            slot.average += weight * meant.max(0.0);
        }
    }
}

/// The average strategy at a set; uniform if its owner never reached it.
pub(super) fn average(slots: &[ActionStats]) -> Vec<f64> {
    let total: f64 = slots.iter().map(|slot| slot.average).sum();
    let even = 1.0 / slots.len() as f64;
    slots.iter().map(|slot| if total > 0.0 { slot.average / total } else { even }).collect()
}

/// Mean reward of the simulations that took each action, 0 if there are none.
pub(super) fn values(slots: &[ActionStats]) -> Vec<f64> {
    slots.iter().map(|slot| slot.earned / slot.plays.max(1) as f64).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regrets_are_matched_and_hands_tremble() {
        let slots = [3.0, -5.0, 1.0].map(|regret| ActionStats { regret, ..ActionStats::default() });
        let mut mix = vec![9.0];
        push_matched(&slots, 0.0, &mut mix);
        assert_eq!(mix, [9.0, 0.75, 0.0, 0.25]);
        mix.clear();
        push_matched(&slots, 0.3, &mut mix);
        for (p, right) in mix.iter().zip([0.625, 0.1, 0.275]) {
            assert!((p - right).abs() < 1e-12);
        }
        mix.clear();
        push_matched(&[ActionStats { regret: -1.0, ..ActionStats::default() }; 4], 0.0, &mut mix);
        assert_eq!(mix, [0.25; 4], "no regret, no preference");
    }
}
