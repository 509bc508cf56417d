//! A search without a short limit, stopped from another thread: `cargo run --release --example
//! stop`.
//!
//! An interactive program searches while its user thinks: it starts a search, keeps handling input,
//! and takes the best answer so far when the user asks for it.

use sortilege::search::{Search, Setup, Uct};
use sortilege::testing::random_tree::{RandomTree, TreeShape};
use sortilege::{Budget, Player, Rng};
use std::thread;
use std::time::Duration;

fn main() {
    let game = RandomTree::new(1, TreeShape::REGULAR);
    // A memory limit does not end the search: it goes on in a tree that no longer grows.
    let budget = Budget {
        memory: Some(1 << 26),
        time: Some(Duration::from_secs(3600)),
        ..Budget::default()
    };
    let mut search = Uct::<RandomTree>::new(Setup::new(budget));
    let stop = search.setup.stop.clone();

    let decision = thread::scope(|scope| {
        let thinking = scope.spawn(|| search.decide(&game, Player(0), &mut Rng::new(1)));
        // A real program would wait for its user here. Whether or not the search has begun, it
        // makes at least one iteration.
        thread::sleep(Duration::from_millis(50));
        stop.now();
        thinking.join().expect("a search that was stopped answers")
    });
    println!("branch {} after {} iterations", decision.action, decision.iterations);
    assert!(decision.iterations >= 1);

    // The handle stops every later search as well, until it is reset.
    let at_once = search.decide(&game, Player(0), &mut Rng::new(1));
    assert_eq!(at_once.iterations, 1);
    stop.reset();
    search.setup.budget = Budget::iterations(100);
    assert_eq!(search.decide(&game, Player(0), &mut Rng::new(1)).iterations, 100);
}
