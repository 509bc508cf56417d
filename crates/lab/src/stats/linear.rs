//! Linear algebra for the other files of this module.

/// A square matrix, row by row.
pub(super) type Matrix = Vec<Vec<f64>>;

/// Inverse of a symmetric, positive definite matrix, by Gauss-Jordan elimination in place. Such a
/// matrix needs no pivoting.
pub(super) fn inverse(mut matrix: Matrix) -> Matrix {
    for pivot in 0..matrix.len() {
        let mut row = std::mem::take(&mut matrix[pivot]);
        let scale = std::mem::replace(&mut row[pivot], 1.0);
        row.iter_mut().for_each(|value| *value /= scale);
        for other in matrix.iter_mut().filter(|other| !other.is_empty()) {
            let factor = std::mem::take(&mut other[pivot]);
            other.iter_mut().zip(&row).for_each(|(value, above)| *value -= factor * above);
        }
        matrix[pivot] = row;
    }
    matrix
}

/// Product of a matrix and a vector.
pub(super) fn times(matrix: &Matrix, vector: &[f64]) -> Vec<f64> {
    matrix.iter().map(|row| dot(row, vector)).collect()
}

/// Dot product.
pub(super) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The inverse of a Hilbert matrix has integer entries.
    #[test]
    fn an_inverse_that_is_known() {
        let hilbert = (1..4).map(|i| (0..3).map(|j| 1.0 / f64::from(i + j)).collect()).collect();
        let known = [[9.0, -36.0, 30.0], [-36.0, 192.0, -180.0], [30.0, -180.0, 180.0]];
        for (ours, known) in inverse(hilbert).iter().flatten().zip(known.iter().flatten()) {
            assert!((ours - known).abs() < 1e-9, "{ours} should be {known}");
        }
    }
}
