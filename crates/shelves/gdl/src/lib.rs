//! Any game that is written in the Game Description Language.

use sortilege_catalogue::setting::{Choice, Schema, Setting, Settings};
use sortilege_catalogue::{Entry, Listed, listed_by_information};
use sortilege_gdl::bulk::{Batched, Crowd};
use sortilege_gdl::{Engines, HiddenGame, Limits, OpenGame, Options, Sheet, perft};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::SystemTime;

/// The game, whatever it is.
pub fn games() -> Vec<Box<dyn Listed>> {
    let open = Entry::new(&GDL, |settings| sheet(settings).map(OpenGame::new))
        .rules(RULES)
        .open()
        .perft_with_chance(perft)
        .small()
        .policy_with(&BATCHED, crowd, Batched::of)
        .quality()
        .key()
        .notes(|game| notes(game.sheet()));
    let hidden = Entry::new(&GDL, |settings| sheet(settings).map(HiddenGame::new))
        .rules(RULES)
        .chance()
        .outcomes()
        .perft_with_chance(perft)
        .simultaneous()
        .hidden()
        .observe()
        .exact()
        .policy_with(&BATCHED, crowd, Batched::of)
        .quality()
        .key()
        .notes(|game| notes(game.sheet()));
    vec![listed_by_information(open, hidden, |settings| sheet(settings).is_ok_and(|sheet| sheet.is_hidden()))]
}

fn notes(sheet: &Sheet) -> Vec<String> {
    let note = sheet.note().map(|note| format!("{note}; engine=net allows a larger one"));
    note.into_iter().collect()
}

/// What can be played and how, for people.
pub const RULES: &str = include_str!("rules.md");

const FILE: Setting<String> =
    Setting::text("file", "a path, or the name of a sheet that is built in", "tic-tac-toe", "the rulesheet");
static ENGINE: Choice<Engines, 3> = Choice::new(
    "engine",
    [("fastest", Engines::Fastest), ("net", Engines::Net), ("datalog", Engines::Machine)],
    "fastest",
    "how the rules are run; `fastest` builds a net if this takes seconds at most",
);
const LONGEST: Setting<u32> = Setting::whole(
    "longest",
    1,
    1_000_000,
    "1000",
    "steps after which a game is over, whatever the rules say",
);
static GDL: Schema = Schema {
    name: "gdl",
    help: "any game that is written in the Game Description Language, with or without hidden information",
    fields: &[FILE.field(), ENGINE.field(), LONGEST.field()],
};

const GAMES: Setting<u32> = Setting::whole("games", 1, 512, "16", "random games for each leaf of a tree");
static BATCHED: Schema = Schema {
    name: "batched",
    help: "random moves; as a playout, several games for each leaf of a tree, and hundreds of them at once",
    fields: &[GAMES.field()],
};

fn crowd(settings: &Settings) -> Crowd {
    Crowd { games: settings.get(&GAMES) as usize }
}

macro_rules! built_in {
    ($($name:literal),* $(,)?) => {
        /// Rulesheets that need no file, by their names.
        pub const BUILT_IN: &[(&str, &str)] =
            &[$(($name, include_str!(concat!("../sheets/", $name, ".kif")))),*];
    };
}

built_in![
    "battleship",
    "breakthrough",
    "connect-four",
    "dice-race",
    "hanoi",
    "krieg-tic-tac-toe",
    "kuhn",
    "leduc",
    "liars-dice",
    "monty-hall",
    "nim",
    "reversi",
    "rock-paper-scissors",
    "six-seats",
    "three-way",
    "tic-tac-toe",
];

/// What a sheet is known by: its name, when its file was written, and how it is run.
type Name = (String, Option<SystemTime>, Engines, u32);

/// The sheet that settings describe. Grounding takes time, so those that are ready are kept, a few of them.
fn sheet(settings: &Settings) -> Result<Arc<Sheet>, String> {
    static KNOWN: OnceLock<Mutex<HashMap<Name, Arc<Sheet>>>> = OnceLock::new();
    let file = settings.get(&FILE);
    let written = std::fs::metadata(&file).and_then(|data| data.modified()).ok();
    let name = (file, written, settings.get(&ENGINE), settings.get(&LONGEST));
    let known = KNOWN.get_or_init(Mutex::default);
    if let Some(sheet) = known.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).get(&name) {
        return Ok(sheet.clone());
    }
    let sheet = read(&name)?;
    let mut known = known.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    if known.len() >= 16 {
        known.clear();
    }
    // Whoever was first has made the one that all share: states of two sheets are never equal.
    Ok(known.entry(name).or_insert(sheet).clone())
}

fn read((file, _, engines, longest): &Name) -> Result<Arc<Sheet>, String> {
    let limits = if *engines == Engines::Net { Limits::for_large_nets() } else { Limits::default() };
    let options = Options { engines: *engines, longest: *longest, limits };
    let built_in = BUILT_IN.iter().find(|(name, _)| name == file).map(|(_, text)| text);
    let sheet = match built_in {
        Some(text) => Sheet::read(text, &options),
        None => Sheet::open(file.as_ref(), &options),
    };
    sheet.map_err(|error| format!("{file}: {error}"))
}
