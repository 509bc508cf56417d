//! Root parallelization, by the settings of [`parallel`](crate::parallel).
//!
//! Each search is behind a pointer that is called once per decision, so the code for threads is
//! compiled once per game and not once for each of its searches.

use crate::Error;
use crate::any_search::AnySearch;
use crate::capability::Playable;
use crate::common::TREES;
use crate::parallel::{ROOTS, THREADS, useful};
use crate::setting::Settings;
use sortilege::game::{Hidden, Observation, Observe};
use sortilege::progress::Watch;
use sortilege::search::{
    CheatingSearch, Decision, Divisible, FinalChoice, Name, Note, RootParallel, Search,
};
use sortilege::tree::{Extent, Outline};
use sortilege::{Budget, Game, Player, Rng, Turn};

/// Number of searches and of threads.
struct Roots {
    searches: usize,
    threads: usize,
}

/// Whether several threads can grow the tree of one root.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tree {
    OfOneThread,
    OfSeveralThreads,
}

impl Roots {
    /// Reads the settings; `None` means a single search.
    fn read(settings: &Settings, tree: Tree) -> Result<Option<Self>, Error> {
        let refuse = |why: String| Err(settings.refused(why));
        let (roots, threads) = (settings.get(&ROOTS), settings.get(&THREADS));
        if settings.has(&TREES) && roots > settings.get(&TREES) as usize {
            let trees = settings.get(&TREES);
            return refuse(format!(
                "`roots` share out the trees, so with `trees={trees}` they are {trees} at most"
            ));
        }
        match roots {
            1 if threads == 1 || tree == Tree::OfSeveralThreads => Ok(None),
            1 => refuse(format!(
                "threads cannot grow a tree together here, so `threads={threads}` needs \
                 `roots={threads}` or more"
            )),
            _ if threads > roots => refuse(format!(
                "`threads` search the roots, so with `roots={roots}` they are {roots} at most"
            )),
            _ => Ok(Some(Roots { searches: roots, threads: useful(threads) })),
        }
    }

    /// Combines the searches into one.
    fn of<S: ?Sized>(&self, make: MakeSearch<S>) -> Result<RootParallel<Root<S>>, Error>
    where
        Root<S>: Divisible,
    {
        let mut searches = Vec::with_capacity(self.searches);
        for _ in 0..self.searches {
            searches.push(Root(make()?));
        }
        let mut each = searches.into_iter();
        let next = || each.next().expect("there are as many as will be asked for");
        Ok(RootParallel::new(self.searches, self.threads, next))
    }
}

/// Builds one of several equal searches.
type MakeSearch<'a, S> = &'a dyn Fn() -> Result<Box<S>, Error>;

/// Builds the player that settings describe, which receives the view of its seat: one search of
/// `make`, or several.
pub fn fair<G, S>(
    settings: &Settings,
    make: impl Fn() -> Result<S, Error>,
) -> Result<AnySearch<G>, Error>
where
    G: Playable,
    S: Search<G> + Divisible + 'static,
{
    one_or_more_fair(settings, Tree::OfOneThread, &|| Ok(Box::new(make()?)))
}

/// The same for searches whose type is known only to `make`.
pub fn fair_boxed<G: Playable>(
    settings: &Settings,
    make: &dyn Fn() -> Result<Box<dyn FairRoot<G>>, Error>,
) -> Result<AnySearch<G>, Error> {
    one_or_more_fair(settings, Tree::OfOneThread, make)
}

/// The same for a search whose tree several threads can grow.
pub fn fair_at_one_tree<G, S>(
    settings: &Settings,
    make: impl Fn() -> Result<S, Error>,
) -> Result<AnySearch<G>, Error>
where
    G: Playable,
    S: Search<G> + Divisible + 'static,
{
    one_or_more_fair(settings, Tree::OfSeveralThreads, &|| Ok(Box::new(make()?)))
}

fn one_or_more_fair<G: Playable>(
    settings: &Settings,
    tree: Tree,
    make: MakeSearch<dyn FairRoot<G>>,
) -> Result<AnySearch<G>, Error> {
    Ok(match Roots::read(settings, tree)? {
        Some(roots) => AnySearch::fair(roots.of(make)?),
        None => AnySearch::fair_boxed(make()?),
    })
}

