//! Who has fewer cards.

use super::{DouDiZhu, SIZES};
use sortilege::evaluator::Evaluator;

/// Ahead is who has fewer cards, the better peasant counting for both. Ours; sizes of hands are
/// open.
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
