//! Players that search for cards, and follow rules in combat, with options for how moves are made,
//! in the real game and in the game that is searched.

use crate::rules::{ATTACK, BLOCK, CARDS, PLAYOUT, READING, chosen};
use sortilege::playout::AnyPlayout;
use sortilege::progress::Watch;
use sortilege::reward::{AnyReward, PerTurn, WinLoss};
use sortilege::search::{DeterminizedUct, Divisible, FlatUcb, Search, Setup, SoIsmcts, Uct};
use sortilege_catalogue::common::{
    CHOICE, ITERATIONS, ITERATIONS_FLAT, ITERATIONS_PER_TREE, MEMORY, MOST_EXPLORATION, TIME,
    TREES, budget, flat_budget,
};
use sortilege_catalogue::parallel::{ROOTS, THREADS};
use sortilege_catalogue::setting::{Choice, Field, Schema, Setting, Settings};
use sortilege_catalogue::{AnySearch, Error, PlayerContext, roots};
use sortilege_games_magic::magic::{
    CardSearch, Combat, Dealing, Interesting, InterestingLeaves, Magic, Main, Options, Order,
    Pruning, Reading, RulePlayer, RuleRollout, Unguided,
};

const C: Setting<f64> = Setting::number(
    "c",
    0.0,
    MOST_EXPLORATION,
    "1.5",
    "exploration constant: UCB1 = mean + c sqrt(ln n / n_j), where n_j counts visits of the move \
     and n those of its node; rewards lie between `loss` and `win`",
)
.from("ED §VII");
const WIN: Setting<f64> = Setting::number("win", -1000.0, 1000.0, "1", "reward of a win");
const LOSS: Setting<f64> =
    Setting::number("loss", -1000.0, 1000.0, "0", "reward of a loss").from("ED §VI");
const DISCOUNT: Setting<f64> = Setting::number(
    "discount",
    0.0,
    1.0,
    "0.99",
    "discount factor: a result after t turns is multiplied by discount^t",
)
.from("ED §VI");

/// Where the search looks for interesting orders of cards.
#[derive(Clone, Copy)]
enum Place {
    Nowhere,
    Root,
    Leaf,
}

static INTERESTING: Choice<Place, 3> = Choice::new(
    "interesting",
    [("nowhere", Place::Nowhere), ("root", Place::Root), ("leaf", Place::Leaf)],
    "nowhere",
    "where the search looks for interesting orders of cards, in which the choice of cards matters",
)
.from("ED §VI-A");
const SHARE: Setting<f64> = Setting::number(
    "share",
    0.0,
    1.0,
    "",
    "share of all simulations that may be spent on finding such an order; 0.05 at the root and \
     0.01 at a leaf unless given",
);

/// Which draws of cards a tree contains.
#[derive(Clone, Copy)]
enum Draws {
    Fixed,
    All,
}

static DRAWS: Choice<Draws, 2> = Choice::new(
    "draws",
    [("fixed", Draws::Fixed), ("all", Draws::All)],
    "fixed",
    "whether a tree fixes one card for each draw, or contains all possible draws",
)
.from("ED §VI");

const BY_EXPERT: Combat = Combat::Expert(Reading::ED);
static COMBAT: Choice<Combat, 4> = Choice::new(
    "combat",
    [
        ("reduced", Combat::Reduced),
        ("expert", BY_EXPERT),
        ("whole", Combat::Whole),
        ("steps", Combat::Steps),
    ],
    "expert",
    "who chooses attackers and blockers: the rules of the `reduced` player or of the `expert`, or \
     the search, all together (`whole`) or one by one (`steps`); ED's players leave them to the \
     reduced player",
);

/// Returns the rules for attacks and blocks that the search does not choose.
fn fighter(settings: &Settings) -> RulePlayer {
    match settings.get(&COMBAT) {
        Combat::Reduced => RulePlayer::REDUCED,
        _ => RulePlayer::default(),
    }
}

