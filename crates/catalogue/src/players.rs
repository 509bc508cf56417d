//! Every kind of player: its settings, each declared once, and how it is built from them.
//!
//! Iterations, playout, reward and final choice are common to all searches; a search adds its own. A player
//! that is added here is claimed for games in `entry.rs`, by a family with the right bounds.

use crate::Error;
use crate::brain::Brain;
use crate::entry::{Observed, Playable, Workshop};
use crate::setting::{Field, Kind, Schema, Settings, Value};
use sortilege::Budget;
use sortilege::bandit::exp3::Trials;
use sortilege::game::{Outcomes, PerfectInfo};
use sortilege::playout::AnyPlayout;
use sortilege::reward::{AnyReward, WinLoss};
use sortilege::search::{
    CheatingEnsemble, CheatingUct, DeterminizedUct, Dpw, Expansion, FinalChoice, FlatMc, FlatUcb, MoIsmcts,
    Random, Setup, SoIsmcts, SoIsmctsPom, Together, Uct,
};
use std::time::Duration;

/// The parts of every search in the catalogue.
pub type AnySetup<G> = Setup<AnyPlayout<G>, AnyReward<G>>;
/// UCT with parts known only at run time.
pub type AnyUct<G> = Uct<G, AnyPlayout<G>, AnyReward<G>>;

const ANY: f64 = f64::INFINITY;

const ITERATIONS: Field =
    Field::new("iterations", Kind::Whole(1, u64::MAX), "1000", "simulations for a decision")
        .unless(&["time", "memory"]);
const ITERATIONS_PER_TREE: Field =
    Field::new("iterations", Kind::Whole(1, u64::MAX), "250", "simulations for a tree")
        .unless(&["time", "memory"])
        .from("IS §V");
const ITERATIONS_FLAT: Field = ITERATIONS.unless(&["time"]);
const TIME: Field =
    Field::new("time", Kind::Time, "", "time for a decision; results then depend on the machine");
const MEMORY: Field = Field::new("memory", Kind::Bytes, "", "memory for a tree");
const C: Field = Field::new("c", Kind::Number(0.0, ANY), "0.7", "how much to explore").from("IS §IV-A");
const PLAYOUT: Field =
    Field::new("playout", Kind::Part(&PLAYOUTS), "uniform", "how simulations are finished");
const REWARD: Field =
    Field::new("reward", Kind::Part(&REWARDS), "win-loss", "what a finished simulation is worth");
const CHOICE: Field = Field::new(
    "choice",
    Kind::Word(&["visits", "value", "sampled"]),
    "visits",
    "which candidate is played: the most visited, the best on average, or one drawn in proportion to visits",
);
const EXPANSION: Field =
    Field::new("expansion", Kind::Word(&["one", "all"]), "one", "how many children a leaf gets at once");
const CHANCE: Field = Field::new(
    "chance",
    Kind::Word(&["sampled", "permuted"]),
    "sampled",
    "whether outcomes of chance are visited by probability or equally often",
)
.from("IS §III-C2");
const TOGETHER: Field =
    Field::new("together", Kind::Part(&TOGETHERS), "exp3", "how players choose where all choose at once")
        .from("IS §III-C1");
const TREES: Field = Field::new("trees", Kind::Whole(1, 1_000_000), "40", "how many trees").from("IS §V");
const EPSILON: Field = Field::new("epsilon", Kind::Number(0.0, 1.0), "0.3", "the share of random moves");
const POLICY: Field = Field::new("policy", Kind::Part(&POLICIES), "uniform", "where moves come from");

const UNIFORM: Schema = Schema { name: "uniform", help: "every legal move is equally likely", fields: &[] };
const MAST: Schema = Schema {
    name: "mast",
    help: "moves that did well wherever they were played are played again",
    fields: &[EPSILON],
};

/// Where the moves of a playout can come from.
pub const POLICIES: [Schema; 2] = [UNIFORM, MAST];

/// How simulations can be finished.
pub const PLAYOUTS: [Schema; 4] = [
    UNIFORM,
    MAST,
    Schema { name: "epsilon", help: "a policy, with some random moves", fields: &[EPSILON, POLICY] },
    Schema {
        name: "cut-off",
        help: "some moves of a policy, then the game's evaluation",
        fields: &[
            Field::new("moves", Kind::Whole(0, u32::MAX as u64), "4", "moves before the evaluation"),
            POLICY,
        ],
    },
];

/// What a finished simulation can be worth.
pub const REWARDS: [Schema; 1] = [Schema {
    name: "win-loss",
    help: "a value for a win and one for a loss, fading with the length of the game",
    fields: &[
        Field::new("win", Kind::Number(-1000.0, 1000.0), "1", "the reward of a payoff of 1"),
        Field::new("loss", Kind::Number(-1000.0, 1000.0), "0", "the reward of a payoff of -1").from("ED §VI"),
        Field::new("discount", Kind::Number(0.0, 1.0), "1", "what a result loses with each move")
            .from("ED §VI"),
    ],
}];

