//! A short sequence of small numbers in one machine word. States with a history stay flat and cheap
//! to clone.

use std::fmt::{self, Debug, Formatter};

/// A sequence of up to 16 numbers from 1 to 15, four bits each.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(super) struct Row(u64);

impl Row {
    /// Length of the sequence. No number is 0, so the highest bit that is set determines it.
    #[inline]
    pub(super) fn len(self) -> u32 {
        (u64::BITS - self.0.leading_zeros()).div_ceil(4)
    }

    /// Appends a number.
    #[inline]
    pub(super) fn push(&mut self, number: u8) {
        debug_assert!((1..16).contains(&number) && self.len() < 16, "{number} after {self:?}");
        self.0 |= u64::from(number) << (4 * self.len());
    }

    /// The last number, or 0 if there is none.
    #[inline]
    pub(super) fn last(self) -> u8 {
        self.iter().last().unwrap_or(0)
    }

    /// The first `count` numbers.
    #[inline]
    pub(super) fn first(self, count: u32) -> Row {
        Row(self.0 & !(u64::MAX << (4 * count)))
    }

    /// Iterates over the numbers in order.
    #[inline]
    pub(super) fn iter(self) -> impl Iterator<Item = u8> + Clone {
        (0..self.len()).map(move |at| (self.0 >> (4 * at) & 15) as u8)
    }

    /// The set of the numbers, one bit for each.
    #[inline]
    pub(super) fn mask(self) -> u16 {
        self.iter().fold(0, |mask, number| mask | 1 << number)
    }

    /// The packed sequence; different sequences have different packed values.
    #[inline]
    pub(super) fn packed(self) -> u64 {
        self.0
    }
}

impl FromIterator<u8> for Row {
    fn from_iter<I: IntoIterator<Item = u8>>(numbers: I) -> Self {
        let mut row = Row::default();
        numbers.into_iter().for_each(|number| row.push(number));
        row
    }
}

impl Debug for Row {
    fn fmt(&self, out: &mut Formatter) -> fmt::Result {
        out.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_lists() {
        let all = [13, 1, 8, 7, 15, 2];
        for count in 0..=all.len() {
            let row: Row = all[..count].iter().copied().collect();
            assert_eq!(
                (row.len() as usize, row.iter().collect::<Vec<_>>()),
                (count, all[..count].to_vec())
            );
            assert_eq!(row, all.iter().copied().collect::<Row>().first(count as u32));
            assert_eq!(row.last(), all[..count].last().copied().unwrap_or(0));
            assert_eq!(row.mask().count_ones() as usize, count);
        }
        assert_eq!(format!("{:?}", [3, 1].into_iter().collect::<Row>()), "[3, 1]");
    }
}
