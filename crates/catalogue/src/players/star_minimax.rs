//! The star-minimax family: players that look through chance.

use super::common::{TIME, flat_budget, whole};
use crate::Error;
use crate::any_search::AnySearch;
use crate::capability::Playable;
use crate::evaluations::{EVALUATION, Evaluations, pick};
use crate::kit::Kit;
use crate::setting::{Field, Kind, Schema, Settings};
use sortilege::evaluator::Evaluator;
use sortilege::game::{Key, Outcomes, PerfectInfo, Sequential};
use sortilege::search::{Ordering, Pruning, Sampling, StarMinimax};

/// Outcomes of chance that star-minimax searches look at.
const SAMPLINGS: [Schema; 3] = [
    Schema { name: "with-replacement", help: "draws, of which some may be alike", fields: &[] },
    Schema { name: "without-replacement", help: "different outcomes", fields: &[] },
    Schema {
        name: "adaptive",
        help: "draws whose number changes with every move away from the root",
        fields: &[
            Field::new("ratio", Kind::Number(0.0, 100.0), "0.5", "what the width is multiplied by"),
            Field::new("least", Kind::Whole(1, 1_000_000), "1", "no fewer draws than this"),
        ],
    },
];

const NODES: Field =
    Field::new("iterations", Kind::Whole(1, u64::MAX), "10000", "nodes that are visited for a decision")
        .unless(&["time", "depth"]);
const DEPTH: Field =
    Field::new("depth", Kind::Whole(1, 64), "", "the deepest look, in moves; the search deepens until there");
const ORDERING: Field = Field::new(
    "ordering",
    Kind::Word(&["evaluated", "listed"]),
    "evaluated",
    "which moves are searched first: those that look best, or as the game lists them",
);
const UNPRUNED: Field =
    Field::new("unpruned", Kind::Whole(0, 64), "0", "nodes with so many moves left or fewer are not pruned");
const WIDTH: Field =
    Field::new("width", Kind::Whole(1, 1_000_000), "10", "outcomes drawn at a chance node (c)");
const SAMPLE: Field =
    Field::new("sample", Kind::Part(&SAMPLINGS), "with-replacement", "how they are drawn").from("SM §3");

/// See [`StarMinimax`].
pub static STAR_MINIMAX: [Schema; 6] = [
    Schema {
        name: "expectimax",
        help: "looks at all moves and all outcomes of chance, as deep as it can (SM §2.1)",
        fields: &[NODES, TIME, DEPTH, ORDERING, EVALUATION],
    },
    Schema {
        name: "star1",
        help: "expectimax that prunes by bounds at chance nodes (SM §2.1)",
        fields: &[NODES, TIME, DEPTH, ORDERING, UNPRUNED, EVALUATION],
    },
    Schema {
        name: "star2",
        help: "Star1 that probes one move of every outcome first (SM §2.1)",
        fields: &[NODES, TIME, DEPTH, ORDERING, UNPRUNED, EVALUATION],
    },
    Schema {
        name: "exp-ss",
        help: "expectimax on a sample of outcomes (SM §3)",
        fields: &[NODES, TIME, DEPTH, WIDTH, SAMPLE, ORDERING, EVALUATION],
    },
    Schema {
        name: "star1-ss",
        help: "Star1 on a sample of outcomes (SM §3)",
        fields: &[NODES, TIME, DEPTH, WIDTH, SAMPLE, ORDERING, UNPRUNED, EVALUATION],
    },
    Schema {
        name: "star2-ss",
        help: "Star2 on a sample of outcomes (SM §3)",
        fields: &[NODES, TIME, DEPTH, WIDTH, SAMPLE, ORDERING, UNPRUNED, EVALUATION],
    },
];

/// Any of [`STAR_MINIMAX`], with the evaluations of the game.
pub fn star_minimax<G, E>(
    kit: &Kit<G>,
    settings: &Settings,
    evaluations: Evaluations<E>,
) -> Result<AnySearch<G>, Error>
where
    G: Playable + PerfectInfo + Sequential + Outcomes + Key,
    E: Evaluator<G> + Copy + 'static,
{
    let pruning = match settings.schema().name {
        "expectimax" | "exp-ss" => Pruning::None,
        "star1" | "star1-ss" => Pruning::Star1,
        _ => Pruning::Star2,
    };
    let mut search = StarMinimax::new(pruning, flat_budget(settings), pick(evaluations, settings));
    if pruning != Pruning::None {
        search.unpruned = settings.whole("unpruned") as u32;
    }
    if settings.schema().name.ends_with("-ss") {
        search.sampling = sampling(settings);
    }
    if let Some(depth) = whole(settings, "depth") {
        search.depth = depth as u32;
    }
    search.ordering = match settings.word("ordering") {
        "listed" => Ordering::Listed,
        _ => Ordering::Evaluated,
    };
    search.stop = kit.stop.clone();
    Ok(AnySearch::fair(search))
}

fn sampling(settings: &Settings) -> Sampling {
    let (width, how) = (settings.whole("width") as u32, settings.part("sample"));
    match how.schema().name {
        "without-replacement" => Sampling::WithoutReplacement(width),
        "adaptive" => {
            Sampling::Adaptive { first: width, ratio: how.number("ratio"), least: how.whole("least") as u32 }
        }
        _ => Sampling::WithReplacement(width),
    }
}
