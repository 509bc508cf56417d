//! Players without a tree: random moves, and flat Monte Carlo.

use crate::Error;
use crate::any_search::AnySearch;
use crate::beliefs::BELIEF;
use crate::capability::Playable;
use crate::common::{C, CHOICE, ITERATIONS_FLAT, TIME, flat_budget};
use crate::parallel::{ROOTS, THREADS};
use crate::player_context::PlayerContext;
use crate::playouts::PLAYOUT;
use crate::rewards::REWARD;
use crate::roots;
use crate::setting::{Schema, Settings};
use sortilege::search::{FinalChoice, FlatMc, FlatUcb, Random};

/// See [`Random`].
pub static RANDOM: Schema =
    Schema { name: "random", help: "uniformly random legal moves", fields: &[] };

/// Builds [`RANDOM`].
pub fn random<G: Playable>(_: &PlayerContext<G>, _: &Settings) -> Result<AnySearch<G>, Error> {
    Ok(AnySearch::fair(Random))
}

/// See [`FlatMc`].
pub static FLAT_MC: Schema = Schema {
    name: "flat-mc",
    help: "flat Monte Carlo: no tree, every candidate is simulated in turn (CS §V)",
    fields: &[
        ITERATIONS_FLAT.field(),
        TIME.field(),
        ROOTS.field(),
        THREADS.field(),
        PLAYOUT.field(),
        REWARD.field(),
    ],
};

/// Builds [`FLAT_MC`].
pub fn flat_mc<G: Playable>(
    kit: &PlayerContext<G>,
    settings: &Settings,
) -> Result<AnySearch<G>, Error> {
    roots::fair(settings, || {
        Ok(FlatMc::new(kit.setup(settings, flat_budget(settings), FinalChoice::BestValue)?))
    })
}

/// See [`FlatUcb`].
pub static FLAT_UCB: Schema = Schema {
    name: "flat-ucb",
    help: "flat UCB1: no tree, UCB1 selects the candidate of each simulation (CS §V)",
    fields: &[
        ITERATIONS_FLAT.field(),
        TIME.field(),
        ROOTS.field(),
        THREADS.field(),
        C.field(),
        BELIEF.field(),
        PLAYOUT.field(),
        REWARD.field(),
        CHOICE.field(),
    ],
};

/// Builds [`FLAT_UCB`].
pub fn flat_ucb<G: Playable>(
    kit: &PlayerContext<G>,
    settings: &Settings,
) -> Result<AnySearch<G>, Error> {
    roots::fair(settings, || {
        let setup = kit.setup(settings, flat_budget(settings), settings.get(&CHOICE))?;
        let mut search = FlatUcb::new(kit.believing(settings, setup)?);
        search.rules.c = settings.get(&C);
        Ok(search)
    })
}
