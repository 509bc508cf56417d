//! Matrix games: two players choose simultaneously, and one wins what the other loses.
//!
//! Every such game has a value, and mixed strategies that guarantee it to either side (von Neumann
//! 1928). They are the solutions of a linear program and its dual (Dantzig 1951), found here by the
//! simplex method on a condensed tableau. Bland's rule (1977) breaks ties, so that degenerate
//! matrices, which are common in games, cannot cause cycles. Numbers of 32 digits preserve
//! precision where payoffs nearly coincide.

use super::twofold::Twofold;

/// Entries closer to 0 than this are rounding errors. The tableau starts with entries in [1, 2].
const TINY: f64 = 1e-22;

/// Resolutions of payoffs: the number of steps between the least and the greatest payoff.
const GRIDS: [f64; 5] = [1e14, 1e13, 1e12, 1e11, 1e10];

/// The payoffs of the row player: one row for each of its choices, one column for each choice of
/// the column player.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "UncheckedMatrix"))]
pub struct PayoffMatrix {
    rows: usize,
    columns: usize,
    entries: Vec<f64>,
}

/// A serialized matrix before validation.
#[cfg(feature = "serde")]
#[derive(serde::Deserialize)]
struct UncheckedMatrix {
    rows: usize,
    columns: usize,
    entries: Vec<f64>,
}

#[cfg(feature = "serde")]
impl TryFrom<UncheckedMatrix> for PayoffMatrix {
    type Error = String;
    fn try_from(
        UncheckedMatrix { rows, columns, entries }: UncheckedMatrix,
    ) -> Result<Self, String> {
        let fits = rows.checked_mul(columns) == Some(entries.len()) && !entries.is_empty();
        match fits && entries.iter().all(|entry| entry.is_finite()) {
            true => Ok(PayoffMatrix { rows, columns, entries }),
            false => Err(format!(
                "a matrix of {rows} by {columns} needs as many numbers, all of them finite"
            )),
        }
    }
}

/// A solution of a [`PayoffMatrix`] game: its value and optimal strategies.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Solution {
    /// The expected payoff of the row player.
    pub value: f64,
    /// The row player's probabilities.
    pub row: Vec<f64>,
    /// The column player's probabilities.
    pub column: Vec<f64>,
}

impl PayoffMatrix {
    /// The matrix with these entries, row by row. There must be at least one, and all must be
    /// finite.
    pub fn new(rows: usize, columns: usize, entries: Vec<f64>) -> Self {
        assert_eq!(rows * columns, entries.len(), "{rows} rows of {columns}");
        assert!(
            !entries.is_empty() && entries.iter().all(|entry| entry.is_finite()),
            "{entries:?}"
        );
        PayoffMatrix { rows, columns, entries }
    }

    /// The matrix with these rows.
    pub fn from_rows<const N: usize>(rows: &[[f64; N]]) -> Self {
        PayoffMatrix::new(rows.len(), N, rows.concat())
    }

    /// Number of choices of the row player.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Number of choices of the column player.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The payoff of the row player for this pair of choices.
    pub fn at(&self, row: usize, column: usize) -> f64 {
        self.entries[row * self.columns + column]
    }

    /// The least expected payoff of the row player with these probabilities, over all choices of
    /// the column player.
    pub fn floor(&self, row: &[f64]) -> f64 {
        let against = |column| (0..self.rows).map(|r| row[r] * self.at(r, column)).sum();
        (0..self.columns).map(against).fold(f64::INFINITY, f64::min)
    }

    /// The greatest expected payoff of the row player against these probabilities.
    pub fn ceiling(&self, column: &[f64]) -> f64 {
        let with = |row| (0..self.columns).map(|c| column[c] * self.at(row, c)).sum();
        (0..self.rows).map(with).fold(f64::NEG_INFINITY, f64::max)
    }

