//! `versus`: many players against a few opponents, with any number of seats. With `seats = [1]` the
//! players take the first seat only, such as a Landlord against two peasants.

use super::contest::Contest;
use super::show;
use crate::experiment::source::Keys;
use crate::experiment::{Common, Entrant, Results, entrants};
use crate::report::Report;
use crate::report::model::{Cell, HeatMap, Table as Rows};
use crate::{Error, Table};

/// Many players against a few opponents.
#[derive(Clone, Debug, PartialEq)]
pub struct Versus {
    /// Candidates and opponents.
    pub contest: Contest,
}

impl Versus {
    pub(crate) fn read(keys: &Keys, table: &dyn Table) -> Result<Self, Error> {
        let candidates = entrants::read_all(keys, "players", table)?;
        Ok(Versus { contest: Contest::read(keys, table, candidates)? })
    }

    pub(crate) fn report(&self, experiment: &Common, results: &Results) -> Result<Report, Error> {
        let standings = self.contest.standings(results);
        let mut report = Report::new(experiment.title, show::headline(&standings));
        report.push(self.contest.meeting("Every player"));
        report.push(show::table("Standings", "player", &standings));
        report.push(show::bars(results.measure.title(), &standings));
        if self.contest.opponents.len() > 1 {
            report.push(self.by_opponent(results));
            report.push(self.heat_map(results));
        }
        if self.contest.candidates.len() > 1 {
            report.push(self.differences(results));
        }
        Ok(report)
    }

    fn by_opponent(&self, results: &Results) -> Rows {
        let Contest { candidates, opponents, .. } = &self.contest;
        let score = |candidate, opponent| {
            show::cell(&results.score(candidate, [self.contest.pairing(candidate, opponent)], None))
        };
        let row = |candidate: usize| {
            let scores = (0..opponents.len()).map(|opponent| score(candidate, opponent));
            [Cell::Text(candidates[candidate].label.clone())].into_iter().chain(scores).collect()
        };
        let heads = opponents.iter().map(|opponent| format!("v {}", opponent.label));
        Rows {
            title: format!("{} by opponent", results.measure.title()),
            caption: show::caption(results.measure),
            columns: ["player".to_string()].into_iter().chain(heads).collect(),
            rows: (0..candidates.len()).map(row).collect(),
        }
    }

    /// Heat map of the scores.
    fn heat_map(&self, results: &Results) -> HeatMap {
        let Contest { candidates, opponents, .. } = &self.contest;
        let value = |candidate: usize, opponent: usize| {
            let score = results.score(candidate, [self.contest.pairing(candidate, opponent)], None);
            (score.games() > 0).then(|| score.mean())
        };
        let row =
            |candidate| (0..opponents.len()).map(|opponent| value(candidate, opponent)).collect();
        let labels = |all: &[Entrant]| all.iter().map(|entrant| entrant.label.clone()).collect();
        HeatMap {
            title: "Who beats whom".to_string(),
            caption: format!(
                "The {} of the row's player against the column's. {}",
                results.measure.name(),
                results.measure.caption()
            ),
            row_label: "player".to_string(),
            column_label: "opponent".to_string(),
            rows: labels(candidates),
            columns: labels(opponents),
            values: (0..candidates.len()).map(row).collect(),
            format: results.measure.format(),
            middle: Some(results.measure.even()),
            range: results.measure.range(),
        }
    }

    /// Differences between players. All players play the same deals, so their scores on each deal
    /// can be compared directly.
    fn differences(&self, results: &Results) -> Rows {
        let Contest { candidates, .. } = &self.contest;
        let row = |candidate: usize| {
            let difference = show::difference(
                &self.by_deal(candidate, results),
                &self.by_deal(0, results),
                results.measure,
            );
            vec![Cell::Text(candidates[candidate].label.clone()), difference]
        };
        Rows {
            title: "Differences".to_string(),
            caption: format!(
                "How much more a player's {} is than that of the first, over the deals that both have played, with a 95% \
                 interval of the mean difference.",
                results.measure.label()
            ),
            columns: ["player".to_string(), format!("more than {}", candidates[0].label)].to_vec(),
            rows: (1..candidates.len()).map(row).collect(),
        }
    }

    fn by_deal(&self, candidate: usize, results: &Results) -> show::MeansByDeal {
        let first = self.contest.pairing(candidate, 0);
        show::by_deal(results, candidate, first..first + self.contest.meetings())
    }
}
