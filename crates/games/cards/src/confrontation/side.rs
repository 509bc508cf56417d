//! One side: the places of its characters, its cards, and the opponent's observations of it; and a
//! battle between two: its place, the fighters, and the cards on the table.

use super::board::{GONE, HOME, Region};
use super::cast::{Card, Character, FULL_HAND, PIECES};
use super::trail::Trail;

/// A side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Side {
    /// The region of every character, or [`GONE`].
    pub(super) at: [u8; PIECES],
    /// The number of pieces in every region, four bits each.
    counts: u64,
    /// Regions with pieces.
    pub(super) occupied: u16,
    /// Regions with exactly one piece.
    pub(super) single: u16,
    /// Regions without room for another piece.
    pub(super) full: u16,
    pub(super) hand: u16,
    pub(super) trail: Trail,
}

impl Side {
    pub(super) const EMPTY: Side = Side {
        at: [GONE; PIECES],
        counts: 0,
        occupied: 0,
        single: 0,
        full: 0,
        hand: 0,
        trail: Trail::NEW,
    };

    /// A side with all characters at home, before they are sent to the front.
    pub(super) fn at_home(side: usize) -> Side {
        let mut all = Side { hand: FULL_HAND[side], ..Side::EMPTY };
        (0..PIECES).for_each(|index| all.enter(index, HOME[side]));
        all
    }

    /// The number of pieces in a region.
    #[inline]
    pub(super) fn count(&self, region: Region) -> u8 {
        (self.counts >> (4 * region.0)) as u8 & 15
    }

    /// The number of pieces in every region, four bits each.
    #[inline]
    pub(super) fn counts(&self) -> u64 {
        self.counts
    }

    #[inline]
    pub(super) fn alive(&self, who: Character) -> bool {
        self.at[who.index()] != GONE
    }

    #[inline]
    pub(super) fn is_at(&self, who: Character, region: Region) -> bool {
        self.at[who.index()] == region.0
    }

    /// The characters in a region, as bits of their indices.
    #[inline]
    pub(super) fn pieces_at(&self, region: Region) -> u16 {
        let bit = |index: usize| u16::from(self.at[index] == region.0) << index;
        (0..PIECES).fold(0, |all, index| all | bit(index))
    }

    /// Puts a character that has no place into a region.
    #[inline]
    pub(super) fn enter(&mut self, index: usize, region: Region) {
        self.at[index] = region.0;
        self.counts += 1 << (4 * region.0);
        self.refresh(region);
    }

    /// Removes a character from its region.
    #[inline]
    pub(super) fn leave(&mut self, index: usize) {
        let region = Region(self.at[index]);
        self.at[index] = GONE;
        self.counts -= 1 << (4 * region.0);
        self.refresh(region);
    }

    #[inline]
    fn refresh(&mut self, region: Region) {
        let count = self.count(region);
        let with = |set: u16, is_in: bool| set & !region.bit() | u16::from(is_in) << region.0;
        self.occupied = with(self.occupied, count > 0);
        self.single = with(self.single, count == 1);
        self.full = with(self.full, count >= region.capacity());
    }

    /// Moves a character to another region; the opponent observes its identity if it is `shown`.
    #[inline]
    pub(super) fn go(&mut self, who: Character, to: Region, shown: bool) {
        let from = Region(self.at[who.index()]);
        let count = self.count(from);
        if shown {
            self.trail.showed(who.index() as u8, from, to.0, count);
        } else {
            self.trail.went(from, to, count);
        }
        self.leave(who.index());
        self.enter(who.index(), to);
    }

    /// Records that the opponent observes the identity of a character.
    #[inline]
    pub(super) fn show(&mut self, who: Character) {
        let at = Region(self.at[who.index()]);
        self.trail.showed(who.index() as u8, at, at.0, self.count(at));
    }

    /// Removes a character, face up.
    #[inline]
    pub(super) fn die(&mut self, who: Character) {
        let at = Region(self.at[who.index()]);
        self.trail.showed(who.index() as u8, at, GONE, self.count(at));
        self.leave(who.index());
    }

    /// Cards that were played in earlier battles; `played` is the card on the table now.
    #[inline]
    pub(super) fn discards(&self, side: usize, played: Card) -> u16 {
        FULL_HAND[side] & !(self.hand | played.bit())
    }
}

/// The battle in the region that a piece has entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Battle {
    pub(super) place: Region,
    /// The fighter of each side; the defender is drawn after the attacker has arrived.
    pub(super) fighters: [Option<Character>; 2],
    /// Whether this is the first battle of the move.
    pub(super) first: bool,
    /// Whether Sam fights with the strength that Frodo gives him.
    pub(super) strong: bool,
    /// Whether Frodo lies face up beside the fighters.
    pub(super) frodo_up: bool,
    pub(super) pool: Pool,
    /// The cards that the players chose.
    pub(super) played: [Card; 2],
    /// The effective cards, after the texts.
    pub(super) effect: [Card; 2],
}

/// The candidates for the next defender.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Pool {
    All,
    /// Frodo, who is face up.
    Frodo,
    /// All but Frodo.
    Others,
}

impl Battle {
    pub(super) const NONE: Battle = Battle {
        place: Region::SHIRE,
        fighters: [None; 2],
        first: false,
        strong: false,
        frodo_up: false,
        pool: Pool::All,
        played: [Card::BLANK; 2],
        effect: [Card::BLANK; 2],
    };
}
