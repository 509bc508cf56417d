//! Information set MCTS: with one observer, and with one for each player.

use super::arms::{SELECT, TOGETHER, select, together};
use super::uct::{REUSE, tree_setup};
use crate::Error;
use crate::any_search::AnySearch;
use crate::beliefs::BELIEF;
use crate::capability::Playable;
use crate::common::{C, CHOICE, ITERATIONS, MEMORY, TIME};
use crate::parallel::{ROOTS, THREADS, THREADS_AT_A_TREE, at_a_tree};
use crate::player_context::{BelievingSetup, PlayerContext};
use crate::playouts::PLAYOUT;
use crate::rewards::REWARD;
use crate::roots;
use crate::setting::{Choice, Field, Parts, Schema, Setting, Settings};
use sortilege::search::{Memory, MoIsmcts, Opponents, SoIsmcts, SoIsmctsPom, TreeRules, Widening};

const WIDENING: Setting<f64> = Setting::number(
    "widening",
    0.0,
    f64::INFINITY,
    "",
    "C of a bound ceil(C v^alpha) on the moves that opponents are thought to consider",
);
const ALPHA: Setting<f64> =
    Setting::number("alpha", 0.0, 1.0, "0.25", "the exponent of that bound");

/// What settings say of how trees are descended. It is read apart from any game, so that it is
/// compiled once.
fn rules(settings: &Settings) -> Result<TreeRules, Error> {
    let widening = |scale| Widening { scale, alpha: settings.get(&ALPHA) };
    Ok(TreeRules {
        c: settings.get(&C),
        select: select(settings)?,
        together: together(settings)?,
        widening: settings.given(&WIDENING).map(widening),
        ..TreeRules::default()
    })
}

/// What a thread at a tree needs.
fn setup<G: Playable>(
    kit: &PlayerContext<G>,
    settings: &Settings,
) -> Result<BelievingSetup<G>, Error> {
    kit.believing(settings, tree_setup(kit, settings)?)
}

/// The same for all but the first.
fn workers<G: Playable>(
    kit: &PlayerContext<G>,
    settings: &Settings,
) -> Result<Vec<BelievingSetup<G>>, Error> {
    (1..at_a_tree(settings)).map(|_| setup(kit, settings)).collect()
}

/// The settings of players with one observer.
static ONE_OBSERVER: [Field; 15] = [
    ITERATIONS.field(),
    TIME.field(),
    MEMORY.field(),
    ROOTS.field(),
    THREADS_AT_A_TREE.field(),
    REUSE.field(),
    C.field(),
    SELECT.field(),
    TOGETHER.field(),
    WIDENING.field(),
    ALPHA.field(),
    BELIEF.field(),
    PLAYOUT.field(),
    REWARD.field(),
    CHOICE.field(),
];

/// See [`SoIsmcts`].
pub static SO_ISMCTS: Schema = Schema {
    name: "so-ismcts",
    help: "single-observer information set MCTS (IS §IV-E)",
    fields: &ONE_OBSERVER,
};

/// Builds [`SO_ISMCTS`].
pub fn so_ismcts<G: Playable>(
    kit: &PlayerContext<G>,
    settings: &Settings,
) -> Result<AnySearch<G>, Error> {
    roots::fair_at_one_tree(settings, || {
        let mut search = SoIsmcts::new(setup(kit, settings)?);
        search.workers = workers(kit, settings)?;
        (search.rules, search.reuse) = (rules(settings)?, settings.get(&REUSE));
        Ok(search)
    })
}

/// See [`SoIsmctsPom`].
pub static SO_ISMCTS_POM: Schema = Schema {
    name: "so-ismcts-pom",
    help: "the same, with moves that are only partly seen (IS §IV-F)",
    fields: &ONE_OBSERVER,
};

/// Builds [`SO_ISMCTS_POM`].
pub fn so_ismcts_pom<G: Playable>(
    kit: &PlayerContext<G>,
    settings: &Settings,
) -> Result<AnySearch<G>, Error> {
    roots::fair_at_one_tree(settings, || {
        let mut search = SoIsmctsPom::new(setup(kit, settings)?);
        search.workers = workers(kit, settings)?;
        (search.rules, search.reuse) = (rules(settings)?, settings.get(&REUSE));
        Ok(search)
    })
}

const SHARE: Setting<f64> =
    Setting::number("share", 0.0, 1.0, "0.5", "the part of all simulations that is theirs");
static REMEMBERED: Choice<Memory, 2> = Choice::new(
    "memory",
    [("views", Memory::Views), ("nothing", Memory::Nothing)],
    "views",
    "whether they remember what they had seen before the search",
);
const KNOWING: Schema =
    Schema { name: "knowing", help: "all that the searcher hides", fields: &[] };
const DOUBTING: Schema = Schema {
    name: "doubting",
    help: "what they have seen, in simulations of their own",
    fields: &[SHARE.field(), REMEMBERED.field()],
};
static OPPONENTS: Parts<Opponents, 2> = Parts::new(
    "opponents",
    [
        (KNOWING, |_| Opponents::Knowing),
        (DOUBTING, |doubting| Opponents::Doubting {
            share: doubting.get(&SHARE),
            memory: doubting.get(&REMEMBERED),
        }),
    ],
    "knowing",
    "what opponents are thought to know of what the searcher hides",
)
.from("IS §IV-G");

/// See [`MoIsmcts`].
pub static MO_ISMCTS: Schema = Schema {
    name: "mo-ismcts",
    help: "multiple-observer information set MCTS: a tree for each player (IS §IV-G)",
    fields: &[
        ITERATIONS.field(),
        TIME.field(),
        MEMORY.field(),
        ROOTS.field(),
        THREADS_AT_A_TREE.field(),
        REUSE.field(),
        C.field(),
        SELECT.field(),
        TOGETHER.field(),
        OPPONENTS.field(),
        WIDENING.field(),
        ALPHA.field(),
        BELIEF.field(),
        PLAYOUT.field(),
        REWARD.field(),
        CHOICE.field(),
    ],
};

/// Builds [`MO_ISMCTS`].
pub fn mo_ismcts<G: Playable>(
    kit: &PlayerContext<G>,
    settings: &Settings,
) -> Result<AnySearch<G>, Error> {
    let opponents = settings.get(&OPPONENTS);
    if opponents != Opponents::Knowing && settings.get(&ROOTS) == 1 && settings.get(&THREADS) > 1 {
        let why = "opponents who doubt are not for several threads at one tree; give it as many `roots` as `threads`";
        return Err(settings.refused(why));
    }
    roots::fair_at_one_tree(settings, || {
        let mut search = MoIsmcts::new(setup(kit, settings)?);
        search.workers = workers(kit, settings)?;
        (search.rules, search.reuse) = (rules(settings)?, settings.get(&REUSE));
        search.opponents = opponents;
        Ok(search)
    })
}
