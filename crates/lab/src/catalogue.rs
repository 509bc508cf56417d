//! Every game and every player there is. A game's line claims what the game can do, and with it the players
//! that fit it; a false claim does not compile.

use crate::entry::{Entry, Playable};
use crate::seated::Seated;
use crate::setting::{Field, Kind, Schema, Settings};
use crate::{Error, Spec, Table, players};
use sortilege_games::goofspiel::{self, Goofspiel};
use sortilege_games::kuhn::Kuhn;
use sortilege_games::leduc::Leduc;
use sortilege_games::liars_dice::LiarsDice;
use sortilege_games::mnk::Mnk;
use sortilege_games::oshi_zumo::OshiZumo;
use sortilege_games::phantom_mnk::PhantomMnk;
use sortilege_games::rps::{Rps, Variant};
use sortilege_games::toy_fusion::ToyFusion;
use sortilege_games::toy_subset::{self, ToySubset};
use std::sync::{Arc, OnceLock};

fn all_games() -> Vec<GameKind> {
    vec![
        listed(
            Entry::new(&KUHN, |_| Ok(Kuhn::default())).chance().outcomes().hidden().observe().exact().key(),
        ),
        listed(
            Entry::new(&LEDUC, |_| Ok(Leduc::default())).chance().outcomes().hidden().observe().exact().key(),
        ),
        listed(Entry::new(&LIARS_DICE, liars_dice).chance().outcomes().hidden().observe().exact().key()),
        listed(Entry::new(&RPS, rps).open().simultaneous().key()),
        listed(Entry::new(&GOOFSPIEL, goofspiel).open().chance().outcomes().simultaneous().key()),
        listed(Entry::new(&OSHI_ZUMO, oshi_zumo).open().simultaneous().key()),
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
        listed(Entry::new(&MNK, mnk).open().evaluate().key()),
        listed(Entry::new(&PHANTOM_MNK, phantom_mnk).chance().outcomes().hidden().observe().exact().key()),
    ]
}

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

/// A game that can be opened.
pub struct GameKind {
    schema: &'static Schema,
    seats: usize,
    capabilities: Vec<&'static str>,
    players: Vec<&'static Schema>,
    open: Box<Open>,
}

type Open = dyn Fn(&Spec) -> Result<Box<dyn Table>, Error> + Send + Sync;

impl GameKind {
    /// What it is called.
    pub fn name(&self) -> &'static str {
        self.schema.name
    }
    /// Its name, help and settings.
    pub fn schema(&self) -> &'static Schema {
        self.schema
    }
    /// The number of seats when nothing is set.
    pub fn seats(&self) -> usize {
        self.seats
    }
    /// What it can do, in the words of `sortilege::game`.
    pub fn capabilities(&self) -> &[&'static str] {
        &self.capabilities
    }
    /// The players that fit it, `human` aside, whom every game fits.
    pub fn players(&self) -> &[&'static Schema] {
        &self.players
    }
}

/// All games.
pub fn games() -> &'static [GameKind] {
    static GAMES: OnceLock<Vec<GameKind>> = OnceLock::new();
    GAMES.get_or_init(all_games)
}

/// The game of this name.
pub fn game(name: &str) -> Result<&'static GameKind, Error> {
    let known = || games().iter().map(|game| game.name().to_string()).collect();
    let found = games().iter().find(|game| game.name() == name);
    found.ok_or_else(|| Error::Unknown { what: "game".into(), name: name.into(), known: known() })
}

/// All players, whatever they fit; `human` is one of them.
pub fn player_kinds() -> &'static [&'static Schema] {
    &players::KINDS
}

/// A table with the game that `spec` describes, at its start.
///
/// ```
/// use sortilege_lab::catalogue;
/// let table = catalogue::open(&"kuhn".parse().unwrap()).unwrap();
/// assert_eq!(table.seats(), 2);
/// ```
pub fn open(spec: &Spec) -> Result<Box<dyn Table>, Error> {
    (game(&spec.name)?.open)(spec)
}

/// Erases the type of a game.
fn listed<G: Playable>(mut entry: Entry<G>) -> GameKind {
    let place = |schema: &Schema| players::KINDS.iter().position(|kind| kind.name == schema.name);
    entry.players.sort_by_key(|(schema, _)| place(schema).unwrap_or(usize::MAX));
    entry.capabilities.sort_by_key(|word| CAPABILITIES.iter().position(|known| known == word));
    let entry = Arc::new(entry);
    let start = Seated::new(entry.clone(), &Spec::new(entry.schema.name)).expect("defaults go together");
    GameKind {
        schema: entry.schema,
        seats: start.seats(),
        capabilities: entry.capabilities.clone(),
        players: start.players(),
        open: Box::new(move |spec| Ok(Box::new(Seated::new(entry.clone(), spec)?))),
    }
}

/// What games can do, in the order in which it is listed.
const CAPABILITIES: [&str; 8] =
    ["chance", "outcomes", "hidden", "observe", "simultaneous", "evaluate", "quality", "key"];
