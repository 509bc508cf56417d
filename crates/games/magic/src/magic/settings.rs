//! What is settled before a game.

use super::deck::Deck;
use super::options::Options;

/// Deck, life and hands to begin with, and how moves are made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// What both players have in their decks.
    pub deck: Deck,
    /// The life of each player, 20 unless said.
    pub life: i16,
    /// Cards in an opening hand, 7 unless said.
    pub hand: u8,
    /// Whether player 1 draws a card in the first turn; not unless said (CS §VI).
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
