//! Cards as numbers: which, and how many.

/// A kind of card of a deck: a land, or one of its creatures counted from the strongest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Card(pub(super) u8);

impl Card {
    /// A land.
    pub const LAND: Card = Card(MAX_KINDS as u8);

    /// The number of its kind, if it is a creature.
    #[inline]
    pub(super) fn kind(self) -> Option<u8> {
        (self != Card::LAND).then_some(self.0)
    }
}

/// No deck has more kinds of creatures.
pub(super) const MAX_KINDS: usize = 16;

/// How many creatures of each kind: four bits a kind.
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

    /// All creatures together; no deck has more than 255.
    #[inline]
    pub(super) fn total(self) -> u32 {
        const LOW: u64 = 0x0f0f_0f0f_0f0f_0f0f;
        let pairs = (self.0 & LOW) + (self.0 >> 4 & LOW);
        (pairs.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
    }

    /// The kinds that there are, strongest first.
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

    /// Every creature, strongest first.
    pub(super) fn each(self) -> impl Iterator<Item = u8> {
        self.iter().flat_map(|(kind, count)| std::iter::repeat_n(kind, count.into()))
    }

    /// The kind of the `n`-th creature, counted from 0. There must be one.
    #[inline]
    pub(super) fn nth(self, mut n: u32) -> u8 {
        for (kind, count) in self.iter() {
            if n < u32::from(count) {
                return kind;
            }
            n -= u32::from(count);
        }
        unreachable!("there is no creature of that number")
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
        self == Cards::default()
    }

    #[inline]
    pub(super) fn add(&mut self, card: Card) {
        match card.kind() {
            Some(kind) => self.creatures.0 += Kinds::one(kind).0,
            None => self.lands += 1,
        }
    }

    #[inline]
    pub(super) fn remove(&mut self, card: Card) {
        debug_assert!(self.count(card) > 0, "no {card:?} in {self:?}");
        match card.kind() {
            Some(kind) => self.creatures.0 -= Kinds::one(kind).0,
            None => self.lands -= 1,
        }
    }

    #[inline]
    pub(super) fn with(self, other: Cards) -> Self {
        Cards { lands: self.lands + other.lands, creatures: self.creatures.with(other.creatures) }
    }

    #[inline]
    pub(super) fn without(self, other: Cards) -> Self {
        Cards { lands: self.lands - other.lands, creatures: self.creatures.without(other.creatures) }
    }

    pub(super) fn contains(self, other: Cards) -> bool {
        other.lands <= self.lands && self.creatures.contains(other.creatures)
    }
}
