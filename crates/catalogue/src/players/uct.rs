//! UCT, for games in which nothing is hidden.

use super::arms::{SELECT_OPEN, TOGETHER, together};
use crate::Error;
use crate::any_search::AnySearch;
use crate::capability::Playable;
use crate::common::{C, CHOICE, ITERATIONS, MEMORY, TIME, budget};
use crate::parallel::{ROOTS, THREADS_AT_A_TREE, at_a_tree};
use crate::player_context::{AnySetup, AnyUct, PlayerContext};
use crate::playouts::PLAYOUT;
use crate::rewards::REWARD;
use crate::roots;
use crate::setting::{Choice, Schema, Setting, Settings};
use sortilege::game::PerfectInfo;
use sortilege::search::{Expansion, Select, TreeRules, Uct};

/// Whether trees are kept from one decision to the next.
pub const REUSE: Setting<bool> = Setting::flag(
    "reuse",
    false,
    "whether a decision begins with what the one before has left of the tree",
)
.omit_default();
const SOLVER: Setting<bool> =
    Setting::flag("solver", false, "whether wins and losses are proven as it goes").from("QR §5");

/// How many children a leaf gets at once.
pub static EXPANSION: Choice<Expansion, 2> = Choice::new(
    "expansion",
    [("one", Expansion::One), ("all", Expansion::All)],
    "one",
    "how many children a leaf gets at once",
);

/// How outcomes of chance are visited.
#[derive(Clone, Copy)]
pub enum ChanceRule {
    /// By probability.
    Sampled,
    /// Equally often.
    Permuted,
    /// Each tree keeps to one.
    Fixed,
}

/// How outcomes of chance are visited.
pub static CHANCE: Choice<ChanceRule, 3> = Choice::new(
    "chance",
    [("sampled", ChanceRule::Sampled), ("permuted", ChanceRule::Permuted), ("fixed", ChanceRule::Fixed)],
    "sampled",
    "whether outcomes of chance are visited by probability, or equally often, or each tree keeps to one",
)
.from("IS §III-C2, ED §VI");

/// See [`Uct`].
pub static UCT: Schema = Schema {
    name: "uct",
    help: "Monte Carlo tree search with UCB1, for perfect information",
    fields: &[
        ITERATIONS.field(),
        TIME.field(),
        MEMORY.field(),
        ROOTS.field(),
        THREADS_AT_A_TREE.field(),
        REUSE.field(),
        C.field(),
        SELECT_OPEN.field(),
        EXPANSION.field(),
        SOLVER.field(),
        CHANCE.field(),
        TOGETHER.field(),
        PLAYOUT.field(),
        REWARD.field(),
        CHOICE.field(),
    ],
};

/// Builds [`UCT`].
pub fn uct<G: Playable + PerfectInfo>(
    kit: &PlayerContext<G>,
    settings: &Settings,
) -> Result<AnySearch<G>, Error> {
    check_reuse(settings)?;
    check_priors(settings)?;
    roots::fair_at_one_tree(settings, || {
        let mut search = any_uct(kit, settings)?;
        (search.workers, search.reuse) = (workers(kit, settings)?, settings.get(&REUSE));
        search.rules.select = settings.get(&SELECT_OPEN);
        if settings.get(&SOLVER) { kit.solving(search) } else { Ok(search) }
    })
}

fn check_reuse(settings: &Settings) -> Result<(), Error> {
    match (settings.get(&REUSE), settings.get(&CHANCE)) {
        (true, ChanceRule::Fixed) => {
            let why = "a tree of `chance=fixed` is not for `reuse=true`, for dice may fall otherwise; leave out one";
            Err(settings.refused(why))
        }
        _ => Ok(()),
    }
}

fn check_priors(settings: &Settings) -> Result<(), Error> {
    let fixed = matches!(settings.get(&CHANCE), ChanceRule::Fixed);
    if settings.get(&SELECT_OPEN) == Select::Puct && (settings.get(&SOLVER) || fixed) {
        let why = "`select=puct` is not for `solver=true` or `chance=fixed`; leave out one";
        return Err(settings.refused(why));
    }
    Ok(())
}

/// What settings say of how the tree is descended. It is read apart from any game, so that it is
/// compiled once.
fn rules(settings: &Settings) -> Result<TreeRules, Error> {
    Ok(TreeRules {
        c: settings.get(&C),
        together: together(settings)?,
        expansion: settings.get(&EXPANSION),
        ..TreeRules::default()
    })
}

/// UCT as it is also a part of other players.
pub fn any_uct<G: Playable>(
    kit: &PlayerContext<G>,
    settings: &Settings,
) -> Result<AnyUct<G>, Error> {
    let mut search = Uct::new(tree_setup(kit, settings)?);
    search.rules = rules(settings)?;
    match settings.get(&CHANCE) {
        ChanceRule::Sampled => Ok(search),
        ChanceRule::Permuted => kit.permuted(search),
        ChanceRule::Fixed => Ok(search.fixed_chance()),
    }
}

/// What the threads need that grow one tree, but for the first of them.
pub fn workers<G: Playable>(
    kit: &PlayerContext<G>,
    settings: &Settings,
) -> Result<Vec<AnySetup<G>>, Error> {
    (1..at_a_tree(settings)).map(|_| tree_setup(kit, settings)).collect()
}

/// The parts that all searches with a tree have.
pub fn tree_setup<G: Playable>(
    kit: &PlayerContext<G>,
    settings: &Settings,
) -> Result<AnySetup<G>, Error> {
    kit.setup(settings, budget(settings), settings.get(&CHOICE))
}
