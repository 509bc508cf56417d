//! Progress of a running search, for terminals and web pages that show the candidates so far.

use crate::search::Tally;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// What a search has found so far.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Progress {
    /// Number of simulations made.
    pub iterations: u64,
    /// Time spent.
    pub time: Duration,
    /// One entry for each legal action, in the order of the game.
    pub candidates: Vec<Tally>,
}

/// Progress listener: a function that receives what a search has found so far, at most ten times a
/// second, on the thread of the search. By default there is none.
///
/// ```
/// use sortilege::progress::Watch;
/// use sortilege::search::{Search, Setup, Uct};
/// # use sortilege::testing::hand_made::{HandMade, Place};
/// # use sortilege::{Budget, Player, Rng};
/// # use std::time::Duration;
/// # let game = HandMade::new(&[Place::Choice(0, &[1, 2]), Place::End(&[0.2]), Place::End(&[0.8])]);
/// let watch = Watch::new(|progress| println!("{} simulations", progress.iterations));
/// let mut uct = Uct::<HandMade>::new(Setup::new(Budget::time(Duration::from_millis(10))).watch(watch));
/// uct.decide(&game, Player(0), &mut Rng::new(1));
/// ```
#[derive(Clone, Default)]
pub struct Watch(Option<Arc<ProgressListener>>);

/// The function that receives progress.
type ProgressListener = dyn Fn(&Progress) + Send + Sync;

impl Watch {
    /// A listener that calls a function.
    pub fn new(listener: impl Fn(&Progress) + Send + Sync + 'static) -> Self {
        Watch(Some(Arc::new(listener)))
    }

    /// Whether there is a listener.
    pub(crate) fn is_set(&self) -> bool {
        self.0.is_some()
    }

    /// Reports progress to the listener, if there is one.
    pub(crate) fn report(&self, progress: &Progress) {
        if let Some(listener) = &self.0 {
            listener(progress);
        }
    }
}

impl fmt::Debug for Watch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_set() { "Watch(..)" } else { "Watch(none)" })
    }
}
