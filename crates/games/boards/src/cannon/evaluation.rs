//! Who has more soldiers.

use super::Cannon;
use crate::opposed::opposed;
use sortilege::evaluator::Evaluator;

/// The hyperbolic tangent of a fifteenth of the difference in soldiers: the evaluation of QR's
/// authors.
#[derive(Clone, Copy, Debug, Default)]
pub struct Soldiers;

impl Evaluator<Cannon> for Soldiers {
    fn evaluate(&mut self, state: &Cannon, values: &mut [f64]) {
        opposed(state.lead(0).tanh(), values);
    }
}
