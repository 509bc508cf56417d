//! `flat`: no two settings of a sweep between `from` and `to` differ by more than `margin`.

use super::kind::{CheckResult, Demand, Evidence, Kind, Part, SOME_GAMES, Test};
use crate::Error;
use crate::experiment::source::Keys;
use crate::experiment::{Design, Experiment};
use crate::report::Format;
use crate::reproduce::finished::Finished;
use crate::reproduce::keys::{experiment, number};
use crate::reproduce::view::View;
use crate::reproduce::words::points;
use std::sync::Arc;

pub(super) static KIND: Kind = Kind {
    name: "flat",
    common: SOME_GAMES,
    own: &["from", "to", "margin"],
    experiments: experiment,
    read: |keys, _| Ok(Arc::new(Flat::read(keys)?)),
};

#[derive(Debug)]
struct Flat {
    /// Minimum of the setting.
    from: f64,
    /// Maximum of the setting.
    to: f64,
    /// Maximum difference.
    margin: f64,
}

impl Flat {
    fn read(keys: &Keys) -> Result<Self, Error> {
        Ok(Flat {
            from: number(keys, "from")?,
            to: number(keys, "to")?,
            margin: number(keys, "margin")?,
        })
    }

    /// Names of the settings in the range.
    fn labels<'a>(&self, experiment: &'a Experiment) -> Vec<&'a String> {
        let Design::Sweep(sweep) = &experiment.design else { return vec![] };
        let inside = |label: &&String| {
            let value = label.rsplit('=').next().and_then(|value| value.parse::<f64>().ok());
            value.is_some_and(|value| self.from <= value && value <= self.to)
        };
        sweep.contest.candidates.iter().map(|entrant| &entrant.label).filter(inside).collect()
    }

    /// Part of the claim: two settings differ by at most the margin.
    fn part(&self, run: &Finished, view: &View, (a, b): (&String, &String)) -> Part {
        let difference = view.measure.difference(&run.by_deal(a, view), &run.by_deal(b, view));
        Part {
            quantity: format!("{}: {a} less {b}", run.experiment.title),
            claim: format!("{} points at most, either way", points(self.margin)),
            estimate: Some(difference),
            format: Format::Percent(1),
            demand: Demand::Within(-self.margin, self.margin),
        }
    }
}

impl Test for Flat {
    fn fits(&self, experiment: &Experiment, _view: &View) -> Result<(), String> {
        match experiment.design {
            Design::Sweep(_) => Ok(()),
            _ => Err(format!("`{}` is no sweep, so nothing can be flat", experiment.name)),
        }
    }

    fn evaluate(&self, evidence: &Evidence) -> CheckResult {
        let run = evidence.runs[0];
        let labels = self.labels(&run.experiment);
        let pairs = labels
            .iter()
            .enumerate()
            .flat_map(|(at, a)| labels[at + 1..].iter().map(move |b| (*a, *b)));
        let parts: Vec<Part> = pairs.map(|pair| self.part(run, evidence.view, pair)).collect();
        let most = parts.iter().map(|part| part.value().abs()).fold(0.0, f64::max);
        let said =
            format!("{}: settings differ by up to {} points", run.experiment.title, points(most));
        CheckResult::new(said, parts)
    }

    fn names_experiment(&self) -> bool {
        true
    }
}
