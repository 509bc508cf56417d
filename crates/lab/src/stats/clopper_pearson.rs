//! Exact confidence interval of a probability: Clopper & Pearson (1934).
//!
//! After k successes in n independent trials, the interval contains every p for which k or more
//! successes, and k or fewer successes, each have a probability of at least α/2. Its ends are
//! quantiles of Beta distributions:
//!
//! ```text
//! low  = Beta(k, n − k + 1) at α/2,         0 if k = 0
//! high = Beta(k + 1, n − k) at 1 − α/2,     1 if k = n
//! ```

use super::CONFIDENCE;
use statrs::function::beta::beta_reg;

/// 95% confidence interval. Successes may be counted in halves, but then the interval is not exact.
///
/// Panics unless `0 <= successes <= trials`.
pub fn clopper_pearson(successes: f64, trials: f64) -> (f64, f64) {
    clopper_pearson_at(CONFIDENCE, successes, trials)
}

/// Interval at another confidence, such as 0.99.
pub fn clopper_pearson_at(confidence: f64, successes: f64, trials: f64) -> (f64, f64) {
    assert!(0.0 <= successes && successes <= trials, "{successes} successes in {trials} trials");
    let tail = (1.0 - confidence) / 2.0;
    let failures = trials - successes;
    let low = if successes > 0.0 { beta_quantile(tail, successes, failures + 1.0) } else { 0.0 };
    let high =
        if failures > 0.0 { beta_quantile(1.0 - tail, successes + 1.0, failures) } else { 1.0 };
    (low, high)
}

/// Quantile of a Beta distribution, by bisection to the last bit. The inverse of `statrs` is wrong
/// in the third digit at tiny proportions, while its distribution function is accurate.
fn beta_quantile(p: f64, a: f64, b: f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    loop {
        let middle = (low + high) / 2.0;
        if middle <= low || middle >= high {
            return middle;
        }
        if beta_reg(a, b, middle) < p {
            low = middle;
        } else {
            high = middle;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::assert_close;
    use super::*;

    /// SciPy 1.17.1: `stats.binomtest(k, n).proportion_ci(method='exact')`.
    #[test]
    fn counts_as_scipy_has_them() {
        let intervals = [
            (7.0, 10.0, 0.347_547_149_939_992_1, 0.933_260_488_822_265_5),
            (0.0, 10.0, 0.0, 0.308_497_107_818_762_94),
            (10.0, 10.0, 0.691_502_892_181_237_1, 1.0),
            (5.0, 20.0, 0.086_571_469_101_434_55, 0.491_045_871_707_957_55),
            (1.0, 3.0, 0.008_403_758_659_612_647, 0.905_700_675_949_286_6),
            (637.0, 1000.0, 0.606_327_479_524_926_8, 0.666_863_160_061_976),
            (50_210.0, 1e5, 0.498_996_028_914_592_4, 0.505_203_849_266_207_6),
            (5_003_000.0, 1e7, 0.499_990_052_490_306_04, 0.500_609_947_335_999_6),
        ];
        for (successes, trials, low, high) in intervals {
            let ours = clopper_pearson(successes, trials);
            assert_close(ours.0, low, 1e-9);
            assert_close(ours.1, high, 1e-9);
        }
    }

    /// mpmath 1.4 with 60 digits, `findroot` on the binomial sums. SciPy 1.17.1 is wrong in the
    /// third digit for one in 10⁹, where the lower end is 1 − 0.975^(1/n).
    #[test]
    fn tiny_proportions() {
        let intervals = [
            (3.0, 1e6, 6.186_725_501_906_399e-7, 8.767_247_788_145_223e-6),
            (12.0, 1e8, 6.200_575_257_518_196e-8, 2.096_158_410_893_182e-7),
            (1.0, 1e9, 2.531_780_798_396_938e-11, 5.571_643_378_203_115e-9),
        ];
        for (successes, trials, low, high) in intervals {
            let ours = clopper_pearson(successes, trials);
            assert_close(ours.0, low, 1e-6);
            assert_close(ours.1, high, 1e-6);
        }
    }

    /// SciPy 1.17.1: `stats.beta.ppf(0.025, k, n - k + 1)` and `stats.beta.ppf(0.975, k + 1, n -
    /// k)`.
    #[test]
    fn halves_as_scipy_has_them() {
        let (low, high) = clopper_pearson(25.5, 50.0);
        assert_close(low, 0.364_686_111_382_503, 1e-9);
        assert_close(high, 0.654_087_371_951_928, 1e-9);
        let (low, high) = clopper_pearson(0.5, 10.0);
        assert_close(low, 4.789_043_315_758_187_6e-5, 1e-9);
        assert_close(high, 0.381_314_771_066_616_4, 1e-9);
    }

    /// SciPy 1.17.1: `stats.binomtest(7, 10).proportion_ci(0.99, method='exact')`.
    #[test]
    fn more_confidence_reaches_further() {
        let (low, high) = clopper_pearson_at(0.99, 7.0, 10.0);
        assert_close(low, 0.264_886_014_712_869_27, 1e-9);
        assert_close(high, 0.962_992_778_903_792_6, 1e-9);
    }

    /// A closed form: without a success the upper end is 1 − (α/2)^(1/n).
    #[test]
    fn nothing_won_and_nothing_played() {
        assert_close(clopper_pearson(0.0, 1000.0).1, 1.0 - 0.025_f64.powf(1e-3), 1e-9);
        assert_eq!(clopper_pearson(0.0, 0.0), (0.0, 1.0));
    }
}
