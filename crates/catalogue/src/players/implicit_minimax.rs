//! UCT with implicit minimax backups, for deterministic games of two with an evaluation.

use crate::Error;
use crate::any_search::AnySearch;
use crate::capability::Playable;
use crate::common::{C, CHOICE, EVALUATION, Evaluations, ITERATIONS, MEMORY, TIME, budget, pick};
use crate::player_context::PlayerContext;
use crate::playouts::PLAYOUT;
use crate::rewards::REWARD;
use crate::setting::{Schema, Setting, Settings};
use sortilege::evaluator::Evaluator;
use sortilege::game::{Deterministic, PerfectInfo, Sequential};
use sortilege::search::ImplicitMinimax;

const ALPHA: Setting<f64> = Setting::number(
    "alpha",
    0.0,
    1.0,
    "0.4",
    "weight of the minimax value v of the evaluation: UCB1 on (1 - alpha) mean + alpha v",
);

/// See [`ImplicitMinimax`].
pub static IMPLICIT_MINIMAX: Schema = Schema {
    name: "implicit-minimax",
    help: "UCT with implicit minimax backups: means mixed with minimax values of the evaluation \
           (Lanctot and others 2014)",
    fields: &[
        ITERATIONS.field(),
        TIME.field(),
        MEMORY.field(),
        C.field(),
        ALPHA.field(),
        EVALUATION.field(),
        PLAYOUT.field(),
        REWARD.field(),
        CHOICE.field(),
    ],
};

/// Builds [`IMPLICIT_MINIMAX`] with one of the evaluations of the game.
pub fn implicit_minimax<G, E>(
    evaluations: Evaluations<E>,
    kit: &PlayerContext<G>,
    settings: &Settings,
) -> Result<AnySearch<G>, Error>
where
    G: Playable + PerfectInfo + Deterministic + Sequential,
    E: Evaluator<G> + Copy + 'static,
{
    let setup = kit.setup(settings, budget(settings), settings.get(&CHOICE))?;
    let mut search = ImplicitMinimax::new(setup, pick(evaluations, settings));
    (search.rules.c, search.algorithm.alpha) = (settings.get(&C), settings.get(&ALPHA));
    Ok(AnySearch::fair(search))
}
