//! The end of a decision, for callers that continue it.

use crate::budget::{Clock, Spent};
use crate::{Budget, Player, Rng, Stop};

/// View, player, expenditure and next random numbers of a decision. `None` if there was no
/// decision, or if the tree has changed since.
pub(super) struct Paused<V>(Option<(V, Player, Spent, Rng)>);

// A derived implementation would require views that implement `Default`.
impl<V> Default for Paused<V> {
    fn default() -> Self {
        Paused(None)
    }
}

impl<V: Clone> Paused<V> {
    /// Records where a decision on `view` ends. Random numbers drawn afterwards, to break ties, do
    /// not count.
    pub(super) fn end(&mut self, view: &V, who: Player, clock: &Clock, rng: &Rng) {
        self.0 = Some((view.clone(), who, clock.spent(), rng.clone()));
    }
}

impl<V: PartialEq> Paused<V> {
    /// The clock of a decision that continues with `more`, if `view` is that of the last decision;
    /// `rng` is then set back to its state at the end.
    pub(super) fn go_on(
        &self,
        (view, who): (&V, Player),
        more: &Budget,
        stop: &Stop,
        rng: &mut Rng,
    ) -> Option<Clock> {
        let (_, _, spent, next) =
            self.0.as_ref().filter(|(known, whose, ..)| (known, *whose) == (view, who))?;
        rng.clone_from(next);
        Some(more.go_on(*spent, stop))
    }
}
