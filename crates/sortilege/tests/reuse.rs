//! Trees that are kept from one decision to the next.

use sortilege::search::{Search, Setup, Uct};
use sortilege::testing::random_tree::{RandomTree, Shape};
use sortilege::tree::{NodeId, ROOT, Tree};
use sortilege::{Budget, Game, Player, Rng, Turn};

type Action = <RandomTree as Game>::Action;

fn reusing(iterations: u64) -> Uct<RandomTree> {
    let mut uct = Uct::new(Setup::new(Budget::iterations(iterations)));
    uct.reuse = true;
    uct
}

/// All edges below a node with their statistics and the visits of what they lead to, in the order of the edges.
fn below(tree: &Tree<Action>, node: NodeId) -> Vec<(Action, u32, u64, Option<u32>)> {
    let mut all = vec![];
    for edge in tree.edges(node) {
        let child = tree.child_of(edge);
        all.push((
            edge.label,
            edge.arm.visits,
            edge.arm.total.to_bits(),
            child.map(|child| tree.visits(child)),
        ));
        all.extend(child.into_iter().flat_map(|child| below(tree, child)));
    }
    all
}

/// The child that was visited most.
fn favourite(tree: &Tree<Action>, node: NodeId) -> (Action, NodeId) {
    let edge = tree.edges(node).iter().max_by_key(|edge| edge.arm.visits).expect("a node with arms");
    (edge.label, tree.child_of(edge).expect("a node behind a favourite"))
}

/// The tree of the state that the game has come to, after three steps, is what it was in the tree before, and one
/// simulation more.
#[test]
fn statistics_are_kept() {
    let mut state = RandomTree::new(3, Shape { steps: 12, ..Shape::REGULAR });
    let mut uct = reusing(5000);
    let Turn::Player(who) = state.turn() else { panic!("a player begins") };
    uct.decide(&state, who, &mut Rng::new(1));
    let mut node = ROOT;
    while node == ROOT || !matches!(state.turn(), Turn::Player(_)) {
        let (action, child) = favourite(uct.tree(), node);
        state.apply(action);
        node = child;
    }
    let (before, visits) = (below(uct.tree(), node), uct.tree().visits(node));
    assert!(before.len() > 50, "{} edges", before.len());
    let Turn::Player(who) = state.turn() else { unreachable!("just looked") };
    uct.setup.budget = Budget::iterations(1);
    let decision = uct.decide(&state, who, &mut Rng::new(2));
    assert_eq!((decision.iterations, uct.tree().visits(ROOT)), (1, visits + 1));
    // Visits to an edge either stay or grow by one.
    let after = below(uct.tree(), ROOT);
    let grown = decision.candidates.iter().map(|one| one.visits).sum::<u64>();
    let known: u64 = uct.tree().edges(ROOT).iter().map(|edge| u64::from(edge.arm.visits)).sum();
    assert_eq!(grown, known);
    let same = before.iter().filter(|edge| after.contains(edge)).count();
    assert!(before.len() - same <= decision.tree.depth as usize, "{same} of {} edges", before.len());
    assert!(after.len() >= before.len());
}

/// Asked for a state that it does not know, or without being told to, it begins anew.
#[test]
fn other_states_begin_anew() {
    let [one, other] = [1, 2].map(|seed| RandomTree::new(seed, Shape::REGULAR));
    let fresh = |uct: &mut Uct<RandomTree>, state: &RandomTree| {
        let decision = uct.decide(state, Player(0), &mut Rng::new(5));
        (decision.action, decision.candidates, decision.tree)
    };
    let expected = fresh(&mut reusing(300), &other);
    let mut uct = reusing(300);
    fresh(&mut uct, &one);
    assert_eq!(fresh(&mut uct, &other), expected, "another game");
    Search::<RandomTree>::new_game(&mut uct);
    assert_eq!(fresh(&mut uct, &other), expected, "the same, told that it is another one");
    let again = fresh(&mut uct, &other);
    assert_eq!(again.1.iter().map(|one| one.visits).sum::<u64>(), 600, "the same state twice");
    uct.reuse = false;
    assert_eq!(fresh(&mut uct, &other), expected, "not told to reuse");
}
