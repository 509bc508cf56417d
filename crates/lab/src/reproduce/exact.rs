//! Claims that need no statistics: a function is asked, and its answer is right or wrong. The lab
//! has none of its own; whoever reads papers hands in a table of those that their targets may name.

use super::scale::Scale;
use crate::report::{Curves, Verdict};

/// A function by the name that targets have for it.
#[derive(Clone, Copy, Debug)]
pub struct ExactCheck {
    /// How files refer to it.
    pub name: &'static str,
    run: fn() -> Answer,
    tour: fn() -> Answer,
}

impl ExactCheck {
    /// A function that takes no longer than a moment.
    pub const fn new(name: &'static str, run: fn() -> Answer) -> Self {
        ExactCheck { name, run, tour: run }
    }

    /// The same with a function that looks at less, for [`Scale::Tour`].
    pub const fn on_tour(self, tour: fn() -> Answer) -> Self {
        ExactCheck { tour, ..self }
    }

    /// Finds out.
    pub fn answer(&self, scale: Scale) -> Answer {
        if scale == Scale::Tour { (self.tour)() } else { (self.run)() }
    }
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
