//! Small games: poker, dice and bidding games that can be solved, and the papers' toys.

use sortilege_catalogue::setting::{Choice, Field, Schema, Setting, Settings};
use sortilege_catalogue::{Entry, Evaluations, Listed, Preset, listed};
use sortilege_games::goofspiel::{self, Goofspiel};
use sortilege_games::kuhn::Kuhn;
use sortilege_games::leduc::Leduc;
use sortilege_games::liars_dice::LiarsDice;
use sortilege_games::mnk::{Mnk, OpenLines};
use sortilege_games::oshi_zumo::OshiZumo;
use sortilege_games::phantom_mnk::PhantomMnk;
use sortilege_games::rps::{Rps, Variant};
use sortilege_games::toy_fusion::ToyFusion;
use sortilege_games::toy_subset::{self, ToySubset};

const LINES: Evaluations<OpenLines> = &[("lines", OpenLines)];

/// The small games.
pub fn games() -> Vec<Box<dyn Listed>> {
    vec![
        listed(
            Entry::new(&KUHN, |_| Ok(Kuhn::default())).chance().outcomes().hidden().observe().exact().key(),
        ),
        listed(
            Entry::new(&LEDUC, |_| Ok(Leduc::default())).chance().outcomes().hidden().observe().exact().key(),
        ),
        listed(Entry::new(&LIARS_DICE, liars_dice).chance().outcomes().hidden().observe().exact().key()),
        listed(Entry::new(&RPS, rps).open().small().simultaneous().key()),
        listed(Entry::new(&GOOFSPIEL, goofspiel).open().small().chance().outcomes().simultaneous().key()),
        listed(Entry::new(&OSHI_ZUMO, oshi_zumo).open().small().simultaneous().key()),
        listed(
            Entry::new(&TOY_FUSION, |_| Ok(ToyFusion::default()))
                .chance()
                .outcomes()
                .hidden()
                .observe()
                .exact()
                .key(),
        ),
        listed(Entry::new(&TOY_SUBSET, toy_subset).chance().outcomes().hidden().observe().exact().key()),
        listed(Entry::new(&MNK, mnk).open().small().provable().evaluate(LINES).key().star_minimax(LINES)),
        listed(
            Entry::new(&PHANTOM_MNK, phantom_mnk)
                .chance()
                .outcomes()
                .hidden()
                .observe()
                .exact()
                .key()
                .presets(IS),
        ),
    ]
}

/// The players of IS, as §VI-B has them.
const IS: [Preset; 6] = Preset::of(
    "IS §VI-B",
    [
        ("is-cheating-uct", "cheating-uct:iterations=10000,c=0.7"),
        ("is-cheating-ensemble", "cheating-ensemble:trees=40,iterations=250,c=0.7"),
        ("is-determinized-uct", "determinized-uct:trees=40,iterations=250,c=0.7"),
        ("is-so-ismcts", "so-ismcts:iterations=10000,c=0.7"),
        ("is-so-ismcts-pom", "so-ismcts-pom:iterations=10000,c=0.7"),
        ("is-mo-ismcts", "mo-ismcts:iterations=10000,c=0.7"),
    ],
);

static KUHN: Schema = Schema { name: "kuhn", help: "Kuhn poker: three cards, one bet", fields: &[] };
static LEDUC: Schema =
    Schema { name: "leduc", help: "Leduc poker: six cards, two rounds, one shared card", fields: &[] };

const SIDES: Setting<u8> = Setting::whole("sides", 2, 6, "6", "sides of a die");
static LIARS_DICE: Schema =
    Schema { name: "liars-dice", help: "Liar's dice with one die a player", fields: &[SIDES.field()] };

fn liars_dice(settings: &Settings) -> Result<LiarsDice, String> {
    LiarsDice::new(settings.get(&SIDES))
}

