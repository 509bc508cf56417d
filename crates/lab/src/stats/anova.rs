//! Analysis of variance for full factorial designs: main effects and interactions of factors.
//!
//! Every combination of levels is a cell, with at least one observation each and more observations
//! than cells. A set S of factors has contrasts C, one row for each of its ∏ (levels − 1) degrees
//! of freedom. A contrast compares level l with level 0 of each factor in S, averaged over the
//! levels of all other factors. With cell means μ̂, D = diag(1/n) of the cells' sizes and the mean
//! square s² within cells,
//!
//! ```text
//! sum of squares = (Cμ̂)ᵀ (C D Cᵀ)⁻¹ (Cμ̂)        F = sum of squares / (degrees of freedom · s²)
//! ```
//!
//! These are sums of squares of Type III (Yates' weighted squares of means, 1934): each term is
//! tested given all others. If all cells have the same size, which is the preferable case, all
//! types agree.
//!
//! Observations must be independent of each other: take the mean of several games on one deal. If
//! cells share deals, the differences between deals stay within the cells, which makes the tests
//! conservative.

use super::linear::{Matrix, dot, inverse, times};
use statrs::distribution::{ContinuousCDF, FisherSnedecor};
use std::fmt;

/// Analysis of a design.
#[derive(Clone, Debug, PartialEq)]
pub struct Anova {
    /// One term per set of factors: single factors first, then pairs, and so on.
    pub terms: Vec<Term>,
    /// Variation within cells, which no term explains.
    pub residual: Residual,
    design: AnovaDesign,
}

/// Main effect of a factor, or interaction of several factors.
#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    /// Indices of the factors.
    pub factors: Vec<usize>,
    /// Sum of squares.
    pub sum_of_squares: f64,
    /// Degrees of freedom.
    pub freedom: usize,
    /// F statistic: mean square of the term divided by the residual mean square.
    pub f: f64,
    /// Probability of an F at least as large if the term has no effect.
    pub p: f64,
    /// Size of the effect, if all factors of the term have two levels.
    pub effect: Option<VarianceShare>,
}

/// Residual variation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Residual {
    /// Sum of squares.
    pub sum_of_squares: f64,
    /// Degrees of freedom.
    pub freedom: usize,
}

/// Estimated mean or effect with its standard error.
///
/// The effect of one factor is the mean at level 1 minus the mean at level 0. The interaction of
/// two factors is half the difference between the effects of one at the two levels of the other,
/// and so on. Each is the mean of half of the cells minus the mean of the other half (Box, Hunter &
/// Hunter 1978, chapter 10), so all effects are on one scale.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VarianceShare {
    /// Value of the estimate.
    pub value: f64,
    /// Standard error, on the degrees of freedom of the residual.
    pub standard_error: f64,
}

/// Reason why an analysis is impossible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnovaError {
    /// An observation has another number of factors than the first.
    Ragged {
        /// Index of the observation, from 0.
        observation: usize,
    },
    /// A factor has only one level.
    Constant {
        /// Index of the factor, from 0.
        factor: usize,
    },
    /// A combination of levels has no observation.
    Empty {
        /// Levels of the combination.
        levels: Vec<usize>,
    },
    /// There are no more observations than cells, so the residual variance cannot be estimated.
    TooFew {
        /// Number of observations.
        observations: usize,
        /// Number of cells.
        cells: usize,
    },
}

impl Anova {
    /// Analyses observations, each with the level of every factor (from 0) and a value.
    pub fn new<L: AsRef<[usize]>>(observations: &[(L, f64)]) -> Result<Anova, AnovaError> {
        let design = AnovaDesign::new(observations)?;
        let residual = design.residual();
        let total = design.sum_of_squares();
        let sets = subsets(design.levels.len());
        let terms = sets.into_iter().map(|factors| design.term(factors, residual, total)).collect();
        Ok(Anova { terms, residual, design })
    }

    /// Term of these factors, which must be in ascending order.
    pub fn term(&self, factors: &[usize]) -> Option<&Term> {
        self.terms.iter().find(|term| term.factors == factors)
    }

