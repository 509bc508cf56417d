//! A mixed strategy as the answer of a search: its probabilities, expressed as visits.

use super::decision::Tally;

/// Tallies of candidates with these probabilities and values: all iterations of the search, divided
/// by probability.
pub(super) fn mix_tallies(shares: &[f64], values: &[f64], total: u64) -> Vec<Tally> {
    let visits = share_out(shares, total).into_iter().zip(values);
    visits.map(|(visits, &value)| Tally { visits, value, proven: None }).collect()
}

/// Divides `total` visits by probabilities: each share is rounded down, and the rest goes to the
/// largest remainders.
fn share_out(shares: &[f64], total: u64) -> Vec<u64> {
    let due = |share: &f64| share * total as f64;
    let mut visits: Vec<u64> = shares.iter().map(|share| due(share) as u64).collect();
    let mut order: Vec<usize> = (0..shares.len()).collect();
    order.sort_by(|&one, &other| {
        due(&shares[other]).fract().total_cmp(&due(&shares[one]).fract()).then(one.cmp(&other))
    });
    let left = total.saturating_sub(visits.iter().sum());
    order.into_iter().cycle().take(left as usize).for_each(|at| visits[at] += 1);
    visits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn visits_are_shared_out_to_the_last() {
        assert_eq!(share_out(&[0.5, 0.3, 0.2], 10), [5, 3, 2]);
        assert_eq!(share_out(&[1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0], 100), [34, 33, 33]);
        assert_eq!(share_out(&[0.0, 1.0], 7), [0, 7]);
        assert_eq!(share_out(&[0.26, 0.74], 2), [1, 1]);
    }
}
