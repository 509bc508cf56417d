//! Which groups can be played from a hand: a mask of lowest ranks for each shape and length.

use super::group::{Group, Shape};
use super::hand::{Hand, JOKERS, RUN, Ranks, SUITED};

/// Lengths of runs. No hand has more than 20 cards, which limits pairs and trios.
const SOLO_RUNS: (u32, u32) = (5, 12);
const PAIR_RUNS: (u32, u32) = (3, 10);
const TRIOS: u32 = 6;
const TRIOS_WITH_SOLOS: u32 = 5;
const TRIOS_WITH_PAIRS: u32 = 4;

/// No hand has groups of more shapes and lengths: 9 of solos, 9 of pairs, 6, 5 and 4 of trios, 4 others.
const MOST: usize = 37;

/// Groups of one shape and length.
#[derive(Clone, Copy)]
pub(super) struct Family {
    pub(super) shape: Shape,
    pub(super) length: u8,
    /// The lowest rank of each.
    pub(super) lows: Ranks,
}

/// The groups that can be played.
pub(super) struct Families {
    hand: Hand,
    list: [Family; MOST],
    len: usize,
}

impl Families {
    /// What can be played from `hand` on `last`, or by a player who leads.
    #[inline]
    pub(super) fn new(hand: Hand, last: Option<Group>) -> Families {
        let none = Family { shape: Shape::Solo, length: 0, lows: 0 };
        let mut all = Families { hand, list: [none; MOST], len: 0 };
        match last {
            None => all.lead(),
            Some(last) => all.follow(last),
        }
        all
    }

    /// All of them, each with at least one group.
    #[inline]
    pub(super) fn all(&self) -> &[Family] {
        &self.list[..self.len]
    }

    fn lead(&mut self) {
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
        self.add_nuke();
    }

    #[inline]
    fn follow(&mut self, last: Group) {
        let (shape, length) = (last.shape(), last.length());
        if shape == Shape::Nuke {
            return;
        }
        let ranks = self.hand.at_least(shape.copies());
        let lows = if length == 1 { ranks } else { runs(ranks, length) };
        self.add(shape, length, lows & (Ranks::MAX - 1) << last.low());
        if shape != Shape::Bomb {
            self.add(Shape::Bomb, 1, self.hand.at_least(4));
        }
        self.add_nuke();
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

    #[inline]
    fn add_nuke(&mut self) {
        if self.hand.at_least(1) & JOKERS == JOKERS {
            self.add(Shape::Nuke, 2, 1 << JOKERS.trailing_zeros());
        }
    }

    /// Adds groups with these lowest ranks, if there are any and there are kickers for them.
    #[inline]
    fn add(&mut self, shape: Shape, length: u32, lows: Ranks) {
        if lows != 0 && self.spare(shape) >= length + shape.kickers(length) {
            self.list[self.len] = Family { shape, length: length as u8, lows };
            self.len += 1;
        }
    }

    /// The number of ranks that a play can have at most, its kickers included; of two jokers one counts. Where
    /// there are no kickers it is no limit.
    #[inline]
    fn spare(&self, shape: Shape) -> u32 {
        match shape.kicker_copies() {
            0 => u32::MAX,
            1 => {
                let ranks = self.hand.at_least(1);
                (ranks & SUITED).count_ones() + u32::from(ranks & JOKERS != 0)
            }
            _ => self.hand.at_least(2).count_ones(),
        }
    }
}

/// Where runs of this length, above 1, begin.
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
