//! The groups that can be played from a hand: a mask of lowest ranks for each shape and length.

use super::group::{Group, Shape};
use super::hand::{Hand, JOKERS, RUN, Ranks, SUITED};

/// Lengths of runs. No hand has more than 20 cards, which limits runs of pairs and of trios.
const SOLO_RUNS: (u32, u32) = (5, 12);
const PAIR_RUNS: (u32, u32) = (3, 10);
const TRIOS: u32 = 6;
const TRIOS_WITH_SOLOS: u32 = 5;
const TRIOS_WITH_PAIRS: u32 = 4;

/// Largest number of families of a hand: 9 of solos, 9 of pairs, 6, 5 and 4 of trios, 4 others.
const MOST: usize = 37;

/// Groups of one shape and length.
#[derive(Clone, Copy)]
pub(super) struct Family {
    pub(super) shape: Shape,
    pub(super) length: u8,
    /// The lowest ranks of the groups.
    pub(super) lows: Ranks,
}

/// The groups that beat a group: groups of its shape and length, bombs, and the nuke. They are the
/// bits of one number, because most moves of a game find nothing, and few find many.
#[derive(Clone, Copy)]
pub(super) struct Following {
    last: Group,
    /// Lowest ranks: of groups of the same kind in the first 16 bits, then of bombs, then of the
    /// nuke.
    pub(super) groups: u64,
}

impl Following {
    /// The groups of `hand` that beat `last`.
    #[inline]
    pub(super) fn new(hand: Hand, last: Group) -> Following {
        let (shape, length) = (last.shape(), last.length());
        let ranks = hand.at_least(shape.copies());
        let lows = if length == 1 { ranks } else { runs(ranks, length) };
        let higher = lows & (Ranks::MAX - 1) << last.low();
        let alike = if higher != 0 && has_kickers(hand, shape, length) { higher } else { 0 };
        let (bombs, nuke) = (u64::from(hand.at_least(4)) << 16, u64::from(nuke(hand)) << 32);
        let groups = match shape {
            Shape::Nuke => 0,
            Shape::Bomb => u64::from(alike) | nuke,
            _ => u64::from(alike) | bombs | nuke,
        };
        Following { last, groups }
    }

    /// Number of groups of the same kind as the last one. They come first.
    pub(super) fn alike(self) -> u32 {
        (self.groups as Ranks).count_ones()
    }

    /// The group that a bit stands for.
    #[inline]
    pub(super) fn group(self, bit: u32) -> Group {
        let low = bit % 16;
        match bit / 16 {
            0 => self.last.with_low(low),
            1 => Group::new(Shape::Bomb, 1, low),
            _ => Group::new(Shape::Nuke, 2, low),
        }
    }
}

/// The groups that can be led.
pub(super) struct Leads {
    hand: Hand,
    list: [Family; MOST],
    len: usize,
}

impl Leads {
    /// An empty list of the leads from `hand`, to be [filled](Leads::fill) in place: moving the
    /// list would take as long.
    #[inline]
    pub(super) fn of(hand: Hand) -> Leads {
        let none = Family { shape: Shape::Solo, length: 0, lows: 0 };
        Leads { hand, list: [none; MOST], len: 0 }
    }

    /// Fills the list and returns all families with at least one group.
    pub(super) fn fill(&mut self) -> &[Family] {
        let [one, two, three, four] = self.hand.planes();
        self.add(Shape::Solo, 1, one);
        self.add_runs(Shape::Solo, SOLO_RUNS, one);
        self.add(Shape::Pair, 1, two);
        self.add_runs(Shape::Pair, PAIR_RUNS, two);
        if three != 0 {
            self.add_trios(three);
        }
        if four != 0 {
            self.add(Shape::QuadSolos, 1, four);
            self.add(Shape::QuadPairs, 1, four);
            self.add(Shape::Bomb, 1, four);
        }
        self.add(Shape::Nuke, 2, nuke(self.hand));
        &self.list[..self.len]
    }

    #[inline]
    fn add_runs(&mut self, shape: Shape, (shortest, longest): (u32, u32), ranks: Ranks) {
        let (mut lows, mut length) = (runs(ranks, shortest), shortest);
        while lows != 0 && length <= longest {
            self.add(shape, length, lows);
            lows &= lows >> 1;
            length += 1;
        }
    }

    fn add_trios(&mut self, three: Ranks) {
        let (mut lows, mut length) = (three, 1);
        while lows != 0 && length <= TRIOS {
            self.add(Shape::Trio, length, lows);
            if length <= TRIOS_WITH_SOLOS {
                self.add(Shape::TrioSolos, length, lows);
            }
            if length <= TRIOS_WITH_PAIRS {
                self.add(Shape::TrioPairs, length, lows);
            }
            lows &= (lows & RUN) >> 1;
            length += 1;
        }
    }

    /// Adds the groups with these lowest ranks, if there are any and the hand has enough kickers.
    #[inline]
    fn add(&mut self, shape: Shape, length: u32, lows: Ranks) {
        if lows != 0 && has_kickers(self.hand, shape, length) {
            self.list[self.len] = Family { shape, length: length as u8, lows };
            self.len += 1;
        }
    }
}

/// The lowest rank of the nuke, if the hand has it.
#[inline]
fn nuke(hand: Hand) -> Ranks {
    if hand.at_least(1) & JOKERS == JOKERS { 1 << JOKERS.trailing_zeros() } else { 0 }
}

/// Returns whether the hand has kickers for a group of this shape and length that it has: enough
/// ranks for the play with its kickers. Two jokers count as one.
#[inline]
fn has_kickers(hand: Hand, shape: Shape, length: u32) -> bool {
    let ranks = match shape.kicker_copies() {
        0 => return true,
        1 => {
            let ranks = hand.at_least(1);
            (ranks & SUITED).count_ones() + u32::from(ranks & JOKERS != 0)
        }
        _ => hand.at_least(2).count_ones(),
    };
    ranks >= length + shape.kickers(length)
}

/// The lowest ranks of runs of this length, which is above 1.
#[inline]
fn runs(ranks: Ranks, length: u32) -> Ranks {
    let (mut lows, mut long) = (ranks & RUN, 1);
    while long < length {
        let step = long.min(length - long);
        lows &= lows >> step;
        long += step;
    }
    lows
}
