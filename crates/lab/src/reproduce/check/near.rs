//! `near`: some player's score against a single opponent is close to a number. Among all such
//! scores, the nearest to `value` is at most `margin` away from it.

use super::kind::{ALL_GAMES, CheckResult, Demand, Evidence, Kind, Part, Test};
use crate::experiment::{Entrant, Experiment};
use crate::report::{Estimate, Format};
use crate::reproduce::finished::Finished;
use crate::reproduce::keys::{experiment, number};
use crate::reproduce::view::View;
use crate::reproduce::words::{percent, range};
use std::sync::Arc;

pub(super) static KIND: Kind = Kind {
    name: "near",
    common: ALL_GAMES,
    own: &["value", "margin"],
    experiments: experiment,
    read: |keys, _| {
        Ok(Arc::new(Near { value: number(keys, "value")?, margin: number(keys, "margin")? }))
    },
};

#[derive(Debug)]
struct Near {
    /// Number to compare with.
    value: f64,
    /// Maximum distance.
    margin: f64,
}

impl Near {
    /// Scores of every player against each opponent, the nearest first.
    fn nearest(&self, run: &Finished) -> Vec<(String, Estimate)> {
        let Some(contest) = run.experiment.design.contest() else { return vec![] };
        let score = |player: &Entrant, opponent: &Entrant| {
            let view = View { against: vec![opponent.label.clone()], ..View::default() };
            let score = view.measure.mean(&run.by_deal(&player.label, &view));
            (format!("{}{}", player.label, view.words()), score)
        };
        let of = |player| contest.opponents.iter().map(move |opponent| score(player, opponent));
        let mut scores: Vec<(String, Estimate)> = contest.candidates.iter().flat_map(of).collect();
        let off = |score: &Estimate| (score.value - self.value).abs();
        scores.sort_by(|a, b| off(&a.1).total_cmp(&off(&b.1)));
        scores
    }

    /// Part of the claim: the nearest score is close enough.
    fn part(&self, nearest: Option<&(String, Estimate)>) -> Part {
        let none = ("no player".to_string(), Estimate::from(f64::NAN));
        let (who, score) = nearest.unwrap_or(&none);
        let (low, high) = (self.value - self.margin, self.value + self.margin);
        Part {
            quantity: format!("nearest: {who}"),
            claim: range(low, high, percent),
            estimate: Some(*score),
            format: Format::Percent(1),
            demand: Demand::Within(low, high),
        }
    }
}

impl Test for Near {
    fn fits(&self, experiment: &Experiment, view: &View) -> Result<(), String> {
        match experiment.design.contest() {
            Some(_) => view.measure.must_be_of(experiment),
            None => Err(format!(
                "`{}` has no opponents: `near` is about versus, sweep and factorial",
                experiment.name
            )),
        }
    }

    fn evaluate(&self, evidence: &Evidence) -> CheckResult {
        let found = self.nearest(evidence.runs[0]);
        // The table of the run contains all scores.
        let listed =
            found.iter().take(5).map(|(who, score)| format!("{who} {}", percent(score.value)));
        let said = format!("nearest are {}", listed.collect::<Vec<_>>().join(", "));
        CheckResult::new(said, vec![self.part(found.first())])
    }
}