    /// The value, and a strategy for each side that guarantees it: the first saddle point if there
    /// is one, otherwise a mixture. The two guarantees agree to within 10^-10 of the largest
    /// payoff, mostly to within 10^-14.
    pub fn solve(&self) -> Solution {
        let (row, column) = self.saddle_point().unwrap_or_else(|| self.mixture());
        // The value lies between the two guarantees, which differ only by rounding.
        let value = (self.floor(&row) + self.ceiling(&column)) / 2.0;
        Solution { value, row, column }
    }

    /// An optimal mixture for each side. Payoffs that differ by less than the grid, most often by a
    /// rounding error, count as equal. If the guarantees still disagree, a coarser grid is tried.
    fn mixture(&self) -> (Vec<f64>, Vec<f64>) {
        let (low, high) = self.range();
        let agree = |(row, column): &(Vec<f64>, Vec<f64>)| {
            self.ceiling(column) - self.floor(row) < 1e-10 * high.max(-low)
        };
        let mut attempts = GRIDS.iter().map(|&grid| Tableau::new(self, grid).strategies());
        attempts.find(agree).expect("guarantees that agree")
    }

    /// The least and the greatest payoff.
    fn range(&self) -> (f64, f64) {
        let around = |(low, high): (f64, f64), &entry: &f64| (low.min(entry), high.max(entry));
        self.entries.iter().fold((f64::INFINITY, f64::NEG_INFINITY), around)
    }

    /// A pair of pure strategies that are best responses to each other; it needs no computation and
    /// has no rounding error.
    fn saddle_point(&self) -> Option<(Vec<f64>, Vec<f64>)> {
        let (row, least) = best((0..self.rows).map(|row| self.floor(&pure(row, self.rows))));
        let (column, most) =
            best((0..self.columns).map(|column| -self.ceiling(&pure(column, self.columns))));
        (least == -most).then(|| (pure(row, self.rows), pure(column, self.columns)))
    }
}

/// The index and value of the first maximum.
fn best(values: impl Iterator<Item = f64>) -> (usize, f64) {
    values
        .enumerate()
        .fold((0, f64::NEG_INFINITY), |best, next| if next.1 > best.1 { next } else { best })
}

fn pure(choice: usize, of: usize) -> Vec<f64> {
    (0..of).map(|other| if other == choice { 1.0 } else { 0.0 }).collect()
}

/// The linear program "maximise the sum of y, subject to A y <= 1 and y >= 0", where A is the
/// matrix scaled to [1, 2]. The optimal y, scaled to sum to 1, is the column player's strategy, and
/// the dual solution is the row player's. The last row is the objective, and the last column
/// contains the bounds. Labels below `columns` denote the variables y, the others slacks. The label
/// of a row is a basic variable; the label of a column is a variable that is 0.
struct Tableau {
    cells: Vec<Vec<Twofold>>,
    row_labels: Vec<usize>,
    column_labels: Vec<usize>,
}

impl Tableau {
    fn new(matrix: &PayoffMatrix, grid: f64) -> Self {
        let (rows, columns) = (matrix.rows, matrix.columns);
        let (low, high) = matrix.range();
        let scaled = |&entry: &f64| {
            Twofold::from(1.0 + ((entry - low) / (high - low) * grid).round() / grid)
        };
        let with_bound = |row: &[f64]| row.iter().map(scaled).chain([Twofold::ONE]).collect();
        let mut cells: Vec<Vec<Twofold>> =
            matrix.entries.chunks_exact(columns).map(with_bound).collect();
        cells.push([vec![Twofold::from(-1.0); columns], vec![Twofold::ZERO]].concat());
        Tableau {
            cells,
            row_labels: (columns..columns + rows).collect(),
            column_labels: (0..columns).collect(),
        }
    }

