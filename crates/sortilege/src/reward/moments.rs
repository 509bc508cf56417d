//! Means, deviations and covariances of numbers that arrive one by one (Welford 1962). The numbers
//! are not stored, and there is no cancellation as with sums of squares.
//!
//! [`Usual`] has mean and deviation of one measure over the simulations that a player won, and the
//! standardized distance of another simulation from that mean (QR §4, eq. 3 and 6).

use crate::Player;
use crate::game::MAX_PLAYERS;

/// Count, mean and spread of a sequence of numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Moments {
    /// An exact integer, because no run has 2^53 simulations.
    count: f64,
    mean: f64,
    /// The sum of squared distances from the mean.
    squares: f64,
}

impl Moments {
    #[inline]
    pub(super) fn push(&mut self, x: f64) {
        self.count += 1.0;
        let before = x - self.mean;
        self.mean += before / self.count;
        self.squares += before * (x - self.mean);
    }

    #[inline]
    pub(super) fn count(&self) -> f64 {
        self.count
    }

    #[inline]
    pub(super) fn mean(&self) -> f64 {
        self.mean
    }

    /// The population standard deviation, not the larger estimate from a sample.
    #[inline]
    pub(super) fn deviation(&self) -> f64 {
        (self.squares / self.count.max(1.0)).sqrt()
    }
}

/// Covariance of a sequence x with a sequence y.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Comoments {
    x_mean: f64,
    y: Moments,
    /// Sum of the products of both distances from the mean.
    products: f64,
}

impl Comoments {
    #[inline]
    pub(super) fn push(&mut self, x: f64, y: f64) {
        self.y.push(y);
        let before = x - self.x_mean;
        self.x_mean += before / self.y.count;
        self.products += before * (y - self.y.mean);
    }

    /// Cov(x, y) / Var(y); `None` if y is constant.
    #[inline]
    pub(super) fn slope(&self) -> Option<f64> {
        (self.y.squares > 0.0).then(|| self.products / self.y.squares)
    }
}

/// Statistics of the measure, by winner.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Usual([Moments; MAX_PLAYERS]);

impl Usual {
    /// Distance of `measure` from the mean over the simulations that `winner` won, in standard
    /// deviations; `None` while all of them are equal.
    #[inline]
    pub(super) fn lambda(&self, winner: Player, measure: f64) -> Option<f64> {
        let usual = &self.0[winner.0];
        let deviation = usual.deviation();
        (deviation > 0.0).then(|| (measure - usual.mean()) / deviation)
    }

    /// Number of simulations that `winner` has won.
    #[inline]
    pub(super) fn wins(&self, winner: Player) -> f64 {
        self.0[winner.0].count()
    }

    /// Adds a simulation that `winner` won.
    #[inline]
    pub(super) fn push(&mut self, winner: Player, measure: f64) {
        self.0[winner.0].push(measure);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn mean(xs: &[f64]) -> f64 {
        xs.iter().sum::<f64>() / xs.len() as f64
    }

    /// The mean product of the distances from the means, in two passes.
    fn covariance(xs: &[f64], ys: &[f64]) -> f64 {
        let (mx, my) = (mean(xs), mean(ys));
        xs.iter().zip(ys).map(|(x, y)| (x - mx) * (y - my)).sum::<f64>() / xs.len() as f64
    }

    proptest! {
        #[test]
        fn one_pass_finds_what_two_passes_find(
            pairs in prop::collection::vec((-50.0..200.0f64, 1.0..400.0f64), 2..200)
        ) {
            let (xs, ys): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
            let (mut moments, mut comoments) = (Moments::default(), Comoments::default());
            for &(x, y) in &pairs {
                moments.push(x);
                comoments.push(x, y);
            }
            prop_assert_eq!(moments.count(), pairs.len() as f64);
            prop_assert!((moments.mean() - mean(&xs)).abs() < 1e-9);
            prop_assert!((moments.deviation() - covariance(&xs, &xs).sqrt()).abs() < 1e-9);
            let slope = comoments.slope().expect("no two of the random numbers are the same");
            let (above, below) = (covariance(&xs, &ys), covariance(&ys, &ys));
            prop_assert!((slope * below - above).abs() < 1e-7, "{} of {} and {}", slope, above, below);
        }
    }

    #[test]
    fn a_series_of_equal_numbers_has_no_deviation_at_all() {
        let (mut moments, mut comoments) = (Moments::default(), Comoments::default());
        assert_eq!((moments.deviation(), comoments.slope()), (0.0, None));
        for i in 0..1000 {
            moments.push(0.1);
            comoments.push(f64::from(i), 0.1);
        }
        assert_eq!((moments.deviation(), comoments.slope()), (0.0, None));
    }
}
