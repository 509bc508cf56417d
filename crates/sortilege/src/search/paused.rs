//! Where a decision has ended, for whoever asks for more of it.

use crate::budget::{Clock, Spent};
use crate::{Budget, Player, Rng, Stop};

/// What it was about, what it has taken, and the random numbers that would have come next. Nothing
/// if there was none, or if the tree is no longer that of the decision.
pub(super) struct Paused<V>(Option<(V, Player, Spent, Rng)>);

// Derived, this would ask for a view with a default.
impl<V> Default for Paused<V> {
    fn default() -> Self {
        Paused(None)
    }
}

impl<V: Clone> Paused<V> {
    /// Notes down where a decision on `view` ends. What is drawn after that, to choose among
    /// equals, does not count.
    pub(super) fn end(&mut self, view: &V, who: Player, clock: &Clock, rng: &Rng) {
        self.0 = Some((view.clone(), who, clock.spent(), rng.clone()));
    }
}

impl<V: PartialEq> Paused<V> {
    /// The clock of a decision that goes on with `more`, if it is the one on `view`; `rng` is then
    /// where it was.
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
