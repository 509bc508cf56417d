//! Capability: hidden information. Whoever chooses a move is shown a [`Hidden::View`], never the
//! state.

use super::{Game, Player};
use crate::Rng;
use std::fmt::Debug;
use std::hash::Hash;

/// What each seat knows.
///
/// A view is a state's face: a function of the state and the seat, and of nothing else. What is
/// hidden from a seat must not show in it, neither to `==` nor to `Hash` nor to `Debug`; a part
/// that one of them does not look at is a pocket in which a secret can be carried. [`Redeal`] is
/// how this is tested.
pub trait Hidden: Game {
    /// All that a seat goes by. Two states with the same view are the same to it: a seat on turn
    /// has the same legal actions in both.
    type View: Clone + Eq + Hash + Debug + Send + Sync;

    /// What `who` goes by.
    fn view(&self, who: Player) -> Self::View;

    /// Draws a state consistent with `view`: viewing it again gives `view` back. A function of
    /// `view` and of what is drawn from `rng`.
    ///
    /// Every state that may be the true one can be drawn, but for what others know, which may be
    /// drawn roughly if the game says so. The odds are those of chance: of all that has happened
    /// unseen, deals come up as often as they would, and what the choices of others may tell is
    /// ignored. So each unseen card or die is as likely as any other, and it is not a Bayesian
    /// belief about opponents who play well. A game that draws by other odds says which;
    /// [`beliefs`](crate::testing::beliefs) holds it to that.
    fn determinize(view: &Self::View, rng: &mut Rng) -> Self;

    /// The legal actions of the seat that has this view, if the view knows them without drawing a
    /// state; in the order of [`Game::actions`], or of
    /// [`Simultaneous::choices`](super::Simultaneous::choices) where all choose at once. By default
    /// `None`: any determinization has the same legal actions for a seat on turn.
    fn legal_actions(_view: &Self::View) -> Option<Vec<Self::Action>> {
        None
    }
}

/// Whether views tell information sets apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Recall {
    /// To a seat on turn the view tells all that it has seen: as many information sets as views.
    Perfect,
    /// Views are a statistic of what was seen, as a board is of the moves that led to it: several
    /// information sets share a view. Who is shown nothing but views plays alike in all of them.
    Forgets,
}

/// How a move looks from each seat: the observations that information sets are made of (IS §II).
///
/// What a seat has observed since the start, in order, *is* its information set: perfect recall.
/// Views are told by it, so everything a view tells must have been observable; [`Observe::RECALL`]
/// says whether it is also the other way round. What is exact ([`exact`](crate::exact)) goes by
/// observations; searches are shown views, and go by observations from there on.
///
/// Where the consequence of a move tells its maker something, as in phantom games, an environment
/// action ([`Turn::Chance`](super::Turn::Chance)) says it.
pub trait Observe: Hidden {
    /// What a seat observes of an action.
    type Seen: Copy + Eq + Hash + Debug + Send + Sync + 'static;

    /// Whether views tell information sets apart.
    const RECALL: Recall;

    /// How `action`, about to be played in this state, looks to `who`; `None` if `who` does not
    /// notice that anything happened. Players see their own actions in full: to the mover no two
    /// actions look alike. At [`Turn::Together`](super::Turn::Together) it is asked once for each
    /// player's choice, in seat order.
    fn seen(&self, action: Self::Action, who: Player) -> Option<Self::Seen>;
}

/// What the rules hide, said a second time and in another way, so that views, determinizations and
/// observations can be held against it. For tests: it must not make use of [`Hidden::view`],
/// [`Hidden::determinize`] or [`Observe::seen`], or it would agree with them in what is wrong.
pub trait Redeal: Observe {
    /// A *twin*: another true state that `who`, who has seen everything that the rules let him see,
    /// cannot tell from this one. All that is hidden from him is dealt anew; all that he knows
    /// stays. With little luck or nothing hidden it is the same state again. What he might conclude
    /// from choices of others is not something that he has seen.
    fn redeal(&self, who: Player, rng: &mut Rng) -> Self;

    /// An action or outcome that is possible in this state as well as `action` is and that `who`
    /// cannot tell from it; `action` itself if the rules show it to him.
    fn disguise(&self, action: Self::Action, who: Player, rng: &mut Rng) -> Self::Action;
}

/// Marker for games in which everybody sees everything, apart from choices that are being made at
/// once.
pub trait PerfectInfo: Game + Eq + Hash + Debug {}

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
    /// A position can be reached in many ways. As nothing is hidden, nothing else than the position
    /// matters.
    const RECALL: Recall = Recall::Forgets;
    #[inline]
    fn seen(&self, action: G::Action, _: Player) -> Option<G::Action> {
        Some(action)
    }
}

/// There is nothing to deal anew.
impl<G: PerfectInfo> Redeal for G {
    fn redeal(&self, _: Player, _: &mut Rng) -> G {
        self.clone()
    }
    fn disguise(&self, action: G::Action, _: Player, _: &mut Rng) -> G::Action {
        action
    }
}
