//! Worked positions, counts and games.

use super::*;
use crate::census::moves;
use crate::policies::worth;
use crate::spelling::after;
use proptest::{prop_assert_eq, proptest};
use sortilege::game::{Notation, Picture};
use sortilege::scene::{Gesture, Part, Shade};
use sortilege::testing::{Contract, odds};

pub(super) fn at(start: &Pentalath, position: &str) -> Pentalath {
    start.parse_position(position).unwrap_or_else(|error| panic!("{position}: {error}"))
}

fn small() -> Pentalath {
    Pentalath::new(2, 3, false).unwrap()
}

/// The stones on an otherwise empty board of side 5, with `mover` to play.
fn with(mover: usize, stones: [&[(i32, i32)]; 2]) -> Pentalath {
    let mut state = Pentalath::default();
    let mask = |places: &[(i32, i32)]| places.iter().map(|&place| cell(&state, place).bit()).sum();
    state.stones = stones.map(mask);
    state.plies = 60 + mover as u8;
    at(&Pentalath::default(), &state.position())
}

fn cell(state: &Pentalath, place: (i32, i32)) -> Cell {
    state.board.at(place).expect("a cell of the board")
}

fn may_play(state: &Pentalath, place: (i32, i32)) -> bool {
    moves(state).contains(&cell(state, place))
}

fn play(state: &Pentalath, place: (i32, i32)) -> Pentalath {
    assert!(may_play(state, place), "{place:?} in {}", state.position());
    state.after(cell(state, place))
}

fn mask(state: &Pentalath, places: &[(i32, i32)]) -> u64 {
    places.iter().map(|&place| cell(state, place).bit()).sum()
}

#[test]
fn keeps_the_contract() {
    let sizes = [
        (5, 5, false, 8),
        (5, 5, true, 3),
        (4, 4, false, 8),
        (3, 4, false, 20),
        (2, 3, true, 30),
        (2, 2, false, 10),
    ];
    for (side, row, swap, games) in sizes {
        let start = Pentalath::new(side, row, swap).unwrap();
        let contract = Contract::new(&start).games(games).longest(200);
        let contract =
            contract.rules().chance().outcomes().hidden().observed().notation().picture();
        contract.evaluation(&mut OpenRows).quality().key();
    }
}

/// The number of sequences of `depth` moves, of those that end in a win, and of those that end in a
/// capture.
fn count(state: &Pentalath, depth: u32) -> [u64; 3] {
    if state.turn() == Turn::Over {
        return [0; 3];
    }
    let stones = |state: &Pentalath| state.stones[0].count_ones() + state.stones[1].count_ones();
    let mut total = [0; 3];
    for cell in moves(state) {
        let next = state.after(cell);
        let here = match depth {
            1 => [
                1,
                u64::from(next.status == Status::Won),
                u64::from(stones(&next) <= stones(state)),
            ],
            _ => count(&next, depth - 1),
        };
        total.iter_mut().zip(here).for_each(|(total, here)| *total += here);
    }
    total
}

/// Counted by an independent program: moves, wins, captures.
#[test]
fn perft_of_side_2() {
    let counts = [
        [7, 0, 0],
        [42, 0, 0],
        [210, 0, 0],
        [840, 0, 0],
        [2520, 216, 288],
        [4176, 432, 1296],
        [3960, 1152, 2880],
    ];
    for (depth, right) in (1..).zip(counts) {
        assert_eq!(count(&small(), depth), right, "depth {depth}");
    }
}

/// Depths 6 and 7 agree as well, 19,527,480 and 253,774,080 moves with 786,240 wins, but take long.
#[test]
fn perft_of_side_3() {
    let start = Pentalath::new(3, 4, false).unwrap();
    let counts = [[19, 0, 0], [342, 0, 0], [5814, 0, 0], [93_024, 0, 0], [1_395_360, 0, 1080]];
    for (depth, right) in (1..).zip(counts) {
        assert_eq!(count(&start, depth), right, "depth {depth}");
    }
}

#[test]
fn perft_of_side_5() {
    for (depth, right) in [(1, 61), (2, 3660), (3, 215_940)] {
        assert_eq!(count(&Pentalath::default(), depth), [right, 0, 0], "depth {depth}");
    }
}

