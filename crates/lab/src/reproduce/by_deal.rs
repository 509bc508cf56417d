//! Results of a player on each deal, and comparisons of two players over deals.
//!
//! Deals are independent of each other, so the games of a deal form one group, whichever pairing
//! they belong to, and players that played the same deals are compared deal by deal. In experiments
//! on value estimates, positions take the place of deals.

pub(super) use crate::experiment::results::TotalsByDeal;

use crate::experiment::design::show::mean_interval;
use crate::report::Estimate;
use crate::stats::{Difference, Groups};

/// Selection of the plays of a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Plays {
    All,
    /// The first, the third, and so on.
    Odd,
    /// The second, the fourth, and so on.
    Even,
}

impl Plays {
    /// Returns whether a play is selected; plays are counted from 0.
    pub(super) fn include(self, play: u64) -> bool {
        match self {
            Plays::All => true,
            Plays::Odd => play.is_multiple_of(2),
            Plays::Even => !play.is_multiple_of(2),
        }
    }
}

/// Mean values of both players, for each deal or position that both have.
fn pairs(ours: &TotalsByDeal, theirs: &TotalsByDeal) -> Vec<(f64, f64)> {
    let each = |(count, sum): &(u64, f64)| sum / *count as f64;
    ours.iter().filter_map(|(at, group)| Some((each(group), each(theirs.get(at)?)))).collect()
}

/// Mean of numbers with its interval. The error of a single number is unknown, so its interval is
/// infinite and decides nothing.
pub(super) fn bounded(numbers: &[f64]) -> Estimate {
    match mean_interval(numbers) {
        Estimate { value, interval: None } => {
            Estimate::new(f64::NEG_INFINITY, value, f64::INFINITY)
        }
        known => known,
    }
}

/// Mean difference between two players; the numbers of games on a deal may differ.
pub(super) fn mean_difference(ours: &TotalsByDeal, theirs: &TotalsByDeal) -> Estimate {
    bounded(&pairs(ours, theirs).iter().map(|(ours, theirs)| ours - theirs).collect::<Vec<_>>())
}

/// Ratio of the means of two players, over the deals that both have, with the interval of the ratio
/// estimator (Cochran 1977, chapter 6).
pub(super) fn ratio(ours: &TotalsByDeal, theirs: &TotalsByDeal) -> Estimate {
    let pairs = pairs(ours, theirs);
    let sum = |of: fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>();
    let (ours, theirs) = (sum(|pair| pair.0), sum(|pair| pair.1));
    let (ratio, mean) = (ours / theirs, theirs / pairs.len() as f64);
    let scatter: Vec<f64> =
        pairs.iter().map(|(ours, theirs)| (ours - ratio * theirs) / mean).collect();
    // The mean of the residuals is 0 except for rounding.
    let (low, high) = bounded(&scatter).interval.unwrap_or_default();
    Estimate::new(ratio + low, ratio, ratio + high)
}

/// Difference of two independent measurements: the squares of the errors are added.
pub(super) fn apart(ours: &Estimate, theirs: &Estimate) -> Estimate {
    let value = ours.value - theirs.value;
    match (ours.interval, theirs.interval) {
        (Some(ours), Some(theirs)) => {
            let reach = (ours.1 - ours.0).hypot(theirs.1 - theirs.0) / 2.0;
            Estimate::new(value - reach, value, value + reach)
        }
        _ => Estimate::from(f64::NAN),
    }
}

/// Mean value of a game with its interval.
pub(super) fn mean(by_deal: &TotalsByDeal) -> Estimate {
    let mut groups = Groups::default();
    by_deal.values().for_each(|&(games, points)| groups.add(games, points));
    let (low, high) = groups.interval();
    if by_deal.is_empty() {
        Estimate::from(f64::NAN)
    } else {
        Estimate::new(low, groups.mean(), high)
    }
}

