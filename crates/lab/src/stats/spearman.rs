//! Rank correlation of two lists: Spearman's rho (1904).
//!
//! Values are replaced by their ranks, ties by the mean of their ranks; rho is the correlation of
//! the ranks. The p-value is two-sided, for the null hypothesis of no association. For up to nine
//! values it is exact, by enumeration of all permutations of one list. For more values it comes
//! from t = ρ √((n−2) / (1−ρ²)) on n − 2 degrees of freedom, as if ranks were normally distributed.
//! It is never below the probability of the two extreme permutations.

use super::student;

/// Maximum length for which all permutations are enumerated: 9! = 362,880.
const EXACT: usize = 9;

/// Rank correlation of two lists.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spearman {
    /// Coefficient from −1 (opposite orders) to 1 (the same order).
    pub rho: f64,
    /// Probability of a rho at least as far from 0 if there is no association.
    pub p: f64,
}

/// Compares two lists of the same length, value by value. Returns `None` if a list has fewer than
/// two values, or only equal ones. No value may be NaN.
pub fn spearman(x: &[f64], y: &[f64]) -> Option<Spearman> {
    assert_eq!(x.len(), y.len(), "values come in pairs");
    let (x, mut y) = (centred_ranks(x), centred_ranks(y));
    let scale = (product(&x, &x) as f64).sqrt() * (product(&y, &y) as f64).sqrt();
    if scale == 0.0 {
        return None;
    }
    let rho = (product(&x, &y) as f64 / scale).clamp(-1.0, 1.0);
    let p = if x.len() <= EXACT { exact(&x, &mut y) } else { approximate(rho, x.len() as f64) };
    Some(Spearman { rho, p })
}

/// Twice the distance of each value's rank from the middle: a whole number, also for ties.
fn centred_ranks(values: &[f64]) -> Vec<i128> {
    assert!(!values.iter().any(|value| value.is_nan()), "NaN has no rank");
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let rank = |value: f64| {
        let below = sorted.partition_point(|&other| other < value);
        let not_above = sorted.partition_point(|&other| other <= value);
        (below + not_above) as i128 - sorted.len() as i128
    };
    values.iter().map(|&value| rank(value)).collect()
}

fn product(x: &[i128], y: &[i128]) -> i128 {
    x.iter().zip(y).map(|(x, y)| x * y).sum()
}

fn approximate(rho: f64, n: f64) -> f64 {
    let t = rho * ((n - 2.0) / (1.0 - rho * rho)).sqrt();
    let orders: f64 = (1..=n as u64).map(|k| k as f64).product();
    student::two_sided(t, n - 2.0).max(2.0 / orders)
}

/// Proportion of permutations of `y` that are at least as extreme as the given one.
fn exact(x: &[i128], y: &mut [i128]) -> f64 {
    let observed = product(x, y).abs();
    let (mut extreme, mut all) = (0_u32, 0_u32);
    each_order(y, y.len(), &mut |y| {
        extreme += u32::from(product(x, y).abs() >= observed);
        all += 1;
    });
    f64::from(extreme) / f64::from(all)
}

/// Visits every permutation of the first `n` items (Heap 1963).
fn each_order(items: &mut [i128], n: usize, visit: &mut dyn FnMut(&[i128])) {
    if n <= 1 {
        return visit(items);
    }
    for i in 0..n {
        each_order(items, n - 1, visit);
        if i + 1 < n {
            items.swap(if n.is_multiple_of(2) { i } else { 0 }, n - 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::assert_close;
    use super::*;

    fn check(x: &[f64], y: &[f64], rho: f64, p: f64) {
        let ours = spearman(x, y).unwrap();
        assert_close(ours.rho, rho, 1e-9);
        assert_close(ours.p, p, 1e-9);
    }

    /// SciPy 1.17.1: `stats.spearmanr(x, y)`.
    #[test]
    fn long_lists_as_scipy_has_them() {
        let x = [106.0, 100.0, 86.0, 101.0, 99.0, 103.0, 97.0, 113.0, 112.0, 110.0];
        let y = [7.0, 27.0, 2.0, 50.0, 28.0, 29.0, 20.0, 12.0, 6.0, 17.0];
        check(&x, &y, -0.175_757_575_757_575_75, 0.627_188_344_776_484_6);
        let x = [1.0, 2.0, 2.0, 3.0, 5.0, 5.0, 5.0, 8.0, 9.0, 10.0, 11.0, 12.0];
        let y = [2.0, 1.0, 4.0, 4.0, 3.0, 7.0, 8.0, 8.0, 6.0, 12.0, 11.0, 12.0];
        check(&x, &y, 0.870_572_849_552_250_9, 0.000_229_254_567_829_903_94);
    }

    /// Rho from `stats.spearmanr` of SciPy 1.17.1. The permutations were counted in Python with
    /// `itertools.permutations`; for the second, `stats.permutation_test(...,
    /// permutation_type='pairings')` agrees.
    #[test]
    fn short_lists_by_counting_orders() {
        let x = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0];
        check(&x, &[2.0, 1.0, 3.0, 5.0, 4.0, 7.0, 6.0], 0.892_857_142_857_142_9, 62.0 / 5040.0);
        let (x, y) = ([1.0, 1.0, 2.0, 3.0, 4.0, 4.0], [3.0, 1.0, 2.0, 5.0, 5.0, 9.0]);
        check(&x, &y, 0.850_841_043_487_808_2, 48.0 / 720.0);
    }

    #[test]
    fn the_same_order_is_not_beyond_doubt() {
        let list: Vec<f64> = (0..10).map(f64::from).collect();
        let reversed: Vec<f64> = list.iter().rev().copied().collect();
        check(&list, &list, 1.0, 2.0 / 3_628_800.0);
        check(&list, &reversed, -1.0, 2.0 / 3_628_800.0);
        check(&list[..9], &list[..9], 1.0, 2.0 / 362_880.0);
        check(&list[..2], &list[..2], 1.0, 1.0);
    }

    #[test]
    fn what_has_no_order_has_no_rho() {
        assert_eq!(spearman(&[], &[]), None);
        assert_eq!(spearman(&[1.0], &[2.0]), None);
        assert_eq!(spearman(&[1.0, 2.0, 3.0], &[4.0, 4.0, 4.0]), None);
    }
}
