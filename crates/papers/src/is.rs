//! Claims of IS that its figures and tables show.

use sortilege::game::{Hidden, Outcomes};
use sortilege::playout::Rollout;
use sortilege::search::{DeterminizedUct, Label, MoIsmcts, Search, Setup, SoIsmcts, SoIsmctsPom};
use sortilege::tree::{NodeId, ROOT, Tree};
use sortilege::{Budget, Game, Player, Rng, Turn};
use sortilege_games_cards::confrontation::{self, Confrontation};
use sortilege_games_cards::dou_di_zhu::LeadingPlays;
use sortilege_games_lines::mnk::Mnk;
use sortilege_games_toys::toy_fusion::{self, ToyFusion};
use sortilege_games_toys::toy_subset::{Action, Moves, Seen, ToySubset, World};
use sortilege_lab::reproduce::Answer;
use std::collections::{HashMap, HashSet};
use std::hash::Hash;

const FIRST: Player = Player(0);
const SEEDS: u64 = 10;

fn setup<G: Game>(iterations: u64) -> Setup<Rollout<G>> {
    Setup::new(Budget::iterations(iterations))
}

/// IS Figs. 1 and 2: the choice at the root of the one-player example, with ten seeds.
pub(crate) fn strategy_fusion() -> Answer {
    let mut start = ToyFusion::default();
    start.apply(toy_fusion::Action::Start(toy_fusion::World::X));
    let view = start.view(FIRST);
    let (mut fused, mut kept, mut value) = (0, 0, 0.0);
    for seed in 0..SEEDS {
        let rng = &mut Rng::new(seed);
        let determinized = DeterminizedUct::<ToyFusion>::new(setup(250)).decide(&view, FIRST, rng);
        let so = SoIsmcts::<ToyFusion>::new(setup(10_000)).decide(&view, FIRST, rng);
        fused += u64::from(determinized.action == toy_fusion::Action::A1);
        kept += u64::from(so.action == toy_fusion::Action::A2);
        // Rewards are in [0, 1], payoffs in [-1, 1].
        let a2 = so.candidates.iter().find(|one| one.action == toy_fusion::Action::A2);
        value = a2.map_or(f64::NAN, |one| 2.0 * one.value - 1.0);
    }
    let right = fused == SEEDS && kept == SEEDS && value == 0.5;
    Answer::new(
        format!(
            "`determinized-uct` chose a1 with {fused} of {SEEDS} seeds, `so-ismcts` a2 with {kept} of {SEEDS}, \
             which it values at {value}"
        ),
        right,
    )
}

/// IS Figs. 3 to 5: the trees of the two-player example, compared node by node.
pub(crate) fn information_set_trees() -> Answer {
    let trees = [
        ("`so-ismcts`", so_tree(Moves::Open) == FIG_4),
        ("`so-ismcts` with hidden moves", so_tree(Moves::Hidden) == FIG_4),
        ("`so-ismcts-pom`", pom_tree(Moves::Hidden) == FIG_5A),
        ("`mo-ismcts`, first player", mo_tree(Player(0)) == FIG_5A),
        ("`mo-ismcts`, second player", mo_tree(Player(1)) == FIG_5B),
    ];
    let other: Vec<&str> = trees.iter().filter(|(_, same)| !same).map(|(name, _)| *name).collect();
    match other.is_empty() {
        true => {
            Answer::new(format!("all {} trees have the shapes of the figures", trees.len()), true)
        }
        false => Answer::new(format!("another shape: {}", other.join(", ")), false),
    }
}

/// Exploration constant that makes a search visit every node of a small tree.
const CURIOUS: f64 = 4.0;
const VISITS: u64 = 5000;

/// Fig. 4(a): a branch for every action that is legal in some state, and the environment's reveals
/// below.
const FIG_4: &str = "a1(b1(a3(exb1a3 ezb1a3) a4(exb1a4 ezb1a4)) \
                     b2(a3(exb2a3 eyb2a3) a4(exb2a4 eyb2a4)) \
                     b3(a3(eyb3a3 ezb3a3) a4(eyb3a4 ezb3a4))) a2";
/// Fig. 5(a): the first player observes that the second player has moved, but not which move.
const FIG_5A: &str = "a1(b?(a3(exb1a3 exb2a3 eyb2a3 eyb3a3 ezb1a3 ezb3a3) \
                      a4(exb1a4 exb2a4 eyb2a4 eyb3a4 ezb1a4 ezb3a4))) a2";
/// Fig. 5(b): the same for the second player, who observes that the game has ended if a2 was
/// chosen.
const FIG_5B: &str = "a2 a?(b1(a?(exb1a3 exb1a4 ezb1a3 ezb1a4)) \
                      b2(a?(exb2a3 exb2a4 eyb2a3 eyb2a4)) \
                      b3(a?(eyb3a3 eyb3a4 ezb3a3 ezb3a4)))";

