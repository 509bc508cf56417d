//! What shells complete beyond verbs and options: the names of games and players, where they stand,
//! and their settings.

use clap::{Arg, Command};
use sortilege_catalogue::Catalogue;
use sortilege_catalogue::setting::{Kind, Schema};

/// What an argument names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// A game.
    Game,
    /// A player.
    Player,
    /// Either.
    Either,
}

impl Takes {
    /// What an argument names, if it names a game or a player.
    pub fn of(arg: &Arg) -> Option<Self> {
        match arg.get_id().as_str() {
            "game" => Some(Takes::Game),
            "player" | "players" | "against" | "hint" => Some(Takes::Player),
            "name" => Some(Takes::Either),
            _ => None,
        }
    }
}

/// Names, places and settings.
#[derive(Debug)]
pub struct Words {
    games: Vec<&'static str>,
    players: Vec<&'static str>,
    /// A verb, or two words of one, upon which a game or a player follows, and which of them.
    pub places: Vec<(String, Takes)>,
    /// Options that name a player, with their dashes.
    pub options: Vec<String>,
    /// `name:setting=` for each setting, and `name:setting=word` for each word that it can be.
    pub settings: Vec<String>,
}

impl Words {
    /// What a command and a catalogue know.
    pub fn new(command: &Command, catalogue: &Catalogue) -> Self {
        let (games, players) = (catalogue.games(), catalogue.player_kinds());
        let mut words = Words {
            games: games.iter().map(|game| game.name()).collect(),
            players: players.iter().map(|player| player.name).collect(),
            places: vec![],
            options: vec![],
            settings: vec![],
        };
        for verb in command.get_subcommands() {
            words.look_at(verb.get_name(), verb);
            for inner in verb.get_subcommands() {
                words.look_at(&format!("{} {}", verb.get_name(), inner.get_name()), inner);
            }
        }
        let schemas = games.iter().map(|game| game.schema()).chain(players.iter().copied());
        words.settings = schemas.flat_map(settings).collect();
        words
    }

    /// Notes down where a verb names games and players.
    fn look_at(&mut self, path: &str, verb: &Command) {
        let first = verb.get_positionals().next().and_then(Takes::of);
        self.places.extend(first.map(|takes| (path.to_string(), takes)));
        for option in verb.get_opts().filter(|option| Takes::of(option).is_some()) {
            let name = option.get_long().map(|long| format!("--{long}"));
            self.options.extend(name.filter(|name| !self.options.contains(name)));
        }
    }

    /// The names that an argument can be.
    pub fn names(&self, takes: Takes) -> Vec<&'static str> {
        match takes {
            Takes::Game => self.games.clone(),
            Takes::Player => self.players.clone(),
            Takes::Either => self.games.iter().chain(&self.players).copied().collect(),
        }
    }
}

/// The settings of a game or a player, each with its name before it.
fn settings(schema: &'static Schema) -> Vec<String> {
    let mut all = vec![];
    for field in schema.fields {
        let words: Vec<&str> = match field.kind {
            Kind::Word(words) => words.to_vec(),
            Kind::Part(parts) => parts.iter().map(|part| part.name).collect(),
            Kind::NumberOr(_, _, words) => [""].iter().chain(words).copied().collect(),
            _ => vec![""],
        };
        all.extend(words.iter().map(|word| format!("{}:{}={word}", schema.name, field.name)));
    }
    all
}
