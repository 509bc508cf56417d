//! Sums over several trees.

use crate::budget::Clock;
use crate::progress::{Progress, Watch};
use crate::search::decision::Tally;
use crate::tree::TreeStats;

/// Sums of candidates and statistics over trees.
#[derive(Clone)]
pub(in crate::search) struct Sum {
    /// One for each candidate, by its number.
    pub(in crate::search) tallies: Vec<Tally>,
    /// Statistics of all trees; memory is that of the largest.
    pub(in crate::search) stats: TreeStats,
    /// Memory of all trees.
    pub(in crate::search) bytes: usize,
    trees: u32,
    weighted: bool,
    /// Simulations so far, by visits of candidates.
    simulations: u64,
}

impl Sum {
    /// An empty sum. `weighted` values are averages over all simulations of a tree, not only over
    /// those that began with the candidate.
    pub(in crate::search) fn new(weighted: bool) -> Self {
        Sum {
            tallies: vec![],
            stats: TreeStats::default(),
            bytes: 0,
            trees: 0,
            weighted,
            simulations: 0,
        }
    }

    /// Adds another tree. A result that one tree has proven is certain, so its value persists.
    pub(in crate::search) fn add(&mut self, tallies: &[Tally], stats: TreeStats) {
        if self.tallies.is_empty() {
            self.tallies = vec![Tally::default(); tallies.len()];
        }
        let simulations: u64 = tallies.iter().map(|one| one.visits).sum();
        for (sum, one) in self.tallies.iter_mut().zip(tallies) {
            let [before, now] = match self.weighted {
                true => [self.simulations, simulations],
                false => [sum.visits, one.visits],
            };
            sum.visits += one.visits;
            if sum.proven.is_some() {
                continue;
            }
            let total = sum.value * before as f64 + one.value * now as f64;
            sum.value =
                if one.proven.is_some() { one.value } else { total / (before + now).max(1) as f64 };
            sum.proven = one.proven;
        }
        self.simulations += simulations;
        self.add_stats(stats);
    }

    /// Listener for the search that grows the next tree: it reports this sum with what the search
    /// has found so far. `clock` is the clock of all trees.
    pub(in crate::search) fn watch(&self, outer: &Watch, clock: &Clock) -> Watch {
        if !outer.is_set() {
            return Watch::default();
        }
        let (before, outer) = (self.clone(), outer.clone());
        let (iterations, time) = (clock.iterations(), clock.elapsed());
        Watch::new(move |tree| {
            let mut sum = before.clone();
            sum.add(&tree.candidates, TreeStats::default());
            outer.report(&Progress {
                iterations: iterations + tree.iterations,
                time: time + tree.time,
                candidates: sum.tallies,
            });
        })
    }

    /// Statistics of trees that exist at the same time.
    pub(in crate::search) fn of_stats(trees: impl Iterator<Item = TreeStats>) -> TreeStats {
        let mut sum = Sum::new(false);
        trees.for_each(|stats| sum.add_stats(stats));
        TreeStats { bytes: sum.bytes, ..sum.stats }
    }

    fn add_stats(&mut self, stats: TreeStats) {
        let TreeStats { nodes, depth, mean_depth, bytes } = &mut self.stats;
        let depths = *mean_depth * *nodes as f64 + stats.mean_depth * stats.nodes as f64;
        *nodes += stats.nodes;
        *mean_depth = depths / (*nodes).max(1) as f64;
        *depth += (stats.depth - *depth) / f64::from(self.trees + 1);
        *bytes = stats.bytes.max(*bytes);
        self.bytes += stats.bytes;
        self.trees += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bandit::Proven;

    fn sum(
        weighted: bool,
        trees: &[[(u64, f64, Option<Proven>); 2]],
    ) -> Vec<(u64, f64, Option<Proven>)> {
        let mut sum = Sum::new(weighted);
        for tree in trees {
            let tallies = tree.map(|(visits, value, proven)| Tally { visits, value, proven });
            sum.add(&tallies, TreeStats::default());
        }
        sum.tallies.iter().map(|one| (one.visits, one.value, one.proven)).collect()
    }

    #[test]
    fn values_are_averaged_over_the_simulations_of_all_trees() {
        let trees = [[(3, 0.5, None), (1, 0.0, None)], [(1, 0.9, None), (0, 0.0, None)]];
        assert_eq!(sum(false, &trees), [(4, 0.6, None), (1, 0.0, None)]);
        // The first tree has 4 simulations, the second 1.
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
