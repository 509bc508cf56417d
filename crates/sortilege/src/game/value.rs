//! Capabilities that put a number on a state.

use super::Game;

/// How convincing a finished game was (QR §4).
pub trait Quality: Game {
    /// The quality of the winner's result; asked only once the game is over. A draw has quality 1.
    fn quality(&self) -> f64;
}

/// A hash of the state, for transposition tables.
pub trait Key: Game {
    /// Equal for equal states; different for different ones but for chance.
    fn key(&self) -> u64;
}
