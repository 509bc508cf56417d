//! The star-minimax family: players that look through chance.

use crate::Error;
use crate::any_search::AnySearch;
use crate::capability::Playable;
use crate::common::{TIME, flat_budget};
use crate::evaluations::{EVALUATION, Evaluations, pick};
use crate::player_context::PlayerContext;
use crate::setting::{Choice, Field, Parts, Schema, Setting, Settings};
use sortilege::evaluator::Evaluator;
use sortilege::game::{Key, Outcomes, PerfectInfo, Sequential};
use sortilege::search::{Dice, Ordering, Pruning, Sampling, StarMinimax};

pub(super) const NODES: Setting<u64> =
    Setting::whole("iterations", 1, u64::MAX, "10000", "nodes that are visited for a decision")
        .unless(&["time", "depth"]);
pub(super) const DEPTH: Setting<u32> = Setting::whole(
    "depth",
    1,
    64,
    "",
    "the deepest look, in moves; the search deepens until there",
);
pub(super) static ORDERING: Choice<Ordering, 2> = Choice::new(
    "ordering",
    [("evaluated", Ordering::Evaluated), ("listed", Ordering::Listed)],
    "evaluated",
    "which moves are searched first: those that look best, or as the game lists them",
);
const UNPRUNED: Setting<u32> =
    Setting::whole("unpruned", 0, 64, "0", "nodes with so many moves left or fewer are not pruned");
const WIDTH: Setting<u32> =
    Setting::whole("width", 1, 1_000_000, "10", "outcomes drawn at a chance node (c)");

/// How outcomes of chance are drawn, however many.
enum Draws {
    WithReplacement,
    WithoutReplacement,
    Systematic,
    Adaptive { ratio: f64, least: u32 },
}

const RATIO: Setting<f64> =
    Setting::number("ratio", 0.0, 100.0, "0.5", "what the width is multiplied by");
const LEAST: Setting<u32> = Setting::whole("least", 1, 1_000_000, "1", "no fewer draws than this");
static SAMPLE: Parts<Draws, 4> = Parts::new(
    "sample",
    [
        (
            Schema {
                name: "with-replacement",
                help: "draws, of which some may be alike",
                fields: &[],
            },
            |_| Draws::WithReplacement,
        ),
        (Schema { name: "without-replacement", help: "different outcomes", fields: &[] }, |_| {
            Draws::WithoutReplacement
        }),
        (
            Schema {
                name: "systematic",
                help: "points at even distances, or all outcomes",
                fields: &[],
            },
            |_| Draws::Systematic,
        ),
        (
            Schema {
                name: "adaptive",
                help: "draws whose number changes with every move away from the root",
                fields: &[RATIO.field(), LEAST.field()],
            },
            |draws| Draws::Adaptive { ratio: draws.get(&RATIO), least: draws.get(&LEAST) },
        ),
    ],
    "with-replacement",
    "how they are drawn",
)
.from("SM §3");

static DICE: Choice<Dice, 2> = Choice::new(
    "dice",
    [("own", Dice::Own), ("common", Dice::Common)],
    "own",
    "whether states have dice of their own, or siblings throw the same",
);
const EXACT: Setting<u32> = Setting::whole(
    "exact",
    0,
    64,
    "0",
    "so many throws after the root have all their outcomes searched",
);
const WIDEN: Setting<bool> = Setting::flag(
    "widen",
    false,
    "whether width is doubled once the sampled tree has been searched to its end",
);

/// One of the family.
pub struct Member {
    /// Its name, help and settings.
    pub schema: Schema,
    pruning: Pruning,
}

/// All of them. Whether one samples outcomes of chance, and whether it prunes, is seen by its
/// settings.
pub static STAR_MINIMAX: [Member; 6] = [
    Member {
        schema: Schema {
            name: "expectimax",
            help: "looks at all moves and all outcomes of chance, as deep as it can (SM §2.1)",
            fields: &UNPRUNING,
        },
        pruning: Pruning::None,
    },
    Member {
        schema: Schema {
            name: "star1",
            help: "expectimax that prunes by bounds at chance nodes (SM §2.1)",
            fields: &PRUNING,
        },
        pruning: Pruning::Star1,
    },
    Member {
        schema: Schema {
            name: "star2",
            help: "Star1 that probes one move of every outcome first (SM §2.1)",
            fields: &PRUNING,
        },
        pruning: Pruning::Star2,
    },
    Member {
        schema: Schema {
            name: "exp-ss",
            help: "expectimax on a sample of outcomes (SM §3)",
            fields: &SAMPLING,
        },
        pruning: Pruning::None,
    },
    Member {
        schema: Schema {
            name: "star1-ss",
            help: "Star1 on a sample of outcomes (SM §3)",
            fields: &SAMPLING_AND_PRUNING,
        },
        pruning: Pruning::Star1,
    },
    Member {
        schema: Schema {
            name: "star2-ss",
            help: "Star2 on a sample of outcomes (SM §3)",
            fields: &SAMPLING_AND_PRUNING,
        },
        pruning: Pruning::Star2,
    },
];

static UNPRUNING: [Field; 5] =
    [NODES.field(), TIME.field(), DEPTH.field(), ORDERING.field(), EVALUATION.field()];
static PRUNING: [Field; 6] = [
    NODES.field(),
    TIME.field(),
    DEPTH.field(),
    ORDERING.field(),
    UNPRUNED.field(),
    EVALUATION.field(),
];
static SAMPLING: [Field; 10] = [
    NODES.field(),
    TIME.field(),
    DEPTH.field(),
    WIDTH.field(),
    SAMPLE.field(),
    DICE.field(),
    EXACT.field(),
    WIDEN.field(),
    ORDERING.field(),
    EVALUATION.field(),
];
static SAMPLING_AND_PRUNING: [Field; 11] = [
    NODES.field(),
    TIME.field(),
    DEPTH.field(),
    WIDTH.field(),
    SAMPLE.field(),
    DICE.field(),
    EXACT.field(),
    WIDEN.field(),
    ORDERING.field(),
    UNPRUNED.field(),
    EVALUATION.field(),
];

/// Builds one of [`STAR_MINIMAX`], with one of the evaluations of the game.
pub fn star_minimax<G, E>(
    member: &Member,
    evaluations: Evaluations<E>,
    kit: &PlayerContext<G>,
    settings: &Settings,
) -> Result<AnySearch<G>, Error>
where
    G: Playable + PerfectInfo + Sequential + Outcomes + Key,
    E: Evaluator<G> + Copy + 'static,
{
    let mut search =
        StarMinimax::new(member.pruning, flat_budget(settings), pick(evaluations, settings));
    if settings.has(&UNPRUNED) {
        search.unpruned = settings.get(&UNPRUNED);
    }
    if settings.has(&SAMPLE) {
        search.sampling = sampling(settings);
        (search.dice, search.exact) = (settings.get(&DICE), settings.get(&EXACT));
        search.widening = settings.get(&WIDEN);
    }
    if let Some(depth) = settings.given(&DEPTH) {
        search.depth = depth;
    }
    search.ordering = settings.get(&ORDERING);
    search.stop = kit.stop.clone();
    Ok(AnySearch::fair(search))
}

fn sampling(settings: &Settings) -> Sampling {
    let width = settings.get(&WIDTH);
    match settings.get(&SAMPLE) {
        Draws::WithReplacement => Sampling::WithReplacement(width),
        Draws::WithoutReplacement => Sampling::WithoutReplacement(width),
        Draws::Systematic => Sampling::Systematic(width),
        Draws::Adaptive { ratio, least } => Sampling::Adaptive { first: width, ratio, least },
    }
}
