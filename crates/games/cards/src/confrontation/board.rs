//! The map: sixteen regions on a diamond, four by four. Sets of regions are masks of 16 bits.

use super::cast::DARK;
use crate::bits::bits;

/// A region, numbered `4 * i + j`: Light's home, the Shire, is (0, 0), Dark's home, Mordor, is (3,
/// 3), and `i + j` is the distance from the Shire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Region(pub u8);

/// The place of a dead character in lists of places.
pub(super) const GONE: u8 = 16;

/// The place of a character that the viewer does not know.
pub(super) const HIDDEN: u8 = 17;

/// A row for every region, and empty rows for [`GONE`] and [`HIDDEN`], from which nothing can be
/// reached.
type RegionTable = [u16; 18];

#[allow(missing_docs)]
impl Region {
    pub const SHIRE: Region = Region(0);
    pub const CARDOLAN: Region = Region(1);
    pub const ENEDWAITH: Region = Region(2);
    pub const GAP_OF_ROHAN: Region = Region(3);
    pub const ARTHEDAIN: Region = Region(4);
    pub const EREGION: Region = Region(5);
    pub const CARADHRAS: Region = Region(6);
    pub const ROHAN: Region = Region(7);
    pub const RHUDAUR: Region = Region(8);
    pub const MISTY_MOUNTAINS: Region = Region(9);
    pub const FANGORN: Region = Region(10);
    pub const GONDOR: Region = Region(11);
    pub const HIGH_PASS: Region = Region(12);
    pub const MIRKWOOD: Region = Region(13);
    pub const DAGORLAD: Region = Region(14);
    pub const MORDOR: Region = Region(15);
}

impl Region {
    /// All regions, in the order of their numbers.
    pub fn all() -> impl Iterator<Item = Region> {
        (0..16).map(Region)
    }

    /// The name in notation.
    pub fn name(self) -> &'static str {
        NAMES[usize::from(self.0)]
    }

    /// Number of steps from the Shire.
    pub fn rank(self) -> u8 {
        self.0 / 4 + self.0 % 4
    }

    /// Number of pieces of one side that fit: four at home, one in the mountains, otherwise two.
    #[inline]
    pub fn capacity(self) -> u8 {
        CAPACITY[usize::from(self.0)]
    }

    /// The regions that pieces can step to from here or come from, without special paths and moves.
    pub(super) fn beside(self) -> u16 {
        let towards =
            Region::all().filter(|other| SHIREWARD[usize::from(other.0)] & self.bit() != 0);
        let here = usize::from(self.0);
        towards.fold(SHIREWARD[here] | SIDEWAYS[here], |all, other| all | other.bit())
    }

    #[inline]
    pub(super) const fn bit(self) -> u16 {
        1 << self.0
    }
}

const NAMES: [&str; 16] = [
    "shire",
    "cardolan",
    "enedwaith",
    "gap-of-rohan",
    "arthedain",
    "eregion",
    "caradhras",
    "rohan",
    "rhudaur",
    "misty-mountains",
    "fangorn",
    "gondor",
    "high-pass",
    "mirkwood",
    "dagorlad",
    "mordor",
];

const CAPACITY: [u8; 16] = [4, 2, 2, 1, 2, 2, 1, 2, 2, 1, 2, 2, 1, 2, 2, 4];

/// The regions where each side starts with four pieces: Dark, Light.
pub(super) const HOME: [Region; 2] = [Region::MORDOR, Region::SHIRE];

/// The regions where each side starts with one piece: Dark, Light.
pub(super) const FRONT: [u16; 2] = [
    Region::GONDOR.bit()
        | Region::DAGORLAD.bit()
        | Region::ROHAN.bit()
        | Region::FANGORN.bit()
        | Region::MIRKWOOD.bit(),
    Region::ARTHEDAIN.bit()
        | Region::CARDOLAN.bit()
        | Region::RHUDAUR.bit()
        | Region::EREGION.bit()
        | Region::ENEDWAITH.bit(),
];

/// Steps towards the Shire: forward for Dark, backward for Light.
pub(super) static SHIREWARD: RegionTable = table(-1, 0, 0, -1);

/// Steps to neighbours in the same rank, never from or to mountains, for both sides (the river only
/// adds paths for Light).
pub(super) static SIDEWAYS: RegionTable = without_mountains(table(1, -1, -1, 1));

/// All forward moves of Light: steps towards Mordor, down the Anduin, and through the tunnel of
/// Moria.
pub(super) static MORDORWARD: RegionTable = {
    let mut all = table(1, 0, 0, 1);
    all[Region::MIRKWOOD.0 as usize] |= Region::FANGORN.bit();
    all[Region::FANGORN.0 as usize] |= Region::ROHAN.bit();
    all[Region::EREGION.0 as usize] |= Region::FANGORN.bit();
    all
};