/// How players can choose where all choose at once.
pub const TOGETHERS: [Schema; 3] = [
    Schema {
        name: "exp3",
        help: "EXP3, which looks for a mix",
        fields: &[Field::new(
            "trials",
            Kind::Word(&["so-far", "budget"]),
            "so-far",
            "whether exploration fades with the visits so far or is fixed by the iterations",
        )],
    },
    Schema { name: "ucb1", help: "UCB1 for each player alone", fields: &[] },
    Schema { name: "regret-matching", help: "regret matching", fields: &[] },
];

/// Somebody at the keyboard; sits down only where there is one.
pub static HUMAN: Schema = Schema { name: "human", help: "you, at the table of `play`", fields: &[] };
/// See [`Random`].
pub static RANDOM: Schema =
    Schema { name: "random", help: "every legal move is equally likely", fields: &[] };
/// See [`FlatMc`].
pub static FLAT_MC: Schema = Schema {
    name: "flat-mc",
    help: "Monte Carlo without a tree, every candidate in turn (CS §V)",
    fields: &[ITERATIONS_FLAT, TIME, PLAYOUT, REWARD],
};
/// See [`FlatUcb`].
pub static FLAT_UCB: Schema = Schema {
    name: "flat-ucb",
    help: "Monte Carlo without a tree, UCB1 over candidates (CS §V)",
    fields: &[ITERATIONS_FLAT, TIME, C, PLAYOUT, REWARD, CHOICE],
};
/// See [`Uct`].
pub static UCT: Schema = Schema {
    name: "uct",
    help: "Monte Carlo tree search with UCB1, for perfect information",
    fields: &[ITERATIONS, TIME, MEMORY, C, EXPANSION, CHANCE, TOGETHER, PLAYOUT, REWARD, CHOICE],
};
/// See [`Dpw`].
pub static DPW: Schema = Schema {
    name: "dpw",
    help: "UCT with double progressive widening (SM §2.2)",
    fields: &[
        ITERATIONS,
        TIME,
        MEMORY,
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
    fields: &[ITERATIONS, TIME, MEMORY, C, EXPANSION, CHANCE, TOGETHER, PLAYOUT, REWARD, CHOICE],
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
        C,
        EXPANSION,
        CHANCE,
        TOGETHER,
        PLAYOUT,
        REWARD,
        CHOICE,
    ],
};
/// See [`SoIsmcts`].
pub static SO_ISMCTS: Schema = Schema {
    name: "so-ismcts",
    help: "single-observer information set MCTS (IS §IV-E)",
    fields: &[ITERATIONS, TIME, MEMORY, C, TOGETHER, PLAYOUT, REWARD, CHOICE],
};
/// See [`SoIsmctsPom`].
pub static SO_ISMCTS_POM: Schema = Schema {
    name: "so-ismcts-pom",
    help: "the same, with moves that are only partly seen (IS §IV-F)",
    fields: &[ITERATIONS, TIME, MEMORY, C, TOGETHER, PLAYOUT, REWARD, CHOICE],
};
/// See [`MoIsmcts`].
pub static MO_ISMCTS: Schema = Schema {
    name: "mo-ismcts",
    help: "multiple-observer information set MCTS: a tree for each player (IS §IV-G)",
    fields: &[ITERATIONS, TIME, MEMORY, C, TOGETHER, PLAYOUT, REWARD, CHOICE],
};

