//! What samples depend on: our own extension of SM §3.
//!
//! Moves of a player are compared by their expected values over chance. With [`Dice::Own`] each
//! move is evaluated by independent samples, so the sampling noise of both enters the difference.
//! With [`Dice::Common`] both use the same random numbers, so that noise cancels as far as their
//! distributions are alike: the method of common random numbers.

/// What the samples at a chance node depend on, besides the seed of the decision and the remaining
/// depth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dice {
    /// The state: the same state always has the same estimate, and siblings have independent
    /// samples (SM §3.1).
    #[default]
    Own,
    /// The chance outcomes since the root, whatever the moves in between: siblings share their
    /// random numbers.
    Common,
}

/// The chance outcomes between the root and the current node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ChancePath {
    /// Number of chance events.
    pub(super) throws: u32,
    /// Hash of the numbers of the searched outcomes.
    pub(super) key: u64,
}

impl ChancePath {
    /// The path after outcome number `at` of one more throw.
    #[inline]
    pub(super) fn then(self, at: usize) -> ChancePath {
        let mixed =
            (self.key.rotate_left(23) ^ (at as u64 + 1)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        ChancePath { throws: self.throws + 1, key: mixed }
    }
}
