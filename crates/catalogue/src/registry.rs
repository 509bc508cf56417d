//! Catalogue entries of games with erased types.

use crate::capability::Playable;
use crate::entry::GameEntry;
use crate::family::Family;
use crate::files::Contents;
use crate::game_table::GameTable;
use crate::level::Recommended;
use crate::player_table::PlayerTable;
use crate::setting::{Schema, Settings};
use crate::{Error, Preset, Table};
use std::sync::Arc;

/// What a game declares about itself.
pub struct GameInfo<'a> {
    /// Its name, help and settings.
    pub schema: &'static Schema,
    /// Its title, if it differs from its capitalised name.
    pub title: Option<&'static str>,
    /// Its family.
    pub family: Family,
    /// The players that fit it, as they are declared.
    pub players: &'a [&'static Schema],
    /// Its own policies, which are among the players too.
    pub policies: &'a [&'static Schema],
    /// The names of its evaluations, the usual one first.
    pub evaluations: &'a [&'static str],
    /// Players of papers with their settings for it.
    pub presets: &'a [Preset],
    /// Other names for it, and the game with settings that each stands for.
    pub other_names: &'a [(&'static str, &'static str)],
    /// Its rules for people, in Markdown; a game may have none.
    pub rules: Option<&'static str>,
}

/// A game that can be opened, whatever its type. [`listed`] makes one of an [`GameEntry`].
pub trait RegisteredGame: Send + Sync {
    /// What the game declares about itself.
    fn info(&self) -> GameInfo<'_>;
    /// The recommended player, chosen among `players` where the game names none.
    fn recommended(&self, players: &[&'static Schema]) -> Recommended;
    /// A table with the game that settings describe, at its start, for the players of `roster`.
    /// `files` has the contents of the files that settings name.
    fn open(
        &self,
        roster: Arc<PlayerTable>,
        settings: Settings,
        files: Contents,
    ) -> Result<Box<dyn Table>, Error>;
}

/// Erases the type of a game. It is compiled with all its players where this is called.
pub fn listed<G: Playable>(entry: GameEntry<G>) -> Box<dyn RegisteredGame> {
    Box::new(Arc::new(entry))
}

/// Erases the types of a game that has two, one of them for boards that are too large for the
/// other:
/// `is_large` selects it by settings. Otherwise they are one game. The same players must fit both;
/// claims that bring different players panic.
pub fn listed_by_size<G: Playable, L: Playable>(
    usual: GameEntry<G>,
    large: GameEntry<L>,
    is_large: fn(&Settings) -> bool,
) -> Box<dyn RegisteredGame> {
    let names =
        |players: &[&'static Schema]| players.iter().map(|player| player.name).collect::<Vec<_>>();
    assert_eq!(usual.schema, large.schema, "both are one game");
    assert_eq!(names(&usual.players), names(&large.players), "the same players fit both");
    Box::new(BySize { usual: Arc::new(usual), large: Arc::new(large), is_large })
}

/// A game that has two types.
struct BySize<G: Playable, L: Playable> {
    usual: Arc<GameEntry<G>>,
    large: Arc<GameEntry<L>>,
    is_large: fn(&Settings) -> bool,
}

impl<G: Playable, L: Playable> RegisteredGame for BySize<G, L> {
    fn info(&self) -> GameInfo<'_> {
        self.usual.info()
    }
    fn recommended(&self, players: &[&'static Schema]) -> Recommended {
        RegisteredGame::recommended(&self.usual, players)
    }
    fn open(
        &self,
        roster: Arc<PlayerTable>,
        settings: Settings,
        files: Contents,
    ) -> Result<Box<dyn Table>, Error> {
        match (self.is_large)(&settings) {
            true => RegisteredGame::open(&self.large, roster, settings, files),
            false => RegisteredGame::open(&self.usual, roster, settings, files),
        }
    }
}

/// Erases the types of a game whose settings decide whether anything is hidden, such as one read
/// from a rulesheet: `is_hidden` decides. The opened table has the capabilities and the players of
/// the entry that was chosen. Every player of the hidden entry has to be one of the open entry too;
/// entries that break this rule panic.
pub fn listed_by_information<G: Playable, H: Playable>(
    open: GameEntry<G>,
    hidden: GameEntry<H>,
    is_hidden: fn(&Settings, &Contents) -> bool,
) -> Box<dyn RegisteredGame> {
    assert_eq!(open.schema, hidden.schema, "both are one game");
    let fits = |player: &&'static Schema| open.players.contains(player);
    assert!(hidden.players.iter().all(fits), "players of the hidden entry fit the open one");
    let (open, hidden) = (Arc::new(open), Arc::new(hidden));
    Box::new(ByInformation { open, hidden, is_hidden })
}

/// A game that has a type for when something is hidden.
struct ByInformation<G: Playable, H: Playable> {
    open: Arc<GameEntry<G>>,
    hidden: Arc<GameEntry<H>>,
    is_hidden: fn(&Settings, &Contents) -> bool,
}

impl<G: Playable, H: Playable> RegisteredGame for ByInformation<G, H> {
    fn info(&self) -> GameInfo<'_> {
        self.open.info()
    }
    fn recommended(&self, players: &[&'static Schema]) -> Recommended {
        RegisteredGame::recommended(&self.open, players)
    }
    fn open(
        &self,
        roster: Arc<PlayerTable>,
        settings: Settings,
        files: Contents,
    ) -> Result<Box<dyn Table>, Error> {
        match (self.is_hidden)(&settings, &files) {
            true => {
                RegisteredGame::open(&self.hidden, fitting(&roster, &self.hidden), settings, files)
            }
            false => {
                RegisteredGame::open(&self.open, fitting(&roster, &self.open), settings, files)
            }
        }
    }
}

/// The roster of an opened game: the players that fit it, and its recommended player.
fn fitting<G: Playable>(roster: &PlayerTable, entry: &GameEntry<G>) -> Arc<PlayerTable> {
    let mut roster = roster.clone();
    roster.players.retain(|schema| entry.players.iter().any(|player| player.name == schema.name));
    roster.recommended = entry.recommended(&roster.players);
    Arc::new(roster)
}

impl<G: Playable> RegisteredGame for Arc<GameEntry<G>> {
    fn info(&self) -> GameInfo<'_> {
        GameInfo {
            schema: self.schema,
            title: self.title,
            family: self.family,
            players: &self.players,
            policies: self.parts.policies.own(),
            evaluations: self.parts.policies.evaluations(),
            presets: &self.presets,
            other_names: &self.other_names,
            rules: self.rules,
        }
    }
    fn recommended(&self, players: &[&'static Schema]) -> Recommended {
        GameEntry::recommended(self, players)
    }
    fn open(
        &self,
        roster: Arc<PlayerTable>,
        settings: Settings,
        files: Contents,
    ) -> Result<Box<dyn Table>, Error> {
        Ok(Box::new(GameTable::new(self.clone(), roster, settings, files)?))
    }
}
