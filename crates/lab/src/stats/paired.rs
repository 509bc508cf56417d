//! Intervals of scores for games in groups: seats swapped on one deal, or all rotations of it.
//!
//! Games that share a deal are not independent of each other, but groups of such games are. The
//! interval is therefore a t interval of the mean over groups. With sᵢ scored in the gᵢ games of
//! group i of n:
//!
//! ```text
//! mean m = Σ sᵢ / Σ gᵢ        error² = n/(n−1) · Σ (sᵢ − m gᵢ)² / (Σ gᵢ)²       m ± t(n−1) · error
//! ```
//!
//! A group that was cut short counts with the games that it has (the ratio estimator of survey
//! sampling, e.g. Cochran 1977, chapter 6). If all groups have the same score, the sample variance
//! is 0. Then the interval of Clopper & Pearson (1934) is used, with every group as one trial, so
//! that no interval has width 0. If two players have the same score on every deal, it is the
//! interval of the proportion of deals on which they would differ.
//!
//! Near 0 and 1 any t interval over a handful of groups is too narrow. Independent games without
//! draws have an exact interval, [`clopper_pearson`](super::clopper_pearson()).

use super::clopper_pearson::clopper_pearson_at;
use super::{CONFIDENCE, student};

/// Running sums for the confidence interval of a mean score.
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
    /// Adds a group of dependent games and the sum of their scores, each in [0, 1].
    pub fn add(&mut self, games: u64, score: f64) {
        let games = games as f64;
        debug_assert!(
            (-1e-9..=games + 1e-9).contains(&score),
            "a score of {score} in {games} games"
        );
        self.groups += 1;
        self.games += games;
        self.score += score;
        self.games_squared += games * games;
        self.score_squared += score * score;
        self.product += games * score;
    }

    /// Number of groups.
    pub fn groups(&self) -> u64 {
        self.groups
    }

    /// Mean score of a game; 0 without games.
    pub fn mean(&self) -> f64 {
        self.score / self.games.max(1.0)
    }

    /// 95% confidence interval of the mean score; [0, 1] without games.
    pub fn interval(&self) -> (f64, f64) {
        self.interval_at(CONFIDENCE)
    }

    /// Interval at another confidence, such as 0.99.
    pub fn interval_at(&self, confidence: f64) -> (f64, f64) {
        if self.groups == 0 {
            return (0.0, 1.0);
        }
        let (mean, groups) = (self.mean(), self.groups as f64);
        if self.groups == 1 || self.spread() == 0.0 {
            return clopper_pearson_at(confidence, mean.clamp(0.0, 1.0) * groups, groups);
        }
        let error = (self.spread() * groups / (groups - 1.0)).sqrt() / self.games;
        let reach = student::reach(confidence, groups - 1.0) * error;
        ((mean - reach).max(0.0), (mean + reach).min(1.0))
    }

    /// Number of coin flips whose mean is as uncertain as that of these groups. The variance
    /// includes `more` virtual groups of the usual size that are won or lost as a whole, so that a
    /// small sample does not appear too certain.
    pub(super) fn coin_flips(&self, more: f64) -> f64 {
        let (mean, groups) = (self.mean(), self.groups as f64);
        let coin = mean * (1.0 - mean) * self.games_squared;
        // Variance of groups, relative to the variance if every group were won or lost as a whole.
        let seen = if coin > 0.0 { self.spread() / coin } else { 1.0 };
        let share = (seen * groups + more) / (groups + more);
        self.games * self.games / (self.games_squared * share)
    }

    /// Sum of the squared differences between the scores of groups and their expected scores.
    fn spread(&self) -> f64 {
        let mean = self.mean();
        let spread =
            self.score_squared - 2.0 * mean * self.product + mean * mean * self.games_squared;
        // An exact 0 can become a tiny number by rounding.
        if spread <= 1e-9 * self.games_squared { 0.0 } else { spread }
    }
}

/// Running sums for the confidence interval of a paired difference: the score of one player minus
/// that of another, over deals that both have played. The difficulty of a deal cancels out.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Difference {
    /// Differences, rescaled from [−1, 1] to [0, 1].
    squeezed: Groups,
}

impl Difference {
    /// Adds a deal: the number of games that each player played on it, and the score of either in
    /// them.
    pub fn add(&mut self, games: u64, ours: f64, theirs: f64) {
        self.squeezed.add(games, (games as f64 + ours - theirs) / 2.0);
    }

    /// Mean difference in a game; 0 without games.
    pub fn mean(&self) -> f64 {
        if self.squeezed.groups == 0 { 0.0 } else { 2.0 * self.squeezed.mean() - 1.0 }
    }

    /// 95% confidence interval of the mean difference; [−1, 1] without games.
    pub fn interval(&self) -> (f64, f64) {
        self.interval_at(CONFIDENCE)
    }

    /// Interval at another confidence, such as 0.99.
    pub fn interval_at(&self, confidence: f64) -> (f64, f64) {
        if self.never_differs() {
            // The proportion of deals with a difference is unknown; the difference on such a deal
            // is at most a whole game.
            let (_, often) = clopper_pearson_at(confidence, 0.0, self.squeezed.groups as f64);
            return (-often, often);
        }
        let (low, high) = self.squeezed.interval_at(confidence);
        (2.0 * low - 1.0, 2.0 * high - 1.0)
    }

