//! Capability: dice, shuffles, draws.

use super::Game;
use crate::Rng;

/// Chance that can be sampled.
pub trait Chance: Game {
    /// Draws an outcome with its right probability; asked only at
    /// [`Turn::Chance`](super::Turn::Chance).
    fn sample(&self, rng: &mut Rng) -> Self::Action;
}

/// Chance whose outcomes can be listed, as expectimax, Star1 and Star2 need it.
pub trait Outcomes: Chance {
    /// Replaces `out` with every outcome that is possible now and its probability; they add up
    /// to 1. Asked only at [`Turn::Chance`](super::Turn::Chance).
    fn outcomes(&self, out: &mut Vec<(Self::Action, f64)>);
}

/// Marker for games without chance: `turn` never says [`Turn::Chance`](super::Turn::Chance).
pub trait Deterministic: Game {}

impl<G: Deterministic> Chance for G {
    fn sample(&self, _: &mut Rng) -> Self::Action {
        unreachable!("a deterministic game has no chance turn")
    }
}

impl<G: Deterministic> Outcomes for G {
    fn outcomes(&self, out: &mut Vec<(Self::Action, f64)>) {
        out.clear();
    }
}