/// Ensemble determinization.
pub static ENSEMBLE: Schema = Schema {
    name: "ensemble",
    help: "ensemble determinization for cards, with rules for combat unless that is searched too \
           (magic; ED §VI)",
    fields: &[
        TREES.field().from("ED §VII"),
        ITERATIONS_PER_TREE.field().from("ED §VII"),
        TIME.field(),
        MEMORY.field(),
        ROOTS.field(),
        THREADS.field(),
        C.field(),
        Field {
            help: "whether the search chooses all cards at once, or one by one in an order of cost",
            ..MAIN.field()
        }
        .from("ED §VI"),
        Field { default: "non-land", ..PRUNING.field() }.from("ED §VI"),
        WIN.field(),
        LOSS.field(),
        DISCOUNT.field(),
        INTERESTING.field(),
        SHARE.field(),
        DRAWS.field(),
        COMBAT.field(),
        MOST.field(),
        PLAYOUT.field(),
        CHOICE.field(),
    ],
};

/// Setup of a search for cards.
type CardSetup = Setup<AnyPlayout<Magic>, AnyReward<Magic>>;

/// Builds [`ENSEMBLE`].
pub fn ensemble(
    kit: &PlayerContext<Magic>,
    settings: &Settings,
) -> Result<AnySearch<Magic>, Error> {
    match settings.get(&DRAWS) {
        Draws::Fixed => card_player(settings, searched(settings), fighter(settings), || {
            let (trees, belief, setup) = ensemble_setup(kit, settings)?;
            let mut uct = Uct::new(setup).fixed_chance();
            uct.rules.c = settings.get(&C);
            Ok(DeterminizedUct { trees, belief, uct })
        }),
        Draws::All => all_draws(kit, settings),
    }
}

/// Builds a search with one tree that contains all possible draws.
fn all_draws(kit: &PlayerContext<Magic>, settings: &Settings) -> Result<AnySearch<Magic>, Error> {
    if settings.get(&TREES) > 1 || matches!(settings.get(&INTERESTING), Place::Root) {
        return Err(
            settings.refused("`draws=all` takes `trees=1`, and no interesting orders at the root")
        );
    }
    card_player(settings, searched(settings), fighter(settings), || {
        let (_, _, setup) = ensemble_setup(kit, settings)?;
        let mut search = SoIsmcts::new(setup);
        search.rules.c = settings.get(&C);
        Ok(search)
    })
}

/// Returns the number of trees, how each begins, and their common setup.
fn ensemble_setup(
    kit: &PlayerContext<Magic>,
    settings: &Settings,
) -> Result<(u32, Dealing, CardSetup), Error> {
    let trees = settings.get(&TREES);
    let (dealing, playout) = simulations(settings, trees)?;
    let setup = Setup::with(budget(settings), playout).reward(reward(settings)?);
    let setup = setup.choice(settings.get(&CHOICE)).stop(kit.stop.clone());
    Ok((trees, dealing, setup))
}

/// Returns how trees begin, and how simulations end.
fn simulations(settings: &Settings, trees: u32) -> Result<(Dealing, AnyPlayout<Magic>), Error> {
    let rules = settings.get(&PLAYOUT);
    let unguided = Unguided { playout: RuleRollout::new(rules) };
    Ok(match settings.get(&INTERESTING) {
        Place::Nowhere => (Dealing::Uniform, AnyPlayout::Other(Box::new(unguided))),
        Place::Root => {
            let orders = interesting(settings, trees, 0.05, rules)?;
            (Dealing::Interesting(orders), AnyPlayout::Other(Box::new(unguided)))
        }
        Place::Leaf => {
            let orders = interesting(settings, trees, 0.01, rules)?;
            (Dealing::Uniform, AnyPlayout::Other(Box::new(InterestingLeaves { orders, unguided })))
        }
    })
}

/// Builds the search for interesting orders of cards, with its share of all simulations.
fn interesting(
    settings: &Settings,
    trees: u32,
    usual: f64,
    rules: RulePlayer,
) -> Result<Interesting, Error> {
    let iterations = settings.given(&ITERATIONS);
    let iterations = iterations.ok_or_else(|| {
        settings.refused("`interesting` needs `iterations`, of which it takes a share")
    })?;
    let share = settings.given(&SHARE).unwrap_or(usual);
    Ok(Interesting::new((share * iterations as f64 * f64::from(trees)) as u32, rules))
}

