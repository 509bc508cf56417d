//! Verdicts on claims from intervals, as pure functions of numbers.
//!
//! A claim *holds* if every value in the interval agrees with it, *fails* if none does, and is
//! *undecided* otherwise. Each interval has a confidence of 95% on its own. A claim with several
//! parts holds only if all of them hold, and fails if one of them fails; more parts therefore make
//! it harder to hold.

use crate::report::{Estimate, Verdict};
use crate::stats::{clopper_pearson, spearman};
use sortilege::Rng;

/// Verdict on the conjunction of several claims; an empty one holds.
pub fn all(verdicts: impl IntoIterator<Item = Verdict>) -> Verdict {
    let worse = |a: Verdict, b: Verdict| match (a, b) {
        (Verdict::Fails, _) | (_, Verdict::Fails) => Verdict::Fails,
        (Verdict::Undecided, _) | (_, Verdict::Undecided) => Verdict::Undecided,
        _ => Verdict::Holds,
    };
    verdicts.into_iter().fold(Verdict::Holds, worse)
}

/// Verdict on the claim that at least `needed` of several claims hold.
pub fn enough(verdicts: impl IntoIterator<Item = Verdict>, needed: usize) -> Verdict {
    let verdicts: Vec<Verdict> = verdicts.into_iter().collect();
    let count = |wanted: Verdict| verdicts.iter().filter(|&&verdict| verdict == wanted).count();
    match count(Verdict::Holds) {
        holding if holding >= needed => Verdict::Holds,
        holding if holding + count(Verdict::Undecided) < needed => Verdict::Fails,
        _ => Verdict::Undecided,
    }
}

/// Verdict on a number being in a range that includes its ends.
pub fn within(number: &Estimate, low: f64, high: f64) -> Verdict {
    let (bottom, top) = ends(number);
    match () {
        () if !number.value.is_finite() => Verdict::Undecided,
        () if low <= bottom && top <= high => Verdict::Holds,
        () if top < low || high < bottom => Verdict::Fails,
        () => Verdict::Undecided,
    }
}

/// Verdict on a number being at least `low`.
pub fn at_least(number: &Estimate, low: f64) -> Verdict {
    within(number, low, f64::INFINITY)
}

/// Verdict on a number being at most `high`.
pub fn at_most(number: &Estimate, high: f64) -> Verdict {
    within(number, f64::NEG_INFINITY, high)
}

/// Verdict on a number being above 0; an interval that ends at 0 is undecided.
pub fn positive(number: &Estimate) -> Verdict {
    let (bottom, top) = ends(number);
    match () {
        () if bottom > 0.0 => Verdict::Holds,
        () if top < 0.0 => Verdict::Fails,
        () => Verdict::Undecided,
    }
}

/// Verdict on a number being below 0.
pub fn negative(number: &Estimate) -> Verdict {
    let (bottom, top) = ends(number);
    positive(&Estimate::new(-top, -number.value, -bottom))
}

/// Verdict on no game being lost, among at least `needed` games.
pub fn no_losses(losses: u64, games: u64, needed: u64) -> Verdict {
    match losses {
        0 if games >= needed => Verdict::Holds,
        0 => Verdict::Undecided,
        _ => Verdict::Fails,
    }
}

/// Share of games with its exact interval.
pub fn share(count: u64, games: u64) -> Estimate {
    let (count, total) = (count as f64, games as f64);
    let (low, high) = clopper_pearson(count, total);
    if games == 0 { Estimate::from(f64::NAN) } else { Estimate::new(low, count / total, high) }
}

/// Slope of a regression line through independent measurements, each weighted by its precision
/// (weighted least squares with known errors). Returns `None` if the points do not determine a
/// line.
pub fn slope(points: &[(f64, Estimate)]) -> Option<Estimate> {
    let known: Vec<[f64; 3]> =
        points.iter().filter_map(|(x, y)| Some([*x, y.value, weight(y)?])).collect();
    let total: f64 = known.iter().map(|[_, _, w]| w).sum();
    let mean = |of: usize| known.iter().map(|point| point[of] * point[2]).sum::<f64>() / total;
    let (x_mean, y_mean) = (mean(0), mean(1));
    let spread: f64 = known.iter().map(|[x, _, w]| w * (x - x_mean).powi(2)).sum();
    let product: f64 = known.iter().map(|[x, y, w]| w * (x - x_mean) * (y - y_mean)).sum();
    let (slope, reach) = (product / spread, Z95 / spread.sqrt());
    (spread > 0.0 && slope.is_finite()).then(|| Estimate::new(slope - reach, slope, slope + reach))
}