/// All kinds of players, in the order in which they are listed.
pub static KINDS: [&Schema; 12] = [
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
pub(crate) type Build<G> = fn(&Workshop<G>, &Settings) -> Result<Brain<G>, Error>;

pub(crate) fn random<G: Playable>(_: &Workshop<G>, _: &Settings) -> Result<Brain<G>, Error> {
    Ok(Brain::fair(Random))
}

pub(crate) fn flat_mc<G: Playable>(shop: &Workshop<G>, settings: &Settings) -> Result<Brain<G>, Error> {
    let mut setup = setup(shop, settings, FinalChoice::BestValue)?;
    setup.budget = Budget { iterations: whole(settings, "iterations"), time: time(settings), memory: None };
    Ok(Brain::fair(FlatMc::new(setup)))
}

pub(crate) fn flat_ucb<G: Playable>(shop: &Workshop<G>, settings: &Settings) -> Result<Brain<G>, Error> {
    let mut setup = setup(shop, settings, choice(settings))?;
    setup.budget = Budget { iterations: whole(settings, "iterations"), time: time(settings), memory: None };
    let mut search = FlatUcb::new(setup);
    search.c = settings.number("c");
    Ok(Brain::fair(search))
}

pub(crate) fn uct<G: Playable + PerfectInfo>(
    shop: &Workshop<G>,
    settings: &Settings,
) -> Result<Brain<G>, Error> {
    Ok(Brain::fair(any_uct(shop, settings)?))
}

pub(crate) fn dpw<G: Playable + PerfectInfo + Outcomes>(
    shop: &Workshop<G>,
    settings: &Settings,
) -> Result<Brain<G>, Error> {
    let mut search = Dpw::new(tree_setup(shop, settings)?);
    search.c = settings.number("c");
    search.widening = settings.number("widening");
    search.alpha = settings.number("alpha");
    search.together = together(settings)?;
    Ok(Brain::fair(search))
}

pub(crate) fn cheating_uct<G: Playable>(shop: &Workshop<G>, settings: &Settings) -> Result<Brain<G>, Error> {
    Ok(Brain::cheating(CheatingUct { uct: any_uct(shop, settings)? }))
}

pub(crate) fn cheating_ensemble<G: Playable>(
    shop: &Workshop<G>,
    settings: &Settings,
) -> Result<Brain<G>, Error> {
    Ok(Brain::cheating(CheatingEnsemble {
        trees: settings.whole("trees") as u32,
        uct: any_uct(shop, settings)?,
    }))
}

pub(crate) fn determinized_uct<G: Playable>(
    shop: &Workshop<G>,
    settings: &Settings,
) -> Result<Brain<G>, Error> {
    Ok(Brain::fair(DeterminizedUct { trees: settings.whole("trees") as u32, uct: any_uct(shop, settings)? }))
}

pub(crate) fn so_ismcts<G: Playable>(shop: &Workshop<G>, settings: &Settings) -> Result<Brain<G>, Error> {
    let mut search = SoIsmcts::new(tree_setup(shop, settings)?);
    (search.c, search.together) = (settings.number("c"), together(settings)?);
    Ok(Brain::fair(search))
}

pub(crate) fn so_ismcts_pom<G: Observed>(shop: &Workshop<G>, settings: &Settings) -> Result<Brain<G>, Error> {
    let mut search = SoIsmctsPom::new(tree_setup(shop, settings)?);
    (search.c, search.together) = (settings.number("c"), together(settings)?);
    Ok(Brain::fair(search))
}

pub(crate) fn mo_ismcts<G: Observed>(shop: &Workshop<G>, settings: &Settings) -> Result<Brain<G>, Error> {
    let mut search = MoIsmcts::new(tree_setup(shop, settings)?);
    (search.c, search.together) = (settings.number("c"), together(settings)?);
    Ok(Brain::fair(search))
}

fn any_uct<G: Playable>(shop: &Workshop<G>, settings: &Settings) -> Result<AnyUct<G>, Error> {
    let mut search = Uct::new(tree_setup(shop, settings)?);
    (search.c, search.together) = (settings.number("c"), together(settings)?);
    if settings.word("expansion") == "all" {
        search.expansion = Expansion::All;
    }
    match settings.word("chance") {
        "permuted" => shop.permuted(search),
        _ => Ok(search),
    }
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
        reward: reward(settings.part("reward"))?,
        choice,
        stop: shop.stop(),
    })
}

fn budget(settings: &Settings) -> Budget {
    let memory = match settings.get("memory") {
        Some(&Value::Bytes(bytes)) => Some(bytes),
        _ => None,
    };
    let (iterations, time) = (whole(settings, "iterations"), time(settings));
    // A tree that has everything in it grows no more, and memory alone would never end the search. It ends
    // when there were more iterations than bytes to fill.
    let endless = iterations.is_none() && time.is_none();
    Budget { iterations: iterations.or(memory.filter(|_| endless).map(|bytes| bytes as u64)), time, memory }
}

fn whole(settings: &Settings, name: &str) -> Option<u64> {
    settings.get(name).map(|_| settings.whole(name))
}

fn time(settings: &Settings) -> Option<Duration> {
    match settings.get("time") {
        Some(&Value::Time(time)) => Some(time),
        _ => None,
    }
}

fn choice(settings: &Settings) -> FinalChoice {
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
        _ if rule.word("trials") == "so-far" => Ok(Together::Exp3(Trials::SoFar)),
        _ => match whole(settings, "iterations") {
            Some(budget) => Ok(Together::Exp3(Trials::Fixed(budget.min(u32::MAX.into()) as u32))),
            None => Err(Error::Settings {
                owner: settings.schema().name.to_string(),
                why: "`exp3(trials=budget)` needs `iterations` to be set".to_string(),
            }),
        },
    }
}

fn reward<G: Playable>(settings: &Settings) -> Result<AnyReward<G>, Error> {
    let [win, loss, discount] = ["win", "loss", "discount"].map(|name| settings.number(name));
    match win > loss {
        true => Ok(AnyReward::WinLoss(WinLoss { win, loss, discount })),
        false => Err(Error::Settings {
            owner: settings.schema().name.to_string(),
            why: format!("`win` must be above `loss`, which is {loss}"),
        }),
    }
}
