//! What leak tests ask of a game: random steps, what a seat observes of them, and twins.
//!
//! Everything but these three functions is independent of the game, so that one
//! [`Twins`](crate::testing::Twins) tests every game of a catalogue.

use sortilege::{Player, Rng};

/// A game with the functions that leak tests need. Steps are names of actions: one, or one for
/// every seat at simultaneous moves.
pub trait LeakProbe {
    /// A random next step; `None` once the game is over.
    fn random_step(&self, rng: &mut Rng) -> Option<Vec<String>>;
    /// Hash of what a seat observes of a step and sees after it; `None` if the step is impossible.
    fn observed_after(&self, step: &[String], who: Player) -> Option<u64>;
    /// Position that a seat cannot distinguish from this one by the rules of the game; `None` if
    /// the game has no hidden information.
    fn twin(&self, who: Player, rng: &mut Rng) -> Option<String>;
}
