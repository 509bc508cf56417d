//! What a look at a claim has shown, in a few words.

use super::spending::confidence;
use crate::report::Verdict;
use crate::reproduce::finding::Finding;
use crate::reproduce::results;
use crate::reproduce::words::{TOO_CLOSE, word};
use serde::{Deserialize, Serialize};

/// What a look at a claim has shown: the one that settled it, or the last one where it is open.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Look {
    /// `holds`, `fails`, `too close to call`, or `undecided` where it is open.
    verdict: String,
    /// The how-manieth it was, by the part that was looked at most often; 0 where that is not known
    /// any more.
    #[serde(rename = "look")]
    pub number: u32,
    /// The confidence of the intervals of that part; 0 where that is not known any more.
    pub confidence: f64,
    /// The games that it rested on.
    pub games: u64,
    /// What was found.
    pub found: String,
    /// The number on which the verdict hangs, with its interval.
    #[serde(default)]
    pub decided_by: String,
    /// Whether players thought less than in the paper, or played another game; nothing where that
    /// is not known any more.
    #[serde(default)]
    pub less: Option<bool>,
}

impl Look {
    pub(super) fn new(finding: &Finding, number: u32) -> Self {
        Look {
            verdict: finding.word().to_string(),
            number,
            confidence: confidence(number),
            games: finding.games,
            found: finding.ours.clone(),
            decided_by: results::decided_by(finding),
            less: Some(finding.reduced),
        }
    }

    /// What was found then, about a claim of which no more is known now.
    pub(super) fn recall(self, untried: Finding) -> Finding {
        Finding {
            verdict: self.verdict(),
            too_close: self.is_too_close(),
            games: self.games,
            // An open claim is put to the test as it is today.
            reduced: self.less.filter(|_| self.is_settled()).unwrap_or(untried.reduced),
            ours: self.found,
            decided_by: Some(self.decided_by),
            ..untried
        }
    }

    /// Whether nothing was left to find out.
    pub(super) fn is_settled(&self) -> bool {
        self.verdict() != Verdict::Undecided || self.is_too_close()
    }

    /// Whether it was too close to call.
    pub fn is_too_close(&self) -> bool {
        self.verdict == TOO_CLOSE
    }

    /// What it says of the claim.
    pub fn verdict(&self) -> Verdict {
        let all = [Verdict::Holds, Verdict::Fails];
        all.into_iter().find(|verdict| word(*verdict) == self.verdict).unwrap_or(Verdict::Undecided)
    }
}
