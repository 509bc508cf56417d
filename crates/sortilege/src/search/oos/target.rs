//! Targeting: histories that agree with the observations of the searcher.

use crate::Player;
use crate::game::{Label, Observe};
use crate::search::tree_search::observation::{ByObservation, Labels};

/// The observations that targeted simulations agree with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Targeting {
    /// Information-set targeting: all observations of the searcher.
    #[default]
    InformationSet,
    /// Public-subgame targeting: observations that all players share. Private observations are
    /// sampled freely. Without any public observation there is effectively no target.
    PublicSubgame,
}

/// How far a simulation agrees with the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TargetState {
    /// It disagrees, or there is no target.
    Off,
    /// It agrees with this number of observations.
    Before(usize),
    /// It has reached the decision; the rest is sampled freely.
    Reached,
}

/// The observations of a seat from the start of the game to its decision.
pub(super) struct Target<G: Observe> {
    pub(super) of: Player,
    pub(super) seen: Vec<Label<G::Action, G::Seen>>,
    pub(super) targeting: Targeting,
}

impl<G: Observe> Target<G> {
    /// The target state after `mover` takes `action` in `state`; `Off` if the action disagrees.
    pub(super) fn after(
        &self,
        target_state: TargetState,
        state: &G,
        action: G::Action,
        mover: Option<Player>,
    ) -> TargetState {
        let TargetState::Before(known) = target_state else { return target_state };
        let label = ByObservation { of: self.of }.label(state, action, mover);
        let is_private = || self.targeting == Targeting::PublicSubgame && !is_public(state, action);
        match self.seen.get(known) {
            _ if label == Label::Unnoticed => target_state,
            Some(&seen) if seen == label || is_private() => TargetState::Before(known + 1),
            _ => TargetState::Off,
        }
    }

    /// The target state at a turn: after all observations, a turn of the searcher is the decision.
    pub(super) fn at_turn(&self, target_state: TargetState, is_searchers: bool) -> TargetState {
        match target_state {
            TargetState::Before(known) if is_searchers && known == self.seen.len() => {
                TargetState::Reached
            }
            _ => target_state,
        }
    }
}

/// Whether all players observe an action alike.
fn is_public<G: Observe>(state: &G, action: G::Action) -> bool {
    let first = state.seen(action, Player(0));
    first.is_some() && (1..state.players()).all(|who| state.seen(action, Player(who)) == first)
}
