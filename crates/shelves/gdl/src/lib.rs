//! Games that are written in the Game Description Language.

use sortilege_catalogue::files::Contents;
use sortilege_catalogue::setting::{Choice, Schema, Setting, Settings};
use sortilege_catalogue::{Capability, GameEntry, RegisteredGame, listed_by_information};
use sortilege_gdl::bulk::{Batched, Crowd};
use sortilege_gdl::read::decode;
use sortilege_gdl::{Engines, HiddenGame, Limits, OpenGame, Options, Sheet, perft};
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock};

/// Returns the one game of this shelf, `gdl`.
pub fn games() -> Vec<Box<dyn RegisteredGame>> {
    let open =
        GameEntry::with_files(&GDL, |settings, files| sheet(settings, files).map(OpenGame::new))
            .title("Rulesheet")
            .rules(RULES)
            .open()
            .small()
            .chance()
            .outcomes()
            .perft_with_chance(perft)
            .simultaneous()
            .without(|game, capability| match capability {
                Capability::Chance | Capability::Outcomes => !game.sheet().has_chance(),
                Capability::Simultaneous => !game.is_simultaneous(),
                _ => false,
            })
            .policy_with(&BATCHED, crowd, Batched::of)
            .quality()
            .key()
            .notes(|game| notes(game.sheet()));
    let hidden =
        GameEntry::with_files(&GDL, |settings, files| sheet(settings, files).map(HiddenGame::new))
            .rules(RULES)
            .chance()
            .outcomes()
            .perft_with_chance(perft)
            .simultaneous()
            .hidden()
            .observe()
            .exact()
            .without(|game, capability| {
                capability == Capability::Simultaneous && !game.is_simultaneous()
            })
            .policy_with(&BATCHED, crowd, Batched::of)
            .quality()
            .key()
            .notes(|game| notes(game.sheet()));
    let is_hidden = |settings: &Settings, files: &Contents| {
        sheet(settings, files).is_ok_and(|sheet| sheet.is_hidden())
    };
    vec![listed_by_information(open, hidden, is_hidden)]
}

fn notes(sheet: &Sheet) -> Vec<String> {
    let note = sheet.note().map(|note| format!("{note}; engine=net allows a larger one"));
    note.into_iter().collect()
}

/// Rules for people.
pub const RULES: &str = include_str!("rules.md");

const FILE: Setting<String> = Setting::file("file", NAMES, "tic-tac-toe", "the rulesheet");
static ENGINE: Choice<Engines, 3> = Choice::new(
    "engine",
    [("fastest", Engines::Fastest), ("net", Engines::Net), ("datalog", Engines::Machine)],
    "fastest",
    "engine of the rules: a `net` of gates, a `datalog` machine, or `fastest`, which is the net if \
     building it takes seconds at most",
);
const LONGEST: Setting<u32> = Setting::whole(
    "longest",
    1,
    1_000_000,
    "1000",
    "number of steps after which a game ends even if the rules do not end it",
);
static GDL: Schema = Schema {
    name: "gdl",
    help: "any game that is written in the Game Description Language, with or without hidden \
           information",
    fields: &[FILE.field(), ENGINE.field(), LONGEST.field()],
};

const GAMES: Setting<u32> =
    Setting::whole("games", 1, 512, "16", "number of random games from each leaf");
static BATCHED: Schema = Schema {
    name: "batched",
    help: "uniformly random moves; as a playout, the mean payoff of `games` random games from each \
           leaf, which run in parallel in one batch (gdl)",
    fields: &[GAMES.field()],
};

fn crowd(settings: &Settings) -> Crowd {
    Crowd { games: settings.get(&GAMES) as usize }
}

macro_rules! built_in {
    ($($name:literal),* $(,)?) => {
        /// Built-in rulesheets by name.
        pub const BUILT_IN: &[(&str, &str)] =
            &[$(($name, include_str!(concat!("../sheets/", $name, ".kif")))),*];
        /// Their names.
        const NAMES: &[&str] = &[$($name),*];
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

/// Key of a cached sheet: its text, and how it is run.
type Key = (Cow<'static, [u8]>, Engines, u32);

/// Returns the sheet that settings describe. Grounding takes time, so a few sheets are cached.
fn sheet(settings: &Settings, files: &Contents) -> Result<Arc<Sheet>, String> {
    static KNOWN: OnceLock<Mutex<HashMap<Key, Arc<Sheet>>>> = OnceLock::new();
    let file = settings.get(&FILE);
    let built_in = BUILT_IN.iter().find(|(name, _)| *name == file);
    let text = match built_in {
        Some((_, text)) => Cow::Borrowed(text.as_bytes()),
        None => {
            Cow::Owned(files.get(&file).ok_or_else(|| format!("`{file}` was not read"))?.to_vec())
        }
    };
    let key = (text, settings.get(&ENGINE), settings.get(&LONGEST));
    let known = KNOWN.get_or_init(Mutex::default);
    if let Some(sheet) = known.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).get(&key) {
        return Ok(sheet.clone());
    }
    let limits = if key.1 == Engines::Net { Limits::for_large_nets() } else { Limits::default() };
    let options = Options { engines: key.1, longest: key.2, limits };
    let sheet =
        Sheet::read(&decode(&key.0), &options).map_err(|error| format!("{file}: {error}"))?;
    let mut known = known.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    if known.len() >= 16 {
        known.clear();
    }
    // All callers share the sheet that was stored first: states of two sheets are never equal.
    Ok(known.entry(key).or_insert(sheet).clone())
}
