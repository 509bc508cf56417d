//! Confidence of intervals.

/// Default confidence of an interval.
pub const CONFIDENCE: f64 = 0.95;
