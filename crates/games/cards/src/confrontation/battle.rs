//! A battle: where it is, who fights, and which cards are on the table.

use super::board::Region;
use super::cast::{Card, Character};

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
