//! Evaluation by distance to the goal.

use super::ChineseCheckers;
use crate::opposed::opposed;
use sortilege::evaluator::Evaluator;

/// tanh(d / 10), where d is the opponent's number of steps to its next goal, summed over the
/// pieces, minus the own number.
#[derive(Clone, Copy, Debug, Default)]
pub struct StepsLeft;

impl Evaluator<ChineseCheckers> for StepsLeft {
    fn evaluate(&mut self, state: &ChineseCheckers, values: &mut [f64]) {
        let [first, second] = [0, 1].map(|seat| f64::from(state.steps_left(seat)));
        opposed(((second - first) / 10.0).tanh(), values);
    }
}
