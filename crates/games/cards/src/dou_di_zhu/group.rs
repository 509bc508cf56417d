//! Groups of cards that can be played, and actions made of them.

use super::hand::{Hand, JOKERS, Ranks};
use std::num::NonZeroU16;

/// The repeated unit of a group and the type of its kickers. A run has the shape of its unit: a
/// trio run with solos is a [`Shape::TrioSolos`] of a [length](Group::length) above 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// One card, or a run of 5 or more.
    Solo = 1,
    /// Two of a rank, or a run of 3 or more pairs.
    Pair,
    /// Three of a rank, or a run of trios.
    Trio,
    /// Trios, each with one card as a kicker.
    TrioSolos,
    /// Trios, each with a pair as a kicker.
    TrioPairs,
    /// Four of a rank with two cards.
    QuadSolos,
    /// Four of a rank with two pairs.
    QuadPairs,
    /// Four of a rank.
    Bomb,
    /// Both jokers.
    Nuke,
}

impl Shape {
    /// All shapes.
    pub const ALL: [Shape; 9] = [
        Shape::Solo,
        Shape::Pair,
        Shape::Trio,
        Shape::TrioSolos,
        Shape::TrioPairs,
        Shape::QuadSolos,
        Shape::QuadPairs,
        Shape::Bomb,
        Shape::Nuke,
    ];

    /// Number of cards of each rank, without kickers.
    #[inline]
    pub(super) const fn copies(self) -> u32 {
        [0, 1, 2, 3, 3, 3, 4, 4, 4, 1][self as usize]
    }

    /// Number of cards of each kicker, or 0 if there are no kickers.
    #[inline]
    pub(super) const fn kicker_copies(self) -> u32 {
        [0, 0, 0, 0, 1, 2, 1, 2, 0, 0][self as usize]
    }

    /// The number of kickers for a group of this length.
    #[inline]
    pub(super) const fn kickers(self, length: u32) -> u32 {
        match self {
            Shape::TrioSolos | Shape::TrioPairs => length,
            Shape::QuadSolos | Shape::QuadPairs => 2,
            _ => 0,
        }
    }
}

/// A group without its kickers: the base of a move in two steps (IS §VII-A3). There are 308.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Group(NonZeroU16);

impl Group {
    /// The group with `low` as its lowest rank, from 0 for the 3 to 14 for the red joker.
    #[inline]
    pub(super) fn new(shape: Shape, length: u32, low: u32) -> Group {
        let code = (shape as u16) << 8 | (length << 4 | low) as u16;
        Group(NonZeroU16::new(code).expect("no shape is 0"))
    }

    /// The group of the same shape and length with another lowest rank.
    #[inline]
    pub(super) fn with_low(self, low: u32) -> Group {
        let code = self.0.get() & !15 | low as u16;
        Group(NonZeroU16::new(code).expect("no shape is 0"))
    }

    /// Its shape.
    #[inline]
    pub fn shape(self) -> Shape {
        Shape::ALL[usize::from(self.0.get() >> 8) - 1]
    }

    /// Number of its ranks: 1, or the length of a run; 2 for the nuke.
    #[inline]
    pub fn length(self) -> u32 {
        u32::from(self.0.get() >> 4 & 15)
    }

    /// Its lowest rank, from 0 for the 3 to 14 for the red joker.
    #[inline]
    pub fn low(self) -> u32 {
        u32::from(self.0.get() & 15)
    }

    /// Its ranks.
    #[inline]
    pub(super) fn ranks(self) -> Ranks {
        ((1 << self.length()) - 1) << self.low()
    }

    /// Its cards.
    #[inline]
    pub fn cards(self) -> Hand {
        Hand::of(self.ranks(), self.shape().copies())
    }

    /// Returns whether these ranks can be its kickers. The number must fit, all ranks must differ
    /// from its own, and only one joker is allowed. Kickers that are pairs need ranks with two
    /// cards.
    pub(super) fn takes(self, kickers: Ranks) -> bool {
        let (shape, cards) = (self.shape(), Hand::DECK);
        kickers.count_ones() == shape.kickers(self.length())
            && kickers & self.ranks() == 0
            && kickers & JOKERS != JOKERS
            && (kickers == 0 || kickers & !cards.at_least(shape.kicker_copies()) == 0)
    }
}

