//! Figs. 1 to 5 of the ISMCTS paper: the choices of each search on the toy games, and the shape of
//! its trees.

use sortilege::search::{
    DeterminizedUct, Label, MoIsmcts, Search, Setup, SoIsmcts, SoIsmctsPom, Widening,
};
use sortilege::tree::{NodeId, ROOT, Tree};
use sortilege::{Budget, Game, Player, Rng, game::Hidden};
use sortilege_games::toy_fusion::{self, ToyFusion};
use sortilege_games::toy_subset::{Action, Moves, Seen, ToySubset};
use std::fmt::Debug;
use std::hash::Hash;

const FIRST: Player = Player(0);

fn setup<G: Game>(iterations: u64) -> Setup<sortilege::playout::Rollout<G>> {
    Setup::new(Budget::iterations(iterations))
}

/// Fig. 1 and 2: with x and y searched separately, a1 looks worth 1; on information sets a2 is
/// worth 0.5 and a1 is worth 0.
#[test]
fn determinization_fuses_strategies_and_information_sets_do_not() {
    let mut start = ToyFusion::default();
    start.apply(toy_fusion::Action::Start(toy_fusion::World::X));
    let view = start.view(FIRST);
    for seed in 0..10 {
        let rng = &mut Rng::new(seed);
        let fused = DeterminizedUct::<ToyFusion>::new(setup(250)).decide(&view, FIRST, rng);
        assert_eq!(fused.action, toy_fusion::Action::A1);
        let so = SoIsmcts::<ToyFusion>::new(setup(10_000)).decide(&view, FIRST, rng);
        assert_eq!(so.action, toy_fusion::Action::A2);
        let value =
            |action| so.candidates.iter().find(|one| one.action == action).expect("legal").value;
        // Rewards range from 0 to 1, so a2 has a value of 3/4. The value of a1 is a mean of a few
        // zeros and ones.
        assert_eq!(value(toy_fusion::Action::A2), 0.75);
        assert!(value(toy_fusion::Action::A1) < 0.75);
        let mo = MoIsmcts::<ToyFusion>::new(setup(10_000)).decide(&view, FIRST, rng);
        let pom = SoIsmctsPom::<ToyFusion>::new(setup(10_000)).decide(&view, FIRST, rng);
        assert_eq!([mo.action, pom.action], [toy_fusion::Action::A2; 2]);
    }
}

/// An exploration constant at which a small tree is fully explored.
const CURIOUS: f64 = 4.0;

/// A tree as nested names in alphabetical order: `a1(b1 b2) a2`.
fn shape<L: Copy + Eq + Hash + Debug>(
    tree: &Tree<L>,
    node: NodeId,
    name: &dyn Fn(L) -> String,
) -> String {
    let mut names: Vec<String> = tree
        .edges(node)
        .iter()
        .filter(|edge| edge.arm.visits > 0)
        .map(|edge| {
            let below =
                tree.child_of(edge).map(|child| shape(tree, child, name)).unwrap_or_default();
            let below = if below.is_empty() { below } else { format!("({below})") };
            name(edge.label) + &below
        })
        .collect();
    names.sort();
    names.join(" ")
}

fn name(action: Action) -> String {
    match action {
        Action::A1 => "a1".into(),
        Action::A2 => "a2".into(),
        Action::Reply(reply) => format!("{reply:?}").to_lowercase(),
        Action::Answer(answer) => format!("{answer:?}").to_lowercase(),
        Action::Start(world) => format!("{world:?}").to_lowercase(),
        Action::Reveal(world, reply, answer) => {
            format!("e{world:?}{reply:?}{answer:?}").to_lowercase()
        }
    }
}

fn seen_name(label: Label<Action, Seen>) -> String {
    match label {
        Label::Own(action) | Label::Seen(Seen::Full(action)) => name(action),
        Label::Seen(Seen::A) => "a?".into(),
        Label::Seen(Seen::B) => "b?".into(),
        Label::Seen(Seen::Start) => "start".into(),
        Label::Unnoticed => "nothing".into(),
    }
}

fn toy_subset(moves: Moves) -> ToySubset {
    let mut start = ToySubset::new(0.1, moves).expect("a valid setting");
    start.apply(Action::Start(sortilege_games::toy_subset::World::X));
    start
}

/// Fig. 4(a): a branch for every action that is possible in some state, and the environment's
/// reveals below.
const FIG_4: &str = "a1(b1(a3(exb1a3 ezb1a3) a4(exb1a4 ezb1a4)) \
                     b2(a3(exb2a3 eyb2a3) a4(exb2a4 eyb2a4)) \
                     b3(a3(eyb3a3 ezb3a3) a4(eyb3a4 ezb3a4))) a2";

