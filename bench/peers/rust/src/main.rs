//! Searches of other crates beside Sortilege's own on the same games, on one thread: how fast they are, and who wins.
//!
//!     sortilege-peers speed CRATE GAME SIMULATIONS SECONDS
//!
//! gives both the same number of simulations and prints simulations per second: theirs, then ours, and how many there
//! were in a decision. Both take turns of a fraction of a second, so that a machine that is busy slows them down alike.
//!
//!     sortilege-peers match CRATE GAME MILLISECONDS GAMES
//!
//! gives both the same time a move and prints a line for every [game](matches::play).
//!
//!     sortilege-peers seat GAME SEARCH MILLISECONDS
//!
//! is [one side of a match](seat) whose referee is another program.

mod alternating;
mod choice;
mod information_sets;
mod matches;
mod measure;
mod playouts;
mod seat;
mod tree_crates;
mod turnbase_bots;

use choice::{Choice, Chooser, Limit};
use measure::side_by_side;
use sortilege::game::{Chance, Deterministic, Hidden, Observe, Outcomes, PerfectInfo, Sequential};
use sortilege::search::{MoIsmcts, Oos, Search, Setup, SoIsmcts, Uct};
use sortilege::{Budget, Player, Rng};
use sortilege_games::amazons::Amazons;
use sortilege_games::breakthrough::Breakthrough;
use sortilege_games::checkers::Checkers;
use sortilege_games::ewn::Ewn;
use sortilege_games::kuhn::Kuhn;
use sortilege_games::leduc::Leduc;
use sortilege_games::mnk::Mnk;
use sortilege_games::phantom_mnk::PhantomMnk;
use std::cell::Cell;
use std::process::ExitCode;
use std::time::Duration;

const USAGE: &str = "usage: sortilege-peers speed CRATE GAME SIMULATIONS SECONDS
       sortilege-peers match CRATE GAME MILLISECONDS GAMES
       sortilege-peers seat GAME SEARCH MILLISECONDS
crates mcts, treant, monte-carlo-tree-search and turnbase-bots play amazons, breakthrough, checkers, mnk and
tic-tac-toe; crates ismcts and turnbase-bots play phantom-mnk and phantom-tic-tac-toe; there is a seat at amazons,
breakthrough, checkers and ewn for uct, and at kuhn and leduc for mo-ismcts and oos";

/// What to do with two searches.
#[derive(Clone, Copy)]
enum Task {
    /// Measure both for so many seconds.
    Speed { simulations: u64, seconds: f64 },
    /// Play so many games.
    Match { time: Duration, games: u64 },
}

/// What was done, or nothing where the words make no sense.
type Done = Option<Result<(), String>>;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match do_as_told(&words) {
        None => {
            eprintln!("{USAGE}");
            ExitCode::from(2)
        }
        Some(Err(why)) => {
            eprintln!("sortilege-peers: {why}");
            ExitCode::FAILURE
        }
        Some(Ok(())) => ExitCode::SUCCESS,
    }
}

fn do_as_told(words: &[&str]) -> Done {
    let (peer, game, task) = match *words {
        ["speed", peer, game, simulations, seconds] => {
            let (simulations, seconds) = (simulations.parse().ok()?, seconds.parse().ok()?);
            (peer, game, Task::Speed { simulations, seconds })
        }
        ["match", peer, game, time, games] => {
            let (time, games) = (milliseconds(time)?, games.parse().ok()?);
            (peer, game, Task::Match { time, games })
        }
        ["seat", game, search, time] => return sit(game, search, milliseconds(time)?),
        _ => return None,
    };
    match game {
        "amazons" => open(peer, Amazons::default(), task),
        "breakthrough" => open(peer, Breakthrough::default(), task),
        "checkers" => open(peer, Checkers::default(), task),
        "mnk" => open(peer, Mnk::default(), task),
        "tic-tac-toe" => open(peer, Mnk::new(3, 3, 3).ok()?, task),
        "phantom-mnk" => phantom(peer, PhantomMnk::default(), task),
        "phantom-tic-tac-toe" => phantom(peer, PhantomMnk::new(3, 3, 3).ok()?, task),
        _ => None,
    }
}

fn milliseconds(text: &str) -> Option<Duration> {
    let number: f64 = text.parse().ok()?;
    Duration::try_from_secs_f64(number / 1000.0).ok()
}