    /// Mean at one combination of levels of some factors, given as (factor, level). The levels of
    /// the other factors have equal weight.
    pub fn mean(&self, at: &[(usize, usize)]) -> VarianceShare {
        let levels = &self.design.levels;
        let weights =
            self.design.weights(|factor, level| match at.iter().find(|place| place.0 == factor) {
                Some(place) => f64::from(place.1 == level),
                None => 1.0 / levels[factor] as f64,
            });
        self.design.estimate(&weights, self.residual)
    }
}

impl Residual {
    /// Variance within cells.
    pub fn mean_square(&self) -> f64 {
        self.sum_of_squares / self.freedom as f64
    }
}

impl std::error::Error for AnovaError {}

impl fmt::Display for AnovaError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            AnovaError::Ragged { observation } => {
                write!(
                    f,
                    "observation {observation} and the first have different numbers of factors"
                )
            }
            AnovaError::Constant { factor } => write!(f, "factor {factor} has one level only"),
            AnovaError::Empty { levels } => {
                write!(f, "there is no observation at levels {levels:?}")
            }
            AnovaError::TooFew { observations, cells } => {
                write!(
                    f,
                    "{observations} observations are too few for {cells} cells: at least one must repeat"
                )
            }
        }
    }
}

/// Cells, in the order of their levels; the last factor varies fastest.
#[derive(Clone, Debug, PartialEq)]
struct AnovaDesign {
    /// Number of levels of each factor.
    levels: Vec<usize>,
    sizes: Vec<f64>,
    means: Vec<f64>,
    /// Sum of squared distances from the cell means.
    within: f64,
}

impl AnovaDesign {
    fn new<L: AsRef<[usize]>>(observations: &[(L, f64)]) -> Result<Self, AnovaError> {
        let levels = count_levels(observations)?;
        let cells = levels.iter().fold(1_usize, |cells, &levels| cells.saturating_mul(levels));
        if observations.len() <= cells {
            return Err(AnovaError::TooFew { observations: observations.len(), cells });
        }
        let mut design =
            AnovaDesign { levels, sizes: vec![0.0; cells], means: vec![0.0; cells], within: 0.0 };
        observations.iter().for_each(|(at, value)| design.add(at.as_ref(), *value));
        match design.sizes.iter().position(|&size| size == 0.0) {
            Some(cell) => Err(AnovaError::Empty { levels: design.levels_of(cell) }),
            None => Ok(design),
        }
    }

    /// Welford's update of mean and squares (1962).
    fn add(&mut self, at: &[usize], value: f64) {
        let cell =
            at.iter().zip(&self.levels).fold(0, |cell, (level, levels)| cell * levels + level);
        let off = value - self.means[cell];
        self.sizes[cell] += 1.0;
        self.means[cell] += off / self.sizes[cell];
        self.within += off * (value - self.means[cell]);
    }

    fn levels_of(&self, mut cell: usize) -> Vec<usize> {
        let mut at = vec![0; self.levels.len()];
        for (level, levels) in at.iter_mut().zip(&self.levels).rev() {
            *level = cell % levels;
            cell /= levels;
        }
        at
    }

    fn residual(&self) -> Residual {
        let observations = self.sizes.iter().sum::<f64>() as usize;
        Residual { sum_of_squares: self.within, freedom: observations - self.sizes.len() }
    }

    /// Sum of squared distances from the overall mean.
    fn sum_of_squares(&self) -> f64 {
        let mean = dot(&self.sizes, &self.means) / self.sizes.iter().sum::<f64>();
        let between = |(size, cell): (&f64, &f64)| size * (cell - mean) * (cell - mean);
        self.within + self.sizes.iter().zip(&self.means).map(between).sum::<f64>()
    }

    fn term(&self, factors: Vec<usize>, residual: Residual, total: f64) -> Term {
        let contrasts = self.contrasts(&factors);
        let differences = times(&contrasts, &self.means);
        let covariance = contrasts.iter().map(|row| {
            let scaled: Vec<f64> =
                row.iter().zip(&self.sizes).map(|(weight, size)| weight / size).collect();
            times(&contrasts, &scaled)
        });
        let solved = times(&inverse(covariance.collect()), &differences);
        let freedom = contrasts.len();
        let sum_of_squares = dot(&solved, &differences);
        // A sum of squares at the level of rounding errors counts as 0, for the term and for the
        // residual.
        let [explained, left] = [sum_of_squares, residual.sum_of_squares]
            .map(|squares| if squares <= 1e-24 * total { 0.0 } else { squares });
        let f = match explained {
            0.0 => 0.0,
            _ => explained / freedom as f64 * residual.freedom as f64 / left,
        };
        let effect = (factors.iter().all(|&factor| self.levels[factor] == 2)).then(|| {
            let halves = 0.5_f64.powi(factors.len() as i32 - 1);
            let weights: Vec<f64> = contrasts[0].iter().map(|weight| weight * halves).collect();
            self.estimate(&weights, residual)
        });
        Term { factors, sum_of_squares, freedom, f, p: tail(f, freedom, residual.freedom), effect }
    }

