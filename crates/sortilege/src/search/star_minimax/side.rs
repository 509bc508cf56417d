//! The two sides of minimax and their preferences.

/// The side to move: the root player (Max) or any other player (Min).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Max,
    Min,
}

impl Side {
    /// Worse than any value.
    #[inline]
    pub(super) fn worst(self) -> f64 {
        match self {
            Side::Max => f64::NEG_INFINITY,
            Side::Min => f64::INFINITY,
        }
    }
    /// Factor that turns a value of the root player into one that this side maximises.
    #[inline]
    pub(super) fn sign(self) -> f64 {
        match self {
            Side::Max => 1.0,
            Side::Min => -1.0,
        }
    }
    #[inline]
    pub(super) fn prefers(self, value: f64, to: f64) -> bool {
        match self {
            Side::Max => value > to,
            Side::Min => value < to,
        }
    }
    /// The value that this side prefers.
    #[inline]
    pub(super) fn better(self, one: f64, other: f64) -> f64 {
        if self.prefers(other, one) { other } else { one }
    }
}
