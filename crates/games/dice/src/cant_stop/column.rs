//! The columns, one for each sum of two dice.

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
