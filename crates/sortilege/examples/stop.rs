//! A search without a limit, stopped from another thread: `cargo run --release --example stop`.
//!
//! A program for people thinks as long as they do: it starts a search, goes on listening, and takes
//! the best answer that there is when somebody asks for it.

use sortilege::search::{Search, Setup, Uct};
use sortilege::testing::random_tree::{RandomTree, Shape};
use sortilege::{Budget, Player, Rng};
use std::thread;
use std::time::Duration;

fn main() {
    let game = RandomTree::new(1, Shape::REGULAR);
    // A limit of memory does not end the search: the tree grows no more, and is searched on.
    let budget = Budget {
        memory: Some(1 << 26),
        time: Some(Duration::from_secs(3600)),
        ..Budget::default()
    };
    let mut search = Uct::<RandomTree>::new(Setup::new(budget));
    let stop = search.setup.stop.clone();

    let decision = thread::scope(|scope| {
        let thinking = scope.spawn(|| search.decide(&game, Player(0), &mut Rng::new(1)));
        // Here somebody would be asked. The search may have begun or not: it makes one iteration in
        // any case.
        thread::sleep(Duration::from_millis(50));
        stop.now();
        thinking.join().expect("a search that was stopped answers")
    });
    println!("branch {} after {} iterations", decision.action, decision.iterations);
    assert!(decision.iterations >= 1);

    // The handle stops every later search as well, until it is set back.
    let at_once = search.decide(&game, Player(0), &mut Rng::new(1));
    assert_eq!(at_once.iterations, 1);
    stop.reset();
    search.setup.budget = Budget::iterations(100);
    assert_eq!(search.decide(&game, Player(0), &mut Rng::new(1)).iterations, 100);
}
