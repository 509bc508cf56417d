//! Claims that need no statistics: a function is asked, and its answer is right or wrong. The lab has none of
//! its own; whoever reads papers hands in a table of those that their targets may name.

use crate::report::{Curves, Verdict};

/// A function by the name that targets have for it.
#[derive(Clone, Copy, Debug)]
pub struct ExactCheck {
    /// How files refer to it.
    pub name: &'static str,
    /// Finds out.
    pub run: fn() -> Answer,
}

/// What was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// In a sentence.
    pub found: String,
    /// Whether that is what was claimed.
    pub verdict: Verdict,
    /// What is best seen in a picture.
    pub charts: Vec<Curves>,
}

impl Answer {
    /// What was found, and whether that is what was claimed.
    pub fn new(found: impl Into<String>, right: bool) -> Self {
        let verdict = if right { Verdict::Holds } else { Verdict::Fails };
        Answer { found: found.into(), verdict, charts: vec![] }
    }
}
