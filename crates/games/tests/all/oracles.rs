//! Solved games and the exact solvers, compared with each other. The expected numbers come from
//! programs that share no code with these: linear programs over sequence forms, backward induction
//! with matrix games, and OpenSpiel for games with the same rules.
//!
//! There are two precisions. Exact results must agree to 10^-9. CFR+ only approaches an
//! equilibrium, but its best responses enclose the value of the game between two rigorous bounds.
//! The expected value must lie between them, and their distance must be below the limit of the
//! test.

use sortilege::exact::{
    BestResponse, CfrPlus, Expectimax, GameTree, PayoffMatrix, Tabulated, cfr, expected_payoffs,
    expectimax, nash_conv, perft,
};
use sortilege::game::{Key, Notation, Observe, Outcomes, Recall, Simultaneous};
use sortilege::{Game, Player, Turn};
use sortilege_games::goofspiel::{Goofspiel, Order};
use sortilege_games::kuhn::{self, Kuhn};
use sortilege_games::leduc::{self, Leduc};
use sortilege_games::liars_dice::LiarsDice;
use sortilege_games::mnk::Mnk;
use sortilege_games::oshi_zumo::OshiZumo;
use sortilege_games::phantom_mnk::PhantomMnk;
use sortilege_games::rps::{Rps, Variant};
use sortilege_games::toy_fusion::ToyFusion;
use sortilege_games::toy_subset::{Moves, ToySubset};

const EXACT: f64 = 1e-9;

fn assert_close(found: f64, right: f64, tolerance: f64, what: &str) {
    assert!((found - right).abs() <= tolerance, "{what}: {found}, not {right}");
}

