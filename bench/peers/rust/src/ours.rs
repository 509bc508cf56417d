//! Searches of Sortilege by their names on the command line: `uct`, `uct:solver=true`,
//! `so-ismcts:c=1.4`.

use sortilege::Budget;
use sortilege::game::{Chance, Deterministic, Hidden, Observe, Outcomes, PerfectInfo, Sequential};
use sortilege::search::{
    DeterminizedUct, MoIsmcts, Oos, Search, Setup, SoIsmcts, SubgameSolving, TreeRules, Uct,
};
use std::hash::Hash;

/// A search with settings that can be changed before a decision.
pub trait Ours<G: Hidden>: Search<G> {
    /// Budget of the search.
    fn budget(&mut self) -> &mut Budget;

    /// Rules of the tree descent, if the trees have them.
    fn rules(&mut self) -> Option<&mut TreeRules>;
}

macro_rules! ours {
    ($search:ident: $($bound:ident)+, $it:ident => $budget:expr, $rules:expr) => {
        impl<G: Sequential $(+ $bound)+> Ours<G> for $search<G> {
            fn budget(&mut self) -> &mut Budget {
                let $it = self;
                &mut $budget
            }
            fn rules(&mut self) -> Option<&mut TreeRules> {
                let $it = self;
                $rules
            }
        }
    };
}

ours!(Uct: Chance PerfectInfo, it => it.setup.budget, Some(&mut it.rules));
ours!(SoIsmcts: Chance Hidden, it => it.setup.budget, Some(&mut it.rules));
ours!(MoIsmcts: Chance Observe, it => it.setup.budget, Some(&mut it.rules));
ours!(DeterminizedUct: Chance Hidden, it => it.uct.setup.budget, Some(&mut it.uct.rules));
ours!(Oos: Chance Observe, it => it.setup.budget, { _ = it; None });
ours!(SubgameSolving: Outcomes Observe Eq Hash, it => it.uct.setup.budget, { _ = it; None });

/// Search with this name for a game with perfect information.
pub fn open<G>(name: &str, budget: Budget) -> Option<Box<dyn Ours<G>>>
where
    G: Chance + PerfectInfo + Sequential + 'static,
{
    told(name, |name| match name {
        "uct" => Some(Box::new(Uct::new(Setup::new(budget)))),
        _ => None,
    })
}

/// Search with this name for a game with perfect information and without chance, where it may use
/// the solver.
pub fn board<G>(name: &str, budget: Budget) -> Option<Box<dyn Ours<G>>>
where
    G: Deterministic + PerfectInfo + Sequential + 'static,
{
    match name {
        "uct:solver=true" => Some(Box::new(Uct::new(Setup::new(budget)).solving())),
        _ => open(name, budget),
    }
}

/// Search with this name for a game with hidden information and the initial state `start`.
pub fn hidden<G>(name: &str, start: &G, budget: Budget) -> Option<Box<dyn Ours<G>>>
where
    G: Observe + Outcomes + Sequential + Eq + Hash + 'static,
{
    let setup = Setup::new(budget);
    told(name, |name| {
        Some(match name {
            "so-ismcts" => Box::new(SoIsmcts::new(setup)),
            "mo-ismcts" => Box::new(MoIsmcts::new(setup)),
            "determinized-uct" => Box::new(DeterminizedUct::new(setup)),
            "oos" => Box::new(Oos::from_start(setup, start.clone())),
            "subgame-solving" => Box::new(SubgameSolving::from_start(setup, start.clone())),
            _ => return None,
        })
    })
}

/// Creates a search from a name, with the exploration constant that follows it.
fn told<G: Hidden>(
    words: &str,
    make: impl FnOnce(&str) -> Option<Box<dyn Ours<G>>>,
) -> Option<Box<dyn Ours<G>>> {
    let Some((name, c)) = words.split_once(":c=") else {
        return make(words);
    };
    let mut search = make(name)?;
    search.rules()?.c = c.parse().ok()?;
    Some(search)
}
