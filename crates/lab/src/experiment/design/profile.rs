//! `profile`: size of search trees and time of decisions, from given positions.

use super::observe::Observed;
use super::show::{mean_interval, seconds};
use crate::experiment::source::Keys;
use crate::experiment::{Common, Entrant, Results};
use crate::report::Report;
use crate::report::model::{Cell, Format, Table as Rows};
use crate::run::row::ThoughtRow;
use crate::{Error, Table};

/// Size of search trees and time of decisions.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    /// Players and their positions.
    pub observed: Observed,
}

/// Column of a table: heading, value of a decision, and number of decimals.
type DecisionColumn = (&'static str, fn(&ThoughtRow) -> f64, u8);

const COLUMNS: [DecisionColumn; 6] = [
    ("iterations", |row| row.iterations as f64, 0),
    ("nodes", |row| row.nodes as f64, 0),
    ("tree depth", |row| row.depth, 2),
    ("node depth", |row| row.mean_depth, 2),
    ("actions", |row| row.actions as f64, 2),
    ("random game", |row| f64::from(row.playout), 2),
];

impl Profile {
    pub(crate) fn read(keys: &Keys, table: &dyn Table) -> Result<Self, Error> {
        Ok(Profile { observed: Observed::read(keys, table)? })
    }

    pub(crate) fn report(&self, experiment: &Common, results: &Results) -> Result<Report, Error> {
        let positions: usize = results.stages.iter().map(|stage| stage.positions.len()).sum();
        let lead = format!(
            "{} players, {positions} positions, {} decisions each.",
            self.observed.players.len(),
            self.observed.runs
        );
        let mut report = Report::new(experiment.title, lead);
        let heads = COLUMNS.iter().map(|&(head, ..)| head);
        report.push(Rows {
            title: "Decisions".to_string(),
            caption: "Means over decisions with 95% intervals. Tree depth is that of the deepest node, node \
                      depth the mean over nodes; actions are those to choose from; a random game goes from \
                      the position to the end of the game, in moves."
                .to_string(),
            columns: ["player", "decisions"]
                .into_iter()
                .chain(heads)
                .chain(["s/decision"])
                .map(String::from)
                .collect(),
            rows: (0..).zip(&self.observed.players).map(|(id, entrant)| row(id, entrant, results)).collect(),
        });
        Ok(report)
    }
}

fn row(id: u64, entrant: &Entrant, results: &Results) -> Vec<Cell> {
    let rows = results.thoughts.get(&id).map_or(&[][..], |rows| rows);
    let times: Vec<f64> =
        results.thinking.range((id, 0)..(id + 1, 0)).map(|(_, &time)| time).collect();
    let time = (!times.is_empty()).then(|| times.iter().sum::<f64>() / times.len() as f64);
    let cell = |&(_, of, decimals): &DecisionColumn| {
        Cell::Interval(
            mean_interval(&rows.iter().map(of).collect::<Vec<_>>()),
            Format::Number(decimals),
        )
    };
    [Cell::Text(entrant.label.clone()), (rows.len() as u64).into()]
        .into_iter()
        .chain(COLUMNS.iter().map(cell))
        .chain([seconds(time)])
        .collect()
}
