//! The rules' worked examples, perft, and the contract.

use super::*;
use crate::policies::{draws_by_weight, worth};
use crate::spelling::{after, slips_are_refused_or_printed_again, sorted_names};
use crate::text::possible;
use sortilege::exact::perft;
use sortilege::game::{Notation, Picture};
use sortilege::playout::Uniform;
use sortilege::scene::{Board, Gesture, Part};
use sortilege::testing::Contract;

const RULES: [Draw; 3] = [Draw::FortyPlies, Draw::Authors, Draw::Tournament];

/// A position with the pieces of `black` and `white`, as in `e3 Kf4`, a `K` before a king.
fn board(black: &str, white: &str, mover: char, quiet: u8) -> String {
    let mut cells = vec!['.'; 64];
    for (list, symbols) in [(black, ['b', 'B']), (white, ['w', 'W'])] {
        for name in list.split_whitespace() {
            let bytes = name.trim_start_matches('K').as_bytes();
            let index = usize::from(b'8' - bytes[1]) * 8 + usize::from(bytes[0] - b'a');
            cells[index] = symbols[usize::from(name.starts_with('K'))];
        }
    }
    let rows: Vec<String> = cells.chunks(8).map(|row| row.iter().collect()).collect();
    format!("{} {mover} {quiet}", rows.join("/"))
}

fn read(start: &Checkers, position: &str) -> Checkers {
    start.parse_position(position).unwrap_or_else(|error| panic!("{position}: {error}"))
}

fn at(black: &str, white: &str, mover: char) -> Checkers {
    read(&Checkers::default(), &board(black, white, mover, 0))
}

fn names(state: &Checkers) -> String {
    sorted_names(state).join(" ")
}

#[test]
fn keeps_the_contract() {
    for draw in RULES {
        let start = Checkers::new(draw);
        let contract = Contract::new(&start).games(12).longest(2000);
        contract
            .rules()
            .chance()
            .outcomes()
            .hidden()
            .observed()
            .notation()
            .picture()
            .evaluation(&mut Material)
            .quality();
        Contract::new(&start).games(60).key();
    }
}

/// Kings in the open: long chains, and several routes with the same result.
#[test]
fn keeps_the_contract_among_kings() {
    let start = at("Kc3 Kg1 a1", "d4 d6 f4 f6 b6 Kd2 g7", 'b');
    Contract::new(&start).games(20).longest(400).rules().notation().picture().key();
}

/// Computed by a reference program; the first seven agree with OpenSpiel.
#[test]
fn perft_from_the_start() {
    let counts = [7, 49, 302, 1469, 7361, 36768, 179_740, 845_931, 3_963_680];
    for (depth, count) in (1..).zip(counts) {
        assert_eq!(perft(&Checkers::default(), depth), count, "depth {depth}");
    }
}

/// All moves by a literal implementation of the rules, square by square.
fn slow_names(state: &Checkers) -> String {
    let mut cells = [['#'; 12]; 12];
    for (x, y) in (0..8_u8).flat_map(|x| (0..8).map(move |y| (x, y))) {
        let letter = state.piece((x, y)).map_or('.', |(_, letter)| letter);
        cells[usize::from(x) + 2][usize::from(y) + 2] = letter;
    }
    let own = ["bB", "wW"][state.mover()];
    let (mut steps, mut jumps) = (vec![], vec![]);
    for (x, y) in (2..10).flat_map(|x| (2..10).map(move |y| (x, y))) {
        if own.contains(cells[x][y]) {
            let mut lifted = cells;
            lifted[x][y] = '.';
            slow_jumps(&lifted, cells[x][y], (x, y), slow_name(x, y), &mut jumps);
            for (x1, y1) in
                slow_ways(cells[x][y], (x, y), 1).filter(|&(x1, y1)| cells[x1][y1] == '.')
            {
                steps.push(format!("{}-{}", slow_name(x, y), slow_name(x1, y1)));
            }
        }
    }
    let mut names = if jumps.is_empty() { steps } else { jumps };
    names.sort();
    names.join(" ")
}

