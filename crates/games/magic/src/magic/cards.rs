//! Cards as numbers, and multisets of cards.

use sortilege::Rng;

/// A kind of card of a deck: the land, or one of its creatures counted from the strongest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Card(pub(super) u8);

impl Card {
    /// A land.
    pub const LAND: Card = Card(MAX_KINDS as u8);

    /// The number of its kind, if the card is a creature.
    #[inline]
    pub(super) fn kind(self) -> Option<u8> {
        (self != Card::LAND).then_some(self.0)
    }
}

/// Largest number of kinds of creatures in a deck.
pub(super) const MAX_KINDS: usize = 16;

/// The lower half of every byte.
const LOW: u64 = 0x0f0f_0f0f_0f0f_0f0f;
/// The lowest bit of every byte: a product with it adds the bytes.
const ONES: u64 = 0x0101_0101_0101_0101;
/// The highest bit of every byte.
const TOPS: u64 = 0x8080_8080_8080_8080;

/// The number of creatures of each kind: four bits a kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Kinds(pub(super) u64);

impl Kinds {
    pub(super) const NONE: Kinds = Kinds(0);

    /// One creature.
    #[inline]
    pub(super) fn one(kind: u8) -> Self {
        Kinds(1 << (4 * kind))
    }

    #[inline]
    pub(super) fn count(self, kind: u8) -> u8 {
        (self.0 >> (4 * kind)) as u8 & 15
    }

    /// Number of creatures; no deck has more than 255.
    #[inline]
    pub(super) fn total(self) -> u32 {
        let pairs = (self.0 & LOW) + (self.0 >> 4 & LOW);
        (pairs.wrapping_mul(ONES) >> 56) as u32
    }

    /// Iterates over the kinds with their numbers, strongest first.
    #[inline]
    pub(super) fn iter(self) -> impl Iterator<Item = (u8, u8)> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let kind = (rest.trailing_zeros() / 4) as u8;
            (rest != 0).then(|| {
                rest &= !(15 << (4 * kind));
                (kind, self.count(kind))
            })
        })
    }

    /// Iterates over all creatures, strongest first.
    pub(super) fn each(self) -> impl Iterator<Item = u8> {
        self.iter().flat_map(|(kind, count)| std::iter::repeat_n(kind, count.into()))
    }

    /// The kind of the `n`-th creature, counted from 0. Kinds with even numbers come first, then
    /// the odd ones. If there is no such creature, the result is not a kind. The function has no
    /// branch, because random draws are unpredictable.
    #[inline]
    pub(super) fn nth(self, n: u32) -> u8 {
        // Cumulative number of creatures up to each kind of a half: a byte each, at most 127.
        let [even, odd] = [self.0, self.0 >> 4].map(|half| (half & LOW).wrapping_mul(ONES));
        let evens = (even >> 56) as u32;
        let (sums, n, first) = if n < evens { (even, n, 0) } else { (odd, n - evens, 1) };
        // The top bit of a byte remains set if `n` is not below its sum.
        let passed = ((u64::from(n & 127) * ONES) | TOPS).wrapping_sub(sums) & TOPS;
        2 * passed.count_ones() as u8 + first
    }

    #[inline]
    pub(super) fn contains(self, other: Kinds) -> bool {
        other.iter().all(|(kind, count)| count <= self.count(kind))
    }

    #[inline]
    pub(super) fn with(self, other: Kinds) -> Self {
        Kinds(self.0 + other.0)
    }

    #[inline]
    pub(super) fn without(self, other: Kinds) -> Self {
        debug_assert!(self.contains(other));
        Kinds(self.0 - other.0)
    }
}

/// Lands and creatures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cards {
    pub(super) lands: u8,
    pub(super) creatures: Kinds,
}

impl Cards {
    #[inline]
    pub(super) fn count(self, card: Card) -> u8 {
        card.kind().map_or(self.lands, |kind| self.creatures.count(kind))
    }

    #[inline]
    pub(super) fn total(self) -> u32 {
        u32::from(self.lands) + self.creatures.total()
    }

    #[inline]
    pub(super) fn is_empty(self) -> bool {
        u64::from(self.lands) | self.creatures.0 == 0
    }

    /// A single card. There is no branch, because the card may have just been drawn at random.
    #[inline]
    fn one(card: Card) -> Self {
        let land = card == Card::LAND;
        let creatures = Kinds(u64::from(!land) << ((4 * card.0) & 63));
        Cards { lands: u8::from(land), creatures }
    }

    /// A random card, all equally likely. There must be one.
    #[inline]
    pub(super) fn random(self, rng: &mut Rng) -> Card {
        let n = rng.below(self.total() as usize) as u32;
        let creature = Card(self.creatures.nth(n.wrapping_sub(self.lands.into())));
        if n < self.lands.into() { Card::LAND } else { creature }
    }

    #[inline]
    pub(super) fn add(&mut self, card: Card) {
        *self = self.with(Cards::one(card));
    }

    #[inline]
    pub(super) fn remove(&mut self, card: Card) {
        debug_assert!(self.count(card) > 0, "no {card:?} in {self:?}");
        *self = self.without(Cards::one(card));
    }

    #[inline]
    pub(super) fn with(self, other: Cards) -> Self {
        Cards { lands: self.lands + other.lands, creatures: self.creatures.with(other.creatures) }
    }

    #[inline]
    pub(super) fn without(self, other: Cards) -> Self {
        Cards {
            lands: self.lands - other.lands,
            creatures: self.creatures.without(other.creatures),
        }
    }

    pub(super) fn contains(self, other: Cards) -> bool {
        other.lands <= self.lands && self.creatures.contains(other.creatures)
    }
}
