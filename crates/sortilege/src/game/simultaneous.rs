//! Capability: simultaneous choices. The state does not change until all choices are made, so a
//! later chooser cannot see an earlier choice.

use super::{Game, Player, Turn};
use crate::Rng;

/// Games with turns at which all players choose simultaneously.
pub trait Simultaneous: Game {
    /// Replaces `out` with the choices of `who` at [`Turn::Together`](super::Turn::Together): at
    /// least one, all different, always in the same order. A player with nothing to decide has one
    /// choice.
    fn choices(&self, who: Player, out: &mut Vec<Self::Action>);

    /// Plays one choice of every player, in seat order.
    fn apply_together(&mut self, choices: &[Self::Action]);

    /// Replaces `out` with what `who` may do now: its choices where all players choose
    /// simultaneously, otherwise the legal actions, which apply to the player on turn.
    fn options(&self, who: Player, out: &mut Vec<Self::Action>) {
        match self.turn() {
            Turn::Together => self.choices(who, out),
            _ => self.actions(out),
        }
    }

    /// Samples one of [`Simultaneous::choices`] uniformly.
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

/// Marker for games in which one player moves at a time: `turn` never returns
/// [`Turn::Together`](super::Turn::Together).
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not state whether players move simultaneously",
    label = "needs `Simultaneous`, or the marker `Sequential`",
    note = "implement `Simultaneous` if all players choose at once; otherwise write `impl Sequential for {Self} {{}}`"
)]
pub trait Sequential: Game {}

impl<G: Sequential> Simultaneous for G {
    fn choices(&self, _: Player, out: &mut Vec<Self::Action>) {
        out.clear();
    }
    fn apply_together(&mut self, _: &[Self::Action]) {
        unreachable!("a sequential game has no simultaneous choices")
    }
}
