//! `effect`: the main effect of a factor, or the interaction of several `factors`, on the score is
//! from `low` to `high`; one of the two ends can be left out.

use super::kind::{ALL_GAMES, CheckResult, Demand, Evidence, Kind, Part, Test};
use crate::Error;
use crate::experiment::source::Keys;
use crate::experiment::{Design, Experiment};
use crate::report::{Effect, Estimate, Format};
use crate::reproduce::finished::Finished;
use crate::reproduce::keys::{experiment, names, number_or};
use crate::reproduce::view::View;
use crate::reproduce::words::{points, range};
use std::sync::Arc;

pub(super) static KIND: Kind = Kind {
    name: "effect",
    common: ALL_GAMES,
    own: &["factors", "low", "high"],
    experiments: experiment,
    read: |keys, _| Ok(Arc::new(EffectCheck::read(keys)?)),
};

#[derive(Debug)]
struct EffectCheck {
    factors: Vec<String>,
    low: f64,
    high: f64,
}

impl EffectCheck {
    fn read(keys: &Keys) -> Result<Self, Error> {
        let factors = names(&keys.need("factors", "the name of a factor, or a list of them")?)?;
        if keys.get("low").is_none() && keys.get("high").is_none() {
            let why =
                "`low` is missing: what the effect is at least, or `high`, what it is at most";
            return Err(keys.fail(why));
        }
        let low = number_or(keys, "low", f64::NEG_INFINITY)?;
        Ok(EffectCheck { factors, low, high: number_or(keys, "high", f64::INFINITY)? })
    }

    /// Effect of the factors, whatever their order.
    fn added(&self, run: &Finished) -> Estimate {
        let Design::Factorial(design) = &run.experiment.design else {
            return Estimate::from(f64::NAN);
        };
        let same = |effect: &&Effect| {
            effect.factors.len() == self.factors.len()
                && self.factors.iter().all(|name| effect.factors.contains(name))
        };
        let effects = design.effects(&run.results);
        effects.iter().find(same).map_or(Estimate::from(f64::NAN), |effect| effect.estimate)
    }
}

impl Test for EffectCheck {
    fn fits(&self, experiment: &Experiment, _view: &View) -> Result<(), String> {
        let Design::Factorial(design) = &experiment.design else {
            return Err(format!("`{}` is no factorial", experiment.name));
        };
        let known: Vec<String> = design.factors.iter().map(|factor| factor.name.clone()).collect();
        match self.factors.iter().find(|&factor| !known.contains(factor)) {
            None => Ok(()),
            Some(stranger) => {
                let what = format!("factor in `{}`", experiment.name);
                Err(Error::unknown(what, stranger, known).to_string())
            }
        }
    }

    fn evaluate(&self, evidence: &Evidence) -> CheckResult {
        let estimate = self.added(evidence.runs[0]);
        let part = Part {
            quantity: format!("effect of {}", self.factors.join(" x ")),
            claim: format!("{} points", range(self.low, self.high, points)),
            estimate: Some(estimate),
            format: Format::Percent(1),
            demand: Demand::Within(self.low, self.high),
        };
        CheckResult::new(format!("{} {}", part.quantity, points(estimate.value)), vec![part])
    }
}
