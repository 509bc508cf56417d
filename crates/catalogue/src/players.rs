//! Every kind of player: its settings, each declared once, and how it is built from them.
//!
//! Iterations, playout, reward and final choice are common to all searches; a search adds its own. A player
//! that is added here is claimed for games in `entry.rs`, by a family with the right bounds.

use crate::Error;
use crate::brain::Brain;
use crate::entry::{Observed, Playable};
use crate::games::magic;
use crate::parallel::{self, ROOTS, THREADS, THREADS_AT_A_TREE};
use crate::parts::{self, OWN, PLAYOUTS, REWARDS, SAMPLINGS, SELECTS, TOGETHERS};
use crate::setting::{Field, Kind, Schema, Settings, Value};
use crate::workshop::Workshop;
use sortilege::Budget;
use sortilege::bandit::exp3::Trials;
use sortilege::game::{Evaluate, Key, Outcomes, PerfectInfo, Sequential};
use sortilege::playout::AnyPlayout;
use sortilege::reward::AnyReward;
use sortilege::search::{
    CheatingEnsemble, CheatingUct, DeterminizedUct, Dpw, Expansion, FinalChoice, FlatMc, FlatUcb, Memory,
    MoIsmcts, Opponents, Ordering, Pruning, Random, Sampling, Select, Setup, SoIsmcts, SoIsmctsPom,
    StarMinimax, Together, Uct, Uniformly, Widening,
};
use std::sync::OnceLock;
use std::time::Duration;

/// The parts of every search in the catalogue.
pub type AnySetup<G> = Setup<AnyPlayout<G>, AnyReward<G>>;
/// UCT with parts known only at run time.
pub type AnyUct<G> = Uct<G, AnyPlayout<G>, AnyReward<G>>;

const ANY: f64 = f64::INFINITY;

/// More than a tree can count are refused.
const COUNTABLE: Kind = Kind::Whole(1, Budget::MOST_ITERATIONS);
pub(crate) const ITERATIONS: Field =
    Field::new("iterations", COUNTABLE, "1000", "simulations for a decision").unless(&["time", "memory"]);
pub(crate) const ITERATIONS_PER_TREE: Field =
    Field::new("iterations", COUNTABLE, "250", "simulations for a tree")
        .unless(&["time", "memory"])
        .from("IS §V");
pub(crate) const ITERATIONS_FLAT: Field =
    Field { kind: Kind::Whole(1, u64::MAX), ..ITERATIONS }.unless(&["time"]);
pub(crate) const TIME: Field =
    Field::new("time", Kind::Time, "", "time for a decision; results then depend on the machine");
pub(crate) const MEMORY: Field = Field::new(
    "memory",
    Kind::Bytes,
    "",
    "memory for a tree, which then grows no more; without another limit the search ends there",
);
/// With a larger constant than this, rewards make no difference to scores in single precision.
pub(crate) const EXPLORATION: Kind = Kind::Number(0.0, 1e6);
pub(crate) const C: Field = Field::new("c", EXPLORATION, "0.7", "how much to explore").from("IS §IV-A");
const REUSE: Field = Field::new(
    "reuse",
    Kind::FLAG,
    "false",
    "whether a decision begins with what the one before has left of the tree",
)
.unsaid();
const PLAYOUT: Field =
    Field::new("playout", Kind::Part(&PLAYOUTS), "uniform", "how simulations are finished");
const REWARD: Field =
    Field::new("reward", Kind::Part(&REWARDS), "win-loss", "what a finished simulation is worth");
pub(crate) const CHOICE: Field = Field::new(
    "choice",
    Kind::Word(&["visits", "value", "sampled"]),
    "visits",
    "which candidate is played: the most visited, the best on average, or one drawn in proportion to visits",
);
const EXPANSION: Field =
    Field::new("expansion", Kind::Word(&["one", "all"]), "one", "how many children a leaf gets at once");
