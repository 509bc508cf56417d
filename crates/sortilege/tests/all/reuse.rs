//! Tree reuse from one decision to the next, and searches that resume after an answer: several
//! parts give the same result as one search.

use sortilege::game::{Chance, Hidden, Observation, Observe, Simultaneous};
use sortilege::playout::{EpsilonMix, Mast, Rollout, Uniform};
use sortilege::search::{
    Decision, Dpw, FinalChoice, FlatMc, MoIsmcts, Search, Select, Setup, SoIsmcts, SoIsmctsPom, Uct,
};
use sortilege::testing::cloakroom::Cloakroom;
use sortilege::testing::random_tree::{RandomTree, TreeShape};
use sortilege::tree::{Extent, NodeId, ROOT, Tree};
use sortilege::{Budget, Game, Player, Rng, Stop, Turn};

type Action = <RandomTree as Game>::Action;

fn reusing(iterations: u64) -> Uct<RandomTree> {
    let mut uct = Uct::new(Setup::new(Budget::iterations(iterations)));
    uct.reuse = true;
    uct
}

/// All edges below a node, in order, with their statistics and the visits of the nodes that they
/// lead to.
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

/// The most visited child.
fn favourite(tree: &Tree<Action>, node: NodeId) -> (Action, NodeId) {
    let edge =
        tree.edges(node).iter().max_by_key(|edge| edge.arm.visits).expect("a node with arms");
    (edge.label, tree.child_of(edge).expect("a node behind a favourite"))
}

