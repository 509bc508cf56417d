//! Claims that need no statistics: a function returns whether the claim is true. The lab has no
//! such functions; the caller that reads papers provides a table of those that targets may name.

use super::scale::Scale;
use crate::report::{Curves, Verdict};

/// Function with the name that targets use for it.
#[derive(Clone, Copy, Debug)]
pub struct ExactCheck {
    /// Name in files.
    pub name: &'static str,
    run: fn() -> Answer,
    tour: fn() -> Answer,
}

impl ExactCheck {
    /// Check with a function that returns quickly.
    pub const fn new(name: &'static str, run: fn() -> Answer) -> Self {
        ExactCheck { name, run, tour: run }
    }

    /// Sets a function that does less work, for [`Scale::Tour`].
    pub const fn on_tour(self, tour: fn() -> Answer) -> Self {
        ExactCheck { tour, ..self }
    }

    /// Runs the function.
    pub fn answer(&self, scale: Scale) -> Answer {
        if scale == Scale::Tour { (self.tour)() } else { (self.run)() }
    }
}

/// Answer of an exact check.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// Result in a sentence.
    pub found: String,
    /// Whether the result agrees with the claim.
    pub verdict: Verdict,
    /// Charts of the result.
    pub charts: Vec<Curves>,
}

impl Answer {
    /// Answer with a result, and whether it agrees with the claim.
    pub fn new(found: impl Into<String>, right: bool) -> Self {
        let verdict = if right { Verdict::Holds } else { Verdict::Fails };
        Answer { found: found.into(), verdict, charts: vec![] }
    }
}
