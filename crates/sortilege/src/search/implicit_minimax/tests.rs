use super::*;
use crate::Budget;

/// Matches are taken, one to three at a time, and who takes the last one wins; each player is on turn `turns` times in a
/// row.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Heap {
    matches: u8,
    taken: u8,
    turns: u8,
}

impl Heap {
    fn mover(&self, taken: u8) -> Player {
        Player(usize::from(taken / self.turns % 2))
    }

    /// What the state is worth to the first player.
    fn value(&self) -> f64 {
        let Turn::Player(who) = self.turn() else { return self.payoff(Player(0)) };
        let mut legal = vec![];
        self.actions(&mut legal);
        let values = legal.into_iter().map(|action| self.after(action).value());
        if who.0 == 0 { values.fold(-1.0, f64::max) } else { values.fold(1.0, f64::min) }
    }
}

impl Game for Heap {
    type Action = u8;
    fn players(&self) -> usize {
        2
    }
    fn turn(&self) -> Turn {
        if self.matches == 0 { Turn::Over } else { Turn::Player(self.mover(self.taken)) }
    }
    fn actions(&self, out: &mut Vec<u8>) {
        out.clear();
        out.extend(1..=self.matches.min(3));
    }
    fn apply(&mut self, action: u8) {
        self.matches -= action;
        self.taken += 1;
    }
    fn payoff(&self, who: Player) -> f64 {
        if self.mover(self.taken - 1) == who { 1.0 } else { -1.0 }
    }
}

impl Deterministic for Heap {}
impl PerfectInfo for Heap {}
impl Sequential for Heap {}

/// Finds heaps of an even number good for the first player, by so much.
#[derive(Clone, Copy)]
struct Even(f64);

impl Evaluator<Heap> for Even {
    fn evaluate(&mut self, heap: &Heap, values: &mut [f64]) {
        let good = if heap.matches.is_multiple_of(2) { self.0 } else { -self.0 };
        values.copy_from_slice(&[good, -good]);
    }
}

fn search(heap: &Heap, iterations: u64, alpha: f64, c: f64, even: f64) -> ImplicitMinimax<Heap, Even> {
    let mut search = ImplicitMinimax::new(Setup::new(Budget::iterations(iterations)), Even(even));
    (search.alpha, search.c) = (alpha, c);
    search.decide(heap, Player(0), &mut Rng::new(1));
    search
}

fn implicit(search: &ImplicitMinimax<Heap, Even>) -> Vec<f64> {
    search.nodes[search.nodes[ROOT].children().unwrap()].iter().map(|child| child.implicit).collect()
}

/// Once the tree holds every state, whatever the evaluator said of those on the way does not count.
#[test]
fn minimax_values_of_a_whole_tree_are_true() {
    for turns in [1, 2] {
        for matches in 4..8 {
            let heap = Heap { matches, taken: 0, turns };
            // Without an opinion of simulations, and with the longest strides, every state is come to.
            let search = search(&heap, 20_000, 0.4, 100.0, 0.5);
            let values: Vec<f64> = (1..=3).map(|action| heap.after(action).value()).collect();
            assert_eq!(implicit(&search), values, "{heap:?}");
        }
    }
}

#[test]
fn one_simulation_judges_the_children_and_three_the_grandchildren_of_one() {
    let heap = Heap { matches: 9, taken: 0, turns: 1 };
    assert_eq!(implicit(&search(&heap, 1, 0.4, 0.7, 0.25)), [0.25, -0.25, 0.25], "8, 7 and 6 are left");
    let search = search(&heap, 4, 1.0, 0.0, 0.25);
    // The fourth simulation comes to a child for the second time: 8 or 6, which look best. From either, the second player
    // leaves an odd number, which is bad for the first.
    let mut values = implicit(&search);
    values.sort_by(f64::total_cmp);
    assert_eq!(values, [-0.25, -0.25, 0.25]);
    let visits: Vec<u32> = search.nodes[1..4].iter().map(|child| child.visits).collect();
    assert_eq!((visits.iter().sum::<u32>(), visits.iter().max()), (4, Some(&2)));
}

/// The paper's formula, with rewards from 0 to 1: half of a mean and half of an opinion.
#[test]
fn means_and_opinions_are_mixed() {
    let heap = Heap { matches: 9, taken: 0, turns: 1 };
    let mut search = search(&heap, 3, 0.5, 0.0, 0.0);
    let favourite = |search: &mut ImplicitMinimax<Heap, Even>, told: [(f64, f64); 3]| {
        for (child, (mean, implicit)) in search.nodes[1..4].iter_mut().zip(told) {
            (child.visits, child.total, child.implicit) = (4, 4.0 * mean, implicit);
        }
        search.choose(ROOT, 1..4, &mut Rng::new(1))
    };
    assert_eq!(favourite(&mut search, [(0.6, 0.0), (0.5, 0.1), (0.1, 0.4)]), 1, "0.55, 0.525, 0.4");
    assert_eq!(favourite(&mut search, [(0.6, 0.0), (0.5, 0.3), (0.1, 0.4)]), 2, "0.55, 0.575, 0.4");
    search.alpha = 0.0;
    assert_eq!(favourite(&mut search, [(0.6, 0.0), (0.5, 0.9), (0.1, 1.0)]), 1, "only means");
    search.alpha = 1.0;
    assert_eq!(favourite(&mut search, [(0.6, 0.0), (0.5, 0.9), (0.1, 1.0)]), 3, "only opinions");
}

#[test]
fn the_winning_move_is_found() {
    for alpha in [0.0, 0.4, 1.0] {
        let heap = Heap { matches: 10, taken: 0, turns: 1 };
        let mut search = ImplicitMinimax::new(Setup::new(Budget::iterations(3000)), Even(0.5));
        search.alpha = alpha;
        let decision = search.decide(&heap, Player(0), &mut Rng::new(2));
        assert_eq!(decision.action, 2, "8 is a multiple of four; α = {alpha}");
        assert_eq!(decision.candidates.iter().map(|one| one.visits).sum::<u64>(), 3000);
    }
}

/// A tree that may not grow has children of the root to choose from all the same.
#[test]
fn without_memory_the_root_is_all() {
    let heap = Heap { matches: 9, taken: 0, turns: 1 };
    let budget = Budget { memory: Some(1), ..Budget::iterations(500) };
    let mut search = ImplicitMinimax::new(Setup::new(budget), Even(0.5));
    let decision = search.decide(&heap, Player(0), &mut Rng::new(1));
    assert_eq!(decision.candidates.iter().map(|one| one.visits).sum::<u64>(), 500);
    assert!(decision.tree.nodes < 100, "{}", decision.tree.nodes);
}
