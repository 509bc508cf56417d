//! Small games: poker, dice and bidding games that can be solved, and the papers' toys.

use crate::Preset;
use crate::entry::Entry;
use crate::evaluations::Evaluations;
use crate::setting::{Field, Kind, Schema, Settings};
use crate::shelf::{Listed, listed};
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
static LIARS_DICE: Schema = Schema {
    name: "liars-dice",
    help: "Liar's dice with one die a player",
    fields: &[Field::new("sides", Kind::Whole(2, 6), "6", "sides of a die")],
};
static RPS: Schema = Schema {
    name: "rps",
    help: "Rock-paper-scissors and other matrix games of one move",
    fields: &[Field::new(
        "variant",
        Kind::Word(&["rps", "biased", "mild", "asymmetric", "pennies"]),
        "rps",
        "which matrix",
    )],
};
static GOOFSPIEL: Schema = Schema {
    name: "goofspiel",
    help: "Goofspiel: bids made at once for one point card after another",
    fields: &[
        Field::new("cards", Kind::Whole(1, 13), "5", "cards in a hand"),
        Field::new(
            "order",
            Kind::Word(&["descending", "ascending", "random"]),
            "descending",
            "the order of the point cards",
        ),
    ],
};
static OSHI_ZUMO: Schema = Schema {
    name: "oshi-zumo",
    help: "Oshi-Zumo: bids made at once push a wrestler off the field",
    fields: &[
        Field::new("coins", Kind::Whole(1, 1000), "15", "coins that a player begins with"),
        Field::new("field", Kind::Whole(1, 50), "3", "places on each side of the middle"),
        Field::new("minimum", Kind::Whole(0, 1000), "1", "the least bid while a player can make it"),
    ],
};
static TOY_FUSION: Schema = Schema {
    name: "toy-fusion",
    help: "the one-player game on which determinization fuses strategies (IS Fig. 1)",
    fields: &[],
};
static TOY_SUBSET: Schema = Schema {
    name: "toy-subset",
    help: "the game whose moves are not always there (IS Fig. 3, or Fig. 5 with hidden moves)",
    fields: &[
        Field::new("r2", Kind::Number(-1.0, 1.0), "0.4", "the reward of a2, in thousandths"),
        Field::new(
            "moves",
            Kind::Word(&["open", "hidden"]),
            "open",
            "whether players see each other's moves",
        ),
    ],
};

const BOARD: [Field; 3] = [
    Field::new("m", Kind::Whole(1, 64), "4", "columns"),
    Field::new("n", Kind::Whole(1, 64), "4", "rows"),
    Field::new("k", Kind::Whole(1, 64), "4", "marks in a line that win"),
];
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

fn liars_dice(settings: &Settings) -> Result<LiarsDice, String> {
    LiarsDice::new(settings.whole("sides") as u8)
}

fn rps(settings: &Settings) -> Result<Rps, String> {
    Variant::parse(settings.word("variant")).map(Rps::new)
}

fn goofspiel(settings: &Settings) -> Result<Goofspiel, String> {
    let order = match settings.word("order") {
        "ascending" => goofspiel::Order::Ascending,
        "random" => goofspiel::Order::Random,
        _ => goofspiel::Order::Descending,
    };
    Goofspiel::new(settings.whole("cards") as u8, order)
}

fn oshi_zumo(settings: &Settings) -> Result<OshiZumo, String> {
    let [coins, field, minimum] = ["coins", "field", "minimum"].map(|name| settings.whole(name));
    OshiZumo::new(coins as u16, field as u8, minimum as u16)
}

fn toy_subset(settings: &Settings) -> Result<ToySubset, String> {
    let moves = match settings.word("moves") {
        "hidden" => toy_subset::Moves::Hidden,
        _ => toy_subset::Moves::Open,
    };
    ToySubset::new(settings.number("r2"), moves)
}

fn mnk(settings: &Settings) -> Result<Mnk, String> {
    let [m, n, k] = ["m", "n", "k"].map(|name| settings.whole(name) as usize);
    Mnk::new(m, n, k)
}

fn phantom_mnk(settings: &Settings) -> Result<PhantomMnk, String> {
    let [m, n, k] = ["m", "n", "k"].map(|name| settings.whole(name) as usize);
    PhantomMnk::new(m, n, k)
}
