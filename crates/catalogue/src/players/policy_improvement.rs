//! Monte Carlo policy improvement.

use crate::Error;
use crate::any_search::AnySearch;
use crate::capability::Playable;
use crate::common::{CHOICE, ITERATIONS_FLAT, MOST_EXPLORATION, TIME, flat_budget};
use crate::parallel::{ROOTS, THREADS};
use crate::player_context::PlayerContext;
use crate::playouts::BASE;
use crate::rewards::REWARD;
use crate::roots;
use crate::setting::{Schema, Setting, Settings};

const C: Setting<f64> = Setting::number(
    "c",
    0.0,
    MOST_EXPLORATION,
    "0.5",
    "exploration constant: UCB1 = mean + c sqrt(ln n / n_j), where n_j counts simulations of the \
     candidate and n all of them",
);

/// See [`PolicyImprovement`](sortilege::search::PolicyImprovement).
pub static POLICY_IMPROVEMENT: Schema = Schema {
    name: "policy-improvement",
    help: "policy improvement: compares the move of a policy with others by simulations of that \
           policy, which UCB1 allocates (Tesauro & Galperin 1996)",
    fields: &[
        ITERATIONS_FLAT.field(),
        TIME.field(),
        ROOTS.field(),
        THREADS.field(),
        C.field(),
        BASE.field(),
        REWARD.field(),
        CHOICE.field(),
    ],
};

/// Builds [`POLICY_IMPROVEMENT`].
pub fn policy_improvement<G: Playable>(
    kit: &PlayerContext<G>,
    settings: &Settings,
) -> Result<AnySearch<G>, Error> {
    let (c, choice) = (settings.get(&C), settings.get(&CHOICE));
    roots::fair_boxed(settings, &|| kit.improvement(settings, c, flat_budget(settings), choice))
}
