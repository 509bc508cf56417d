//! The rules, compared with worked examples, counts and solved boards.

use super::*;
use crate::spelling::{after, sorted_names};
use sortilege::exact::{Expectimax, perft};
use sortilege::game::Notation;
use sortilege::testing::Contract;
use std::collections::HashMap;

fn board(rows: usize, columns: usize, home_rows: usize) -> Breakthrough {
    Breakthrough::new(rows, columns, home_rows).unwrap()
}

fn at(position: &str) -> Breakthrough {
    Breakthrough::default()
        .parse_position(position)
        .unwrap_or_else(|error| panic!("{position}: {error}"))
}

/// The names of all moves from the square with that name.
fn moves_from(state: &Breakthrough, square: &str) -> Vec<String> {
    sorted_names(state).into_iter().filter(|name| name.starts_with(square)).collect()
}

#[test]
fn keeps_the_contract() {
    for (rows, columns, home_rows) in
        [(8, 8, 2), (6, 6, 2), (5, 5, 1), (4, 4, 2), (2, 2, 1), (8, 2, 3), (3, 8, 1)]
    {
        let start = board(rows, columns, home_rows);
        let games = if rows * columns > 36 { 5 } else { 30 };
        let contract = Contract::new(&start).games(games).longest(200);
        let contract =
            contract.rules().chance().outcomes().hidden().observed().notation().picture();
        contract.evaluation(&mut Evaluation::default()).quality().key();
    }
}

/// Counted by an independent program; the 8 x 8 board up to depth 4 by OpenSpiel as well.
#[test]
fn perft_is_right() {
    assert_perft(board(8, 8, 2), &[22, 484, 11_132, 256_036, 6_182_818]);
    assert_perft(board(6, 6, 2), &[16, 256, 4308, 71_478, 1_248_290, 21_470_998]);
    assert_perft(board(5, 5, 1), &[13, 169, 1911, 21_514, 232_478, 2_467_006]);
    assert_perft(board(5, 5, 2), &[13, 156, 1924, 23_084, 289_828, 3_538_840]);
}

fn assert_perft(start: Breakthrough, counts: &[u64]) {
    for (depth, &count) in (1..).zip(counts) {
        assert_eq!(perft(&start, depth), count, "depth {depth} from {}", start.position());
    }
}

/// Boards that White and Black win with perfect play, by full search of an independent program.
const WHITE_WINS: [(usize, usize, usize); 7] =
    [(3, 3, 1), (4, 3, 1), (4, 4, 1), (5, 3, 1), (5, 4, 1), (5, 5, 1), (6, 3, 2)];
const BLACK_WINS: [(usize, usize, usize); 3] = [(4, 4, 2), (5, 3, 2), (5, 4, 2)];

#[test]
fn solved_boards() {
    for (boards, white_wins) in [(&WHITE_WINS[..], true), (&BLACK_WINS[..], false)] {
        for &(rows, columns, home_rows) in boards {
            let (start, mut known) = (board(rows, columns, home_rows), HashMap::new());
            assert_eq!(mover_wins(&start, &mut known), white_wins, "{rows}x{columns},{home_rows}");
        }
    }
}

/// Returns whether the mover wins. The mover takes an immediate win; otherwise it must capture a
/// piece that threatens to win.
fn mover_wins(state: &Breakthrough, known: &mut HashMap<u64, bool>) -> bool {
    let moves = state.moves();
    if moves.to(state.winning()).count() > 0 {
        return true;
    }
    if let Some(&wins) = known.get(&state.key()) {
        return wins;
    }
    let good = if state.threats() == 0 { u64::MAX } else { state.threats() };
    let wins = moves.to(good).iter().any(|action| !mover_wins(&state.after(action), known));
    known.insert(state.key(), wins);
    wins
}

/// The same without knowledge of good moves, on boards where that is fast.
#[test]
fn full_search_agrees_on_small_boards() {
    for (rows, columns, home_rows, value) in
        [(3, 3, 1, 1.0), (4, 3, 1, 1.0), (4, 4, 2, -1.0), (5, 3, 1, 1.0)]
    {
        let found = Expectimax::with_memo().value(&board(rows, columns, home_rows));
        assert_eq!(found, [value, -value], "{rows}x{columns},{home_rows}");
    }
}

#[test]
fn a_piece_in_front_blocks_the_way_straight_on() {
    let position = "......../......../......../...B..../...W..../......../......../........";
    assert_eq!(moves_from(&at(&format!("{position} W")), "d4"), ["d4-c5", "d4-e5"]);
    assert_eq!(moves_from(&at(&format!("{position} B")), "d5"), ["d5-c4", "d5-e4"]);
}

