//! Comparison of searches of other crates with Sortilege on the same games, on one thread: speed
//! and matches.
//!
//!     sortilege-peers speed CRATE GAME SEARCH SIMULATIONS SECONDS
//!
//! gives the crate and the search of Sortilege the same number of simulations and prints the
//! simulations per second of the crate and of Sortilege, and the simulations per decision. Both
//! take turns of a fraction of a second, so that other load affects them equally.
//!
//!     sortilege-peers match CRATE GAME SEARCH MILLISECONDS GAMES
//!
//! gives both the same time per move and prints a line for every [game](matches::play).
//!
//!     sortilege-peers seat GAME SEARCH MILLISECONDS
//!
//! is [one side of a match](seat) whose referee is another program.

mod alternating;
mod choice;
mod information_sets;
mod matches;
mod measure;
mod ours;
mod playouts;
mod seat;
mod tree_crates;
mod turnbase_bots;

use choice::{Choice, Chooser, Limit};
use measure::side_by_side;
use ours::Ours;
use sortilege::game::{Chance, Deterministic, Hidden, PerfectInfo, Sequential};
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

const USAGE: &str = "usage: sortilege-peers speed CRATE GAME SEARCH SIMULATIONS SECONDS
       sortilege-peers match CRATE GAME SEARCH MILLISECONDS GAMES
       sortilege-peers seat GAME SEARCH MILLISECONDS
crates mcts, treant, monte-carlo-tree-search and turnbase-bots play amazons, breakthrough, checkers, mnk and
tic-tac-toe; crates ismcts and turnbase-bots play phantom-mnk and phantom-tic-tac-toe; there is a seat at amazons,
breakthrough, checkers, ewn, kuhn and leduc. Where all is open our search is uct or, but for ewn, uct:solver=true,
elsewhere so-ismcts, mo-ismcts, determinized-uct, oos or subgame-solving; a constant may follow, as in
so-ismcts:c=1.4. Of the crate ismcts there are also ismcts:c=1.4, and ismcts:answers, in whose tree answers to tries
are moves";

/// Task for two searches.
#[derive(Clone, Copy)]
enum Task {
    /// Measure both for `seconds`.
    Speed { simulations: u64, seconds: f64 },
    /// Play `games` games.
    Match { time: Duration, games: u64 },
}

/// Result of the task; `None` if the arguments are invalid.
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
    let (peer, game, search, task) = match *words {
        ["speed", peer, game, search, simulations, seconds] => {
            let (simulations, seconds) = (simulations.parse().ok()?, seconds.parse().ok()?);
            (peer, game, search, Task::Speed { simulations, seconds })
        }
        ["match", peer, game, search, time, games] => {
            let (time, games) = (milliseconds(time)?, games.parse().ok()?);
            (peer, game, search, Task::Match { time, games })
        }
        ["seat", game, search, time] => return sit(game, search, milliseconds(time)?),
        _ => return None,
    };
    match game {
        "amazons" => open(peer, Amazons::default(), search, task),
        "breakthrough" => open(peer, Breakthrough::default(), search, task),
        "checkers" => open(peer, Checkers::default(), search, task),
        "mnk" => open(peer, Mnk::default(), search, task),
        "tic-tac-toe" => open(peer, Mnk::new(3, 3, 3).ok()?, search, task),
        "phantom-mnk" => phantom(peer, PhantomMnk::default(), search, task),
        "phantom-tic-tac-toe" => phantom(peer, PhantomMnk::new(3, 3, 3).ok()?, search, task),
        _ => None,
    }
}

fn milliseconds(text: &str) -> Option<Duration> {
    let number: f64 = text.parse().ok()?;
    Duration::try_from_secs_f64(number / 1000.0).ok()
}

/// A crate for perfect information against Sortilege.
fn open<G>(peer: &str, start: G, search: &str, task: Task) -> Done
where
    G: Deterministic + PerfectInfo + Sequential + Send + Sync + 'static,
    G::Action: Send + Sync,
{
    let limit = task.limit();
    let mut ours = ours::board(search, task.budget())?;
    let ours = ours.as_mut();
    match peer {
        "mcts" => task
            .run(&start, ours, &mut |state, _, seed| tree_crates::mcts::search(state, limit, seed)),
        "treant" => task.run(&start, ours, &mut |state, _, seed| {
            tree_crates::treant::search(state, limit, seed)
        }),
        "monte-carlo-tree-search" => {
            task.run(&start, ours, &mut |state, _, seed| alternating::search(state, limit, seed))
        }
        "turnbase-bots" => {
            let mut bots = turnbase_bots::Searcher::new(&start, limit, false);
            task.run(&start, ours, &mut |state, who, seed| bots.search(state, who, seed))
        }
        _ => None,
    }
}

/// A crate for hidden information against Sortilege.
fn phantom(peer: &str, start: PhantomMnk, search: &str, task: Task) -> Done {
    let limit = task.limit();
    let mut ours = ours::hidden(search, &start, task.budget())?;
    let ours = ours.as_mut();
    match peer.split_once(':').unwrap_or((peer, "")) {
        ("ismcts", setting) => {
            let mut searcher = information_sets::Searcher::new(limit, setting)?;
            task.run(&start, ours, &mut |state, _, seed| searcher.search(state, seed))
        }
        ("turnbase-bots", "") => {
            let mut bots = turnbase_bots::Searcher::new(&start, limit, true);
            task.run(&start, ours, &mut |state, who, seed| bots.search(state, who, seed))
        }
        _ => None,
    }
}

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

    fn run<G: Chance + Hidden + Sequential>(
        self,
        start: &G,
        ours: &mut dyn Ours<G>,
        theirs: &mut Chooser<'_, G>,
    ) -> Done {
        let mut decide = |state: &G, who, budget, seed| {
            *ours.budget() = budget;
            let decision = ours.decide(&state.view(who), who, &mut Rng::new(seed));
            Choice { action: decision.action, simulations: decision.iterations }
        };
        match self {
            Task::Speed { seconds, .. } => {
                // Each decision uses another seed.
                let seed = Cell::new(0);
                let next = || seed.replace(seed.get() + 1);
                let rates = side_by_side(
                    || theirs(start, Player(0), next()).simulations,
                    |simulations| {
                        decide(start, Player(0), Budget::iterations(simulations), next())
                            .simulations
                    },
                    seconds,
                );
                println!("{:.0} {:.0} {}", rates.theirs, rates.ours, rates.simulations);
                Some(Ok(()))
            }
            Task::Match { games, .. } => {
                let mut ours = |state: &G, who, seed| decide(state, who, self.budget(), seed);
                Some(matches::play(start, &mut ours, theirs, games))
            }
        }
    }
}

/// Sortilege's side of a match.
fn sit(game: &str, search: &str, time: Duration) -> Done {
    let budget = Budget::time(time);
    let (kuhn, leduc) = (Kuhn::default(), Leduc::default());
    Some(match game {
        "amazons" => seat::serve(&Amazons::default(), ours::board(search, budget)?.as_mut()),
        "breakthrough" => {
            seat::serve(&Breakthrough::default(), ours::board(search, budget)?.as_mut())
        }
        "checkers" => seat::serve(&Checkers::default(), ours::board(search, budget)?.as_mut()),
        "ewn" => seat::serve(&Ewn::default(), ours::open(search, budget)?.as_mut()),
        "kuhn" => seat::serve(&kuhn, ours::hidden(search, &kuhn, budget)?.as_mut()),
        "leduc" => seat::serve(&leduc, ours::hidden(search, &leduc, budget)?.as_mut()),
        _ => return None,
    })
}
