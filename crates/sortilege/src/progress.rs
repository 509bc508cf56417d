//! Watching a search while it thinks: for terminals and pages, which show what it considers so far.

use crate::search::Tally;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// What a search has found so far.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Progress {
    /// Simulations made.
    pub iterations: u64,
    /// Time taken.
    pub time: Duration,
    /// One for each legal action, in the game's order.
    pub candidates: Vec<Tally>,
}

/// Is told what a search has found so far, at most ten times a second, by the thread that searches;
/// by default nobody is.
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
pub struct Watch(Option<Arc<Tell>>);

/// Is told of progress.
type Tell = dyn Fn(&Progress) + Send + Sync;

impl Watch {
    /// Calls a function.
    pub fn new(tell: impl Fn(&Progress) + Send + Sync + 'static) -> Self {
        Watch(Some(Arc::new(tell)))
    }

    /// Whether there is anybody to be told.
    pub(crate) fn is_set(&self) -> bool {
        self.0.is_some()
    }

    /// Tells of what was found.
    pub(crate) fn tell(&self, progress: &Progress) {
        if let Some(tell) = &self.0 {
            tell(progress);
        }
    }
}

impl fmt::Debug for Watch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_set() { "Watch(..)" } else { "Watch(nobody)" })
    }
}
