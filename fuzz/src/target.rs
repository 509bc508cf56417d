//! The type of a fuzz target.

/// Name and function of a target.
pub type Target = (&'static str, fn(&[u8]));
