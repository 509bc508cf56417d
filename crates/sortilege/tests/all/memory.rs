//! Trees that reach their memory limit: the search goes on, every iteration is counted, and memory
//! use stays constant.

use sortilege::search::*;
use sortilege::testing::random_tree::{RandomTree, TreeShape};
use sortilege::{Budget, Player, Rng};

const ME: Player = Player(0);
const BYTES: usize = 20_000;

/// Compares searches with and without a memory limit.
fn test<S: Search<RandomTree>>(make: impl Fn(Setup<sortilege::playout::Rollout<RandomTree>>) -> S) {
    let game = RandomTree::new(1, TreeShape { steps: 30, ..TreeShape::REGULAR });
    let decide = |iterations, memory| {
        let budget = Budget { memory, ..Budget::iterations(iterations) };
        make(Setup::new(budget)).decide(&game, ME, &mut Rng::new(1))
    };
    let (free, limited, later) =
        (decide(5000, None), decide(5000, Some(BYTES)), decide(9000, Some(BYTES)));
    for (decision, iterations) in [(&free, 5000), (&limited, 5000), (&later, 9000)] {
        assert_eq!(decision.iterations, iterations);
        assert_eq!(decision.candidates.iter().map(|one| one.visits).sum::<u64>(), iterations);
    }
    assert!(free.tree.bytes > 3 * BYTES, "{} bytes", free.tree.bytes);
    assert!(limited.tree.bytes.abs_diff(BYTES) < 2000, "{} bytes", limited.tree.bytes);
    // Growth has ended, except for existing arms that were not tried yet.
    assert_eq!(limited.tree.bytes, later.tree.bytes);
    // A memory limit that is never reached changes nothing.
    let same = decide(5000, Some(usize::MAX));
    assert_eq!((same.candidates, same.tree), (free.candidates, free.tree));
    // The limit at which the trees consist of a root.
    let least = decide(500, Some(1));
    assert_eq!(least.candidates.iter().map(|one| one.visits).sum::<u64>(), 500);
    assert!(least.tree.bytes < 2000, "{} bytes", least.tree.bytes);
}

#[test]
fn searches_go_on_in_trees_that_are_full() {
    test(Uct::new);
    test(|setup| Uct::new(setup).permuted());
    test(|setup| {
        let mut uct = Uct::new(setup);
        uct.rules.expansion = Expansion::All;
        uct
    });
    test(Dpw::new);
    test(SoIsmcts::new);
    test(SoIsmctsPom::new);
    test(MoIsmcts::new);
}

/// A tree with fixed chance stores states as well.
#[test]
fn kept_states_count() {
    let game = RandomTree::new(1, TreeShape { steps: 30, ..TreeShape::REGULAR });
    let bytes = |memory| {
        let budget = Budget { memory, ..Budget::iterations(2000) };
        let decision = Uct::<RandomTree>::new(Setup::new(budget)).fixed_chance().decide(
            &game,
            ME,
            &mut Rng::new(1),
        );
        assert_eq!(decision.candidates.iter().map(|one| one.visits).sum::<u64>(), 2000);
        decision.tree.bytes
    };
    assert!(
        bytes(Some(8000)) < 8000 && bytes(None) > 8000,
        "{} bytes of {}",
        bytes(Some(8000)),
        bytes(None)
    );
}