#[test]
fn only_the_capture_is_left() {
    let state = at("......../......../......../..BBW.../...W..../......../......../........ W");
    assert_eq!(moves_from(&state, "d4"), ["d4xc5"]);
}

#[test]
fn reaching_the_last_row_wins() {
    let open = at("......../W......./......../......../......../......../....B.../........ W");
    assert_eq!(moves_from(&open, "a7"), ["a7-a8", "a7-b8"]);
    let blocked = at("BB....../W......./......../......../......../......../......../........ W");
    assert_eq!(moves_from(&blocked, "a7"), ["a7xb8"]);
    for (state, action) in [(&open, "a7-a8"), (&open, "a7-b8"), (&blocked, "a7xb8")] {
        let won = after(state, action);
        assert_eq!(
            (won.turn(), won.payoff(Player(0)), won.payoff(Player(1))),
            (Turn::Over, 1.0, -1.0)
        );
    }
    assert_eq!(blocked.parse_action("a7xa8"), None);
}

#[test]
fn taking_the_last_piece_wins() {
    let won = after(
        &at("......../......../......../......../....B.../...W..../......../........ W"),
        "d3xe4",
    );
    assert_eq!((won.turn(), won.payoff(Player(0)), won.payoff(Player(1))), (Turn::Over, 1.0, -1.0));
    assert_eq!(won.quality(), 1.0 / 16.0);
}

/// White takes three pieces on its way, and Black none.
#[test]
fn a_game_from_start_to_end() {
    let mut state = Breakthrough::default();
    let steps = [
        ("d2-d3", "BBBBBBBB/BBBBBBBB/......../......../......../...W..../WWW.WWWW/WWWWWWWW B"),
        ("e7-e6", "BBBBBBBB/BBBB.BBB/....B.../......../......../...W..../WWW.WWWW/WWWWWWWW W"),
        ("d3-d4", "BBBBBBBB/BBBB.BBB/....B.../......../...W..../......../WWW.WWWW/WWWWWWWW B"),
        ("e6-e5", "BBBBBBBB/BBBB.BBB/......../....B.../...W..../......../WWW.WWWW/WWWWWWWW W"),
        ("d4xe5", "BBBBBBBB/BBBB.BBB/......../....W.../......../......../WWW.WWWW/WWWWWWWW B"),
        ("g7-g6", "BBBBBBBB/BBBB.B.B/......B./....W.../......../......../WWW.WWWW/WWWWWWWW W"),
        ("e5-e6", "BBBBBBBB/BBBB.B.B/....W.B./......../......../......../WWW.WWWW/WWWWWWWW B"),
        ("g6-g5", "BBBBBBBB/BBBB.B.B/....W.../......B./......../......../WWW.WWWW/WWWWWWWW W"),
        ("e6xd7", "BBBBBBBB/BBBW.B.B/......../......B./......../......../WWW.WWWW/WWWWWWWW B"),
        ("g5-g4", "BBBBBBBB/BBBW.B.B/......../......../......B./......../WWW.WWWW/WWWWWWWW W"),
        ("d7xc8", "BBWBBBBB/BBB..B.B/......../......../......B./......../WWW.WWWW/WWWWWWWW -"),
    ];
    for (action, position) in steps {
        state = after(&state, action);
        assert_eq!(state.position(), position, "after {action}");
    }
    assert_eq!(
        (state.turn(), state.payoff(Player(0)), state.payoff(Player(1))),
        (Turn::Over, 1.0, -1.0)
    );
    assert_eq!(state.quality(), 3.0 / 16.0);
}

#[test]
fn a_win_with_fewer_pieces_has_a_quality_below_0() {
    let won = after(
        &at("......../.W....../......../......../......B./......../...BB.../........ W"),
        "b7-b8",
    );
    assert_eq!(won.quality(), -2.0 / 16.0);
}

#[test]
fn sizes_have_bounds() {
    for (rows, columns, home_rows) in
        [(9, 8, 2), (8, 9, 2), (8, 1, 2), (1, 8, 1), (8, 8, 0), (5, 5, 3), (0, 0, 0)]
    {
        let error = Breakthrough::new(rows, columns, home_rows).unwrap_err();
        assert!(error.contains("from 2 to 8") && !error.contains('\n'), "{error}");
    }
    assert_eq!(board(2, 2, 1).position(), "BB/WW W");
}

#[test]
fn rules_can_be_followed() {
    sortilege::testing::handbook(&super::Breakthrough::default(), super::RULES);
}
