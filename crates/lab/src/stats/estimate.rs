//! Intervals of jackknife estimates.

use super::{CONFIDENCE, student};
use sortilege::exact::Estimate;

/// 95% interval of a jackknife estimate, by Student's t with (number of groups − 1) degrees of
/// freedom; `None` with fewer than two groups.
pub fn jackknife_interval(estimate: &Estimate) -> Option<(f64, f64)> {
    let error = estimate.error?;
    let reach = error * student::reach(CONFIDENCE, estimate.groups as f64 - 1.0);
    Some((estimate.value - reach, estimate.value + reach))
}

#[cfg(test)]
mod tests {
    use super::*;

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