const CHANCE: Field = Field::new(
    "chance",
    Kind::Word(&["sampled", "permuted", "fixed"]),
    "sampled",
    "whether outcomes of chance are visited by probability, or equally often, or each tree keeps to one",
)
.from("IS §III-C2, ED §VI");
const SOLVER: Field =
    Field::new("solver", Kind::FLAG, "false", "whether wins and losses are proven as it goes").from("QR §5");
const TOGETHER: Field =
    Field::new("together", Kind::Part(&TOGETHERS), "exp3", "how players choose where all choose at once")
        .from("IS §III-C1");
pub(crate) const TREES: Field =
    Field::new("trees", Kind::Whole(1, 1_000_000), "40", "how many trees").from("IS §V");
const SELECT: Field =
    Field::new("select", Kind::Part(&SELECTS), "ucb1", "how players choose where one is on turn")
        .from("IS §IV-B");
const OPPONENT_WIDENING: Field = Field::new(
    "widening",
    Kind::Number(0.0, ANY),
    "",
    "C of a bound ceil(C v^alpha) on the moves that opponents are thought to consider",
);
const OPPONENT_ALPHA: Field =
    Field::new("alpha", Kind::Number(0.0, 1.0), "0.25", "the exponent of that bound");
const OPPONENTS: Field = Field::new(
    "opponents",
    Kind::Part(&parts::OPPONENTS),
    "knowing",
    "what opponents are thought to know of what the searcher hides",
)
.from("IS §IV-G");
/// Somebody at the keyboard; sits down only where there is one.
pub static HUMAN: Schema = Schema { name: "human", help: "you, at the table of `play`", fields: &[] };
/// See [`Random`].
pub static RANDOM: Schema =
    Schema { name: "random", help: "every legal move is equally likely", fields: &[] };
/// See [`FlatMc`].
pub static FLAT_MC: Schema = Schema {
    name: "flat-mc",
    help: "Monte Carlo without a tree, every candidate in turn (CS §V)",
    fields: &[ITERATIONS_FLAT, TIME, ROOTS, THREADS, PLAYOUT, REWARD],
};
/// See [`FlatUcb`].
pub static FLAT_UCB: Schema = Schema {
    name: "flat-ucb",
    help: "Monte Carlo without a tree, UCB1 over candidates (CS §V)",
    fields: &[ITERATIONS_FLAT, TIME, ROOTS, THREADS, C, PLAYOUT, REWARD, CHOICE],
};
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
/// See [`Dpw`].
pub static DPW: Schema = Schema {
    name: "dpw",
    help: "UCT with double progressive widening (SM §2.2)",
    fields: &[
        ITERATIONS,
        TIME,
        MEMORY,
        ROOTS,
        THREADS,
        C,
        Field::new("widening", Kind::Number(0.0, ANY), "4", "C of the widening, ceil(C v^alpha)")
            .from("SM §4.2"),
        Field::new("alpha", Kind::Number(0.0, 1.0), "0.25", "the exponent of the widening").from("SM §4.2"),
        TOGETHER,
        PLAYOUT,
        REWARD,
        CHOICE,
    ],
};
/// See [`CheatingUct`].
pub static CHEATING_UCT: Schema = Schema {
    name: "cheating-uct",
    help: "UCT that sees what is hidden: a baseline (IS §IV-C)",
    fields: &[
        ITERATIONS, TIME, MEMORY, ROOTS, THREADS, C, EXPANSION, CHANCE, TOGETHER, PLAYOUT, REWARD, CHOICE,
    ],
};
/// See [`CheatingEnsemble`].
pub static CHEATING_ENSEMBLE: Schema = Schema {
    name: "cheating-ensemble",
    help: "several UCT trees that see what is hidden: a baseline (IS §IV-C)",
    fields: &[
        TREES,
        ITERATIONS_PER_TREE,
        TIME,
        MEMORY,
        ROOTS,
        THREADS,
        C,
        EXPANSION,
        CHANCE,
        TOGETHER,
        PLAYOUT,
        REWARD,
        CHOICE,
    ],
};
/// See [`DeterminizedUct`].
pub static DETERMINIZED_UCT: Schema = Schema {
    name: "determinized-uct",
    help: "a UCT tree for each of several guesses of what is hidden (IS §IV-D)",
    fields: &[
        TREES,
        ITERATIONS_PER_TREE,
        TIME,
        MEMORY,
        ROOTS,
        THREADS,
        C,
        EXPANSION,
        CHANCE,
        TOGETHER,
        PLAYOUT,
        REWARD,
        CHOICE,
    ],
};
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
        fields: &[NODES, TIME, DEPTH, ORDERING],
    },
    Schema {
        name: "star1",
        help: "expectimax that prunes by bounds at chance nodes (SM §2.1)",
        fields: &[NODES, TIME, DEPTH, ORDERING, UNPRUNED],
    },
    Schema {
        name: "star2",
        help: "Star1 that probes one move of every outcome first (SM §2.1)",
        fields: &[NODES, TIME, DEPTH, ORDERING, UNPRUNED],
    },
    Schema {
        name: "exp-ss",
        help: "expectimax on a sample of outcomes (SM §3)",
        fields: &[NODES, TIME, DEPTH, WIDTH, SAMPLE, ORDERING],
    },
    Schema {
        name: "star1-ss",
        help: "Star1 on a sample of outcomes (SM §3)",
        fields: &[NODES, TIME, DEPTH, WIDTH, SAMPLE, ORDERING, UNPRUNED],
    },
    Schema {
        name: "star2-ss",
        help: "Star2 on a sample of outcomes (SM §3)",
        fields: &[NODES, TIME, DEPTH, WIDTH, SAMPLE, ORDERING, UNPRUNED],
    },
];

