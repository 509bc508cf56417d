//! Mean and deviation of one measure over the simulations that a player won, and the standardized
//! distance of another simulation from that mean (QR §4, eq. 3 and 6).

use super::moments::Moments;
use crate::Player;
use crate::game::MAX_PLAYERS;

/// Statistics of the measure, by winner.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Usual([Moments; MAX_PLAYERS]);

impl Usual {
    /// Distance of `measure` from the mean over the simulations that `winner` won, in standard
    /// deviations; `None` while all of them are equal.
    #[inline]
    pub(super) fn lambda(&self, winner: Player, measure: f64) -> Option<f64> {
        let usual = &self.0[winner.0];
        let deviation = usual.deviation();
        (deviation > 0.0).then(|| (measure - usual.mean()) / deviation)
    }

    /// Number of simulations that `winner` has won.
    #[inline]
    pub(super) fn wins(&self, winner: Player) -> f64 {
        self.0[winner.0].count()
    }

    /// Adds a simulation that `winner` won.
    #[inline]
    pub(super) fn push(&mut self, winner: Player, measure: f64) {
        self.0[winner.0].push(measure);
    }
}
