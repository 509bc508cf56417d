//! The one place where a player is told what it may know.

use sortilege::game::{Hidden, Observation, Observe};
use sortilege::search::{CheatingSearch, Decision, Name, Note, Search};
use sortilege::tree::{Extent, Outline};
use sortilege::{Player, Rng, Stop};
use std::time::Instant;

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

    /// Whether it wants to hear what is played.
    pub fn wants_observations(&self) -> bool {
        matches!(self, AnySearch::Fair(search) if search.wants_observations())
    }

    /// Hears what `who`, for whom it decides, observes of a step that led from one state to
    /// another. Whoever is shown everything need not be told.
    pub fn observe(
        &mut self,
        before: &G,
        made: &[(Option<Player>, G::Action)],
        after: &G,
        who: Player,
    ) where
        G: Observe,
    {
        if let AnySearch::Fair(search) = self {
            let see = |&(mover, action): &_| Observation::new(before, action, mover, after, who);
            made.iter().filter_map(see).for_each(|seen| search.observe(who, &seen));
        }
    }

    /// Thinks on while others do, until it is stopped.
    pub fn ponder(&mut self, state: &G, who: Player, stop: &Stop, rng: &mut Rng) {
        if let AnySearch::Fair(search) = self {
            search.ponder(&state.view(who), who, stop, rng);
        }
    }

    /// A part of the tree of the last decision, which was one of `who` in `state`. Only trees of
    /// those are told who know no more than their seat does.
    pub fn outline(
        &self,
        state: &G,
        who: Player,
        extent: &Extent,
        name: &Name<'_, G>,
    ) -> Option<Outline> {
        match self {
            AnySearch::Fair(search) => search.outline(&state.view(who), extent, name),
            AnySearch::Cheating(_) => None,
        }
    }

    /// What its parts measured during the last decision.
    pub fn notes(&self) -> Vec<Note> {
        match self {
            AnySearch::Fair(search) => search.notes(),
            AnySearch::Cheating(search) => search.notes(),
        }
    }

    /// The choice of `who`, who is on turn in `state`, and the time that it took: at a table
    /// somebody wants to know it, though a search whose budget has no time does not.
    pub fn decide(&mut self, state: &G, who: Player, rng: &mut Rng) -> Decision<G::Action> {
        let began = Instant::now();
        let decision = match self {
            AnySearch::Fair(search) => search.decide(&state.view(who), who, rng),
            AnySearch::Cheating(search) => search.decide_knowing_all(state, who, rng),
        };
        Decision { time: began.elapsed(), ..decision }
    }
}
