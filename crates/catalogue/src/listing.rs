//! The games there are, by name. A game's line in [`games`](crate::games) claims what the game can do, and
//! with it the players that fit it; a false claim does not compile.

use crate::entry::{Entry, Playable};
use crate::seated::Seated;
use crate::setting::Schema;
use crate::{Error, Spec, Table, games as shelves, players};
use std::sync::{Arc, OnceLock};

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
    GAMES.get_or_init(shelves::all)
}

/// The game of this name.
pub fn game(name: &str) -> Result<&'static GameKind, Error> {
    let known = || games().iter().map(|game| game.name().to_string()).collect();
    let found = games().iter().find(|game| game.name() == name);
    found.ok_or_else(|| Error::Unknown { what: "game".into(), name: name.into(), known: known() })
}

/// All players, whatever they fit; `human` is one of them.
pub fn player_kinds() -> &'static [&'static Schema] {
    players::kinds()
}

/// A table with the game that `spec` describes, at its start.
///
/// ```
/// let table = sortilege_catalogue::open(&"kuhn".parse().unwrap()).unwrap();
/// assert_eq!(table.seats(), 2);
/// ```
pub fn open(spec: &Spec) -> Result<Box<dyn Table>, Error> {
    (game(&spec.name)?.open)(spec)
}

/// Erases the type of a game.
pub(crate) fn listed<G: Playable>(mut entry: Entry<G>) -> GameKind {
    let place = |schema: &Schema| players::kinds().iter().position(|kind| kind.name == schema.name);
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
