//! The one place where a player is told what it may know.

use sortilege::game::Hidden;
use sortilege::search::{CheatingSearch, Decision, Note, Search};
use sortilege::{Player, Rng};

/// A search behind a pointer. Only the baselines that are named cheating ever see a state.
pub enum AnySearch<G: Hidden> {
    /// Is shown what its seat knows.
    Fair(Box<dyn Search<G>>),
    /// Is shown everything.
    Cheating(Box<dyn CheatingSearch<G>>),
}

impl<G: Hidden> AnySearch<G> {
    /// A player who is shown what its seat knows.
    pub fn fair(search: impl Search<G> + 'static) -> Self {
        AnySearch::Fair(Box::new(search))
    }

    /// A player who is shown everything.
    pub fn cheating(search: impl CheatingSearch<G> + 'static) -> Self {
        AnySearch::Cheating(Box::new(search))
    }

    /// Forgets the game before.
    pub fn new_game(&mut self) {
        match self {
            AnySearch::Fair(search) => search.new_game(),
            AnySearch::Cheating(search) => search.new_game(),
        }
    }

    /// What its parts measured during the last decision.
    pub fn notes(&self) -> Vec<Note> {
        match self {
            AnySearch::Fair(search) => search.notes(),
            AnySearch::Cheating(search) => search.notes(),
        }
    }

    /// The choice of `who`, who is on turn in `state`.
    pub fn decide(&mut self, state: &G, who: Player, rng: &mut Rng) -> Decision<G::Action> {
        match self {
            AnySearch::Fair(search) => search.decide(&state.view(who), who, rng),
            AnySearch::Cheating(search) => search.decide_knowing_all(state, who, rng),
        }
    }
}
