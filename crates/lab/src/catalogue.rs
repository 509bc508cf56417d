//! Every game and every player there is.

use crate::setting::Schema;
use crate::{Error, Spec, Table};
use std::sync::OnceLock;

/// A game that can be opened.
pub struct GameKind {
    schema: &'static Schema,
    seats: usize,
    capabilities: Vec<&'static str>,
    players: Vec<&'static Schema>,
}

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
    /// The players that fit it.
    pub fn players(&self) -> &[&'static Schema] {
        &self.players
    }
}

/// All games.
pub fn games() -> &'static [GameKind] {
    static GAMES: OnceLock<Vec<GameKind>> = OnceLock::new();
    GAMES.get_or_init(Vec::new)
}

/// The game of this name.
pub fn game(name: &str) -> Result<&'static GameKind, Error> {
    let known = || games().iter().map(|game| game.name().to_string()).collect();
    let found = games().iter().find(|game| game.name() == name);
    found.ok_or_else(|| Error::Unknown { what: "game".into(), name: name.into(), known: known() })
}

/// All players, whatever they fit; `human` is one of them.
pub fn player_kinds() -> &'static [&'static Schema] {
    &[]
}

/// A table with the game that `spec` describes, at its start.
pub fn open(spec: &Spec) -> Result<Box<dyn Table>, Error> {
    let game = game(&spec.name)?;
    Err(Error::Failed(format!("`{}` cannot be opened", game.name())))
}