/// A move, or the deal, packed into eight bytes.
///
/// In a move, bits 0 to 15 are the group and 16 to 31 the ranks of its kickers. A separate action
/// for kickers has bit 32 set, and the number of cards of each kicker in place of a group. A deal
/// has the four highest bits set, and below them four bits a rank that encode how its cards are
/// split.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Action(pub(super) u64);

/// The content of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// Chance deals these hands.
    Deal([Hand; 3]),
    /// The player plays no group.
    Pass,
    /// A group with its kickers. Without kickers, it needs none or they follow as a separate
    /// action.
    Play(Group, Hand),
    /// Kickers for the group just played.
    Kickers(Hand),
}

const KICKERS: u64 = 1 << 32;
const DEAL: u64 = 15 << 60;

impl Action {
    /// The action of playing no group.
    pub const PASS: Action = Action(0);

    /// The content of the action.
    pub fn what(self) -> What {
        match (self.is_deal(), self.group()) {
            (true, _) => What::Deal(self.hands()),
            (false, None) => What::Pass,
            (false, Some(_)) if self.0 & KICKERS != 0 => {
                What::Kickers(Hand::of(self.kicker_ranks(), self.0 as u16 as u32))
            }
            (false, Some(group)) => What::Play(group, kicker_cards(group, self.kicker_ranks())),
        }
    }

    #[inline]
    pub(super) fn play(group: Group, kickers: Ranks) -> Action {
        Action(u64::from(group.0.get()) | u64::from(kickers) << 16)
    }

    #[inline]
    pub(super) fn kickers(ranks: Ranks, copies: u32) -> Action {
        Action(u64::from(copies) | u64::from(ranks) << 16 | KICKERS)
    }

    /// The deal of these hands, which together are the deck.
    #[inline]
    pub(super) fn deal(hands: [Hand; 3]) -> Action {
        let (first, others) = (hands[0], hands[0].plus(hands[1]));
        let split = |rank| {
            let (a, b) = (first.count(rank), others.count(rank));
            u64::from(b * (b + 1) / 2 + a) << (4 * rank)
        };
        Action((0..15).fold(DEAL, |packed, rank| packed | split(rank)))
    }

    #[inline]
    pub(super) fn is_deal(self) -> bool {
        self.0 >= DEAL
    }

    /// The hands of a deal.
    #[inline]
    pub(super) fn hands(self) -> [Hand; 3] {
        let (mut first, mut others) = (0, 0);
        for rank in 0..15 {
            let (a, b) = SPLITS[(self.0 >> (4 * rank) & 15) as usize];
            first |= LADDER[a] << rank;
            others |= LADDER[b] << rank;
        }
        let (first, others) = (Hand(first), Hand(others));
        [first, others.minus(first), Hand::DECK.minus(others)]
    }

    /// The group of a play; `None` for a pass.
    #[inline]
    pub(super) fn group(self) -> Option<Group> {
        NonZeroU16::new(self.0 as u16).map(Group)
    }

    /// The ranks of the kickers of a play, or of a separate action for kickers.
    #[inline]
    pub(super) fn kicker_ranks(self) -> Ranks {
        (self.0 >> 16) as Ranks
    }
}

/// The cards of these ranks as kickers of a group.
#[inline]
pub(super) fn kicker_cards(group: Group, ranks: Ranks) -> Hand {
    match group.shape().kicker_copies() {
        0 => Hand::EMPTY,
        copies => Hand::of(ranks, copies),
    }
}

/// Splits of a rank between the first player and the first two: the pairs a <= b are at index
/// b(b+1)/2 + a.
const SPLITS: [(usize, usize); 16] = [
    (0, 0),
    (0, 1),
    (1, 1),
    (0, 2),
    (1, 2),
    (2, 2),
    (0, 3),
    (1, 3),
    (2, 3),
    (3, 3),
    (0, 4),
    (1, 4),
    (2, 4),
    (3, 4),
    (4, 4),
    (0, 0),
];

/// Hands with each number of cards of the lowest rank.
const LADDER: [u64; 5] = [0, 1, 0x1_0001, 0x1_0001_0001, 0x1_0001_0001_0001];
