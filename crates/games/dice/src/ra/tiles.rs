//! The tiles of Ra, and multisets of them: the bag, the auction track, a player's property.
//!
//! A multiset is three words of eight counts, a byte each. Kinds are numbered so that civilizations
//! share a word, and so do monuments. Adding a lot, counting different types and clearing the track
//! at the end of an epoch then take a few instructions each. No count exceeds 30, so no byte
//! overflows into its neighbour.

use sortilege::rng::nth_bit;
use std::fmt;

/// A kind of tile. The number is its index in a multiset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Kind {
    /// Starts an auction; the sixth of an epoch ends it.
    Ra = 0,
    /// 2 points, or a tile from the track.
    God = 1,
    /// 3 points.
    Gold = 2,
    /// Most pharaohs: 5 points; fewest: -2.
    Pharaoh = 3,
    /// 1 point if there is a flood.
    Nile = 4,
    /// 1 point, and makes the Niles count.
    Flood = 5,
    /// Costs two pharaohs.
    Funeral = 6,
    /// Costs two floods or Niles.
    Drought = 7,
    /// A civilization.
    Agriculture = 8,
    /// A civilization.
    Art = 9,
    /// A civilization.
    Astronomy = 10,
    /// A civilization.
    Religion = 11,
    /// A civilization.
    Writing = 12,
    /// Costs two civilizations.
    Unrest = 13,
    /// Costs two monuments.
    Earthquake = 14,
    /// A monument.
    Fortress = 16,
    /// A monument.
    Obelisk = 17,
    /// A monument.
    Palace = 18,
    /// A monument.
    Pyramid = 19,
    /// A monument.
    Sphinx = 20,
    /// A monument.
    Statue = 21,
    /// A monument.
    StepPyramid = 22,
    /// A monument.
    Temple = 23,
}

/// Name, two letters for positions, and number of tiles, in the order of the kinds.
const FACTS: [(Kind, &str, &str, u8); 23] = [
    (Kind::Ra, "ra", "Ra", 30),
    (Kind::God, "god", "Go", 8),
    (Kind::Gold, "gold", "Au", 5),
    (Kind::Pharaoh, "pharaoh", "Ph", 25),
    (Kind::Nile, "nile", "Ni", 25),
    (Kind::Flood, "flood", "Fl", 12),
    (Kind::Funeral, "funeral", "Fu", 2),
    (Kind::Drought, "drought", "Dr", 2),
    (Kind::Agriculture, "agriculture", "Ag", 5),
    (Kind::Art, "art", "Ar", 5),
    (Kind::Astronomy, "astronomy", "As", 5),
    (Kind::Religion, "religion", "Re", 5),
    (Kind::Writing, "writing", "Wr", 5),
    (Kind::Unrest, "unrest", "Un", 4),
    (Kind::Earthquake, "earthquake", "Eq", 2),
    (Kind::Fortress, "fortress", "Fo", 5),
    (Kind::Obelisk, "obelisk", "Ob", 5),
    (Kind::Palace, "palace", "Pa", 5),
    (Kind::Pyramid, "pyramid", "Py", 5),
    (Kind::Sphinx, "sphinx", "Sx", 5),
    (Kind::Statue, "statue", "St", 5),
    (Kind::StepPyramid, "step-pyramid", "Sp", 5),
    (Kind::Temple, "temple", "Te", 5),
];

/// The index that belongs to no kind; the kinds above it are at one index less in `FACTS`.
const EMPTY_PLACE: usize = 15;

impl Kind {
    /// All kinds, in the order in which positions list them.
    pub const ALL: [Kind; 23] = {
        let mut all = [Kind::Ra; 23];
        let mut i = 0;
        while i < 23 {
            all[i] = FACTS[i].0;
            i += 1;
        }
        all
    };

    /// The name, in lower case and without spaces.
    pub fn name(self) -> &'static str {
        self.facts().1
    }

    /// The two letters in positions.
    pub fn letters(self) -> &'static str {
        self.facts().2
    }

    /// The kind with these two letters.
    pub(super) fn of_letters(letters: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.letters() == letters)
    }

    #[inline]
    fn at(place: usize) -> Kind {
        Kind::ALL[place - usize::from(place > EMPTY_PLACE)]
    }

    #[inline]
    fn facts(self) -> &'static (Kind, &'static str, &'static str, u8) {
        let place = self as usize;
        &FACTS[place - usize::from(place > EMPTY_PLACE)]
    }
}

const WORDS: usize = 3;
/// A 1 in each byte.
const ONES: u64 = 0x0101_0101_0101_0101;
/// The highest bit of each byte.
const TOPS: u64 = 0x80 * ONES;

