//! Scales: the size at which a paper's experiments are run.

use std::fmt;

/// Size of the experiments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scale {
    /// Takes seconds.
    Tour,
    /// Takes at most half an hour for a paper, on two cores.
    Quick,
    /// The paper's own size.
    Paper,
    /// Grows until claims are [decided](super::decide).
    Decide,
}

impl Scale {
    /// All scales, from small to large.
    pub const ALL: [Scale; 4] = [Scale::Tour, Scale::Quick, Scale::Paper, Scale::Decide];

    /// Name of the scale.
    pub fn name(self) -> &'static str {
        ["tour", "quick", "paper", "decide"][self as usize]
    }
}

impl fmt::Display for Scale {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl std::str::FromStr for Scale {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Scale::ALL.into_iter().find(|scale| scale.name() == text);
        found.ok_or_else(|| "it is tour, quick, paper or decide".to_string())
    }
}
