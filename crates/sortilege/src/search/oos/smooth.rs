//! Smooth UCT: J. Heinrich and D. Silver, "Smooth UCT search in computer poker", IJCAI 2015.
//! Players select by UCB1 with a decaying probability, and otherwise by their average strategy. So
//! strategies change slowly enough for responses to be learnt. Their averages come close to an
//! equilibrium where those of plain UCT cycle around it.
//!
//! It is self-play over the same information sets as [`Oos`](super::Oos), with visits and mean
//! rewards in place of regrets. Simulations are not targeted, so their results need no importance
//! weights.

use super::tables::ActionStats;

/// Settings of Smooth UCT.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Smoothing {
    /// Exploration constant: UCB1 = mean + c sqrt(ln n / n_j), rewards in [0, 1].
    pub c: f64,
    /// eta: probability of UCB1 at an information set without visits.
    pub eta: f64,
    /// gamma: lower bound on the probability of UCB1.
    pub gamma: f64,
    /// d: decay rate of the probability of UCB1, which is max(gamma, eta / (1 + d sqrt(n))) after n
    /// visits.
    pub d: f64,
}

impl Default for Smoothing {
    /// The authors' settings for Leduc poker, except that c is that of IS.
    fn default() -> Self {
        Smoothing { c: 0.7, eta: 0.9, gamma: 0.1, d: 0.002 }
    }
}

impl Smoothing {
    /// eta_k: the probability of UCB1 after `visits` visits.
    fn by_ucb1(&self, visits: f64) -> f64 {
        self.gamma.max(self.eta / (1.0 + self.d * visits.sqrt()))
    }

    /// Appends the strategy of a set to `out`. Untried actions come first, with equal
    /// probabilities.
    pub(super) fn push_mix(&self, slots: &[ActionStats], out: &mut Vec<f64>) {
        let untried = slots.iter().filter(|slot| slot.plays == 0).count();
        if untried > 0 {
            let even = 1.0 / untried as f64;
            return out.extend(slots.iter().map(|slot| if slot.plays == 0 { even } else { 0.0 }));
        }
        let visits: u64 = slots.iter().map(|slot| slot.plays).sum();
        let by_ucb1 = self.by_ucb1(visits as f64);
        let score = |slot: &ActionStats| {
            let n = slot.plays as f64;
            slot.earned / n + self.c * ((visits as f64).ln() / n).sqrt()
        };
        let best = slots.iter().map(score).fold(f64::NEG_INFINITY, f64::max);
        let ties = slots.iter().filter(|slot| score(slot) == best).count() as f64;
        out.extend(slots.iter().map(|slot| {
            let favourite = if score(slot) == best { by_ucb1 / ties } else { 0.0 };
            favourite + (1.0 - by_ucb1) * slot.plays as f64 / visits as f64
        }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn favourites_share_with_averages() {
        let slots = [(6, 5.0), (2, 1.0), (2, 0.0)].map(|(plays, earned)| ActionStats {
            plays,
            earned,
            ..ActionStats::default()
        });
        let smoothing = Smoothing { c: 0.0, eta: 0.5, gamma: 0.1, d: 0.0 };
        let mut mix = vec![];
        smoothing.push_mix(&slots, &mut mix);
        for (p, right) in mix.iter().zip([0.5 + 0.3, 0.1, 0.1]) {
            assert!((p - right).abs() < 1e-12, "{mix:?}");
        }
    }

    #[test]
    fn what_was_never_tried_comes_first() {
        let slots = [(6, 5.0), (0, 0.0), (0, 0.0)].map(|(plays, earned)| ActionStats {
            plays,
            earned,
            ..ActionStats::default()
        });
        let mut mix = vec![];
        Smoothing::default().push_mix(&slots, &mut mix);
        assert_eq!(mix, [0.0, 0.5, 0.5]);
    }

    #[test]
    fn ucb1_fades_and_never_ends() {
        let smoothing = Smoothing { eta: 0.9, gamma: 0.1, d: 0.01, ..Smoothing::default() };
        assert_eq!(smoothing.by_ucb1(0.0), 0.9);
        assert!((smoothing.by_ucb1(10_000.0) - 0.45).abs() < 1e-12);
        assert_eq!(smoothing.by_ucb1(1e12), 0.1);
    }
}
