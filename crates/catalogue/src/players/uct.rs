//! UCT, for games of perfect information.

use super::arms::{SELECT_OPEN, TOGETHER, together};
use crate::Error;
use crate::any_search::AnySearch;
use crate::capability::Playable;
use crate::common::{C, CHOICE, ITERATIONS, MEMORY, TIME, budget};
use crate::parallel::{ROOTS, THREADS_AT_A_TREE, at_a_tree};
use crate::player_context::{AnySetup, AnyUct, PlayerContext};
use crate::playouts::PLAYOUT;
use crate::rewards::REWARD;
use crate::roots;
use crate::setting::{Choice, Schema, Setting, Settings};
use sortilege::game::PerfectInfo;
use sortilege::search::{Expansion, Select, TreeRules, Uct};

/// Tree reuse between decisions.
pub const REUSE: Setting<bool> = Setting::flag(
    "reuse",
    false,
    "tree reuse: a decision starts from the subtree that the previous decision left",
)
.omit_default();
const SOLVER: Setting<bool> =
    Setting::flag("solver", false, "MCTS-Solver: proven wins and losses are backed up as such")
        .from("QR §5");

/// Number of children that an expansion adds.
pub static EXPANSION: Choice<Expansion, 2> = Choice::new(
    "expansion",
    [("one", Expansion::One), ("all", Expansion::All)],
    "one",
    "expansion: adds one child to a leaf, or all its children at once",
);

/// How a tree visits outcomes of chance.
#[derive(Clone, Copy)]
pub enum ChanceRule {
    /// Sampled by probability.
    Sampled,
    /// All equally often.
    Permuted,
    /// One outcome in each tree.
    Fixed,
}

/// Setting for [`ChanceRule`].
pub static CHANCE: Choice<ChanceRule, 3> = Choice::new(
    "chance",
    [
        ("sampled", ChanceRule::Sampled),
        ("permuted", ChanceRule::Permuted),
        ("fixed", ChanceRule::Fixed),
    ],
    "sampled",
    "selection at chance nodes: `sampled` draws an outcome by its probability at every visit; \
     `permuted` visits all outcomes about equally often, in random order; `fixed` draws one \
     outcome at the first visit of the node, and keeps it in this tree",
)
.from("IS §III-C2, ED §VI");

/// See [`Uct`].
pub static UCT: Schema = Schema {
    name: "uct",
    help: "Monte Carlo tree search with UCB1, for perfect information",
    fields: &[
        ITERATIONS.field(),
        TIME.field(),
        MEMORY.field(),
        ROOTS.field(),
        THREADS_AT_A_TREE.field(),
        REUSE.field(),
        C.field(),
        SELECT_OPEN.field(),
        EXPANSION.field(),
        SOLVER.field(),
        CHANCE.field(),
        TOGETHER.field(),
        PLAYOUT.field(),
        REWARD.field(),
        CHOICE.field(),
    ],
};

/// Builds [`UCT`].
pub fn uct<G: Playable + PerfectInfo>(
    kit: &PlayerContext<G>,
    settings: &Settings,
) -> Result<AnySearch<G>, Error> {
    check_reuse(settings)?;
    check_priors(settings)?;
    roots::fair_at_one_tree(settings, || {
        let mut search = any_uct(kit, settings)?;
        (search.workers, search.reuse) = (workers(kit, settings)?, settings.get(&REUSE));
        search.rules.select = settings.get(&SELECT_OPEN);
        if settings.get(&SOLVER) { kit.solving(search) } else { Ok(search) }
    })
}

fn check_reuse(settings: &Settings) -> Result<(), Error> {
    match (settings.get(&REUSE), settings.get(&CHANCE)) {
        (true, ChanceRule::Fixed) => {
            let why = "`chance=fixed` and `reuse=true` exclude each other: the dice of the game \
                       may fall otherwise than in the tree; leave out one";
            Err(settings.refused(why))
        }
        _ => Ok(()),
    }
}

fn check_priors(settings: &Settings) -> Result<(), Error> {
    let fixed = matches!(settings.get(&CHANCE), ChanceRule::Fixed);
    if settings.get(&SELECT_OPEN) == Select::Puct && (settings.get(&SOLVER) || fixed) {
        let why = "`select=puct` excludes `solver=true` and `chance=fixed`; leave out one";
        return Err(settings.refused(why));
    }
    Ok(())
}

/// Reads the tree rules. It is not generic over the game, so it is compiled once.
fn rules(settings: &Settings) -> Result<TreeRules, Error> {
    Ok(TreeRules {
        c: settings.get(&C),
        together: together(settings)?,
        expansion: settings.get(&EXPANSION),
        ..TreeRules::default()
    })
}

/// Builds UCT, which is also a part of other players.
pub fn any_uct<G: Playable>(
    kit: &PlayerContext<G>,
    settings: &Settings,
) -> Result<AnyUct<G>, Error> {
    let mut search = Uct::new(tree_setup(kit, settings)?);
    search.rules = rules(settings)?;
    match settings.get(&CHANCE) {
        ChanceRule::Sampled => Ok(search),
        ChanceRule::Permuted => kit.permuted(search),
        ChanceRule::Fixed => Ok(search.fixed_chance()),
    }
}

/// Builds the setups of all threads at one tree but the first.
pub fn workers<G: Playable>(
    kit: &PlayerContext<G>,
    settings: &Settings,
) -> Result<Vec<AnySetup<G>>, Error> {
    (1..at_a_tree(settings)).map(|_| tree_setup(kit, settings)).collect()
}

/// Builds the parts that all searches with a tree have.
pub fn tree_setup<G: Playable>(
    kit: &PlayerContext<G>,
    settings: &Settings,
) -> Result<AnySetup<G>, Error> {
    kit.setup(settings, budget(settings), settings.get(&CHOICE))
}
