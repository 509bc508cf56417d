//! Tests of best responses in the games of this crate. The computation without a tree agrees with
//! the one on the tree where the tree is small enough, and otherwise with published values.

use crate::dark_hex::{DarkHex, Reveal};
use crate::phantom_mnk::PhantomMnk;
use sortilege::exact::{
    BestResponse, ByView, GameTree, OfTree, Response, Tabulated, UniformProfile, choices,
    expected_payoffs, respond,
};
use sortilege::game::{Observe, Outcomes, Sequential};
use sortilege::testing::odds;
use sortilege::{Player, Rng, Stop};
use std::hash::Hash;

fn phantom(m: usize, n: usize, k: usize) -> PhantomMnk {
    PhantomMnk::new(m, n, k).expect("a board")
}

fn hex(columns: usize, rows: usize, reveal: Reveal) -> DarkHex {
    DarkHex::new(columns, rows, reveal).expect("a board")
}

fn assert_close(found: f64, right: f64) {
    assert!((found - right).abs() < 1e-9, "{found}, not {right}");
}

/// Checks that both computations of best responses agree for three opponents: uniform play, play
/// that differs at every information set, and play that differs from view to view.
fn assert_as_in_the_tree<G>(start: &G)
where
    G: Outcomes + Observe + Sequential + Eq + Hash,
{
    let (tree, stop, mut rng) = (GameTree::new(start), Stop::default(), Rng::new(1));
    let assert_same = |found: Response, policy: &Tabulated, who: Player| {
        assert_close(found.best, BestResponse::new(&tree, policy, who).value);
        assert_close(found.value, expected_payoffs(&tree, policy)[who.0]);
    };
    let by_set = Tabulated::from_fn(&tree, |_, _, actions| odds::random(actions.len(), &mut rng));
    let mut table = ByView::<G>::default();
    let mut odds = std::collections::HashMap::new();
    for choice in choices(start, 100_000).expect("a small game") {
        let drawn = odds::random(choice.actions.len(), &mut rng);
        table.insert(choice.who, choice.view.clone(), drawn.clone());
        odds.insert((choice.who, choice.view), drawn);
    }
    let by_view = Tabulated::from_fn(&tree, |view, who, _| {
        odds.get(&(who, view.clone())).cloned().unwrap_or_else(|| vec![1.0])
    });
    for who in [0, 1].map(Player) {
        let even = respond(start, &mut UniformProfile, who, &stop, &mut |_| ())
            .expect("it is not stopped");
        assert_same(even, &Tabulated::uniform(&tree), who);
        assert_eq!(
            (even.sets, even.endings),
            (tree.sets_of(who).count() as u64, tree.terminals() as u64)
        );
        let mut policy = OfTree::new(&tree, &by_set);
        assert_same(
            respond(start, &mut policy, who, &stop, &mut |_| ()).expect("it is not stopped"),
            &by_set,
            who,
        );
        let found =
            respond(start, &mut &table, who, &stop, &mut |_| ()).expect("it is not stopped");
        assert_same(found, &by_view, who);
    }
}

#[test]
fn small_phantom_games() {
    for (m, n, k) in [(2, 2, 2), (5, 1, 3), (3, 2, 3)] {
        assert_as_in_the_tree(&phantom(m, n, k));
        assert_as_in_the_tree(&phantom(m, n, k).noticed(true));
    }
}

#[test]
fn small_games_of_dark_hex() {
    for (columns, rows) in [(2, 2), (1, 3), (2, 3), (3, 2)] {
        for reveal in [Reveal::Classical, Reveal::Abrupt] {
            assert_as_in_the_tree(&hex(columns, rows, reveal));
        }
    }
}

/// Histories that lead to the same state are processed once.
#[test]
fn histories_are_counted_and_not_walked() {
    let found =
        respond(&phantom(3, 2, 3), &mut UniformProfile, Player(1), &Stop::default(), &mut |_| ())
            .unwrap();
    assert_eq!((found.sets, found.endings), (5743, 171_360));
    assert!(found.looked_at < (found.decisions + found.endings) / 2, "{found:?}");
}

/// The known results for uniform play in a game of nine cells.
struct Known {
    name: &'static str,
    /// Number of information sets of each seat.
    sets: [u64; 2],
    /// The value for the first seat.
    value: f64,
    /// The values of best responses.
    best: [f64; 2],
}

/// Computes best responses to uniform play in both seats, prints the results, and compares them.
fn assert_known<G>(start: &G, known: &Known)
where
    G: Outcomes + Observe + Sequential + Eq + Hash,
{
    let [first, second] = [0, 1].map(|who| {
        let began = std::time::Instant::now();
        let found = respond(start, &mut UniformProfile, Player(who), &Stop::default(), &mut |_| ())
            .expect("it is not stopped");
        println!("{}, seat {}: {found:?} in {:?}", known.name, who + 1, began.elapsed());
        found
    });
    assert_eq!([first.sets, second.sets], known.sets, "{}", known.name);
    assert_eq!(
        (first.decisions, first.endings),
        (second.decisions, second.endings),
        "{}",
        known.name
    );
    assert_close(first.value, known.value);
    assert_close(second.value, -known.value);
    assert_close(first.best, known.best[0]);
    assert_close(second.best, known.best[1]);
}

/// The information sets of the classical game are published (exp-a-spiel, Rudolph and others 2025),
/// as is a value of 0.333684, from which best responses gain 0.666318 and 1.166488. So they are
/// worth 1.000002 and 0.832804. The published value is off by 0.00035: it is 1/3, as
/// `random_tries_are_worth_what_random_stones_are` counts. The numbers of the abrupt game are
/// regression values from this implementation.
#[test]
#[ignore = "minutes: more than 10,000,000,000 histories a game"]
fn dark_hex_on_nine_cells() {
    let third = 1.0 / 3.0;
    let sets = [3_720_850, 2_352_067];
    let best = [1.0, 0.832_804_232_804_232_8];
    let classical = Known { name: "dark-hex", sets, value: third, best };
    assert!(
        (best[0] - third - 0.666_318).abs() < 4e-4 && (best[1] + third - 1.166_488).abs() < 4e-4
    );
    assert!((best[1] - (1.166_488 - 0.333_684)).abs() < 1e-6);
    assert_known(&hex(3, 3, Reveal::Classical), &classical);
    let abrupt = Known {
        name: "dark-hex:reveal=abrupt",
        sets: [16_497_034, 10_828_243],
        value: 0.266_925_705_467_372_1,
        best: [0.908_030_202_821_869_5, 0.617_179_232_804_233_1],
    };
    assert_known(&hex(3, 3, Reveal::Abrupt), &abrupt);
}

/// Uniform tries have the value of random marks, 737/1260 - 121/420. Against them the observation
/// of failed tries gains nothing, although it leads to many more information sets. Counts and best
/// responses are regression values from this implementation.
#[test]
#[ignore = "minutes: 19,900,000,000 histories a game"]
fn phantom_tic_tac_toe() {
    let (value, best) = (737.0 / 1260.0 - 121.0 / 420.0, [0.953_125, 0.624_338_624_338_624]);
    let silent = Known { name: "phantom 3,3,3", sets: [3_683_314, 2_307_355], value, best };
    assert_known(&phantom(3, 3, 3), &silent);
    let noticed = Known { name: "noticed", sets: [145_359_499, 31_522_972], value, best };
    assert_known(&phantom(3, 3, 3).noticed(true), &noticed);
}
