//! Star1 and Star2 return the values of expectimax with fewer nodes, with all chance outcomes and
//! with samples, in every game that they support (SM §3.1). The scheduled star search, compared
//! with exact values: the regret of its choices, and the error of its value estimates.

use sortilege::evaluator::Evaluator;
use sortilege::exact::Expectimax;
use sortilege::game::{Chance, Key, Notation, Outcomes, PerfectInfo, Sequential};
use sortilege::search::{Ordering, Pruning, ScheduledStar, Search, StarMinimax};
use sortilege::testing::star_equalities;
use sortilege::{Budget, Player, Rng, Turn};
use sortilege_games::cant_stop::{self, CantStop, Rules};
use sortilege_games::ewn::{self, Ewn, Setup};
use sortilege_games::mnk::{Mnk, OpenLines};
use sortilege_games::pig::{self, Pig, Solution};
use sortilege_games::ra::{Prospects, Ra};
use std::cell::RefCell;

/// Without chance this is alpha-beta; but positions recur, and values are 1 and -1.
#[test]
fn in_tic_tac_toe_pruning_changes_no_value() {
    star_equalities(&Mnk::new(3, 3, 3).unwrap(), OpenLines, 30, 4, 1);
}

/// A short race ends within the search.
#[test]
fn in_pig_pruning_changes_no_value() {
    star_equalities(&Pig::default(), pig::Evaluation::Fitted, 1000, 2, 2);
    star_equalities(&Pig::new(20).unwrap(), pig::Evaluation::Simple, 200, 3, 3);
    star_equalities(&Pig::new(20).unwrap(), pig::Evaluation::Banked, 100, 3, 3);
}

#[test]
fn in_ewn_pruning_changes_no_value() {
    let orders = [[1, 2, 3, 4, 5, 6], [6, 2, 4, 1, 5, 3]];
    for (setup, seed) in [(Setup::Random, 4), (Setup::Fixed(orders[0], orders[1]), 5)] {
        let start = Ewn::new(5, 6, setup).unwrap();
        star_equalities(&start, ewn::Evaluation::Mobility, 500, 2, seed);
        star_equalities(&start, ewn::Evaluation::Distance, 50, 3, seed);
    }
}

/// Closed columns and busts are included; a throw has 126 outcomes, so the depth is limited.
#[test]
fn in_cant_stop_pruning_changes_no_value() {
    star_equalities(&CantStop::default(), cant_stop::Evaluation::Progress, 1000, 2, 6);
    star_equalities(
        &CantStop::new(Rules { shortest: 2, slope: 0, columns: 1 }).unwrap(),
        cant_stop::Evaluation::Banked,
        100,
        3,
        7,
    );
}

#[test]
fn in_ra_pruning_changes_no_value() {
    star_equalities(&Ra::default(), Prospects, 1000, 2, 8);
    star_equalities(&Ra::default(), Prospects, 100, 3, 9);
}

/// Numbers of nodes that expectimax and Star2 visit at depths 3 and 4 for the same values, summed
/// over some decisions of random games.
fn visited<G, E>(start: &G, evaluator: E, positions: usize, seed: u64) -> [[u64; 2]; 2]
where
    G: PerfectInfo + Sequential + Outcomes + Key,
    E: Evaluator<G> + Copy,
{
    let mut sums = [[0; 2]; 2];
    for (state, who) in decisions(start, positions, seed) {
        let [plain, star2] = [Pruning::None, Pruning::Star2].map(|pruning| {
            let mut search = StarMinimax::new(pruning, Budget::default(), evaluator).depth(4);
            search.ordering = Ordering::Evaluated;
            search.decide(&state, who, &mut Rng::new(seed));
            search.finished().to_vec()
        });
        for (plain, star2) in plain.iter().zip(&star2).filter(|(plain, _)| plain.depth > 2) {
            assert!(
                (plain.value - star2.value).abs() < 1e-9,
                "{star2:?} for {plain:?} at {state:?}"
            );
            let sum = &mut sums[plain.depth as usize - 3];
            *sum = [sum[0] + plain.nodes, sum[1] + star2.nodes];
        }
    }
    sums
}

