//! Scheduled Star: our own search beside the star-minimax family, whose width and depth grow on one
//! schedule.

use super::star_minimax::NODES;
use crate::any_search::AnySearch;
use crate::capability::Playable;
use crate::common::{EVALUATION, Evaluations, MEMORY, MOST_EXPLORATION, TIME, budget, pick};
use crate::player_context::PlayerContext;
use crate::setting::{Schema, Setting, Settings};
use crate::{Error, ValueKind};
use sortilege::evaluator::Evaluator;
use sortilege::game::{Key, Outcomes, PerfectInfo, Sequential};
use sortilege::search::ScheduledStar;

const PLAYOUTS: Setting<bool> = Setting::flag(
    "playouts",
    true,
    "whether playouts may evaluate leaves, if they predict better than the evaluation",
);

const EXPLORATION: Setting<f64> = Setting::number(
    "c",
    0.0,
    MOST_EXPLORATION,
    "0.6",
    "exploration constant: UCB1 = value + c sqrt(ln n / n_j), where n_j counts visits of the move \
     and n those of its node (at the root sqrt(n) takes the place of ln n)",
);

const ALPHA: Setting<f64> = Setting::number(
    "alpha",
    0.0,
    1.0,
    "0.5",
    "weight alpha of backed-up evaluations: value = (1 - alpha) mean + alpha backed-up value",
);

/// See [`ScheduledStar`].
pub static SCHEDULED_STAR: Schema = Schema {
    name: "scheduled-star",
    help: "parts of Star2 and of MCTS in one tree, which grows in width over dice and in depth at \
           once; playouts where the evaluation predicts badly",
    fields: &[
        NODES.field(),
        TIME.field(),
        MEMORY.field(),
        EXPLORATION.field(),
        ALPHA.field(),
        PLAYOUTS.field(),
        EVALUATION.field(),
    ],
};

/// Builds [`SCHEDULED_STAR`] with one of the evaluations of the game.
pub fn scheduled_star<G, E>(
    evaluations: Evaluations<E>,
    kit: &PlayerContext<G>,
    settings: &Settings,
) -> Result<AnySearch<G>, Error>
where
    G: Playable + PerfectInfo + Sequential + Outcomes + Key,
    E: Evaluator<G> + Copy + 'static,
{
    let mut search = ScheduledStar::new(budget(settings), pick(evaluations, settings));
    (search.c, search.alpha) = (settings.get(&EXPLORATION), settings.get(&ALPHA));
    search.playouts = settings.get(&PLAYOUTS);
    (search.stop, search.watch) = (kit.stop.clone(), kit.watch.clone());
    Ok(AnySearch::fair(search).with_values(ValueKind::Payoffs))
}
