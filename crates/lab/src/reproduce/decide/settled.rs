//! A claim that was looked at, in a few words.

use super::looks::confidence;
use crate::report::Verdict;
use crate::reproduce::finding::Finding;
use crate::reproduce::results;
use crate::reproduce::words::{TOO_CLOSE, word};
use serde::{Deserialize, Serialize};

/// A claim that was looked at: one that is settled, or how it stood at the last look.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settled {
    /// `holds`, `fails`, `too close to call`, or `undecided` where it is open.
    verdict: String,
    /// How often it had been looked at; 0 where that is not known any more.
    pub look: u32,
    /// The confidence of its intervals then; 0 where that is not known any more.
    pub confidence: f64,
    /// The games that it rested on.
    pub games: u64,
    /// What was found.
    pub found: String,
    /// The number on which the verdict hangs, with its interval.
    #[serde(default)]
    pub decided_by: String,
}

impl Settled {
    pub(super) fn new(finding: &Finding, look: u32) -> Self {
        Settled {
            verdict: finding.word().to_string(),
            look,
            confidence: confidence(look),
            games: finding.games,
            found: finding.ours.clone(),
            decided_by: results::decided_by(finding),
        }
    }

    /// What was found then, about a claim of which no more is known now.
    pub(super) fn recall(self, untried: Finding) -> Finding {
        let (verdict, too_close, games) = (self.verdict(), self.is_too_close(), self.games);
        Finding { ours: self.found, decided_by: Some(self.decided_by), verdict, too_close, games, ..untried }
    }

    /// Whether nothing was left to find out.
    pub(super) fn is_settled(&self) -> bool {
        self.verdict() != Verdict::Undecided || self.is_too_close()
    }

    /// Whether it was too close to call.
    pub fn is_too_close(&self) -> bool {
        self.verdict == TOO_CLOSE
    }

    /// How it was settled.
    pub fn verdict(&self) -> Verdict {
        let all = [Verdict::Holds, Verdict::Fails];
        all.into_iter().find(|verdict| word(*verdict) == self.verdict).unwrap_or(Verdict::Undecided)
    }
}
