//! The games and the players that there are, by name. A game's line in [`games`](crate::games) claims what the game
//! can do, and with it the players that fit it; a false claim does not compile.

use crate::capability::Capability;
use crate::roster::Roster;
use crate::setting::Schema;
use crate::shelf::Listed;
use crate::{Error, Spec, Table, games as shelves, players};
use std::sync::{Arc, OnceLock};

/// A game that can be opened.
pub struct GameKind {
    game: Box<dyn Listed>,
    seats: usize,
    capabilities: Vec<&'static str>,
    roster: Arc<Roster>,
}

impl GameKind {
    fn new(game: Box<dyn Listed>, everybody: &[&'static Schema]) -> Self {
        let roster = Arc::new(roster(&*game, everybody));
        let start = game.open(roster.clone(), game.schema().defaults()).expect("defaults go together");
        GameKind { seats: start.seats(), capabilities: Capability::words(game.capabilities()), roster, game }
    }

    /// What it is called.
    pub fn name(&self) -> &'static str {
        self.schema().name
    }
    /// Its name, help and settings.
    pub fn schema(&self) -> &'static Schema {
        self.game.schema()
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
        &self.roster.players
    }
}

/// All games and all players.
struct Catalogue {
    games: Vec<GameKind>,
    players: Vec<&'static Schema>,
}

fn catalogue() -> &'static Catalogue {
    static CATALOGUE: OnceLock<Catalogue> = OnceLock::new();
    CATALOGUE.get_or_init(|| {
        let games = shelves::all();
        let players = everybody(&games);
        Catalogue { games: games.into_iter().map(|game| GameKind::new(game, &players)).collect(), players }
    })
}

/// All players: those for many games, those made for one, and the policies of games. Wherever a policy can stand, their
/// settings name those of all games.
fn everybody(games: &[Box<dyn Listed>]) -> Vec<&'static Schema> {
    let policies: Vec<Schema> =
        games.iter().flat_map(|game| game.policies()).map(|&policy| *policy).collect();
    let mut all: Vec<Schema> = players::kinds().into_iter().copied().collect();
    let known = |schema: &Schema, all: &[Schema]| all.iter().any(|other| other.name == schema.name);
    for &player in games.iter().flat_map(|game| game.players()) {
        if !known(player, &all) && !known(player, &policies) {
            all.push(*player);
        }
    }
    all.extend(&policies);
    let all: Vec<Schema> = all.iter().map(|schema| schema.with_policies(&policies)).collect();
    all.leak().iter().collect()
}

/// Who of everybody can play a game; where settings pick an evaluation, it is one of the game's.
fn roster(game: &dyn Listed, everybody: &[&'static Schema]) -> Roster {
    let fitting = game.players();
    let fits = |schema: &&'static Schema| fitting.iter().any(|player| player.name == schema.name);
    let evaluations: &'static [&'static str] = game.evaluations().to_vec().leak();
    let in_game = |schema: &'static Schema| match evaluations {
        [] => schema,
        names => schema.with_evaluations(names),
    };
    Roster {
        game: game.schema().name,
        players: everybody.iter().copied().filter(fits).map(in_game).collect(),
        presets: game.presets().to_vec(),
        everybody: everybody.to_vec(),
    }
}

/// All games.
pub fn games() -> &'static [GameKind] {
    &catalogue().games
}

/// The game of this name.
pub fn game(name: &str) -> Result<&'static GameKind, Error> {
    let known = || games().iter().map(|game| game.name().to_string()).collect();
    let found = games().iter().find(|game| game.name() == name);
    found.ok_or_else(|| Error::Unknown { what: "game".into(), name: name.into(), known: known() })
}

/// All players, whatever they fit; `human` is one of them.
pub fn player_kinds() -> &'static [&'static Schema] {
    &catalogue().players
}

/// A table with the game that `spec` describes, at its start.
///
/// ```
/// let table = sortilege_catalogue::open(&"kuhn".parse().unwrap()).unwrap();
/// assert_eq!(table.seats(), 2);
/// ```
pub fn open(spec: &Spec) -> Result<Box<dyn Table>, Error> {
    let kind = game(&spec.name)?;
    kind.game.open(kind.roster.clone(), kind.schema().read(spec)?)
}
