//! Players who look for an equilibrium, and play the mix that they find.

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

/// Which candidate is played by those whose visits are a mix.
static CHOICE_OF_A_MIX: Choice<FinalChoice, 4> = Choice::new(
    "choice",
    [
        ("visits", FinalChoice::MostVisits),
        ("robust", FinalChoice::Robust),
        ("value", FinalChoice::BestValue),
        ("sampled", FinalChoice::SampledVisits),
    ],
    "sampled",
    "which candidate is played: the largest part of the mix (drawn where all choose at once), that everywhere, the best on average, or one drawn from the mix",
);

const TARGETED: Setting<f64> = Setting::number(
    "targeted",
    0.0,
    1.0,
    "0.9",
    "the part of all simulations that is drawn to the decision",
);
static TARGET: Choice<Targeting, 2> = Choice::new(
    "target",
    [("set", Targeting::InformationSet), ("public", Targeting::PublicSubgame)],
    "set",
    "what these agree with: all that the searcher has seen, or what everybody has",
);
const EXPLORATION: Setting<f64> = Setting::number(
    "exploration",
    0.0,
    1.0,
    "0.4",
    "how often who learns from a simulation does anything",
);
const TREMBLE: Setting<f64> = Setting::number(
    "tremble",
    0.0,
    1.0,
    "0.01",
    "how often everybody does anything, so that answers to odd moves are learnt",
);

/// The same setting as that of players with a tree, which do without by default.
const REUSE: Setting<bool> = Setting::flag(
    "reuse",
    true,
    "whether a decision begins with what the one before has left of the tables or the tree",
)
.omit_default();

/// See [`Oos`].
pub static OOS: Schema = Schema {
    name: "oos",
    help: "Online Outcome Sampling: regrets of games played from the start, drawn to the decision",
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

/// A search whose parts are known only at run time.
type AnyOos<G> = Oos<G, AnyPlayout<G>, AnyReward<G>>;

/// Tells a search how the game starts, if that is known.
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
        (search.targeted, search.targeting) = (settings.get(&TARGETED), settings.get(&TARGET));
        (search.exploration, search.tremble) = (settings.get(&EXPLORATION), settings.get(&TREMBLE));
        search.reuse = settings.get(&REUSE);
        Ok(search)
    })
}

const ETA: Setting<f64> = Setting::number(
    "eta",
    0.0,
    1.0,
    "0.9",
    "how often players choose by UCB1 at first, and not as on average",
);
const GAMMA: Setting<f64> = Setting::number("gamma", 0.0, 1.0, "0.1", "how often at least");
const FADING: Setting<f64> =
    Setting::number("fading", 0.0, f64::INFINITY, "0.002", "how soon that fades with visits: d");

/// See [`Rule::Smooth`].
pub static SMOOTH_UCT: Schema = Schema {
    name: "smooth-uct",
    help: "Smooth UCT: games played from the start, by UCB1 or as on average",
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
        (search.rule, search.reuse) = (Rule::Smooth(smoothing(settings)), settings.get(&REUSE));
        Ok(search)
    })
}

/// What settings say of it. It is read apart from any game, so that it is compiled once.
fn smoothing(settings: &Settings) -> Smoothing {
    let (eta, gamma) = (settings.get(&ETA), settings.get(&GAMMA));
    Smoothing { c: settings.get(&C), eta, gamma, d: settings.get(&FADING) }
}

const PLIES: Setting<u32> = Setting::whole(
    "plies",
    0,
    100,
    "2",
    "turns of players before all is taken for known; fewer if there are more ends than simulations",
);
const WORLDS: Setting<u32> = Setting::whole("worlds", 1, 1_000_000, "40", "states that are drawn");
const SOLVING: Setting<u32> = Setting::whole(
    "solving",
    1,
    1_000_000,
    "200",
    "iterations of CFR+ by which the plies are solved",
);

/// See [`Epimc`].
pub static EPIMC: Schema = Schema {
    name: "epimc",
    help: "postponed reasoning: a few plies solved over several states, and each end judged as if all were known",
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
    Setting::whole("worlds", 1, 1_000_000, "200", "states that are drawn, at most");
const ORDER: Setting<u32> = Setting::whole(
    "order",
    1,
    2,
    "2",
    "whose doubts count: 1 for states that the searcher takes for possible, 2 for those too that its opponent does in these",
);
const SAFE: Setting<bool> = Setting::flag(
    "safe",
    true,
    "whether the opponent may decline a subgame for what its best response earned in the last",
);
const GROWING: Setting<f64> = Setting::number(
    "exploration",
    0.0,
    1.0,
    "0.2",
    "how often who explores goes by UCB1 where the tree grows, and not by the solution",
);
const JUDGING: Setting<u32> = Setting::whole(
    "playouts",
    1,
    1000,
    "16",
    "playouts by which a leaf is judged before it is expanded, at most; fewer where the end is near",
);

/// See [`SubgameSolving`].
pub static SUBGAME_SOLVING: Schema = Schema {
    name: "subgame-solving",
    help: "knowledge-limited subgame solving: a tree over several states that grows while it is solved",
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
