//! The blockers of one attacker, with sums of their values.

use super::deck::Creature;

/// The blockers of an attacker: their places in the lower half of a word, the sum of their powers
/// above it, and above that the sum of their toughness. A single addition adds a blocker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Band(u64);

impl Band {
    pub(super) const NONE: Band = Band(0);

    /// The contribution of a creature, without its place.
    pub(super) fn of(creature: &Creature) -> Self {
        Band(u64::from(creature.power) << 32 | u64::from(creature.toughness) << 48)
    }

    #[inline]
    pub(super) fn add(&mut self, blocker: Band, place: usize) {
        self.0 += blocker.0 | 1 << place;
    }

    #[inline]
    pub(super) fn places(self) -> u32 {
        self.0 as u32
    }

    #[inline]
    pub(super) fn power(self) -> u16 {
        (self.0 >> 32) as u16
    }

    #[inline]
    pub(super) fn toughness(self) -> u16 {
        (self.0 >> 48) as u16
    }
}
