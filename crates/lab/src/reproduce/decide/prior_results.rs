//! Results for claims in one file, which a campaign writes and another one may begin with. Decided
//! claims are not tested again; for open claims the stored result is reported until there is a
//! newer one.
//!
//! ```
//! use sortilege_lab::reproduce::decide::prior_results::Known;
//!
//! let text = r#"{ "IS-12": { "verdict": "fails", "look": 2, "confidence": 0.99, "games": 3600, "found": "..." } }"#;
//! let known = Known::parse(text)?;
//! assert!(known.settled("IS-12").is_some() && known.settled("IS-13").is_none());
//! # Ok::<(), sortilege_lab::Error>(())
//! ```

use super::interim::InterimAnalysis;
use crate::reproduce::finding::{self, Finding};
use crate::reproduce::paper::Paper;
use crate::reproduce::scale::Scale;
use crate::{Error, disk};
use std::collections::BTreeMap;
use std::path::Path;

/// Results for claims, by name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Known(BTreeMap<String, InterimAnalysis>);

impl Known {
    /// Reads a file that [`Known::text`] has written.
    pub fn read(file: &Path) -> Result<Self, Error> {
        let name = file.display();
        let refused = |why: String| Error::Refused(format!("`{name}` {why}"));
        let Some(bytes) = disk::contents(file)? else {
            return Err(refused(
                "is not there; it is a file with what was found, such as `papers/found.json`"
                    .into(),
            ));
        };
        let text = String::from_utf8(bytes).map_err(|_| refused("is no text".into()))?;
        Known::parse(&text)
            .map_err(|error| refused(format!("does not say what was found: {error}")))
    }

    /// Parses the text of such a file.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let claims =
            serde_json::from_str(text).map_err(|error| Error::Refused(error.to_string()))?;
        Ok(Known(claims))
    }

    /// Text of the file.
    pub fn text(&self) -> String {
        serde_json::to_string_pretty(&self.0).expect("plain data") + "\n"
    }

    /// Deciding analysis of a claim, if it is decided.
    pub fn settled(&self, claim: &str) -> Option<InterimAnalysis> {
        self.0.get(claim).filter(|known| known.is_settled()).cloned()
    }

    /// Latest analysis of an open claim.
    pub fn looked_at(&self, claim: &str) -> Option<InterimAnalysis> {
        self.0.get(claim).filter(|known| !known.is_settled()).cloned()
    }

    /// What is known about every claim of some papers, in their order. Nothing is played or
    /// computed.
    pub fn findings(&self, papers: &[Paper]) -> Vec<Finding> {
        let of_one = |paper: &Paper| {
            let finding = |target| {
                let untried = finding::untried(paper, target, Scale::Decide);
                let known = self.0.get(&target.id).cloned();
                known.map_or(untried.clone(), |known| known.recall(untried))
            };
            paper.targets.iter().map(finding).collect::<Vec<_>>()
        };
        papers.iter().flat_map(of_one).collect()
    }

    pub(super) fn insert(&mut self, claim: &str, found: InterimAnalysis) {
        self.0.insert(claim.to_string(), found);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_can_be_read() {
        let text = r#"{
            "A-1": { "verdict": "holds", "look": 1, "confidence": 0.975, "games": 9, "found": "a", "decided_by": "b" },
            "A-2": { "verdict": "too close to call", "look": 3, "confidence": 0.99, "games": 7, "found": "c" },
            "A-3": { "verdict": "undecided", "look": 1, "confidence": 0.975, "games": 9, "found": "a" }
        }"#;
        let known = Known::parse(text).unwrap();
        assert_eq!(Known::parse(&known.text()).unwrap(), known);
        let settled = ["A-1", "A-2", "A-3", "A-4"].map(|id| known.settled(id).is_some());
        assert_eq!(settled, [true, true, false, false]);
        let open = ["A-1", "A-2", "A-3", "A-4"].map(|id| known.looked_at(id).is_some());
        assert_eq!(open, [false, false, true, false]);
        assert!(
            known.settled("A-2").unwrap().is_too_close()
                && !known.settled("A-1").unwrap().is_too_close()
        );
        assert!(Known::parse("[]").is_err() && Known::parse("").is_err());
    }
}
