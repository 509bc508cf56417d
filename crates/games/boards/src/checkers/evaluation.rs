//! Evaluation by material.

use super::Checkers;
use crate::opposed::opposed;
use sortilege::evaluator::Evaluator;

/// tanh(d / 10), where d is the difference in material, with 1 for a man and 6 for a king: the
/// evaluation of QR's authors.
#[derive(Clone, Copy, Debug, Default)]
pub struct Material;

impl Evaluator<Checkers> for Material {
    fn evaluate(&mut self, state: &Checkers, values: &mut [f64]) {
        let worth =
            |pieces: u32| f64::from(pieces.count_ones() + 5 * (pieces & state.kings).count_ones());
        let [black, white] = state.pieces.map(worth);
        opposed(((black - white) / 10.0).tanh(), values);
    }
}
