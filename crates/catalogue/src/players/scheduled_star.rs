//! Star2 on a schedule: our own player beside the star-minimax family.

use super::star_minimax::{DEPTH, NODES, ORDERING};
use crate::Error;
use crate::any_search::AnySearch;
use crate::capability::Playable;
use crate::common::{TIME, flat_budget};
use crate::evaluations::{EVALUATION, Evaluations, pick};
use crate::kit::Kit;
use crate::setting::{Schema, Setting, Settings};
use sortilege::evaluator::Evaluator;
use sortilege::game::{Key, Outcomes, PerfectInfo, Sequential};
use sortilege::search::ScheduledStar;

const PLAYOUTS: Setting<bool> = Setting::flag(
    "playouts",
    true,
    "whether leaves may be played out, if that tells more than the evaluation",
);

const OPINION: Setting<bool> = Setting::flag(
    "opinion",
    false,
    "whether a tree search has its say with half of the budget; for throws with very many outcomes",
);

/// Its name, help and settings.
pub static SCHEDULED_STAR: Schema = Schema {
    name: "scheduled-star",
    help: "Star2 while the next depth fits its budget, then samples that grow wider and deeper; plays out what it cannot judge",
    fields: &[
        NODES.field(),
        TIME.field(),
        DEPTH.field(),
        ORDERING.field(),
        PLAYOUTS.field(),
        OPINION.field(),
        EVALUATION.field(),
    ],
};

/// Builds it, with one of the evaluations of the game.
pub fn scheduled_star<G, E>(
    evaluations: Evaluations<E>,
    kit: &Kit<G>,
    settings: &Settings,
) -> Result<AnySearch<G>, Error>
where
    G: Playable + PerfectInfo + Sequential + Outcomes + Key,
    E: Evaluator<G> + Copy + 'static,
{
    let mut search = ScheduledStar::new(flat_budget(settings), pick(evaluations, settings));
    if let Some(depth) = settings.given(&DEPTH) {
        search.depth = depth;
    }
    (search.ordering, search.playouts) = (settings.get(&ORDERING), settings.get(&PLAYOUTS));
    search.second_opinion = settings.get(&OPINION);
    search.stop = kit.stop.clone();
    Ok(AnySearch::fair(search))
}