/// A multiset of tiles: the number of tiles of each kind.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Tiles(pub(super) [u64; WORDS]);

impl Tiles {
    /// No tile.
    pub const NONE: Tiles = Tiles([0; WORDS]);

    /// All 180 tiles.
    pub const ALL: Tiles = {
        let (mut words, mut i) = ([0; WORDS], 0);
        while i < FACTS.len() {
            let place = FACTS[i].0 as usize;
            words[place / 8] += (FACTS[i].3 as u64) << (place % 8 * 8);
            i += 1;
        }
        Tiles(words)
    };

    /// Number of tiles of `kind`.
    #[inline]
    pub fn count(self, kind: Kind) -> u32 {
        let (word, shift) = place(kind);
        (self.0[word] >> shift) as u32 & 0xff
    }

    /// Number of tiles.
    #[inline]
    pub fn total(self) -> u32 {
        // The product adds all bytes in its highest one; 180 still fits.
        ((self.0[0] + self.0[1] + self.0[2]).wrapping_mul(ONES) >> 56) as u32
    }

    /// Number of kinds with at least `least` tiles.
    #[inline]
    pub fn kinds_with(self, least: u32) -> u32 {
        let [a, b, c] = self.0;
        tops(a, least).count_ones() + tops(b, least).count_ones() + tops(c, least).count_ones()
    }

    /// Number of different kinds.
    #[inline]
    pub fn kinds(self) -> u32 {
        self.kinds_with(1)
    }

    /// Returns whether there is no tile.
    #[inline]
    pub fn is_empty(self) -> bool {
        self == Tiles::NONE
    }

    /// The tiles of these kinds only.
    #[inline]
    pub const fn only(self, group: Group) -> Tiles {
        let [a, b, c] = self.0;
        Tiles([a & group.0[0], b & group.0[1], c & group.0[2]])
    }

    /// Adds `n` tiles of `kind`.
    #[inline]
    pub fn add(&mut self, kind: Kind, n: u32) {
        let (word, shift) = place(kind);
        self.0[word] += u64::from(n) << shift;
    }

    /// Removes `n` tiles of `kind`, which must be there.
    #[inline]
    pub fn remove(&mut self, kind: Kind, n: u32) {
        debug_assert!(self.count(kind) >= n, "{n} of {kind:?} cannot leave {self:?}");
        let (word, shift) = place(kind);
        self.0[word] -= u64::from(n) << shift;
    }

    /// Removes up to `n` tiles of `kind`; returns how many are missing.
    #[inline]
    pub fn remove_up_to(&mut self, kind: Kind, n: u32) -> u32 {
        let gone = self.count(kind).min(n);
        self.remove(kind, gone);
        n - gone
    }

    /// The union of both multisets.
    #[inline]
    pub fn with(self, other: Tiles) -> Tiles {
        let ([a, b, c], [d, e, f]) = (self.0, other.0);
        Tiles([a + d, b + e, c + f])
    }

    /// This multiset without `other`, which must be part of it.
    #[inline]
    pub fn without(self, other: Tiles) -> Tiles {
        let ([a, b, c], [d, e, f]) = (self.0, other.0);
        Tiles([a - d, b - e, c - f])
    }

    /// The `n`-th of the different kinds, counted from 0. There must be one.
    #[inline]
    pub fn nth_kind(self, mut n: u32) -> Kind {
        for (word, counts) in self.0.into_iter().enumerate() {
            let there = tops(counts, 1);
            if n < there.count_ones() {
                return Kind::at(8 * word + nth_bit(there, n) as usize / 8);
            }
            n -= there.count_ones();
        }
        unreachable!("a heap has no kind beyond its last")
    }

    /// Iterates over the different kinds and their numbers, in order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = (Kind, u32)> {
        Kind::ALL
            .into_iter()
            .map(move |kind| (kind, self.count(kind)))
            .filter(|&(_, count)| count > 0)
    }
}

