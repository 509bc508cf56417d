//! Capability: hidden information, and observations of the moves of a game. A player that chooses a
//! move receives a [`Hidden::View`], never the state.

use super::{Game, Player};
use crate::Rng;
use std::fmt::Debug;
use std::hash::Hash;

/// What each seat knows.
///
/// A view is a function of the state and the seat, and of nothing else. Information that is hidden
/// from a seat must not be visible in its view through `==`, `Hash` or `Debug`. Each of the three
/// must cover every field, because a field that one of them omits can carry a secret. [`Redeal`]
/// tests this.
pub trait Hidden: Game {
    /// Everything a seat knows. Two states with the same view are the same to the seat: if it is on
    /// turn, it has the same legal actions in both.
    type View: Clone + Eq + Hash + Debug + Send + Sync;

    /// The view of `who`.
    fn view(&self, who: Player) -> Self::View;

    /// Samples a state consistent with `view`: the view of the sampled state equals `view`. The
    /// result depends only on `view` and on the numbers drawn from `rng`.
    ///
    /// Every state that may be the true one can be drawn, except for what other players know, which
    /// a game may draw approximately if it says so. The probabilities are those of chance alone:
    /// each unseen card or die is as likely as any other. What the choices of other players reveal
    /// is ignored, so this is not a Bayesian belief about opponents who play well. A game with
    /// other probabilities documents them, and [`beliefs`](crate::testing::beliefs) tests them.
    fn determinize(view: &Self::View, rng: &mut Rng) -> Self;

    /// The legal actions of the seat with this view, if the view determines them without sampling a
    /// state. They are in the order of [`Game::actions`], or of
    /// [`Simultaneous::choices`](super::Simultaneous::choices) where all players choose
    /// simultaneously. The default is `None`; the caller then takes the actions from any
    /// determinization, all of which have the same legal actions for a seat on turn.
    fn legal_actions(_view: &Self::View) -> Option<Vec<Self::Action>> {
        None
    }

    /// The state that a view shows, where nothing is hidden.
    fn known_state(_view: &Self::View) -> Option<&Self> {
        None
    }
}

/// Whether different information sets have different views.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Recall {
    /// The view of a seat on turn determines its observations: one view for each information set.
    Perfect,
    /// The view is a summary of the observations, as a board is of the moves that led to it.
    /// Several information sets share a view, and a player that receives only views plays alike in
    /// all of them.
    Forgets,
}

/// What each seat observes of a move; information sets are made of these observations (IS §II).
///
/// With perfect recall, the sequence of observations of a seat since the start *is* its information
/// set. The observations determine the view, so everything in a view must have been observable.
/// [`Observe::RECALL`] states whether the view also determines the observations. The exact methods
/// ([`exact`](crate::exact)) use observations; searches receive a view and use observations of the
/// moves after it.
///
/// If the consequence of a move informs its player, as in phantom games, an environment action
/// ([`Turn::Chance`](super::Turn::Chance)) represents that information.
pub trait Observe: Hidden {
    /// What a seat observes of an action.
    type Seen: Copy + Eq + Hash + Debug + Send + Sync + 'static;

    /// Whether different information sets have different views.
    const RECALL: Recall;

    /// The observation of `who` when `action` is about to be played in this state; `None` if `who`
    /// does not notice anything. Players observe their own actions in full: no two actions look
    /// alike to the acting player. At [`Turn::Together`](super::Turn::Together) it is called once
    /// for the choice of each player, in seat order.
    fn seen(&self, action: Self::Action, who: Player) -> Option<Self::Seen>;
}

/// A second, independent description of what the rules hide. Tests compare views, determinizations
/// and observations with it. It must not use [`Hidden::view`], [`Hidden::determinize`] or
/// [`Observe::seen`], because it would then repeat their errors.
pub trait Redeal: Observe {
    /// Samples a *twin*: a state that `who` cannot distinguish from this one, given everything that
    /// the rules let `who` see. Everything hidden from `who` is dealt again; everything known to
    /// `who` stays. The twin may equal this state, by chance or because nothing is hidden.
    /// Conclusions from the choices of other players do not count as observations.
    fn redeal(&self, who: Player, rng: &mut Rng) -> Self;

    /// Samples an action or outcome that is also possible in this state and that `who` cannot
    /// distinguish from `action`; returns `action` itself if the rules show it to `who`.
    fn disguise(&self, action: Self::Action, who: Player, rng: &mut Rng) -> Self::Action;
}

/// Marker for games in which every player sees everything, except simultaneous choices that are
/// still being made.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not state what its players can see",
    label = "needs `Hidden` (and `Observe`), or the marker `PerfectInfo`",
    note = "implement `Hidden` and `Observe` if something is hidden from a player; otherwise write `impl PerfectInfo for {Self} {{}}`",
    note = "a search such as `Uct` is only for games with `PerfectInfo`; `SoIsmcts` is for games with `Hidden`"
)]
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
    #[inline]
    fn known_state(view: &G) -> Option<&G> {
        Some(view)
    }
}

impl<G: PerfectInfo> Observe for G {
    type Seen = G::Action;
    /// A position can be reached by several histories. Nothing is hidden, so only the position
    /// matters.
    const RECALL: Recall = Recall::Forgets;
    #[inline]
    fn seen(&self, action: G::Action, _: Player) -> Option<G::Action> {
        Some(action)
    }
}

/// Nothing is hidden, so nothing is dealt again.
impl<G: PerfectInfo> Redeal for G {
    fn redeal(&self, _: Player, _: &mut Rng) -> G {
        self.clone()
    }
    fn disguise(&self, action: G::Action, _: Player, _: &mut Rng) -> G::Action {
        action
    }
}

/// How a move looks to an observer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Label<A, S> {
    /// The observer's own action.
    Own(A),
    /// What the observer sees of an action of another player or of chance.
    Seen(S),
    /// The observer does not notice anything.
    Unnoticed,
}

/// What a seat observes of one action.
#[derive(Clone, Debug)]
pub struct Observation<G: Observe> {
    /// The acting player; `None` for the environment.
    pub mover: Option<Player>,
    /// How the action looked.
    pub label: Label<G::Action, G::Seen>,
    /// The view after the action; after all choices where all players choose simultaneously.
    pub view: G::View,
}

impl<G: Observe> Observation<G> {
    /// What `who` observes when `mover` acts in `before`, which leads to `after`. `None` if `who`
    /// does not notice it.
    pub fn new(
        before: &G,
        action: G::Action,
        mover: Option<Player>,
        after: &G,
        who: Player,
    ) -> Option<Self> {
        let label = match mover == Some(who) {
            true => Label::Own(action),
            false => Label::Seen(before.seen(action, who)?),
        };
        Some(Observation { mover, label, view: after.view(who) })
    }
}