/// Every chain that continues from here; a chain of no jumps does not count.
fn slow_jumps(
    cells: &[[char; 12]; 12],
    piece: char,
    (x, y): (usize, usize),
    path: String,
    out: &mut Vec<String>,
) {
    let foes = if "bB".contains(piece) { "wW" } else { "bB" };
    let mut stops = true;
    for (x2, y2) in slow_ways(piece, (x, y), 2) {
        let (x1, y1) = ((x + x2) / 2, (y + y2) / 2);
        if cells[x2][y2] == '.' && foes.contains(cells[x1][y1]) {
            let mut lifted = *cells;
            lifted[x1][y1] = '.';
            slow_jumps(&lifted, piece, (x2, y2), format!("{path}x{}", slow_name(x2, y2)), out);
            stops = false;
        }
    }
    if stops && path.contains('x') {
        out.push(path);
    }
}

fn slow_ways(
    piece: char,
    (x, y): (usize, usize),
    far: usize,
) -> impl Iterator<Item = (usize, usize)> {
    let ways = [(x + far, y + far), (x - far, y + far), (x + far, y - far), (x - far, y - far)];
    ways.into_iter().filter(move |way| match piece {
        'b' => way.1 > y,
        'w' => way.1 < y,
        _ => true,
    })
}

fn slow_name(x: usize, y: usize) -> String {
    crate::chessboard::name((x as u8 - 2, y as u8 - 2))
}

#[test]
fn masks_find_what_the_rules_say() {
    let (mut rng, mut scratch) = (Rng::new(7), vec![]);
    for _ in 0..200 {
        let mut state = Checkers::new(Draw::Tournament);
        while let Turn::Player(_) = state.turn() {
            assert_eq!(names(&state), slow_names(&state), "{}", state.position());
            state.apply(state.random_action(&mut scratch, &mut rng));
        }
        if state.status == Status::Won {
            assert_eq!(slow_names(&state), "", "{}", state.position());
        }
    }
}

#[test]
fn the_first_move() {
    assert_eq!(names(&Checkers::default()), "a3-b4 c3-b4 c3-d4 e3-d4 e3-f4 g3-f4 g3-h4");
}

#[test]
fn captures_are_compulsory() {
    assert_eq!(names(&at("e3", "f4", 'b')), "e3xg5");
    assert_eq!(names(&at("e3", "f4", 'w')), "f4xd2");
    assert_eq!(names(&at("e3 a1", "f4", 'b')), "e3xg5");
}

#[test]
fn a_chain_goes_on_until_it_cannot() {
    let state = at("d4", "c5 e5 c7", 'b');
    assert_eq!(names(&state), "d4xb6xd8 d4xf6");
    let crowned = after(&state, "d4xb6xd8");
    assert_eq!(crowned.position(), board("Kd8", "e5", 'w', 0));
}

#[test]
fn crowning_ends_the_turn() {
    let state = at("b6", "c7 e7", 'b');
    assert_eq!(names(&state), "b6xd8");
    assert_eq!(after(&state, "b6xd8").position(), board("Kd8", "e7", 'w', 0));
    assert_eq!(after(&at("a7", "h8", 'b'), "a7-b8").position(), board("Kb8", "h8", 'w', 1));
    assert_eq!(after(&at("h4", "g3", 'w'), "g3-f2").position(), board("h4", "f2", 'b', 1));
    assert_eq!(after(&at("h4", "f2", 'w'), "f2-g1").position(), board("h4", "Kg1", 'b', 1));
}

#[test]
fn a_king_jumps_in_all_directions() {
    assert_eq!(names(&at("Kc3", "d4 d6 f4 f6", 'b')), "c3xe5xc7 c3xe5xg3 c3xe5xg7");
    assert_eq!(names(&at("Kb8", "f6", 'b')), "b8-a7 b8-c7");
}

/// Around a square in both directions, over the start itself: two moves with the same result.
#[test]
fn routes_are_told_apart() {
    let state = at("Kc3", "d4 d6 b4 b6", 'b');
    assert_eq!(names(&state), "c3xa5xc7xe5xc3 c3xe5xc7xa5xc3");
    let [one, other] = ["c3xa5xc7xe5xc3", "c3xe5xc7xa5xc3"].map(|name| after(&state, name));
    assert_eq!(one, other);
    assert_eq!(one.position(), board("Kc3", "", 'w', 0));
    assert_eq!((one.turn(), one.payoff(Player(0))), (Turn::Over, 1.0));
}

#[test]
fn a_blocked_player_has_lost() {
    let state = at("a1", "b2 c3", 'b');
    assert_eq!(
        (state.turn(), state.payoff(Player(0)), state.payoff(Player(1))),
        (Turn::Over, -1.0, 1.0)
    );
    assert_eq!(state.quality(), 2.0 / 12.0);
    assert_eq!(names(&state), "");
    assert_eq!(state.parse_action("a1-b2"), None);
}

