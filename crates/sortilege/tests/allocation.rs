//! No allocation for a node or simulation: a counting allocator observes searches after their
//! buffers have grown.

use sortilege::evaluator::Even;
use sortilege::playout::Uniform;
use sortilege::search::{
    Ordering, PolicyImprovement, Pruning, Sampling, ScheduledStar, Search, StarMinimax,
};
use sortilege::testing::random_tree::{RandomTree, Score, TreeShape};
use sortilege::{Budget, Player, Rng};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

struct Counting;

thread_local! {
    static COUNT: Cell<u64> = const { Cell::new(0) };
}

// SAFETY: every call is passed unchanged to the system allocator.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.set(COUNT.get() + 1);
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        unsafe { System.dealloc(at, layout) }
    }
    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        COUNT.set(COUNT.get() + 1);
        unsafe { System.realloc(at, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn allocations(work: impl FnOnce()) -> u64 {
    let before = COUNT.get();
    work();
    COUNT.get() - before
}

/// The allocator counts; otherwise the other tests would pass without a reason.
#[test]
fn the_counter_counts() {
    assert!(allocations(|| drop(std::hint::black_box(vec![1, 2, 3]))) > 0);
}

/// A decision allocates for the list of moves and the answer; no node below the root allocates.
#[test]
fn star_minimax_allocates_for_the_answer_only() {
    let game = RandomTree::new(1, TreeShape { steps: 30, ..TreeShape::REGULAR });
    for pruning in [Pruning::None, Pruning::Star1, Pruning::Star2] {
        for sampling in [
            Sampling::All,
            Sampling::WithReplacement(3),
            Sampling::WithoutReplacement(2),
            Sampling::Systematic(2),
        ] {
            let budget = Budget::iterations(20_000);
            let mut search =
                StarMinimax::<RandomTree, _>::new(pruning, budget, Score).sampling(sampling);
            search.ordering = Ordering::Evaluated;
            let mut decide =
                || assert!(search.decide(&game, Player(0), &mut Rng::new(1)).tree.depth > 2.0);
            decide();
            let again = allocations(decide);
            assert!(again <= 4, "{again} allocations by {pruning:?} with {sampling:?}");
        }
    }
}

/// The number of allocations of a decision does not depend on the number of simulations.
#[test]
fn policy_improvement_allocates_for_the_decision_only() {
    let game = RandomTree::new(1, TreeShape { steps: 30, ..TreeShape::REGULAR });
    let [few, many] = [10, 1000].map(|iterations| {
        let mut search =
            PolicyImprovement::<RandomTree, _>::new(Uniform, Budget::iterations(iterations));
        let mut decide =
            || assert_eq!(search.decide(&game, Player(0), &mut Rng::new(1)).iterations, iterations);
        decide();
        allocations(decide)
    });
    assert!(few == many && many <= 12, "{few} and {many} allocations");
}

/// Neither descents nor playouts allocate, except for the answer: their buffers are kept from one
/// decision to the next.
#[test]
fn a_scheduled_search_allocates_for_the_answer_only() {
    let game = RandomTree::new(1, TreeShape { steps: 30, outcomes: 9, ..TreeShape::REGULAR });
    let mut evaluated = ScheduledStar::<RandomTree, _>::new(Budget::iterations(20_000), Score);
    let mut played_out = ScheduledStar::<RandomTree, _>::new(Budget::iterations(20_000), Even);
    for search in [&mut evaluated as &mut dyn Search<RandomTree>, &mut played_out] {
        let mut decide =
            || assert!(search.decide(&game, Player(0), &mut Rng::new(1)).tree.depth > 0.0);
        decide();
        let again = allocations(decide);
        assert!(again <= 8, "{again} allocations");
    }
}
