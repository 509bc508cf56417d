//! What a search is to whoever asks it: something that is shown what a seat knows, and decides.

use super::Decision;
use crate::game::{Hidden, Observation, Observe};
pub use crate::reward::Note;
use crate::tree::{Extent, Outline};
use crate::{Budget, Game, Player, Rng, Stop};

/// Chooses from what a seat knows. It is handed a view, never a state, so it cannot peek.
pub trait Search<G: Hidden>: Send {
    /// The choice of `who`, whose view it is and who is on turn.
    fn decide(&mut self, view: &G::View, who: Player, rng: &mut Rng) -> Decision<G::Action>;

    /// Thinks on about the decision that it has just made, with `more` on top of what it has spent,
    /// and answers again: for those who look at an answer and want a better one. The tree stays,
    /// and all that was learnt. `rng` is set back to where the simulations ended, so that 1,000
    /// iterations and 1,000 more are 2,000 to the last draw; what differs are batches of an
    /// evaluator, which end with each answer, rewards that go by the budget, and more than one
    /// thread.
    ///
    /// Nothing if `view` and `who` are not those of the last decision, or if nothing of it was
    /// kept: then [`Search::decide`] decides anew. The searches with one tree keep it, and
    /// [`MoIsmcts`](super::MoIsmcts) keeps those of players who know.
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

    /// Forgets the game before: the next decision is the first of another one.
    fn new_game(&mut self) {}

    /// Whether it wants to hear what is played, by [`Search::observe`].
    fn wants_observations(&self) -> bool {
        false
    }

    /// Hears what `who`, for whom it decides, observes between decisions, from the start of the
    /// game on: moves of others, outcomes of chance, and its own moves once they are made. A search
    /// that nobody tells anything decides by views alone.
    fn observe(&mut self, _who: Player, _seen: &Observation<G>)
    where
        G: Observe,
    {
    }

    /// Thinks on while others do, until it is stopped: `view` is what `who` knows now. Only a
    /// search that reuses its tree has any use for it, and returns at once otherwise. Once it is
    /// [told](Search::observe) what the others did, the next decision begins with what was found
    /// out.
    fn ponder(&mut self, _view: &G::View, _who: Player, _stop: &Stop, _rng: &mut Rng) {}

    /// A part of the tree of the last decision, if it has one. `view` is what was decided on, and
    /// `name` gives an action in a state its name; where a state is not known, actions are named by
    /// their `Debug`.
    fn outline(&self, _view: &G::View, _extent: &Extent, _name: &Name<'_, G>) -> Option<Outline> {
        None
    }

    /// What its parts measured during the last decision, for whoever wants to look.
    fn notes(&self) -> Vec<Note> {
        vec![]
    }
}

/// Gives an action in a state its name.
pub type Name<'a, G> = dyn Fn(&G, <G as Game>::Action) -> String + 'a;

/// Chooses with everybody's cards on the table: the papers' cheating baselines, and nothing else.
pub trait CheatingSearch<G: Game>: Send {
    /// The choice of `who`, who is on turn.
    fn decide_knowing_all(&mut self, state: &G, who: Player, rng: &mut Rng) -> Decision<G::Action>;

    /// Forgets the game before: the next decision is the first of another one.
    fn new_game(&mut self) {}

    /// What its parts measured during the last decision, for whoever wants to look.
    fn notes(&self) -> Vec<Note> {
        vec![]
    }
}
