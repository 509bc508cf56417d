//! What a player has.

use super::cards::{Cards, Kinds};

/// No player has more creatures in play.
pub(super) const PLACES: usize = 24;

/// What a player has. Creatures in play are in the order of their kinds, strongest first, and of a kind the
/// oldest first; places behind them hold 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Side {
    pub(super) places: [u8; PLACES],
    /// How many creatures are in play.
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
        Side { places: [0; PLACES], len: 0, lands: 0, life, tapped: 0, hand: Cards::default(), deck }
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

    /// The creatures in play, and the lands.
    pub(super) fn in_play(&self) -> Cards {
        let creatures = self.creatures().iter().fold(Kinds::NONE, |all, &kind| all.with(Kinds::one(kind)));
        Cards { lands: self.lands, creatures }
    }

    /// An untapped creature comes into play, behind the others of its kind.
    #[inline]
    pub(super) fn enter(&mut self, kind: u8) {
        let mut at = usize::from(self.len);
        while at > 0 && self.places[at - 1] > kind {
            self.places[at] = self.places[at - 1];
            at -= 1;
        }
        self.places[at] = kind;
        let low = (1 << at) - 1;
        self.tapped = self.tapped & low | (self.tapped & !low) << 1;
        self.len += 1;
    }

    /// The creatures at these places die.
    #[inline]
    pub(super) fn bury(&mut self, dead: u32) {
        if dead == 0 {
            return;
        }
        let (mut to, mut tapped) = (0, 0);
        for from in 0..usize::from(self.len) {
            if dead >> from & 1 == 0 {
                self.places[to] = self.places[from];
                tapped |= (self.tapped >> from & 1) << to;
                to += 1;
            }
        }
        self.places[to..usize::from(self.len)].fill(0);
        (self.len, self.tapped) = (to as u8, tapped);
    }
}

/// The numbers of the bits of a mask, lowest first.
#[inline]
pub(super) fn bits(mut mask: u32) -> impl Iterator<Item = usize> + Clone {
    std::iter::from_fn(move || {
        let bit = mask.trailing_zeros() as usize;
        (mask != 0).then(|| {
            mask &= mask - 1;
            bit
        })
    })
}