    /// Probabilities of the row and of the column player.
    fn strategies(mut self) -> (Vec<f64>, Vec<f64>) {
        while let Some(entering) = self.entering() {
            self.pivot(self.leaving(entering), entering);
        }
        let (rows, columns) = (self.row_labels.len(), self.column_labels.len());
        let (mut row, mut column) = (vec![0.0; rows], vec![0.0; columns]);
        for (i, &label) in self.row_labels.iter().enumerate().filter(|&(_, &label)| label < columns)
        {
            column[label] = self.cells[i][columns].to_float();
        }
        for (j, &label) in
            self.column_labels.iter().enumerate().filter(|&(_, &label)| label >= columns)
        {
            row[label - columns] = self.cells[rows][j].to_float();
        }
        (normalized(row), normalized(column))
    }

    /// The column with the lowest label among those that would raise the objective (Bland's rule).
    fn entering(&self) -> Option<usize> {
        let objective = &self.cells[self.row_labels.len()];
        let raises = |&j: &usize| objective[j].to_float() < -TINY;
        (0..self.column_labels.len()).filter(raises).min_by_key(|&j| self.column_labels[j])
    }

    /// The row whose bound is reached first as column `entering` grows; ties go to the lowest
    /// label.
    fn leaving(&self, entering: usize) -> usize {
        let bound = self.column_labels.len();
        let mut first: Option<(Twofold, usize)> = None;
        for (i, row) in self.cells[..self.row_labels.len()].iter().enumerate() {
            if row[entering].to_float() <= TINY {
                continue;
            }
            let ratio = row[bound] / row[entering];
            let sooner = first.is_none_or(|(least, other)| match (ratio - least).to_float() {
                difference if difference.abs() < TINY => {
                    self.row_labels[i] < self.row_labels[other]
                }
                difference => difference < 0.0,
            });
            if sooner {
                first = Some((ratio, i));
            }
        }
        first.expect("no payoff is unbounded").1
    }

    /// Exchanges a basic variable for another one: a Gauss-Jordan step.
    fn pivot(&mut self, row: usize, column: usize) {
        let pivot = self.cells[row][column];
        self.cells[row][column] = Twofold::ONE;
        self.cells[row].iter_mut().for_each(|cell| *cell = *cell / pivot);
        let pivot_row = self.cells[row].clone();
        for (_, cells) in self.cells.iter_mut().enumerate().filter(|&(i, _)| i != row) {
            let factor = std::mem::replace(&mut cells[column], Twofold::ZERO);
            cells
                .iter_mut()
                .zip(&pivot_row)
                .for_each(|(cell, &above)| *cell = *cell - factor * above);
        }
        std::mem::swap(&mut self.row_labels[row], &mut self.column_labels[column]);
    }
}