/// The only missing sequences of the 61 * 60 * 59 * 58 * 57 * 56: X has filled the neighbours of a
/// corner, so O may not play there. 6 corners, 3! orders and 57 * 56 other stones of O.
#[test]
fn perft_6_lacks_the_corners() {
    let start = Pentalath::default();
    let corners: Vec<Cell> = cells(start.board.full)
        .filter(|&cell| start.board.next_to(cell).count_ones() == 3)
        .collect();
    assert_eq!(corners.len(), 6);
    for corner in corners {
        let near: Vec<Cell> = cells(start.board.next_to(corner)).collect();
        let mut missing = 0;
        let others: Vec<Cell> =
            cells(start.board.full).filter(|cell| !near.contains(cell)).collect();
        for &first in &others {
            for &second in others.iter().filter(|&&second| second != first) {
                let state = [near[0], first, near[1], second, near[2]]
                    .iter()
                    .fold(start.clone(), |state, &cell| state.after(cell));
                missing += 56 - moves(&state).len();
            }
        }
        // If one of O's stones was in the corner it has been captured, and 57 cells are empty.
        assert_eq!(missing, 57 * 56, "{corner:?}");
    }
}

#[test]
fn a_corner_is_captured() {
    let state = with(1, [&[(4, -4)], &[(3, -4), (3, -3)]]);
    let next = play(&state, (4, -3));
    assert_eq!(next.stones, [0, mask(&state, &[(3, -4), (3, -3), (4, -3)])]);
}

#[test]
fn suicide_is_illegal() {
    let state = with(0, [&[], &[(3, -4), (3, -3), (4, -3)]]);
    assert!(!may_play(&state, (4, -4)));
    let open = with(0, [&[], &[(3, -4), (3, -3)]]);
    assert!(may_play(&open, (4, -4)));
}

#[test]
fn no_suicide_if_it_captures() {
    let ring = [(2, -4), (2, -3), (2, -2), (3, -2), (4, -2)];
    let state = with(0, [&ring, &[(3, -4), (3, -3), (4, -3)]]);
    let next = play(&state, (4, -4));
    assert_eq!(next.stones, [mask(&state, &ring) | mask(&state, &[(4, -4)]), 0]);
}

#[test]
fn two_groups_are_captured_at_once() {
    let ring =
        [(-2, 0), (-2, 1), (-1, 1), (-1, -1), (0, -1), (0, 1), (1, 1), (2, 0), (1, -1), (2, -1)];
    let twins: &[(i32, i32)] = &[(-1, 0), (1, 0)];
    let next = play(&with(0, [&ring, twins]), (0, 0));
    assert_eq!((next.stones[0].count_ones(), next.stones[1]), (11, 0));
    assert!(!may_play(&with(1, [&ring, twins]), (0, 0)));
}

#[test]
fn five_in_a_row_win_and_so_do_six() {
    let far: &[(i32, i32)] = &[(0, 4)];
    let four = [(-2, 0), (-1, 0), (1, 0), (2, 0)];
    let won = play(&with(0, [&four, far]), (0, 0));
    assert_eq!((won.turn(), won.payoff(Player(0)), won.payoff(Player(1))), (Turn::Over, 1.0, -1.0));
    let six = play(&with(0, [&[(-3, 0), (-2, 0), (-1, 0), (1, 0), (2, 0)], far]), (0, 0));
    assert_eq!(six.payoff(Player(0)), 1.0);
    let gap = play(&with(0, [&four, far]), (3, 0));
    assert_eq!(gap.turn(), Turn::Player(Player(1)));
    let aslant = play(&with(1, [far, &[(2, -2), (1, -1), (0, 0), (-2, 2)]]), (-1, 1));
    assert_eq!(aslant.payoff(Player(1)), 1.0);
}

/// X would complete a row on the lower edge, but its group would have no liberty: suicide is
/// checked first.
#[test]
fn a_row_does_not_excuse_suicide() {
    let group = [(-4, 4), (-3, 4), (-2, 4), (-1, 4), (-2, 3)];
    let ring = [(-2, 2), (-1, 2), (-4, 3), (-3, 3), (-1, 3), (0, 3), (1, 3)];
    assert!(!may_play(&with(0, [&group, &ring]), (0, 4)));
    assert_eq!(play(&with(0, [&group, &ring[1..]]), (0, 4)).payoff(Player(0)), 1.0);
}

