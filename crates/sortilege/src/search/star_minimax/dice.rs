//! Which dice samples are drawn by: our own, beside SM §3.
//!
//! Two moves of a player are compared by what chance makes of them. On [`Dice::Own`] each is judged
//! by draws of its own, and the luck of the one and of the other both go into the difference. On
//! [`Dice::Common`] both see the same throws, as far as their distributions are alike, and what is
//! luck cancels: the method of common random numbers.

/// What the draws at a chance node depend on, besides the seed of the decision and the depth that
/// is left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dice {
    /// The state: one and the same state has one estimate, wherever it comes up, and siblings have
    /// dice of their own (SM §3.1).
    #[default]
    Own,
    /// The outcomes of chance since the root, whatever players did in between: siblings have the
    /// same dice.
    Common,
}

/// What chance has done between the root and where the search is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ChancePath {
    /// How often it was on turn.
    pub(super) throws: u32,
    /// Which of the outcomes that were searched came up each time.
    pub(super) key: u64,
}

impl ChancePath {
    /// After outcome number `at` of one more throw.
    #[inline]
    pub(super) fn then(self, at: usize) -> ChancePath {
        let mixed =
            (self.key.rotate_left(23) ^ (at as u64 + 1)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        ChancePath { throws: self.throws + 1, key: mixed }
    }
}
