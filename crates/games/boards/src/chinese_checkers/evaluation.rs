//! Who is closer to home.

use super::ChineseCheckers;
use crate::opposed::opposed;
use sortilege::evaluator::Evaluator;

/// tanh(d / 10), where d is by how many steps the own pieces are closer to their next goal, all
/// together, than those of the opponent.
#[derive(Clone, Copy, Debug, Default)]
pub struct StepsLeft;

impl Evaluator<ChineseCheckers> for StepsLeft {
    fn evaluate(&mut self, state: &ChineseCheckers, values: &mut [f64]) {
        let [first, second] = [0, 1].map(|seat| f64::from(state.steps_left(seat)));
        opposed(((second - first) / 10.0).tanh(), values);
    }
}