/// The regions that a side can reach from a set of regions, without special moves.
#[inline]
pub(super) fn forward_from(side: usize, from: u16) -> u16 {
    const FIRST: u16 = 0x1111;
    const LAST: u16 = 0x8888;
    if side == DARK {
        return from >> 4 | (from & !FIRST) >> 1;
    }
    let by_boat = (from & Region::MIRKWOOD.bit()) >> (Region::MIRKWOOD.0 - Region::FANGORN.0)
        | (from & Region::FANGORN.bit()) >> (Region::FANGORN.0 - Region::ROHAN.0);
    let below = (from & Region::EREGION.bit()) << (Region::FANGORN.0 - Region::EREGION.0);
    from << 4 | (from & !LAST) << 1 | by_boat | below
}

/// For every region, the regions at either of two offsets.
const fn table(i: i8, j: i8, k: i8, l: i8) -> RegionTable {
    let mut all = [0; 18];
    let mut from = 0;
    while from < 16 {
        all[from as usize] = at(from / 4 + i, from % 4 + j) | at(from / 4 + k, from % 4 + l);
        from += 1;
    }
    all
}

const fn at(i: i8, j: i8) -> u16 {
    if i >= 0 && i < 4 && j >= 0 && j < 4 { 1 << (4 * i + j) } else { 0 }
}

const fn without_mountains(mut all: RegionTable) -> RegionTable {
    let mut from = 0;
    while from < 16 {
        // Mountains have only mountains beside them.
        if CAPACITY[from] == 1 {
            all[from] = 0;
        }
        from += 1;
    }
    all
}

/// The regions of a set, in the order of their numbers.
pub(super) fn regions(set: u16) -> impl Iterator<Item = Region> {
    bits(set).map(Region)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(set: u16) -> Vec<&'static str> {
        regions(set).map(Region::name).collect()
    }

    /// The table of the rules, including the river and the tunnel.
    #[test]
    fn ways_forward() {
        let list: String = Region::all()
            .map(|from| {
                format!("{}: {}\n", from.name(), names(MORDORWARD[usize::from(from.0)]).join(" "))
            })
            .collect();
        let right = "\
shire: cardolan arthedain
cardolan: enedwaith eregion
enedwaith: gap-of-rohan caradhras
gap-of-rohan: rohan
arthedain: eregion rhudaur
eregion: caradhras misty-mountains fangorn
caradhras: rohan fangorn
rohan: gondor
rhudaur: misty-mountains high-pass
misty-mountains: fangorn mirkwood
fangorn: rohan gondor dagorlad
gondor: mordor
high-pass: mirkwood
mirkwood: fangorn dagorlad
dagorlad: mordor
mordor: 
";
        assert_eq!(list, right);
    }

    #[test]
    fn dark_goes_where_light_came_from() {
        let extra = |from, to| {
            [(Region::MIRKWOOD, Region::FANGORN), (Region::FANGORN, Region::ROHAN)]
                .contains(&(from, to))
                || (from, to) == (Region::EREGION, Region::FANGORN)
        };
        for from in Region::all() {
            for to in Region::all() {
                let light = MORDORWARD[usize::from(from.0)] & to.bit() != 0 && !extra(from, to);
                assert_eq!(
                    SHIREWARD[usize::from(to.0)] & from.bit() != 0,
                    light,
                    "{from:?} {to:?}"
                );
            }
        }
    }

    #[test]
    fn ways_sideways() {
        let mut pairs = vec![];
        for from in Region::all() {
            let later = names(SIDEWAYS[usize::from(from.0)] & !(from.bit() | (from.bit() - 1)));
            pairs.extend(later.iter().map(|to| format!("{}-{to}", from.name())));
            for to in regions(SIDEWAYS[usize::from(from.0)]) {
                assert!(SIDEWAYS[usize::from(to.0)] & from.bit() != 0);
            }
        }
        let right = "cardolan-arthedain enedwaith-eregion eregion-rhudaur rohan-fangorn fangorn-mirkwood gondor-dagorlad";
        assert_eq!(pairs.join(" "), right);
    }

    #[test]
    fn a_set_goes_where_its_regions_go() {
        let tables = [&SHIREWARD, &MORDORWARD];
        for set in 0..=u16::MAX {
            for (side, table) in tables.iter().enumerate() {
                let each = regions(set).fold(0, |all, from| all | table[usize::from(from.0)]);
                assert_eq!(forward_from(side, set), each, "{set:#x}");
            }
        }
    }
}
