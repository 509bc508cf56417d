//! One player's life, cards and creatures.

use super::cards::{Cards, Kinds};
use crate::bits::bits;

/// Largest number of creatures of a player in play.
pub(super) const PLACES: usize = 24;

/// Number of places in memory: a power of two, so that they are moved all at once.
const ROOM: usize = 32;

/// One player's side of the table. Creatures in play are in the order of their kinds, strongest
/// first, and within a kind the oldest first; empty places hold 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Side {
    pub(super) places: [u8; ROOM],
    /// Number of creatures in play.
    pub(super) len: u8,
    pub(super) lands: u8,
    pub(super) life: i16,
    /// The places of creatures that are tapped.
    pub(super) tapped: u32,
    pub(super) hand: Cards,
    pub(super) deck: Cards,
}

impl Side {
    pub(super) fn new(life: i16, deck: Cards) -> Self {
        Side { places: [0; ROOM], len: 0, lands: 0, life, tapped: 0, hand: Cards::default(), deck }
    }

    /// The kinds of the creatures in play.
    #[inline]
    pub(super) fn creatures(&self) -> &[u8] {
        &self.places[..usize::from(self.len)]
    }

    /// The places of all creatures.
    #[inline]
    pub(super) fn all(&self) -> u32 {
        (1 << self.len) - 1
    }

    /// The places of creatures that can block.
    #[inline]
    pub(super) fn untapped(&self) -> u32 {
        self.all() & !self.tapped
    }

    /// The creatures and the lands in play.
    pub(super) fn in_play(&self) -> Cards {
        let creatures =
            self.creatures().iter().fold(Kinds::NONE, |all, &kind| all.with(Kinds::one(kind)));
        Cards { lands: self.lands, creatures }
    }

    /// Puts an untapped creature into play, behind the others of its kind.
    #[inline]
    pub(super) fn enter(&mut self, kind: u8) {
        // Empty places hold 0, so they are among the places that are not behind it.
        let ahead: u8 = self.places.iter().map(|&other| u8::from(other <= kind)).sum();
        let at = usize::from(ahead + self.len) - ROOM;
        self.shift(at, at + 1);
        self.places[at] = kind;
        let low = (1 << at) - 1;
        self.tapped = self.tapped & low | (self.tapped & !low) << 1;
        self.len += 1;
    }

    /// Removes the creatures at these places.
    #[inline]
    pub(super) fn bury(&mut self, mut dead: u32) {
        while dead != 0 {
            let at = dead.ilog2() as usize;
            dead ^= 1 << at;
            self.shift(at + 1, at);
            let low = (1 << at) - 1;
            self.tapped = self.tapped & low | self.tapped >> 1 & !low;
            self.len -= 1;
        }
    }

    /// Moves all places from `from` on to `to`. The number of moved places is constant, empty ones
    /// included, so that no loop is needed.
    #[inline]
    fn shift(&mut self, from: usize, to: usize) {
        let mut before = [0; 2 * ROOM];
        before[..ROOM].copy_from_slice(&self.places);
        let mut after = before;
        let (from, to) = (from % ROOM, to % ROOM);
        after[to..to + ROOM].copy_from_slice(&before[from..from + ROOM]);
        self.places.copy_from_slice(&after[..ROOM]);
    }
}

/// The places of a mask, lowest first.
#[inline]
pub(super) fn places(mask: u32) -> impl Iterator<Item = usize> + Clone {
    bits(mask).map(usize::from)
}
