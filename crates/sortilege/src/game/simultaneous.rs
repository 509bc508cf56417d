//! Capability: choices that are made at once. The state does not move until all of them are in, so
//! there is nothing that a later chooser could peek at.

use super::{Game, Player, Turn};
use crate::Rng;

/// Games with turns at which all players choose at once.
pub trait Simultaneous: Game {
    /// Replaces `out` with what `who` may choose at [`Turn::Together`](super::Turn::Together): at
    /// least one, no two alike, always in the same order. A player who has nothing to decide has
    /// one choice.
    fn choices(&self, who: Player, out: &mut Vec<Self::Action>);

    /// Plays one choice of every player, in seat order.
    fn apply_together(&mut self, choices: &[Self::Action]);

    /// Replaces `out` with what `who` may do now: its choices where all choose at once, otherwise
    /// the legal actions, which are meant for the player on turn.
    fn options(&self, who: Player, out: &mut Vec<Self::Action>) {
        match self.turn() {
            Turn::Together => self.choices(who, out),
            _ => self.actions(out),
        }
    }

    /// One of [`Simultaneous::choices`], each equally likely.
    #[inline]
    fn random_choice(
        &self,
        who: Player,
        scratch: &mut Vec<Self::Action>,
        rng: &mut Rng,
    ) -> Self::Action {
        self.choices(who, scratch);
        rng.pick(scratch)
    }
}

/// Marker for games in which one player moves at a time: `turn` never says
/// [`Turn::Together`](super::Turn::Together).
pub trait Sequential: Game {}

impl<G: Sequential> Simultaneous for G {
    fn choices(&self, _: Player, out: &mut Vec<Self::Action>) {
        out.clear();
    }
    fn apply_together(&mut self, _: &[Self::Action]) {
        unreachable!("in a sequential game nobody chooses together")
    }
}
