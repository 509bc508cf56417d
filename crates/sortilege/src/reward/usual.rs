//! What is usual for a simulation that a player won, by one measure, and how far another one is
//! from that (QR §4, eq. 3 and 6).

use super::moments::Moments;
use crate::Player;
use crate::game::MAX_PLAYERS;

/// The measure, by the player who won.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Usual([Moments; MAX_PLAYERS]);

impl Usual {
    /// How much more of the measure than usual there was in a simulation that `winner` won, in
    /// deviations; nothing while all of them were alike.
    #[inline]
    pub(super) fn lambda(&self, winner: Player, measure: f64) -> Option<f64> {
        let usual = &self.0[winner.0];
        let deviation = usual.deviation();
        (deviation > 0.0).then(|| (measure - usual.mean()) / deviation)
    }

    /// How many simulations `winner` has won.
    #[inline]
    pub(super) fn wins(&self, winner: Player) -> f64 {
        self.0[winner.0].count()
    }

    /// One more, that `winner` won.
    #[inline]
    pub(super) fn push(&mut self, winner: Player, measure: f64) {
        self.0[winner.0].push(measure);
    }
}