/// Scales weights to probabilities; negative rounding errors count as 0.
fn normalized(mut weights: Vec<f64>) -> Vec<f64> {
    weights.iter_mut().for_each(|weight| *weight = weight.max(0.0));
    let total: f64 = weights.iter().sum();
    weights.iter_mut().for_each(|weight| *weight /= total);
    weights
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn assert_close(found: &[f64], right: &[f64]) {
        let close = |(a, b): (&f64, &f64)| (a - b).abs() < 1e-9;
        assert!(
            found.len() == right.len() && found.iter().zip(right).all(close),
            "{found:?}, not {right:?}"
        );
    }

    #[test]
    fn pennies_and_the_family_of_rock_paper_scissors() {
        let thirds = [1.0 / 3.0; 3];
        let biased = [1.0 / 16.0, 10.0 / 16.0, 5.0 / 16.0];
        let mild = [0.25, 0.5, 0.25];
        let pennies = PayoffMatrix::from_rows(&[[1.0, -1.0], [-1.0, 1.0]]).solve();
        assert_close(&[pennies.value, pennies.row[0], pennies.column[0]], &[0.0, 0.5, 0.5]);
        for (rows, value, row, column) in [
            ([[0.0, -1.0, 1.0], [1.0, 0.0, -1.0], [-1.0, 1.0, 0.0]], 0.0, thirds, thirds),
            ([[0.0, -25.0, 50.0], [25.0, 0.0, -5.0], [-50.0, 5.0, 0.0]], 0.0, biased, biased),
            ([[0.0, -1.0, 2.0], [1.0, 0.0, -1.0], [-2.0, 1.0, 0.0]], 0.0, mild, mild),
            (
                [[0.0, -1.0, 3.0], [1.0, 0.0, -1.0], [-1.0, 1.0, 0.0]],
                2.0 / 15.0,
                [3.0 / 15.0, 7.0 / 15.0, 5.0 / 15.0],
                [5.0 / 15.0, 7.0 / 15.0, 3.0 / 15.0],
            ),
        ] {
            let found = PayoffMatrix::from_rows(&rows).solve();
            assert_close(&[found.value], &[value]);
            assert_close(&found.row, &row);
            assert_close(&found.column, &column);
        }
    }

    #[test]
    fn a_saddle_point_is_pure_and_exact() {
        let matrix = PayoffMatrix::from_rows(&[[0.1, 0.7, 0.3], [0.2, 0.3, 0.9], [0.1, 0.1, 0.1]]);
        assert_eq!(
            matrix.solve(),
            Solution { value: 0.2, row: vec![0.0, 1.0, 0.0], column: vec![1.0, 0.0, 0.0] }
        );
        let constant = PayoffMatrix::from_rows(&[[0.5; 3]; 2]).solve();
        assert_eq!(
            constant,
            Solution { value: 0.5, row: vec![1.0, 0.0], column: vec![1.0, 0.0, 0.0] }
        );
    }

    #[test]
    fn one_choice_leaves_the_other_player_to_pick_the_best() {
        assert_eq!(PayoffMatrix::from_rows(&[[0.5, -0.25, 1.0]]).solve().column, [0.0, 1.0, 0.0]);
        assert_eq!(PayoffMatrix::from_rows(&[[0.5], [-0.25], [1.0]]).solve().row, [0.0, 0.0, 1.0]);
    }

    /// Random matrices up to 9 by 9 with entries from `entry`.
    fn matrices(entry: impl Strategy<Value = f64> + Clone) -> impl Strategy<Value = PayoffMatrix> {
        (1..10_usize, 1..10_usize).prop_flat_map(move |(rows, columns)| {
            let entries = proptest::collection::vec(entry.clone(), rows * columns);
            entries.prop_map(move |entries| PayoffMatrix::new(rows, columns, entries))
        })
    }

    fn assert_solved(matrix: &PayoffMatrix) {
        let found = matrix.solve();
        let (floor, ceiling) = (matrix.floor(&found.row), matrix.ceiling(&found.column));
        assert!(
            (floor - ceiling).abs() < 1e-9,
            "{floor} and {ceiling} are guaranteed in {matrix:?}"
        );
        for side in [&found.row, &found.column] {
            assert!(
                side.iter().all(|&p| p >= 0.0) && (side.iter().sum::<f64>() - 1.0).abs() < 1e-12
            );
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn both_sides_guarantee_the_same(matrix in matrices(-1.0..1.0)) {
            assert_solved(&matrix);
        }

        /// Wins, draws and losses: many rows and columns are equal, and many bounds are reached at
        /// once.
        #[test]
        fn degenerate_matrices_are_solved(matrix in matrices((-1..=1_i32).prop_map(f64::from))) {
            assert_solved(&matrix);
        }

        /// Payoffs that agree in many but not all digits: in plain floats, small pivots make the
        /// tableau useless.
        #[test]
        fn nearly_degenerate_matrices_are_solved(
            matrix in (5..17_i32).prop_flat_map(|digits| {
                let entry = move |(n, noise): (i32, f64)| f64::from(n) + noise * 10_f64.powi(-digits);
                matrices((-1..=1_i32, 0.0..1.0).prop_map(entry))
            })
        ) {
            assert_solved(&matrix);
        }
    }
}
