//! Stopping pairings that are decided: after every batch of games a generalised sequential probability ratio
//! test asks whether the score of the pairing's first player is `low` or `high`, with given odds of being
//! wrong. Pairings that it cannot decide go on until `games`.
//!
//! ```toml
//! games = 10000
//! [sequential]
//! low = 0.5
//! high = 0.55
//! alpha = 0.05   # odds of finding `high` when it is `low`
//! beta = 0.05    # and the other way round
//! batch = 100    # games between two looks
//! ```

use super::source::Item;
use crate::Error;
use crate::stats;
use crate::stats::sequential::Accept;

/// When a pairing is decided.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sequential {
    /// The score if nothing is to be found.
    pub low: f64,
    /// The score worth finding.
    pub high: f64,
    /// The odds of finding `high` when it is `low`.
    pub alpha: f64,
    /// The odds of finding `low` when it is `high`.
    pub beta: f64,
    /// Games between two looks.
    pub batch: u64,
}

impl Sequential {
    pub(crate) fn read(item: &Item) -> Result<Self, Error> {
        let keys = item.table()?;
        keys.only(&["low", "high", "alpha", "beta", "batch"])?;
        let rule = Sequential {
            low: keys.number_or("low", 0.001, 0.999, 0.5)?,
            high: keys.number_or("high", 0.001, 0.999, 0.55)?,
            alpha: keys.number_or("alpha", 1e-9, 0.49, 0.05)?,
            beta: keys.number_or("beta", 1e-9, 0.49, 0.05)?,
            batch: keys.whole_or("batch", 2..1_000_001, 100)?,
        };
        match rule.low < rule.high {
            true => Ok(rule),
            false => Err(keys.fail("`low` must be below `high`")),
        }
    }

    pub(crate) fn to_toml(self) -> String {
        let Sequential { low, high, alpha, beta, batch } = self;
        format!(
            "\n[sequential]\nlow = {low:?}\nhigh = {high:?}\nalpha = {alpha:?}\nbeta = {beta:?}\nbatch = {batch}\n"
        )
    }
}

impl Sequential {
    /// What was found, if the test is over: games and scores by deal, in order.
    pub(crate) fn found(&self, deals: &[(u64, f64)]) -> Option<Accept> {
        let mut test = stats::Sequential::new(self.low, self.high, self.alpha, self.beta);
        deals.iter().for_each(|&(games, score)| test.add(games, score));
        test.verdict()
    }

    /// What was found, in a sentence.
    pub(crate) fn say(&self, deals: &[(u64, f64)]) -> String {
        let score = |found| match found {
            Accept::H0 => self.low,
            Accept::H1 => self.high,
        };
        let Sequential { low, high, .. } = self;
        match self.found(deals) {
            Some(found) => format!(
                "The sequential test of a score of {low} against {high} has ended: it is {}.",
                score(found)
            ),
            None => format!("The sequential test of a score of {low} against {high} is not decided."),
        }
    }
}