/// Builds the player that settings describe, which receives the whole state: one search of `make`,
/// or several.
pub fn cheating<G, S>(
    settings: &Settings,
    make: impl Fn() -> Result<S, Error>,
) -> Result<AnySearch<G>, Error>
where
    G: Playable,
    S: CheatingSearch<G> + Divisible + 'static,
{
    one_or_more_cheating(settings, &|| Ok(Box::new(make()?)))
}

fn one_or_more_cheating<G: Playable>(
    settings: &Settings,
    make: MakeSearch<dyn CheatingRoot<G>>,
) -> Result<AnySearch<G>, Error> {
    Ok(match Roots::read(settings, Tree::OfOneThread)? {
        Some(roots) => AnySearch::cheating(roots.of(make)?),
        None => AnySearch::cheating_boxed(make()?),
    })
}

/// Several searches as one, which receive the view of their seat.
pub type FairRoots<G> = RootParallel<Root<dyn FairRoot<G>>>;

/// Builds the searches that settings describe, if they are several.
pub fn fair_roots<G, S>(
    settings: &Settings,
    make: impl Fn() -> Result<S, Error>,
) -> Result<Option<FairRoots<G>>, Error>
where
    G: Playable,
    S: Search<G> + Divisible + 'static,
{
    let erased: MakeSearch<dyn FairRoot<G>> = &|| Ok(Box::new(make()?));
    Roots::read(settings, Tree::OfOneThread)?.map(|roots| roots.of(erased)).transpose()
}

/// A search among several.
pub struct Root<S: ?Sized>(Box<S>);

/// A search that receives the view of its seat, and can share a budget.
pub trait FairRoot<G: Hidden>: Search<G> + Divisible {}
impl<G: Hidden, S: Search<G> + Divisible> FairRoot<G> for S {}

/// A search that receives the whole state, and can share a budget.
pub trait CheatingRoot<G: Game>: CheatingSearch<G> + Divisible {}
impl<G: Game, S: CheatingSearch<G> + Divisible> CheatingRoot<G> for S {}

impl<S: Divisible + ?Sized> Divisible for Root<S> {
    fn budget_mut(&mut self) -> &mut Budget {
        self.0.budget_mut()
    }
    fn choice(&self) -> FinalChoice {
        self.0.choice()
    }
    fn trees_mut(&mut self) -> Option<&mut u32> {
        self.0.trees_mut()
    }
    fn watch_mut(&mut self) -> Option<&mut Watch> {
        self.0.watch_mut()
    }
    fn is_weighted(&self, turn: Turn) -> bool {
        self.0.is_weighted(turn)
    }
}

impl<G: Hidden> Search<G> for Root<dyn FairRoot<G>> {
    fn decide(&mut self, view: &G::View, who: Player, rng: &mut Rng) -> Decision<G::Action> {
        self.0.decide(view, who, rng)
    }
    fn new_game(&mut self) {
        self.0.new_game();
    }
    fn wants_observations(&self) -> bool {
        self.0.wants_observations()
    }
    fn reports_progress(&self) -> bool {
        self.0.reports_progress()
    }
    fn observe(&mut self, who: Player, seen: &Observation<G>)
    where
        G: Observe,
    {
        self.0.observe(who, seen);
    }
    fn outline(&self, view: &G::View, extent: &Extent, name: &Name<'_, G>) -> Option<Outline> {
        self.0.outline(view, extent, name)
    }
    fn notes(&self) -> Vec<Note> {
        self.0.notes()
    }
}

impl<G: Game> CheatingSearch<G> for Root<dyn CheatingRoot<G>> {
    fn decide_knowing_all(&mut self, state: &G, who: Player, rng: &mut Rng) -> Decision<G::Action> {
        self.0.decide_knowing_all(state, who, rng)
    }
    fn new_game(&mut self) {
        self.0.new_game();
    }
    fn reports_progress(&self) -> bool {
        self.0.reports_progress()
    }
    fn notes(&self) -> Vec<Note> {
        self.0.notes()
    }
}