/// A crate for perfect information against UCT.
fn open<G>(peer: &str, start: G, task: Task) -> Done
where
    G: Deterministic + PerfectInfo + Sequential + Send + Sync + 'static,
    G::Action: Send + Sync,
{
    let limit = task.limit();
    let mut uct = Uct::<G>::new(Setup::new(task.budget()));
    let mut ours = |state: &G, who, simulations: Option<u64>, seed| {
        uct.setup.budget = simulations.map_or(task.budget(), Budget::iterations);
        let decision = uct.decide(state, who, &mut Rng::new(seed));
        Choice { action: decision.action, simulations: decision.iterations }
    };
    match peer {
        "mcts" => {
            task.run(&start, &mut ours, &mut |state, _, seed| tree_crates::mcts::search(state, limit, seed))
        }
        "treant" => {
            task.run(&start, &mut ours, &mut |state, _, seed| tree_crates::treant::search(state, limit, seed))
        }
        "monte-carlo-tree-search" => {
            task.run(&start, &mut ours, &mut |state, _, seed| alternating::search(state, limit, seed))
        }
        "turnbase-bots" => {
            let mut bots = turnbase_bots::Searcher::new(&start, limit, false);
            task.run(&start, &mut ours, &mut |state, who, seed| bots.search(state, who, seed))
        }
        _ => None,
    }
}

/// A crate for hidden information against SO-ISMCTS.
fn phantom(peer: &str, start: PhantomMnk, task: Task) -> Done {
    let limit = task.limit();
    let mut search = SoIsmcts::<PhantomMnk>::new(Setup::new(task.budget()));
    let mut ours = |state: &PhantomMnk, who, simulations: Option<u64>, seed| {
        search.setup.budget = simulations.map_or(task.budget(), Budget::iterations);
        let decision = search.decide(&state.view(who), who, &mut Rng::new(seed));
        Choice { action: decision.action, simulations: decision.iterations }
    };
    match peer {
        "ismcts" => {
            let mut searcher = information_sets::Searcher::new(limit);
            task.run(&start, &mut ours, &mut |state, _, seed| searcher.search(state, seed))
        }
        "turnbase-bots" => {
            let mut bots = turnbase_bots::Searcher::new(&start, limit, true);
            task.run(&start, &mut ours, &mut |state, who, seed| bots.search(state, who, seed))
        }
        _ => None,
    }
}

/// Our search as a [`Chooser`] that can also be told how many simulations to make this time.
type Ours<'a, G> = dyn FnMut(&G, Player, Option<u64>, u64) -> Choice<<G as sortilege::Game>::Action> + 'a;

impl Task {
    fn limit(self) -> Limit {
        match self {
            Task::Speed { simulations, .. } => Limit::Simulations(simulations),
            Task::Match { time, .. } => Limit::Time(time),
        }
    }

    fn budget(self) -> Budget {
        match self {
            Task::Speed { simulations, .. } => Budget::iterations(simulations),
            Task::Match { time, .. } => Budget::time(time),
        }
    }

    fn run<G: Chance + Sequential>(
        self,
        start: &G,
        ours: &mut Ours<'_, G>,
        theirs: &mut Chooser<'_, G>,
    ) -> Done {
        match self {
            Task::Speed { seconds, .. } => {
                // A decision is not the same each time.
                let seed = Cell::new(0);
                let next = || seed.replace(seed.get() + 1);
                let rates = side_by_side(
                    || theirs(start, Player(0), next()).simulations,
                    |simulations| ours(start, Player(0), Some(simulations), next()).simulations,
                    seconds,
                );
                println!("{:.0} {:.0} {}", rates.theirs, rates.ours, rates.simulations);
                Some(Ok(()))
            }
            Task::Match { games, .. } => {
                let mut ours = |state: &G, who, seed| ours(state, who, None, seed);
                Some(matches::play(start, &mut ours, theirs, games))
            }
        }
    }
}

/// Our side of a match.
fn sit(game: &str, search: &str, time: Duration) -> Done {
    let budget = Budget::time(time);
    match (game, search) {
        ("amazons", "uct") => Some(seat::serve(&Amazons::default(), &mut uct(budget))),
        ("breakthrough", "uct") => Some(seat::serve(&Breakthrough::default(), &mut uct(budget))),
        ("checkers", "uct") => Some(seat::serve(&Checkers::default(), &mut uct(budget))),
        ("ewn", "uct") => Some(seat::serve(&Ewn::default(), &mut uct(budget))),
        ("kuhn", "mo-ismcts") => Some(seat::serve(&Kuhn::default(), &mut mo_ismcts(budget))),
        ("leduc", "mo-ismcts") => Some(seat::serve(&Leduc::default(), &mut mo_ismcts(budget))),
        ("kuhn", "oos") => Some(seat::serve(&Kuhn::default(), &mut oos(budget))),
        ("leduc", "oos") => Some(seat::serve(&Leduc::default(), &mut oos(budget))),
        _ => None,
    }
}

fn uct<G: Chance + PerfectInfo + Sequential>(budget: Budget) -> Uct<G> {
    Uct::new(Setup::new(budget))
}

fn oos<G: Default + Observe + Outcomes + Sequential>(budget: Budget) -> Oos<G> {
    Oos::from_start(Setup::new(budget), G::default())
}

fn mo_ismcts<G: Chance + Observe + Sequential>(budget: Budget) -> MoIsmcts<G> {
    MoIsmcts::new(Setup::new(budget))
}
