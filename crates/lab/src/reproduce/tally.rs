//! Numbers of claims that hold, fail or are undecided.

use super::finding::Finding;
use crate::report::Verdict;
use std::iter::Sum;

/// Numbers of claims by verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Number of claims that hold.
    pub holds: u64,
    /// Number of claims that fail.
    pub fails: u64,
    /// Number of undecided claims.
    pub undecided: u64,
    /// Number of claims, with any verdict, that are tested with less thinking than in the paper or
    /// with another game.
    pub reduced: u64,
}

impl Tally {
    /// Counts findings.
    pub fn of<'a>(findings: impl IntoIterator<Item = &'a Finding>) -> Self {
        findings.into_iter().map(|finding| Tally::one(finding.verdict, finding.reduced)).sum()
    }

    /// Total number of claims.
    pub fn claims(self) -> u64 {
        self.holds + self.fails + self.undecided
    }

    fn one(verdict: Verdict, reduced: bool) -> Self {
        let is = |other| u64::from(verdict == other);
        Tally {
            holds: is(Verdict::Holds),
            fails: is(Verdict::Fails),
            undecided: is(Verdict::Undecided),
            reduced: u64::from(reduced),
        }
    }
}

impl Sum for Tally {
    fn sum<I: Iterator<Item = Tally>>(tallies: I) -> Self {
        tallies.fold(Tally::default(), |a, b| Tally {
            holds: a.holds + b.holds,
            fails: a.fails + b.fails,
            undecided: a.undecided + b.undecided,
            reduced: a.reduced + b.reduced,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_verdict_is_counted_once() {
        let one = |verdict, reduced| Tally::one(verdict, reduced);
        let tally: Tally =
            [one(Verdict::Holds, false), one(Verdict::Fails, true), one(Verdict::Holds, true)]
                .into_iter()
                .sum();
        assert_eq!(tally, Tally { holds: 2, fails: 1, undecided: 0, reduced: 2 });
        assert_eq!(tally.claims(), 3);
    }
}
