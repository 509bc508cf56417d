//! Players on several threads: the settings for it, and searches that run as one.
//!
//! With `roots` there are several searches that share the budget, and `threads` say how many of them run at a time,
//! which makes no difference to the answer. With one root, `threads` grow its tree together if the search can do that.
//!
//! No more threads are used than the machine has cores: more would keep each other waiting, and a budget of time with them.
//!
//! Searches that run as one are behind a pointer each, called once a decision: so what deals with threads is compiled
//! once a game, and not once for each of its searches.

use crate::brain::Brain;
use crate::entry::Playable;
use crate::setting::{Field, Kind, Settings};
use crate::{Error, Spec};
use sortilege::game::Hidden;
use sortilege::search::{CheatingSearch, Decision, Divisible, FinalChoice, Note, RootParallel, Search};
use sortilege::{Budget, Game, Player, Rng, Turn};
use std::thread::available_parallelism;

/// More than any machine has cores is a slip of the finger.
const MOST: u64 = 1024;

pub(crate) const ROOTS: Field = Field::new(
    "roots",
    Kind::Whole(1, MOST),
    "1",
    "how many searches share the budget, each with a tree of its own, and add up what they found",
)
.unsaid();
/// For searches with a tree to a thread.
pub(crate) const THREADS: Field = Field::new(
    "threads",
    Kind::Whole(1, MOST),
    "1",
    "how many of the roots are searched at a time, on as many cores at most; results do not depend on it",
)
.unsaid();
/// For searches with a tree for several threads: [these](SHARED_TREES).
pub(crate) const THREADS_AT_A_TREE: Field = Field {
    help: "how many of the roots are searched at a time; with one root, how many threads grow its tree, \
           and results then depend on the machine; no more are used than there are cores",
    ..THREADS
};

/// Whose tree several threads can grow.
const SHARED_TREES: [&str; 3] = ["uct", "so-ismcts", "so-ismcts-pom"];

/// On how many threads a player thinks, by its settings.
pub fn threads(player: &Spec) -> usize {
    number(player, "threads")
}

/// Whether a player's answers depend on the machine, by its settings: on how fast it is, or on which of several threads
/// comes first at a tree that they share.
pub fn depends_on_machine(player: &Spec) -> bool {
    player.get("time").is_some() || (number(player, "threads") > 1 && number(player, "roots") == 1)
}

/// So many of some threads as there are cores for, if the system says how many these are.
pub(crate) fn useful(threads: usize) -> usize {
    available_parallelism().map_or(threads, |cores| threads.min(cores.get()))
}

fn number(player: &Spec, setting: &str) -> usize {
    player.get(setting).and_then(|value| value.name.parse().ok()).unwrap_or(1)
}

/// How many searches, and on how many threads.
struct Roots {
    searches: usize,
    threads: usize,
}

impl Roots {
    /// What settings ask for; nothing if that is a single search.
    fn read(settings: &Settings) -> Result<Option<Self>, Error> {
        let name = settings.schema().name;
        let refuse = |why| Err(Error::Settings { owner: name.to_string(), why });
        let [roots, threads] = ["roots", "threads"].map(|name| settings.whole(name));
        let trees = if settings.has("trees") { settings.whole("trees") } else { MOST };
        match roots {
            _ if roots > trees => refuse(format!(
                "`roots` share out the trees, so with `trees={trees}` they are {trees} at most"
            )),
            1 if threads == 1 || SHARED_TREES.contains(&name) => Ok(None),
            1 => refuse(format!(
                "threads cannot grow a tree together here, so `threads={threads}` needs `roots={threads}` or more"
            )),
            _ if threads > roots => refuse(format!(
                "`threads` search the roots, so with `roots={roots}` they are {roots} at most"
            )),
            _ => Ok(Some(Roots { searches: roots as usize, threads: useful(threads as usize) })),
        }
    }

    /// That many searches as one.
    fn of<S: ?Sized>(&self, make: Make<S>) -> Result<RootParallel<Root<S>>, Error>
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

/// Gives one search after another, all alike.
type Make<'a, S> = &'a dyn Fn() -> Result<Box<S>, Error>;

/// The player that settings describe, who is shown what its seat knows: a search that `make` gives, or several.
pub(crate) fn fair<G, S>(settings: &Settings, make: impl Fn() -> Result<S, Error>) -> Result<Brain<G>, Error>
where
    G: Playable,
    S: Search<G> + Divisible + 'static,
{
    fair_brain(settings, &|| Ok(Box::new(make()?)))
}

fn fair_brain<G: Playable>(settings: &Settings, make: Make<dyn FairRoot<G>>) -> Result<Brain<G>, Error> {
    Ok(match Roots::read(settings)? {
        Some(roots) => Brain::fair(roots.of(make)?),
        None => Brain::Fair(make()?),
    })
}

/// The player that settings describe, who is shown everything: a search that `make` gives, or several.
pub(crate) fn cheating<G, S>(
    settings: &Settings,
    make: impl Fn() -> Result<S, Error>,
) -> Result<Brain<G>, Error>
where
    G: Playable,
    S: CheatingSearch<G> + Divisible + 'static,
{
    cheating_brain(settings, &|| Ok(Box::new(make()?)))
}

fn cheating_brain<G: Playable>(
    settings: &Settings,
    make: Make<dyn CheatingRoot<G>>,
) -> Result<Brain<G>, Error> {
    Ok(match Roots::read(settings)? {
        Some(roots) => Brain::cheating(roots.of(make)?),
        None => Brain::Cheating(make()?),
    })
}

/// Searches that are shown what their seat knows, as one.
pub(crate) type FairRoots<G> = RootParallel<Root<dyn FairRoot<G>>>;

/// The searches that settings ask for, if these are several.
pub(crate) fn fair_roots<G, S>(
    settings: &Settings,
    make: impl Fn() -> Result<S, Error>,
) -> Result<Option<FairRoots<G>>, Error>
where
    G: Playable,
    S: Search<G> + Divisible + 'static,
{
    let erased: Make<dyn FairRoot<G>> = &|| Ok(Box::new(make()?));
    Roots::read(settings)?.map(|roots| roots.of(erased)).transpose()
}

/// A search among several.
pub(crate) struct Root<S: ?Sized>(Box<S>);

/// A search that is shown what its seat knows, and can share a budget.
pub(crate) trait FairRoot<G: Hidden>: Search<G> + Divisible {}
impl<G: Hidden, S: Search<G> + Divisible> FairRoot<G> for S {}

/// A search that is shown everything, and can share a budget.
pub(crate) trait CheatingRoot<G: Game>: CheatingSearch<G> + Divisible {}
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
    fn notes(&self) -> Vec<Note> {
        self.0.notes()
    }
}