/// Mean difference of a game, over the deals that both played equally often.
pub(super) fn difference(ours: &TotalsByDeal, theirs: &TotalsByDeal) -> Estimate {
    let mut difference = Difference::default();
    let mut common = 0;
    for (deal, &(games, points)) in ours {
        if let Some(&(others, their_points)) =
            theirs.get(deal).filter(|(others, _)| *others == games)
        {
            difference.add(others, points, their_points);
            common += 1;
        }
    }
    let (low, high) = difference.interval();
    if common == 0 { Estimate::from(f64::NAN) } else { Estimate::new(low, difference.mean(), high) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Verdict;
    use crate::reproduce::verdicts;

    #[test]
    fn only_common_deals_are_compared() {
        let ours = TotalsByDeal::from([(0, (2, 2.0)), (1, (2, 1.0)), (2, (2, 1.5)), (3, (1, 1.0))]);
        let theirs = TotalsByDeal::from([
            (0, (2, 0.0)),
            (1, (2, 1.0)),
            (2, (2, 1.0)),
            (3, (2, 0.0)),
            (9, (2, 2.0)),
        ]);
        let found = difference(&ours, &theirs);
        assert!((found.value - 2.5 / 6.0).abs() < 1e-12, "{found:?}");
        assert_eq!(mean(&ours).value, 5.5 / 7.0);
    }

    /// By hand: 30/10 = 3. The residuals of (5, 12, 13) after 3 times (2, 4, 4) are -1, 0, 1, with
    /// a deviation of 1, to be divided by sqrt(3) and by the mean 10/3.
    #[test]
    fn ratios_of_what_was_measured_together() {
        let ours =
            TotalsByDeal::from([(0, (1, 5.0)), (1, (2, 24.0)), (2, (1, 13.0)), (3, (1, 1.0))]);
        let theirs = TotalsByDeal::from([(0, (2, 4.0)), (1, (1, 4.0)), (2, (1, 4.0))]);
        let found = ratio(&ours, &theirs);
        let (low, high) = found.interval.unwrap();
        assert!((found.value - 3.0).abs() < 1e-12, "{found:?}");
        assert!(((high - low) / 2.0 - 4.302_65 * 0.3 / 3_f64.sqrt()).abs() < 1e-3, "{found:?}");
        assert_eq!(mean_difference(&ours, &theirs).value, (3.0 + 8.0 + 9.0) / 3.0);
        assert!(!ratio(&ours, &TotalsByDeal::new()).value.is_finite());
    }

    /// A single deal that one player won and the other lost does not show that one is better.
    #[test]
    fn a_single_deal_decides_nothing() {
        let (won, lost) =
            (TotalsByDeal::from([(7, (2, 2.0))]), TotalsByDeal::from([(7, (2, 1.0))]));
        for found in [mean_difference(&won, &lost), ratio(&won, &lost)] {
            assert!(found.value > 0.4, "{found:?}");
            assert_eq!(verdicts::at_least(&found, 0.1), Verdict::Undecided);
            assert_eq!(verdicts::at_most(&found, 0.1), Verdict::Undecided);
            assert_eq!(verdicts::positive(&found), Verdict::Undecided);
        }
    }

    /// By hand: half-widths of 0.03 and 0.04 give one of 0.05.
    #[test]
    fn errors_of_two_runs_add_in_squares() {
        let found = apart(&Estimate::new(0.57, 0.6, 0.63), &Estimate::new(0.46, 0.5, 0.54));
        let (low, high) = found.interval.unwrap();
        assert!((found.value - 0.1).abs() < 1e-12, "{found:?}");
        assert!((low - 0.05).abs() < 1e-12 && (high - 0.15).abs() < 1e-12, "{found:?}");
        assert!(apart(&Estimate::from(0.5), &found).value.is_nan());
    }

    #[test]
    fn every_other_play() {
        let numbers =
            |plays: Plays| (0..6).filter(|&play| plays.include(play)).collect::<Vec<u64>>();
        assert_eq!(numbers(Plays::All), [0, 1, 2, 3, 4, 5]);
        assert_eq!(numbers(Plays::Odd), [0, 2, 4]);
        assert_eq!(numbers(Plays::Even), [1, 3, 5]);
    }

    #[test]
    fn nothing_is_not_a_number() {
        assert!(mean(&TotalsByDeal::new()).value.is_nan());
        assert!(difference(&TotalsByDeal::new(), &TotalsByDeal::new()).value.is_nan());
    }
}
