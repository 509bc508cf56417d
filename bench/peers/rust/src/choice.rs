//! Input and output of a search of another crate.

use sortilege::{Game, Player};
use std::time::{Duration, Instant};

/// Limit of a search.
#[derive(Clone, Copy)]
pub enum Limit {
    /// Number of simulations.
    Simulations(u64),
    /// Wall time.
    Time(Duration),
}

/// A move, and the effort of finding it.
pub struct Choice<A> {
    /// The move.
    pub action: A,
    /// Number of simulations.
    pub simulations: u64,
}

/// Chooses a move for a player in a state, with a seed. It may use only what the player observes.
pub type Chooser<'a, G> = dyn FnMut(&G, Player, u64) -> Choice<<G as Game>::Action> + 'a;

/// Counts simulations and checks the limit after each.
pub struct Clock {
    limit: Limit,
    began: Instant,
    /// Number of started simulations.
    pub done: u64,
}

impl Clock {
    /// Starts the clock.
    pub fn start(limit: Limit) -> Self {
        Clock { limit, began: Instant::now(), done: 0 }
    }

    /// Whether to make one more simulation, which is then counted. The first is always made. Time
    /// is checked at every fourth simulation: often enough if simulations are slow, and cheap
    /// enough if they are fast.
    #[inline]
    pub fn goes_on(&mut self) -> bool {
        let more = match self.limit {
            Limit::Simulations(most) => self.done < most,
            Limit::Time(most) => {
                self.done == 0 || !self.done.is_multiple_of(4) || self.began.elapsed() < most
            }
        };
        self.done += u64::from(more);
        more
    }
}
