//! The n-tuple bandit evolutionary algorithm: Lucas, Liu & Perez-Liebana, "The n-tuple bandit
//! evolutionary algorithm for game agent optimisation" (2018).
//!
//! A point has a value for every setting. The model stores statistics for *tuples* of settings:
//! every single setting, every pair, and all settings together. Each tuple has a table with the
//! number and the total score of evaluations, by the values of its settings. A point that was never
//! evaluated thus gets an estimate from points that share values with it, and the pairs show
//! interactions between settings. The next point is the best of several random neighbours of the
//! last one. Neighbours are compared by an upper confidence bound, averaged over tuples:
//! `mean + k sqrt(ln(1 + N) / (n + 0.5))`, with N evaluations in total and n in the table entry.
//!
//! Departures: several points may be evaluated in parallel, each selected as if the points before
//! it had scored their expected value; and a table entry without evaluations uses the mean of all
//! evaluations.

use sortilege::Rng;
use std::collections::HashMap;

/// Value for every setting, by the index of the value.
pub(crate) type SearchPoint = Vec<usize>;

/// Parameters of the selection of points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Manner {
    /// Number of neighbours to compare.
    pub neighbours: u64,
    /// Exploration constant: k in the paper.
    pub explore: f64,
}

/// Keeps the exploration term finite for entries without evaluations: epsilon in the paper.
const EPSILON: f64 = 0.5;

/// Statistics of evaluated points.
#[derive(Clone, Debug)]
pub(crate) struct Model {
    /// Settings of each tuple.
    tuples: Vec<Vec<usize>>,
    /// For each tuple, by the values of its settings: number of evaluations, and the sum of their
    /// scores.
    tables: Vec<HashMap<SearchPoint, (f64, f64)>>,
    looks: f64,
    total: f64,
}

impl Model {
    /// Empty model for points with this number of settings.
    pub(crate) fn new(settings: usize) -> Self {
        let alone = (0..settings).map(|setting| vec![setting]);
        let pairs = (0..settings).flat_map(|a| (a + 1..settings).map(move |b| vec![a, b]));
        let mut tuples: Vec<Vec<usize>> = alone.chain(pairs).collect();
        if settings > 2 {
            tuples.push((0..settings).collect());
        }
        Model { tables: vec![HashMap::new(); tuples.len()], tuples, looks: 0.0, total: 0.0 }
    }

    /// Adds an evaluation of a point.
    pub(crate) fn add(&mut self, point: &SearchPoint, score: f64) {
        for (tuple, table) in self.tuples.iter().zip(&mut self.tables) {
            let seen = table.entry(values(point, tuple)).or_default();
            *seen = (seen.0 + 1.0, seen.1 + score);
        }
        (self.looks, self.total) = (self.looks + 1.0, self.total + score);
    }

    /// Expected score of a point.
    pub(crate) fn expected(&self, point: &SearchPoint) -> f64 {
        self.average(point, |looks, mean| if looks > 0.0 { mean } else { self.mean() })
    }

    /// Upper confidence bound: expected score plus exploration term.
    fn promise(&self, point: &SearchPoint, explore: f64) -> f64 {
        let bonus = |looks: f64| explore * ((1.0 + self.looks).ln() / (looks + EPSILON)).sqrt();
        self.expected(point) + self.average(point, |looks, _| bonus(looks))
    }

    fn mean(&self) -> f64 {
        if self.looks > 0.0 { self.total / self.looks } else { 0.5 }
    }

    /// Average over all tuples of a function of the entry's number of evaluations and mean score.
    fn average(&self, point: &SearchPoint, say: impl Fn(f64, f64) -> f64) -> f64 {
        let tables = self.tuples.iter().zip(&self.tables);
        let said = tables.map(|(tuple, table)| {
            let (looks, sum) = table.get(&values(point, tuple)).copied().unwrap_or_default();
            say(looks, sum / f64::max(looks, 1.0))
        });
        said.sum::<f64>() / self.tuples.len() as f64
    }

