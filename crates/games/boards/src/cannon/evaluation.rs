//! Evaluation by the number of soldiers.

use super::Cannon;
use crate::opposed::opposed;
use sortilege::evaluator::Evaluator;

/// tanh(d / 15), where d is the difference in soldiers: the evaluation of QR's authors.
#[derive(Clone, Copy, Debug, Default)]
pub struct Soldiers;

impl Evaluator<Cannon> for Soldiers {
    fn evaluate(&mut self, state: &Cannon, values: &mut [f64]) {
        opposed(state.lead(0).tanh(), values);
    }
}
