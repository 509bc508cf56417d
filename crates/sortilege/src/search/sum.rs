//! What several trees say together.

use super::Candidate;
use crate::tree::TreeStats;

/// Candidates and statistics, added up tree by tree.
pub(super) struct Sum<A> {
    pub(super) candidates: Vec<Candidate<A>>,
    pub(super) stats: TreeStats,
    trees: u32,
    weighted: bool,
    /// Simulations so far, by visits of candidates.
    simulations: u64,
}

impl<A: Copy> Sum<A> {
    /// Nothing yet. Where values are `weighted`, they are averages over all simulations of a tree, not only over
    /// those that began with the candidate.
    pub(super) fn new(weighted: bool) -> Self {
        Sum { candidates: vec![], stats: TreeStats::default(), trees: 0, weighted, simulations: 0 }
    }

    /// Adds another tree. What one of them has proven is certain, and its value stands.
    pub(super) fn add(&mut self, candidates: &[Candidate<A>], stats: TreeStats) {
        if self.candidates.is_empty() {
            let none = |one: &Candidate<A>| Candidate { visits: 0, value: 0.0, proven: None, ..*one };
            self.candidates = candidates.iter().map(none).collect();
        }
        let simulations: u64 = candidates.iter().map(|one| one.visits).sum();
        for (sum, one) in self.candidates.iter_mut().zip(candidates) {
            let [before, now] = match self.weighted {
                true => [self.simulations, simulations],
                false => [sum.visits, one.visits],
            };
            sum.visits += one.visits;
            if sum.proven.is_some() {
                continue;
            }
            let total = sum.value * before as f64 + one.value * now as f64;
            sum.value = if one.proven.is_some() { one.value } else { total / (before + now).max(1) as f64 };
            sum.proven = one.proven;
        }
        self.simulations += simulations;
        self.add_stats(stats);
    }

    fn add_stats(&mut self, stats: TreeStats) {
        let TreeStats { nodes, depth, mean_depth, bytes } = &mut self.stats;
        let depths = *mean_depth * *nodes as f64 + stats.mean_depth * stats.nodes as f64;
        *nodes += stats.nodes;
        *mean_depth = depths / (*nodes).max(1) as f64;
        *depth += (stats.depth - *depth) / f64::from(self.trees + 1);
        *bytes = stats.bytes.max(*bytes);
        self.trees += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bandit::Proven;

    fn sum(weighted: bool, trees: &[[(u64, f64, Option<Proven>); 2]]) -> Vec<(u64, f64, Option<Proven>)> {
        let mut sum = Sum::new(weighted);
        for tree in trees {
            let candidate = |&(visits, value, proven)| Candidate { action: (), visits, value, proven };
            let candidates: Vec<_> = tree.iter().map(candidate).collect();
            sum.add(&candidates, TreeStats::default());
        }
        sum.candidates.iter().map(|one| (one.visits, one.value, one.proven)).collect()
    }

    #[test]
    fn values_are_averaged_over_the_simulations_that_they_tell_of() {
        let trees = [[(3, 0.5, None), (1, 0.0, None)], [(1, 0.9, None), (0, 0.0, None)]];
        assert_eq!(sum(false, &trees), [(4, 0.6, None), (1, 0.0, None)]);
        // 4 simulations in the first tree, 1 in the second.
        assert_eq!(sum(true, &trees), [(4, 2.9 / 5.0, None), (1, 0.0, None)]);
    }

    #[test]
    fn what_one_tree_has_proven_is_certain() {
        let (win, loss) = (Some(Proven::Win), Some(Proven::Loss));
        let trees = [
            [(3, 0.5, None), (1, 0.0, loss)],
            [(2, 1.0, win), (5, 0.3, None)],
            [(9, 0.2, None), (1, 0.0, None)],
        ];
        assert_eq!(sum(false, &trees), [(14, 1.0, win), (7, 0.0, loss)]);
    }
}