/// All kinds of players, in the order in which they are listed.
pub fn kinds() -> &'static [&'static Schema] {
    static ALL: OnceLock<Vec<&'static Schema>> = OnceLock::new();
    ALL.get_or_init(|| SEARCHES.into_iter().chain(&STAR_MINIMAX).chain(&magic::PLAYERS).chain(&OWN).collect())
}

static SEARCHES: [&Schema; 12] = [
    &HUMAN,
    &RANDOM,
    &FLAT_MC,
    &FLAT_UCB,
    &UCT,
    &DPW,
    &CHEATING_UCT,
    &CHEATING_ENSEMBLE,
    &DETERMINIZED_UCT,
    &SO_ISMCTS,
    &SO_ISMCTS_POM,
    &MO_ISMCTS,
];

/// How a player is built for a game.
pub(crate) type Build<G> = Box<dyn Fn(&Workshop<G>, &Settings) -> Result<Brain<G>, Error> + Send + Sync>;

pub(crate) fn random<G: Playable>(_: &Workshop<G>, _: &Settings) -> Result<Brain<G>, Error> {
    Ok(Brain::fair(Random))
}

pub(crate) fn flat_mc<G: Playable>(shop: &Workshop<G>, settings: &Settings) -> Result<Brain<G>, Error> {
    parallel::fair(settings, || Ok(FlatMc::new(flat_setup(shop, settings, FinalChoice::BestValue)?)))
}

pub(crate) fn flat_ucb<G: Playable>(shop: &Workshop<G>, settings: &Settings) -> Result<Brain<G>, Error> {
    parallel::fair(settings, || {
        let mut search = FlatUcb::new(flat_setup(shop, settings, choice(settings))?);
        search.c = settings.number("c");
        Ok(search)
    })
}

pub(crate) fn uct<G: Playable + PerfectInfo>(
    shop: &Workshop<G>,
    settings: &Settings,
) -> Result<Brain<G>, Error> {
    let reuse = settings.flag("reuse");
    if reuse && settings.word("chance") == "fixed" {
        let why =
            "a tree of `chance=fixed` is not for `reuse=true`, for dice may fall otherwise; leave out one";
        return Err(Error::Settings { owner: UCT.name.to_string(), why: why.to_string() });
    }
    parallel::fair(settings, || {
        let mut search = any_uct(shop, settings)?;
        (search.workers, search.reuse) = (workers(shop, settings)?, reuse);
        if settings.flag("solver") { shop.solving(search) } else { Ok(search) }
    })
}

