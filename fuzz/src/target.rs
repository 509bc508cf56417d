//! What a target is.

/// A target: its name, and what is done with an input.
pub type Target = (&'static str, fn(&[u8]));
