//! What is being thought at a table right now, and who is told when something changes.

use crate::pool::locked;
use sortilege::Player;
use sortilege::progress::Progress;
use sortilege::search::Tally;
use sortilege_catalogue::Spec;
use std::sync::Mutex;
use tokio::sync::watch;

/// What somebody thinks just now.
#[derive(Clone, Debug)]
pub struct Thinking {
    /// Who thinks.
    pub who: Player,
    /// Whether others choose at the same time, who must not see it.
    pub together: bool,
    /// The player with all its settings, by which its values are read.
    pub player: Spec,
    /// What can be chosen.
    pub legal: Vec<String>,
    /// Simulations so far.
    pub iterations: u64,
    /// One for each that can be chosen; nothing if the player tells nothing.
    pub candidates: Vec<Tally>,
}

/// Numbers that change whenever something does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// With the game.
    pub game: u64,
    /// With what is being thought.
    pub thought: u64,
}

/// What is being thought, and a number that changes whenever anything at the table does. Whoever is
/// slow to look misses what was in between, and nothing piles up.
#[derive(Debug)]
pub struct SessionProgress {
    now: Mutex<Option<Thinking>>,
    changes: watch::Sender<Changes>,
}

impl Default for SessionProgress {
    fn default() -> Self {
        SessionProgress { now: Mutex::new(None), changes: watch::Sender::new(Changes::default()) }
    }
}

impl SessionProgress {
    /// Tells everybody that something has changed.
    pub fn change(&self) {
        self.changes.send_modify(|changes| changes.game += 1);
    }

    /// Is told of changes.
    pub fn subscribe(&self) -> watch::Receiver<Changes> {
        self.changes.subscribe()
    }

    /// Somebody begins to think.
    pub fn begin(&self, who: Player, together: bool, legal: Vec<String>, player: Spec) {
        *locked(&self.now) =
            Some(Thinking { who, together, player, legal, iterations: 0, candidates: vec![] });
        self.change();
    }

    /// Nobody thinks any more.
    pub fn end(&self) {
        *locked(&self.now) = None;
    }

    /// What a search tells of while it thinks.
    pub fn progress(&self, progress: &Progress) {
        if let Some(thinking) = &mut *locked(&self.now) {
            thinking.iterations = progress.iterations;
            thinking.candidates.clone_from(&progress.candidates);
        }
        self.changes.send_modify(|changes| changes.thought += 1);
    }

    /// What is being thought.
    pub fn now(&self) -> Option<Thinking> {
        locked(&self.now).clone()
    }
}
