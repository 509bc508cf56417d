//! Observations: what a seat perceives of the moves of a game.

use super::{Observe, Player};

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
