//! Measures a search of another crate beside Sortilege's own on the same game, with the same uniform playouts and
//! the same number of simulations, on one thread. Both take turns of a fraction of a second in one process, so
//! that a machine that is busy slows them down alike.
//!
//!     sortilege-peers CRATE GAME SIMULATIONS SECONDS
//!
//! prints simulations per second: theirs, then ours, and how many there were in a decision.

mod alternating;
mod information_sets;
mod measure;
mod playouts;
mod tree_crates;

use measure::{Rates, side_by_side};
use sortilege::game::{Deterministic, PerfectInfo, Sequential};
use sortilege::search::{Search, Setup, SoIsmcts, Uct};
use sortilege::{Budget, Player, Rng};
use sortilege_games::amazons::Amazons;
use sortilege_games::breakthrough::Breakthrough;
use sortilege_games::checkers::Checkers;
use sortilege_games::mnk::Mnk;
use sortilege_games::phantom_mnk::PhantomMnk;
use std::process::ExitCode;

const USAGE: &str = "usage: sortilege-peers CRATE GAME SIMULATIONS SECONDS
crates mcts, treant and monte-carlo-tree-search play amazons, breakthrough, checkers, mnk and tic-tac-toe;
crate ismcts plays phantom-mnk and phantom-tic-tac-toe";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let Some(rates) = measure_as_told(&words) else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    println!("{:.0} {:.0} {}", rates.theirs, rates.ours, rates.simulations);
    ExitCode::SUCCESS
}

fn measure_as_told(words: &[String]) -> Option<Rates> {
    let [peer, game, simulations, seconds] = words else { return None };
    let (simulations, seconds) = (simulations.parse().ok()?, seconds.parse().ok()?);
    match game.as_str() {
        "amazons" => open(peer, Amazons::default(), simulations, seconds),
        "breakthrough" => open(peer, Breakthrough::default(), simulations, seconds),
        "checkers" => open(peer, Checkers::default(), simulations, seconds),
        "mnk" => open(peer, Mnk::default(), simulations, seconds),
        "tic-tac-toe" => open(peer, Mnk::new(3, 3, 3).ok()?, simulations, seconds),
        "phantom-mnk" => phantom(peer, PhantomMnk::default(), simulations, seconds),
        "phantom-tic-tac-toe" => phantom(peer, PhantomMnk::new(3, 3, 3).ok()?, simulations, seconds),
        _ => None,
    }
}

/// A crate for perfect information against UCT.
fn open<G>(peer: &str, start: G, simulations: u64, seconds: f64) -> Option<Rates>
where
    G: Deterministic + PerfectInfo + Sequential + Send + Sync + 'static,
    G::Action: Send + Sync,
{
    let mut search = Uct::<G>::new(Setup::new(Budget::iterations(simulations)));
    let mut rng = Rng::new(1);
    let mut ours = |_| search.decide(&start, Player(0), &mut rng).iterations;
    let rates = match peer {
        "mcts" => side_by_side(|| tree_crates::mcts::search(&start, simulations), &mut ours, seconds),
        "treant" => side_by_side(|| tree_crates::treant::search(&start, simulations), &mut ours, seconds),
        "monte-carlo-tree-search" => {
            side_by_side(|| alternating::search(&start, simulations), &mut ours, seconds)
        }
        _ => return None,
    };
    Some(rates)
}

/// The crate for hidden information against SO-ISMCTS, from the first decision.
fn phantom(peer: &str, start: PhantomMnk, simulations: u64, seconds: f64) -> Option<Rates> {
    use sortilege::game::Hidden;
    let view = start.view(Player(0));
    let mut search = SoIsmcts::<PhantomMnk>::new(Setup::new(Budget::iterations(simulations)));
    let mut rng = Rng::new(1);
    let mut ours = |simulations| {
        search.setup.budget = Budget::iterations(simulations);
        search.decide(&view, Player(0), &mut rng).iterations
    };
    let mut theirs = information_sets::Searcher::new(&start, simulations);
    (peer == "ismcts").then(|| side_by_side(|| theirs.search(), &mut ours, seconds))
}