    /// Returns whether both players have the same score on every deal, with at least one deal.
    fn never_differs(&self) -> bool {
        self.squeezed.groups > 0 && self.squeezed.spread() == 0.0 && self.mean().abs() < 1e-9
    }
}

#[cfg(test)]
mod tests {
    use super::super::assert_close;
    use super::*;

    fn close(ours: (f64, f64), low: f64, high: f64) {
        assert_close(ours.0, low, 1e-9);
        assert_close(ours.1, high, 1e-9);
    }

    /// In 50 deals without a difference, the proportion of deals with one is below 1 - 0.025^(1/50)
    /// with a confidence of 95%.
    #[test]
    fn who_never_differ_might_now_and_then() {
        let mut same = Difference::default();
        (0..50).for_each(|deal| same.add(2, f64::from(deal % 3), f64::from(deal % 3)));
        let often = 1.0 - 0.025_f64.powf(1.0 / 50.0);
        close(same.interval(), -often, often);
        // One deal with a difference makes the variance positive.
        same.add(2, 1.0, 0.0);
        let (low, high) = same.interval();
        assert!(low < 0.0 && high > 0.0 && high < often, "{low} to {high}");
        // Without data the interval is the whole range.
        assert_eq!(Difference::default().interval(), (-1.0, 1.0));
        // A player that wins one game more on every deal has a variance of 0 too, but a positive
        // difference.
        let mut better = Difference::default();
        (0..50).for_each(|_| better.add(2, 2.0, 0.0));
        close(better.interval(), 2.0 * 0.025_f64.powf(1.0 / 50.0) - 1.0, 1.0);
    }

    /// SciPy 1.17.1: `stats.t.interval(0.95, 4, x.mean(), stats.sem(x))`, x the means of the pairs.
    #[test]
    fn a_t_interval_over_pairs() {
        let mut groups = Groups::default();
        for score in [2.0, 1.0, 1.0, 0.5, 1.5] {
            groups.add(2, score);
        }
        assert_eq!(groups.mean(), 0.6);
        close(groups.interval(), 0.246_071_305_754_431_92, 0.953_928_694_245_568);
    }

    #[test]
    fn pairs_that_cancel_are_no_reason_for_certainty() {
        let mut groups = Groups::default();
        (0..50).for_each(|_| groups.add(2, 1.0));
        let (low, high) = groups.interval();
        assert!(low < 0.40 && high > 0.60, "{low} to {high}");
        let mut won = Groups::default();
        (0..10).for_each(|_| won.add(2, 2.0));
        close(won.interval(), 0.691_502_892_181_237_1, 1.0);
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

    /// By hand: m = 11/20. The residuals −0.2, 0.9, −0.2, 0.35, −0.65, −0.2 have the sum of squares
    /// 1.475. The error is sqrt(1.475 · 6/5)/20 and t(5) = 2.570 582.
    #[test]
    fn the_ratio_estimator_over_unequal_groups() {
        let mut groups = Groups::default();
        for (games, score) in [(4, 2.0), (2, 2.0), (4, 2.0), (3, 2.0), (3, 1.0), (4, 2.0)] {
            groups.add(games, score);
        }
        let reach = 2.570_581_835_636_314 * (1.475_f64 * 6.0 / 5.0).sqrt() / 20.0;
        close(groups.interval(), 0.55 - reach, 0.55 + reach);
    }

    #[test]
    fn every_interval_has_a_width_and_holds_the_mean() {
        for n in [1, 2, 3, 10, 1000, 200_000] {
            for odd in [0.0, 0.5, 1.0, 1.5, 2.0] {
                for usual in [0.0, 1.0, 2.0] {
                    let mut groups = Groups::default();
                    groups.add(2, odd);
                    (1..n).for_each(|_| groups.add(2, usual));
                    let (low, high) = groups.interval();
                    let mean = groups.mean();
                    assert!(
                        low < high && low <= mean && mean <= high,
                        "{n} groups, {odd} and {usual}"
                    );
                    assert!(low >= 0.0 && high <= 1.0);
                }
            }
        }
    }

    /// SciPy 1.17.1: `stats.ttest_rel(a / 2, b / 2).confidence_interval(0.95)`.
    #[test]
    fn a_difference_over_common_deals() {
        let mut difference = Difference::default();
        assert_eq!((difference.mean(), difference.interval()), (0.0, (-1.0, 1.0)));
        let (ours, theirs) = ([2.0, 1.5, 1.0, 0.5, 2.0, 1.0], [1.0, 1.5, 0.0, 0.5, 1.0, 1.5]);
        for (ours, theirs) in ours.into_iter().zip(theirs) {
            difference.add(2, ours, theirs);
        }
        assert_close(difference.mean(), 0.208_333_333_333_333_34, 1e-9);
        close(difference.interval(), -0.140_383_671_082_635_14, 0.557_050_337_749_301_8);
    }
}
