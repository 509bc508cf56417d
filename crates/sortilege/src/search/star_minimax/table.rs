//! Remembers the best moves of earlier visits.

/// The best moves of earlier visits, by key; a later entry replaces an earlier one in the same
/// place. Only the order of moves depends on it, so a collision of keys costs time and nothing
/// else.
pub(super) struct Table<A> {
    entries: Vec<(u64, Option<A>)>,
    /// How many decisions there were: an entry's key is mixed with it, so those of earlier ones are
    /// not found.
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

    /// The place does not depend on the decision, or else one and the same decision would lose
    /// other entries each time.
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
