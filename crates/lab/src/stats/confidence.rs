//! How sure an interval is to hold the truth.

/// The confidence of an interval where none is named.
pub const CONFIDENCE: f64 = 0.95;
