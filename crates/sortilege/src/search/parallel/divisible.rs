//! Requirements for running several searches as one: divisible budgets, and a final choice over the
//! sums.

use crate::game::{Chance, Hidden, Simultaneous};
use crate::progress::Watch;
use crate::search::{
    Algorithm, CheatingEnsemble, CheatingUct, DeterminizedUct, FinalChoice, Searcher,
};
use crate::{Budget, Turn};

/// A search of which several can share one budget; see
/// [`RootParallel`](crate::search::RootParallel).
pub trait Divisible {
    /// The budget of a decision.
    fn budget_mut(&mut self) -> &mut Budget;

    /// Rule that selects the action after the search.
    fn choice(&self) -> FinalChoice;

    /// The number of its trees, if it grows several in sequence. Its iterations and memory are then
    /// per tree.
    fn trees_mut(&mut self) -> Option<&mut u32> {
        None
    }

    /// The progress listener, if the search has one.
    fn watch_mut(&mut self) -> Option<&mut Watch> {
        None
    }

    /// Whether the values of candidates at such a turn are averages over all simulations, not only
    /// over those that began with the candidate.
    fn is_weighted(&self, _: Turn) -> bool {
        false
    }
}

impl<G: Hidden, A: Algorithm<G>, P, R, B> Divisible for Searcher<G, A, P, R, B> {
    fn budget_mut(&mut self) -> &mut Budget {
        &mut self.setup.budget
    }
    fn watch_mut(&mut self) -> Option<&mut Watch> {
        Some(&mut self.setup.watch)
    }
    fn choice(&self) -> FinalChoice {
        self.algorithm.choice().unwrap_or(self.setup.choice)
    }
    fn is_weighted(&self, turn: Turn) -> bool {
        self.algorithm.is_weighted(&self.rules, turn)
    }
}

impl<G: Chance + Hidden + Simultaneous, P, R> Divisible for CheatingUct<G, P, R> {
    fn budget_mut(&mut self) -> &mut Budget {
        self.uct.budget_mut()
    }
    fn watch_mut(&mut self) -> Option<&mut Watch> {
        self.uct.watch_mut()
    }
    fn choice(&self) -> FinalChoice {
        self.uct.choice()
    }
    fn is_weighted(&self, turn: Turn) -> bool {
        self.uct.is_weighted(turn)
    }
}

impl<G: Chance + Hidden + Simultaneous, P, R, D> Divisible for DeterminizedUct<G, P, R, D> {
    fn budget_mut(&mut self) -> &mut Budget {
        self.uct.budget_mut()
    }
    fn watch_mut(&mut self) -> Option<&mut Watch> {
        self.uct.watch_mut()
    }
    fn choice(&self) -> FinalChoice {
        self.uct.choice()
    }
    fn trees_mut(&mut self) -> Option<&mut u32> {
        Some(&mut self.trees)
    }
    fn is_weighted(&self, turn: Turn) -> bool {
        self.uct.is_weighted(turn)
    }
}

impl<G: Chance + Hidden + Simultaneous, P, R> Divisible for CheatingEnsemble<G, P, R> {
    fn budget_mut(&mut self) -> &mut Budget {
        self.uct.budget_mut()
    }
    fn watch_mut(&mut self) -> Option<&mut Watch> {
        self.uct.watch_mut()
    }
    fn choice(&self) -> FinalChoice {
        self.uct.choice()
    }
    fn trees_mut(&mut self) -> Option<&mut u32> {
        Some(&mut self.trees)
    }
    fn is_weighted(&self, turn: Turn) -> bool {
        self.uct.is_weighted(turn)
    }
}
