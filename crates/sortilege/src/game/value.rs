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

/// A game of episodes that are alike: tricks, ladders, rounds.
pub trait Episodes: Game {
    /// A number for the place in the episode: the same in all episodes that have come to the same,
    /// whatever was before them.
    fn place(&self) -> u64;
}