/// The notation of positions: `Ni2,Fl`, or `-` for no tile.
impl fmt::Display for Tiles {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("-");
        }
        for (i, (kind, count)) in self.iter().enumerate() {
            f.write_str(if i == 0 { "" } else { "," })?;
            f.write_str(kind.letters())?;
            if count > 1 {
                write!(f, "{count}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Tiles {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// The byte of a kind: its word, and its shift within the word.
#[inline]
const fn place(kind: Kind) -> (usize, u32) {
    let place = kind as u32;
    ((place / 8) as usize, place % 8 * 8)
}

/// The highest bit of each byte that is at least `least`, which is from 1 to 128.
#[inline]
const fn tops(word: u64, least: u32) -> u64 {
    (word + (0x80 - least as u64) * ONES) & TOPS
}

/// A set of kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group([u64; WORDS]);

impl Group {
    /// The five civilizations.
    pub const CIVILIZATIONS: Group = Group([0, 0xff_ffff_ffff, 0]);
    /// The eight monuments.
    pub const MONUMENTS: Group = Group([0, 0, u64::MAX]);
    /// The four disasters.
    pub const DISASTERS: Group =
        Group::of(&[Kind::Funeral, Kind::Drought, Kind::Unrest, Kind::Earthquake]);
    /// The tiles that survive the end of an epoch: pharaohs, Niles, monuments.
    pub const KEPT: Group = Group::of(&[Kind::Pharaoh, Kind::Nile]).or(Group::MONUMENTS);
    /// The tiles that a player can own: all but Ra and disasters.
    pub const OWNED: Group = Group::of(&[Kind::Ra]).or(Group::DISASTERS).not();
    /// The tiles that a god can take: all that can be owned, except gods (R1).
    pub const TAKEN: Group = Group::of(&[Kind::Ra, Kind::God]).or(Group::DISASTERS).not();

    const fn of(kinds: &[Kind]) -> Group {
        let (mut words, mut i) = ([0; WORDS], 0);
        while i < kinds.len() {
            let (word, shift) = place(kinds[i]);
            words[word] |= 0xff << shift;
            i += 1;
        }
        Group(words)
    }

    const fn or(self, other: Group) -> Group {
        let ([a, b, c], [d, e, f]) = (self.0, other.0);
        Group([a | d, b | e, c | f])
    }

    const fn not(self) -> Group {
        let [a, b, c] = self.0;
        Group([!a, !b, !c])
    }

    /// Returns whether `kind` is in the set.
    #[inline]
    pub fn has(self, kind: Kind) -> bool {
        let (word, shift) = place(kind);
        self.0[word] >> shift & 1 == 1
    }
}

/// All 180 tiles in a row: the kind of each, and its number among those of its kind.
///
/// A random tile of this row is in a bag if and only if its number is below the bag's count of its
/// kind. Drawing until this holds therefore draws uniformly from the bag. The expected number of
/// tries is 180 divided by the size of the bag, in most games below two to the end.
pub(super) static ROW: [(Kind, u8); 180] = {
    let (mut row, mut at, mut i) = ([(Kind::Ra, 0); 180], 0, 0);
    while i < FACTS.len() {
        let mut number = 0;
        while number < FACTS[i].3 {
            row[at] = (FACTS[i].0, number);
            at += 1;
            number += 1;
        }
        i += 1;
    }
    row
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_180_tiles_of_23_kinds() {
        assert_eq!((Tiles::ALL.total(), Tiles::ALL.kinds()), (180, 23));
        for (i, &(kind, ..)) in FACTS.iter().enumerate() {
            assert_eq!((kind.facts().0, Kind::at(kind as usize)), (kind, kind));
            assert_eq!(Kind::of_letters(kind.letters()), Some(kind));
            assert_eq!(Tiles::ALL.nth_kind(i as u32), kind);
        }
        for (kind, count) in Tiles::ALL.iter() {
            assert_eq!(ROW.iter().filter(|tile| tile.0 == kind).count(), count as usize);
        }
    }

    #[test]
    fn groups_have_their_sizes() {
        let size = |group| (Tiles::ALL.only(group).kinds(), Tiles::ALL.only(group).total());
        assert_eq!(size(Group::CIVILIZATIONS), (5, 25));
        assert_eq!(size(Group::MONUMENTS), (8, 40));
        assert_eq!(size(Group::DISASTERS), (4, 10));
        assert_eq!(size(Group::KEPT), (10, 90));
        assert_eq!(size(Group::OWNED), (18, 140));
        assert_eq!(size(Group::TAKEN), (17, 132));
        assert!(Group::KEPT.has(Kind::Temple) && !Group::KEPT.has(Kind::Flood));
    }

    #[test]
    fn heaps_are_counted_and_written() {
        let mut heap = Tiles::NONE;
        assert_eq!(heap.to_string(), "-");
        heap.add(Kind::Nile, 3);
        heap.add(Kind::Temple, 1);
        heap.add(Kind::Art, 2);
        assert_eq!(heap.to_string(), "Ni3,Ar2,Te");
        assert_eq!([1, 2, 3, 4].map(|least| heap.kinds_with(least)), [3, 2, 1, 0]);
        assert_eq!((heap.remove_up_to(Kind::Nile, 2), heap.remove_up_to(Kind::Temple, 2)), (0, 1));
        assert_eq!(heap.to_string(), "Ni,Ar2");
        assert_eq!(Tiles::ALL.without(heap).with(heap), Tiles::ALL);
    }
}
