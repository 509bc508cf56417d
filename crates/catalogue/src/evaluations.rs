//! Evaluations of states before the end of the game, by name, and the setting that selects one.

use crate::setting::{Setting, Settings};
use sortilege::evaluator::Evaluator;

/// Setting that selects one of the evaluations of the game.
pub const EVALUATION: Setting<String> = Setting::evaluation(
    "evaluation",
    "evaluation function of states before the end of the game; the first of the game unless given",
);

/// The evaluations of a game by name; the first is the default.
pub type Evaluations<E> = &'static [(&'static str, E)];

/// An evaluator whose type is known only at run time. Playouts call it once per simulation.
pub type AnyEvaluator<G> = Box<dyn Evaluator<G>>;

/// Returns the evaluation that settings select. The settings were read for a player of this game,
/// so the name is one of its evaluations.
pub fn pick<E: Copy>(evaluations: Evaluations<E>, settings: &Settings) -> E {
    let name = settings.given(&EVALUATION);
    let asked = evaluations.iter().find(|(known, _)| name.as_deref() == Some(known));
    asked.unwrap_or(&evaluations[0]).1
}