#[test]
fn extendable_rows() {
    let state = Pentalath::default();
    let row = mask(&state, &[(-3, 0), (-2, 0), (-1, 0)]);
    let longest = |enemies: &[(i32, i32)]| state.board.longest_row(row, mask(&state, enemies));
    assert_eq!(longest(&[(-4, 0), (0, 0)]), 1);
    assert_eq!(longest(&[(-4, 0)]), 3);
    assert_eq!(longest(&[(2, 0)]), 3);
    assert_eq!(state.board.longest_row(0, row), 0);
}

#[test]
fn a_stone_can_be_swapped() {
    let start = Pentalath::new(5, 5, true).unwrap();
    let first = after(&start, "e5");
    assert_eq!(moves(&first).len(), 61);
    let swapped = after(&first, "e5");
    assert_eq!(swapped.stones, [0, cell(&start, (0, 0)).bit()]);
    assert_eq!((swapped.turn(), moves(&swapped).len()), (Turn::Player(Player(0)), 60));
    assert_eq!(moves(&after(&first, "e6")).len(), 59);
    assert_eq!(after(&Pentalath::default(), "e5").parse_action("e5"), None);
}

/// A whole game: O captures in the corner, X makes a row.
#[test]
fn a_golden_game() {
    let state = after(&Pentalath::default(), "i1 h1 e5 h2 e6 i2");
    let captured = "...O./....OO/......./......../....X..../....X.../......./....../..... X 6";
    assert_eq!(state.position(), captured);
    assert_eq!(state.parse_action("i1"), None);
    let four = after(&state, "e7 a5 e8 b5");
    assert!(worth(OpenRows, &four, Player(0)) > 0.5, "{}", worth(OpenRows, &four, Player(0)));
    let over = after(&four, "e9");
    let end = "...O./....OO/......./......../OO..X..../....X.../....X../....X./....X - 11";
    assert_eq!((over.position(), over.turn()), (end.to_string(), Turn::Over));
    assert_eq!([0, 1].map(|who| over.payoff(Player(who))), [1.0, -1.0]);
    assert_eq!([0, 1].map(|who| worth(OpenRows, &over, Player(who))), [1.0, -1.0]);
    // O has two in a row, with room, on the right; the pair on the left has room for four only.
    assert_eq!(over.quality(), 0.6);
    assert_eq!(over.parse_action("a1"), None);
}

#[test]
fn evaluations_are_opposite() {
    let mut rng = Rng::new(3);
    for _ in 0..50 {
        let mut state = Pentalath::default();
        assert_eq!(worth(OpenRows, &state, Player(0)), 0.0);
        while state.turn() != Turn::Over {
            state.apply(state.random_action(&mut vec![], &mut rng));
            assert_eq!(worth(OpenRows, &state, Player(0)), -worth(OpenRows, &state, Player(1)));
        }
        assert_eq!(worth(OpenRows, &state, Player(0)), state.payoff(Player(0)));
    }
}

/// X captures O's only stone; every remaining cell is surrounded by X.
#[test]
fn without_a_legal_move_it_is_a_draw() {
    let over = after(&at(&small(), "XO/.X./X. X 6"), "c2");
    assert_eq!(over.position(), "X./.XX/X. - 7");
    assert_eq!((over.turn(), over.payoff(Player(0)), over.quality()), (Turn::Over, 0.0, 1.0));
    assert_eq!(at(&small(), "X./.XX/X. - 7"), over);
}

#[test]
fn the_200th_ply_is_the_last() {
    let position = "..../...../....../......./....../...../.... X";
    let state = Pentalath::new(4, 4, false).unwrap();
    let late = at(&state, &format!("{} 198", position.replacen("....", ".XO.", 1)));
    let over = after(&late, "a4 b4");
    assert_eq!((over.turn(), over.payoff(Player(0)), over.quality()), (Turn::Over, 0.0, 1.0));
    assert_eq!(late.plies, 198);
    assert_eq!(at(&state, &over.position()), over);
}