/// After three steps of the game, the tree equals the subtree of the current state in the earlier
/// tree plus one simulation.
#[test]
fn statistics_are_kept() {
    let mut state = RandomTree::new(3, TreeShape { steps: 12, ..TreeShape::REGULAR });
    let mut uct = reusing(5000);
    let Turn::Player(who) = state.turn() else { panic!("a player begins") };
    uct.decide(&state, who, &mut Rng::new(1));
    let mut node = ROOT;
    while node == ROOT || !matches!(state.turn(), Turn::Player(_)) {
        let (action, child) = favourite(uct.tree(), node);
        play_and_observe(&mut uct, who, &mut state, action);
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
    assert!(
        before.len() - same <= decision.tree.depth as usize,
        "{same} of {} edges",
        before.len()
    );
    assert!(after.len() >= before.len());
}

/// Plays an action, and passes the observation to a search.
fn play_and_observe<G: Observe>(
    search: &mut impl Search<G>,
    who: Player,
    state: &mut G,
    action: G::Action,
) {
    let mover = match state.turn() {
        Turn::Player(mover) => Some(mover),
        _ => None,
    };
    let after = state.after(action);
    if let Some(seen) = Observation::new(state, action, mover, &after, who) {
        search.observe(who, &seen);
    }
    *state = after;
}

/// Information set searches reuse the rest of their trees as well. A search that misses the
/// observation of a move begins with a new tree.
#[test]
fn information_set_searches_reuse_their_trees() {
    fn reused<S: Search<RandomTree>>(mut search: S, observes: bool) -> u64 {
        let (mut state, mut rng) =
            (RandomTree::new(3, TreeShape { steps: 12, ..TreeShape::REGULAR }), Rng::new(1));
        let Turn::Player(who) = state.turn() else { panic!("a player begins") };
        let first = search.decide(&state, who, &mut rng);
        play_and_observe(&mut search, who, &mut state, first.action);
        while state.turn() != Turn::Player(who) {
            let action = match state.turn() {
                Turn::Chance => state.sample(&mut rng),
                _ => state.random_action(&mut vec![], &mut rng),
            };
            if observes {
                play_and_observe(&mut search, who, &mut state, action)
            } else {
                state.apply(action)
            }
        }
        let decision = search.decide(&state, who, &mut rng);
        assert_eq!(decision.iterations, 3000);
        decision.candidates.iter().map(|one| one.visits).sum()
    }
    let setup = || Setup::new(Budget::iterations(3000));
    let so = |reuse| {
        let mut search = SoIsmcts::<RandomTree>::new(setup());
        search.reuse = reuse;
        search
    };
    let pom = |reuse| {
        let mut search = SoIsmctsPom::<RandomTree>::new(setup());
        search.reuse = reuse;
        search
    };
    let mo = |reuse| {
        let mut search = MoIsmcts::<RandomTree>::new(setup());
        search.reuse = reuse;
        search
    };
    for observes in [true, false] {
        let visits =
            [reused(so(true), observes), reused(pom(true), observes), reused(mo(true), observes)];
        assert!(visits.iter().all(|&visits| (visits > 3000) == observes), "{visits:?}");
    }
    assert_eq!(
        [reused(so(false), true), reused(pom(false), true), reused(mo(false), true)],
        [3000; 3]
    );
}

/// Pondering during the opponent's turn builds a tree that the next decision begins with.
#[test]
fn pondering_is_not_lost() {
    fn pondered<S: Search<RandomTree>>(mut search: S, stop: &Stop) -> [u64; 2] {
        [false, true].map(|ponders| {
            let (mut state, mut rng) =
                (RandomTree::new(3, TreeShape { steps: 12, ..TreeShape::REGULAR }), Rng::new(1));
            search.new_game();
            let Turn::Player(who) = state.turn() else { panic!("a player begins") };
            let first = search.decide(&state, who, &mut rng);
            play_and_observe(&mut search, who, &mut state, first.action);
            if ponders {
                search.ponder(&state, who, stop, &mut rng);
            }
            while state.turn() != Turn::Player(who) {
                let action = match state.turn() {
                    Turn::Chance => state.sample(&mut Rng::new(4)),
                    _ => state.random_action(&mut vec![], &mut Rng::new(4)),
                };
                play_and_observe(&mut search, who, &mut state, action);
            }
            search.decide(&state, who, &mut rng).candidates.iter().map(|one| one.visits).sum()
        })
    }
    // Pondering ends when the memory is used up, so no stop is needed.
    let setup = || {
        let mut setup = Setup::new(Budget::iterations(500));
        setup.budget.memory = Some(200_000);
        setup
    };
    let (stop, mut uct) = (Stop::default(), Uct::<RandomTree>::new(setup()));
    uct.reuse = true;
    let mut so = SoIsmcts::<RandomTree>::new(setup());
    so.reuse = true;
    let mut pom = SoIsmctsPom::<RandomTree>::new(setup());
    pom.reuse = true;
    for [plain, pondered] in [pondered(uct, &stop), pondered(so, &stop), pondered(pom, &stop)] {
        assert!(pondered > plain, "{pondered} visits, {plain} without pondering");
    }
}

/// For an unknown state, or without tree reuse, the search begins with a new tree.
#[test]
fn other_states_begin_anew() {
    let [one, other] = [1, 2].map(|seed| RandomTree::new(seed, TreeShape::REGULAR));
    let fresh = |uct: &mut Uct<RandomTree>, state: &RandomTree| {
        let decision = uct.decide(state, Player(0), &mut Rng::new(5));
        (decision.action, decision.candidates, decision.tree)
    };
    let expected = fresh(&mut reusing(300), &other);
    let mut uct = reusing(300);
    fresh(&mut uct, &one);
    assert_eq!(fresh(&mut uct, &other), expected, "another game");
    Search::<RandomTree>::new_game(&mut uct);
    assert_eq!(fresh(&mut uct, &other), expected, "the same game after `new_game`");
    let again = fresh(&mut uct, &other);
    assert_eq!(again.1.iter().map(|one| one.visits).sum::<u64>(), 600, "the same state twice");
    uct.reuse = false;
    assert_eq!(fresh(&mut uct, &other), expected, "without reuse");
}

const FIRST: Player = Player(0);

/// The result of a search in parts on a state: the answer, the tree and the final state of the
/// random number generator.
fn in_parts<G: Hidden>(
    mut search: impl Search<G>,
    state: &G,
    parts: &[u64],
) -> (Decision<G::Action>, Option<String>, Rng) {
    let (view, mut rng) = (state.view(FIRST), Rng::new(7));
    let mut decision = search.decide(&view, FIRST, &mut rng);
    for &more in parts {
        let more = search.go_on(&view, FIRST, &Budget::iterations(more), &mut rng);
        decision = more.expect("it has just decided on this");
    }
    let outline = search.outline(&view, &Extent::default(), &|_, action| format!("{action:?}"));
    (decision, outline.map(|outline| outline.to_json()), rng)
}

/// 1,000 iterations and 1,000 more equal 2,000 at once, and so do four parts of any length.
fn adds_up<G: Hidden, S: Search<G>>(state: &G, make: impl Fn(Budget) -> S)
where
    G::Action: std::fmt::Debug,
{
    let whole = in_parts(make(Budget::iterations(2000)), state, &[]);
    assert_eq!(whole.0.iterations, 2000);
    assert_eq!(in_parts(make(Budget::iterations(1000)), state, &[1000]), whole);
    assert_eq!(in_parts(make(Budget::iterations(1)), state, &[1300, 698, 1]), whole);
}

/// All searches that do not use hidden information.
fn all_add_up<G: Chance + Observe + Simultaneous>(state: &G) {
    adds_up(state, |budget| SoIsmcts::<G>::new(Setup::new(budget)));
    adds_up(state, |budget| SoIsmctsPom::<G>::new(Setup::new(budget)));
    adds_up(state, |budget| MoIsmcts::<G>::new(Setup::new(budget)));
    adds_up(state, |budget| {
        SoIsmcts::<G>::new(Setup::new(budget).choice(FinalChoice::SampledVisits))
    });
    adds_up(state, |budget| {
        let mut search = MoIsmcts::<G>::new(Setup::new(budget));
        search.rules.select = Select::RegretMatching;
        search
    });
}

#[test]
fn parts_are_the_whole_where_something_is_hidden() {
    let mut state = Cloakroom::LATE;
    while !matches!(state.turn(), Turn::Player(FIRST)) {
        let outcome = state.sample(&mut Rng::new(1));
        state.apply(outcome);
    }
    all_add_up(&state);
}

#[test]
fn parts_are_the_whole_where_nothing_is() {
    for seed in 0..5 {
        let state = RandomTree::new(seed, TreeShape::REGULAR);
        all_add_up(&state);
        adds_up(&state, |budget| Uct::<RandomTree>::new(Setup::new(budget)));
        adds_up(&state, |budget| Uct::<RandomTree>::new(Setup::new(budget)).permuted());
        adds_up(&state, |budget| Uct::<RandomTree>::new(Setup::new(budget)).fixed_chance());
        adds_up(&state, |budget| Dpw::<RandomTree>::new(Setup::new(budget)));
        // What a playout has learnt is kept between the parts.
        adds_up(&state, |budget| {
            let mast = EpsilonMix { epsilon: 0.3, policy: Mast::default(), other: Uniform };
            Uct::<RandomTree, _>::new(Setup::with(budget, Rollout::new(mast)))
        });
        adds_up(&state, |budget| {
            let mut uct = Uct::<RandomTree>::new(Setup::new(budget));
            uct.reuse = true;
            uct
        });
    }
}

#[test]
fn only_the_last_decision_goes_on() {
    let (state, other) =
        (RandomTree::new(1, TreeShape::REGULAR), RandomTree::new(2, TreeShape::REGULAR));
    let (more, rng) = (Budget::iterations(10), &mut Rng::new(1));
    let mut uct = Uct::<RandomTree>::new(Setup::new(Budget::iterations(100)));
    assert_eq!(uct.go_on(&state, FIRST, &more, rng), None, "there was none");
    uct.decide(&state, FIRST, rng);
    assert_eq!(uct.go_on(&other, FIRST, &more, rng), None, "it was about another state");
    assert_eq!(uct.go_on(&state, Player(1), &more, rng), None, "it was for another seat");
    assert_eq!(uct.go_on(&state, FIRST, &more, rng).map(|decision| decision.iterations), Some(110));
    uct.new_game();
    assert_eq!(uct.go_on(&state, FIRST, &more, rng), None, "it is another game");
    let mut flat = FlatMc::<RandomTree>::new(Setup::new(Budget::iterations(100)));
    flat.decide(&state, FIRST, rng);
    let continued = flat.go_on(&state, FIRST, &more, rng).map(|decision| decision.iterations);
    assert_eq!(continued, Some(110), "a search without a tree keeps its candidates");
}

/// A stopped search returns its answer so far.
#[test]
fn a_stopped_search_goes_no_further() {
    let state = RandomTree::new(1, TreeShape::REGULAR);
    let mut uct = Uct::<RandomTree>::new(Setup::new(Budget::iterations(100)));
    let (stop, rng) = (uct.setup.stop.clone(), &mut Rng::new(1));
    let before = uct.decide(&state, FIRST, rng);
    stop.now();
    assert_eq!(uct.go_on(&state, FIRST, &Budget::default(), rng), Some(before));
}