#[test]
fn forty_quiet_plies_are_a_draw() {
    let start = Checkers::default();
    let state = read(&start, &board("e3", "a7", 'b', 39));
    let drawn = after(&state, "e3-d4");
    assert_eq!(
        (drawn.turn(), drawn.payoff(Player(0)), drawn.payoff(Player(1))),
        (Turn::Over, 0.0, 0.0)
    );
    assert_eq!(drawn.quality(), 1.0);
    assert_eq!(worth(Material, &drawn, Player(1)), 0.0);
    // White would be without a move, but the count is full.
    let blocking = read(&start, &board("g5 Kf4", "h6", 'b', 39));
    assert_eq!(after(&blocking, "f4-g3").payoff(Player(0)), 0.0);
    let earlier = read(&start, &board("g5 Kf4", "h6", 'b', 38));
    assert_eq!(after(&earlier, "f4-g3").turn(), Turn::Player(Player(1)));
    // A capture resets the count.
    let capture = read(&start, &board("e3 a1", "f4 h8", 'b', 39));
    assert_eq!(after(&capture, "e3xg5").position(), board("g5 a1", "h8", 'w', 0));
}

#[test]
fn the_authors_count_kings_steps() {
    let start = Checkers::new(Draw::Authors);
    let state = read(&start, &board("Ka1 c1", "Kh8 f8", 'b', 24));
    assert_eq!(after(&state, "c1-d2").position(), board("Ka1 d2", "Kh8 f8", 'w', 0));
    let drawn = after(&state, "a1-b2");
    assert_eq!((drawn.turn(), drawn.payoff(Player(0))), (Turn::Over, 0.0));
    // One king each, regardless of who could capture next.
    let last = read(&start, &board("Kc5", "Kf8 d6", 'b', 0));
    assert_eq!(after(&last, "c5xe7").turn(), Turn::Over);
    assert_eq!(after(&last, "c5xe7").payoff(Player(1)), 0.0);
    let same = read(&Checkers::default(), &board("Kc5", "Kf8 d6", 'b', 0));
    assert_eq!(names(&after(&same, "c5xe7")), "f8xd6");
    let man = read(&start, &board("Kc5", "f8 d6", 'b', 0));
    assert_eq!(after(&man, "c5xe7").turn(), Turn::Player(Player(1)));
}

#[test]
fn tournaments_count_to_eighty() {
    let start = Checkers::new(Draw::Tournament);
    let state = read(&start, &board("Ka1 c1", "Kh8 f8", 'b', 79));
    assert_eq!(after(&state, "c1-d2").position(), board("Ka1 d2", "Kh8 f8", 'w', 0));
    assert_eq!(
        (after(&state, "a1-b2").turn(), after(&state, "a1-b2").payoff(Player(1))),
        (Turn::Over, 0.0)
    );
    assert_eq!(read(&start, &board("Ka1", "Kh8", 'b', 78)).turn(), Turn::Player(Player(0)));
}

/// Two first jumps with three and two continuations: five moves, all equally likely.
#[test]
fn chains_are_drawn_equally_often() {
    let state = at("Kc3 g1", "d4 d6 f4 f6 h2 f2", 'b');
    let moves = possible(&state);
    assert_eq!(moves.len(), 5, "{}", names(&state));
    draws_by_weight(
        Uniform,
        &state,
        &moves.iter().map(|&action| (action, 1.0)).collect::<Vec<_>>(),
    );
}

#[test]
fn evaluation_counts_material() {
    let state = at("Kc3 a1", "f6 h6 h8", 'w');
    assert_eq!(worth(Material, &state, Player(0)), 0.4_f64.tanh());
    assert_eq!(worth(Material, &state, Player(1)), -0.4_f64.tanh());
    assert_eq!(worth(Material, &Checkers::default(), Player(1)), 0.0);
    let over = at("a1", "b2 c3", 'b');
    assert_eq!([0, 1].map(|who| worth(Material, &over, Player(who))), [-1.0, 1.0]);
}

