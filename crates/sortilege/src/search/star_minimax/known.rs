//! What earlier passes have found out about states: bounds on V_d, by state and depth. Only what no sample had a part in is
//! kept, so that it is true for every pass; where the horizon had no part in it either it is true for every depth.

use super::bounds::{Bounds, Window};

/// Bounds by key and depth; a later entry replaces an earlier one in the same place.
pub(super) struct Known {
    entries: Vec<Entry>,
    /// How many decisions there were.
    decisions: u64,
    /// Mixed into keys, so that what was found under another one is not found again.
    stamp: u64,
}

#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    depth: u32,
    bounds: Bounds,
}

/// For any depth.
const TO_THE_END: u32 = u32::MAX;
/// 2^16.
const MOST_ENTRIES: usize = 1 << 16;
const EMPTY: Entry = Entry { key: 0, depth: 0, bounds: Bounds::UNKNOWN };

impl Known {
    pub(super) fn new() -> Self {
        Known { entries: vec![], decisions: 0, stamp: 0 }
    }

    /// Whether anything is kept at all.
    #[inline]
    pub(super) fn is_on(&self) -> bool {
        !self.entries.is_empty()
    }

    /// Room for as many entries, a power of two, as `limit` bytes hold; at least one.
    pub(super) fn start(&mut self, limit: Option<usize>) {
        let affordable = limit.map_or(MOST_ENTRIES, |bytes| bytes / size_of::<Entry>());
        self.entries.resize(1 << affordable.clamp(1, MOST_ENTRIES).ilog2(), EMPTY);
        self.decisions += 1;
    }

    /// From now on values have this meaning, in this decision: what was kept under another one is not found.
    pub(super) fn under(&mut self, meaning: u64) {
        self.stamp = spread(spread(meaning) ^ self.decisions) | 1;
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.entries[..])
    }

    /// What is known of a state with so many moves to go, and whether that goes for any number of them.
    #[inline]
    pub(super) fn recall(&self, key: u64, depth: u32) -> Option<(Bounds, bool)> {
        let entry = &self.entries[self.place(key, depth)];
        let entry =
            if entry.key == key ^ self.stamp { entry } else { &self.entries[self.place(key, TO_THE_END)] };
        let fits = entry.key == key ^ self.stamp && (entry.depth == depth || entry.depth == TO_THE_END);
        fits.then_some((entry.bounds, entry.depth == TO_THE_END))
    }

    /// Keeps what a search within `window` has found; `ended` if no line of it came to the horizon.
    #[inline]
    pub(super) fn keep(&mut self, key: u64, depth: u32, window: Window, value: f64, ended: bool) {
        let depth = if ended { TO_THE_END } else { depth };
        let place = self.place(key, depth);
        let mut bounds = Bounds::UNKNOWN;
        if value > window.alpha {
            bounds.lower = value;
        }
        if value < window.beta {
            bounds.upper = value;
        }
        self.entries[place] = Entry { key: key ^ self.stamp, depth, bounds };
    }

    #[inline]
    fn place(&self, key: u64, depth: u32) -> usize {
        (spread(key ^ u64::from(depth) << 40) >> 32) as usize & (self.entries.len() - 1)
    }
}

#[inline]
fn spread(bits: u64) -> u64 {
    bits.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
