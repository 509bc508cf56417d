use super::*;
use crate::Budget;
use crate::search::Search;
use crate::search::tree_search::wide::ROOT;
use crate::testing::heap::Heap;

/// An evaluator that gives heaps of an even number this value for the first player.
#[derive(Clone, Copy)]
struct ParityEvaluator(f64);

impl Evaluator<Heap> for ParityEvaluator {
    fn evaluate(&mut self, heap: &Heap, values: &mut [f64]) {
        let good = if heap.matches.is_multiple_of(2) { self.0 } else { -self.0 };
        values.copy_from_slice(&[good, -good]);
    }
}

fn search(
    heap: &Heap,
    iterations: u64,
    alpha: f64,
    c: f64,
    even: f64,
) -> ImplicitMinimax<Heap, ParityEvaluator> {
    let mut search =
        ImplicitMinimax::new(Setup::new(Budget::iterations(iterations)), ParityEvaluator(even));
    (search.algorithm.alpha, search.rules.c) = (alpha, c);
    search.decide(heap, Player(0), &mut Rng::new(1));
    search
}

fn implicit(search: &ImplicitMinimax<Heap, ParityEvaluator>) -> Vec<f64> {
    search.algorithm.tree.candidates().iter().map(|child| child.known).collect()
}

/// Once the tree holds every state, evaluations of inner states do not matter.
#[test]
fn minimax_values_of_a_whole_tree_are_true() {
    for turns in [1, 2] {
        for matches in 4..8 {
            let heap = Heap { matches, taken: 0, turns };
            // With minimax values alone and a large exploration constant, every state is reached.
            let search = search(&heap, 20_000, 0.4, 100.0, 0.5);
            let values: Vec<f64> = (1..=3).map(|action| heap.after(action).value()).collect();
            assert_eq!(implicit(&search), values, "{heap:?}");
        }
    }
}

#[test]
fn one_simulation_evaluates_the_children_and_three_the_grandchildren_of_one() {
    let heap = Heap { matches: 9, taken: 0, turns: 1 };
    assert_eq!(
        implicit(&search(&heap, 1, 0.4, 0.7, 0.25)),
        [0.25, -0.25, 0.25],
        "8, 7 and 6 are left"
    );
    let search = search(&heap, 4, 1.0, 0.0, 0.25);
    // The fourth simulation visits a child for the second time: 8 or 6, which have the best
    // evaluations. From either, the second player leaves an odd number, which is bad for the first.
    let mut values = implicit(&search);
    values.sort_by(f64::total_cmp);
    assert_eq!(values, [-0.25, -0.25, 0.25]);
    let visits: Vec<u32> =
        search.algorithm.tree.nodes[1..4].iter().map(|child| child.visits).collect();
    assert_eq!((visits.iter().sum::<u32>(), visits.iter().max()), (4, Some(&2)));
}

/// The paper's formula with rewards in [0, 1]: half of a mean and half of an evaluation.
#[test]
fn means_and_minimax_values_are_mixed() {
    let heap = Heap { matches: 9, taken: 0, turns: 1 };
    let mut search = search(&heap, 3, 0.5, 0.0, 0.0);
    let favourite = |search: &mut ImplicitMinimax<Heap, ParityEvaluator>,
                     pairs: [(f64, f64); 3]| {
        for (child, (mean, implicit)) in search.algorithm.tree.nodes[1..4].iter_mut().zip(pairs) {
            (child.visits, child.total, child.known) = (4, 4.0 * mean, implicit);
        }
        let visits = search.algorithm.tree.nodes[ROOT].visits;
        let mixing = Mixing { alpha: search.algorithm.alpha, ..search.algorithm.mixing };
        1 + mixing.choose(visits, &search.algorithm.tree.nodes[1..4], &mut vec![], &mut Rng::new(1))
    };
    assert_eq!(favourite(&mut search, [(0.6, 0.0), (0.5, 0.1), (0.1, 0.4)]), 1, "0.55, 0.525, 0.4");
    assert_eq!(favourite(&mut search, [(0.6, 0.0), (0.5, 0.3), (0.1, 0.4)]), 2, "0.55, 0.575, 0.4");
    search.algorithm.alpha = 0.0;
    assert_eq!(favourite(&mut search, [(0.6, 0.0), (0.5, 0.9), (0.1, 1.0)]), 1, "only means");
    search.algorithm.alpha = 1.0;
    assert_eq!(favourite(&mut search, [(0.6, 0.0), (0.5, 0.9), (0.1, 1.0)]), 3, "only opinions");
}

#[test]
fn the_winning_move_is_found() {
    for alpha in [0.0, 0.4, 1.0] {
        let heap = Heap { matches: 10, taken: 0, turns: 1 };
        let mut search =
            ImplicitMinimax::new(Setup::new(Budget::iterations(3000)), ParityEvaluator(0.5));
        search.algorithm.alpha = alpha;
        let decision = search.decide(&heap, Player(0), &mut Rng::new(2));
        assert_eq!(decision.action, 2, "8 is a multiple of four; α = {alpha}");
        assert_eq!(decision.candidates.iter().map(|one| one.visits).sum::<u64>(), 3000);
    }
}

/// A tree that may not grow still gets the children of the root.
#[test]
fn without_memory_the_root_is_all() {
    let heap = Heap { matches: 9, taken: 0, turns: 1 };
    let budget = Budget { memory: Some(1), ..Budget::iterations(500) };
    let mut search = ImplicitMinimax::new(Setup::new(budget), ParityEvaluator(0.5));
    let decision = search.decide(&heap, Player(0), &mut Rng::new(1));
    assert_eq!(decision.candidates.iter().map(|one| one.visits).sum::<u64>(), 500);
    assert!(decision.tree.nodes < 100, "{}", decision.tree.nodes);
}
