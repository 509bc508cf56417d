//! Student's t where intervals and tests need it, and the standard normal that it becomes.

use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

/// From here on the normal distribution stands in: the two quantiles agree to four digits, and the library
/// loses more than that on its way to those of t.
const MUCH_FREEDOM: f64 = 1e5;

/// How many standard errors an interval of this confidence reaches to each side.
pub(super) fn reach(confidence: f64, freedom: f64) -> f64 {
    let p = (1.0 + confidence) / 2.0;
    if freedom > MUCH_FREEDOM {
        return Normal::standard().inverse_cdf(p);
    }
    student(freedom).inverse_cdf(p)
}

fn student(freedom: f64) -> StudentsT {
    StudentsT::new(0.0, 1.0, freedom).expect("there is some freedom")
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
}
