//! `at-least`, `at-most` and `within`: a number is in a range. It is the measured value of
//! `player`; with `minus` its difference to that of other players, with `over` its ratio to it.
//! With `beside` it is the difference to the same number in another experiment with the same
//! players. Lists of players are pooled. The range is bounded by `value`, or by `low` and `high`.

use super::kind::{CheckResult, Demand, Evidence, Kind, Part, SOME_DEALS, Test};
use crate::Error;
use crate::experiment::source::Keys;
use crate::report::{Estimate, Format};
use crate::reproduce::by_deal::{apart, mean_difference, ratio};
use crate::reproduce::finished::Finished;
use crate::reproduce::keys::{experiment, names, number, players};
use crate::reproduce::view::View;
use crate::reproduce::words::{range, written};
use std::sync::Arc;

pub(super) static AT_LEAST: Kind = Kind {
    name: "at-least",
    common: SOME_DEALS,
    own: &["player", "minus", "over", "beside", "value"],
    experiments: with_beside,
    read: |keys, _| Ok(Arc::new(Bound::read(keys, number(keys, "value")?, f64::INFINITY)?)),
};

pub(super) static AT_MOST: Kind = Kind {
    name: "at-most",
    common: SOME_DEALS,
    own: AT_LEAST.own,
    experiments: with_beside,
    read: |keys, _| Ok(Arc::new(Bound::read(keys, f64::NEG_INFINITY, number(keys, "value")?)?)),
};

pub(super) static WITHIN: Kind = Kind {
    name: "within",
    common: SOME_DEALS,
    own: &["player", "minus", "over", "beside", "low", "high"],
    experiments: with_beside,
    read: |keys, _| Ok(Arc::new(Bound::read(keys, number(keys, "low")?, number(keys, "high")?)?)),
};

/// Names of the experiment and of the one that it is compared with.
fn with_beside(keys: &Keys) -> Result<Vec<String>, Error> {
    let mut all = experiment(keys)?;
    if let Some(item) = keys.get("beside") {
        all.push(item.string()?.to_string());
    }
    Ok(all)
}

#[derive(Debug)]
struct Bound {
    /// Players whose games are measured, pooled if there are several.
    players: Vec<String>,
    compared: Compared,
    low: f64,
    high: f64,
}

/// Comparison of a number.
#[derive(Debug)]
enum Compared {
    /// The number itself.
    Alone,
    /// Difference to the number of these players.
    Minus(Vec<String>),
    /// Ratio to the number of these players.
    Over(Vec<String>),
}

impl Compared {
    fn read(keys: &Keys) -> Result<Self, Error> {
        match (keys.get("minus"), keys.get("over")) {
            (None, None) => Ok(Compared::Alone),
            (Some(item), None) => Ok(Compared::Minus(names(&item)?)),
            (None, Some(item)) => Ok(Compared::Over(names(&item)?)),
            (Some(_), Some(item)) => {
                Err(item.fail("`minus` and `over` are two comparisons: leave one out"))
            }
        }
    }

    fn others(&self) -> &[String] {
        match self {
            Compared::Alone => &[],
            Compared::Minus(others) | Compared::Over(others) => others,
        }
    }
}

impl Bound {
    fn read(keys: &Keys, low: f64, high: f64) -> Result<Self, Error> {
        Ok(Bound { players: players(keys)?, compared: Compared::read(keys)?, low, high })
    }

    /// Description of the number, and its format.
    fn quantity(&self, view: &View) -> (String, Format) {
        let (who, others) = (self.players.join(", "), self.compared.others().join(", "));
        let (quantity, format) = match self.compared {
            Compared::Alone => (who, view.measure.format()),
            Compared::Minus(_) => (format!("{who} less {others}"), view.measure.format()),
            Compared::Over(_) => (format!("{who} over {others}"), Format::Number(2)),
        };
        (quantity + &view.words(), format)
    }

    /// Number of a run: the value of the players, or its comparison with that of others.
    fn number(&self, run: &Finished, view: &View) -> Estimate {
        let ours = run.pooled(&self.players, view);
        let theirs = |others| run.pooled(others, view);
        match &self.compared {
            Compared::Alone => view.measure.mean(&ours),
            // With the same number of players on both sides, both have the same number of games on
            // each deal, so the difference is per game.
            Compared::Minus(others) if self.players.len() == others.len() => {
                view.measure.difference(&ours, &theirs(others))
            }
            Compared::Minus(others) => mean_difference(&ours, &theirs(others)),
            Compared::Over(others) => ratio(&ours, &theirs(others)),
        }
    }

    fn part(&self, run: &Finished, beside: Option<&Finished>, view: &View) -> Part {
        let (mut quantity, format) = self.quantity(view);
        let mut estimate = self.number(run, view);
        if let Some(other) = beside {
            quantity += &format!(", {} less {}", run.experiment.name, other.experiment.name);
            estimate = apart(&estimate, &self.number(other, view));
        }
        Part {
            quantity,
            claim: range(self.low, self.high, |value| written(format, value)),
            estimate: Some(estimate),
            format,
            demand: Demand::Within(self.low, self.high),
        }
    }
}

impl Test for Bound {
    fn players(&self) -> Vec<&String> {
        self.players.iter().chain(self.compared.others()).collect()
    }

    fn evaluate(&self, evidence: &Evidence) -> CheckResult {
        let part = self.part(evidence.runs[0], evidence.runs.get(1).copied(), evidence.view);
        CheckResult::new(
            format!("{} {}", part.quantity, written(part.format, part.value())),
            vec![part],
        )
    }
}
