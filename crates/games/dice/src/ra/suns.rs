//! Suns, the numbers that players bid, and scores of tiles and suns at the end of an epoch.

use super::{Group, Kind, Tiles};
use crate::bits::bits;
use sortilege::rng::nth_bit;
use std::cmp::Ordering;

/// A set of suns: bit `n` stands for sun `n`, from 1 to 9. Two sets without a sun in common compare
/// like their highest suns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Suns(pub(super) u16);

impl Suns {
    /// The empty set.
    pub const NONE: Suns = Suns(0);
    /// Suns 1 to 9.
    pub const ALL: Suns = Suns(0b11_1111_1110);
    /// The first set that is dealt, with the highest sun.
    pub const NINE: Suns = Suns(1 << 9 | 1 << 6 | 1 << 5 | 1 << 2);
    /// The second set that is dealt.
    pub const EIGHT: Suns = Suns(1 << 8 | 1 << 7 | 1 << 4 | 1 << 3);

    /// The set with one sun.
    #[inline]
    pub fn one(sun: u8) -> Suns {
        Suns(1 << sun)
    }

    /// Returns whether `sun` is in the set.
    #[inline]
    pub fn has(self, sun: u8) -> bool {
        self.0 >> sun & 1 == 1
    }

    /// Number of suns.
    #[inline]
    pub fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns whether the set is empty.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The suns above `sun`; for 0, all of them.
    #[inline]
    pub fn above(self, sun: u8) -> Suns {
        Suns(self.0 & !((2 << sun) - 1))
    }

    /// The union of both sets.
    #[inline]
    pub fn with(self, other: Suns) -> Suns {
        Suns(self.0 | other.0)
    }

    /// The suns of this set that are not in `other`.
    #[inline]
    pub fn without(self, other: Suns) -> Suns {
        Suns(self.0 & !other.0)
    }

    /// The sum of their numbers.
    #[inline]
    pub fn sum(self) -> u32 {
        // The suns whose number has bit 0 set, then bit 1, and so on.
        let [ones, twos, fours, eights] =
            [0b10_1010_1010, 0b1100_1100, 0b1111_0000, 0b11_0000_0000];
        let count = |mask: u16| (self.0 & mask).count_ones();
        count(ones) + 2 * count(twos) + 4 * count(fours) + 8 * count(eights)
    }

    /// The lowest sun. There must be one.
    #[inline]
    pub fn lowest(self) -> u8 {
        self.0.trailing_zeros() as u8
    }

    /// The highest sun. There must be one.
    #[inline]
    pub fn highest(self) -> u8 {
        self.0.ilog2() as u8
    }

    /// The `n`-th sun from the lowest, counted from 0. There must be one.
    #[inline]
    pub fn nth(self, n: u32) -> u8 {
        nth_bit(self.0.into(), n) as u8
    }

    /// Iterates over the suns, lowest first.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = u8> {
        bits(self.0)
    }
}

/// Points for 0 to 5 different civilizations.
pub(super) const CIVILIZATIONS: [i16; 6] = [-5, 0, 0, 5, 10, 15];
/// Points for 0 to 8 different monuments.
pub(super) const MONUMENTS: [i16; 9] = [0, 1, 2, 3, 4, 5, 6, 10, 15];

/// The points of `mine` at the end of every epoch, when the other player owns `theirs`.
#[inline]
pub(super) fn epoch(mine: Tiles, theirs: Tiles) -> i16 {
    let count = |kind| mine.count(kind) as i16;
    let pharaohs = match mine.count(Kind::Pharaoh).cmp(&theirs.count(Kind::Pharaoh)) {
        Ordering::Greater => 5,
        Ordering::Equal => 0,
        Ordering::Less => -2,
    };
    let river = if count(Kind::Flood) > 0 { count(Kind::Nile) + count(Kind::Flood) } else { 0 };
    let civilizations = CIVILIZATIONS[mine.only(Group::CIVILIZATIONS).kinds() as usize];
    2 * count(Kind::God) + 3 * count(Kind::Gold) + pharaohs + river + civilizations
}

/// The points of monuments at the end of the game.
#[inline]
pub(super) fn monuments(mine: Tiles) -> i16 {
    let mine = mine.only(Group::MONUMENTS);
    let equal = mine.kinds_with(3) + mine.kinds_with(4) + mine.kinds_with(5);
    MONUMENTS[mine.kinds() as usize] + 5 * equal as i16
}

/// The points of the larger or smaller sum of suns at the end of the game.
#[inline]
pub(super) fn suns(mine: Suns, theirs: Suns) -> i16 {
    match mine.sum().cmp(&theirs.sum()) {
        Ordering::Greater => 5,
        Ordering::Equal => 0,
        Ordering::Less => -5,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_and_orders() {
        for suns in (0..512).map(|mask| Suns(mask << 1)) {
            assert_eq!(suns.sum(), suns.iter().map(u32::from).sum::<u32>(), "{suns:?}");
        }
        assert_eq!(Suns::NINE.with(Suns::EIGHT).with(Suns::one(1)), Suns::ALL);
        assert!(Suns::NINE > Suns::EIGHT);
        assert_eq!(Suns::NINE.above(5).iter().collect::<Vec<_>>(), [6, 9]);
        assert_eq!((Suns::NINE.above(0), Suns::EIGHT.above(8)), (Suns::NINE, Suns::NONE));
        assert_eq!((Suns::EIGHT.lowest(), Suns::EIGHT.highest(), Suns::EIGHT.nth(1)), (3, 8, 4));
    }
}
