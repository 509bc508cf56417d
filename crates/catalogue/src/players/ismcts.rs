//! Information set MCTS: with one observer, and with one for each player.

use super::arms::{SELECT, TOGETHER, select, together};
use super::common::{C, CHOICE, ITERATIONS, MEMORY, TIME};
use super::uct::{tree_setup, workers};
use crate::Error;
use crate::any_search::AnySearch;
use crate::capability::{Observed, Playable};
use crate::kit::Kit;
use crate::parallel::{ROOTS, THREADS, THREADS_AT_A_TREE};
use crate::playouts::PLAYOUT;
use crate::rewards::REWARD;
use crate::roots;
use crate::setting::{Field, Kind, Schema, Settings};
use sortilege::search::{Memory, MoIsmcts, Opponents, SoIsmcts, SoIsmctsPom, Widening};

const OPPONENT_WIDENING: Field = Field::new(
    "widening",
    Kind::Number(0.0, f64::INFINITY),
    "",
    "C of a bound ceil(C v^alpha) on the moves that opponents are thought to consider",
);
const OPPONENT_ALPHA: Field =
    Field::new("alpha", Kind::Number(0.0, 1.0), "0.25", "the exponent of that bound");
/// What opponents can be thought to know.
const KNOWLEDGE: [Schema; 2] = [
    Schema { name: "knowing", help: "all that the searcher hides", fields: &[] },
    Schema {
        name: "doubting",
        help: "what they have seen, in simulations of their own",
        fields: &[
            Field::new("share", Kind::Number(0.0, 1.0), "0.5", "the part of all simulations that is theirs"),
            Field::new(
                "memory",
                Kind::Word(&["views", "nothing"]),
                "views",
                "whether they remember what they had seen before the search",
            ),
        ],
    },
];
const OPPONENTS: Field = Field::new(
    "opponents",
    Kind::Part(&KNOWLEDGE),
    "knowing",
    "what opponents are thought to know of what the searcher hides",
)
.from("IS §IV-G");

const ISMCTS: [Field; 13] = [
    ITERATIONS,
    TIME,
    MEMORY,
    ROOTS,
    THREADS_AT_A_TREE,
    C,
    SELECT,
    TOGETHER,
    OPPONENT_WIDENING,
    OPPONENT_ALPHA,
    PLAYOUT,
    REWARD,
    CHOICE,
];
/// See [`SoIsmcts`].
pub static SO_ISMCTS: Schema =
    Schema { name: "so-ismcts", help: "single-observer information set MCTS (IS §IV-E)", fields: &ISMCTS };
/// See [`SoIsmctsPom`].
pub static SO_ISMCTS_POM: Schema = Schema {
    name: "so-ismcts-pom",
    help: "the same, with moves that are only partly seen (IS §IV-F)",
    fields: &ISMCTS,
};
/// See [`MoIsmcts`].
pub static MO_ISMCTS: Schema = Schema {
    name: "mo-ismcts",
    help: "multiple-observer information set MCTS: a tree for each player (IS §IV-G)",
    fields: &[
        ITERATIONS,
        TIME,
        MEMORY,
        ROOTS,
        THREADS,
        C,
        SELECT,
        TOGETHER,
        OPPONENTS,
        OPPONENT_WIDENING,
        OPPONENT_ALPHA,
        PLAYOUT,
        REWARD,
        CHOICE,
    ],
};

pub fn so_ismcts<G: Playable>(kit: &Kit<G>, settings: &Settings) -> Result<AnySearch<G>, Error> {
    roots::fair(settings, || {
        let mut search = SoIsmcts::new(tree_setup(kit, settings)?);
        search.workers = workers(kit, settings)?;
        (search.c, search.together) = (settings.number("c"), together(settings)?);
        (search.select, search.widening) = (select(settings)?, opponent_widening(settings));
        Ok(search)
    })
}

pub fn so_ismcts_pom<G: Observed>(kit: &Kit<G>, settings: &Settings) -> Result<AnySearch<G>, Error> {
    roots::fair(settings, || {
        let mut search = SoIsmctsPom::new(tree_setup(kit, settings)?);
        search.workers = workers(kit, settings)?;
        (search.c, search.together) = (settings.number("c"), together(settings)?);
        (search.select, search.widening) = (select(settings)?, opponent_widening(settings));
        Ok(search)
    })
}

pub fn mo_ismcts<G: Observed>(kit: &Kit<G>, settings: &Settings) -> Result<AnySearch<G>, Error> {
    roots::fair(settings, || {
        let mut search = MoIsmcts::new(tree_setup(kit, settings)?);
        (search.c, search.together) = (settings.number("c"), together(settings)?);
        (search.select, search.widening) = (select(settings)?, opponent_widening(settings));
        search.opponents = opponents(settings.part("opponents"));
        Ok(search)
    })
}

fn opponent_widening(settings: &Settings) -> Option<Widening> {
    settings.get("widening")?;
    Some(Widening { scale: settings.number("widening"), alpha: settings.number("alpha") })
}

fn opponents(settings: &Settings) -> Opponents {
    if settings.schema().name == "knowing" {
        return Opponents::Knowing;
    }
    let memory = if settings.word("memory") == "nothing" { Memory::Nothing } else { Memory::Views };
    Opponents::Doubting { share: settings.number("share"), memory }
}
