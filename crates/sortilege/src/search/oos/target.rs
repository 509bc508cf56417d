//! Where simulations are drawn to: histories that agree with what the searcher has observed.

use crate::Player;
use crate::game::{Label, Observe};
use crate::search::tree_search::observation::{ByObservation, Labels};

/// What simulations that are targeted agree with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Targeting {
    /// All that the searcher has observed: its information set.
    #[default]
    InformationSet,
    /// What everybody has observed alike, so that what was seen by some alone is drawn as it comes:
    /// the public subgame. Where nothing is public it is no target at all.
    PublicSubgame,
}

/// How far a simulation agrees with the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TargetState {
    /// It does not any more, or there is nothing to agree with.
    Off,
    /// With so many observations.
    Before(usize),
    /// It has come to the decision; all that follows is free.
    Reached,
}

/// What a seat has observed, from the start of the game to its decision.
pub(super) struct Target<G: Observe> {
    pub(super) of: Player,
    pub(super) seen: Vec<Label<G::Action, G::Seen>>,
    pub(super) targeting: Targeting,
}

impl<G: Observe> Target<G> {
    /// How far a simulation agrees that has agreed with `target_state`, if `mover` takes `action`
    /// now. It is off the target if it disagrees.
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

    /// The same at a turn of the searcher: who has observed all of it has come to the decision.
    pub(super) fn at_turn(&self, target_state: TargetState, is_searchers: bool) -> TargetState {
        match target_state {
            TargetState::Before(known) if is_searchers && known == self.seen.len() => {
                TargetState::Reached
            }
            _ => target_state,
        }
    }
}

/// Whether everybody observes the same of an action.
fn is_public<G: Observe>(state: &G, action: G::Action) -> bool {
    let first = state.seen(action, Player(0));
    first.is_some() && (1..state.players()).all(|who| state.seen(action, Player(who)) == first)
}