/// Every seventh decision of random games.
fn decisions<G: Chance + Sequential>(start: &G, positions: usize, seed: u64) -> Vec<(G, Player)> {
    let (mut rng, mut scratch, mut state, mut number) = (Rng::new(seed), vec![], start.clone(), 0);
    let mut found = vec![];
    while found.len() < positions {
        match state.turn() {
            Turn::Chance => state.apply(state.sample(&mut rng)),
            Turn::Player(who) => {
                number += 1;
                if number % 7 == 0 {
                    found.push((state.clone(), who));
                }
                state.apply(state.random_action(&mut scratch, &mut rng));
            }
            _ => state = start.clone(),
        }
    }
    found
}

/// Checks that Star2 does not search the results of its probes again. The version that did visited
/// as many nodes as `twice` says, which in Pig, Can't Stop and Ra is more than expectimax visits.
fn assert_fewer(game: &str, visited: [[u64; 2]; 2], twice: [u64; 2]) {
    for ([plain, star2], twice) in visited.into_iter().zip(twice) {
        assert!(
            star2 < plain && star2 < twice,
            "{game}: {star2} nodes, {plain} without pruning, once {twice}"
        );
    }
}

#[test]
fn star2_visits_less_than_expectimax() {
    assert_fewer(
        "Pig",
        visited(&Pig::default(), pig::Evaluation::Fitted, 10, 1),
        [40_239, 651_003],
    );
    let ewn = Ewn::new(5, 6, Setup::Random).unwrap();
    assert_fewer(
        "EinStein würfelt nicht!",
        visited(&ewn, ewn::Evaluation::Mobility, 5, 2),
        [26_715, 395_450],
    );
    assert_fewer(
        "Can't Stop",
        visited(&CantStop::default(), cant_stop::Evaluation::Progress, 3, 3),
        [125_192, 5_434_087],
    );
    assert_fewer("Ra", visited(&Ra::default(), Prospects, 5, 4), [59_163, 3_081_801]);
}

/// Decisions of random games with more than one action.
fn positions_of_play<G: Outcomes + Sequential>(
    start: &G,
    positions: usize,
    seed: u64,
) -> Vec<(G, Player)> {
    let (mut rng, mut moves, mut state, mut found) =
        (Rng::new(seed), vec![], start.clone(), vec![]);
    while found.len() < positions {
        match state.turn() {
            Turn::Chance => state.apply(state.sample(&mut rng)),
            Turn::Player(who) => {
                state.actions(&mut moves);
                if moves.len() > 1 && rng.below(3) == 0 {
                    found.push((state.clone(), who));
                }
                state.apply(rng.pick(&moves));
            }
            _ => state = start.clone(),
        }
    }
    found
}

/// The mean regret of the choices and the mean error of the values over decisions; `truth` returns
/// the value of a state to a player.
fn errors<G>(
    search: &mut dyn Search<G>,
    decisions: &[(G, Player)],
    truth: impl Fn(&G, Player) -> f64,
) -> [f64; 2]
where
    G: PerfectInfo + Sequential + Outcomes,
{
    let mut sums = [0.0; 2];
    for (number, (state, who)) in decisions.iter().enumerate() {
        let found = search.decide(state, *who, &mut Rng::new(number as u64));
        let value = found
            .candidates
            .iter()
            .find(|one| one.action == found.action)
            .expect("a candidate")
            .value;
        let worth = |action| truth(&state.after(action), *who);
        let best = found.candidates.iter().map(|one| worth(one.action)).fold(-1.0, f64::max);
        sums = [sums[0] + best - worth(found.action), sums[1] + (value - best).abs()];
    }
    sums.map(|sum| sum / decisions.len() as f64)
}