pub(crate) fn dpw<G: Playable + PerfectInfo + Outcomes>(
    shop: &Workshop<G>,
    settings: &Settings,
) -> Result<Brain<G>, Error> {
    parallel::fair(settings, || {
        let mut search = Dpw::new(tree_setup(shop, settings)?);
        search.c = settings.number("c");
        search.widening = settings.number("widening");
        search.alpha = settings.number("alpha");
        search.together = together(settings)?;
        Ok(search)
    })
}

pub(crate) fn cheating_uct<G: Playable>(shop: &Workshop<G>, settings: &Settings) -> Result<Brain<G>, Error> {
    parallel::cheating(settings, || Ok(CheatingUct { uct: any_uct(shop, settings)? }))
}

pub(crate) fn cheating_ensemble<G: Playable>(
    shop: &Workshop<G>,
    settings: &Settings,
) -> Result<Brain<G>, Error> {
    let trees = settings.whole("trees") as u32;
    parallel::cheating(settings, || Ok(CheatingEnsemble { trees, uct: any_uct(shop, settings)? }))
}

pub(crate) fn determinized_uct<G: Playable>(
    shop: &Workshop<G>,
    settings: &Settings,
) -> Result<Brain<G>, Error> {
    let trees = settings.whole("trees") as u32;
    parallel::fair(settings, || Ok(DeterminizedUct { trees, deal: Uniformly, uct: any_uct(shop, settings)? }))
}

pub(crate) fn so_ismcts<G: Playable>(shop: &Workshop<G>, settings: &Settings) -> Result<Brain<G>, Error> {
    parallel::fair(settings, || {
        let mut search = SoIsmcts::new(tree_setup(shop, settings)?);
        search.workers = workers(shop, settings)?;
        (search.c, search.together) = (settings.number("c"), together(settings)?);
        (search.select, search.widening) = (select(settings)?, opponent_widening(settings));
        Ok(search)
    })
}

pub(crate) fn so_ismcts_pom<G: Observed>(shop: &Workshop<G>, settings: &Settings) -> Result<Brain<G>, Error> {
    parallel::fair(settings, || {
        let mut search = SoIsmctsPom::new(tree_setup(shop, settings)?);
        search.workers = workers(shop, settings)?;
        (search.c, search.together) = (settings.number("c"), together(settings)?);
        (search.select, search.widening) = (select(settings)?, opponent_widening(settings));
        Ok(search)
    })
}

pub(crate) fn mo_ismcts<G: Observed>(shop: &Workshop<G>, settings: &Settings) -> Result<Brain<G>, Error> {
    parallel::fair(settings, || {
        let mut search = MoIsmcts::new(tree_setup(shop, settings)?);
        (search.c, search.together) = (settings.number("c"), together(settings)?);
        (search.select, search.widening) = (select(settings)?, opponent_widening(settings));
        search.opponents = opponents(settings.part("opponents"));
        Ok(search)
    })
}