static VARIANT: Choice<Variant, 5> = Choice::new(
    "variant",
    [
        ("rps", Variant::Plain),
        ("biased", Variant::Biased),
        ("mild", Variant::Mild),
        ("asymmetric", Variant::Asymmetric),
        ("pennies", Variant::Pennies),
    ],
    "rps",
    "which matrix",
);
static RPS: Schema = Schema {
    name: "rps",
    help: "Rock-paper-scissors and other matrix games of one move",
    fields: &[VARIANT.field()],
};

fn rps(settings: &Settings) -> Result<Rps, String> {
    Ok(Rps::new(settings.get(&VARIANT)))
}

const CARDS: Setting<u8> = Setting::whole("cards", 1, 13, "5", "cards in a hand");
static ORDER: Choice<goofspiel::Order, 3> = Choice::new(
    "order",
    [
        ("descending", goofspiel::Order::Descending),
        ("ascending", goofspiel::Order::Ascending),
        ("random", goofspiel::Order::Random),
    ],
    "descending",
    "the order of the point cards",
);
static GOOFSPIEL: Schema = Schema {
    name: "goofspiel",
    help: "Goofspiel: bids made at once for one point card after another",
    fields: &[CARDS.field(), ORDER.field()],
};

fn goofspiel(settings: &Settings) -> Result<Goofspiel, String> {
    Goofspiel::new(settings.get(&CARDS), settings.get(&ORDER))
}

const COINS: Setting<u16> = Setting::whole("coins", 1, 1000, "15", "coins that a player begins with");
const FIELD: Setting<u8> = Setting::whole("field", 1, 50, "3", "places on each side of the middle");
const MINIMUM: Setting<u16> =
    Setting::whole("minimum", 0, 1000, "1", "the least bid while a player can make it");
static OSHI_ZUMO: Schema = Schema {
    name: "oshi-zumo",
    help: "Oshi-Zumo: bids made at once push a wrestler off the field",
    fields: &[COINS.field(), FIELD.field(), MINIMUM.field()],
};

fn oshi_zumo(settings: &Settings) -> Result<OshiZumo, String> {
    OshiZumo::new(settings.get(&COINS), settings.get(&FIELD), settings.get(&MINIMUM))
}

static TOY_FUSION: Schema = Schema {
    name: "toy-fusion",
    help: "the one-player game on which determinization fuses strategies (IS Fig. 1)",
    fields: &[],
};

const R2: Setting<f64> = Setting::number("r2", -1.0, 1.0, "0.4", "the reward of a2, in thousandths");
static MOVES: Choice<toy_subset::Moves, 2> = Choice::new(
    "moves",
    [("open", toy_subset::Moves::Open), ("hidden", toy_subset::Moves::Hidden)],
    "open",
    "whether players see each other's moves",
);
static TOY_SUBSET: Schema = Schema {
    name: "toy-subset",
    help: "the game whose moves are not always there (IS Fig. 3, or Fig. 5 with hidden moves)",
    fields: &[R2.field(), MOVES.field()],
};

fn toy_subset(settings: &Settings) -> Result<ToySubset, String> {
    ToySubset::new(settings.get(&R2), settings.get(&MOVES))
}

const M: Setting<usize> = Setting::whole("m", 1, 64, "4", "columns");
const N: Setting<usize> = Setting::whole("n", 1, 64, "4", "rows");
const K: Setting<usize> = Setting::whole("k", 1, 64, "4", "marks in a line that win");
const BOARD: [Field; 3] = [M.field(), N.field(), K.field()];
static MNK: Schema = Schema {
    name: "mnk",
    help: "m,n,k-games: k marks in a line win, such as tic-tac-toe with 3,3,3",
    fields: &BOARD,
};
static PHANTOM_MNK: Schema = Schema {
    name: "phantom-mnk",
    help: "m,n,k-games on boards where each player sees only the marks that they ran into",
    fields: &BOARD,
};

fn mnk(settings: &Settings) -> Result<Mnk, String> {
    Mnk::new(settings.get(&M), settings.get(&N), settings.get(&K))
}

fn phantom_mnk(settings: &Settings) -> Result<PhantomMnk, String> {
    PhantomMnk::new(settings.get(&M), settings.get(&N), settings.get(&K))
}
