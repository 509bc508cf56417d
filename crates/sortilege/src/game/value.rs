//! Capabilities that assign a number to a state.

use super::Game;

/// How convincing a finished game was (QR §4).
pub trait Quality: Game {
    /// The quality of the winner's result; called only once the game is over. A draw has quality 1.
    fn quality(&self) -> f64;
}

/// A hash of the state, for transposition tables.
pub trait Key: Game {
    /// Equal for equal states; different for different states except by hash collision.
    fn key(&self) -> u64;
}

/// A game that consists of similar episodes: tricks, ladders, rounds.
pub trait Episodes: Game {
    /// A number for the place in the episode. It is equal in all episodes that are at the same
    /// point, whatever happened before them.
    fn place(&self) -> u64;
}
