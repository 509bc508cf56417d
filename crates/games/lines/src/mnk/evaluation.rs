//! Evaluation by lines that can still be completed.

use super::Mnk;
use crate::status::opposed;
use sortilege::evaluator::Evaluator;

/// A line with marks of only one side counts the square of their number for that side. The
/// difference d of both sides, divided by k squared, is mapped to d / (1 + |d|), so that only a
/// finished game is worth 1 or -1.
#[derive(Clone, Copy, Debug, Default)]
pub struct OpenLines;

impl Evaluator<Mnk> for OpenLines {
    fn evaluate(&mut self, state: &Mnk, values: &mut [f64]) {
        let counts =
            state.grid.lines().map(|line| state.marks.map(|marks| (marks & line).count_ones()));
        opposed(lean(counts, state.grid.k()), values);
    }
}

/// The evaluation for the first seat, from the number of marks of both seats on each line.
pub(super) fn lean(counts: impl Iterator<Item = [u32; 2]>, k: u8) -> f64 {
    let worth = |counts: [u32; 2]| match counts {
        [own, 0] => f64::from(own * own),
        [0, other] => -f64::from(other * other),
        _ => 0.0,
    };
    let difference = counts.map(worth).sum::<f64>() / f64::from(k).powi(2);
    difference / (1.0 + difference.abs())
}
