//! `share`: the share of the category `deals` among all deals is from `low` to `high`.

use super::kind::{CheckResult, Demand, Evidence, Kind, Part, SOME_DEALS, Test};
use crate::Error;
use crate::experiment::source::Keys;
use crate::report::Format;
use crate::reproduce::keys::{experiment, number};
use crate::reproduce::verdicts;
use crate::reproduce::words::{percent, range};
use std::sync::Arc;

pub(super) static KIND: Kind = Kind {
    name: "share",
    common: SOME_DEALS,
    own: &["low", "high"],
    experiments: experiment,
    read: |keys, _| Ok(Arc::new(Share::read(keys)?)),
};

#[derive(Debug)]
struct Share {
    low: f64,
    high: f64,
}

impl Share {
    fn read(keys: &Keys) -> Result<Self, Error> {
        keys.need("deals", "which deals are counted")?;
        Ok(Share { low: number(keys, "low")?, high: number(keys, "high")? })
    }
}

impl Test for Share {
    fn evaluate(&self, evidence: &Evidence) -> CheckResult {
        let (name, (deals, total)) = match &evidence.view.deals {
            Some(category) => (category.name(), evidence.runs[0].category(category, evidence.view)),
            None => Default::default(),
        };
        let share = verdicts::share(deals.len() as u64, total);
        let part = Part {
            quantity: format!("share of deals {name}"),
            claim: range(self.low, self.high, percent),
            estimate: Some(share),
            format: Format::Percent(1),
            demand: Demand::Within(self.low, self.high),
        };
        CheckResult::new(format!("{} of {total} deals {name}", deals.len()), vec![part])
    }
}
