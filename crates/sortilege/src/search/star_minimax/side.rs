//! Who is on turn, and what each prefers.

/// Who is on turn: the root player or somebody else.
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
    #[inline]
    pub(super) fn prefers(self, value: f64, to: f64) -> bool {
        match self {
            Side::Max => value > to,
            Side::Min => value < to,
        }
    }
}
