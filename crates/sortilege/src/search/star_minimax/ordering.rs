//! Move ordering.

/// The order of moves at a player's node. The best move of an earlier visit always comes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ordering {
    /// The game's order.
    #[default]
    Listed,
    /// By the static values of the successors, except one move before the horizon, where that would
    /// be the search itself.
    Evaluated,
}
