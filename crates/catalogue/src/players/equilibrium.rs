//! Searches for an equilibrium, which sample their move from the average strategy they computed.

use super::uct::tree_setup;
use crate::Error;
use crate::any_search::AnySearch;
use crate::beliefs::BELIEF;
use crate::capability::Playable;
use crate::common::{C, ITERATIONS, MEMORY, TIME};
use crate::parallel::{ROOTS, THREADS};
use crate::player_context::{AnySetup, PlayerContext};
use crate::playouts::PLAYOUT;
use crate::rewards::REWARD;
use crate::roots;
use crate::setting::{Choice, Schema, Setting, Settings};
use sortilege::game::Outcomes;
use sortilege::playout::AnyPlayout;
use sortilege::reward::AnyReward;
use sortilege::search::{Epimc, FinalChoice, Oos, Rule, Smoothing, SubgameSolving, Targeting};
use std::hash::Hash;

/// Rule for the final move of searches whose visits are a mixed strategy.
static CHOICE_OF_A_MIX: Choice<FinalChoice, 4> = Choice::new(
    "choice",
    [
        ("visits", FinalChoice::MostVisits),
        ("robust", FinalChoice::Robust),
        ("value", FinalChoice::BestValue),
        ("sampled", FinalChoice::SampledVisits),
    ],
    "sampled",
    "final move: `sampled` from the computed strategy; `visits` is the most probable one, but \
     sampled at simultaneous moves; `robust` the most probable one everywhere; `value` the one \
     with the highest mean reward",
);

const TARGETED: Setting<f64> = Setting::number(
    "targeted",
    0.0,
    1.0,
    "0.9",
    "delta: probability that an iteration is targeted at the current decision",
);
static TARGET: Choice<Targeting, 2> = Choice::new(
    "target",
    [("set", Targeting::InformationSet), ("public", Targeting::PublicSubgame)],
    "set",
    "what targeted iterations agree with: all observations of the searcher (information set \
     targeting), or those that all players share (public subgame targeting)",
);
const EXPLORATION: Setting<f64> = Setting::number(
    "exploration",
    0.0,
    1.0,
    "0.4",
    "epsilon: probability of a uniformly random move by the update player of an iteration",
);
const TREMBLE: Setting<f64> = Setting::number(
    "tremble",
    0.0,
    1.0,
    "0.01",
    "probability of a uniformly random move by every player, so that answers to unlikely moves are \
     learnt; not part of the average strategy",
);

/// Tree reuse, as for other tree searches, but on by default.
const REUSE: Setting<bool> = Setting::flag(
    "reuse",
    true,
    "reuse: a decision starts from the tables or the tree of the previous decision",
)
.omit_default();

/// See [`Oos`].
pub static OOS: Schema = Schema {
    name: "oos",
    help: "Online Outcome Sampling: Monte Carlo CFR on games sampled from the start, targeted at \
           the current decision",
    fields: &[
        ITERATIONS.field(),
        TIME.field(),
        MEMORY.field(),
        ROOTS.field(),
        THREADS.field(),
        REUSE.field(),
        TARGETED.field(),
        TARGET.field(),
        EXPLORATION.field(),
        TREMBLE.field(),
        PLAYOUT.field(),
        REWARD.field(),
        CHOICE_OF_A_MIX.field(),
    ],
};

/// OOS whose playout and reward are chosen at run time.
type AnyOos<G> = Oos<G, AnyPlayout<G>, AnyReward<G>>;

/// Builds a search that starts its iterations at the start of the game, if that is known.
fn started<G: Playable + Outcomes>(kit: &PlayerContext<G>, setup: AnySetup<G>) -> AnyOos<G> {
    let choice = setup.choice;
    let search = Oos::new(setup);
    let mut search = match &kit.start {
        Some(start) => search.starting_with(start.clone(), G::outcomes),
        None => search,
    };
    search.setup.choice = choice;
    search
}

/// Builds [`OOS`].
pub fn oos<G: Playable + Outcomes>(
    kit: &PlayerContext<G>,
    settings: &Settings,
) -> Result<AnySearch<G>, Error> {
    roots::fair(settings, || {
        let mut search = started(kit, tree_setup(kit, settings)?);
        let oos = &mut search.algorithm;
        (oos.targeted, oos.targeting) = (settings.get(&TARGETED), settings.get(&TARGET));
        (oos.exploration, oos.tremble) = (settings.get(&EXPLORATION), settings.get(&TREMBLE));
        search.reuse = settings.get(&REUSE);
        Ok(search)
    })
}

const ETA: Setting<f64> = Setting::number(
    "eta",
    0.0,
    1.0,
    "0.9",
    "eta: initial probability of UCB1 instead of the average strategy; after k visits of the \
     information set it is max(gamma, eta / (1 + d sqrt(k)))",
);
const GAMMA: Setting<f64> =
    Setting::number("gamma", 0.0, 1.0, "0.1", "gamma: least probability of UCB1, see `eta`");
const FADING: Setting<f64> = Setting::number(
    "fading",
    0.0,
    f64::INFINITY,
    "0.002",
    "d: how fast the probability of UCB1 decays with visits, see `eta`",
);

