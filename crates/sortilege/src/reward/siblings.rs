//! Estimation of the weights of several measures of a simulation, such that their weighted sum best
//! predicts the differences between *siblings*, the moves of one decision, in the *first* measure.
//!
//! B. Efron and C. Morris, "Empirical Bayes on vector observations: an extension of Stein's
//! method", Biometrika 59(2), 1972: the mean of each sibling is a vector z = μ + noise with p
//! components. Let S be the scatter of the means and W the covariance of simulations of one
//! sibling, both for one simulation. Then z - f S⁻¹ W z estimates μ with the least squared error.
//! Here z is measured from the mean of all siblings, and f is the degrees of freedom of S minus
//! (p + 1). The first component of the estimate is a weighted sum of all components of z; its
//! weights are the result. They are reduced by one standard error, computed as if the other
//! measures carried no information about the first.

/// Largest number of measures of a simulation.
pub(super) const WIDTH: usize = 3;
/// The measures of one simulation; unused measures are always 0.
pub(super) type MeasureVector = [f64; WIDTH];
type Matrix = [[f64; WIDTH]; WIDTH];

/// Statistics of the simulations of one sibling.
#[derive(Clone, Copy, Debug, Default)]
struct Sibling {
    count: f64,
    mean: MeasureVector,
}

/// Scatter matrix, the sums of products of distances from a mean, with its degrees of freedom.
#[derive(Clone, Copy, Debug, Default)]
struct Scatter {
    products: Matrix,
    freedom: f64,
}

impl Scatter {
    fn add(&mut self, other: &Scatter) {
        self.freedom += other.freedom;
        for (row, others) in self.products.iter_mut().zip(&other.products) {
            row.iter_mut().zip(others).for_each(|(sum, other)| *sum += other);
        }
    }
}

/// Statistics of all siblings, identified by index, and of earlier decisions.
#[derive(Clone, Debug, Default)]
pub(super) struct Siblings {
    list: Vec<Sibling>,
    /// Scatter of simulations around the means of their siblings, in all decisions.
    within: Scatter,
    /// Scatter of the means of siblings around their common mean, in earlier decisions.
    before: Scatter,
}

impl Siblings {
    /// Begins another decision, which has its own siblings.
    pub(super) fn begin(&mut self) {
        let between = self.between();
        self.before.add(&between);
        self.list.clear();
    }

    /// Adds one simulation of a sibling.
    pub(super) fn push(&mut self, sibling: usize, row: MeasureVector) {
        if sibling >= self.list.len() {
            self.list.resize(sibling + 1, Sibling::default());
        }
        let Sibling { count, mean } = &mut self.list[sibling];
        *count += 1.0;
        if *count > 1.0 {
            self.within.freedom += 1.0;
        }
        let before: MeasureVector = std::array::from_fn(|i| row[i] - mean[i]);
        (0..WIDTH).for_each(|i| mean[i] += before[i] / *count);
        for (products, before) in self.within.products.iter_mut().zip(before) {
            (0..WIDTH).for_each(|j| products[j] += before * (row[j] - mean[j]));
        }
    }

    /// The weights of all measures but the first, relative to a weight of 1 for the first. They are
    /// 0 if there are too few siblings or simulations. A measure with a negative weight is omitted,
    /// and the other weights are computed without it. The weights sum to at most 1.
    pub(super) fn weights(&self) -> [f64; WIDTH - 1] {
        let (mut between, mut used) = (self.between(), [true; WIDTH]);
        between.add(&self.before);
        loop {
            let weights = self.weights_of(&between, used);
            let Some(harmful) = (1..WIDTH).find(|&i| used[i] && weights[i] < 0.0) else {
                let others = weights[1..].iter().sum::<f64>().max(weights[0]);
                return std::array::from_fn(|i| {
                    if others > 0.0 { weights[i + 1] / others } else { 0.0 }
                });
            };
            used[harmful] = false;
        }
    }

    /// The weights of the measures that are `used`, of any sign.
    fn weights_of(&self, between: &Scatter, mut used: [bool; WIDTH]) -> MeasureVector {
        let (within, products) = (&self.within, &between.products);
        for (i, used) in used.iter_mut().enumerate() {
            *used &= products[i][i] > 0.0 && within.products[i][i] > 0.0;
        }
        let width = used.iter().filter(|&&used| used).count() as f64;
        let freedom = between.freedom - width - 1.0;
        if !used[0] || freedom <= 0.0 || within.freedom <= 0.0 {
            return MeasureVector::default();
        }
        let noise: MeasureVector =
            std::array::from_fn(|i| freedom * within.products[i][0] / within.freedom);
        let Some(chance) = solve(products, noise, used) else { return MeasureVector::default() };
        let error =
            |i: usize| noise[0] / (products[0][0] * products[i][i] * between.freedom).sqrt();
        std::array::from_fn(|i| match i {
            0 => (1.0 - chance[0]).max(0.0),
            _ if used[i] => -chance[i] - error(i),
            _ => 0.0,
        })
    }