/// A random game from start to end: every name is legal where it is played. Black gets two kings
/// that capture backwards, and White's last man is blocked.
#[test]
fn golden_playthrough() {
    let mut state = Checkers::default();
    for (ply, name) in GAME.split_whitespace().enumerate() {
        assert_eq!(state.turn(), Turn::Player(Player(ply % 2)), "before {name}");
        state = after(&state, name);
        match ply + 1 {
            10 => assert_eq!(state.position(), AFTER_TEN),
            21 => assert_eq!((state.quiet, state.kings.count_ones()), (2, 1)),
            _ => {}
        }
    }
    assert_eq!(state.position(), END);
    assert_eq!(
        (state.turn(), state.payoff(Player(0)), state.quality()),
        (Turn::Over, 1.0, 8.0 / 12.0)
    );
}
const GAME: &str = "e3-f4 f6-e5 f2-e3 b6-a5 e3-d4 h6-g5 f4xh6 c7-b6 d4xf6 e7xg5 g3-h4 g7-f6 h6-g7 f8xh6 h2-g3 \
    f6-e5 h4xf6 d8-e7 f6xd8 b6-c5 d8-c7 e5-f4 c7xe5 f4xh2 c3-d4 c5xe3 d2xf4 b8-c7 e1-f2 c7-d6 e5xc7 h6-g5 \
    f4xh6 a7-b6 f2-e3 b6-c5 c7-b8 h8-g7 h6xf8 c5-d4 e3xc5 a5-b4 b8-a7 b4-c3 b2xd4";
const AFTER_TEN: &str =
    ".w.w.w.w/w.....w./.w.w...b/w.....w./......../b.b...b./.b.b...b/b.b.b.b. b 0";
const END: &str = ".....B../B......./......../..b...../...b..../b......./.......w/b.b...b. w 0";

#[test]
fn the_last_move_is_marked() {
    let state = at("d4 h2", "c5 e5 c7", 'b');
    let action = state.parse_action("d4xb6xd8").unwrap();
    let next = after(&state, "d4xb6xd8");
    let scene = Checkers::picture(&next, Player(1), Some(action));
    let board = board_of(&scene.parts);
    let marked: Vec<usize> = (0..64).filter(|&cell| board.cells[cell].last).collect();
    assert_eq!(marked, [3, 10, 17, 26, 35], "d8, c7, b6, c5 and d4");
    assert_eq!(board.cells[3].piece.as_ref().unwrap().text, "B");
}

#[test]
fn jumps_are_pointed_at_square_by_square() {
    let state = at("d4 h2", "c5 e5 c7", 'b');
    let gesture = |name| Checkers::gesture(&state, Player(0), state.parse_action(name).unwrap());
    assert_eq!(gesture("d4xb6xd8"), Gesture::path(["d4", "b6", "d8"]));
    assert_eq!(gesture("d4xf6"), Gesture::path(["d4", "f6"]));
}

fn board_of(parts: &[Part]) -> &Board {
    parts
        .iter()
        .find_map(|part| if let Part::Board(board) = part { Some(board) } else { None })
        .unwrap()
}

#[test]
fn impossible_positions_are_refused() {
    let light = board("b1", "h8", 'b', 0);
    let many = "ww.w.w.w/w.w.w.w./.w.w.w.w/......../......../......../......../b....... b 0";
    for (position, reason) in [
        ("", "is no position"),
        (
            "......../......../......../......../......../......../......../b....... b",
            "is no position",
        ),
        (&light, "b1 is a light square"),
        (many, "a8 is a light square"),
        (&board("a1", "h8", 'x', 0), "cannot be to move"),
        (&board("a1", "h8", 'b', 41), "at most 40"),
        (&board("a1", "h8", 'b', 0).replace(" 0", " 00"), "is no count"),
        (&board("a1", "h8", 'b', 0).replace(" 0", " 256"), "is no count"),
        (&board("a1", "", 'b', 0), "White has moved last"),
        (&board("h8", "a3", 'b', 0), "Black has a man on its far row"),
        (&board("a3", "c1", 'b', 0), "White has a man on its far row"),
        (&board("a1 c1 e1 g1 b2 d2 f2 h2 a3 c3 e3 g3 b4", "h8", 'b', 0), "Black has 13 pieces"),
        ("b....... b 0", "8 rows of 8 squares"),
    ] {
        let error = Checkers::default().parse_position(position).unwrap_err();
        assert!(error.contains(reason), "{position:?}: {error}");
    }
}

#[test]
fn parsers_are_strict() {
    slips_are_refused_or_printed_again(&Checkers::default(), "bwBW./ 0123456789");
    for name in ["a3-b4 ", "A3-b4", "a3b4", "a3xb4", "a3-b4-c5", ""] {
        assert_eq!(Checkers::default().parse_action(name), None, "{name:?}");
    }
}

#[test]
fn rules_can_be_followed() {
    sortilege::testing::handbook(&super::Checkers::default(), super::RULES);
}