/// Both searches with the same number of nodes: `ScheduledStar`, and Star2.
fn both<G, E>(
    decisions: &[(G, Player)],
    evaluator: E,
    nodes: u64,
    truth: impl Fn(&G, Player) -> f64,
) -> [[f64; 2]; 2]
where
    G: PerfectInfo + Sequential + Outcomes + Key,
    E: Evaluator<G> + Copy,
{
    let budget = Budget::iterations(nodes);
    let (mut scheduled, mut star2) =
        (ScheduledStar::new(budget, evaluator), StarMinimax::star2(budget, evaluator));
    [errors(&mut scheduled, decisions, &truth), errors(&mut star2, decisions, &truth)]
}

/// Checks that the regret exceeds that of Star2 by at most `most`; 0.01 is half of a hundredth of a
/// game.
fn assert_no_worse([[regret, _], [classic, _]]: [[f64; 2]; 2], most: f64, what: &str) {
    assert!(regret <= classic + most, "{what}: {regret} is lost, {classic} by Star2");
}

/// In Pig every state is solved. The regret is small at every budget, both with a good evaluation
/// and with one that counts only banked points.
#[test]
fn at_pig_little_is_lost() {
    let solution = Solution::new(100);
    let truth = |state: &Pig, who| solution.value(state, who);
    let all = positions_of_play(&Pig::default(), 40, 1);
    for evaluation in [pig::Evaluation::Fitted, pig::Evaluation::Banked] {
        for nodes in [100, 1_000, 10_000] {
            let found = both(&all, evaluation, nodes, truth);
            assert_no_worse(found, 0.005, &format!("{evaluation:?}, {nodes} nodes"));
            let [[regret, off], _] = found;
            assert!(regret < 0.03 && off < 0.1, "{evaluation:?}, {nodes} nodes: {found:?}");
        }
    }
}

/// Small boards are searched nearly to the end: there is no regret, and values are almost exact.
#[test]
fn small_boards_of_ewn_are_solved() {
    let memo = RefCell::new(Expectimax::with_memo());
    let truth = |state: &Ewn, who: Player| memo.borrow_mut().value(state)[who.0];
    let all = positions_of_play(&Ewn::new(3, 3, Setup::Random).unwrap(), 200, 1);
    let [[regret, off], _] = both(&all[..40], ewn::Evaluation::Mobility, 1_000_000, truth);
    assert!(regret.abs() < 1e-12 && off < 0.01, "{regret} and {off}");
    for evaluation in [ewn::Evaluation::None, ewn::Evaluation::Material, ewn::Evaluation::Mobility]
    {
        for nodes in [100, 300, 1_000, 3_000] {
            let what = format!("{evaluation:?}, {nodes} nodes");
            assert_no_worse(both(&all, evaluation, nodes, truth), 0.005, &what);
        }
    }
}

/// The last turns of a short game of Can't Stop, with 126 outcomes for a throw. With 3,000 nodes
/// Star2 does not reach the end, and a tree that grows selectively does. It also learns the value
/// of a throw without searching all its outcomes.
#[test]
fn at_the_end_of_cant_stop_little_is_lost() {
    let memo = RefCell::new(Expectimax::with_memo());
    let truth = |state: &CantStop, who: Player| memo.borrow_mut().value(state)[who.0];
    let short = CantStop::new(Rules { shortest: 2, slope: 0, columns: 1 }).unwrap();
    let all =
        positions_of_play(&short.parse_position("- - runners - turn 499 decides").unwrap(), 40, 1);
    for evaluation in [cant_stop::Evaluation::Progress, cant_stop::Evaluation::Banked] {
        for nodes in [100, 300, 1_000, 3_000, 30_000] {
            let found = both(&all, evaluation, nodes, truth);
            assert_no_worse(found, 0.002, &format!("{evaluation:?}, {nodes} nodes"));
            let [[regret, _], [classic, _]] = found;
            assert!(
                regret < 0.02 && (nodes > 3_000 || classic > 0.03),
                "{evaluation:?}: {found:?}"
            );
        }
    }
}
