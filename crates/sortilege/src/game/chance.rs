//! Capability: random events such as dice, shuffles and draws.

use super::Game;
use crate::Rng;

/// A game whose chance outcomes can be sampled.
pub trait Chance: Game {
    /// Samples an outcome with its probability. Called only at
    /// [`Turn::Chance`](super::Turn::Chance).
    fn sample(&self, rng: &mut Rng) -> Self::Action;
}

/// A game whose chance outcomes can be listed, as expectimax, Star1 and Star2 require.
pub trait Outcomes: Chance {
    /// Replaces `out` with every possible outcome and its probability; the probabilities sum to 1.
    /// Called only at [`Turn::Chance`](super::Turn::Chance).
    fn outcomes(&self, out: &mut Vec<(Self::Action, f64)>);
}

/// Lists the outcomes of a chance event with their probabilities: [`Outcomes::outcomes`] as a value,
/// for code that runs with and without it.
pub type ListOutcomes<G> = fn(&G, &mut Vec<(<G as Game>::Action, f64)>);

/// Marker for games without chance: `turn` never returns [`Turn::Chance`](super::Turn::Chance).
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not state its chance events",
    label = "needs `Chance`, or the marker `Deterministic`",
    note = "implement `Chance` if there are dice, deals or draws; otherwise write `impl Deterministic for {Self} {{}}`"
)]
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
