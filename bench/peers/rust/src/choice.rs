//! What a search of another crate is told, and what it answers.

use sortilege::{Game, Player};
use std::time::{Duration, Instant};

/// How long a search goes on.
#[derive(Clone, Copy)]
pub enum Limit {
    /// So many simulations.
    Simulations(u64),
    /// So much time by the clock.
    Time(Duration),
}

/// A move, and what it took to find it.
pub struct Choice<A> {
    /// The move.
    pub action: A,
    /// Simulations made.
    pub simulations: u64,
}

/// Chooses a move for a player in a state, with a seed. It may look at what the player sees, and at
/// nothing else.
pub type Chooser<'a, G> = dyn FnMut(&G, Player, u64) -> Choice<<G as Game>::Action> + 'a;

/// Says after every simulation whether there is another one.
pub struct Clock {
    limit: Limit,
    began: Instant,
    /// Simulations that were begun.
    pub done: u64,
}

impl Clock {
    /// A clock that runs from now on.
    pub fn start(limit: Limit) -> Self {
        Clock { limit, began: Instant::now(), done: 0 }
    }

    /// Whether to make one more simulation, which is then counted. There is always a first one. The
    /// time is looked at every fourth simulation: often enough where these are slow, and cheap
    /// enough where they are fast.
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
