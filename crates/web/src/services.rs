//! What all games of a house share: what can be played, the threads on which players think, and
//! where games are kept.

use crate::notes::Notes;
use crate::pool::Pool;
use crate::secrets::Secrets;
use crate::session_store::SessionStore;
use crate::trees::Trees;
use sortilege_catalogue::files::Contents;
use sortilege_catalogue::{Catalogue, Files};
use std::path::PathBuf;
use std::time::Duration;

/// How a house is run.
#[derive(Clone, Debug)]
pub struct Rules {
    /// On how many threads players think.
    pub threads: usize,
    /// How long a player may think about one decision.
    pub longest: Duration,
    /// How many games are open at most.
    pub most_games: usize,
    /// Bytes for the trees of all players between their decisions; the trees that were used longest
    /// ago are freed.
    pub memory: usize,
    /// Where games are kept over a restart; nowhere unless given.
    pub games: Option<PathBuf>,
    /// Where runs of experiments are looked for.
    pub runs: Option<PathBuf>,
    /// The files that requests may name, such as rulesheets, by the names under which they do.
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

/// What all games share.
pub struct Services {
    /// What can be played. Settings name no files but those of the rules.
    pub catalogue: Catalogue,
    pub(crate) rules: Rules,
    pub(crate) pool: Pool,
    pub(crate) secrets: Secrets,
    pub(crate) keep: SessionStore,
    pub(crate) trees: Trees,
    /// What was found in folders of runs.
    pub(crate) notes: Notes,
}

impl Services {
    /// For the games of a catalogue. Whichever files its settings may name elsewhere, requests name
    /// those of `rules`.
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
