//! Star1 and Star2 return the values of expectimax with fewer nodes, with all chance outcomes and
//! with samples, in every game that they support (SM §3.1).

use sortilege::evaluator::Evaluator;
use sortilege::game::{Chance, Key, Outcomes, PerfectInfo, Sequential};
use sortilege::search::{Ordering, Pruning, Search, StarMinimax};
use sortilege::testing::star_equalities;
use sortilege::{Budget, Player, Rng, Turn};
use sortilege_games::cant_stop::{self, CantStop, Rules};
use sortilege_games::ewn::{self, Ewn, Setup};
use sortilege_games::mnk::{Mnk, OpenLines};
use sortilege_games::pig::{self, Pig};
use sortilege_games::ra::{Prospects, Ra};

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
