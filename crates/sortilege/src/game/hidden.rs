//! Capability: hidden information. Whoever chooses a move is shown a [`Hidden::View`], never the state.

use super::{Game, Player};
use crate::Rng;
use std::fmt::Debug;
use std::hash::Hash;

/// What each seat knows.
pub trait Hidden: Game {
    /// All that a seat knows. Two states with the same view are the same to it: a seat on turn has the same
    /// legal actions in both.
    type View: Clone + Eq + Hash + Debug + Send;

    /// What `who` knows.
    fn view(&self, who: Player) -> Self::View;

    /// Draws a state consistent with `view`: viewing it again gives `view` back.
    fn determinize(view: &Self::View, rng: &mut Rng) -> Self;
}

/// Whether views tell information sets apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Recall {
    /// To a seat on turn the view tells all that it has seen: as many information sets as views.
    Perfect,
    /// Views are a statistic of what was seen, as a board is of the moves that led to it: several information
    /// sets share a view. Who is shown nothing but views plays alike in all of them.
    Forgets,
}

/// How a move looks from each seat: the observations that information sets are made of (IS §II).
///
/// What a seat has observed since the start decides its information set, so everything a view tells must
/// have been observable. Where the consequence of a move tells its maker something, as in phantom games,
/// an environment action ([`Turn::Chance`](super::Turn::Chance)) says it.
pub trait Observe: Hidden {
    /// What a seat observes of an action.
    type Seen: Copy + Eq + Hash + Debug;

    /// How `action`, about to be played in this state, looks to `who`; `None` if `who` does not notice that
    /// anything happened. Players see their own actions in full: to the mover no two actions look alike.
    /// At [`Turn::Together`](super::Turn::Together) it is asked once for each player's choice, in seat order.
    fn seen(&self, action: Self::Action, who: Player) -> Option<Self::Seen>;
}

/// Marker for games in which everybody sees everything, apart from choices that are being made at once.
pub trait PerfectInfo: Game + Eq + Hash + Debug + Send {}

impl<G: PerfectInfo> Hidden for G {
    type View = G;
    #[inline]
    fn view(&self, _: Player) -> G {
        self.clone()
    }
    #[inline]
    fn determinize(view: &G, _: &mut Rng) -> G {
        view.clone()
    }
}

impl<G: PerfectInfo> Observe for G {
    type Seen = G::Action;
    #[inline]
    fn seen(&self, action: G::Action, _: Player) -> Option<G::Action> {
        Some(action)
    }
}
