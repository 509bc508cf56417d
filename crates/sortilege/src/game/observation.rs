//! What a seat hears while a game is played: one observation after another.

use super::{Observe, Player};

/// How a move looks to an observer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Label<A, S> {
    /// Its own action.
    Own(A),
    /// What it sees of somebody else's, or of chance.
    Seen(S),
    /// It does not notice anything.
    Unnoticed,
}

/// What a seat observes when somebody acts.
#[derive(Clone, Debug)]
pub struct Observation<G: Observe> {
    /// Who has acted, the environment if nobody.
    pub mover: Option<Player>,
    /// How it looked.
    pub label: Label<G::Action, G::Seen>,
    /// What the seat knows after it; where all choose at once, after all choices.
    pub view: G::View,
}

impl<G: Observe> Observation<G> {
    /// What `who` observes when `mover` acts in `before`, which leads to `after`. Nothing if `who`
    /// does not notice.
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
