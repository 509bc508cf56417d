//! Cards without suits: the number of cards of each rank.

use sortilege::Rng;
use std::fmt;

/// The ranks in rising order; `B` and `R` are the black and the red joker.
const LETTERS: &str = "3456789TJQKA2BR";

/// A set of ranks: bit 0 is the 3, bit 14 the red joker.
pub(super) type Ranks = u16;

/// Ranks that can stand in a run: 3 to A.
pub(super) const RUN: Ranks = 0x0fff;
/// Ranks with four cards: 3 to 2.
pub(super) const SUITED: Ranks = 0x1fff;
/// Ranks with one card.
pub(super) const JOKERS: Ranks = 0x6000;

/// A multiset of cards that ignores suits, one bit for each card. Bit `r` of the first 16 bits
/// means that there is a card of rank `r`, of the next 16 bits that there are two, and so on. The
/// ranks with at least `n` cards are therefore a mask that can be read directly, and one hand is
/// part of another if its bits are.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Hand(pub(super) u64);

impl Hand {
    /// No cards.
    pub const EMPTY: Hand = Hand(0);

    /// All 54 cards.
    pub const DECK: Hand = Hand(0x1fff_1fff_1fff_7fff);

    /// Parses a hand: its cards in ascending order, as in `3345TJQKA22BR`, or `-` for none.
    pub fn parse(text: &str) -> Option<Hand> {
        if text == "-" {
            return Some(Hand::EMPTY);
        }
        let mut hand = Hand::EMPTY;
        let mut highest = 0;
        for letter in text.chars() {
            let rank = LETTERS.find(letter)?;
            if rank < highest || Hand::DECK.count(rank) == hand.count(rank) {
                return None;
            }
            highest = rank;
            hand = hand.plus(Hand::of(1 << rank, 1));
        }
        (!hand.is_empty()).then_some(hand)
    }

    /// The number of cards.
    #[inline]
    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns whether there is no card.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns whether all cards of `other` are among these.
    #[inline]
    pub fn contains(self, other: Hand) -> bool {
        other.0 & !self.0 == 0
    }

    /// The number of cards of a rank, from 0 for the 3 to 14 for the red joker.
    #[inline]
    pub fn count(self, rank: usize) -> u32 {
        (self.0 & spread(1 << rank)).count_ones()
    }

    /// The union of these cards and `other`, which must be part of one deck.
    #[inline]
    pub fn plus(self, other: Hand) -> Hand {
        // The masks of `other` are added in reverse order, so that its bits do not collide with
        // those of this hand.
        let [a, b, c, d] = other.planes();
        settle(self.0 | join([d, c, b, a]))
    }

    /// These cards without those of `other`, which must be among them.
    #[inline]
    pub fn minus(self, other: Hand) -> Hand {
        settle(self.0 & !other.0)
    }

    /// `copies` cards, 1 to 4, of each of the ranks.
    #[inline]
    pub(super) fn of(ranks: Ranks, copies: u32) -> Hand {
        Hand(spread(ranks) & (u64::MAX >> (64 - 16 * copies)))
    }

    /// The ranks of which there are `copies` cards, 1 to 4, or more.
    #[inline]
    pub(super) fn at_least(self, copies: u32) -> Ranks {
        (self.0 >> (16 * (copies - 1))) as Ranks
    }

    /// The ranks with at least one, two, three and four cards.
    #[inline]
    pub(super) fn planes(self) -> [Ranks; 4] {
        [self.0 as u16, (self.0 >> 16) as u16, (self.0 >> 32) as u16, (self.0 >> 48) as u16]
    }

    /// These cards without `copies`, 1 to 4, of each of the ranks; there must be that many.
    #[inline]
    pub(super) fn without(self, ranks: Ranks, copies: u32) -> Hand {
        // Ranks with n + copies cards keep n. The shift is split in two, since a shift by 64 would
        // overflow.
        let fewer = self.0 >> (16 * (copies - 1)) >> 16;
        let ranks = spread(ranks);
        Hand(self.0 & !ranks | fewer & ranks)
    }

    /// Samples `n` of the cards, all sets equally likely, and returns them and the rest.
    #[inline]
    pub(super) fn split(self, n: u32, rng: &mut Rng) -> [Hand; 2] {
        let drawn = draw(self.0, n, rng);
        [drawn, self.0 & !drawn].map(settle)
    }

    /// Iterates over the letters of the cards.
    pub(super) fn letters(self) -> impl Iterator<Item = char> {
        let cards = move |(rank, letter)| std::iter::repeat_n(letter, self.count(rank) as usize);
        LETTERS.chars().enumerate().flat_map(cards)
    }
}

