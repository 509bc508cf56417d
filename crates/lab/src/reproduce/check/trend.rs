//! `falling` and `rising`: a player's score falls, or rises, with the amount of thinking. The test
//! is the sign of the regression slope of the score over the logarithm of simulations per decision.
//! `player`, or several players pooled, is measured in `experiments`, each with more thinking than
//! the one before. Alternatively, `experiment` is a sweep of one number, and the slope is over the
//! logarithm of that number.

use super::kind::{CheckResult, Demand, Evidence, Kind, Part, SOME_GAMES, Test};
use crate::Error;
use crate::experiment::source::Keys;
use crate::experiment::{Design, Entrant, Experiment};
use crate::report::{Axis, AxisScale, Curve, Curves, Estimate, Format, Point, Stroke};
use crate::reproduce::finished::Finished;
use crate::reproduce::keys::{experiment, experiments, players};
use crate::reproduce::verdicts;
use crate::reproduce::view::View;
use std::sync::Arc;

pub(super) static FALLING: Kind = Kind {
    name: "falling",
    common: SOME_GAMES,
    own: &["player", "experiments"],
    experiments: one_or_several,
    read: |keys, _| Ok(Arc::new(Trend::read(keys, true)?)),
};

pub(super) static RISING: Kind = Kind {
    name: "rising",
    common: SOME_GAMES,
    own: FALLING.own,
    experiments: one_or_several,
    read: |keys, _| Ok(Arc::new(Trend::read(keys, false)?)),
};

fn one_or_several(keys: &Keys) -> Result<Vec<String>, Error> {
    if keys.get("experiment").is_none() {
        return experiments(keys);
    }
    // A sweep has one player, and is one experiment.
    match keys.get("player").or(keys.get("experiments")) {
        Some(more) => Err(more.fail("`experiment` is a sweep here: leave this out")),
        None => experiment(keys),
    }
}

#[derive(Debug)]
struct Trend {
    /// Players, pooled if there are several; empty for a sweep, which has only one.
    players: Vec<String>,
    /// Whether the claim is that the score falls.
    falling: bool,
}

/// Measured values by number of simulations, or by setting.
type Points = Vec<(f64, Estimate)>;

impl Trend {
    fn read(keys: &Keys, falling: bool) -> Result<Self, Error> {
        let players = if keys.get("experiment").is_some() { vec![] } else { players(keys)? };
        Ok(Trend { players, falling })
    }

    /// Values of the pooled players in several runs, by the simulations per decision of the first
    /// player.
    fn by_thinking(&self, view: &View, runs: &[&Finished]) -> Points {
        let point = |run: &&Finished| {
            let thinking = run.thinking(self.players.first()?)?;
            Some((thinking, view.measure.mean(&run.pooled(&self.players, view))))
        };
        runs.iter().filter_map(point).collect()
    }

    /// Part of the claim: the sign of the slope, per factor of ten.
    fn part(&self, points: &Points, quantity: String) -> Part {
        let points: Points = points.iter().map(|(x, y)| (x.log10(), *y)).collect();
        let slope = verdicts::slope(&points).unwrap_or(Estimate::from(f64::NAN));
        Part {
            quantity,
            claim: if self.falling { "below 0" } else { "above 0" }.to_string(),
            estimate: Some(slope),
            format: Format::Percent(1),
            demand: if self.falling { Demand::Negative } else { Demand::Positive },
        }
    }
}

impl Test for Trend {
    fn players(&self) -> Vec<&String> {
        self.players.iter().collect()
    }

    fn fits(&self, experiment: &Experiment, view: &View) -> Result<(), String> {
        if !self.players.is_empty() {
            return view.measure.must_be_of(experiment);
        }
        let Design::Sweep(sweep) = &experiment.design else {
            return Err(format!("`{}` is no sweep", experiment.name));
        };
        match &sweep.vary[..] {
            [values] if values.numbers().is_some_and(|all| all.iter().all(|&x| x > 0.0)) => Ok(()),
            _ => Err(format!(
                "`{}` does not vary one number, so nothing rises or falls",
                experiment.name
            )),
        }
    }

    fn evaluate(&self, evidence: &Evidence) -> CheckResult {
        let view = evidence.view;
        let (points, who, more) = match self.players.is_empty() {
            true => by_setting(evidence.runs[0], view),
            false => {
                let points = self.by_thinking(view, &evidence.runs);
                (points, self.players.join(", "), "thinking".to_string())
            }
        };
        let listed =
            points.iter().map(|(x, y)| format!("{} at {x}", view.measure.written(y.value)));
        let said = format!("{who}{} {}", view.words(), listed.collect::<Vec<_>>().join(", "));
        let quantity = format!("{who}{}, change with ten times the {more}", view.words());
        CheckResult::new(said, vec![self.part(&points, quantity)])
    }

    fn curve(&self, view: &View, runs: &[&Finished]) -> Option<Curve> {
        // A sweep has its own chart.
        (!self.players.is_empty()).then(|| Curve {
            name: format!("{}{}", self.players.join(", "), view.words()),
            points: self.by_thinking(view, runs).into_iter().map(|(x, y)| Point { x, y }).collect(),
            stroke: Stroke::Solid,
        })
    }
}

/// Values of the player of a sweep by setting, the name of the player, and the setting.
fn by_setting(run: &Finished, view: &View) -> (Points, String, String) {
    let Design::Sweep(sweep) = &run.experiment.design else { return Default::default() };
    let Some(values) = sweep.vary.first() else { return Default::default() };
    let xs = values.numbers().unwrap_or_default();
    let score = |entrant: &Entrant| view.measure.mean(&run.by_deal(&entrant.label, view));
    let points = xs.into_iter().zip(sweep.contest.candidates.iter().map(score)).collect();
    (points, sweep.player.name.clone(), values.setting.clone())
}

/// Chart of a claim with the curves of its checks.
pub(in crate::reproduce) fn chart(claim: &str, curves: Vec<Curve>) -> Curves {
    Curves {
        title: format!("{claim}: score by thinking"),
        caption: "Bands are 95% intervals over deals.".to_string(),
        x: Axis {
            label: "simulations a decision".into(),
            format: Format::Number(0),
            scale: AxisScale::Log,
        },
        y: Axis::percent("score"),
        curves,
        reference: Some(0.5),
    }
}
