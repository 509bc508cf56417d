//! RAVE and GRAVE, for games without chance.

use crate::Error;
use crate::any_search::AnySearch;
use crate::capability::Playable;
use crate::common::{CHOICE, ITERATIONS, MEMORY, TIME, budget};
use crate::player_context::PlayerContext;
use crate::playouts::PLAYOUT;
use crate::rewards::REWARD;
use crate::setting::{Schema, Setting, Settings};
use sortilege::game::{Deterministic, PerfectInfo, Sequential};
use sortilege::playout::{AnyPlayout, Recorded, Rollout, Uniform};
use sortilege::search::Grave;

const REFERENCE: Setting<u32> = Setting::whole(
    "reference",
    0,
    1_000_000,
    "50",
    "visits that a node needs for its AMAF statistics to be used; otherwise those of the closest \
     ancestor with as many visits are used",
);
const BIAS: Setting<f64> = Setting::number(
    "bias",
    0.0,
    1e6,
    "0.0001",
    "bias of AMAF values: a move with n visits and m AMAF visits has the value (1 - beta) mean + \
     beta AMAF mean, beta = m / (n + m + bias n m)",
);

/// GRAVE; see [`Grave`].
pub static GRAVE: Schema = Schema {
    name: "grave",
    help: "generalized rapid action value estimation: means of moves mixed with means of all \
           simulations that contain them later (Cazenave 2015)",
    fields: &[
        ITERATIONS.field(),
        TIME.field(),
        MEMORY.field(),
        REFERENCE.field(),
        BIAS.field(),
        PLAYOUT.field(),
        REWARD.field(),
        CHOICE.field(),
    ],
};

/// RAVE; see [`Grave`].
pub static RAVE: Schema = Schema {
    name: "rave",
    help: "rapid action value estimation: each node uses its own AMAF statistics (Gelly & Silver \
           2011)",
    fields: &[
        ITERATIONS.field(),
        TIME.field(),
        MEMORY.field(),
        BIAS.field(),
        PLAYOUT.field(),
        REWARD.field(),
        CHOICE.field(),
    ],
};

/// Builds [`GRAVE`] or [`RAVE`].
pub fn grave<G>(kit: &PlayerContext<G>, settings: &Settings) -> Result<AnySearch<G>, Error>
where
    G: Playable + PerfectInfo + Deterministic + Sequential,
{
    let mut setup = kit.setup(settings, budget(settings), settings.get(&CHOICE))?;
    if matches!(setup.playout, AnyPlayout::Uniform(_)) {
        let recorded = Rollout::new(Recorded::new(Uniform));
        setup.playout = AnyPlayout::Other(Box::new(recorded));
    }
    let mut search = Grave::with_playout(setup);
    search.algorithm.bias = settings.get(&BIAS);
    let reference = if settings.has(&REFERENCE) { settings.get(&REFERENCE) } else { 0 };
    search.algorithm.reference = reference;
    Ok(AnySearch::fair(search))
}
