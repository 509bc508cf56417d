//! Interface of a kind of check: its syntax in a file, and its test of the parts of a claim.

use crate::Error;
use crate::experiment::Experiment;
use crate::experiment::source::Keys;
use crate::report::{Curve, Curves, Estimate, Format, Verdict};
use crate::reproduce::files::ExactCheck;
use crate::reproduce::finished::Finished;
use crate::reproduce::scale::Scale;
use crate::reproduce::verdicts;
use crate::reproduce::view::View;
use std::fmt;
use std::sync::Arc;

/// Function that reads a check. Only `exact` uses the table of functions.
type ReadCheck = fn(&Keys, &[ExactCheck]) -> Result<Arc<dyn Test>, Error>;

/// Kind of check, with its syntax in a file.
pub(super) struct Kind {
    /// Name.
    pub(super) name: &'static str,
    /// Keys that it shares with other kinds; they select games.
    pub(super) common: &'static [&'static str],
    /// Keys that only this kind has.
    pub(super) own: &'static [&'static str],
    /// Reads the names of the experiments.
    pub(super) experiments: fn(&Keys) -> Result<Vec<String>, Error>,
    /// Reads the test of their runs.
    pub(super) read: ReadCheck,
}

/// Shared keys of a kind that uses all games of an experiment.
pub(super) const ALL_GAMES: &[&str] = &["kind", "experiment"];
/// Shared keys of a kind that can select games.
pub(super) const SOME_GAMES: &[&str] =
    &["kind", "experiment", "seat", "against", "mirror", "measure"];
/// Shared keys of a kind that can also select deals.
pub(super) const SOME_DEALS: &[&str] =
    &["kind", "experiment", "seat", "against", "mirror", "measure", "deals"];

/// Test of finished runs.
pub(super) trait Test: fmt::Debug + Send + Sync {
    /// Players that must take part in each of the experiments.
    fn players(&self) -> Vec<&String> {
        vec![]
    }

    /// Refuses an experiment to which this test does not apply.
    fn fits(&self, experiment: &Experiment, view: &View) -> Result<(), String> {
        view.measure.must_be_of(experiment)
    }

    /// Runs the test.
    fn evaluate(&self, evidence: &Evidence) -> CheckResult;

    /// Returns whether the text of the result names the experiment.
    fn names_experiment(&self) -> bool {
        false
    }

    /// Number of games that the result rests on, if not all games of its runs.
    fn games(&self, _runs: &[&Finished]) -> Option<u64> {
        None
    }

    /// Curve in the chart of the claim, if it is about the amount of thinking.
    fn curve(&self, _view: &View, _runs: &[&Finished]) -> Option<Curve> {
        None
    }
}

/// Input of a test.
pub(super) struct Evidence<'a> {
    /// The claim, in our words.
    pub(super) claim: &'a str,
    /// Selection of games.
    pub(super) view: &'a View,
    /// Scale of the experiments.
    pub(super) scale: Scale,
    /// Runs of its experiments, in their order.
    pub(super) runs: Vec<&'a Finished>,
}

/// Result of a test.
#[derive(Default)]
pub(in crate::reproduce) struct CheckResult {
    /// Result in a sentence.
    pub(in crate::reproduce) said: String,
    /// Parts, each with its number and verdict.
    pub(in crate::reproduce) parts: Vec<Part>,
    /// Most important part of an order, if there is one, and its verdict.
    pub(in crate::reproduce) minimum: Option<(String, Verdict)>,
    /// Charts of the result.
    pub(in crate::reproduce) charts: Vec<Curves>,
}

impl CheckResult {
    /// Result from a sentence and parts.
    pub(super) fn new(said: String, parts: Vec<Part>) -> Self {
        CheckResult { said, parts, ..CheckResult::default() }
    }

    /// Returns the verdict over all parts.
    pub(in crate::reproduce) fn verdict(&self) -> Verdict {
        verdicts::all(self.parts.iter().map(Part::verdict))
    }
}

/// Part of a claim.
#[derive(Clone, Debug)]
pub struct Part {
    /// Measured quantity.
    pub quantity: String,
    /// Claim about the quantity.
    pub claim: String,
    /// Result.
    pub estimate: Option<Estimate>,
    /// Number format of the result.
    pub format: Format,
    /// Condition for the part to hold.
    pub demand: Demand,
}

/// Condition on a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Demand {
    /// In a range that includes its ends.
    Within(f64, f64),
    /// Above 0.
    Positive,
    /// Below 0.
    Negative,
    /// No condition: the verdict does not come from an interval.
    Settled(Verdict),
}

impl Part {
    /// Verdict on the part.
    pub fn verdict(&self) -> Verdict {
        let estimate = self.estimate.unwrap_or(Estimate::from(f64::NAN));
        match self.demand {
            Demand::Within(low, high) => verdicts::within(&estimate, low, high),
            Demand::Positive => verdicts::positive(&estimate),
            Demand::Negative => verdicts::negative(&estimate),
            Demand::Settled(verdict) => verdict,
        }
    }

    /// Half-width of the interval, if there is one.
    pub fn reach(&self) -> Option<f64> {
        let (low, high) = self.estimate?.interval?;
        Some((high - low) / 2.0).filter(|reach| reach.is_finite())
    }

    /// Returns whether the part is a share whose interval has at most the half-width `narrow`.
    /// Other numbers have units of their own. A verdict without an interval, such as that no game
    /// is ever lost, does not get better by a narrower interval.
    pub(in crate::reproduce) fn is_known_to(&self, narrow: f64) -> bool {
        !matches!(self.demand, Demand::Settled(_))
            && matches!(self.format, Format::Percent(_))
            && self.reach().is_some_and(|reach| reach <= narrow)
    }

    /// Widens the interval around the number.
    pub(in crate::reproduce) fn widen(&mut self, times: f64) {
        if let Some(Estimate { value, interval: Some((low, high)) }) = &mut self.estimate {
            (*low, *high) = (*value - times * (*value - *low), *value + times * (*high - *value));
        }
    }

    /// Part of a claim: the rank correlation of known and measured numbers.
    pub(super) fn rank_correlation(
        quantity: String,
        points: &[(f64, Estimate)],
        least: f64,
    ) -> Self {
        let rho = verdicts::rank_correlation(points).unwrap_or(Estimate::from(f64::NAN));
        Part {
            quantity,
            claim: format!("{least} or more"),
            estimate: Some(rho),
            format: Format::Number(2),
            demand: Demand::Within(least, f64::INFINITY),
        }
    }

    /// Measured number, or NaN.
    pub(super) fn value(&self) -> f64 {
        self.estimate.map_or(f64::NAN, |estimate| estimate.value)
    }
}
