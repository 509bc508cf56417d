//! The cheating baselines of IS §IV-C: UCT on the true hidden state. They measure the value of the
//! hidden cards, and are the only searches that receive a state.

use super::determinized_uct::ensemble;
use super::{CheatingSearch, Decision, Note, Setup, Uct};
use crate::game::{Chance, Hidden, Simultaneous};
use crate::playout::{Playout, Rollout};
use crate::reward::{Reward, WinLoss};
use crate::{Player, Rng};

/// UCT with a single tree on the true state.
pub struct CheatingUct<G: Hidden, P = Rollout<G>, R = WinLoss> {
    /// The search on the true state.
    pub uct: Uct<G, P, R>,
}

impl<G: Chance + Hidden + Simultaneous, P, R> CheatingUct<G, P, R> {
    /// [`Uct::new`] with open cards.
    pub fn new(setup: Setup<P, R>) -> Self {
        CheatingUct { uct: Uct::new(setup) }
    }
}

impl<G, P, R> CheatingSearch<G> for CheatingUct<G, P, R>
where
    G: Chance + Hidden + Simultaneous,
    P: Playout<G>,
    R: Reward<G>,
{
    fn decide_knowing_all(&mut self, state: &G, who: Player, rng: &mut Rng) -> Decision<G::Action> {
        self.uct.search_state(state, who, rng)
    }

    fn new_game(&mut self) {
        self.uct.setup.reward.new_game();
    }

    fn reports_progress(&self) -> bool {
        self.uct.setup.watch.is_set()
    }

    fn notes(&self) -> Vec<Note> {
        self.uct.setup.reward.notes()
    }
}

/// UCT with several independent trees on the true state, whose visits are added at the root: the
/// cheating counterpart of [`DeterminizedUct`](super::DeterminizedUct).
pub struct CheatingEnsemble<G: Hidden, P = Rollout<G>, R = WinLoss> {
    /// Number of trees.
    pub trees: u32,
    /// The search that grows each tree; iterations are per tree, time is for all of them.
    pub uct: Uct<G, P, R>,
}

impl<G: Chance + Hidden + Simultaneous, P, R> CheatingEnsemble<G, P, R> {
    /// An ensemble of 40 trees.
    pub fn new(setup: Setup<P, R>) -> Self {
        CheatingEnsemble { trees: 40, uct: Uct::new(setup) }
    }
}

impl<G, P, R> CheatingSearch<G> for CheatingEnsemble<G, P, R>
where
    G: Chance + Hidden + Simultaneous,
    P: Playout<G>,
    R: Reward<G>,
{
    fn decide_knowing_all(&mut self, state: &G, who: Player, rng: &mut Rng) -> Decision<G::Action> {
        let setup = &self.uct.setup;
        let clock = setup.budget.start(&setup.stop).watched(setup.watch.is_set());
        ensemble(&mut self.uct, self.trees, clock, |_| state.clone(), who, rng)
    }

    fn new_game(&mut self) {
        self.uct.setup.reward.new_game();
    }

    fn reports_progress(&self) -> bool {
        self.uct.setup.watch.is_set()
    }

    fn notes(&self) -> Vec<Note> {
        self.uct.setup.reward.notes()
    }
}
