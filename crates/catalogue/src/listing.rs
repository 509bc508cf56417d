//! The catalogue: games and players by name. The entry of a game claims its capabilities, and with
//! them the players that fit; a false claim does not compile.

use crate::build::Build;
use crate::family::{Family, title_of};
use crate::files::{Contents, Files};
use crate::level::standing_for;
use crate::player_table::PlayerTable;
use crate::registry::RegisteredGame;
use crate::setting::{Kind, Schema};
use crate::{Error, Spec, Table, searches};
use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

/// A game that can be opened.
pub struct GameKind {
    game: Box<dyn RegisteredGame>,
    default: Box<dyn Table>,
    roster: Arc<PlayerTable>,
}

impl GameKind {
    fn new(game: Box<dyn RegisteredGame>, everybody: &[&'static Schema]) -> Result<Self, Error> {
        let roster = Arc::new(roster(&*game, everybody));
        let default =
            game.open(roster.clone(), game.info().schema.defaults(), Contents::default())?;
        Ok(GameKind { default, roster, game })
    }

    /// Name of the game.
    pub fn name(&self) -> &'static str {
        self.schema().name
    }
    /// Its title, for people.
    pub fn title(&self) -> String {
        self.game.info().title.map_or_else(|| title_of(self.name()), str::to_string)
    }
    /// Its family.
    pub fn family(&self) -> Family {
        self.game.info().family
    }
    /// Its name, help and settings.
    pub fn schema(&self) -> &'static Schema {
        self.game.info().schema
    }
    /// The number of seats with default settings.
    pub fn seats(&self) -> usize {
        self.default.seats()
    }
    /// The game with default settings, at its start. Settings may change its seats, players and
    /// capabilities, so a program that opened a game asks that table and not this one.
    pub fn default_table(&self) -> &dyn Table {
        &*self.default
    }
    /// Its rules for people, in Markdown, if they exist.
    pub fn rules(&self) -> Option<&'static str> {
        self.game.info().rules
    }
    /// Other names for it, and the game with settings that each stands for.
    pub fn other_names(&self) -> &[(&'static str, &'static str)] {
        self.game.info().other_names
    }
    /// Returns the spec that an alternative name of this game stands for.
    fn meant_by(&self, name: &str) -> Option<&'static str> {
        self.other_names().iter().find(|(other, _)| *other == name).map(|&(_, meant)| meant)
    }
    /// The players that fit it, except `human`, which fits every game.
    pub fn players(&self) -> &[&'static Schema] {
        &self.roster.players
    }
}

/// Games and players by name. Clones share the same catalogue and are cheap. Settings may not name
/// files unless [`Catalogue::with_files`] permits them.
#[derive(Clone)]
pub struct Catalogue {
    games: Arc<[GameKind]>,
    players: Arc<[&'static Schema]>,
    build: Build,
    files: Files,
}

impl Catalogue {
    /// Builds the catalogue of some games, in the order in which they are listed. Two games of one
    /// name are refused, and so is a name that stands for different players. Declarations of
    /// players that depend on the games are never freed, so a program should build one catalogue.
    pub fn new(games: Vec<Box<dyn RegisteredGame>>) -> Result<Self, Error> {
        let mut taken = HashSet::new();
        for name in games.iter().flat_map(|game| names(&**game)) {
            if !taken.insert(name) {
                return Err(Error::Refused(format!(
                    "two games of the catalogue are named `{name}`; give one of them another name"
                )));
            }
        }
        let players = everybody(&games)?;
        let kinds = games.into_iter().map(|game| GameKind::new(game, &players));
        Ok(Catalogue {
            games: kinds.collect::<Result<_, _>>()?,
            players: players.into(),
            build: Build::default(),
            files: Files::none(),
        })
    }

    /// The same, in a program that was built from `build`.
    pub fn built_from(self, build: Build) -> Self {
        Catalogue { build, ..self }
    }

    /// The same catalogue; settings may name the files that `files` permits.
    pub fn with_files(&self, files: Files) -> Self {
        Catalogue { files, ..self.clone() }
    }

    /// Which files settings may name.
    pub fn files(&self) -> &Files {
        &self.files
    }

