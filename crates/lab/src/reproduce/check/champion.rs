//! `champion`: the winner of an elimination has a `setting` from `low` to `high`.

use super::kind::{ALL_GAMES, CheckResult, Demand, Evidence, Kind, Part, Test};
use crate::Error;
use crate::experiment::source::Keys;
use crate::experiment::{Design, Experiment};
use crate::report::{Estimate, Format};
use crate::reproduce::finished::Finished;
use crate::reproduce::keys::{experiment, number, text};
use crate::reproduce::view::View;
use std::sync::Arc;

pub(super) static KIND: Kind = Kind {
    name: "champion",
    common: ALL_GAMES,
    own: &["setting", "low", "high"],
    experiments: experiment,
    read: |keys, _| Ok(Arc::new(Champion::read(keys)?)),
};

#[derive(Debug)]
struct Champion {
    setting: String,
    low: f64,
    high: f64,
}

impl Champion {
    fn read(keys: &Keys) -> Result<Self, Error> {
        Ok(Champion {
            setting: text(keys, "setting", "which setting")?,
            low: number(keys, "low")?,
            high: number(keys, "high")?,
        })
    }

    /// Setting of the winner.
    fn left(&self, run: &Finished) -> Option<f64> {
        let Design::Elimination(design) = &run.experiment.design else { return None };
        let champion = design.champion(run.experiment.seed, &run.results)?;
        champion.spec.get(&self.setting)?.name.parse().ok()
    }
}

impl Test for Champion {
    fn fits(&self, experiment: &Experiment, _view: &View) -> Result<(), String> {
        match experiment.design {
            Design::Elimination(_) => Ok(()),
            _ => Err(format!("`{}` is no elimination", experiment.name)),
        }
    }

    fn evaluate(&self, evidence: &Evidence) -> CheckResult {
        let run = evidence.runs[0];
        let estimate = Estimate::from(self.left(run).unwrap_or(f64::NAN));
        let part = Part {
            quantity: format!("{}: champion's {}", run.experiment.title, self.setting),
            claim: format!("from {} to {}", self.low, self.high),
            estimate: Some(estimate),
            format: Format::Number(0),
            demand: Demand::Within(self.low, self.high),
        };
        CheckResult::new(format!("{} {}", part.quantity, estimate.value), vec![part])
    }

    fn names_experiment(&self) -> bool {
        true
    }
}
