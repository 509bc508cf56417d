//! Table of the best moves of earlier visits.

/// The best moves of earlier visits, by key; a later entry replaces an earlier one in the same
/// place. Only the order of moves depends on it, so a collision of keys costs time but no
/// correctness.
pub(super) struct BestMoveTable<A> {
    entries: Vec<(u64, Option<A>)>,
    /// Number of decisions so far. An entry's key is mixed with it, so that entries of earlier
    /// decisions are not found.
    decisions: u64,
}

/// Maximum number of entries, 2^16.
const MOST_ENTRIES: usize = 1 << 16;

impl<A: Copy> BestMoveTable<A> {
    pub(super) fn new() -> Self {
        BestMoveTable { entries: vec![], decisions: 0 }
    }

    /// Clears the table; its size is the largest power of two that fits into `limit` bytes, at
    /// least 1.
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

    /// The place does not depend on the decision, or repeating a decision would lose different
    /// entries each time.
    #[inline]
    fn place(&self, key: u64) -> usize {
        (spread(key) >> 32) as usize & (self.entries.len() - 1)
    }

    #[inline]
    fn stamped(&self, key: u64) -> u64 {
        key ^ spread(self.decisions)
    }
}

/// Spreads bits: keys may be poorly distributed in their low bits, and decision numbers are.
#[inline]
fn spread(bits: u64) -> u64 {
    bits.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
