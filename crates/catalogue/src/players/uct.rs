//! UCT, for games in which nothing is hidden.

use super::arms::{TOGETHER, together};
use super::common::{C, CHOICE, ITERATIONS, MEMORY, TIME, budget, choice};
use crate::Error;
use crate::any_search::AnySearch;
use crate::capability::Playable;
use crate::kit::{AnySetup, AnyUct, Kit};
use crate::parallel::{ROOTS, THREADS_AT_A_TREE, useful};
use crate::playouts::PLAYOUT;
use crate::rewards::REWARD;
use crate::roots;
use crate::setting::{Field, Kind, Schema, Settings};
use sortilege::game::PerfectInfo;
use sortilege::search::{Expansion, Uct};

const REUSE: Field = Field::new(
    "reuse",
    Kind::FLAG,
    "false",
    "whether a decision begins with what the one before has left of the tree",
)
.unsaid();
/// How many children a leaf gets at once.
pub const EXPANSION: Field =
    Field::new("expansion", Kind::Word(&["one", "all"]), "one", "how many children a leaf gets at once");
/// How outcomes of chance are visited.
pub const CHANCE: Field = Field::new(
    "chance",
    Kind::Word(&["sampled", "permuted", "fixed"]),
    "sampled",
    "whether outcomes of chance are visited by probability, or equally often, or each tree keeps to one",
)
.from("IS §III-C2, ED §VI");
const SOLVER: Field =
    Field::new("solver", Kind::FLAG, "false", "whether wins and losses are proven as it goes").from("QR §5");

/// See [`Uct`].
pub static UCT: Schema = Schema {
    name: "uct",
    help: "Monte Carlo tree search with UCB1, for perfect information",
    fields: &[
        ITERATIONS,
        TIME,
        MEMORY,
        ROOTS,
        THREADS_AT_A_TREE,
        REUSE,
        C,
        EXPANSION,
        SOLVER,
        CHANCE,
        TOGETHER,
        PLAYOUT,
        REWARD,
        CHOICE,
    ],
};

pub fn uct<G: Playable + PerfectInfo>(kit: &Kit<G>, settings: &Settings) -> Result<AnySearch<G>, Error> {
    let reuse = settings.flag("reuse");
    if reuse && settings.word("chance") == "fixed" {
        let why =
            "a tree of `chance=fixed` is not for `reuse=true`, for dice may fall otherwise; leave out one";
        return Err(Error::Settings { owner: UCT.name.to_string(), why: why.to_string() });
    }
    roots::fair(settings, || {
        let mut search = any_uct(kit, settings)?;
        (search.workers, search.reuse) = (workers(kit, settings)?, reuse);
        if settings.flag("solver") { kit.solving(search) } else { Ok(search) }
    })
}

/// UCT as it is also a part of other players.
pub fn any_uct<G: Playable>(kit: &Kit<G>, settings: &Settings) -> Result<AnyUct<G>, Error> {
    let mut search = Uct::new(tree_setup(kit, settings)?);
    (search.c, search.together) = (settings.number("c"), together(settings)?);
    if settings.word("expansion") == "all" {
        search.expansion = Expansion::All;
    }
    match settings.word("chance") {
        "permuted" => kit.permuted(search),
        "fixed" => Ok(search.fixed_chance()),
        _ => Ok(search),
    }
}

/// What the threads need that grow one tree, but for the first of them.
pub fn workers<G: Playable>(kit: &Kit<G>, settings: &Settings) -> Result<Vec<AnySetup<G>>, Error> {
    let threads = if settings.whole("roots") == 1 { settings.whole("threads") as usize } else { 1 };
    (1..useful(threads)).map(|_| tree_setup(kit, settings)).collect()
}

/// The parts that all searches with a tree have.
pub fn tree_setup<G: Playable>(kit: &Kit<G>, settings: &Settings) -> Result<AnySetup<G>, Error> {
    kit.setup(settings, budget(settings), choice(settings))
}
