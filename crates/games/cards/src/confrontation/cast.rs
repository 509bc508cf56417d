//! The eighteen characters and the eighteen cards.

use crate::bits::bits;

/// The seat of Dark, who moves first.
pub(crate) const DARK: usize = 0;

/// The seat of Light.
pub(crate) const LIGHT: usize = 1;

/// A character: Dark's are 0 to 8, Light's 16 to 24.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Character(pub(super) u8);

/// Number of characters of a side.
pub(super) const PIECES: usize = 9;

#[allow(missing_docs)]
impl Character {
    pub const ORCS: Character = Character(0);
    pub const SHELOB: Character = Character(1);
    pub const SARUMAN: Character = Character(2);
    pub const NAZGUL: Character = Character(3);
    pub const BALROG: Character = Character(4);
    pub const WARG: Character = Character(5);
    pub const RIDER: Character = Character(6);
    pub const WITCH_KING: Character = Character(7);
    pub const TROLL: Character = Character(8);
    pub const FRODO: Character = Character(16);
    pub const SAM: Character = Character(17);
    pub const PIPPIN: Character = Character(18);
    pub const MERRY: Character = Character(19);
    pub const GANDALF: Character = Character(20);
    pub const LEGOLAS: Character = Character(21);
    pub const GIMLI: Character = Character(22);
    pub const ARAGORN: Character = Character(23);
    pub const BOROMIR: Character = Character(24);
}

impl Character {
    /// The character of a side with a number from 0 to 8.
    #[inline]
    pub(super) const fn of(side: usize, index: u8) -> Self {
        Character((side as u8) << 4 | index)
    }

    /// All characters, Dark's first.
    pub fn all() -> impl Iterator<Item = Character> {
        [DARK, LIGHT]
            .into_iter()
            .flat_map(|side| (0..PIECES as u8).map(move |index| Character::of(side, index)))
    }

    /// The seat of the owner.
    #[inline]
    pub(super) const fn side(self) -> usize {
        (self.0 >> 4) as usize
    }

    /// Index in lists of its side.
    #[inline]
    pub(super) const fn index(self) -> usize {
        (self.0 & 15) as usize
    }

    #[inline]
    pub(super) const fn bit(self) -> u16 {
        1 << (self.0 & 15)
    }

    /// The strength. Sam next to Frodo is stronger.
    #[inline]
    pub fn strength(self) -> u8 {
        STRENGTH[self.side()][self.index()]
    }

    /// The name in notation.
    pub fn name(self) -> &'static str {
        NAMES[self.side()][self.index()]
    }

    /// Two letters for pictures.
    pub fn letters(self) -> &'static str {
        LETTERS[self.side()][self.index()]
    }
}

const STRENGTH: [[u8; PIECES]; 2] = [[2, 5, 4, 3, 5, 2, 3, 5, 9], [1, 2, 1, 2, 5, 3, 3, 4, 0]];

const NAMES: [[&str; PIECES]; 2] = [
    ["orcs", "shelob", "saruman", "nazgul", "balrog", "warg", "rider", "witch-king", "troll"],
    ["frodo", "sam", "pippin", "merry", "gandalf", "legolas", "gimli", "aragorn", "boromir"],
];

const LETTERS: [[&str; PIECES]; 2] = [
    ["Or", "Sh", "Sr", "Na", "Ba", "Wa", "Ri", "Wk", "Tr"],
    ["Fr", "Sa", "Pi", "Me", "Ga", "Le", "Gi", "Ar", "Bo"],
];

/// A card. A number card is its number; 0 is a blank, which stands for a card without effect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(pub(super) u8);

#[allow(missing_docs)]
impl Card {
    pub const BLANK: Card = Card(0);
    pub const RETREAT: Card = Card(7);
    pub const MAGIC: Card = Card(8);
    pub const CLOAK: Card = Card(9);
    pub const SACRIFICE: Card = Card(10);
    pub const EYE: Card = Card(11);
}

/// Light has one number card fewer and one text card more.
pub(super) const FULL_HAND: [u16; 2] = [
    0b111_1110 | Card::RETREAT.bit() | Card::MAGIC.bit() | Card::EYE.bit(),
    0b11_1110 | Card::RETREAT.bit() | Card::MAGIC.bit() | Card::CLOAK.bit() | Card::SACRIFICE.bit(),
];

impl Card {
    #[inline]
    pub(super) const fn bit(self) -> u16 {
        1 << self.0
    }

    /// The number that the card adds to the strength of a fighter; 0 for a text card.
    #[inline]
    pub fn value(self) -> u8 {
        if self.is_text() { 0 } else { self.0 }
    }

    /// Returns whether this is a text card.
    #[inline]
    pub fn is_text(self) -> bool {
        self.0 >= Card::RETREAT.0
    }

    /// The name in notation.
    pub fn name(self) -> &'static str {
        CARD_NAMES[usize::from(self.0)]
    }
}

pub(super) const CARD_NAMES: [&str; 12] =
    ["-", "1", "2", "3", "4", "5", "6", "retreat", "magic", "cloak", "sacrifice", "eye"];

/// Iterates over the cards of a hand, lowest first.
pub(super) fn cards(hand: u16) -> impl Iterator<Item = Card> {
    bits(hand).map(Card)
}
