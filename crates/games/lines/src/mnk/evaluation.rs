//! Lines that can still be completed.

use super::Mnk;
use crate::opposed::opposed;
use sortilege::evaluator::Evaluator;

/// A line with marks of one side only counts the square of their number for that side. The difference d of both sides,
/// divided by k squared, is bent to d / (1 + |d|), so that only a finished game is worth 1 or -1.
#[derive(Clone, Copy, Debug, Default)]
pub struct OpenLines;

impl Evaluator<Mnk> for OpenLines {
    fn evaluate(&mut self, state: &Mnk, values: &mut [f64]) {
        let worth = |line: u64| match state.marks.map(|marks| (marks & line).count_ones()) {
            [own, 0] => f64::from(own * own),
            [0, other] => -f64::from(other * other),
            _ => 0.0,
        };
        let difference = state.grid.lines().map(worth).sum::<f64>() / f64::from(state.grid.k()).powi(2);
        opposed(difference / (1.0 + difference.abs()), values);
    }
}
