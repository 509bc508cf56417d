//! Width and depth on one schedule: our own player beside the star-minimax family.

use super::star_minimax::NODES;
use crate::Error;
use crate::any_search::AnySearch;
use crate::capability::Playable;
use crate::common::{MEMORY, MOST_EXPLORATION, TIME, budget};
use crate::evaluations::{EVALUATION, Evaluations, pick};
use crate::player_context::PlayerContext;
use crate::setting::{Schema, Setting, Settings};
use sortilege::evaluator::Evaluator;
use sortilege::game::{Key, Outcomes, PerfectInfo, Sequential};
use sortilege::search::ScheduledStar;

const PLAYOUTS: Setting<bool> = Setting::flag(
    "playouts",
    true,
    "whether leaves may be played out, if that tells more than the evaluation",
);

const EXPLORATION: Setting<f64> =
    Setting::number("c", 0.0, MOST_EXPLORATION, "0.6", "how much to explore");

const ALPHA: Setting<f64> = Setting::number(
    "alpha",
    0.0,
    1.0,
    "0.5",
    "how much backed up evaluations count beside means of simulations",
);

/// Its name, help and settings.
pub static SCHEDULED_STAR: Schema = Schema {
    name: "scheduled-star",
    help: "a tree in which throws grow wider and deeper at once, as good as Star2 and as MCTS; plays out what it cannot judge",
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

/// Builds it, with one of the evaluations of the game.
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
    search.stop = kit.stop.clone();
    Ok(AnySearch::fair(search))
}
