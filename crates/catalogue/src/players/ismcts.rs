//! Information set MCTS: single-observer and multiple-observer.

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
    "C of progressive widening at nodes of opponents: a node gets a new move only while fewer than \
     ceil(C v^alpha) of its moves are available in the current determinization, where v sums the \
     visits of these moves; no limit unless given",
);
const ALPHA: Setting<f64> =
    Setting::number("alpha", 0.0, 1.0, "0.25", "exponent alpha of `widening`, ceil(C v^alpha)");

/// Exploration constant of UCB1 with availability counts.
const EXPLORATION: Field = Field {
    help: "exploration constant: UCB1 = mean + c sqrt(ln n / n_j), where n_j counts visits of the \
           move and n how often the move was available; rewards lie in [0, 1] unless `reward` \
           changes that",
    ..C.field()
};

/// Reads the tree rules. It is not generic over the game, so it is compiled once.
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

/// Builds the setup of a thread.
fn setup<G: Playable>(
    kit: &PlayerContext<G>,
    settings: &Settings,
) -> Result<BelievingSetup<G>, Error> {
    kit.believing(settings, tree_setup(kit, settings)?)
}

/// Builds the setups of all threads but the first.
fn workers<G: Playable>(
    kit: &PlayerContext<G>,
    settings: &Settings,
) -> Result<Vec<BelievingSetup<G>>, Error> {
    (1..at_a_tree(settings)).map(|_| setup(kit, settings)).collect()
}

/// Settings of the single-observer searches.
static ONE_OBSERVER: [Field; 15] = [
    ITERATIONS.field(),
    TIME.field(),
    MEMORY.field(),
    ROOTS.field(),
    THREADS_AT_A_TREE.field(),
    REUSE.field(),
    EXPLORATION,
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
    help: "single-observer information set MCTS with partially observable moves (IS §IV-F)",
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

const SHARE: Setting<f64> = Setting::number(
    "share",
    0.0,
    1.0,
    "0.5",
    "share of the simulations that update the trees of opponents",
);
static REMEMBERED: Choice<Memory, 2> = Choice::new(
    "memory",
    [("views", Memory::Views), ("nothing", Memory::Nothing)],
    "views",
    "whether opponents remember their observations from before the search",
);
const KNOWING: Schema =
    Schema { name: "knowing", help: "all hidden information of the searcher", fields: &[] };
const DOUBTING: Schema = Schema {
    name: "doubting",
    help: "opponents know only their own observations: a `share` of the simulations is separate \
           and updates opponents; `memory` says whether they remember views from before the search",
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
    "what simulated opponents know of the searcher's hidden information: all, or their \
     observations",
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
        EXPLORATION,
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
        let why = "`opponents=doubting` cannot have several threads at one tree; give it as many \
                   `roots` as `threads`";
        return Err(settings.refused(why));
    }
    roots::fair_at_one_tree(settings, || {
        let mut search = MoIsmcts::new(setup(kit, settings)?);
        search.workers = workers(kit, settings)?;
        (search.rules, search.reuse) = (rules(settings)?, settings.get(&REUSE));
        search.algorithm.opponents = opponents;
        Ok(search)
    })
}
