//! Proof-number based MCTS, for deterministic games of two.

use crate::Error;
use crate::any_search::AnySearch;
use crate::capability::Playable;
use crate::common::{C, CHOICE, ITERATIONS, MEMORY, TIME, budget};
use crate::player_context::PlayerContext;
use crate::playouts::PLAYOUT;
use crate::rewards::REWARD;
use crate::setting::{Schema, Setting, Settings};
use sortilege::game::{Deterministic, PerfectInfo, Sequential};
use sortilege::search::PnMcts;

const C_PN: Setting<f64> = Setting::number(
    "cpn",
    0.0,
    1e6,
    "1",
    "C_pn: weight of the proof-number rank, UCT-PN = UCB1 + C_pn (1 - rank / worst rank), in units \
     of the range of rewards",
);

/// See [`PnMcts`].
pub static PN_MCTS: Schema = Schema {
    name: "pn-mcts",
    help: "proof-number based MCTS: UCB1 plus a bonus for moves with the best proof numbers \
           (Kowalski and others 2024)",
    fields: &[
        ITERATIONS.field(),
        TIME.field(),
        MEMORY.field(),
        C.field(),
        C_PN.field(),
        PLAYOUT.field(),
        REWARD.field(),
        CHOICE.field(),
    ],
};

/// Builds [`PN_MCTS`].
pub fn pn_mcts<G>(kit: &PlayerContext<G>, settings: &Settings) -> Result<AnySearch<G>, Error>
where
    G: Playable + PerfectInfo + Deterministic + Sequential,
{
    let mut search = PnMcts::new(kit.setup(settings, budget(settings), settings.get(&CHOICE))?);
    (search.rules.c, search.algorithm.c_pn) = (settings.get(&C), settings.get(&C_PN));
    Ok(AnySearch::fair(search))
}
