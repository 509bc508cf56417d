//! The star-minimax family: depth-limited searches through chance nodes.

use crate::any_search::AnySearch;
use crate::capability::Playable;
use crate::common::{EVALUATION, Evaluations, TIME, flat_budget, pick};
use crate::player_context::PlayerContext;
use crate::setting::{Choice, Field, Parts, Schema, Setting, Settings};
use crate::{Error, ValueKind};
use sortilege::evaluator::Evaluator;
use sortilege::game::{Key, Outcomes, PerfectInfo, Sequential};
use sortilege::search::{Dice, Ordering, Pruning, Sampling, StarMinimax};

pub(super) const NODES: Setting<u64> = Setting::whole(
    "iterations",
    1,
    u64::MAX,
    "10000",
    "number of nodes visited per decision; the default applies only if neither `time` nor \
         `depth` is given",
)
.unless(&["time", "depth"]);
pub(super) const DEPTH: Setting<u32> =
    Setting::whole("depth", 1, 64, "", "greatest depth in moves; iterative deepening ends there");
pub(super) static ORDERING: Choice<Ordering, 2> = Choice::new(
    "ordering",
    [("evaluated", Ordering::Evaluated), ("listed", Ordering::Listed)],
    "evaluated",
    "move ordering: best evaluation first, or as the game lists them",
);
const UNPRUNED: Setting<u32> = Setting::whole(
    "unpruned",
    0,
    64,
    "0",
    "nodes with at most this remaining depth are not pruned",
);
const WIDTH: Setting<u32> = Setting::whole(
    "width",
    1,
    1_000_000,
    "10",
    "sample width c: outcomes sampled at a chance node",
);

/// How outcomes of chance are sampled, apart from their number.
enum Draws {
    WithReplacement,
    WithoutReplacement,
    Systematic,
    Adaptive { ratio: f64, least: u32 },
}

const RATIO: Setting<f64> =
    Setting::number("ratio", 0.0, 100.0, "0.5", "factor of the width at each further move");
const LEAST: Setting<u32> = Setting::whole("least", 1, 1_000_000, "1", "least number of samples");
static SAMPLE: Parts<Draws, 4> = Parts::new(
    "sample",
    [
        (
            Schema {
                name: "with-replacement",
                help: "independent samples, of which some may be equal",
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
                help: "systematic sampling: points at even distances, or all outcomes",
                fields: &[],
            },
            |_| Draws::Systematic,
        ),
        (
            Schema {
                name: "adaptive",
                help: "samples with replacement; the width is multiplied by `ratio` with every \
                       move away from the root, down to `least`",
                fields: &[RATIO.field(), LEAST.field()],
            },
            |draws| Draws::Adaptive { ratio: draws.get(&RATIO), least: draws.get(&LEAST) },
        ),
    ],
    "with-replacement",
    "how outcomes are sampled",
)
.from("SM §3");

static DICE: Choice<Dice, 2> = Choice::new(
    "dice",
    [("own", Dice::Own), ("common", Dice::Common)],
    "own",
    "whether each state samples its own outcomes, or siblings share them (common random numbers)",
);
const EXACT: Setting<u32> = Setting::whole(
    "exact",
    0,
    64,
    "0",
    "number of chance nodes from the root on whose outcomes are all searched, not sampled",
);
const WIDEN: Setting<bool> = Setting::flag(
    "widen",
    false,
    "whether the width is doubled once the sampled tree has been searched to its end",
);

/// A member of the family.
pub struct Member {
    /// Name, help and settings.
    pub schema: Schema,
    pruning: Pruning,
}

/// All members. Whether a member samples outcomes of chance, and whether it prunes, follows from
/// its settings.
pub static STAR_MINIMAX: [Member; 6] = [
    Member {
        schema: Schema {
            name: "expectimax",
            help: "expectimax: all moves and all outcomes of chance, by iterative deepening (SM \
                   §2.1)",
            fields: &UNPRUNING,
        },
        pruning: Pruning::None,
    },
    Member {
        schema: Schema {
            name: "star1",
            help: "Star1: expectimax that prunes by bounds at chance nodes (SM §2.1)",
            fields: &PRUNING,
        },
        pruning: Pruning::Star1,
    },
    Member {
        schema: Schema {
            name: "star2",
            help: "Star2: Star1 that first probes one move after every outcome (SM §2.1)",
            fields: &PRUNING,
        },
        pruning: Pruning::Star2,
    },
    Member {
        schema: Schema {
            name: "exp-ss",
            help: "expectimax with sparse sampling of outcomes (SM §3)",
            fields: &SAMPLING,
        },
        pruning: Pruning::None,
    },
    Member {
        schema: Schema {
            name: "star1-ss",
            help: "Star1 with sparse sampling of outcomes (SM §3)",
            fields: &SAMPLING_AND_PRUNING,
        },
        pruning: Pruning::Star1,
    },
    Member {
        schema: Schema {
            name: "star2-ss",
            help: "Star2 with sparse sampling of outcomes (SM §3)",
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

/// Builds a member of [`STAR_MINIMAX`] with one of the evaluations of the game.
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
    (search.stop, search.watch) = (kit.stop.clone(), kit.watch.clone());
    Ok(AnySearch::fair(search).with_values(ValueKind::Bounds))
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