fn reward(settings: &Settings) -> Result<AnyReward<Magic>, Error> {
    let (win, loss, discount) = (settings.get(&WIN), settings.get(&LOSS), settings.get(&DISCOUNT));
    if win <= loss {
        return Err(settings.refused(format!("`win` must be above `loss`, which is {loss}")));
    }
    let turns = |state: &Magic| state.turn_number().into();
    Ok(AnyReward::Other(Box::new(PerTurn::new(WinLoss { win, loss, discount }, turns))))
}

/// Options of the game that the search plays.
fn searched(settings: &Settings) -> Options {
    Options {
        main: settings.get(&MAIN),
        pruning: settings.get(&PRUNING),
        combat: settings.get(&COMBAT),
        most: settings.get(&MOST),
    }
}

/// Builds a player whose cards are chosen by the search that `make` builds, or by several of them.
fn card_player<S: Search<Magic> + Divisible + 'static>(
    settings: &Settings,
    options: Options,
    rules: RulePlayer,
    make: impl Fn() -> Result<S, Error>,
) -> Result<AnySearch<Magic>, Error> {
    // The search decides between parts of moves, and a progress listener expects whole moves.
    let make = || {
        let mut search = make()?;
        if let Some(watch) = search.watch_mut() {
            *watch = Watch::default();
        }
        Ok(search)
    };
    Ok(match roots::fair_roots(settings, make)? {
        Some(search) => AnySearch::fair(CardSearch { rules, options, search }),
        None => AnySearch::fair(CardSearch { rules, options, search: make()? }),
    })
}

const CARD_UCB_C: Setting<f64> = Setting::number(
    "c",
    0.0,
    MOST_EXPLORATION,
    "0.7",
    "exploration constant: UCB1 = mean + c sqrt(ln n / n_j), where n_j counts simulations of the \
     candidate and n all of them",
);
/// Flat UCB1 for cards.
pub static CARD_UCB: Schema = Schema {
    name: "card-ucb",
    help: "flat UCB1 for cards, and rules in combat (magic; CS §V)",
    fields: &[
        Field { default: "350", ..ITERATIONS_FLAT.field() }.from("CS §VI"),
        TIME.field(),
        ROOTS.field(),
        THREADS.field(),
        CARD_UCB_C.field(),
        ATTACK.field(),
        BLOCK.field(),
        Field { help: "how cards are chosen in simulations", ..CARDS.field() },
        PRUNING.field(),
        CHOICE.field(),
        READING[0],
        READING[1],
        READING[2],
        READING[3],
        READING[4],
        READING[5],
    ],
};

/// Builds [`CARD_UCB`].
pub fn card_ucb(
    kit: &PlayerContext<Magic>,
    settings: &Settings,
) -> Result<AnySearch<Magic>, Error> {
    let rules = chosen(settings);
    let options = Options {
        main: Main::Whole,
        pruning: settings.get(&PRUNING),
        combat: BY_EXPERT,
        most: u32::MAX,
    };
    card_player(settings, options, rules, || {
        let playout = AnyPlayout::Other(Box::new(Unguided { playout: RuleRollout::new(rules) }));
        let setup: CardSetup = Setup::with(flat_budget(settings), playout)
            .reward(AnyReward::WinLoss(WinLoss::default()))
            .choice(settings.get(&CHOICE))
            .stop(kit.stop.clone());
        let mut search = FlatUcb::new(setup);
        search.rules.c = settings.get(&CARD_UCB_C);
        Ok(search)
    })
}

/// How cards are chosen.
pub static MAIN: Choice<Main, 4> = Choice::new(
    "main",
    [
        ("whole", Main::Whole),
        ("descending", Main::Binary(Order::Descending)),
        ("ascending", Main::Binary(Order::Ascending)),
        ("random", Main::Binary(Order::Random)),
    ],
    "whole",
    "whether cards are chosen at once, or one by one in an order of cost",
);
/// Which choices of cards are pruned.
pub static PRUNING: Choice<Pruning, 3> = Choice::new(
    "pruning",
    [("none", Pruning::None), ("non-land", Pruning::NonLand), ("dominated", Pruning::Dominated)],
    "none",
    "which choices of cards are pruned: those without a land (`non-land`), or all to which a card \
     can be added (`dominated`)",
);
/// Limit for ways to attack or to block that are listed as single moves.
pub const MOST: Setting<u32> = Setting::whole(
    "most",
    1,
    1 << 20,
    "1024",
    "attackers and blockers are chosen one by one if they have more combinations than this",
);
