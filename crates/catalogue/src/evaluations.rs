//! What states are worth before the end, by name: the evaluations that a game offers, and the setting that picks one.

use crate::setting::{Field, Kind, Settings, Value};
use sortilege::Game;
use sortilege::evaluator::Evaluator;

/// Who says what states are worth before the end.
pub const EVALUATION: Field = Field::new(
    "evaluation",
    Kind::Evaluation,
    "",
    "what states are worth before the end: one of the game's evaluations, its first unless said",
)
.unsaid();

/// The evaluations of a game under their names; the first counts unless another is asked for.
pub type Evaluations<E> = &'static [(&'static str, E)];

/// An evaluator whose type is known only at run time. Playouts ask it once a simulation.
pub type AnyEvaluator<G> = Box<dyn Evaluator<G>>;

/// The evaluation that settings ask for. They are those of a player of the game, so that it is one of the game's.
pub fn pick<E: Copy>(evaluations: Evaluations<E>, settings: &Settings) -> E {
    let asked =
        |name: &str| matches!(settings.get(EVALUATION.name), Some(Value::Word(word)) if *word == name);
    evaluations.iter().find(|(name, _)| asked(name)).unwrap_or(&evaluations[0]).1
}

type Pick<G> = Box<dyn Fn(&Settings) -> AnyEvaluator<G> + Send + Sync>;

/// Picks evaluations of a game, whatever their type.
pub struct Choice<G: Game> {
    /// Their names.
    pub names: Vec<&'static str>,
    pick: Pick<G>,
}

impl<G: Game> Choice<G> {
    /// A choice among these.
    pub fn of<E: Evaluator<G> + Copy + Sync + 'static>(evaluations: Evaluations<E>) -> Self {
        let names = evaluations.iter().map(|&(name, _)| name).collect();
        Choice { names, pick: Box::new(|settings| Box::new(pick(evaluations, settings))) }
    }

    /// The one that settings ask for.
    pub fn pick(&self, settings: &Settings) -> AnyEvaluator<G> {
        (self.pick)(settings)
    }
}
