//! Confidence intervals of scores, 95% unless it says otherwise.
//!
//! Games that share a deal are not independent of each other, so what counts is the score of each group of
//! such games: groups are, and their mean has a t interval. A group that was cut short counts for the games
//! that it has (the ratio estimator of survey sampling, e.g. Cochran 1977, §6). Where all groups score
//! alike there is no spread to measure, and the interval of Clopper & Pearson (1934) takes over, with every
//! group as one trial.

use statrs::distribution::{ContinuousCDF, Normal, StudentsT};
use statrs::function::beta::beta_reg;

/// What lies outside a two-sided interval.
const ALPHA: f64 = 0.05;

/// The running sums from which the interval of a mean score follows.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Groups {
    groups: u64,
    games: f64,
    score: f64,
    games_squared: f64,
    score_squared: f64,
    product: f64,
}

impl Groups {
    /// Adds a group of games that belong together and the sum of their scores, each in [0, 1].
    pub fn add(&mut self, games: u64, score: f64) {
        let games = games as f64;
        self.groups += 1;
        self.games += games;
        self.score += score;
        self.games_squared += games * games;
        self.score_squared += score * score;
        self.product += games * score;
    }

    /// The mean score of a game; 0 without games.
    pub fn mean(&self) -> f64 {
        self.score / self.games.max(1.0)
    }

    /// The interval of the mean score; everything without games.
    pub fn interval(&self) -> (f64, f64) {
        if self.groups == 0 {
            return (0.0, 1.0);
        }
        let (mean, groups) = (self.mean(), self.groups as f64);
        let spread = self.score_squared - 2.0 * mean * self.product + mean * mean * self.games_squared;
        // What is left of an exact 0 after rounding is a zero too.
        if self.groups == 1 || spread <= 1e-9 * self.games_squared {
            return clopper_pearson(mean * groups, groups);
        }
        let error = (spread * groups / (groups - 1.0)).sqrt() / self.games;
        let reach = t_quantile(1.0 - ALPHA / 2.0, groups - 1.0) * error;
        ((mean - reach).max(0.0), (mean + reach).min(1.0))
    }
}

/// The quantile of Student's t distribution.
pub(crate) fn t_quantile(p: f64, freedom: f64) -> f64 {
    // With this much freedom the two differ in the fifth digit, and the normal quantile is the exact one.
    if freedom > 1e5 {
        return Normal::standard().inverse_cdf(p);
    }
    StudentsT::new(0.0, 1.0, freedom).expect("there is some freedom").inverse_cdf(p)
}

/// The exact interval of a probability after `successes` in `trials`; successes may be counted in halves.
pub fn clopper_pearson(successes: f64, trials: f64) -> (f64, f64) {
    let failures = trials - successes;
    let low = if successes > 0.0 { beta_quantile(ALPHA / 2.0, successes, failures + 1.0) } else { 0.0 };
    let high = if failures > 0.0 { beta_quantile(1.0 - ALPHA / 2.0, successes + 1.0, failures) } else { 1.0 };
    (low, high)
}

/// By bisection, which holds to the last digit where other methods lose some: at tiny proportions.
fn beta_quantile(p: f64, a: f64, b: f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        if beta_reg(a, b, middle) < p {
            low = middle;
        } else {
            high = middle;
        }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(ours: (f64, f64), low: f64, high: f64) {
        assert!((ours.0 - low).abs() < 5e-5 && (ours.1 - high).abs() < 5e-5, "{ours:?} for {low} to {high}");
    }

    #[test]
    fn clopper_pearson_as_in_tables() {
        close(clopper_pearson(7.0, 10.0), 0.3475, 0.9333);
        close(clopper_pearson(0.0, 10.0), 0.0, 0.3085);
        close(clopper_pearson(10.0, 10.0), 0.6915, 1.0);
        close(clopper_pearson(5.0, 20.0), 0.0866, 0.4910);
        // A closed form: without a success the upper end is 1 - (alpha/2)^(1/n).
        close(clopper_pearson(0.0, 1000.0), 0.0, 1.0 - 0.025f64.powf(1e-3));
        // Three in a million: the limits of a Poisson mean after a count of 3, which tables give as 0.6187 and
        // 8.7673.
        let (low, high) = clopper_pearson(3.0, 1e6);
        assert!((low / 6.1867e-7 - 1.0).abs() < 1e-4 && (high / 8.7673e-6 - 1.0).abs() < 1e-4);
    }

    #[test]
    fn a_t_interval_over_pairs() {
        let mut groups = Groups::default();
        for score in [2.0, 1.0, 1.0, 0.5, 1.5] {
            groups.add(2, score);
        }
        // Pair means 1, 0.5, 0.5, 0.25, 0.75: mean 0.6, standard deviation 0.28504, t(4) = 2.77645.
        assert_eq!(groups.mean(), 0.6);
        close(
            groups.interval(),
            0.6 - 2.77645 * 0.285_044 / 5f64.sqrt(),
            0.6 + 2.77645 * 0.285_044 / 5f64.sqrt(),
        );
    }

    #[test]
    fn pairs_that_cancel_are_no_reason_for_certainty() {
        let mut groups = Groups::default();
        (0..50).for_each(|_| groups.add(2, 1.0));
        let (low, high) = groups.interval();
        assert!(low < 0.40 && high > 0.60, "{low} to {high}");
        let mut won = Groups::default();
        (0..10).for_each(|_| won.add(2, 2.0));
        close(won.interval(), 0.6915, 1.0);
        assert_eq!(Groups::default().interval(), (0.0, 1.0));
    }

    #[test]
    fn a_group_that_was_cut_short_counts_for_less() {
        let mut groups = Groups::default();
        groups.add(2, 2.0);
        groups.add(2, 1.0);
        groups.add(1, 0.0);
        assert_eq!(groups.mean(), 0.6);
        let (low, high) = groups.interval();
        assert!(low == 0.0 && high == 1.0, "three groups say little: {low} to {high}");
    }
}
