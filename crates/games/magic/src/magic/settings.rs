//! Settings of a game.

use super::deck::Deck;
use super::options::Options;

/// Deck, initial life and hands, and the form of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The deck list of both players.
    pub deck: Deck,
    /// The initial life of each player; default: 20.
    pub life: i16,
    /// Number of cards in an opening hand; default: 7.
    pub hand: u8,
    /// Whether player 1 draws a card in the first turn; default: false (CS §VI).
    pub first_draw: bool,
    /// How moves are made.
    pub options: Options,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            deck: Deck::default(),
            life: 20,
            hand: 7,
            first_draw: false,
            options: Options::default(),
        }
    }
}
