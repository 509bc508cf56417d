//! How far a player is in each column, packed into one word.

use super::Column;

/// The number of columns.
pub(super) const COLUMNS: usize = 11;

/// Four bits a column, for up to 15 steps; the rest of the word is empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Heights(u64);

impl Heights {
    /// Steps climbed in a column.
    #[inline]
    pub(super) fn get(self, column: Column) -> u8 {
        (self.0 >> (4 * column.0) & 15) as u8
    }

    /// One step more. There must be one.
    #[inline]
    pub(super) fn raise(&mut self, column: Column) {
        self.0 += 1 << (4 * column.0);
    }

    /// Puts a column at that height, which is at most 15.
    pub(super) fn set(&mut self, column: Column, height: u8) {
        let shift = 4 * column.0;
        self.0 = self.0 & !(15 << shift) | u64::from(height) << shift;
    }

    /// All heights as a number below 2^44.
    #[inline]
    pub(super) fn bits(self) -> u64 {
        self.0
    }
}
