//! `order`: each player does better than the next, over the deals that both played. `players` are
//! listed from best to worst. `minimum` is the most important part of the order, which is evaluated
//! and reported separately.

use super::kind::{CheckResult, Demand, Evidence, Kind, Part, SOME_DEALS, Test};
use crate::Error;
use crate::experiment::source::Keys;
use crate::report::Verdict;
use crate::reproduce::by_deal::TotalsByDeal;
use crate::reproduce::finished::Finished;
use crate::reproduce::keys::{experiment, texts};
use crate::reproduce::verdicts;
use crate::reproduce::view::View;
use std::sync::Arc;

pub(super) static KIND: Kind = Kind {
    name: "order",
    common: SOME_DEALS,
    own: &["players", "minimum"],
    experiments: experiment,
    read: |keys, _| Ok(Arc::new(Order::read(keys)?)),
};

#[derive(Debug)]
struct Order {
    /// Players from best to worst.
    players: Vec<String>,
    /// Most important part of the order.
    minimum: Vec<String>,
}

impl Order {
    fn read(keys: &Keys) -> Result<Self, Error> {
        let item = keys.need("players", "a list of names, from best to worst")?;
        let players = texts(&item)?;
        if players.len() < 2 {
            return Err(item.fail("an order has two players or more"));
        }
        let minimum = keys.get("minimum").map(|item| texts(&item)).transpose()?.unwrap_or_default();
        Ok(Order { players, minimum })
    }

    /// Verdict on the most important part, if there is one.
    fn minimum(&self, run: &Finished, view: &View) -> Option<(String, Verdict)> {
        let verdict =
            || verdicts::all(in_order(run, &self.minimum, view).iter().map(Part::verdict));
        (!self.minimum.is_empty()).then(|| (self.minimum.join(" > "), verdict()))
    }
}

impl Test for Order {
    fn players(&self) -> Vec<&String> {
        self.players.iter().chain(&self.minimum).collect()
    }

    fn evaluate(&self, evidence: &Evidence) -> CheckResult {
        let (run, view) = (evidence.runs[0], evidence.view);
        let mean = |player: &String| view.measure.mean(&run.by_deal(player, view)).value;
        let listed = self
            .players
            .iter()
            .map(|player| format!("{player} {}", view.measure.written(mean(player))));
        let said = format!("{}{}", listed.collect::<Vec<_>>().join(", "), view.words());
        let minimum = self.minimum(run, view);
        CheckResult { minimum, ..CheckResult::new(said, in_order(run, &self.players, view)) }
    }
}

/// Differences between each player and the next.
fn in_order(run: &Finished, players: &[String], view: &View) -> Vec<Part> {
    let scores: Vec<TotalsByDeal> =
        players.iter().map(|player| run.by_deal(player, view)).collect();
    let pair = |at: usize| {
        let difference = view.measure.difference(&scores[at], &scores[at + 1]);
        Part {
            quantity: format!("{} less {}{}", players[at], players[at + 1], view.words()),
            claim: "above 0".to_string(),
            estimate: Some(difference),
            format: view.measure.format(),
            demand: Demand::Positive,
        }
    };
    (0..players.len() - 1).map(pair).collect()
}
