//! Evaluation by the number of cards.

use super::{DouDiZhu, SIZES};
use sortilege::evaluator::Evaluator;

/// The side with fewer cards is ahead; the better peasant counts for both. It is an addition of
/// this project. The sizes of hands are public.
#[derive(Clone, Copy, Debug, Default)]
pub struct CardsLeft;

impl Evaluator<DouDiZhu> for CardsLeft {
    #[inline]
    fn evaluate(&mut self, state: &DouDiZhu, values: &mut [f64]) {
        let [landlord, first, second] = state.hands.map(|hand| f64::from(hand.len()));
        let lead = (first.min(second) - landlord) / f64::from(SIZES[0]);
        values.copy_from_slice(&[lead, -lead, -lead]);
    }
}