    /// Contrasts of a set of factors, one per row.
    fn contrasts(&self, factors: &[usize]) -> Matrix {
        let rows: usize = factors.iter().map(|&factor| self.levels[factor] - 1).product();
        (0..rows).map(|row| self.contrast(factors, row)).collect()
    }

    fn contrast(&self, factors: &[usize], mut row: usize) -> Vec<f64> {
        let mut against = vec![None; self.levels.len()];
        for &factor in factors {
            against[factor] = Some(1 + row % (self.levels[factor] - 1));
            row /= self.levels[factor] - 1;
        }
        self.weights(|factor, level| match against[factor] {
            None => 1.0 / self.levels[factor] as f64,
            Some(other) => f64::from(level == other) - f64::from(level == 0),
        })
    }

    /// Weight of each cell, as the product over its levels.
    fn weights(&self, weigh: impl Fn(usize, usize) -> f64) -> Vec<f64> {
        let weight = |cell| {
            self.levels_of(cell).into_iter().enumerate().map(|(f, level)| weigh(f, level)).product()
        };
        (0..self.means.len()).map(weight).collect()
    }

    /// Weighted sum of the cell means.
    fn estimate(&self, weights: &[f64], residual: Residual) -> VarianceShare {
        let share: f64 =
            weights.iter().zip(&self.sizes).map(|(weight, size)| weight * weight / size).sum();
        let standard_error = (residual.mean_square() * share).sqrt();
        VarianceShare { value: dot(weights, &self.means), standard_error }
    }
}

/// Number of levels of each factor.
fn count_levels<L: AsRef<[usize]>>(observations: &[(L, f64)]) -> Result<Vec<usize>, AnovaError> {
    let mut levels = vec![0; observations.first().map_or(0, |(at, _)| at.as_ref().len())];
    for (observation, (at, _)) in observations.iter().enumerate() {
        if at.as_ref().len() != levels.len() {
            return Err(AnovaError::Ragged { observation });
        }
        levels
            .iter_mut()
            .zip(at.as_ref())
            .for_each(|(levels, &level)| *levels = level.saturating_add(1).max(*levels));
    }
    match levels.iter().position(|&levels| levels == 1) {
        Some(factor) => Err(AnovaError::Constant { factor }),
        None => Ok(levels),
    }
}

/// Upper tail probability of the F distribution.
fn tail(f: f64, freedom: usize, residual: usize) -> f64 {
    match f {
        0.0 => 1.0,
        f64::INFINITY => 0.0,
        _ => FisherSnedecor::new(freedom as f64, residual as f64)
            .expect("there is some freedom")
            .sf(f),
    }
}

/// All non-empty subsets of n factors, small ones first.
fn subsets(n: usize) -> Vec<Vec<usize>> {
    let members = |set: u64| (0..n).filter(|factor| set >> factor & 1 == 1).collect::<Vec<_>>();
    let mut sets: Vec<_> = (1..1_u64 << n).map(members).collect();
    sets.sort_by_key(|set| (set.len(), set.clone()));
    sets
}

#[cfg(test)]
mod tests {
    use super::super::assert_close;
    use super::*;

    fn check(anova: &Anova, factors: &[usize], freedom: usize, squares: f64, f: f64, p: f64) {
        let term = anova.term(factors).unwrap();
        assert_eq!(term.freedom, freedom);
        assert_close(term.sum_of_squares, squares, 1e-9);
        assert_close(term.f, f, 1e-9);
        assert_close(term.p, p, 1e-9);
    }