    /// Neighbour of `from` with the highest upper confidence bound; `sizes` are the numbers of
    /// values of the settings.
    pub(crate) fn next(
        &self,
        from: &SearchPoint,
        sizes: &[usize],
        manner: &Manner,
        rng: &mut Rng,
    ) -> SearchPoint {
        let mut best: Option<(f64, SearchPoint)> = None;
        for _ in 0..manner.neighbours {
            let point = neighbour(from, sizes, rng);
            let promise = self.promise(&point, manner.explore);
            if best.as_ref().is_none_or(|(most, _)| promise > *most) {
                best = Some((promise, point));
            }
        }
        best.expect("there is a neighbour").1
    }
}

fn values(point: &SearchPoint, tuple: &[usize]) -> SearchPoint {
    tuple.iter().map(|&setting| point[setting]).collect()
}

/// Mutates a point: one random setting changes, and each other setting changes with probability 1 /
/// number of settings. Settings with a single value are not counted.
fn neighbour(from: &SearchPoint, sizes: &[usize], rng: &mut Rng) -> SearchPoint {
    let mut point = from.clone();
    let free: Vec<usize> = (0..sizes.len()).filter(|&setting| sizes[setting] > 1).collect();
    let changed = free[rng.below(free.len())];
    for &setting in &free {
        if setting == changed || rng.below(free.len()) == 0 {
            // One of the other values, with equal probability.
            let other = rng.below(sizes[setting] - 1);
            point[setting] = other + usize::from(other >= from[setting]);
        }
    }
    point
}

#[cfg(test)]
mod tests {
    use super::*;

    const MANNER: Manner = Manner { neighbours: 50, explore: 0.2 };
    const SIZES: [usize; 4] = [5, 4, 3, 4];

    /// Evaluates `looks` points of a problem, each with ten games; returns the evaluated point with
    /// the highest expected score.
    fn found(problem: impl Fn(&SearchPoint) -> f64, looks: u64, seed: u64) -> SearchPoint {
        let (mut model, mut rng) = (Model::new(SIZES.len()), Rng::new(seed));
        let (mut point, mut seen) = (vec![0; SIZES.len()], vec![]);
        for _ in 0..looks {
            let wins = (0..10).filter(|_| rng.unit() < problem(&point)).count();
            model.add(&point, wins as f64 / 10.0);
            seen.push(point.clone());
            point = model.next(&point, &SIZES, &MANNER, &mut rng);
        }
        let best =
            |a: &SearchPoint, b: &SearchPoint| model.expected(a).total_cmp(&model.expected(b));
        seen.into_iter().max_by(best).expect("there were looks")
    }

    /// Every setting has one best value: 80% of games are won with all of them, and 10% less for
    /// each other value.
    #[test]
    fn the_best_of_240_points_is_found_in_80_looks() {
        let best = vec![3, 1, 2, 0];
        let problem = |point: &SearchPoint| {
            let wrong = point.iter().zip(&best).filter(|(value, best)| value != best).count();
            0.8 - 0.1 * wrong as f64
        };
        let hits = (0..20).filter(|&seed| found(problem, 80, seed) == best).count();
        // Random guessing succeeds once in 240.
        assert!(hits >= 12, "{hits} of 20");
    }

    /// Two settings that help only together.
    #[test]
    fn pairs_that_go_together_are_found() {
        let problem = |point: &SearchPoint| if point[0] == 4 && point[1] == 3 { 0.9 } else { 0.4 };
        let hits = (0..20).filter(|&seed| found(problem, 80, seed)[..2] == [4, 3]).count();
        // Random guessing succeeds once in 20.
        assert!(hits >= 12, "{hits} of 20");
    }

    #[test]
    fn neighbours_differ_and_stay_inside() {
        let (mut rng, from) = (Rng::new(1), vec![1, 0, 0]);
        for _ in 0..1000 {
            let point = neighbour(&from, &[3, 1, 2], &mut rng);
            assert!(point != from && point[0] < 3 && point[1] == 0 && point[2] < 2, "{point:?}");
        }
    }

    /// By hand: with two settings there are three tuples, those of each setting and that of both.
    #[test]
    fn points_not_evaluated_are_estimated_from_points_that_share_values() {
        let mut model = Model::new(2);
        model.add(&vec![0, 0], 1.0);
        model.add(&vec![1, 1], 0.0);
        assert_eq!(model.expected(&vec![0, 0]), 1.0);
        assert_eq!(model.expected(&vec![0, 1]), (1.0 + 0.0 + 0.5) / 3.0);
        assert_eq!(model.expected(&vec![2, 2]), 0.5);
    }
}