/// Rank correlation of known numbers and measured numbers. The interval is from the 2.5% to the
/// 97.5% quantile of the correlation if each measurement is drawn again from its normal
/// distribution.
pub fn rank_correlation(points: &[(f64, Estimate)]) -> Option<Estimate> {
    const DRAWS: usize = 4000;
    let errors: Vec<f64> =
        points.iter().map(|(_, y)| weight(y).map(|w| w.powf(-0.5))).collect::<Option<_>>()?;
    let x: Vec<f64> = points.iter().map(|(x, _)| *x).collect();
    let y: Vec<f64> = points.iter().map(|(_, y)| y.value).collect();
    let found = spearman(&x, &y)?.rho;
    let mut rng = Rng::new(points.len() as u64);
    let mut drawn: Vec<f64> = (0..DRAWS)
        .filter_map(|_| {
            let y: Vec<f64> =
                y.iter().zip(&errors).map(|(y, error)| y + error * normal(&mut rng)).collect();
            Some(spearman(&x, &y)?.rho)
        })
        .collect();
    drawn.sort_unstable_by(f64::total_cmp);
    let at = |share: f64| drawn[(share * (drawn.len() - 1) as f64).round() as usize];
    Some(Estimate::new(at(0.025), found, at(0.975)))
}

/// Draw from the standard normal distribution (Box & Muller 1958).
fn normal(rng: &mut Rng) -> f64 {
    let radius = (-2.0 * (1.0 - rng.unit()).ln()).sqrt();
    radius * (std::f64::consts::TAU * rng.unit()).cos()
}

/// Two-sided 95% quantile of the normal distribution.
const Z95: f64 = 1.959_963_984_540_054;

/// Inverse square of the standard error that belongs to a 95% interval.
fn weight(estimate: &Estimate) -> Option<f64> {
    let (low, high) = estimate.interval?;
    let error = (high - low) / 2.0 / Z95;
    (error > 0.0 && error.is_finite() && estimate.value.is_finite()).then(|| 1.0 / (error * error))
}

fn ends(estimate: &Estimate) -> (f64, f64) {
    estimate.interval.unwrap_or((estimate.value, estimate.value))
}

#[cfg(test)]
mod tests {
    use super::Verdict::{Fails, Holds, Undecided};
    use super::*;

    fn interval(low: f64, high: f64) -> Estimate {
        Estimate::new(low, (low + high) / 2.0, high)
    }

    #[test]
    fn one_failure_is_enough_and_one_doubt_too() {
        assert_eq!(all([]), Holds);
        assert_eq!(all([Holds, Holds]), Holds);
        assert_eq!(all([Holds, Undecided]), Undecided);
        assert_eq!(all([Undecided, Fails, Holds]), Fails);
    }

    #[test]
    fn some_of_many() {
        assert_eq!(enough([Holds, Fails, Holds], 2), Holds);
        assert_eq!(enough([Holds, Fails, Undecided], 2), Undecided);
        assert_eq!(enough([Holds, Fails, Fails], 2), Fails);
        assert_eq!(enough([], 1), Fails);
    }

    #[test]
    fn ranks_of_what_is_known_well_and_badly() {
        let points = |error: f64| {
            let point = |x: f64| (x, Estimate::new(x - Z95 * error, x, x + Z95 * error));
            [1.0, 2.0, 3.0, 4.0, 5.0, 6.0].map(point)
        };
        let sure = rank_correlation(&points(0.01)).unwrap();
        assert_eq!((sure.value, sure.interval), (1.0, Some((1.0, 1.0))));
        let unsure = rank_correlation(&points(3.0)).unwrap();
        let (low, high) = unsure.interval.unwrap();
        assert!(low < 0.3 && high > 0.8, "{unsure:?}");
        assert_eq!(rank_correlation(&[(1.0, Estimate::from(0.5))]), None);
    }

