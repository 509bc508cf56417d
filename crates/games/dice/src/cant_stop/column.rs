//! The columns, one for each sum of two dice, and the height of a player in each column, packed
//! into one word.

/// The number of columns.
pub(super) const COLUMNS: usize = 11;

/// A column, counted from 0 although its name counts from 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Column(pub(super) u8);

impl Column {
    /// The column of a sum of two dice, 2 to 12.
    pub fn new(sum: u8) -> Option<Self> {
        (2..=12).contains(&sum).then(|| Column(sum - 2))
    }

    /// The sum of two dice that the column stands for.
    pub fn sum(self) -> u8 {
        self.0 + 2
    }

    #[inline]
    pub(super) fn bit(self) -> u16 {
        1 << self.0
    }

    /// All columns, from 2 to 12.
    pub(super) fn all() -> impl Iterator<Item = Column> {
        (0..COLUMNS as u8).map(Column)
    }
}

/// Four bits a column, for up to 15 steps; the rest of the word is empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Heights(u64);

impl Heights {
    /// Number of steps climbed in a column.
    #[inline]
    pub(super) fn get(self, column: Column) -> u8 {
        (self.0 >> (4 * column.0) & 15) as u8
    }

    /// The columns with at least one step climbed.
    #[inline]
    pub(super) fn begun(self) -> impl Iterator<Item = Column> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let column = Column((rest.trailing_zeros() / 4) as u8);
            let more = rest != 0;
            // After the shift has wrapped around there is nothing left to clear.
            rest &= !15_u64.wrapping_shl(4 * u32::from(column.0));
            more.then_some(column)
        })
    }

    /// Adds a step to a column, which must have room.
    #[inline]
    pub(super) fn raise(&mut self, column: Column) {
        self.0 += 1 << (4 * column.0);
    }

    /// Sets the height of a column, at most 15.
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