    /// Pilot plant data of Box, Hunter & Hunter (1978), chapter 10: temperature, concentration,
    /// catalyst.
    fn pilot_plant() -> Anova {
        let yields =
            [(59, 61), (74, 70), (50, 58), (69, 67), (50, 54), (81, 85), (46, 44), (79, 81)];
        let mut observations = vec![];
        for (cell, runs) in yields.into_iter().enumerate() {
            for run in [runs.0, runs.1] {
                observations.push(([cell & 1, cell >> 1 & 1, cell >> 2], f64::from(run)));
            }
        }
        Anova::new(&observations).unwrap()
    }

    /// Effects from the book; sums of squares, F and p from statsmodels 0.15.0, `anova_lm(ols('y ~
    /// C(t, Sum)*C(c, Sum)*C(k, Sum)', df).fit(), typ=2)`.
    #[test]
    fn two_levels_as_in_the_book() {
        let anova = pilot_plant();
        let effects = anova.terms.iter().map(|term| (&term.factors[..], term.effect.unwrap()));
        let book: [(&[usize], f64); 7] = [
            (&[0], 23.0),
            (&[1], -5.0),
            (&[2], 1.5),
            (&[0, 1], 1.5),
            (&[0, 2], 10.0),
            (&[1, 2], 0.0),
            (&[0, 1, 2], 0.5),
        ];
        for ((factors, ours), (same, value)) in effects.zip(book) {
            assert_eq!(factors, same);
            assert!(
                (ours.value - value).abs() < 1e-12,
                "{factors:?}: {} should be {value}",
                ours.value
            );
            assert_close(ours.standard_error, 2.0_f64.sqrt(), 1e-12);
        }
        assert_eq!((anova.residual.sum_of_squares, anova.residual.freedom), (64.0, 8));
        check(&anova, &[0], 1, 2116.0, 264.5, 2.055_496_402_123_243_2e-7);
        check(&anova, &[1], 1, 100.0, 12.5, 0.007_669_728_020_954_116);
        check(&anova, &[2], 1, 9.0, 1.125, 0.319_813_355_928_095);
        check(&anova, &[0, 2], 1, 400.0, 50.0, 0.000_104_953_622_479_972_4);
        check(&anova, &[0, 1, 2], 1, 1.0, 0.125, 0.732_809_873_602_341);
        assert!(anova.term(&[1, 2]).unwrap().p > 0.999_999);
    }

    #[test]
    fn means_at_levels() {
        let anova = pilot_plant();
        let hot = anova.mean(&[(0, 1)]);
        assert_close(hot.value, (72.0 + 68.0 + 83.0 + 80.0) / 4.0, 1e-12);
        assert_close(hot.standard_error, 1.0, 1e-12);
        assert_close(anova.mean(&[(2, 1), (0, 0)]).value, (52.0 + 45.0) / 2.0, 1e-12);
        assert_close(anova.mean(&[]).value, 64.25, 1e-12);
    }

    /// statsmodels 0.15.0: `anova_lm(ols('y ~ C(a, Sum)*C(b, Sum)*C(c, Sum)', df).fit(), typ=2)`.
    #[test]
    fn three_factors_with_two_three_and_two_levels() {
        let values = [
            4.1, 3.8, 5.2, 5.9, 6.1, 6.4, 7.7, 7.1, 5.0, 4.4, 6.3, 6.9, 5.5, 5.1, 4.9, 4.2, 8.0,
            8.8, 9.1, 9.4, 6.6, 7.3, 7.0, 6.1,
        ];
        let at = |run: usize| [run / 12, run / 4 % 3, run / 2 % 2];
        let observations: Vec<_> =
            values.into_iter().enumerate().map(|(run, y)| (at(run), y)).collect();
        let anova = Anova::new(&observations).unwrap();
        check(
            &anova,
            &[0],
            1,
            7.150_416_666_666_665,
            38.738_148_984_198_6,
            4.423_829_394_421_912e-5,
        );
        check(&anova, &[1], 2, 35.7925, 96.954_853_273_137_66, 3.917_658_339_342_916e-8);
        check(&anova, &[2], 1, 3.153_75, 17.085_778_781_038_325, 0.001_386_828_164_664_038_4);
        check(
            &anova,
            &[0, 1],
            2,
            3.330_833_333_333_344_6,
            9.022_573_363_431_173,
            0.004_059_209_822_395_525,
        );
        check(&anova, &[0, 2], 1, 4.083_75, 22.124_153_498_871_32, 0.000_511_112_552_499_575_5);
        check(&anova, &[1, 2], 2, 0.3325, 0.900_677_200_902_920_6, 0.432_073_098_437_671_83);
        check(&anova, &[0, 1, 2], 2, 1.3675, 3.704_288_939_051_873_6, 0.055_863_120_154_508_77);
        assert_eq!(anova.residual.freedom, 12);
        assert_close(anova.residual.sum_of_squares, 2.215, 1e-9);
        assert!(
            anova.term(&[0]).unwrap().effect.is_some()
                && anova.term(&[0, 1]).unwrap().effect.is_none()
        );
    }

