//! Which moves are searched first.

/// The order of moves at a player's node. The best move of an earlier visit comes first in any
/// case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ordering {
    /// As the game lists them.
    #[default]
    Listed,
    /// By the evaluation of the states that follow, except one move before the horizon, where that
    /// would be the search itself.
    Evaluated,
}
