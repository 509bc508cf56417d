//! Games and players by name. A game's line on its shelf claims what the game can do, and with it the players that fit
//! it; a false claim does not compile.

use crate::build::Build;
use crate::capability::Capability;
use crate::level::Recommended;
use crate::preset::standing_for;
use crate::roster::Roster;
use crate::setting::Schema;
use crate::shelf::Listed;
use crate::{Error, Spec, Table, players};
use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

/// A game that can be opened.
pub struct GameKind {
    game: Box<dyn Listed>,
    seats: usize,
    capabilities: Vec<&'static str>,
    roster: Arc<Roster>,
}

impl GameKind {
    fn new(game: Box<dyn Listed>, everybody: &[&'static Schema]) -> Result<Self, Error> {
        let roster = Arc::new(roster(&*game, everybody));
        let start = game.open(roster.clone(), game.schema().defaults())?;
        Ok(GameKind {
            seats: start.seats(),
            capabilities: Capability::words(game.capabilities()),
            roster,
            game,
        })
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
    /// Its rules for people, in Markdown, if somebody has written them.
    pub fn rules(&self) -> Option<&'static str> {
        self.game.rules()
    }
    /// Other names for it, and the game with settings that each stands for.
    pub fn other_names(&self) -> &[(&'static str, &'static str)] {
        self.game.other_names()
    }
    /// What a name stands for that is another one for this game.
    fn meant_by(&self, name: &str) -> Option<&'static str> {
        self.other_names().iter().find(|(other, _)| *other == name).map(|&(_, meant)| meant)
    }
    /// The players that fit it, `human` aside, whom every game fits.
    pub fn players(&self) -> &[&'static Schema] {
        &self.roster.players
    }
}

/// Games and players by name, whosever they are. Clones are the same catalogue, and cost nothing.
#[derive(Clone)]
pub struct Catalogue {
    games: Arc<[GameKind]>,
    players: Arc<[&'static Schema]>,
    build: Build,
}

impl Catalogue {
    /// The catalogue of some games, in the order in which they are listed. Two games of one name are refused, and so is a
    /// name that stands for different players. What players are told of the games stays in memory for good, so a program
    /// makes one catalogue and keeps it.
    pub fn new(games: Vec<Box<dyn Listed>>) -> Result<Self, Error> {
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
        })
    }

    /// The same, in a program that was built from `build`.
    pub fn built_from(self, build: Build) -> Self {
        Catalogue { build, ..self }
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
        found.ok_or_else(|| Error::Unknown { what: "game".into(), name: name.into(), known: known() })
    }

    /// All players, whatever they fit; `human` is one of them.
    pub fn player_kinds(&self) -> &[&'static Schema] {
        &self.players
    }

    /// A table with the game that `spec` describes, at its start.
    pub fn open(&self, spec: &Spec) -> Result<Box<dyn Table>, Error> {
        let kind = self.game(&spec.name)?;
        let meant = kind.meant_by(&spec.name).map(|meant| standing_for(meant, spec));
        kind.game.open(kind.roster.clone(), kind.schema().read(meant.as_ref().unwrap_or(spec))?)
    }
}

/// The names of its games.
impl fmt::Debug for Catalogue {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_set().entries(self.games.iter().map(GameKind::name)).finish()
    }
}

/// Only a clone is the same: of two games with one name nobody can tell whether they have the same rules.
impl PartialEq for Catalogue {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.games, &other.games)
    }
}

/// All names of a game, its own first.
fn names(game: &dyn Listed) -> impl Iterator<Item = &'static str> {
    [game.schema().name].into_iter().chain(game.other_names().iter().map(|&(name, _)| name))
}

/// All players: those for many games, those made for one, and the policies of games. Wherever a policy can stand, their
/// settings name those of all games.
fn everybody(games: &[Box<dyn Listed>]) -> Result<Vec<&'static Schema>, Error> {
    let mut policies: Vec<Schema> = vec![];
    for &policy in games.iter().flat_map(|game| game.policies()) {
        add(&mut policies, policy)?;
    }
    let mut all: Vec<Schema> = players::kinds().into_iter().copied().collect();
    for &player in games.iter().flat_map(|game| game.players()) {
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

/// Adds somebody who is not there yet; another one of the same name is refused.
fn add(all: &mut Vec<Schema>, one: &Schema) -> Result<(), Error> {
    match all.iter().find(|other| other.name == one.name) {
        None => all.push(*one),
        Some(other) if other == one => {}
        Some(_) => {
            return Err(Error::Refused(format!(
                "two players of the catalogue are named `{}` and have different settings or help; give one of them \
                 another name",
                one.name
            )));
        }
    }
    Ok(())
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
    let players: Vec<_> = everybody.iter().copied().filter(fits).map(in_game).collect();
    let hidden = game.capabilities().contains(&Capability::Hidden);
    Roster {
        game: game.schema().name,
        recommended: game.recommended().unwrap_or_else(|| Recommended::among(&players, hidden)),
        players,
        presets: game.presets().to_vec(),
        everybody: everybody.to_vec(),
    }
}
