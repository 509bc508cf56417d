//! UCT with double progressive widening.

use super::arms::{TOGETHER, together};
use super::uct::{tree_setup, workers};
use crate::Error;
use crate::any_search::AnySearch;
use crate::capability::Playable;
use crate::common::{C, CHOICE, ITERATIONS, MEMORY, TIME};
use crate::parallel::{ROOTS, THREADS_AT_A_TREE};
use crate::player_context::PlayerContext;
use crate::playouts::PLAYOUT;
use crate::rewards::REWARD;
use crate::roots;
use crate::setting::{Schema, Setting, Settings};
use sortilege::game::{Outcomes, PerfectInfo};
use sortilege::search::{Dpw, Widening};

const WIDENING: Setting<f64> = Setting::number(
    "widening",
    0.0,
    f64::INFINITY,
    "4",
    "C of progressive widening: a node with v visits considers at most ceil(C v^alpha) moves, or \
     outcomes of chance",
)
.from("SM §4.2");
const ALPHA: Setting<f64> = Setting::number(
    "alpha",
    0.0,
    1.0,
    "0.25",
    "exponent alpha of progressive widening, ceil(C v^alpha)",
)
.from("SM §4.2");

/// See [`Dpw`].
pub static DPW: Schema = Schema {
    name: "dpw",
    help: "UCT with double progressive widening (SM §2.2)",
    fields: &[
        ITERATIONS.field(),
        TIME.field(),
        MEMORY.field(),
        ROOTS.field(),
        THREADS_AT_A_TREE.field(),
        C.field(),
        WIDENING.field(),
        ALPHA.field(),
        TOGETHER.field(),
        PLAYOUT.field(),
        REWARD.field(),
        CHOICE.field(),
    ],
};

/// Builds [`DPW`].
pub fn dpw<G: Playable + PerfectInfo + Outcomes>(
    kit: &PlayerContext<G>,
    settings: &Settings,
) -> Result<AnySearch<G>, Error> {
    roots::fair_at_one_tree(settings, || {
        let mut search = Dpw::new(tree_setup(kit, settings)?);
        search.workers = workers(kit, settings)?;
        (search.rules.c, search.rules.together) = (settings.get(&C), together(settings)?);
        search.algorithm.widening =
            Widening { scale: settings.get(&WIDENING), alpha: settings.get(&ALPHA) };
        Ok(search)
    })
}
