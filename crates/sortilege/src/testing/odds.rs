//! Statistics for tests with a fixed seed: goodness of fit with a false-alarm rate of one in a
//! million, and random strategies.

use crate::Rng;

/// The standard normal quantile of 1 - 10^-6.
const Z: f64 = 4.753_424;

/// Whether `counts` fit `probabilities`: Pearson's chi-square statistic stays below its quantile
/// for a false-alarm rate of one in a million (Wilson & Hilferty's cube-root approximation). The
/// expectation of every cell should be 5 or more.
pub fn fit(counts: &[u64], probabilities: &[f64]) -> Result<(), String> {
    assert_eq!(counts.len(), probabilities.len());
    let n = counts.iter().sum::<u64>() as f64;
    let mut statistic = 0.0;
    for (&count, &p) in counts.iter().zip(probabilities) {
        if p > 0.0 {
            statistic += (count as f64 - n * p).powi(2) / (n * p);
        } else if count > 0 {
            return Err(format!("an outcome of probability 0 was drawn {count} times"));
        }
    }
    let freedom = probabilities.iter().filter(|&&p| p > 0.0).count() as f64 - 1.0;
    let bound = chi_square_bound(freedom);
    if statistic <= bound {
        return Ok(());
    }
    Err(format!(
        "counts {counts:?} do not fit {probabilities:?}: chi-square {statistic:.1} exceeds {bound:.1}"
    ))
}

/// Random probabilities for this many actions, some of which are 0.
pub fn random(actions: usize, rng: &mut Rng) -> Vec<f64> {
    let mut odds: Vec<f64> = (0..actions).map(|_| (rng.unit() - 0.3).max(0.0)).collect();
    odds[rng.below(actions)] += 0.1;
    let total: f64 = odds.iter().sum();
    odds.iter().map(|odds| odds / total).collect()
}

/// The largest distance between a mean of `n` draws from [low, high] and its expectation that
/// happens more than once in a million (Hoeffding's inequality).
pub fn mean_bound(n: u64, low: f64, high: f64) -> f64 {
    (high - low) * ((2.0e6_f64).ln() / (2.0 * n as f64)).sqrt()
}

fn chi_square_bound(freedom: f64) -> f64 {
    if freedom <= 0.0 {
        return 1e-9;
    }
    let spread = 2.0 / (9.0 * freedom);
    freedom * (1.0 - spread + Z * spread.sqrt()).powi(3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loaded_die_is_caught() {
        assert!(fit(&[1000; 6], &[1.0 / 6.0; 6]).is_ok());
        assert!(fit(&[800, 1000, 1000, 1000, 1000, 1200], &[1.0 / 6.0; 6]).is_err());
        assert!(fit(&[1, 5], &[0.0, 1.0]).is_err());
    }

    /// Exact quantiles of 1 - 10^-6 for even degrees of freedom, by the closed form of the tail.
    /// The approximation errs on the side of fewer false alarms.
    #[test]
    fn the_bound_is_just_above_the_quantile() {
        for (freedom, quantile) in [(2.0, 27.631), (4.0, 33.377), (10.0, 46.863), (40.0, 97.653)] {
            let ratio = chi_square_bound(freedom) / quantile;
            assert!((1.0..1.1).contains(&ratio), "{freedom} degrees of freedom: {ratio}");
        }
    }
}