/// Means of 20,000 games of an independent program: 45.7 plies, 52 % for X.
#[test]
fn random_games() {
    let (games, mut rng) = (20_000, Rng::new(5));
    let (mut plies, mut wins) = (0.0, 0.0);
    for _ in 0..games {
        let mut state = Pentalath::default();
        while state.turn() != Turn::Over {
            state.apply(state.random_action(&mut vec![], &mut rng));
        }
        plies += f64::from(state.plies) / games as f64;
        wins += (1.0 + state.payoff(Player(0))) / 2.0 / games as f64;
    }
    assert!((plies - 45.7).abs() < odds::mean_bound(games, 9.0, 120.0), "{plies} plies a game");
    assert!((wins - 0.52).abs() < odds::mean_bound(games, 0.0, 1.0), "X wins {wins}");
}

#[test]
fn impossible_positions_are_refused() {
    for (position, reason) in [
        ("", "is not a board, who is to move"),
        ("../.../.. X", "is not a board, who is to move"),
        ("../.../.. X 0 ", "is not a board, who is to move"),
        ("../.../.. X 00", "is no number of plies"),
        ("../.../.. X 201", "is no number of plies"),
        ("../.../.. X -1", "is no number of plies"),
        ("../.../.. O 0", "after the board comes \"X\""),
        ("../..../.. X 0", "rows of 2, 3, 2 cells"),
        ("../... X 0", "rows of 2, 3, 2 cells"),
        ("x./.../.. O 1", "is no cell"),
        ("X./.../.. X 0", "X has 1 stones, but has played at most 0"),
        ("O./.../.. O 1", "O has 1 stones, but has played at most 0"),
        (".O/.../.. O 3", "X played last, but has no stone"),
        ("XO/OO./.. X 6", "the group of b1 has no empty cell"),
        ("../XXX/.O X 6", "X has a row, but O played last"),
        ("../XXX/.O O 5", "after the board comes \"-\""),
    ] {
        match small().parse_position(position) {
            Ok(state) => panic!("{position:?} is read as {state:?}"),
            Err(error) => assert!(error.contains(reason), "{position:?}: {error}"),
        }
    }
}

#[test]
fn the_picture_shows_the_hexagon_and_the_last_move() {
    let state = after(&small(), "b2 a2");
    let scene = Pentalath::picture(&state, Player(0), state.board.at((-1, 0)));
    let [Part::Label(label), Part::Board(board)] = &scene.parts[..] else { panic!("{scene:?}") };
    assert_eq!(label, "X to move");
    let sketch = |cell: &sortilege::scene::Cell| match (&cell.piece, cell.shade, &cell.name) {
        (Some(piece), _, Some(_)) => piece.text.clone(),
        (None, Shade::Plain, Some(name)) => name.clone(),
        (None, Shade::Absent, None) => "-".to_string(),
        _ => panic!("{cell:?}"),
    };
    let cells: Vec<String> = board.cells.iter().map(sketch).collect();
    assert_eq!(cells, ["-", "b1", "c1", "O", "X", "c2", "a3", "b3", "-"]);
    let last: Vec<usize> = (0..9).filter(|&at| board.cells[at].last).collect();
    assert_eq!(last, [3]);
    let cell = state.parse_action("c1").unwrap();
    assert_eq!(Pentalath::gesture(&state, Player(0), cell), Gesture::path(["c1"]));
}

proptest! {
    #[test]
    fn whatever_is_read_is_written_back(
        text in "[XO.]{2}/[XO.]{3}/[XO.]{2} [XO-] [0-9]{1,2}|[XO./ 0-9-]{0,14}|.{0,16}",
    ) {
        if let Ok(state) = small().parse_position(&text) {
            prop_assert_eq!(state.position(), &text[..]);
        }
        if let Some(cell) = small().parse_action(&text) {
            prop_assert_eq!(small().action_name(cell), text);
        }
    }
}

#[test]
fn rules_can_be_followed() {
    sortilege::testing::handbook(&super::Pentalath::default(), super::RULES);
}
