//! Early stopping of pairings that are decided. After every batch of games, a generalised
//! sequential probability ratio test compares two hypotheses about the mean score (or payoff) of
//! the pairing's first player: it is `low`, or it is `high`. `alpha` and `beta` are the error
//! probabilities. A pairing that the test cannot decide continues until `games`. The defaults of
//! `low` and `high` are 0.5 and 0.55 for scores. For payoffs, which are in the unit of the game,
//! they are 0 and a tenth of the maximum.
//!
//! ```toml
//! games = 10000
//! [sequential]
//! low = 0.5
//! high = 0.55
//! alpha = 0.05   # probability of accepting `high` when `low` is true
//! beta = 0.05    # probability of accepting `low` when `high` is true
//! batch = 100    # games between two analyses
//! ```

use super::measure::Measure;
use super::source::Item;
use crate::Error;
use crate::stats;
use crate::stats::sequential::Accept;

/// Stopping rule of a pairing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StoppingRule {
    /// Measure of a game.
    pub measure: Measure,
    /// Score or payoff under the null hypothesis H0.
    pub low: f64,
    /// Score or payoff under the alternative H1.
    pub high: f64,
    /// Probability of accepting `high` when `low` is true.
    pub alpha: f64,
    /// Probability of accepting `low` when `high` is true.
    pub beta: f64,
    /// Games between two interim analyses.
    pub batch: u64,
}

impl StoppingRule {
    pub(crate) fn read(item: &Item, measure: Measure) -> Result<Self, Error> {
        let keys = item.table()?;
        keys.only(&["low", "high", "alpha", "beta", "batch"])?;
        let (least, most) = (rounded(measure.in_units(0.001)), rounded(measure.in_units(0.999)));
        let rule = StoppingRule {
            measure,
            low: keys.number_or("low", least, most, measure.even())?,
            high: keys.number_or("high", least, most, rounded(measure.in_units(0.55)))?,
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
        let StoppingRule { low, high, alpha, beta, batch, .. } = self;
        format!(
            "\n[sequential]\nlow = {low:?}\nhigh = {high:?}\nalpha = {alpha:?}\nbeta = {beta:?}\nbatch = {batch}\n"
        )
    }
}

impl StoppingRule {
    /// Accepted hypothesis, if the test is over. `deals` are games and the sum of their shares by
    /// deal, in order.
    pub(crate) fn found(&self, deals: &[(u64, f64)]) -> Option<Accept> {
        let [low, high] = [self.low, self.high].map(|number| self.measure.from_units(number));
        let mut test = stats::SequentialTest::new(low, high, self.alpha, self.beta);
        deals.iter().for_each(|&(games, score)| test.add(games, score));
        test.verdict()
    }

    /// Result of the test, in a sentence.
    pub(crate) fn say(&self, deals: &[(u64, f64)]) -> String {
        let score = |found| match found {
            Accept::H0 => self.low,
            Accept::H1 => self.high,
        };
        let StoppingRule { measure, low, high, .. } = self;
        let test = format!("The sequential test of a {} of {low} against {high}", measure.label());
        match self.found(deals) {
            Some(found) => format!("{test} has ended: it is {}.", score(found)),
            None => format!("{test} is not decided."),
        }
    }
}

/// Rounds away the last digits of a bound, which come from its binary representation.
fn rounded(bound: f64) -> f64 {
    (bound * 1e6).round() / 1e6
}

#[cfg(test)]
mod tests {
    use crate::experiment::Experiment;
    use crate::stats::sequential::Accept;

    fn read(game: &str, more: &str) -> Experiment {
        let text =
            format!("design='match'\ngame='{game}'\ngames=9\nplayers=['random','random']\n{more}");
        Experiment::read(&text, sortilege_shelves::catalogue()).unwrap()
    }

    #[test]
    fn bounds_are_in_the_unit_of_the_game() {
        let bounds = |game: &str, more: &str| {
            let experiment = read(game, more);
            let again = Experiment::read(&experiment.to_toml(), &experiment.catalogue).unwrap();
            assert_eq!(again, experiment);
            let rule = experiment.sequential.unwrap();
            (rule.low, rule.high)
        };
        assert_eq!(bounds("mnk", "[sequential]"), (0.5, 0.55));
        assert_eq!(bounds("leduc", "[sequential]"), (0.0, 1.3));
        assert_eq!(bounds("leduc", "[sequential]\nlow = -0.5\nhigh = 2"), (-0.5, 2.0));
        assert_eq!(bounds("leduc", "measure = 'score'\n[sequential]"), (0.5, 0.55));
    }

    /// A player that wins few but large games is ahead by payoff and behind by score.
    #[test]
    fn what_is_tested_is_what_is_measured() {
        let deals = |share: f64| vec![(2, 2.0 * share); 400];
        let found = |more: &str, share| read("kuhn", more).sequential.unwrap().found(&deals(share));
        assert_eq!(found("[sequential]", 0.56), Some(Accept::H1));
        assert_eq!(found("[sequential]", 0.5), Some(Accept::H0));
        let words = read("kuhn", "[sequential]").sequential.unwrap().say(&deals(0.56));
        assert!(
            words.contains("a payoff in chips of 0 against 0.2 has ended: it is 0.2"),
            "{words}"
        );
    }
}
