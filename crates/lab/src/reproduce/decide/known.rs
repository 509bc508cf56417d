//! Claims that were settled before, in one file: what a campaign has found, and what another one may begin with.
//!
//! ```
//! use sortilege_lab::reproduce::decide::known::Known;
//!
//! let text = r#"{ "IS-12": { "verdict": "fails", "look": 2, "confidence": 0.99, "games": 3600, "found": "..." } }"#;
//! let known = Known::parse(text)?;
//! assert!(known.get("IS-12").is_some() && known.get("IS-13").is_none());
//! # Ok::<(), sortilege_lab::Error>(())
//! ```

use super::settled::Settled;
use crate::reproduce::words::TOO_CLOSE;
use crate::{Error, disk};
use std::collections::BTreeMap;
use std::path::Path;

/// Claims that are settled, by name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Known(BTreeMap<String, Settled>);

impl Known {
    /// Reads what [`Known::text`] has written.
    pub fn read(file: &Path) -> Result<Self, Error> {
        let name = file.display();
        let refused = |why: String| Error::Refused(format!("`{name}` {why}"));
        let Some(bytes) = disk::contents(file)? else {
            return Err(refused(
                "is not there; it is a file with settled claims, such as `papers/settled.json`".into(),
            ));
        };
        let text = String::from_utf8(bytes).map_err(|_| refused("is no text".into()))?;
        Known::parse(&text).map_err(|error| refused(format!("has no settled claims in it: {error}")))
    }

    /// Reads the text of such a file.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let claims: BTreeMap<String, Settled> =
            serde_json::from_str(text).map_err(|error| Error::Refused(error.to_string()))?;
        let open = claims.iter().find(|(_, claim)| !claim.is_settled());
        match open {
            Some((id, _)) => {
                Err(Error::Refused(format!("`{id}` neither holds nor fails nor is {TOO_CLOSE}")))
            }
            None => Ok(Known(claims)),
        }
    }

    /// All of it, as it is written.
    pub fn text(&self) -> String {
        serde_json::to_string_pretty(&self.0).expect("plain data") + "\n"
    }

    /// How a claim was settled, if it was.
    pub fn get(&self, claim: &str) -> Option<Settled> {
        self.0.get(claim).cloned()
    }

    pub(super) fn insert(&mut self, claim: &str, settled: Settled) {
        self.0.insert(claim.to_string(), settled);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_can_be_read() {
        let text = r#"{
            "A-1": { "verdict": "holds", "look": 1, "confidence": 0.975, "games": 9, "found": "a", "decided_by": "b" },
            "A-2": { "verdict": "too close to call", "look": 3, "confidence": 0.99, "games": 7, "found": "c" }
        }"#;
        let known = Known::parse(text).unwrap();
        assert_eq!(Known::parse(&known.text()).unwrap(), known);
        assert!(known.get("A-2").unwrap().is_too_close() && !known.get("A-1").unwrap().is_too_close());
    }

    #[test]
    fn what_is_open_is_not_known() {
        let text = r#"{ "A-1": { "verdict": "undecided", "look": 1, "confidence": 0.975, "games": 9, "found": "a" } }"#;
        assert!(Known::parse(text).unwrap_err().to_string().contains("A-1"));
        assert!(Known::parse("[]").is_err() && Known::parse("").is_err());
    }
}
