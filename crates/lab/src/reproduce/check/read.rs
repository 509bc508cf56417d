//! Reading of checks: dispatch to each kind by its name.

use super::kind::{CheckResult, Evidence, Kind, Test};
use super::{
    as_printed, bound, champion, effect, exact, flat, near, no_losses, order, rank, share, trend,
};
use crate::Error;
use crate::experiment::Experiment;
use crate::experiment::source::{Item, Keys};
use crate::report::Curve;
use crate::reproduce::files::ExactCheck;
use crate::reproduce::finished::{Finished, FinishedRuns};
use crate::reproduce::scale::Scale;
use crate::reproduce::view::View;
use std::sync::Arc;

/// Test of a part of a claim.
#[derive(Clone, Debug)]
pub struct Check {
    /// Names of the experiments; if there is a comparison `beside`, the experiment of the number
    /// comes first.
    pub experiments: Vec<String>,
    /// Selection of games.
    pub view: View,
    /// Test of these games.
    test: Arc<dyn Test>,
}

static KINDS: [&Kind; 15] = [
    &order::KIND,
    &bound::AT_LEAST,
    &bound::AT_MOST,
    &bound::WITHIN,
    &near::KIND,
    &share::KIND,
    &no_losses::KIND,
    &flat::KIND,
    &trend::FALLING,
    &trend::RISING,
    &effect::KIND,
    &as_printed::KIND,
    &rank::KIND,
    &champion::KIND,
    &exact::KIND,
];

/// Reads a table, or a list of tables, of which all must hold.
pub(in crate::reproduce) fn read_all(
    item: &Item,
    exact: &[ExactCheck],
) -> Result<Vec<Check>, Error> {
    let tables = if item.is_list() { item.list()? } else { vec![item.clone()] };
    match tables.is_empty() {
        true => Err(item.fail("`check` has nothing in it")),
        false => tables.iter().map(|table| Check::read(&table.table()?, exact)).collect(),
    }
}

impl Check {
    fn read(keys: &Keys, exact: &[ExactCheck]) -> Result<Self, Error> {
        let names = KINDS.map(|kind| kind.name);
        let name = keys.need("kind", &format!("one of {}", names.join(", ")))?.word(&names)?;
        let kind = KINDS.iter().find(|kind| kind.name == name).expect("it was found by its name");
        keys.only(&[kind.common, kind.own].concat())?;
        Ok(Check {
            experiments: (kind.experiments)(keys)?,
            view: View::read(keys)?,
            test: (kind.read)(keys, exact)?,
        })
    }

    /// Refuses an experiment in which a player does not take part, or to which this test does not
    /// apply.
    pub(in crate::reproduce) fn fits(&self, experiment: &Experiment) -> Result<(), String> {
        let known: Vec<String> =
            experiment.entrants().into_iter().map(|entrant| entrant.label).collect();
        let sorted =
            self.view.deals.iter().flat_map(|category| [&category.player, &category.minus]);
        let mut players = self.test.players().into_iter().chain(&self.view.against).chain(sorted);
        if let Some(stranger) = players.find(|&player| !known.contains(player)) {
            let what = format!("player in `{}`", experiment.name);
            return Err(Error::unknown(what, stranger, known).to_string());
        }
        self.test.fits(experiment, &self.view)
    }

    /// Tests a claim.
    pub(in crate::reproduce) fn evaluate(
        &self,
        claim: &str,
        scale: Scale,
        runs: &FinishedRuns,
    ) -> CheckResult {
        self.test.evaluate(&Evidence { claim, view: &self.view, scale, runs: self.runs(runs) })
    }

    /// Name of the single experiment, if the text of the result does not contain it.
    pub(in crate::reproduce) fn unnamed_experiment(&self) -> Option<&String> {
        match &self.experiments[..] {
            [one] if !self.test.names_experiment() => Some(one),
            _ => None,
        }
    }

    /// Number of games that the result rests on, if not all games of its runs.
    pub(in crate::reproduce) fn games(&self, runs: &FinishedRuns) -> Option<u64> {
        self.test.games(&self.runs(runs))
    }

    /// Curve in the chart of the claim, if there is one.
    pub(in crate::reproduce) fn curve(&self, runs: &FinishedRuns) -> Option<Curve> {
        self.test.curve(&self.view, &self.runs(runs))
    }

    fn runs<'a>(&self, runs: &FinishedRuns<'a>) -> Vec<&'a Finished> {
        self.experiments.iter().map(|name| runs[name]).collect()
    }
}
