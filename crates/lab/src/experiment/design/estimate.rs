//! `estimate`: the error of a player's value estimates, as in SM Table 1. At each position the
//! player decides many times; its estimate is the value that it reports for its chosen action. With
//! the true value V of the position and V(a) of the chosen action a, the report has
//!
//! - MSE: the mean of (estimate - V)², which is variance + bias²,
//! - variance of the estimates, bias: |mean estimate - V|,
//! - regret: the mean of V - V(a),
//!
//! each averaged over positions. The report also has the root mean square of the bias, in which
//! large errors weigh more. That is what SM prints: in every row of its table the square of the
//! bias is MSE - variance. Payoffs are in [-1, 1] and are multiplied by `scale` (100 in SM).

use super::observe::Observed;
use super::show::mean_interval;
use crate::experiment::source::Keys;
use crate::experiment::{Common, Entrant, Results};
use crate::report::Report;
use crate::report::model::{self, Axis, Bars, Cell, Format, Series, Table as Rows};
use crate::run::row::ThoughtRow;
use crate::{Error, Table};
use sortilege_catalogue::PlayerProfile;
use std::collections::BTreeMap;

/// Value estimates compared with exact values.
#[derive(Clone, Debug, PartialEq)]
pub struct EstimateQuality {
    /// Players and their positions.
    pub observed: Observed,
    /// Factor that converts payoffs to the numbers of the report.
    pub scale: f64,
}

/// Errors of a player's estimates at one position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quality {
    /// Mean squared error.
    pub mse: f64,
    /// Variance of the estimates.
    pub variance: f64,
    /// Absolute difference between the mean estimate and the true value.
    pub bias: f64,
    /// Mean loss of the chosen actions.
    pub regret: f64,
}

/// True value of each action for the acting player.
type Truth = Vec<(String, f64)>;

impl EstimateQuality {
    pub(crate) fn read(keys: &Keys, table: &dyn Table) -> Result<Self, Error> {
        let observed = Observed::read(keys, table)?;
        Ok(EstimateQuality { observed, scale: keys.number_or("scale", 1e-6, 1e6, 1.0)? })
    }

    pub(crate) fn write(&self, line: &mut dyn FnMut(&str, String)) {
        line("scale", format!("{:?}", self.scale));
        self.observed.write(line);
    }

    /// Errors of each player's estimates, by the number of the position.
    pub(crate) fn found(
        &self,
        experiment: &Common,
        results: &Results,
    ) -> Result<Vec<BTreeMap<u64, Quality>>, Error> {
        let truths = truths(experiment, results)?;
        let rows = |player: u64| results.thoughts.get(&player).map_or(&[][..], |rows| rows);
        let players = (0..).zip(&self.observed.players);
        Ok(players.map(|(id, player)| self.qualities(player, rows(id), &truths)).collect())
    }

    pub(crate) fn report(&self, experiment: &Common, results: &Results) -> Result<Report, Error> {
        let found = self.found(experiment, results)?.into_iter();
        let found: Vec<Vec<Quality>> = found.map(|one| one.into_values().collect()).collect();
        let lead = format!(
            "{} players, {} positions, {} decisions each; payoffs are times {}.",
            self.observed.players.len(),
            found.iter().map(Vec::len).max().unwrap_or(0),
            self.observed.runs,
            self.scale
        );
        let mut report = Report::new(experiment.title, lead);
        report.push(self.table(&found));
        report.push(self.bars(&found, COLUMNS[0]));
        report.push(self.bars(&found, COLUMNS[3]));
        Ok(report)
    }

    fn table(&self, found: &[Vec<Quality>]) -> Rows {
        let row = |(player, found): (&Entrant, &Vec<Quality>)| {
            let means =
                COLUMNS.iter().map(|&(_, of)| mean(found, of)).chain([root_mean_square(found)]);
            let cells = means.map(|mean| Cell::Interval(mean, Format::Number(4)));
            [Cell::Text(player.label.clone()), (found.len() as u64).into()]
                .into_iter()
                .chain(cells)
                .collect()
        };
        let heads = ["player", "positions"].into_iter();
        let heads = heads.chain(COLUMNS.iter().map(|&(head, _)| head)).chain(["RMS bias"]);
        Rows {
            title: "Estimates against the truth".to_string(),
            caption: CAPTION.to_string()
                + " MSE is variance + bias² at each position, so the means of MSE and variance differ by the square of the \
                   RMS bias.",
            columns: heads.map(String::from).collect(),
            rows: self.observed.players.iter().zip(found).map(row).collect(),
        }
    }

    fn bars(&self, found: &[Vec<Quality>], (name, of): QualityColumn) -> Bars {
        Bars {
            title: format!("Mean {name}"),
            caption: CAPTION.to_string(),
            axis: Axis { format: Format::Number(3), ..Axis::linear(name) },
            labels: self.observed.players.iter().map(|player| player.label.clone()).collect(),
            series: vec![Series {
                name: String::new(),
                values: found.iter().map(|found| mean(found, of)).collect(),
            }],
            reference: None,
        }
    }

