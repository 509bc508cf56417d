//! Student's t distribution for intervals and tests, with the normal distribution as its limit; the
//! default confidence of intervals, and intervals of jackknife estimates.

use sortilege::exact::Estimate;
use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

/// Degrees of freedom from which the normal distribution is used. There the two quantiles agree to
/// four digits, while `statrs` loses more digits in its quantiles of t.
const MUCH_FREEDOM: f64 = 1e5;

/// Half-width of an interval of this confidence, in standard errors.
pub(crate) fn reach(confidence: f64, freedom: f64) -> f64 {
    let p = (1.0 + confidence) / 2.0;
    if freedom > MUCH_FREEDOM {
        return Normal::standard().inverse_cdf(p);
    }
    student(freedom).inverse_cdf(p)
}

/// Two-sided probability of a value at least as far from 0 as `t`.
pub(super) fn two_sided(t: f64, freedom: f64) -> f64 {
    if t.is_infinite() {
        return 0.0;
    }
    if freedom > MUCH_FREEDOM {
        return 2.0 * Normal::standard().sf(t.abs());
    }
    2.0 * student(freedom).sf(t.abs())
}

fn student(freedom: f64) -> StudentsT {
    StudentsT::new(0.0, 1.0, freedom).expect("there is some freedom")
}

/// Default confidence of an interval.
pub const CONFIDENCE: f64 = 0.95;

/// 95% interval of a jackknife estimate, by Student's t with (number of groups − 1) degrees of
/// freedom; `None` with fewer than two groups.
pub fn jackknife_interval(estimate: &Estimate) -> Option<(f64, f64)> {
    let error = estimate.error?;
    let reach = error * reach(CONFIDENCE, estimate.groups as f64 - 1.0);
    Some((estimate.value - reach, estimate.value + reach))
}

#[cfg(test)]
mod tests {
    use super::super::assert_close;
    use super::*;

    /// SciPy 1.17.1: `stats.t.ppf(0.975, d)` and `stats.t.ppf(0.995, d)`.
    #[test]
    fn quantiles_as_scipy_has_them() {
        let quantiles = [
            (1.0, 12.706_204_736_174_694, 63.656_741_162_871_526),
            (4.0, 2.776_445_105_197_793_4, 4.604_094_871_349_992),
            (30.0, 2.042_272_456_301_237_8, 2.749_995_653_567_225_4),
        ];
        for (freedom, p95, p99) in quantiles {
            assert_close(reach(0.95, freedom), p95, 1e-9);
            assert_close(reach(0.99, freedom), p99, 1e-9);
        }
        for freedom in [99_999.0, 100_001.0, 1e6] {
            assert_close(reach(0.95, freedom), 1.959_97, 2e-5);
            assert_close(reach(0.99, freedom), 2.575_85, 2e-5);
        }
    }

    /// SciPy 1.17.1: `2 * stats.t.sf(t, d)`.
    #[test]
    fn tails_as_scipy_has_them() {
        assert_close(two_sided(2.5, 8.0), 0.036_942_037_713_624_12, 1e-9);
        assert_close(two_sided(-4.0, 20.0), 0.000_703_523_293_128_318_7, 1e-9);
        assert_close(two_sided(0.3, 1.0), 0.814_452_841_844_515_4, 1e-9);
        assert_close(two_sided(1.96, 1e6), 0.049_996_067_585_269_85, 1e-4);
        assert_eq!(two_sided(f64::INFINITY, 5.0), 0.0);
    }

    #[test]
    fn ten_groups_have_nine_degrees_of_freedom() {
        let estimate = Estimate { value: 1.0, error: Some(0.1), groups: 10, plain: 1.1 };
        let (low, high) = jackknife_interval(&estimate).expect("an error");
        // SciPy 1.17.1: stats.t.ppf(0.975, 9).
        assert!(
            (high - 1.2262157).abs() < 1e-6 && (low + high - 2.0).abs() < 1e-12,
            "{low} {high}"
        );
        assert_eq!(jackknife_interval(&Estimate { error: None, groups: 0, ..estimate }), None);
    }
}
