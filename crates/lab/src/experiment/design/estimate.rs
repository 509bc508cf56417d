//! `estimate`: how far off a player's values are, as in SM Table 1. At each position the player decides many
//! times; its estimate is what it thinks its choice is worth. Held against the true value V of the position
//! and V(a) of the chosen action, that gives
//!
//! - MSE: the mean of (estimate - V)², which is variance + bias²,
//! - variance of the estimates, bias: |mean estimate - V|,
//! - regret: the mean of V - V(a),
//!
//! each averaged over positions. Payoffs are in [-1, 1] and are multiplied by `scale` (SM has 100).

use super::observe::Observed;
use super::show::mean_interval;
use crate::experiment::source::Keys;
use crate::experiment::{Experiment, Results};
use crate::report::Report;
use crate::report::model::{Axis, Bars, Cell, Format, Series, Table as Rows};
use crate::run::row::ThoughtRow;
use crate::{Error, Table};
use std::collections::BTreeMap;

/// Values held against the truth.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    /// Who decides, and where.
    pub observed: Observed,
    /// What a payoff of 1 is worth in the report.
    pub scale: f64,
}

/// What a player's estimates are like at one position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quality {
    /// The mean squared error.
    pub mse: f64,
    /// The variance.
    pub variance: f64,
    /// The distance of the mean from the truth.
    pub bias: f64,
    /// What is lost by the chosen actions.
    pub regret: f64,
}

/// The true value of each action, for whoever is to move.
type Truth = Vec<(String, f64)>;

impl Estimate {
    pub(crate) fn read(keys: &Keys, table: &dyn Table) -> Result<Self, Error> {
        let observed = Observed::read(keys, table)?;
        Ok(Estimate { observed, scale: keys.number_or("scale", 1e-6, 1e6, 1.0)? })
    }

    pub(crate) fn write(&self, line: &mut dyn FnMut(&str, String)) {
        line("scale", format!("{:?}", self.scale));
        self.observed.write(line);
    }

    pub(crate) fn report(&self, experiment: &Experiment, results: &Results) -> Result<Report, Error> {
        let truths = truths(experiment, results)?;
        let qualities: Vec<Vec<Quality>> = (0..self.observed.players.len() as u64)
            .map(|player| self.qualities(results.thoughts.get(&player).map_or(&[][..], |rows| rows), &truths))
            .collect();
        let columns: [(&str, fn(&Quality) -> f64); 4] = [
            ("MSE", |quality| quality.mse),
            ("variance", |quality| quality.variance),
            ("bias", |quality| quality.bias),
            ("regret", |quality| quality.regret),
        ];
        let mean = |qualities: &[Quality], of: fn(&Quality) -> f64| {
            mean_interval(&qualities.iter().map(of).collect::<Vec<_>>())
        };
        let lead = format!(
            "{} players, {} positions, {} decisions each; payoffs are times {}.",
            self.observed.players.len(),
            truths.len(),
            self.observed.runs,
            self.scale
        );
        let mut report = Report::new(&experiment.title, lead);
        let row = |(entrant, qualities): (&crate::experiment::Entrant, &Vec<Quality>)| {
            let cells = columns.iter().map(|&(_, of)| Cell::Interval(mean(qualities, of), Format::Number(4)));
            [Cell::Text(entrant.label.clone()), (qualities.len() as u64).into()]
                .into_iter()
                .chain(cells)
                .collect()
        };
        let heads = ["player", "positions"].into_iter().chain(columns.iter().map(|&(head, _)| head));
        report.push(Rows {
            title: "Estimates against the truth".to_string(),
            caption: "Means over positions with 95% intervals. MSE is variance + bias² at each position."
                .to_string(),
            columns: heads.map(String::from).collect(),
            rows: self.observed.players.iter().zip(&qualities).map(row).collect(),
        });
        let series = |(name, of): (&str, fn(&Quality) -> f64)| Bars {
            title: format!("Mean {name}"),
            caption: "Means over positions with 95% intervals.".to_string(),
            axis: Axis { format: Format::Number(3), ..Axis::linear(name) },
            labels: self.observed.players.iter().map(|entrant| entrant.label.clone()).collect(),
            series: vec![Series {
                name: String::new(),
                values: qualities.iter().map(|qualities| mean(qualities, of)).collect(),
            }],
            reference: None,
        };
        report.push(series(columns[0]));
        report.push(series(columns[3]));
        Ok(report)
    }

    /// The quality at each position that has been decided at.
    pub(crate) fn qualities(&self, rows: &[ThoughtRow], truths: &[Truth]) -> Vec<Quality> {
        let mut by_position: BTreeMap<u64, Vec<&ThoughtRow>> = BTreeMap::new();
        rows.iter().for_each(|row| by_position.entry(row.position).or_default().push(row));
        by_position.iter().map(|(&at, rows)| quality(rows, &truths[at as usize], self.scale)).collect()
    }
}

fn quality(rows: &[&ThoughtRow], truth: &Truth, scale: f64) -> Quality {
    let best = truth.iter().map(|(_, value)| *value).fold(f64::NEG_INFINITY, f64::max);
    let worth =
        |action: &str| truth.iter().find(|(name, _)| name == action).map_or(best, |(_, value)| *value);
    let mean =
        |of: &dyn Fn(&ThoughtRow) -> f64| rows.iter().map(|row| of(row)).sum::<f64>() / rows.len() as f64;
    let estimate = mean(&|row| row.value);
    Quality {
        mse: scale * scale * mean(&|row| (row.value - best) * (row.value - best)),
        variance: scale * scale * mean(&|row| (row.value - estimate) * (row.value - estimate)),
        bias: scale * (estimate - best).abs(),
        regret: scale * mean(&|row| best - worth(&row.action)),
    }
}

/// The truth about every position of the plan. What is exact for small games comes from
/// [`Table::action_values`]; a game that is solved in another way says so there.
fn truths(experiment: &Experiment, results: &Results) -> Result<Vec<Truth>, Error> {
    let mut table = experiment.open()?;
    let positions = results.stages.iter().flat_map(|stage| &stage.positions);
    positions
        .map(|position| {
            table.set_position(position)?;
            table.action_values()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn error_is_variance_and_bias() {
        let row = |action: &str, value| ThoughtRow {
            pairing: 0,
            player: 0,
            position: 0,
            run: 0,
            action: action.into(),
            value,
            actions: 2,
            iterations: 1,
            nodes: 1,
            depth: 0.0,
            mean_depth: 0.0,
            playout: 0,
        };
        let rows = [row("a", 0.5), row("b", 0.1), row("a", 0.3), row("a", 0.7)];
        let truth = vec![("a".to_string(), 0.5), ("b".to_string(), -0.5)];
        let found = quality(&rows.iter().collect::<Vec<_>>(), &truth, 100.0);
        // Estimates 50, 10, 30, 70 for a truth of 50: mean 40, squared errors 0, 1600, 400, 400.
        let close = |ours: f64, theirs: f64| assert!((ours - theirs).abs() < 1e-9, "{ours} for {theirs}");
        close(found.mse, 600.0);
        close(found.bias, 10.0);
        close(found.variance, 500.0);
        close(found.mse, found.variance + found.bias * found.bias);
        close(found.regret, 25.0);
    }
}