#[test]
fn so_ismcts_builds_the_tree_of_fig_4() {
    for moves in [Moves::Open, Moves::Hidden] {
        let view = toy_subset(moves).view(FIRST);
        let mut search = SoIsmcts::<ToySubset>::new(setup(5000));
        search.rules.c = CURIOUS;
        search.decide(&view, FIRST, &mut Rng::new(1));
        assert_eq!(
            shape(search.tree(), ROOT, &name),
            FIG_4,
            "the moves of others are edges even if hidden"
        );
    }
}

#[test]
fn with_open_moves_the_first_players_tree_is_always_that_of_fig_4() {
    let view = toy_subset(Moves::Open).view(FIRST);
    let mut pom = SoIsmctsPom::<ToySubset>::new(setup(5000));
    pom.rules.c = CURIOUS;
    pom.decide(&view, FIRST, &mut Rng::new(1));
    assert_eq!(shape(pom.tree(), ROOT, &seen_name), FIG_4);
    let mut mo = MoIsmcts::<ToySubset>::new(setup(5000));
    mo.rules.c = CURIOUS;
    mo.decide(&view, FIRST, &mut Rng::new(1));
    assert_eq!(shape(mo.tree(FIRST), ROOT, &seen_name), FIG_4);
}

/// Fig. 5(a): with hidden moves the second player's decision has a single branch; the reveals at
/// the end distinguish the replies.
const FIG_5A: &str = "a1(b?(a3(exb1a3 exb2a3 eyb2a3 eyb3a3 ezb1a3 ezb3a3) \
                      a4(exb1a4 exb2a4 eyb2a4 eyb3a4 ezb1a4 ezb3a4))) a2";

/// Fig. 5(b): the second player observes that the first has moved, but not which move. The player
/// does observe that a2 ends the game.
const FIG_5B: &str = "a2 a?(b1(a?(exb1a3 exb1a4 ezb1a3 ezb1a4)) \
                      b2(a?(exb2a3 exb2a4 eyb2a3 eyb2a4)) \
                      b3(a?(eyb3a3 eyb3a4 ezb3a3 ezb3a4)))";

#[test]
fn pom_and_mo_build_the_trees_of_fig_5() {
    let view = toy_subset(Moves::Hidden).view(FIRST);
    let mut pom = SoIsmctsPom::<ToySubset>::new(setup(5000));
    pom.rules.c = CURIOUS;
    pom.decide(&view, FIRST, &mut Rng::new(1));
    assert_eq!(shape(pom.tree(), ROOT, &seen_name), FIG_5A);
    let mut mo = MoIsmcts::<ToySubset>::new(setup(5000));
    mo.rules.c = CURIOUS;
    mo.decide(&view, FIRST, &mut Rng::new(1));
    assert_eq!(shape(mo.tree(FIRST), ROOT, &seen_name), FIG_5A);
    assert_eq!(shape(mo.tree(Player(1)), ROOT, &seen_name), FIG_5B);
}

/// With open moves a1 is worth 0.2: information set searches prefer r2 = 0.4 and not r2 = 0.1.
/// Determinization estimates 0.6 and never takes r2.
#[test]
fn the_first_decision_of_toy_subset() {
    for (r2, right) in [(0.4, Action::A2), (0.1, Action::A1)] {
        let mut start = ToySubset::new(r2, Moves::Open).expect("a valid setting");
        start.apply(Action::Start(sortilege_games::toy_subset::World::Z));
        let view = start.view(FIRST);
        let rng = &mut Rng::new(3);
        let fused = DeterminizedUct::<ToySubset>::new(setup(1000)).decide(&view, FIRST, rng);
        assert_eq!(fused.action, Action::A1);
        let mo = MoIsmcts::<ToySubset>::new(setup(50_000)).decide(&view, FIRST, rng);
        assert_eq!(mo.action, right, "r2 = {r2}: {:?}", mo.candidates);
    }
}

/// Widening is limited to one of the available arms, so two of b1, b2 and b3 suffice: every state
/// has one of these, and none has to wait for the third.
#[test]
fn widening_leaves_something_in_every_state() {
    let view = toy_subset(Moves::Open).view(FIRST);
    for seed in 0..10 {
        let mut search = SoIsmcts::<ToySubset>::new(setup(5000));
        search.rules.c = CURIOUS;
        search.rules.widening = Some(Widening { scale: 1.0, alpha: 0.0 });
        search.decide(&view, FIRST, &mut Rng::new(seed));
        let tree = search.tree();
        let after = |place: Option<usize>| tree.child_of(&tree.edges(ROOT)[place?]);
        let replies =
            after(tree.find(ROOT, Action::A1)).expect("a node that was visited more than once");
        assert_eq!(tree.edges(replies).len(), 2);
        let visits: u32 = tree.edges(replies).iter().map(|edge| edge.arm.visits).sum();
        assert_eq!(visits + 1, tree.visits(replies), "each state has a move");
    }
}