    /// statsmodels 0.15.0: `anova_lm(ols('y ~ C(a, Sum)*C(b, Sum)', df).fit(), typ=3)`.
    #[test]
    fn cells_of_unequal_size() {
        let cells: [([usize; 2], &[f64]); 6] = [
            ([0, 0], &[4.1, 3.8, 4.6]),
            ([0, 1], &[5.2, 5.9]),
            ([0, 2], &[6.1, 6.4, 7.7, 7.1]),
            ([1, 0], &[5.5, 5.1]),
            ([1, 1], &[8.0, 8.8, 7.5]),
            ([1, 2], &[6.6, 7.3]),
        ];
        let all: Vec<_> =
            cells.iter().flat_map(|(at, values)| values.iter().map(move |&y| (at, y))).collect();
        let anova = Anova::new(&all).unwrap();
        check(
            &anova,
            &[0],
            1,
            6.001_408_045_977_025,
            18.163_151_715_441_177,
            0.001_658_249_959_556_767_5,
        );
        check(
            &anova,
            &[1],
            2,
            14.711_833_333_333_32,
            22.262_547_288_776_766,
            0.000_207_499_885_869_099_2,
        );
        check(
            &anova,
            &[0, 1],
            2,
            3.730_119_047_619_019,
            5.644_568_546_207_845,
            0.022_867_027_118_558_175,
        );
        assert_eq!(anova.residual.freedom, 10);
        assert_close(anova.residual.sum_of_squares, 3.304_166_666_666_668_5, 1e-9);
    }

    /// SciPy 1.17.1: `stats.f.sf(f, a, b)`.
    #[test]
    fn tails_as_scipy_has_them() {
        assert_close(tail(4.5, 1, 8), 0.066_688, 1e-9);
        assert_close(tail(3.84, 1, 1_000_000), 0.050_043_798_609_967_25, 1e-7);
        assert_close(tail(6.7, 3, 31_984), 0.000_162_295_939_448_598_25, 1e-7);
        assert_close(tail(2.2, 15, 10_000_000), 0.004_693_924_626_847_202, 1e-7);
    }

    #[test]
    fn no_noise_is_no_doubt() {
        let same: Vec<_> =
            (0..8).map(|run| ([run % 2, run / 2 % 2], [0.1, 0.7][run % 2])).collect();
        let anova = Anova::new(&same).unwrap();
        assert_eq!((anova.terms[0].f, anova.terms[0].p), (f64::INFINITY, 0.0));
        assert_eq!((anova.terms[1].f, anova.terms[1].p), (0.0, 1.0));
    }

    #[test]
    fn designs_that_cannot_be_analysed() {
        let analyse = |observations: &[(Vec<usize>, f64)]| Anova::new(observations).unwrap_err();
        let at = |levels: &[usize]| (levels.to_vec(), 1.0);
        assert_eq!(analyse(&[at(&[0, 0]), at(&[1])]), AnovaError::Ragged { observation: 1 });
        assert_eq!(analyse(&[at(&[0, 0]), at(&[1, 0])]), AnovaError::Constant { factor: 1 });
        assert_eq!(
            analyse(&[at(&[0]), at(&[1])]),
            AnovaError::TooFew { observations: 2, cells: 2 }
        );
        let far = analyse(&[at(&[usize::MAX, 0]), at(&[0, 1])]);
        assert_eq!(far, AnovaError::TooFew { observations: 2, cells: usize::MAX });
        let gap = [at(&[0, 0]), at(&[0, 1]), at(&[1, 1]), at(&[1, 1]), at(&[0, 0])];
        assert_eq!(analyse(&gap), AnovaError::Empty { levels: vec![1, 0] });
        assert_eq!(analyse(&[]), AnovaError::TooFew { observations: 0, cells: 1 });
    }
}
