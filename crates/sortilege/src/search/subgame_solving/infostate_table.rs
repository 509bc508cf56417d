//! Infostates of the seats in a subgame, as numbers: the view at the start of the subgame and the
//! observations since.

use super::solver::NONE;
use crate::Player;
use rustc_hash::FxHashMap;
use std::hash::Hash;

/// Numbers for infostates; no two seats share one. `V` is a view, `L` the observation of an action.
pub(super) struct InfostateTable<V, L> {
    roots: FxHashMap<(Player, V), u32>,
    next: FxHashMap<(u32, L), u32>,
    /// For each number the information set at which its owner decides; [`NONE`] if none of its
    /// nodes has been expanded.
    sets: Vec<u32>,
}

// A derived implementation would require `Default` of views and labels.
impl<V, L> Default for InfostateTable<V, L> {
    fn default() -> Self {
        InfostateTable { roots: FxHashMap::default(), next: FxHashMap::default(), sets: vec![] }
    }
}

impl<V: Eq + Hash, L: Copy + Eq + Hash> InfostateTable<V, L> {
    /// The number of what `who` knows at the start of the subgame with this view. Adds it if it is
    /// new.
    pub(super) fn begin(&mut self, who: Player, view: V) -> u32 {
        let fresh = self.sets.len() as u32;
        let known = *self.roots.entry((who, view)).or_insert(fresh);
        if known == fresh {
            self.sets.push(NONE);
        }
        known
    }

    /// The number for this initial view, if any world has it.
    #[cfg(test)]
    pub(super) fn root(&self, who: Player, view: V) -> Option<u32> {
        self.roots.get(&(who, view)).copied()
    }

    /// The number after one more observation. Adds it if it is new.
    pub(super) fn grow(&mut self, known: u32, seen: L) -> u32 {
        let fresh = self.sets.len() as u32;
        let next = *self.next.entry((known, seen)).or_insert(fresh);
        if next == fresh {
            self.sets.push(NONE);
        }
        next
    }

    /// The number after one more observation, if the subgame has been grown that far.
    pub(super) fn after(&self, known: u32, seen: L) -> Option<u32> {
        self.next.get(&(known, seen)).copied()
    }

    /// The information set at which the owner of this infostate decides, or [`NONE`].
    pub(super) fn set(&self, known: u32) -> u32 {
        self.sets[known as usize]
    }

    /// Sets the information set at which the owner of this infostate decides.
    pub(super) fn put_set(&mut self, known: u32, set: u32) {
        self.sets[known as usize] = set;
    }

    /// Memory in use. A hash table keeps an eighth of its places free, and one byte per place of
    /// metadata.
    pub(super) fn bytes(&self) -> usize {
        let root = size_of::<((Player, V), u32)>() + 1;
        let entry = size_of::<((u32, L), u32)>() + 1;
        self.roots.len() * 8 / 7 * root
            + self.next.len() * 8 / 7 * entry
            + self.sets.len() * size_of::<u32>()
    }
}
