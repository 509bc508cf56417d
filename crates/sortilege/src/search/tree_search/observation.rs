//! Edge labels of a tree: actions, or the observations of the player whose tree it is.

use crate::game::{Label, Observe};
use crate::{Game, Player};
use std::hash::Hash;

/// Edge labels from the point of view of the owner of a tree.
pub trait Labels<G: Game>: Copy + Send {
    /// Type of the labels.
    type Label: Copy + Eq + Hash + Send;

    /// Whether several actions may have the same label.
    const ALIKE: bool;

    /// The labels of a tree of `who`.
    fn of(who: Player) -> Self;

    /// The label of an action that `mover` is about to take; `None` is chance.
    fn label(&self, state: &G, action: G::Action, mover: Option<Player>) -> Self::Label;

    /// The action of a label, if it is unique.
    fn action(&self, label: Self::Label) -> Option<G::Action>;

    /// Whether the observer notices nothing, so that its information set stays the same.
    #[inline]
    fn unnoticed(&self, _: Self::Label) -> bool {
        false
    }
}

/// Labels for public actions: edges are actions, "moves from the point of view of the player who
/// plays them" (IS §IV-E).
#[derive(Clone, Copy, Debug, Default)]
pub struct ByAction;

impl<G: Game> Labels<G> for ByAction {
    type Label = G::Action;
    const ALIKE: bool = false;
    #[inline]
    fn of(_: Player) -> Self {
        ByAction
    }
    #[inline]
    fn label(&self, _: &G, action: G::Action, _: Option<Player>) -> G::Action {
        action
    }
    #[inline]
    fn action(&self, label: G::Action) -> Option<G::Action> {
        Some(label)
    }
}

/// Labels by observation: edges are moves as one player observes them.
#[derive(Clone, Copy, Debug)]
pub struct ByObservation {
    pub(crate) of: Player,
}

impl<G: Observe> Labels<G> for ByObservation {
    type Label = Label<G::Action, G::Seen>;
    const ALIKE: bool = true;

    #[inline]
    fn of(who: Player) -> Self {
        ByObservation { of: who }
    }

    #[inline]
    fn label(&self, state: &G, action: G::Action, mover: Option<Player>) -> Self::Label {
        if mover == Some(self.of) {
            return Label::Own(action);
        }
        state.seen(action, self.of).map_or(Label::Unnoticed, Label::Seen)
    }

    #[inline]
    fn action(&self, label: Self::Label) -> Option<G::Action> {
        match label {
            Label::Own(action) => Some(action),
            _ => None,
        }
    }

    #[inline]
    fn unnoticed(&self, label: Self::Label) -> bool {
        label == Label::Unnoticed
    }
}

/// Labels of a player's own actions only, which are all different.
#[derive(Clone, Copy, Debug)]
pub struct OwnActions;

impl<G: Observe> Labels<G> for OwnActions {
    type Label = Label<G::Action, G::Seen>;
    const ALIKE: bool = false;

    #[inline]
    fn of(_: Player) -> Self {
        OwnActions
    }

    #[inline]
    fn label(&self, _: &G, action: G::Action, _: Option<Player>) -> Self::Label {
        Label::Own(action)
    }

    #[inline]
    fn action(&self, label: Self::Label) -> Option<G::Action> {
        Labels::<G>::action(&ByObservation { of: Player(0) }, label)
    }
}
