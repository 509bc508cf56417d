//! Measures of games and decisions: the numbers that claims are about.

use super::by_deal::{TotalsByDeal, bounded, difference, mean, mean_difference};
use super::words::written;
use crate::experiment::design::estimate::Quality;
use crate::experiment::{Design, Experiment};
use crate::report::{Estimate, Format};

/// Measure of a game or a decision.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ClaimMeasure {
    /// Score: a win counts 1, a draw 1/2, a loss 0.
    #[default]
    Score,
    /// Proportion of wins.
    Wins,
    /// Proportion of draws.
    Draws,
    /// Mean squared error of value estimates.
    Mse,
    /// Variance of value estimates.
    Variance,
    /// Bias of value estimates.
    Bias,
    /// Squared bias of value estimates; its mean ranks players as the root mean square does.
    SquaredBias,
    /// Regret of the chosen actions.
    Regret,
    /// Number of nodes visited for a decision.
    Nodes,
    /// Number of legal actions of a decision.
    Actions,
    /// Time of a decision in seconds; not reproducible.
    Time,
}

impl ClaimMeasure {
    pub(super) const NAMES: [&str; 11] = [
        "score",
        "wins",
        "draws",
        "mse",
        "variance",
        "bias",
        "squared-bias",
        "regret",
        "nodes",
        "actions",
        "time",
    ];
    const ALL: [ClaimMeasure; 11] = [
        ClaimMeasure::Score,
        ClaimMeasure::Wins,
        ClaimMeasure::Draws,
        ClaimMeasure::Mse,
        ClaimMeasure::Variance,
        ClaimMeasure::Bias,
        ClaimMeasure::SquaredBias,
        ClaimMeasure::Regret,
        ClaimMeasure::Nodes,
        ClaimMeasure::Actions,
        ClaimMeasure::Time,
    ];

    pub(super) fn from_name(name: &str) -> Self {
        let at = Self::NAMES.iter().position(|known| *known == name);
        Self::ALL[at.expect("names have been checked")]
    }

    pub(super) fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// Returns whether it measures value estimates rather than games.
    fn is_of_values(self) -> bool {
        matches!(
            self,
            ClaimMeasure::Mse
                | ClaimMeasure::Variance
                | ClaimMeasure::Bias
                | ClaimMeasure::SquaredBias
                | ClaimMeasure::Regret
        )
    }

    /// Returns whether it measures single decisions rather than games.
    pub(super) fn is_of_decisions(self) -> bool {
        matches!(self, ClaimMeasure::Nodes | ClaimMeasure::Actions | ClaimMeasure::Time)
    }

    fn is_of_games(self) -> bool {
        matches!(self, ClaimMeasure::Score | ClaimMeasure::Wins | ClaimMeasure::Draws)
    }

    /// Refuses an experiment that does not provide this measure.
    pub(super) fn must_be_of(self, experiment: &Experiment) -> Result<(), String> {
        let fits = match experiment.design {
            Design::Estimate(_) => self.is_of_values(),
            Design::Profile(_) => self.is_of_decisions(),
            _ => self.is_of_games(),
        };
        if fits {
            return Ok(());
        }
        Err(format!(
            "`{}` does not measure {}: designs that play games have score, wins and draws, `estimate` has mse, \
             variance, bias, squared-bias and regret, `profile` has nodes, actions and time",
            experiment.name,
            self.name()
        ))
    }

    /// Number format of the measure.
    pub(super) fn format(self) -> Format {
        match self {
            ClaimMeasure::Nodes => Format::Number(0),
            ClaimMeasure::Actions => Format::Number(2),
            ClaimMeasure::Time => Format::Number(5),
            _ if self.is_of_values() => Format::Number(3),
            _ => Format::Percent(1),
        }
    }

    /// Value as text.
    pub(super) fn written(self, value: f64) -> String {
        written(self.format(), value)
    }

    /// Value of a game with this payoff.
    pub(super) fn points(self, payoff: f64) -> f64 {
        match self {
            ClaimMeasure::Draws => f64::from(payoff == 0.0),
            _ if payoff > 0.0 => 1.0,
            ClaimMeasure::Score if payoff == 0.0 => 0.5,
            _ => 0.0,
        }
    }

    /// Value of estimates with these errors.
    pub(super) fn of(self, quality: &Quality) -> f64 {
        match self {
            ClaimMeasure::Variance => quality.variance,
            ClaimMeasure::Bias => quality.bias,
            ClaimMeasure::SquaredBias => quality.bias * quality.bias,
            ClaimMeasure::Regret => quality.regret,
            _ => quality.mse,
        }
    }

    /// Mean with its interval. Games have values in [0, 1], which the interval uses; other measures
    /// are unbounded.
    pub(super) fn mean(self, by_deal: &TotalsByDeal) -> Estimate {
        match self.is_of_games() {
            true => mean(by_deal),
            false => bounded(
                &by_deal.values().map(|(count, sum)| sum / *count as f64).collect::<Vec<_>>(),
            ),
        }
    }

    /// Mean difference between two players, over the deals or positions that both have.
    pub(super) fn difference(self, ours: &TotalsByDeal, theirs: &TotalsByDeal) -> Estimate {
        if self.is_of_games() {
            return difference(ours, theirs);
        }
        mean_difference(ours, theirs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_are_worth_a_half_or_nothing() {
        assert_eq!(
            [1.0, 0.0, -1.0].map(|payoff| ClaimMeasure::Score.points(payoff)),
            [1.0, 0.5, 0.0]
        );
        assert_eq!(
            [0.2, 0.0, -0.2].map(|payoff| ClaimMeasure::Wins.points(payoff)),
            [1.0, 0.0, 0.0]
        );
    }

    /// By hand: differences 20, 40 and 60 have a mean of 40 and a deviation of 20, and with two
    /// degrees of freedom Student's t is 4.303.
    #[test]
    fn numbers_that_are_no_shares_have_intervals_too() {
        let ours =
            TotalsByDeal::from([(0, (2, 60.0)), (1, (1, 50.0)), (2, (1, 70.0)), (7, (1, 1.0))]);
        let theirs =
            TotalsByDeal::from([(0, (1, 10.0)), (1, (1, 10.0)), (2, (2, 20.0)), (9, (1, 1.0))]);
        let found = ClaimMeasure::Nodes.difference(&ours, &theirs);
        let (low, high) = found.interval.unwrap();
        assert!((found.value - 40.0).abs() < 1e-12);
        assert!(((high - low) / 2.0 - 4.302_65 * 20.0 / 3_f64.sqrt()).abs() < 1e-3, "{found:?}");
        assert_eq!(ClaimMeasure::Bias.mean(&theirs).value, 31.0 / 4.0);
    }
}
