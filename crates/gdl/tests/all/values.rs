//! Known facts about the built-in rulesheets: perft counts, values, percepts, and statistics of
//! random games.

use crate::common;

use sortilege::exact::{CfrPlus, Expectimax, GameTree, expected_payoffs, perft};
use sortilege::game::{Hidden, Notation, Outcomes, Picture};
use sortilege::scene::Part;
use sortilege::{Game, Player, Rng, Turn};
use sortilege_gdl::bulk::Bulk;
use sortilege_gdl::{Engines, HiddenGame, OpenGame};

fn open(name: &str) -> OpenGame {
    OpenGame::new(common::sheet(name, Engines::Net))
}

fn hidden(name: &str) -> HiddenGame {
    HiddenGame::new(common::sheet(name, Engines::Net))
}

fn counts<const N: usize>(name: &str) -> [u64; N] {
    std::array::from_fn(|depth| perft(&open(name), depth as u32 + 1))
}

#[test]
fn move_sequences() {
    assert_eq!(counts("tic-tac-toe"), [9, 72, 504, 3024, 15120, 54720, 148176]);
    assert_eq!(counts("connect-four"), [7, 49, 343, 2401, 16807]);
    assert_eq!(counts("breakthrough"), [22, 484, 11132]);
    assert_eq!(counts("reversi"), [4, 12, 56, 244, 1396, 8200]);
    assert_eq!(counts("rock-paper-scissors"), [9, 81, 729, 0]);
    assert_eq!(counts("six-seats"), [46656, 0]);
}

#[test]
fn tic_tac_toe_has_5478_states() {
    let (mut met, mut over) = (std::collections::HashSet::new(), 0);
    let mut todo = vec![open("tic-tac-toe")];
    while let Some(game) = todo.pop() {
        if met.insert(game.position()) {
            over += u32::from(game.turn() == Turn::Over);
            let mut list = vec![];
            game.actions(&mut list);
            list.retain(|_| game.turn() != Turn::Over);
            todo.extend(list.iter().map(|&action| game.after(action)));
        }
    }
    assert_eq!((met.len(), over), (5478, 958));
}

/// With five standard errors the false-alarm rate is below one in a million.
#[test]
fn random_games_go_as_they_should() {
    let sheet = common::sheet("tic-tac-toe", Engines::Net);
    let totals = Bulk::new(&sheet).unwrap().run(200_000, &mut Rng::new(1));
    let games = totals.games as f64;
    let length = totals.steps as f64 / games;
    assert!((length - 7.62619).abs() < 5.0 * 1.6 / games.sqrt(), "{length}");
    for (seat, expected) in [64.8413, 35.1587].into_iter().enumerate() {
        let mean = totals.goals[seat] / games;
        assert!((mean - expected).abs() < 5.0 * 48.0 / games.sqrt(), "{mean}");
    }
}

#[test]
fn nim_is_won_by_the_first() {
    let value = Expectimax::with_memo().value(&open("nim"));
    assert_eq!(value, [1.0, -1.0]);
}

#[test]
fn hanoi_takes_seven_steps() {
    assert_eq!(Expectimax::with_memo().value(&open("hanoi")), [1.0]);
}

#[test]
fn three_players_keep_their_seats() {
    let game = open("three-way");
    assert_eq!(
        (0..3).map(|seat| game.seat(Player(seat))).collect::<Vec<_>>(),
        ["ann", "ben", "cay"]
    );
    let mut game = game;
    for name in ["take(2)", "take(2)", "take(1)", "take(2)"] {
        let action = game.parse_action(name).unwrap();
        game.apply(action);
    }
    assert_eq!([0, 1, 2].map(|seat| game.payoff(Player(seat))), [1.0, 0.0, -1.0]);
}

/// Each throw earns 6 per point, and a one loses everything; the values come from dynamic
/// programming.
#[test]
fn the_dice_race_is_worth_what_it_is() {
    let mut value = [0.0f64; 16];
    for sum in (0..10).rev() {
        let throw: f64 = (2..=6)
            .map(|die| if sum + die >= 10 { (sum + die) as f64 } else { value[sum + die] })
            .sum();
        value[sum] = (throw / 6.0).max(sum as f64);
    }
    let goal = Expectimax::new().value(&hidden("dice-race"))[0] * 50.0 + 50.0;
    assert!((goal - 6.0 * value[0]).abs() < 1e-9, "{goal} and {}", 6.0 * value[0]);
}

#[test]
fn switching_wins_two_times_of_three() {
    let tree = GameTree::new(&hidden("monty-hall"));
    let response = sortilege::exact::BestResponse::new(
        &tree,
        &sortilege::exact::Tabulated::uniform(&tree),
        Player(0),
    );
    assert!((response.value * 50.0 + 50.0 - 200.0 / 3.0).abs() < 1e-9, "{}", response.value);
}

/// Six deals, thirty terminal histories, six information sets each, and 1/18 of a chip for the
/// second player.
#[test]
fn kuhn_poker() {
    let tree = GameTree::new(&hidden("kuhn"));
    assert_eq!(tree.terminals(), 30);
    assert_eq!([0, 1].map(|seat| tree.sets_of(Player(seat)).count()), [6, 6]);
    let policy = CfrPlus { iterations: 2000, exploitability: 1e-5 }.solve(&tree);
    let goal = expected_payoffs(&tree, &policy)[0] * 50.0 + 50.0;
    assert!((goal - (50.0 - 25.0 / 18.0)).abs() < 0.01, "{goal}");
}

/// Cards of equal rank are distinct in this sheet; the game value is nevertheless -0.0856 chips
/// (Lanctot).
#[test]
fn leduc_poker() {
    let tree = GameTree::new(&hidden("leduc"));
    let policy = CfrPlus { iterations: 400, exploitability: 1e-3 }.solve(&tree);
    let chips = expected_payoffs(&tree, &policy)[0] * 13.0;
    assert!((chips + 0.0856).abs() < 0.01, "{chips}");
}

#[test]
fn only_the_opened_door_is_seen() {
    let mut game = hidden("monty-hall");
    for name in ["hide(1)", "choose(1)", "open(3)"] {
        let action = game.parse_action(name).unwrap_or_else(|| panic!("{name}"));
        game.apply(action);
    }
    let scene = HiddenGame::picture(&game.view(Player(0)), Player(0), None);
    let text = format!("{scene:?}");
    assert!(text.contains("sees open(3)") && !text.contains("hide"), "{text}");
}

#[test]
fn connect_four_has_six_rows() {
    let game = open("connect-four");
    let scene = OpenGame::picture(&game, Player(0), None);
    let sizes = scene.parts.iter().filter_map(|part| match part {
        Part::Board(board) => Some((board.columns, board.cells.len())),
        _ => None,
    });
    assert_eq!(sizes.collect::<Vec<_>>(), [(7, 42)]);
}

#[test]
fn chance_is_uniform_over_what_is_legal() {
    let mut list = vec![];
    hidden("kuhn").outcomes(&mut list);
    assert_eq!(list.len(), 6);
    assert!(list.iter().all(|&(_, odds)| odds == 1.0 / 6.0));
}