    /// Scatter of the means of the siblings of this decision, weighted by their numbers of
    /// simulations.
    fn between(&self) -> Scatter {
        let met = || self.list.iter().filter(|sibling| sibling.count > 0.0);
        let count: f64 = met().map(|sibling| sibling.count).sum();
        let mean: MeasureVector = std::array::from_fn(|i| {
            met().map(|one| one.count * one.mean[i]).sum::<f64>() / count.max(1.0)
        });
        let mut products = Matrix::default();
        for sibling in met() {
            let distance: MeasureVector = std::array::from_fn(|i| sibling.mean[i] - mean[i]);
            for i in 0..WIDTH {
                (0..WIDTH)
                    .for_each(|j| products[i][j] += sibling.count * distance[i] * distance[j]);
            }
        }
        Scatter { products, freedom: (met().count() as f64 - 1.0).max(0.0) }
    }
}

/// Solves `matrix` x = `right` over the rows and columns that are `used`; x is 0 in the others.
/// `None` if the solution is not unique.
fn solve(matrix: &Matrix, mut right: MeasureVector, used: [bool; WIDTH]) -> Option<MeasureVector> {
    let mut matrix = *matrix;
    for i in (0..WIDTH).filter(|&i| !used[i]) {
        matrix.iter_mut().for_each(|row| row[i] = 0.0);
        matrix[i] = MeasureVector::default();
        (matrix[i][i], right[i]) = (1.0, 0.0);
    }
    let scale: MeasureVector = std::array::from_fn(|i| matrix[i][i]);
    for pivot in 0..WIDTH {
        // The matrix is symmetric. The rest of a diagonal element is what the earlier measures do
        // not explain.
        if matrix[pivot][pivot] <= 1e-9 * scale[pivot] {
            return None;
        }
        for row in (0..WIDTH).filter(|&row| row != pivot) {
            let factor = matrix[row][pivot] / matrix[pivot][pivot];
            (0..WIDTH).for_each(|column| matrix[row][column] -= factor * matrix[pivot][column]);
            right[row] -= factor * right[pivot];
        }
    }
    Some(std::array::from_fn(|i| right[i] / matrix[i][i]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;
    use proptest::prelude::*;

    /// An approximately normal number: a sum of twelve uniform ones.
    fn normal(rng: &mut Rng) -> f64 {
        (0..12).map(|_| rng.unit()).sum::<f64>() - 6.0
    }

    /// Simulations of siblings with given true values of both measures, independent noise of each,
    /// and a common part of the noise.
    fn simulate(
        truth: &[(f64, f64)],
        noise: (f64, f64),
        common: f64,
        each: usize,
        seed: u64,
    ) -> Siblings {
        let (mut siblings, mut rng) = (Siblings::default(), Rng::new(seed));
        for _ in 0..each {
            for (at, (first, second)) in truth.iter().enumerate() {
                let (x, y) = (normal(&mut rng), normal(&mut rng));
                let both = common * x + (1.0 - common * common).sqrt() * y;
                siblings.push(at, [first + noise.0 * x, second + noise.1 * both, 0.0]);
            }
        }
        siblings
    }

    /// True values of that many siblings, made of two independent numbers with a standard deviation
    /// of 0.1.
    fn spread(
        rng: &mut Rng,
        many: usize,
        make: impl Fn(f64, f64) -> (f64, f64),
    ) -> Vec<(f64, f64)> {
        (0..many).map(|_| make(0.1 * normal(rng), 0.1 * normal(rng))).collect()
    }

    /// With many siblings the weights approach those of the best linear prediction. These are known
    /// where the true values are: with variances B of true values and W / n of noise, (B + W / n)⁻¹
    /// B e.
    #[test]
    fn weights_come_to_those_of_the_best_prediction() {
        let mut rng = Rng::new(5);
        for (second_noise, common) in [(0.5, 0.0), (1.0, 0.5), (1.0, -0.4)] {
            let truth = spread(&mut rng, 4000, |x, y| (x, 0.6 * x + 0.8 * y));
            let found = simulate(&truth, (1.0, second_noise), common, 100, 7).weights()[0];
            let (b, w) = (0.01, 0.01);
            let (xx, xy, yy) =
                (b + w, 0.6 * b + common * second_noise * w, b + second_noise * second_noise * w);
            let (first, second) = (yy * b - xy * 0.6 * b, xx * 0.6 * b - xy * b);
            let right = second / first.max(second);
            assert!((found - right).abs() < 0.1, "{found}, not {right}");
        }
    }

    /// A measure without information about the first has a weight near 0, and a measure of opposite
    /// sign has weight 0.
    #[test]
    fn what_would_do_harm_is_left_out() {
        let weight = |make: fn(f64, f64) -> (f64, f64)| {
            let truth = spread(&mut Rng::new(5), 2000, make);
            simulate(&truth, (1.0, 1.0), 0.0, 50, 7).weights()[0]
        };
        assert!(weight(|x, y| (x, y)) < 0.05);
        assert_eq!(weight(|x, _| (x, -x)), 0.0);
        assert!(weight(|x, _| (x, x)) > 0.8);
    }

    /// The weights of the other measures fall as simulations increase.
    #[test]
    fn weights_fall_with_simulations() {
        let truth = spread(&mut Rng::new(5), 500, |x, y| (x, 0.6 * x + 0.8 * y));
        let found =
            [20, 200, 2000].map(|each| simulate(&truth, (1.0, 0.5), 0.0, each, 7).weights()[0]);
        assert!(found[0] > 1.5 * found[1] && found[1] > 1.5 * found[2], "{found:?}");
    }

    /// Few siblings in many decisions give as much information as many siblings in one.
    #[test]
    fn decisions_add_up() {
        let truth = spread(&mut Rng::new(5), 1000, |x, y| (x, 0.6 * x + 0.8 * y));
        let (mut siblings, mut rng) = (Siblings::default(), Rng::new(7));
        for some in truth.chunks(5) {
            siblings.begin();
            for (at, &(first, second)) in some.iter().enumerate() {
                for _ in 0..300 {
                    siblings
                        .push(at, [first + normal(&mut rng), second + 0.5 * normal(&mut rng), 0.0]);
                }
            }
        }
        let (found, right) =
            (siblings.weights()[0], simulate(&truth, (1.0, 0.5), 0.0, 300, 7).weights()[0]);
        assert!((found - right).abs() < 0.1 && right > 0.1, "{found}, not {right}");
    }

    #[test]
    fn where_little_is_known_there_are_no_weights() {
        let none = [0.0, 0.0];
        assert_eq!(Siblings::default().weights(), none);
        let line = |many| (0..many).map(|at| (f64::from(at), f64::from(at))).collect::<Vec<_>>();
        assert_eq!(
            simulate(&line(4), (1.0, 0.1), 0.0, 100, 1).weights(),
            none,
            "four siblings, two numbers"
        );
        assert_ne!(simulate(&line(40), (1.0, 0.1), 0.0, 100, 1).weights(), none);
        assert_eq!(
            simulate(&line(40), (1.0, 0.1), 0.0, 1, 1).weights(),
            none,
            "a single simulation each"
        );
        assert_eq!(
            simulate(&[(0.5, 0.5); 40], (0.0, 0.0), 0.0, 10, 1).weights(),
            none,
            "all are alike"
        );
    }

    proptest! {
        /// One pass over the data agrees with the definition in two passes.
        #[test]
        fn scatter_is_that_of_its_definition(
            rows in prop::collection::vec((0..6usize, prop::array::uniform3(-5.0..5.0f64)), 1..100)
        ) {
            let mut siblings = Siblings::default();
            rows.iter().for_each(|&(at, row)| siblings.push(at, row));
            let mean = |of: &dyn Fn(usize) -> bool, i: usize| {
                let some: Vec<f64> = rows.iter().filter(|row| of(row.0)).map(|row| row.1[i]).collect();
                some.iter().sum::<f64>() / some.len() as f64
            };
            let Scatter { products: between, freedom } = siblings.between();
            let mut met: Vec<usize> = rows.iter().map(|row| row.0).collect();
            met.sort_unstable();
            met.dedup();
            prop_assert_eq!(freedom, met.len() as f64 - 1.0);
            prop_assert_eq!(siblings.within.freedom, (rows.len() - met.len()) as f64);
            for (i, found) in between.iter().enumerate() {
                for (j, found) in found.iter().enumerate() {
                    let own = |row: &(usize, MeasureVector), k: usize| mean(&|at| at == row.0, k);
                    let all = |k: usize| mean(&|_| true, k);
                    let within: f64 =
                        rows.iter().map(|row| (row.1[i] - own(row, i)) * (row.1[j] - own(row, j))).sum();
                    let across: f64 = rows.iter().map(|row| (own(row, i) - all(i)) * (own(row, j) - all(j))).sum();
                    prop_assert!((siblings.within.products[i][j] - within).abs() < 1e-9);
                    prop_assert!((found - across).abs() < 1e-9);
                }
            }
        }
    }

    #[test]
    fn equations_are_solved() {
        let matrix = [[4.0, 1.0, 0.5], [1.0, 3.0, -1.0], [0.5, -1.0, 5.0]];
        let found = solve(&matrix, [1.0, 2.0, 3.0], [true; WIDTH]).expect("it has an inverse");
        for (row, right) in matrix.iter().zip([1.0, 2.0, 3.0]) {
            let product: f64 = row.iter().zip(found).map(|(a, x)| a * x).sum();
            assert!((product - right).abs() < 1e-12, "{found:?}");
        }
        assert_eq!(solve(&matrix, [1.0, 2.0, 3.0], [true, false, false]), Some([0.25, 0.0, 0.0]));
        let twice = [[1.0, 2.0, 0.0], [2.0, 4.0, 0.0], [0.0, 0.0, 1.0]];
        assert_eq!(solve(&twice, [1.0, 1.0, 1.0], [true; WIDTH]), None);
    }
}