    /// Errors at each position that has decisions.
    fn qualities(
        &self,
        player: &Entrant,
        rows: &[ThoughtRow],
        truths: &[Truth],
    ) -> BTreeMap<u64, Quality> {
        let mut by_position: BTreeMap<u64, Vec<(&str, f64)>> = BTreeMap::new();
        for row in rows {
            let estimate = (row.action.as_str(), payoff(&player.profile, row.value));
            by_position.entry(row.position).or_default().push(estimate);
        }
        let of =
            |(&at, found): (&u64, &Vec<_>)| (at, quality(found, &truths[at as usize], self.scale));
        by_position.iter().map(of).collect()
    }
}

const CAPTION: &str = "Means over positions with 95% intervals.";

/// Column of a table: heading and value.
type QualityColumn = (&'static str, fn(&Quality) -> f64);

const COLUMNS: [QualityColumn; 4] = [
    ("MSE", |quality| quality.mse),
    ("variance", |quality| quality.variance),
    ("bias", |quality| quality.bias),
    ("regret", |quality| quality.regret),
];

fn mean(found: &[Quality], of: fn(&Quality) -> f64) -> model::Estimate {
    mean_interval(&found.iter().map(of).collect::<Vec<_>>())
}

/// Root of the mean squared bias; its interval has the roots of the ends of the interval of the
/// mean.
fn root_mean_square(found: &[Quality]) -> model::Estimate {
    let square = mean(found, |quality| quality.bias * quality.bias);
    let root = |square: f64| square.max(0.0).sqrt();
    match square.interval {
        Some((low, high)) => model::Estimate::new(root(low), root(square.value), root(high)),
        None => root(square.value).into(),
    }
}

/// Converts a value that a player reports to a payoff.
fn payoff(player: &PlayerProfile, value: f64) -> f64 {
    player.values.range().map_or(value, |scale| scale.payoff(value))
}

/// Errors of `found`, the chosen actions and their estimated values, with respect to the true
/// values.
fn quality(found: &[(&str, f64)], truth: &Truth, scale: f64) -> Quality {
    let best = truth.iter().map(|(_, value)| *value).fold(f64::NEG_INFINITY, f64::max);
    let worth = |action: &str| {
        truth.iter().find(|(name, _)| name == action).map_or(best, |(_, value)| *value)
    };
    let mean = |of: &dyn Fn(&str, f64) -> f64| {
        found.iter().map(|&(action, value)| of(action, value)).sum::<f64>() / found.len() as f64
    };
    let middle = mean(&|_, value| value);
    Quality {
        mse: scale * scale * mean(&|_, value| (value - best) * (value - best)),
        variance: scale * scale * mean(&|_, value| (value - middle) * (value - middle)),
        bias: scale * (middle - best).abs(),
        regret: scale * mean(&|action, _| best - worth(action)),
    }
}

/// True action values of every position of the plan. For small games they come from
/// [`Analysis::action_values`](crate::Analysis::action_values), which a game that is solved in
/// another way can override.
fn truths(experiment: &Common, results: &Results) -> Result<Vec<Truth>, Error> {
    let mut table = experiment.open()?;
    let positions = results.stages.iter().flat_map(|stage| &stage.positions);
    positions
        .map(|position| {
            table.set_position(position)?;
            Ok(table.analysis().action_values()?)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn error_is_variance_and_bias() {
        let found = [("a", 0.5), ("b", 0.1), ("a", 0.3), ("a", 0.7)];
        let truth = vec![("a".to_string(), 0.5), ("b".to_string(), -0.5)];
        let found = quality(&found, &truth, 100.0);
        // Estimates 50, 10, 30, 70 for a true value of 50: mean 40, squared errors 0, 1600, 400,
        // 400.
        let close =
            |ours: f64, theirs: f64| assert!((ours - theirs).abs() < 1e-9, "{ours} for {theirs}");
        close(found.mse, 600.0);
        close(found.bias, 10.0);
        close(found.variance, 500.0);
        close(found.mse, found.variance + found.bias * found.bias);
        close(found.regret, 25.0);
    }

    /// Biases of 3 and 4: the squares have a mean of 12.5. With only two values the interval would
    /// extend below 0, which is impossible for a square.
    #[test]
    fn large_errors_weigh_more_in_a_root_mean_square() {
        let biased =
            |bias: f64| Quality { mse: bias * bias + 1.0, variance: 1.0, bias, regret: 0.0 };
        let found = [biased(3.0), biased(4.0)];
        let root = root_mean_square(&found);
        assert!((root.value - 12.5_f64.sqrt()).abs() < 1e-12);
        assert_eq!(root.interval.unwrap().0, 0.0);
        let [mse, variance] = [COLUMNS[0].1, COLUMNS[1].1].map(|of| mean(&found, of).value);
        assert!((root.value * root.value - (mse - variance)).abs() < 1e-12);
        assert!(root.value > mean(&found, COLUMNS[2].1).value);
    }

    #[test]
    fn rewards_become_payoffs() {
        let table = sortilege_shelves::catalogue().open(&"pig".parse().unwrap()).unwrap();
        let payoff = |player: &str, value| {
            payoff(table.player(&player.parse().unwrap()).unwrap().profile(), value)
        };
        assert_eq!(payoff("uct:reward=win-loss(win=1,loss=0)", 0.75), 0.5);
        assert_eq!(payoff("uct:reward=win-loss(win=100,loss=-100)", -100.0), -1.0);
        assert_eq!(payoff("random", 0.25), 0.25);
        assert_eq!(payoff("star2:depth=3", 0.25), 0.25);
    }
}
