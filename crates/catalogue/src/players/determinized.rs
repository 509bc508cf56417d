//! UCT with hidden information: on the true state (cheating), or on several determinizations.

use super::arms::TOGETHER;
use super::uct::{CHANCE, EXPANSION, any_uct};
use crate::Error;
use crate::any_search::AnySearch;
use crate::beliefs::BELIEF;
use crate::capability::Playable;
use crate::common::{C, CHOICE, ITERATIONS, ITERATIONS_PER_TREE, MEMORY, TIME, TREES};
use crate::parallel::{ROOTS, THREADS};
use crate::player_context::PlayerContext;
use crate::playouts::PLAYOUT;
use crate::rewards::REWARD;
use crate::roots;
use crate::setting::{Field, Schema, Settings};
use sortilege::search::{CheatingEnsemble, CheatingUct, DeterminizedUct};

/// See [`CheatingUct`].
pub static CHEATING_UCT: Schema = Schema {
    name: "cheating-uct",
    help: "UCT on the true state, hidden information included: a baseline (IS §IV-C)",
    fields: &[
        ITERATIONS.field(),
        TIME.field(),
        MEMORY.field(),
        ROOTS.field(),
        THREADS.field(),
        C.field(),
        EXPANSION.field(),
        CHANCE.field(),
        TOGETHER.field(),
        PLAYOUT.field(),
        REWARD.field(),
        CHOICE.field(),
    ],
};

/// Builds [`CHEATING_UCT`].
pub fn cheating_uct<G: Playable>(
    kit: &PlayerContext<G>,
    settings: &Settings,
) -> Result<AnySearch<G>, Error> {
    roots::cheating(settings, || Ok(CheatingUct { uct: any_uct(kit, settings)? }))
}

/// Settings of players with several trees. The last one is for players that determinize.
static SEVERAL_TREES: [Field; 14] = [
    TREES.field(),
    ITERATIONS_PER_TREE.field(),
    TIME.field(),
    MEMORY.field(),
    ROOTS.field(),
    THREADS.field(),
    C.field(),
    EXPANSION.field(),
    CHANCE.field(),
    TOGETHER.field(),
    PLAYOUT.field(),
    REWARD.field(),
    CHOICE.field(),
    BELIEF.field(),
];

/// See [`CheatingEnsemble`].
pub static CHEATING_ENSEMBLE: Schema = Schema {
    name: "cheating-ensemble",
    help: "several UCT trees on the true state, hidden information included: a baseline (IS §IV-C)",
    fields: SEVERAL_TREES.split_last().unwrap().1,
};

/// Builds [`CHEATING_ENSEMBLE`].
pub fn cheating_ensemble<G: Playable>(
    kit: &PlayerContext<G>,
    settings: &Settings,
) -> Result<AnySearch<G>, Error> {
    let trees = settings.get(&TREES);
    roots::cheating(settings, || Ok(CheatingEnsemble { trees, uct: any_uct(kit, settings)? }))
}

/// See [`DeterminizedUct`].
pub static DETERMINIZED_UCT: Schema = Schema {
    name: "determinized-uct",
    help: "a UCT tree for each of several determinizations of the hidden information (IS §IV-D)",
    fields: &SEVERAL_TREES,
};

/// Builds [`DETERMINIZED_UCT`].
pub fn determinized_uct<G: Playable>(
    kit: &PlayerContext<G>,
    settings: &Settings,
) -> Result<AnySearch<G>, Error> {
    let trees = settings.get(&TREES);
    roots::fair(settings, || {
        let (belief, uct) = (kit.belief(settings)?, any_uct(kit, settings)?);
        Ok(DeterminizedUct { trees, belief, uct })
    })
}
