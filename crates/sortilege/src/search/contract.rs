//! The interface of a search: it receives what a seat knows and returns a decision.

use super::Decision;
use crate::game::{Hidden, Observation, Observe};
pub use crate::reward::Note;
use crate::tree::{Extent, Outline};
use crate::{Budget, Game, Player, Rng, Stop};

/// Decides from the view of a seat. A search receives a view, never a state, so it cannot read
/// hidden information.
pub trait Search<G: Hidden>: Send {
    /// Returns the decision of the acting player `who`, whose view is `view`.
    fn decide(&mut self, view: &G::View, who: Player, rng: &mut Rng) -> Decision<G::Action>;

    /// Continues the decision just made with the budget `more` in addition to what has been spent,
    /// and answers again. The tree and all that was learnt stay. `rng` is set back to where the
    /// simulations ended, so that 1,000 iterations and 1,000 more equal 2,000 iterations exactly.
    /// Exceptions are batches of an evaluator, which end with each answer, rewards that depend on
    /// the budget, and more than one thread.
    ///
    /// Returns `None` if `view` and `who` are not those of the last decision, or if nothing of it
    /// was kept; the caller then needs [`Search::decide`]. Every [`Searcher`](super::Searcher) keeps
    /// its statistics.
    ///
    /// ```
    /// use sortilege::search::{Search, Setup, Uct};
    /// # use sortilege::testing::hand_made::{HandMade, Place};
    /// # use sortilege::{Budget, Player, Rng};
    /// # let game = HandMade::new(&[Place::Choice(0, &[1, 2]), Place::End(&[0.2]), Place::End(&[0.8])]);
    /// let mut uct = Uct::<HandMade>::new(Setup::new(Budget::iterations(1000)));
    /// let mut rng = Rng::new(1);
    /// let mut decision = uct.decide(&game, Player(0), &mut rng);
    /// while decision.candidates.iter().all(|one| one.visits < 3000) {
    ///     decision = uct.go_on(&game, Player(0), &Budget::iterations(1000), &mut rng).expect("the tree is there");
    /// }
    /// assert_eq!(decision.iterations, 4000);
    /// ```
    fn go_on(
        &mut self,
        _view: &G::View,
        _who: Player,
        _more: &Budget,
        _rng: &mut Rng,
    ) -> Option<Decision<G::Action>> {
        None
    }

    /// Forgets the previous game: the next decision is the first one of another game.
    fn new_game(&mut self) {}

    /// Whether it uses the observations reported by [`Search::observe`].
    fn wants_observations(&self) -> bool {
        false
    }

    /// Receives the observations of `who`, the seat for which it decides, from the start of the
    /// game on. They include moves of other players, chance outcomes, and the seat's own moves once
    /// they are made. A search that receives no observations decides by views alone.
    fn observe(&mut self, _who: Player, _seen: &Observation<G>)
    where
        G: Observe,
    {
    }

    /// Ponders: continues to search during the turns of other players until it is stopped. `view`
    /// is the current view of `who`. Only a search that reuses its tree benefits; any other returns
    /// at once. After [`Search::observe`] has reported the moves of the others, the next decision
    /// starts with these results.
    fn ponder(&mut self, _view: &G::View, _who: Player, _stop: &Stop, _rng: &mut Rng) {}

    /// A part of the tree of the last decision, if there is one. `view` is the view of that
    /// decision, and `name` returns the name of an action in a state. Where a state is not known,
    /// actions are named by their `Debug` text.
    fn outline(&self, _view: &G::View, _extent: &Extent, _name: &Name<'_, G>) -> Option<Outline> {
        None
    }

    /// Whether it reports progress to its listener about ten times a second, so that a caller can
    /// check for an interruption there. A search that reports only between longer parts returns
    /// false.
    fn reports_progress(&self) -> bool {
        false
    }

    /// Measurements of its parts during the last decision.
    fn notes(&self) -> Vec<Note> {
        vec![]
    }
}

/// Returns the name of an action in a state.
pub type Name<'a, G> = dyn Fn(&G, <G as Game>::Action) -> String + 'a;

/// Decides with all cards open: for the cheating baselines of the papers only.
pub trait CheatingSearch<G: Game>: Send {
    /// Returns the decision of the acting player `who`.
    fn decide_knowing_all(&mut self, state: &G, who: Player, rng: &mut Rng) -> Decision<G::Action>;

    /// Forgets the previous game: the next decision is the first one of another game.
    fn new_game(&mut self) {}

    /// Whether it reports progress to its listener about ten times a second, so that a caller can
    /// check for an interruption there. A search that reports only between longer parts returns
    /// false.
    fn reports_progress(&self) -> bool {
        false
    }

    /// Measurements of its parts during the last decision.
    fn notes(&self) -> Vec<Note> {
        vec![]
    }
}
