//! `as-printed`: players rank like the printed `numbers`, with a rank correlation of at least
//! `value`.

use super::kind::{CheckResult, Evidence, Kind, Part, SOME_GAMES, Test};
use crate::Error;
use crate::experiment::source::Keys;
use crate::report::Estimate;
use crate::reproduce::keys::{any_number, experiment, number};
use std::sync::Arc;

pub(super) static KIND: Kind = Kind {
    name: "as-printed",
    common: SOME_GAMES,
    own: &["numbers", "value"],
    experiments: experiment,
    read: |keys, _| {
        Ok(Arc::new(AsPrinted { numbers: numbers(keys)?, least: number(keys, "value")? }))
    },
};

fn numbers(keys: &Keys) -> Result<Vec<(String, f64)>, Error> {
    let item = keys.need("numbers", "a table of players and what is printed for them")?;
    let all = item.table()?.all();
    if all.len() < 3 {
        return Err(item.fail("a ranking has three players or more"));
    }
    all.iter().map(|item| Ok((item.key.clone(), any_number(item)?))).collect()
}

#[derive(Debug)]
struct AsPrinted {
    /// Printed number of each player.
    numbers: Vec<(String, f64)>,
    /// Minimum rank correlation.
    least: f64,
}

impl Test for AsPrinted {
    fn players(&self) -> Vec<&String> {
        self.numbers.iter().map(|(player, _)| player).collect()
    }

    fn evaluate(&self, evidence: &Evidence) -> CheckResult {
        let (run, view) = (evidence.runs[0], evidence.view);
        let score = |player: &String| view.measure.mean(&run.by_deal(player, view));
        let found: Vec<(f64, Estimate)> =
            self.numbers.iter().map(|(player, printed)| (*printed, score(player))).collect();
        let listed = self.numbers.iter().zip(&found).map(|((player, printed), (_, ours))| {
            format!("{player} {} ({printed})", view.measure.written(ours.value))
        });
        let said = format!("{}{}", listed.collect::<Vec<_>>().join(", "), view.words());
        let quantity = "rank correlation with what is printed".to_string();
        CheckResult::new(said, vec![Part::rank_correlation(quantity, &found, self.least)])
    }
}