/// See [`Rule::Smooth`].
pub static SMOOTH_UCT: Schema = Schema {
    name: "smooth-uct",
    help: "Smooth UCT: games played from the start, in which players mix UCB1 with their average \
           strategy",
    fields: &[
        ITERATIONS.field(),
        TIME.field(),
        MEMORY.field(),
        ROOTS.field(),
        THREADS.field(),
        REUSE.field(),
        C.field(),
        ETA.field(),
        GAMMA.field(),
        FADING.field(),
        PLAYOUT.field(),
        REWARD.field(),
        CHOICE_OF_A_MIX.field(),
    ],
};

/// Builds [`SMOOTH_UCT`].
pub fn smooth_uct<G: Playable + Outcomes>(
    kit: &PlayerContext<G>,
    settings: &Settings,
) -> Result<AnySearch<G>, Error> {
    roots::fair(settings, || {
        let mut search = started(kit, tree_setup(kit, settings)?);
        (search.algorithm.rule, search.reuse) =
            (Rule::Smooth(smoothing(settings)), settings.get(&REUSE));
        Ok(search)
    })
}

/// Reads the settings of Smooth UCT. It is not generic over the game, so it is compiled once.
fn smoothing(settings: &Settings) -> Smoothing {
    let (eta, gamma) = (settings.get(&ETA), settings.get(&GAMMA));
    Smoothing { c: settings.get(&C), eta, gamma, d: settings.get(&FADING) }
}

const PLIES: Setting<u32> = Setting::whole(
    "plies",
    0,
    100,
    "2",
    "d: plies of players in the subgame before leaves are evaluated with perfect information; \
     fewer if there are more leaves than iterations",
);
const WORLDS: Setting<u32> =
    Setting::whole("worlds", 1, 1_000_000, "40", "determinizations that are sampled");
const SOLVING: Setting<u32> =
    Setting::whole("solving", 1, 1_000_000, "200", "iterations of CFR+ that solve the subgame");

/// See [`Epimc`].
pub static EPIMC: Schema = Schema {
    name: "epimc",
    help: "EPIMC, postponed reasoning: a subgame of a few plies over several determinizations is \
           solved by CFR+, its leaves evaluated with perfect information",
    fields: &[
        ITERATIONS.field(),
        TIME.field(),
        MEMORY.field(),
        PLIES.field(),
        WORLDS.field(),
        SOLVING.field(),
        C.field(),
        BELIEF.field(),
        PLAYOUT.field(),
        REWARD.field(),
        CHOICE_OF_A_MIX.field(),
    ],
};

/// Builds [`EPIMC`].
pub fn epimc<G: Playable + Outcomes>(
    kit: &PlayerContext<G>,
    settings: &Settings,
) -> Result<AnySearch<G>, Error> {
    let setup = tree_setup(kit, settings)?;
    let choice = setup.choice;
    let mut search = Epimc::new(setup).belief(kit.belief(settings)?);
    (search.plies, search.worlds) = (settings.get(&PLIES), settings.get(&WORLDS));
    search.solver.iterations = settings.get(&SOLVING);
    (search.uct.rules.c, search.uct.setup.choice) = (settings.get(&C), choice);
    Ok(AnySearch::fair(search))
}

const SUBGAME_WORLDS: Setting<u32> =
    Setting::whole("worlds", 1, 1_000_000, "200", "most determinizations that are sampled");
const ORDER: Setting<u32> = Setting::whole(
    "order",
    1,
    2,
    "2",
    "order k of knowledge: 1 covers the states that the searcher considers possible, 2 also those \
     that its opponent considers possible in these",
);
const SAFE: Setting<bool> = Setting::flag(
    "safe",
    true,
    "safe re-solving: the opponent may decline a subgame for its best-response value in the \
     previous one",
);
const GROWING: Setting<f64> = Setting::number(
    "exploration",
    0.0,
    1.0,
    "0.2",
    "probability that the exploring side selects by UCB1 and not by its current strategy, where \
     the tree grows",
);
const JUDGING: Setting<u32> = Setting::whole(
    "playouts",
    1,
    1000,
    "16",
    "most playouts that evaluate a leaf before it is expanded; fewer where the end of the game is \
     near",
);

/// See [`SubgameSolving`].
pub static SUBGAME_SOLVING: Schema = Schema {
    name: "subgame-solving",
    help: "knowledge-limited subgame solving: a tree over several determinizations grows while \
           predictive CFR+ solves it",
    fields: &[
        ITERATIONS.field(),
        TIME.field(),
        MEMORY.field(),
        REUSE.field(),
        SUBGAME_WORLDS.field(),
        ORDER.field(),
        SAFE.field(),
        GROWING.field(),
        JUDGING.field(),
        BELIEF.field(),
        PLAYOUT.field(),
        REWARD.field(),
        CHOICE_OF_A_MIX.field(),
    ],
};

/// Builds [`SUBGAME_SOLVING`].
pub fn subgame_solving<G: Playable + Outcomes + Eq + Hash>(
    kit: &PlayerContext<G>,
    settings: &Settings,
) -> Result<AnySearch<G>, Error> {
    let setup = tree_setup(kit, settings)?;
    let choice = setup.choice;
    let mut search = SubgameSolving::new(setup).belief(kit.belief(settings)?);
    if let Some(start) = &kit.start {
        search = search.starting_with(start.clone());
    }
    (search.worlds, search.order) = (settings.get(&SUBGAME_WORLDS), settings.get(&ORDER));
    (search.safe, search.exploration) = (settings.get(&SAFE), settings.get(&GROWING));
    (search.playouts, search.reuse) = (settings.get(&JUDGING), settings.get(&REUSE));
    search.uct.setup.choice = choice;
    Ok(AnySearch::fair(search))
}
