//! Summary of an interim analysis of a claim.

use super::spending::confidence;
use crate::report::Verdict;
use crate::reproduce::finding::Finding;
use crate::reproduce::results;
use crate::reproduce::words::{TOO_CLOSE, word};
use serde::{Deserialize, Serialize};

/// Interim analysis of a claim: the one that decided it, or the latest one of an open claim.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct InterimAnalysis {
    /// `holds`, `fails`, `too close to call`, or `undecided` for an open claim.
    verdict: String,
    /// Number of the analysis, from 1, of the part with the most analyses; 0 if unknown.
    #[serde(rename = "look")]
    pub number: u32,
    /// Confidence of the intervals of that part; 0 if unknown.
    pub confidence: f64,
    /// Number of games that the analysis used.
    pub games: u64,
    /// Result in a sentence.
    pub found: String,
    /// Number that decides the verdict, with its interval.
    #[serde(default)]
    pub decided_by: String,
    /// Whether players thought less than in the paper, or played another game; `None` if unknown.
    #[serde(default)]
    pub less: Option<bool>,
}

impl InterimAnalysis {
    pub(super) fn new(finding: &Finding, number: u32) -> Self {
        InterimAnalysis {
            verdict: finding.word().to_string(),
            number,
            confidence: confidence(number),
            games: finding.games,
            found: finding.ours.clone(),
            decided_by: results::decided_by(finding),
            less: Some(finding.reduced),
        }
    }

    /// Finding with the result of this analysis, for a claim without newer results.
    pub(super) fn recall(self, untried: Finding) -> Finding {
        Finding {
            verdict: self.verdict(),
            too_close: self.is_too_close(),
            games: self.games,
            // For an open claim, the current definition of its experiments applies.
            reduced: self.less.filter(|_| self.is_settled()).unwrap_or(untried.reduced),
            ours: self.found,
            decided_by: Some(self.decided_by),
            ..untried
        }
    }

    /// Returns whether the claim was decided or too close to call.
    pub(super) fn is_settled(&self) -> bool {
        self.verdict() != Verdict::Undecided || self.is_too_close()
    }

    /// Returns whether the claim was too close to call.
    pub fn is_too_close(&self) -> bool {
        self.verdict == TOO_CLOSE
    }

    /// Verdict of the analysis.
    pub fn verdict(&self) -> Verdict {
        let all = [Verdict::Holds, Verdict::Fails];
        all.into_iter().find(|verdict| word(*verdict) == self.verdict).unwrap_or(Verdict::Undecided)
    }
}
