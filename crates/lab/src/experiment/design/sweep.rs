//! `sweep`: one or two settings of a player, over lists or ranges, against opponents.

use super::contest::Contest;
use super::show::{self, estimate};
use super::values::{self, Values};
use crate::experiment::source::{Keys, quoted};
use crate::experiment::{Common, Results, entrants};
use crate::report::Report;
use crate::report::model::{Axis, AxisScale, Curve, Curves, Format, HeatMap, Point, Stroke};
use crate::{Error, Spec, Table};

/// One or two settings over lists or ranges.
#[derive(Clone, Debug, PartialEq)]
pub struct Sweep {
    /// Player whose settings are varied.
    pub player: Spec,
    /// Varied settings and their values.
    pub vary: Vec<Values>,
    /// Candidates and opponents.
    pub contest: Contest,
}

impl Sweep {
    pub(crate) fn read(keys: &Keys, table: &dyn Table) -> Result<Self, Error> {
        let player = entrants::read_base(keys, table)?;
        let vary = values::read(keys, "vary", 2)?;
        let candidates = values::expand(&player, &vary, &keys.need("vary", "")?, table)?;
        Ok(Sweep { player, vary, contest: Contest::read(keys, table, candidates)? })
    }

    pub(crate) fn write(&self, line: &mut dyn FnMut(&str, String)) {
        line("player", quoted(&self.player.to_string()));
        self.contest.write(line);
    }

    pub(crate) fn tables(&self) -> String {
        values::to_toml("vary", &self.vary) + &self.contest.tables()
    }

    pub(crate) fn report(&self, experiment: &Common, results: &Results) -> Result<Report, Error> {
        let standings = self.contest.standings(results);
        let mut report = Report::new(experiment.title, show::headline(&standings));
        report.push(self.contest.meeting(&format!("Every setting of `{}`", self.player)));
        match self.curves(results) {
            Some(curves) => report.push(curves),
            None => report.push(show::bars(results.measure.title(), &standings)),
        }
        if let [rows, columns] = &self.vary[..] {
            let width = columns.values.len();
            let value =
                |score: &show::PlayerScore| (score.score.games() > 0).then(|| score.score.mean());
            report.push(HeatMap {
                title: results.measure.title().to_string(),
                caption: show::caption(results.measure),
                row_label: rows.setting.clone(),
                column_label: columns.setting.clone(),
                rows: rows.values.clone(),
                columns: columns.values.clone(),
                values: standings
                    .chunks(width)
                    .map(|row| row.iter().map(value).collect())
                    .collect(),
                format: results.measure.format(),
                middle: Some(results.measure.even()),
                range: None,
            });
        }
        report.push(show::table(results.measure.title(), "setting", &standings));
        Ok(report)
    }

    /// A curve for each opponent, or for each value of the second setting; `None` if the first
    /// setting is not a number.
    fn curves(&self, results: &Results) -> Option<Curves> {
        let (x, second) = (&self.vary[0], self.vary.get(1));
        let xs = x.numbers()?;
        let width = second.map_or(1, |second| second.values.len());
        let opponents = self.contest.meetings() as usize;
        let curve = |inner: usize, opponent: usize| {
            let point = |(at, &x): (usize, &f64)| {
                let candidate = at * width + inner;
                let score =
                    results.score(candidate, [self.contest.pairing(candidate, opponent)], None);
                Point { x, y: estimate(&score) }
            };
            let value = second.map(|second| format!("{}={}", second.setting, second.values[inner]));
            let against =
                (opponents > 1).then(|| format!("v {}", self.contest.opponents[opponent].label));
            let name = [value, against].into_iter().flatten().collect::<Vec<_>>().join(" ");
            Curve {
                name,
                points: xs.iter().enumerate().map(point).collect(),
                stroke: Stroke::Solid,
            }
        };
        let pairs =
            (0..width).flat_map(|inner| (0..opponents).map(move |opponent| (inner, opponent)));
        Some(Curves {
            title: format!("{} by {}", results.measure.title(), x.setting),
            caption: show::caption(results.measure),
            x: Axis { label: x.setting.clone(), format: Format::Number(2), scale: scale(&xs) },
            y: results.measure.axis(),
            curves: pairs.map(|(inner, opponent)| curve(inner, opponent)).collect(),
            reference: Some(results.measure.even()),
        })
    }
}

/// Logarithmic scale for numbers of very different size, linear otherwise.
fn scale(xs: &[f64]) -> AxisScale {
    let (low, high) = xs
        .iter()
        .fold((f64::INFINITY, 0.0), |(low, high): (f64, f64), &x| (low.min(x), high.max(x)));
    if low > 0.0 && high / low >= 20.0 { AxisScale::Log } else { AxisScale::Linear }
}