/// The cards in ascending order, in the format of [`Hand::parse`].
impl fmt::Display for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.is_empty() {
            true => f.write_str("-"),
            false => self.letters().try_for_each(|letter| write!(f, "{letter}")),
        }
    }
}

impl fmt::Debug for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The ranks in all four masks.
#[inline]
fn spread(ranks: Ranks) -> u64 {
    u64::from(ranks) * 0x0001_0001_0001_0001
}

#[inline]
fn join([a, b, c, d]: [Ranks; 4]) -> u64 {
    u64::from(a) | u64::from(b) << 16 | u64::from(c) << 32 | u64::from(d) << 48
}

/// The hand with one card for every bit, regardless of which of its rank's four bits is set. It
/// sorts all ranks at once with a sorting network for four bits.
#[inline]
fn settle(bits: u64) -> Hand {
    let [a, b, c, d] = Hand(bits).planes();
    let (a, b, c, d) = (a | b, a & b, c | d, c & d);
    let (a, b, c, d) = (a | c, b | d, a & c, b & d);
    Hand(join([a, b | c, b & c, d]))
}

/// A random subset of `n` bits, all subsets equally likely.
#[inline]
fn draw(bits: u64, n: u32, rng: &mut Rng) -> u64 {
    let total = bits.count_ones();
    if 2 * n > total {
        return bits & !draw(bits, total - n, rng);
    }
    // A fair coin for each bit: all sets of the same size are equally likely, and stay so when
    // random bits are added or removed. This takes fewer random draws than one for each bit, unless
    // `n` is small.
    let mut drawn = if 4 * n < total { 0 } else { bits & rng.bits() };
    while drawn.count_ones() < n {
        drawn |= 1 << rng.pick_bit(bits & !drawn);
    }
    while drawn.count_ones() > n {
        drawn &= !(1 << rng.pick_bit(drawn));
    }
    drawn
}

#[cfg(test)]
mod tests {
    use super::*;
    use sortilege::testing::odds;
    use std::collections::HashMap;

    fn hand(text: &str) -> Hand {
        Hand::parse(text).unwrap_or_else(|| panic!("{text} is not a hand"))
    }

    #[test]
    fn hands_are_spelt_in_rising_order() {
        for text in ["-", "3", "33345TJQKA2222BR", "BR"] {
            assert_eq!(hand(text).to_string(), text);
        }
        for text in ["", "43", "33333", "BB", "RB", "1", "3 4", "--", "3-"] {
            assert_eq!(Hand::parse(text), None, "{text:?}");
        }
        assert_eq!((Hand::DECK.len(), hand("33345").count(0), hand("33345").count(14)), (54, 3, 0));
    }

    #[test]
    fn cards_come_and_go() {
        let all = hand("3333444556BR");
        assert_eq!(all.at_least(3), 0b11);
        assert_eq!(all.without(0b11, 3), hand("3556BR"));
        assert_eq!(all.without(0b1, 4), hand("444556BR"));
        assert_eq!(all.without(JOKERS, 1), hand("3333444556"));
        assert_eq!(all.minus(hand("334R")), hand("3344556B"));
        assert_eq!(hand("3344556B").plus(hand("334R")), all);
        assert_eq!(Hand::of(0b110, 2), hand("4455"));
        assert!(all.contains(hand("3345B")) && !all.contains(hand("5556")));
        assert_eq!(Hand::DECK.minus(all).plus(all), Hand::DECK);
    }

    /// All cards, and all pairs of cards, are equally likely to be drawn.
    #[test]
    fn every_set_of_cards_is_as_likely() {
        let mut rng = Rng::new(1);
        for n in 0..=6 {
            let mut counts: HashMap<u64, u64> = HashMap::new();
            let bits = hand("3334BR").0;
            for _ in 0..20_000 {
                let drawn = draw(bits, n, &mut rng);
                assert!(drawn & !bits == 0 && drawn.count_ones() == n);
                *counts.entry(drawn).or_default() += 1;
            }
            let sets = [1, 6, 15, 20, 15, 6, 1][n as usize];
            assert_eq!(counts.len(), sets);
            let counts: Vec<u64> = counts.into_values().collect();
            odds::fit(&counts, &vec![1.0 / sets as f64; sets]).expect("equal odds");
        }
        let [some, rest] = Hand::DECK.split(20, &mut rng);
        assert_eq!((some.len(), some.plus(rest)), (20, Hand::DECK));
    }
}