    /// The names of all files that are built in.
    pub fn built_in_files(&self) -> Vec<String> {
        let fields = self.games.iter().flat_map(|game| game.schema().fields);
        let names = fields.filter_map(|field| match field.kind {
            Kind::File(names) => Some(names),
            _ => None,
        });
        names.flatten().map(|name| name.to_string()).collect()
    }

    /// What the program was built from.
    pub fn build(&self) -> Build {
        self.build
    }

    /// All games.
    pub fn games(&self) -> &[GameKind] {
        &self.games
    }

    /// The game of this name.
    pub fn game(&self, name: &str) -> Result<&GameKind, Error> {
        let known = || self.games.iter().map(|game| game.name().to_string()).collect();
        let goes_by = |game: &&GameKind| game.name() == name || game.meant_by(name).is_some();
        let found = self.games.iter().find(goes_by);
        found.ok_or_else(|| Error::Unknown {
            what: "game".into(),
            name: name.into(),
            known: known(),
        })
    }

    /// All players, whatever they fit; `human` is one of them.
    pub fn player_kinds(&self) -> &[&'static Schema] {
        &self.players
    }

    /// A table with the game that `spec` describes, at its start.
    pub fn open(&self, spec: &Spec) -> Result<Box<dyn Table>, Error> {
        let kind = self.game(&spec.name)?;
        let meant = kind.meant_by(&spec.name).map(|meant| standing_for(meant, spec));
        let settings = kind.schema().read(meant.as_ref().unwrap_or(spec))?;
        let files = self.files.contents(&settings)?;
        kind.game.open(kind.roster.clone(), settings, files)
    }
}

/// The names of its games.
impl fmt::Debug for Catalogue {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_set().entries(self.games.iter().map(GameKind::name)).finish()
    }
}

/// Only clones are equal: two games of the same name may have different rules.
impl PartialEq for Catalogue {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.games, &other.games)
    }
}

/// All names of a game, its own first.
fn names(game: &dyn RegisteredGame) -> impl Iterator<Item = &'static str> {
    let info = game.info();
    [info.schema.name].into_iter().chain(info.other_names.iter().map(|&(name, _)| name))
}

/// Returns all players: those for many games, those made for one, and the policies of games. A
/// setting that accepts a policy lists those of all games.
fn everybody(games: &[Box<dyn RegisteredGame>]) -> Result<Vec<&'static Schema>, Error> {
    let mut policies: Vec<Schema> = vec![];
    for &policy in games.iter().flat_map(|game| game.info().policies) {
        add(&mut policies, policy)?;
    }
    let mut all: Vec<Schema> = searches::kinds().into_iter().copied().collect();
    for &player in games.iter().flat_map(|game| game.info().players) {
        if !policies.contains(player) {
            add(&mut all, player)?;
        }
    }
    for policy in &policies {
        add(&mut all, policy)?;
    }
    let all: Vec<Schema> = all.iter().map(|schema| schema.with_policies(&policies)).collect();
    Ok(all.leak().iter().collect())
}

/// Adds a player unless it is present; a different player of the same name is refused.
fn add(all: &mut Vec<Schema>, one: &Schema) -> Result<(), Error> {
    match all.iter().find(|other| other.name == one.name) {
        None => all.push(*one),
        Some(other) if other == one => {}
        Some(_) => {
            return Err(Error::Refused(format!(
                "two players of the catalogue are named `{}` and have different settings or help; \
                 give one of them another name",
                one.name
            )));
        }
    }
    Ok(())
}

/// Returns the players that fit a game; settings for an evaluation list those of the game.
fn roster(game: &dyn RegisteredGame, everybody: &[&'static Schema]) -> PlayerTable {
    let info = game.info();
    let fits =
        |schema: &&'static Schema| info.players.iter().any(|player| player.name == schema.name);
    let evaluations: &'static [&'static str] = info.evaluations.to_vec().leak();
    let in_game = |schema: &'static Schema| match evaluations {
        [] => schema,
        names => schema.with_evaluations(names),
    };
    let players: Vec<_> = everybody.iter().copied().filter(fits).map(in_game).collect();
    PlayerTable {
        game: info.schema.name,
        recommended: game.recommended(&players),
        players,
        presets: info.presets.to_vec(),
        everybody: everybody.to_vec(),
    }
}
