//! The running search of a table, and notification of clients when something changes.

use crate::pool::locked;
use sortilege::Player;
use sortilege::progress::Progress;
use sortilege::search::Tally;
use sortilege_catalogue::PlayerProfile;
use std::sync::Mutex;
use tokio::sync::watch;

/// State of the running search.
#[derive(Clone, Debug)]
pub struct Thinking {
    /// Acting player.
    pub who: Player,
    /// Whether other players choose at the same time; they must not see the search.
    pub together: bool,
    /// The AI with all its settings, which define how its values are read.
    pub player: PlayerProfile,
    /// Legal moves.
    pub legal: Vec<String>,
    /// Simulations so far.
    pub iterations: u64,
    /// One entry for each legal move; empty if the player reports no statistics.
    pub candidates: Vec<Tally>,
}

/// Change counters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// Counter of changes of the game.
    pub game: u64,
    /// Counter of changes of the search.
    pub thought: u64,
}

/// The running search, and counters of all changes at the table. A slow client skips intermediate
/// changes, so nothing piles up.
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
    /// Notifies all clients of a change.
    pub fn change(&self) {
        self.changes.send_modify(|changes| changes.game += 1);
    }

    /// Returns a receiver that is notified of changes.
    pub fn subscribe(&self) -> watch::Receiver<Changes> {
        self.changes.subscribe()
    }

    /// Begins a search.
    pub fn begin(&self, who: Player, together: bool, legal: Vec<String>, player: PlayerProfile) {
        *locked(&self.now) =
            Some(Thinking { who, together, player, legal, iterations: 0, candidates: vec![] });
        self.change();
    }

    /// Ends the search.
    pub fn end(&self) {
        *locked(&self.now) = None;
    }

    /// Records the progress that a search reports.
    pub fn progress(&self, progress: &Progress) {
        if let Some(thinking) = &mut *locked(&self.now) {
            thinking.iterations = progress.iterations;
            thinking.candidates.clone_from(&progress.candidates);
        }
        self.changes.send_modify(|changes| changes.thought += 1);
    }

    /// Returns the state of the running search.
    pub fn now(&self) -> Option<Thinking> {
        locked(&self.now).clone()
    }
}
