use super::*;
use crate::Budget;
use crate::search::{Decision, Search};
use crate::testing::heap::Heap;

fn search(heap: &Heap, iterations: u64, c_pn: f64, seed: u64) -> (PnMcts<Heap>, Decision<u8>) {
    let mut search = PnMcts::new(Setup::new(Budget::iterations(iterations)));
    search.algorithm.c_pn = c_pn;
    let decision = search.decide(heap, heap_mover(heap), &mut Rng::new(seed));
    (search, decision)
}

fn heap_mover(heap: &Heap) -> Player {
    match heap.turn() {
        Turn::Player(who) => who,
        _ => unreachable!("there are matches"),
    }
}

/// The proof numbers of a tree by their definition, from its leaves up.
fn right(search: &PnMcts<Heap>, node: usize, heap: &Heap, seeker: Player) -> Numbers {
    let Some(children) = search.algorithm.tree.nodes[node].children() else {
        return Numbers::of(heap, seeker);
    };
    let below: Vec<Numbers> = children
        .map(|child| {
            right(search, child, &heap.after(search.algorithm.tree.nodes[child].action), seeker)
        })
        .collect();
    let sum = |number: fn(&Numbers) -> u32| {
        let total: u64 = below.iter().map(|one| u64::from(number(one))).sum();
        u32::try_from(total).unwrap_or(INFINITE)
    };
    let least =
        |number: fn(&Numbers) -> u32| below.iter().map(number).min().expect("there are children");
    match heap_mover(heap) == seeker {
        true => Numbers { proof: least(|one| one.proof), disproof: sum(|one| one.disproof) },
        false => Numbers { proof: sum(|one| one.proof), disproof: least(|one| one.disproof) },
    }
}

#[test]
fn numbers_are_those_of_their_definition() {
    for turns in [1, 2] {
        for iterations in [1, 2, 5, 20, 100] {
            let heap = Heap { matches: 12, taken: 0, turns };
            let (search, _) = search(&heap, iterations, 1.0, iterations);
            assert_eq!(
                search.algorithm.tree.nodes[ROOT].known,
                right(&search, ROOT, &heap, Player(0)),
                "{heap:?}"
            );
        }
    }
}

/// A node is a proven win exactly if the position is a win, for either player on turn. A proven win
/// is played.
#[test]
fn what_is_won_is_proven() {
    for turns in [1, 2] {
        for (matches, taken) in (1..9).flat_map(|matches| [(matches, 0), (matches, turns)]) {
            let heap = Heap { matches, taken, turns };
            let sign = if heap_mover(&heap).0 == 0 { 1.0 } else { -1.0 };
            let (search, decision) = search(&heap, 5000, 1.0, 1);
            let is_won = sign * heap.value() == 1.0;
            assert_eq!(search.algorithm.tree.nodes[ROOT].known.proof == 0, is_won, "{heap:?}");
            if is_won {
                assert_eq!(sign * heap.after(decision.action).value(), 1.0, "{heap:?}");
                assert!(decision.iterations < 5000, "it ends with the proof");
            }
        }
    }
}

/// One child needs three leaves and the other two. With equal means the seeker selects the second
/// if the rank counts, and an opponent selects the one with the smallest disproof number.
#[test]
fn ranks_count() {
    let node = |proof, disproof, visits, total| {
        let mut tree = WideTree::<Heap, Numbers>::default();
        tree.restart(0, Numbers { proof, disproof });
        (tree.nodes[0].visits, tree.nodes[0].total) = (visits, total);
        tree.nodes[0]
    };
    let choose = |c_pn, children: &[WideNode<u8, Numbers>], is_seeker| {
        let rule = UctPnRule { c: 0.7, c_pn, width: 1.0 };
        rule.choose(30, children, is_seeker, &mut Scratch::default(), &mut Rng::new(1))
    };
    let children = [node(3, 1, 10, 5.5), node(2, 9, 10, 5.0), node(7, 4, 10, 5.0)];
    assert_eq!(choose(0.0, &children, true), 0, "means alone");
    assert_eq!(choose(1.0, &children, true), 1, "5/10 + 2/3 against 5.5/10 + 1/3");
    assert_eq!(choose(0.1, &children, true), 0, "5/10 + 0.067 against 5.5/10 + 0.033");
    let children = [node(3, 9, 10, 5.5), node(2, 1, 10, 5.0), node(7, 4, 10, 5.0)];
    assert_eq!(choose(1.0, &children, false), 1);
    let lost = [node(0, INFINITE, 10, 9.0), node(2, 1, 10, 1.0), node(0, INFINITE, 10, 9.0)];
    assert_eq!(choose(0.0, &lost, false), 1, "the others lose");
    assert_ne!(choose(0.0, &lost, true), 1, "to the other they win");
}

/// The rank speeds up proofs.
#[test]
fn proofs_come_sooner() {
    let heap = Heap { matches: 18, taken: 0, turns: 1 };
    let needed =
        |c_pn| -> u64 { (0..10).map(|seed| search(&heap, 200_000, c_pn, seed).1.iterations).sum() };
    let (plain, drawn) = (needed(0.0), needed(1.0));
    assert!(3 * drawn < 2 * plain, "{drawn} and {plain}");
}

/// A tree that may not grow still gets the children of the root.
#[test]
fn without_memory_the_root_is_all() {
    let heap = Heap { matches: 9, taken: 0, turns: 1 };
    let budget = Budget { memory: Some(1), ..Budget::iterations(500) };
    let decision =
        PnMcts::<Heap>::new(Setup::new(budget)).decide(&heap, Player(0), &mut Rng::new(1));
    assert_eq!(decision.candidates.iter().map(|one| one.visits).sum::<u64>(), 500);
    assert!(decision.tree.nodes < 100, "{}", decision.tree.nodes);
}