/// Any of [`STAR_MINIMAX`].
pub(crate) fn star_minimax<G>(shop: &Workshop<G>, settings: &Settings) -> Result<Brain<G>, Error>
where
    G: Playable + PerfectInfo + Sequential + Outcomes + Evaluate + Key,
{
    let pruning = match settings.schema().name {
        "expectimax" | "exp-ss" => Pruning::None,
        "star1" | "star1-ss" => Pruning::Star1,
        _ => Pruning::Star2,
    };
    let mut search = StarMinimax::new(pruning, flat_budget(settings));
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
    search.stop = shop.stop();
    Ok(Brain::fair(search))
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

fn any_uct<G: Playable>(shop: &Workshop<G>, settings: &Settings) -> Result<AnyUct<G>, Error> {
    let mut search = Uct::new(tree_setup(shop, settings)?);
    (search.c, search.together) = (settings.number("c"), together(settings)?);
    if settings.word("expansion") == "all" {
        search.expansion = Expansion::All;
    }
    match settings.word("chance") {
        "permuted" => shop.permuted(search),
        "fixed" => Ok(search.fixed_chance()),
        _ => Ok(search),
    }
}

/// What the threads need that grow one tree, but for the first of them.
fn workers<G: Playable>(shop: &Workshop<G>, settings: &Settings) -> Result<Vec<AnySetup<G>>, Error> {
    let threads = if settings.whole("roots") == 1 { settings.whole("threads") as usize } else { 1 };
    (1..parallel::useful(threads)).map(|_| tree_setup(shop, settings)).collect()
}

fn flat_setup<G: Playable>(
    shop: &Workshop<G>,
    settings: &Settings,
    choice: FinalChoice,
) -> Result<AnySetup<G>, Error> {
    let mut setup = setup(shop, settings, choice)?;
    setup.budget = flat_budget(settings);
    Ok(setup)
}

fn tree_setup<G: Playable>(shop: &Workshop<G>, settings: &Settings) -> Result<AnySetup<G>, Error> {
    let mut setup = setup(shop, settings, choice(settings))?;
    setup.budget = budget(settings);
    Ok(setup)
}

/// The parts that all searches have; the budget is theirs to fill in.
fn setup<G: Playable>(
    shop: &Workshop<G>,
    settings: &Settings,
    choice: FinalChoice,
) -> Result<AnySetup<G>, Error> {
    Ok(Setup {
        budget: Budget::default(),
        playout: shop.playout(settings.part("playout"))?,
        reward: shop.reward(settings.part("reward"))?,
        choice,
        stop: shop.stop(),
    })
}

pub(crate) fn budget(settings: &Settings) -> Budget {
    let memory = match settings.get("memory") {
        Some(&Value::Bytes(bytes)) => Some(bytes),
        _ => None,
    };
    Budget { iterations: whole(settings, "iterations"), time: time(settings), memory }
}

/// The budget of a search without a tree.
pub(crate) fn flat_budget(settings: &Settings) -> Budget {
    Budget { iterations: whole(settings, "iterations"), time: time(settings), memory: None }
}

pub(crate) fn whole(settings: &Settings, name: &str) -> Option<u64> {
    settings.get(name).map(|_| settings.whole(name))
}

pub(crate) fn time(settings: &Settings) -> Option<Duration> {
    match settings.get("time") {
        Some(&Value::Time(time)) => Some(time),
        _ => None,
    }
}

pub(crate) fn choice(settings: &Settings) -> FinalChoice {
    match settings.word("choice") {
        "value" => FinalChoice::BestValue,
        "sampled" => FinalChoice::SampledVisits,
        _ => FinalChoice::MostVisits,
    }
}

fn together(settings: &Settings) -> Result<Together, Error> {
    let rule = settings.part("together");
    match rule.schema().name {
        "ucb1" => Ok(Together::Ucb1),
        "regret-matching" => Ok(Together::RegretMatching),
        _ => Ok(Together::Exp3(trials(settings, rule)?)),
    }
}

fn select(settings: &Settings) -> Result<Select, Error> {
    let rule = settings.part("select");
    match rule.schema().name {
        "exp3" => Ok(Select::Exp3(trials(settings, rule)?)),
        "regret-matching" => Ok(Select::RegretMatching),
        _ => Ok(Select::Ucb1),
    }
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

/// What EXP3 counts by. Roots share iterations, unless these are those of each of several trees.
fn trials(settings: &Settings, exp3: &Settings) -> Result<Trials, Error> {
    let roots = if settings.has("trees") { 1 } else { settings.whole("roots") };
    match exp3.word("trials") {
        "so-far" => Ok(Trials::SoFar),
        _ => match whole(settings, "iterations") {
            Some(budget) => Ok(Trials::Fixed(budget.div_ceil(roots).min(u32::MAX.into()) as u32)),
            None => Err(Error::Settings {
                owner: settings.schema().name.to_string(),
                why: "`exp3(trials=budget)` needs `iterations` to be set".to_string(),
            }),
        },
    }
}
