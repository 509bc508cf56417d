//! Services that all games of the server share: the catalogue, the thread pool for searches, and
//! the store of games.

use crate::notes::Notes;
use crate::pool::Pool;
use crate::secrets::Secrets;
use crate::session_store::SessionStore;
use crate::trees::Trees;
use sortilege_catalogue::files::Contents;
use sortilege_catalogue::{Catalogue, Files};
use std::path::PathBuf;
use std::time::Duration;

/// Configuration of the server.
#[derive(Clone, Debug)]
pub struct Rules {
    /// Number of threads for searches.
    pub threads: usize,
    /// Time limit of an AI for one decision.
    pub longest: Duration,
    /// Limit of open games.
    pub most_games: usize,
    /// Bytes for the trees of all players between their decisions; the least recently used trees
    /// are freed first.
    pub memory: usize,
    /// Folder in which games are stored over a restart; `None` stores no games.
    pub games: Option<PathBuf>,
    /// Folder with runs of experiments.
    pub runs: Option<PathBuf>,
    /// Files that requests may name, such as rulesheets, by the names that requests use.
    pub files: Contents,
}

impl Default for Rules {
    fn default() -> Self {
        let threads = std::thread::available_parallelism().map_or(1, |threads| threads.get());
        Rules {
            threads,
            longest: Duration::from_secs(60),
            most_games: 1000,
            memory: 1 << 30,
            games: None,
            runs: None,
            files: Contents::default(),
        }
    }
}

/// Services that all games share.
pub struct Services {
    /// Games and players. Settings can name only the files of the rules.
    pub catalogue: Catalogue,
    pub(crate) rules: Rules,
    pub(crate) pool: Pool,
    pub(crate) secrets: Secrets,
    pub(crate) keep: SessionStore,
    pub(crate) trees: Trees,
    /// Cached contents of the folders of runs.
    pub(crate) notes: Notes,
}

impl Services {
    /// Creates the services for a catalogue. Requests can name only the files of `rules`, whatever
    /// files the settings of the catalogue may name elsewhere.
    pub fn new(catalogue: Catalogue, rules: Rules) -> Self {
        Services {
            catalogue: catalogue.with_files(Files::none().holding(rules.files.clone())),
            pool: Pool::new(rules.threads, rules.longest),
            secrets: Secrets::default(),
            keep: SessionStore::new(rules.games.clone()),
            trees: Trees::new(rules.memory),
            notes: Notes::default(),
            rules,
        }
    }
}