fn toy_view(moves: Moves) -> <ToySubset as Hidden>::View {
    let mut start = ToySubset::new(0.1, moves).expect("a reward in range");
    start.apply(Action::Start(World::X));
    start.view(FIRST)
}

fn so_tree(moves: Moves) -> String {
    let mut search = SoIsmcts::<ToySubset>::new(setup(VISITS));
    search.rules.c = CURIOUS;
    search.decide(&toy_view(moves), FIRST, &mut Rng::new(1));
    shape(search.tree(), ROOT, &name)
}

fn pom_tree(moves: Moves) -> String {
    let mut search = SoIsmctsPom::<ToySubset>::new(setup(VISITS));
    search.rules.c = CURIOUS;
    search.decide(&toy_view(moves), FIRST, &mut Rng::new(1));
    shape(search.tree(), ROOT, &seen_name)
}

fn mo_tree(owner: Player) -> String {
    let mut search = MoIsmcts::<ToySubset>::new(setup(VISITS));
    search.rules.c = CURIOUS;
    search.decide(&toy_view(Moves::Hidden), FIRST, &mut Rng::new(1));
    shape(search.tree(owner), ROOT, &seen_name)
}

/// Tree as nested names in alphabetical order: `a1(b1 b2) a2`.
fn shape<L: Copy + Eq + Hash>(tree: &Tree<L>, node: NodeId, name: &dyn Fn(L) -> String) -> String {
    let visited = tree.edges(node).iter().filter(|edge| edge.arm.visits > 0);
    let branch = |edge| {
        let edge: &sortilege::tree::Edge<L> = edge;
        let below = tree.child_of(edge).map(|child| shape(tree, child, name)).unwrap_or_default();
        name(edge.label) + &if below.is_empty() { below } else { format!("({below})") }
    };
    let mut names: Vec<String> = visited.map(branch).collect();
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

/// IS §VI: with perfect information, neither player can force a win of the 4,4,4-game.
pub(crate) fn four_in_a_row() -> Answer {
    let start = Mnk::new(4, 4, 4).expect("a board of 16 cells");
    let value = match (
        at_least(&start, 1, &mut HashMap::new()),
        at_least(&start, 0, &mut HashMap::new()),
    ) {
        (true, _) => "a win for the first player",
        (_, true) => "a draw",
        _ => "a loss for the first player",
    };
    Answer::new(format!("{value}, by search of the whole game"), value == "a draw")
}

/// Returns whether the acting player can force at least `goal`, in a game with the values 1, 0 and
/// -1. Two yes/no searches are much faster than one for the value.
fn at_least<G: Game + Eq + Hash>(state: &G, goal: i32, memo: &mut HashMap<G, bool>) -> bool {
    let Turn::Player(mover) = state.turn() else {
        unreachable!("ends are looked at before they are entered")
    };
    if let Some(&known) = memo.get(state) {
        return known;
    }
    let mut actions = vec![];
    state.actions(&mut actions);
    let reaches = actions.into_iter().any(|action| {
        let mut next = state.clone();
        next.apply(action);
        match next.turn() {
            Turn::Over => next.payoff(mover) as i32 >= goal,
            _ => !at_least(&next, 1 - goal, memo),
        }
    });
    memo.insert(state.clone(), reaches);
    reaches
}

/// IS §V-A5: each side of the Confrontation has 9!/4! setups. All are dealt and counted.
pub(crate) fn setups() -> Answer {
    /// Number of characters that a side places at the front.
    const FRONT: usize = 5;
    let settings =
        confrontation::Settings { setup: confrontation::Setup::Random, ..Default::default() };
    let first = dealt([Confrontation::new(settings)].into(), FRONT);
    let Some(one) = first.iter().next() else {
        return Answer::new("no setup at all".to_string(), false);
    };
    let second = dealt([*one].into(), FRONT);
    let ready = second.iter().all(|state| state.turn() != Turn::Chance);
    let found = format!("{} and {} setups", first.len(), second.len());
    Answer::new(found, ready && [first.len(), second.len()] == [15_120; 2])
}

/// States that `steps` chance events can lead to.
fn dealt<G: Outcomes + Eq + Hash>(mut states: HashSet<G>, steps: usize) -> HashSet<G> {
    let mut outcomes = vec![];
    for _ in 0..steps {
        let mut next = HashSet::new();
        for state in &states {
            state.outcomes(&mut outcomes);
            next.extend(outcomes.iter().map(|&(outcome, _)| {
                let mut state = state.clone();
                state.apply(outcome);
                state
            }));
        }
        states = next;
    }
    states
}

/// Trials of IS §VIII; §V-B does not say how many it averages. A tour has a fifth.
const TRIALS: u64 = 25;
/// IS §V-B: trees, iterations for each, and the printed mean depths of trees and nodes.
const DEPTHS: [(u32, u64, [f64; 2]); 2] = [(1, 10_000, [8.6, 4.0]), (40, 250, [4.1, 2.4])];
/// Tolerance of depths, relative to the printed numbers.
const DEPTH_MARGIN: f64 = 0.2;

/// IS §V-B: the depth of the trees of Dark at the opening of the Confrontation.
pub(crate) fn depths() -> Answer {
    depths_over(TRIALS)
}

/// Depths of trees over fewer decisions.
pub(crate) fn depths_of_few() -> Answer {
    depths_over(TRIALS / 5)
}

fn depths_over(trials: u64) -> Answer {
    let (mut lines, mut right) = (vec![], true);
    for (trees, iterations, printed) in DEPTHS {
        let found = mean_depths(trees, iterations, trials);
        let near = |(ours, paper): (f64, f64)| (ours / paper - 1.0).abs() <= DEPTH_MARGIN;
        right &= found.into_iter().zip(printed).all(near);
        let [tree, node] = found;
        lines.push(format!("{trees} x {iterations}: tree depth {tree:.2}, node depth {node:.2}"));
    }
    Answer::new(format!("{}; means over {trials} decisions", lines.join("; ")), right)
}

/// Mean depth of trees and mean depth of nodes, over decisions of Dark at the opening with
/// different seeds.
fn mean_depths(trees: u32, iterations: u64, seeds: u64) -> [f64; 2] {
    let start = Confrontation::new(confrontation::Settings::default());
    let view = start.view(FIRST);
    let mut search = DeterminizedUct::<Confrontation>::new(setup(iterations));
    search.trees = trees;
    search.uct.rules.c = 0.7;
    let trees = (0..seeds).map(|seed| search.decide(&view, FIRST, &mut Rng::new(seed)).tree);
    let sums = trees.fold([0.0; 2], |sums, tree| [sums[0] + tree.depth, sums[1] + tree.mean_depth]);
    sums.map(|sum| sum / seeds as f64)
}

/// Deals over which plays are counted; IS has 5,000. A tour has a third.
const DEALS: u64 = 3000;
/// Tolerance of the numbers, relative to those of the table.
const PLAYS_MARGIN: f64 = 0.01;

/// IS Table II: the leading plays of the peasants at Dou Di Zhu.
pub(crate) fn leading_plays() -> Answer {
    leading_plays_over(DEALS)
}

/// Leading plays over fewer deals.
pub(crate) fn leading_plays_of_few() -> Answer {
    leading_plays_over(DEALS / 3)
}

fn leading_plays_over(deals: u64) -> Answer {
    let LeadingPlays { dealt, drawn, unique: [some, more, many] } = LeadingPlays::count(deals);
    let found = [dealt, drawn, some, more, many];
    let near = |(ours, paper): (f64, f64)| (ours / paper - 1.0).abs() <= PLAYS_MARGIN;
    let right = found.into_iter().zip([87.7, 87.8, 754.0, 1230.0, 1500.0]).all(near);
    Answer::new(
        format!(
            "{dealt:.1} as dealt, {drawn:.1} for each determinization; {some:.0}, {more:.0} and {many:.0} \
             different ones after 40, 250 and 1,000, over {deals} deals"
        ),
        right,
    )
}

/// IS §VII-A3: a hand of 17 cards has around 40 leading plays.
pub(crate) fn branching_of_leads() -> Answer {
    // The plays of two hands were counted together.
    let each = LeadingPlays::count(1).dealt / 2.0;
    Answer::new(format!("{each:.1} for a hand of 17 cards"), (35.0..=50.0).contains(&each))
}

#[cfg(test)]
mod tests {
    use super::*;
    use sortilege_lab::report::Verdict;

    #[test]
    fn the_figures_of_the_paper() {
        for found in [strategy_fusion(), information_set_trees()] {
            assert_eq!(found.verdict, Verdict::Holds, "{}", found.found);
        }
    }

    #[test]
    fn setups_and_leads_are_counted() {
        for (found, expected) in
            [(setups(), "15120 and 15120 setups"), (branching_of_leads(), "44.0 for a hand")]
        {
            assert_eq!(found.verdict, Verdict::Holds, "{}", found.found);
            assert!(found.found.starts_with(expected), "{}", found.found);
        }
    }

    /// One tree is deeper than many trees with the same total number of simulations.
    #[test]
    fn depths_of_trees() {
        let ([one, one_node], [many, many_node]) =
            (mean_depths(1, 2000, 3), mean_depths(40, 50, 3));
        assert!(one > many && one_node > many_node, "{one} {many}, {one_node} {many_node}");
        assert!(one > one_node && many_node >= 1.0, "{one} {one_node} {many_node}");
        assert_eq!(mean_depths(1, 500, 2), mean_depths(1, 500, 2));
    }

    #[test]
    fn small_boards_are_solved() {
        let value = |m, n, k| {
            let start = Mnk::new(m, n, k).unwrap();
            [1, 0].map(|goal| at_least(&start, goal, &mut HashMap::new()))
        };
        assert_eq!(value(3, 3, 3), [false, true]);
        assert_eq!(value(4, 3, 3), [true, true]);
        assert_eq!(four_in_a_row().found, "a draw, by search of the whole game");
    }
}