    #[test]
    fn bounds() {
        assert_eq!(at_least(&interval(0.6, 0.7), 0.6), Holds);
        assert_eq!(at_least(&interval(0.5, 0.7), 0.6), Undecided);
        assert_eq!(at_least(&interval(0.4, 0.5), 0.6), Fails);
        assert_eq!(at_most(&interval(0.4, 0.5), 0.6), Holds);
        assert_eq!(at_most(&interval(0.5, 0.7), 0.6), Undecided);
        assert_eq!(at_most(&interval(0.61, 0.7), 0.6), Fails);
        assert_eq!(within(&interval(-0.04, 0.05), -0.05, 0.05), Holds);
        assert_eq!(within(&interval(-0.04, 0.06), -0.05, 0.05), Undecided);
        assert_eq!(within(&interval(-0.2, 0.2), -0.05, 0.05), Undecided);
        assert_eq!(within(&interval(0.06, 0.2), -0.05, 0.05), Fails);
        assert_eq!(within(&interval(-0.2, -0.06), -0.05, 0.05), Fails);
    }

    #[test]
    fn what_was_not_measured_is_undecided() {
        assert_eq!(at_least(&Estimate::from(f64::NAN), 0.0), Undecided);
        assert_eq!(positive(&Estimate::from(f64::NAN)), Undecided);
        assert_eq!(share(0, 0).interval, None);
    }

    #[test]
    fn signs() {
        assert_eq!(positive(&interval(0.01, 0.03)), Holds);
        assert_eq!(positive(&interval(-0.01, 0.03)), Undecided);
        assert_eq!(positive(&interval(0.0, 0.03)), Undecided);
        assert_eq!(positive(&interval(-0.03, 0.0)), Undecided);
        assert_eq!(positive(&interval(-0.03, -0.01)), Fails);
    }

    #[test]
    fn losses() {
        assert_eq!(no_losses(0, 5000, 5000), Holds);
        assert_eq!(no_losses(0, 4999, 5000), Undecided);
        assert_eq!(no_losses(1, 1_000_000, 5000), Fails);
        // Clopper & Pearson: with no loss in n games the upper end is 1 - (0.025)^(1/n).
        let upper = share(0, 100).interval.unwrap().1;
        assert!((upper - (1.0 - 0.025_f64.powf(0.01))).abs() < 1e-12, "{upper}");
    }

    /// By hand: three points with errors 0.1 at x = 0, 1, 2 have a spread of 2 * 100, so the slope
    /// has an error of 1/sqrt(200).
    #[test]
    fn a_line_through_three_points() {
        let point =
            |x: f64, y: f64, error: f64| (x, Estimate::new(y - Z95 * error, y, y + Z95 * error));
        let line =
            slope(&[point(0.0, 0.7, 0.1), point(1.0, 0.5, 0.1), point(2.0, 0.3, 0.1)]).unwrap();
        let (low, high) = line.interval.unwrap();
        assert!((line.value + 0.2).abs() < 1e-12);
        assert!(((high - low) / 2.0 - Z95 / 200_f64.sqrt()).abs() < 1e-12);
        assert_eq!(at_most(&line, 0.0), Holds);
        // Of three points, the two precise ones determine the line.
        let line =
            slope(&[point(0.0, 0.4, 0.01), point(1.0, 0.5, 0.01), point(2.0, 0.0, 10.0)]).unwrap();
        assert!((line.value - 0.1).abs() < 1e-3);
        assert_eq!(positive(&line), Holds);
    }

    #[test]
    fn there_is_no_line_through_one_place() {
        let point = Estimate::new(0.4, 0.5, 0.6);
        assert_eq!(slope(&[]), None);
        assert_eq!(slope(&[(1.0, point)]), None);
        assert_eq!(slope(&[(1.0, point), (1.0, point)]), None);
        assert_eq!(slope(&[(1.0, point), (2.0, Estimate::from(0.5))]), None);
    }
}
