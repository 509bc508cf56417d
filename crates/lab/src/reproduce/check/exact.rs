//! `exact`: a function checks the claim. `name` is its name in the table that the caller provides.
//! There is no experiment, and no interval.

use super::kind::{CheckResult, Demand, Evidence, Kind, Part, Test};
use crate::Error;
use crate::experiment::source::Keys;
use crate::report::Format;
use crate::reproduce::files::ExactCheck;
use std::sync::Arc;

pub(super) static KIND: Kind = Kind {
    name: "exact",
    common: &["kind"],
    own: &["name"],
    experiments: |_| Ok(vec![]),
    read: |keys, known| Ok(Arc::new(Exact(named(keys, known)?))),
};

fn named(keys: &Keys, known: &[ExactCheck]) -> Result<ExactCheck, Error> {
    let item = keys.need("name", "the name of the function that checks the claim")?;
    let name = item.word(&known.iter().map(|exact| exact.name).collect::<Vec<_>>())?;
    Ok(*known.iter().find(|exact| exact.name == name).expect("it was found by its name"))
}

#[derive(Debug)]
struct Exact(ExactCheck);

impl Test for Exact {
    fn evaluate(&self, evidence: &Evidence) -> CheckResult {
        let answer = self.0.answer(evidence.scale);
        let part = Part {
            quantity: evidence.claim.to_string(),
            claim: "exactly so".to_string(),
            estimate: None,
            format: Format::Number(0),
            demand: Demand::Settled(answer.verdict),
        };
        CheckResult { charts: answer.charts, ..CheckResult::new(answer.found, vec![part]) }
    }
}
