//! Confidence intervals of scores.
