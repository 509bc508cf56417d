//! Evaluation before the end by life and creatures, an addition of this project.

use super::Magic;
use crate::opposed::opposed;
use sortilege::evaluator::Evaluator;

/// The lead with a value of one half.
const HALF: f64 = 20.0;

/// The lead in life, power and half of toughness in play, squashed. It uses no hidden information.
/// It is an addition of this project: the papers have no evaluation.
#[derive(Clone, Copy, Debug, Default)]
pub struct Strength;

impl Evaluator<Magic> for Strength {
    fn evaluate(&mut self, state: &Magic, values: &mut [f64]) {
        let lead = state.strength(0) - state.strength(1);
        opposed(lead / (lead.abs() + HALF), values);
    }
}

impl Magic {
    fn strength(&self, who: usize) -> f64 {
        let worth = |&kind: &u8| {
            let kind = usize::from(kind);
            f64::from(self.table.power[kind]) + 0.5 * f64::from(self.table.toughness[kind])
        };
        let side = &self.sides[who];
        f64::from(side.life) + side.creatures().iter().map(worth).sum::<f64>()
    }
}
