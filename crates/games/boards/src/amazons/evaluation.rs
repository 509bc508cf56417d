//! Evaluation by mobility.

use super::Amazons;
use crate::opposed::opposed;
use sortilege::evaluator::Evaluator;

/// The difference in queen moves. Its weight decreases with the length of the game, as in the
/// authors' program.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mobility;

impl Evaluator<Amazons> for Mobility {
    fn evaluate(&mut self, state: &Amazons, values: &mut [f64]) {
        let [first, second] = [0, 1].map(|seat| f64::from(state.mobility(seat)));
        opposed(((first - second) / (4 * state.burnt().max(1)) as f64).tanh(), values);
    }
}
