//! What states are worth before the end, by name: the evaluations that a game offers, and the
//! setting that picks one.

use crate::setting::{Setting, Settings};
use sortilege::evaluator::Evaluator;

/// Which evaluation of the game says what states are worth before the end.
pub const EVALUATION: Setting<String> = Setting::evaluation(
    "evaluation",
    "what states are worth before the end: one of the game's evaluations, its first unless said",
);

/// The evaluations of a game under their names; the first counts unless another is asked for.
pub type Evaluations<E> = &'static [(&'static str, E)];

/// An evaluator whose type is known only at run time. Playouts ask it once a simulation.
pub type AnyEvaluator<G> = Box<dyn Evaluator<G>>;

/// The evaluation that settings ask for. They are those of a player of the game, so that it is one
/// of the game's.
pub fn pick<E: Copy>(evaluations: Evaluations<E>, settings: &Settings) -> E {
    let name = settings.given(&EVALUATION);
    let asked = evaluations.iter().find(|(known, _)| name.as_deref() == Some(known));
    asked.unwrap_or(&evaluations[0]).1
}