fn position<G: Notation>(game: &G, text: &str) -> G {
    game.parse_position(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn sets<G: Observe>(tree: &GameTree<G>) -> Vec<usize> {
    (0..tree.players()).map(|who| tree.sets_of(Player(who)).count()).collect()
}

/// The probabilities of a policy at the mover's information set in `state`. A view identifies an
/// information set only if it has perfect recall.
fn policy_at<G: Observe>(tree: &GameTree<G>, policy: &Tabulated, state: &G) -> Vec<f64> {
    assert_eq!(G::RECALL, Recall::Perfect);
    let Turn::Player(who) = state.turn() else { panic!("no player is on turn") };
    let set = tree.sets_of(who).find(|&set| *tree.view(set) == state.view(who));
    policy.at(tree, set.expect("an information set")).to_vec()
}

/// An equilibrium. Checks that best responses to it enclose `right` and differ by at most `gap`,
/// all in payoffs times `unit`.
fn assert_value<G: Observe>(
    tree: &GameTree<G>,
    right: f64,
    gap: f64,
    unit: f64,
    iterations: u32,
) -> Tabulated {
    let policy = CfrPlus { iterations, exploitability: gap / unit / 2.0 }.solve(tree);
    let [least, most] =
        [1, 0].map(|who| BestResponse::new(tree, &policy, Player(who)).value * unit);
    assert!(
        -least <= right + EXACT && right <= most + EXACT,
        "{right} is not in [{}, {most}]",
        -least
    );
    assert!(
        most + least < gap,
        "after {iterations} iterations the value is in [{}, {most}]",
        -least
    );
    policy
}

mod poker {
    use super::*;

    #[test]
    fn kuhn_uniform_play() {
        let tree = GameTree::new(&Kuhn::default());
        assert_eq!((sets(&tree), tree.terminals()), (vec![6, 6], 30));
        let uniform = Tabulated::uniform(&tree);
        let earned = kuhn::UNIT * expected_payoffs(&tree, &uniform)[0];
        assert_close(earned, 1.0 / 8.0, EXACT, "uniform play");
        let best =
            [0, 1].map(|who| kuhn::UNIT * BestResponse::new(&tree, &uniform, Player(who)).value);
        assert_close(best[0] - earned, 0.375, EXACT, "gain of the first player");
        assert_close(best[1] + earned, 13.0 / 24.0, EXACT, "gain of the second player");
        assert_close(kuhn::UNIT * nash_conv(&tree, &uniform), 11.0 / 12.0, EXACT, "NashConv");
    }

    #[test]
    fn kuhn_equilibrium() {
        let tree = GameTree::new(&Kuhn::default());
        let policy = assert_value(&tree, -1.0 / 18.0, 1e-5, kuhn::UNIT, 20_000);
        let bet = |text| policy_at(&tree, &policy, &position(&Kuhn::default(), text))[1];
        let alpha = bet("JQ");
        assert!((-EXACT..1.0 / 3.0 + 1e-3).contains(&alpha), "{alpha}");
        for (text, right) in [
            ("QJ", 0.0),
            ("KJ", 3.0 * alpha),
            ("JQ pb", 0.0),
            ("QJ pb", alpha + 1.0 / 3.0),
            ("KJ pb", 1.0),
            ("JK p", 1.0),
            ("JK b", 1.0),
            ("JQ p", 0.0),
            ("JQ b", 1.0 / 3.0),
            ("QJ p", 1.0 / 3.0),
            ("QJ b", 0.0),
        ] {
            assert_close(bet(text), right, 5e-3, text);
        }
    }

    #[test]
    fn leduc() {
        let tree = GameTree::new(&Leduc::default());
        assert_eq!((sets(&tree), tree.terminals()), (vec![468, 468], 5520));
        let uniform = Tabulated::uniform(&tree);
        assert_close(
            leduc::UNIT * expected_payoffs(&tree, &uniform)[0],
            -0.078125,
            EXACT,
            "uniform play",
        );
        assert_close(leduc::UNIT * nash_conv(&tree, &uniform), 4.747_222_2, 5e-8, "NashConv");
        let policy = assert_value(&tree, -0.085_606_424_078, 1e-3, leduc::UNIT, 5000);
        assert_close(
            leduc::UNIT * expected_payoffs(&tree, &policy)[0],
            -0.085_606_424_078,
            1e-3,
            "value",
        );
    }
}

mod liars_dice {
    use super::*;

    fn assert_solved(
        (dice, sides): (u8, u8),
        right: f64,
        each: usize,
        terminals: usize,
        iterations: u32,
    ) -> GameTree<LiarsDice> {
        let tree = GameTree::new(&LiarsDice::with_dice(dice, sides).expect("valid dice"));
        assert_eq!(
            (sets(&tree), tree.terminals()),
            (vec![each, each], terminals),
            "{dice} of {sides} sides"
        );
        assert_value(&tree, right, 1e-3, 1.0, iterations);
        tree
    }

    #[test]
    fn small_dice() {
        assert_solved((1, 2), 1.0 / 2.0, 16, 60, 1000);
        let three = assert_solved((1, 3), 1.0 / 9.0, 96, 567, 1000);
        let uniform = expected_payoffs(&three, &Tabulated::uniform(&three))[0];
        assert_close(uniform, 0.018_518_5, 5e-8, "uniform play");
        assert_solved((1, 4), 1.0 / 16.0, 512, 4080, 2000);
        assert_solved((1, 5), 1.0 / 125.0, 2560, 25_575, 2000);
    }

    /// OpenSpiel's CFR+ reaches 0.8749995 after 3,000 iterations; its uniform play gives 1/16 with
    /// a NashConv of 1.640625.
    #[test]
    fn two_dice_each() {
        let tree = assert_solved((2, 2), 7.0 / 8.0, 384, 2295, 1000);
        let uniform = Tabulated::uniform(&tree);
        assert_close(expected_payoffs(&tree, &uniform)[0], 0.0625, EXACT, "uniform play");
        assert_close(nash_conv(&tree, &uniform), 1.640_625, EXACT, "NashConv");
    }

    #[test]
    fn ordinary_dice() {
        let six = assert_solved((1, 6), -7.0 / 258.0, 12_288, 147_420, 2000);
        let uniform = expected_payoffs(&six, &Tabulated::uniform(&six))[0];
        assert_close(uniform, -0.032_407_4, 5e-8, "uniform play");
    }
}

mod together {
    use super::*;

    /// Backward induction with matrix games: the value of each pair of first choices.
    fn first_round<G: Outcomes + Simultaneous + Key>(state: &G) -> PayoffMatrix {
        Expectimax::with_memo().joint_values(state)
    }

    fn assert_matrix<const N: usize>(found: &PayoffMatrix, right: [[f64; N]; N]) {
        assert_eq!((found.rows(), found.columns()), (N, N));
        for (row, column) in (0..N).flat_map(|row| (0..N).map(move |column| (row, column))) {
            let what = format!("row {row}, column {column}");
            assert_close(found.at(row, column), right[row][column], EXACT, &what);
        }
    }

    /// `row` guarantees the value.
    fn assert_optimal(matrix: &PayoffMatrix, row: &[f64]) {
        assert_close(
            matrix.floor(row),
            matrix.solve().value,
            EXACT,
            "what the strategy guarantees",
        );
    }

    #[test]
    fn matrix_games() {
        let biased = [1.0 / 16.0, 10.0 / 16.0, 5.0 / 16.0];
        let asymmetric = [3.0 / 15.0, 7.0 / 15.0, 5.0 / 15.0];
        for (variant, value, row) in [
            (Variant::Plain, 0.0, &[1.0 / 3.0; 3][..]),
            (Variant::Biased, 0.0, &biased),
            (Variant::Mild, 0.0, &[0.25, 0.5, 0.25]),
            (Variant::Asymmetric, 2.0 / 15.0, &asymmetric),
            (Variant::Pennies, 0.0, &[0.5, 0.5]),
        ] {
            let start = Rps::new(variant);
            let solution = Expectimax::new().joint_values(&start).solve();
            assert_close(solution.value * variant.unit(), value, EXACT, variant.name());
            let column: Vec<f64> = match variant {
                Variant::Asymmetric => row.iter().rev().copied().collect(),
                _ => row.to_vec(),
            };
            for (found, right) in
                solution.row.iter().chain(&solution.column).zip(row.iter().chain(&column))
            {
                assert_close(*found, *right, EXACT, variant.name());
            }
            let tree = GameTree::new(&start);
            assert_eq!((sets(&tree), tree.terminals()), (vec![1, 1], row.len() * row.len()));
            assert_value(&tree, value, 1e-3 * variant.unit(), variant.unit(), 20_000);
        }
    }

    #[test]
    fn goofspiel_descending() {
        let four = first_round(&Goofspiel::new(4, Order::Descending).expect("four cards"));
        let x = 3.0 / 19.0;
        assert_matrix(
            &four,
            [
                [0.0, -1.0, -1.0, -x],
                [1.0, 0.0, -1.0, -0.5],
                [1.0, 1.0, 0.0, -1.0],
                [x, 0.5, 1.0, 0.0],
            ],
        );
        assert_optimal(&four, &[0.0, 0.0, 0.0, 1.0]);
        let five = first_round(&Goofspiel::new(5, Order::Descending).expect("five cards"));
        let (y, z) = (11.0 / 15.0, 17.0 / 32.0);
        assert_matrix(
            &five,
            [
                [0.0, -1.0, -1.0, -y, 0.0],
                [1.0, 0.0, -1.0, -1.0, -x],
                [1.0, 1.0, 0.0, -1.0, -z],
                [y, 1.0, 1.0, 0.0, -1.0],
                [0.0, x, z, 1.0, 0.0],
            ],
        );
        assert_optimal(&five, &[0.0, 0.0, 0.0, 0.0, 1.0]);
        for matrix in [four, five] {
            assert_close(matrix.solve().value, 0.0, EXACT, "from the start");
        }
    }

    #[test]
    fn goofspiel_in_other_orders() {
        let ascending = first_round(&Goofspiel::new(4, Order::Ascending).expect("four cards"));
        assert_optimal(&ascending, &[1.0, 0.0, 0.0, 0.0]);
        let random = Goofspiel::new(4, Order::Random).expect("four cards");
        assert_close(expectimax::value(&random)[0], 0.0, EXACT, "from the start");
        let mix = [8.0 / 35.0, 0.0, 18.0 / 35.0, 9.0 / 35.0];
        for (card, row) in [("p1", [1.0, 0.0, 0.0, 0.0]), ("p4", [0.0, 0.0, 0.0, 1.0]), ("p3", mix)]
        {
            let mut shown = random.clone();
            shown.apply(random.parse_action(card).expect("a point card"));
            assert_optimal(&first_round(&shown), &row);
        }
    }

    /// The same game as a tree of hidden decisions: three cards in random order.
    #[test]
    fn goofspiel_by_regret() {
        let start = Goofspiel::new(3, Order::Random).expect("three cards");
        assert_value(&GameTree::new(&start), 0.0, 1e-3, 1.0, 5000);
        let mut ahead = start.clone();
        ahead.apply(start.parse_action("p2").expect("a point card"));
        let bids = ["3", "1"].map(|bid| ahead.parse_action(bid).expect("a bid"));
        ahead.apply_together(&bids);
        assert_value(&GameTree::new(&ahead), expectimax::value(&ahead)[0], 1e-3, 1.0, 5000);
    }

    #[test]
    fn oshi_zumo() {
        let five = first_round(&OshiZumo::new(5, 1, 1).expect("valid settings"));
        assert_matrix(
            &five,
            [
                [0.0, -0.5, 1.0, 1.0, 1.0],
                [0.5, 0.0, 0.0, 1.0, 1.0],
                [-1.0, 0.0, 0.0, 0.0, 1.0],
                [-1.0, -1.0, 0.0, 0.0, 0.0],
                [-1.0, -1.0, -1.0, 0.0, 0.0],
            ],
        );
        assert_optimal(&five, &[0.0, 1.0, 0.0, 0.0, 0.0]);
        let six = first_round(&OshiZumo::new(6, 1, 1).expect("valid settings"));
        let third = 1.0 / 3.0;
        assert_matrix(
            &six,
            [
                [0.0, -0.5, third, 1.0, 1.0, 1.0],
                [0.5, 0.0, -0.5, 1.0, 1.0, 1.0],
                [-third, 0.5, 0.0, 0.0, 1.0, 1.0],
                [-1.0, -1.0, 0.0, 0.0, 0.0, 1.0],
                [-1.0, -1.0, -1.0, 0.0, 0.0, 0.0],
                [-1.0, -1.0, -1.0, -1.0, 0.0, 0.0],
            ],
        );
        assert_optimal(&six, &[0.375, 0.25, 0.375, 0.0, 0.0, 0.0]);
        for matrix in [five, six] {
            assert_close(matrix.solve().value, 0.0, EXACT, "from the start");
        }
    }

    #[test]
    fn oshi_zumo_from_other_states() {
        let game = OshiZumo::new(6, 1, 1).expect("valid settings");
        for (coins, wrestler, right) in [
            ("5-4", "0", 1.0),
            ("4-5", "0", -1.0),
            ("5-3", "-1", 1.0 / 3.0),
            ("6-3", "-1", 1.0),
            ("2-5", "+1", -1.0),
            ("1-3", "+1", -1.0),
            ("3-3", "+1", 1.0),
        ] {
            let text = format!("coins {coins} wrestler {wrestler}");
            assert_close(expectimax::value(&position(&game, &text))[0], right, EXACT, &text);
        }
    }
}

mod toys {
    use super::*;

    #[test]
    fn strategy_fusion() {
        let start = ToyFusion::default();
        let tree = GameTree::new(&start);
        assert_eq!((sets(&tree), tree.terminals()), (vec![2], 6));
        let best = BestResponse::new(&tree, &Tabulated::uniform(&tree), Player(0));
        assert_close(best.value, 0.5, EXACT, "the game");
        assert_eq!(policy_at(&tree, &best.policy, &position(&start, "x")), [0.0, 1.0]);
        for a3 in [0.0, 0.3, 1.0] {
            let mut policy = Tabulated::from_fn(&tree, |_, _, _| vec![a3, 1.0 - a3]);
            let root = tree.sets().next().expect("a root");
            policy.set(&tree, root, &[1.0, 0.0]);
            assert_close(expected_payoffs(&tree, &policy)[0], 0.0, EXACT, "a1");
        }
        for world in ["x a1", "y a1"] {
            assert_eq!(
                expectimax::value(&position(&start, world)),
                [1.0],
                "a1, when {world} is seen"
            );
        }
    }

    #[test]
    fn replies_that_depend_on_a_hidden_start() {
        for (moves, of_each, worth) in
            [(Moves::Open, vec![4, 3], 0.2), (Moves::Hidden, vec![2, 3], 1.0 / 15.0)]
        {
            for r2 in [0.4_f64, 0.1, -1.0] {
                let start = ToySubset::new(r2, moves).expect("a reward in range");
                let tree = GameTree::new(&start);
                assert_eq!((sets(&tree), tree.terminals()), (of_each.clone(), 3 + 3 * 4));
                let policy = assert_value(&tree, r2.max(worth), 1e-4, 1.0, 20_000);
                let a1 = policy_at(&tree, &policy, &position(&start, "x"))[0];
                assert_close(
                    a1,
                    if r2 > worth { 0.0 } else { 1.0 },
                    1e-2,
                    "how often a1 is played",
                );
                for world in ["x a1", "y a1", "z a1"] {
                    assert_close(expectimax::value(&position(&start, world))[0], 0.6, EXACT, world);
                }
            }
        }
    }

    /// The play after a1 in equilibrium: the second player hides behind b2 where possible.
    #[test]
    fn play_after_a1() {
        let open = ToySubset::new(0.1, Moves::Open).expect("a reward in range");
        let tree = GameTree::new(&open);
        let policy = cfr::solve(&tree, 10_000);
        let at = |text| policy_at(&tree, &policy, &position(&open, text));
        assert_close(at("x a1 b1")[0], 1.0, 1e-2, "a3 after b1");
        assert_close(at("z a1 b3")[1], 1.0, 1e-2, "a4 after b3");
        assert!((0.19..0.81).contains(&at("x a1 b2")[1]), "a4 after b2: {:?}", at("x a1 b2"));
        assert_close(at("x a1")[1], 1.0, 1e-2, "b2 in x");
        assert_close(at("y a1")[0], 1.0, 1e-2, "b2 in y");
        let hidden = ToySubset::new(-1.0, Moves::Hidden).expect("a reward in range");
        let tree = GameTree::new(&hidden);
        let policy = cfr::solve(&tree, 10_000);
        let at = |text| policy_at(&tree, &policy, &position(&hidden, text));
        assert_close(at("x a1 b1")[0], 0.5, 1e-2, "a3, whatever the reply");
        assert_close(at("x a1")[1], 1.0, 1e-2, "b2 in x");
        assert_close(at("y a1")[0], 1.0, 1e-2, "b2 in y");
    }
}

mod boards {
    use super::*;

    fn mnk(m: usize, n: usize, k: usize) -> Mnk {
        Mnk::new(m, n, k).expect("a board")
    }

    fn phantom(m: usize, n: usize, k: usize) -> PhantomMnk {
        PhantomMnk::new(m, n, k).expect("a board")
    }

    fn assert_perft<G: Outcomes + Simultaneous>(start: &G, counts: &[u64]) {
        let found: Vec<u64> = (1..).take(counts.len()).map(|depth| perft(start, depth)).collect();
        assert_eq!(found, counts);
    }

    #[test]
    fn perft_of_moves_and_tries() {
        assert_perft(&mnk(3, 3, 3), &[9, 72, 504, 3024, 15_120, 54_720, 148_176, 200_448, 127_872]);
        assert_perft(&mnk(4, 4, 4), &[16, 240, 3360, 43_680, 524_160, 5_765_760]);
        assert_perft(&phantom(3, 3, 3), &[9, 81, 648, 5112, 36_288, 233_352]);
        assert_perft(&phantom(4, 4, 4), &[16, 256, 3840, 57_360]);
    }

    /// 4,4,4, a draw, is tested with the game: it needs a window, or some ten million states.
    #[test]
    fn perfect_information() {
        for (m, n, k) in [(3, 3, 3), (3, 2, 3), (4, 2, 3), (5, 1, 3)] {
            assert_eq!(Expectimax::with_memo().value(&mnk(m, n, k)), [0.0, 0.0], "{m},{n},{k}");
        }
        for (m, n, k) in [(4, 3, 3), (4, 4, 3)] {
            assert_eq!(Expectimax::with_memo().value(&mnk(m, n, k)), [1.0, -1.0], "{m},{n},{k}");
        }
    }

    /// Marks in lower case are known to both.
    #[test]
    fn phantom_positions() {
        for (text, right) in [
            ("ox./.x./... O", 0.5),
            ("x../.x./..o O", -0.5),
            ("xo./.x./... O", 1.0),
            ("x../.xo/... O", 1.0),
            ("x.x/.o./... O", 0.0),
            ("x../.o./..x O", -0.6),
            (".x./.ox/... O", -0.5),
            ("x../.ox/... O", -0.5),
        ] {
            let tree = GameTree::new(&position(&phantom(3, 3, 3), text));
            assert_value(&tree, right, 1e-3, 1.0, 5000);
        }
    }

    #[test]
    fn whole_phantom_games() {
        for ((m, n, k), right) in [
            ((2, 2, 2), 1.0),
            ((3, 1, 2), 1.0),
            ((4, 1, 2), 1.0),
            ((3, 2, 2), 1.0),
            ((4, 1, 3), 0.0),
            ((5, 1, 3), 0.0),
            ((6, 1, 3), 0.0),
            ((3, 2, 3), 0.0),
        ] {
            let tree = GameTree::new(&phantom(m, n, k));
            assert_value(&tree, right, 1e-3, 1.0, 1000);
        }
    }

    #[test]
    fn phantom_trees() {
        for ((m, n, k), of_each, terminals) in
            [((5, 1, 3), vec![406, 171], 5880), ((3, 2, 3), vec![1027, 5743], 171_360)]
        {
            let tree = GameTree::new(&phantom(m, n, k));
            assert_eq!((sets(&tree), tree.terminals()), (of_each, terminals), "{m},{n},{k}");
        }
    }

    /// Random tries mark cells as random moves do, so both games have the same value under random
    /// play.
    #[test]
    fn random_play() {
        fn uniform<G: Outcomes + Observe + Simultaneous>(start: &G) -> f64 {
            let tree = GameTree::new(start);
            expected_payoffs(&tree, &Tabulated::uniform(&tree))[0]
        }
        let right = 737.0 / 1260.0 - 121.0 / 420.0;
        assert_close(uniform(&mnk(3, 3, 3)), right, EXACT, "3,3,3");
        assert_close(uniform(&phantom(3, 2, 3)), uniform(&mnk(3, 2, 3)), EXACT, "3,2,3");
    }
}
