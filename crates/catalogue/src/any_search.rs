//! Type-erased searches: the one place that passes information of the game to a player.

use crate::value_format::ValueKind;
use sortilege::game::{Hidden, Observation, Observe};
use sortilege::search::{CheatingSearch, Decision, Name, Note, Search};
use sortilege::tree::{Extent, Outline};
use sortilege::{Player, Rng, Stop};
use std::time::Instant;

/// A search behind a pointer, with what its values mean.
pub struct AnySearch<G: Hidden> {
    pub(crate) kind: SearchKind<G>,
    values: Option<ValueKind>,
}

/// Only the baselines that are named cheating ever see a state.
pub(crate) enum SearchKind<G: Hidden> {
    /// Receives the view of its seat.
    Fair(Box<dyn Search<G>>),
    /// Receives the whole state.
    Cheating(Box<dyn CheatingSearch<G>>),
}

impl<G: Hidden> AnySearch<G> {
    /// Wraps a search that receives the view of its seat.
    pub fn fair(search: impl Search<G> + 'static) -> Self {
        AnySearch::fair_boxed(Box::new(search))
    }

    /// The same for a search of unknown type.
    pub fn fair_boxed(search: Box<dyn Search<G>>) -> Self {
        AnySearch { kind: SearchKind::Fair(search), values: None }
    }

    /// Wraps a search that receives the whole state.
    pub fn cheating(search: impl CheatingSearch<G> + 'static) -> Self {
        AnySearch::cheating_boxed(Box::new(search))
    }

    /// The same for a search of unknown type.
    pub fn cheating_boxed(search: Box<dyn CheatingSearch<G>>) -> Self {
        AnySearch { kind: SearchKind::Cheating(search), values: None }
    }

    /// States what the values of candidates mean, if they are not the rewards of simulations that
    /// the settings describe.
    pub fn with_values(self, values: ValueKind) -> Self {
        AnySearch { values: Some(values), ..self }
    }

    /// What the values of candidates mean, if the builder stated it.
    pub(crate) fn values(&self) -> Option<ValueKind> {
        self.values
    }

    /// Whether the search receives the whole state.
    pub fn sees_everything(&self) -> bool {
        matches!(self.kind, SearchKind::Cheating(_))
    }

    /// Resets the search for a new game.
    pub fn new_game(&mut self) {
        match &mut self.kind {
            SearchKind::Fair(search) => search.new_game(),
            SearchKind::Cheating(search) => search.new_game(),
        }
    }

    /// Whether the search uses observations of the moves.
    pub fn wants_observations(&self) -> bool {
        matches!(&self.kind, SearchKind::Fair(search) if search.wants_observations())
    }

    /// Whether the search reports progress to its listener.
    pub fn reports_progress(&self) -> bool {
        match &self.kind {
            SearchKind::Fair(search) => search.reports_progress(),
            SearchKind::Cheating(search) => search.reports_progress(),
        }
    }

    /// Passes on what `who`, the searching player, observes of a step between two states. Cheating
    /// searches need no observations.
    pub fn observe(
        &mut self,
        before: &G,
        made: &[(Option<Player>, G::Action)],
        after: &G,
        who: Player,
    ) where
        G: Observe,
    {
        if let SearchKind::Fair(search) = &mut self.kind {
            let see = |&(mover, action): &_| Observation::new(before, action, mover, after, who);
            made.iter().filter_map(see).for_each(|seen| search.observe(who, &seen));
        }
    }

    /// Ponders while opponents decide, until it is stopped.
    pub fn ponder(&mut self, state: &G, who: Player, stop: &Stop, rng: &mut Rng) {
        if let SearchKind::Fair(search) = &mut self.kind {
            search.ponder(&state.view(who), who, stop, rng);
        }
    }

    /// Returns a part of the tree of the last decision, made for `who` in `state`. Trees of
    /// cheating searches are not returned, since they contain hidden information.
    pub fn outline(
        &self,
        state: &G,
        who: Player,
        extent: &Extent,
        name: &Name<'_, G>,
    ) -> Option<Outline> {
        match &self.kind {
            SearchKind::Fair(search) => search.outline(&state.view(who), extent, name),
            SearchKind::Cheating(_) => None,
        }
    }

    /// Measurements of its parts during the last decision.
    pub fn notes(&self) -> Vec<Note> {
        match &self.kind {
            SearchKind::Fair(search) => search.notes(),
            SearchKind::Cheating(search) => search.notes(),
        }
    }

    /// Decides for `who`, the acting player in `state`, and measures the time: callers report it,
    /// but a search without a time limit does not measure it.
    pub fn decide(&mut self, state: &G, who: Player, rng: &mut Rng) -> Decision<G::Action> {
        let began = Instant::now();
        let decision = match &mut self.kind {
            SearchKind::Fair(search) => search.decide(&state.view(who), who, rng),
            SearchKind::Cheating(search) => search.decide_knowing_all(state, who, rng),
        };
        Decision { time: began.elapsed(), ..decision }
    }
}
