//! Worked positions, counts and games.

use super::star::Coordinates;
use super::*;
use crate::census::{moves, perft};
use crate::policies::{draws_by_weight, worth};
use crate::spelling::after;
use proptest::{prop_assert_eq, proptest};
use sortilege::game::{Notation, Picture};
use sortilege::playout::Uniform;
use sortilege::scene::{Gesture, Part, Shade};
use sortilege::testing::{Contract, odds};

const FORWARD: Rules =
    Rules { size: Size::Small, stay_home: true, block: false, forward_only: true };

/// X's home in row and x, and O's.
pub(super) const TOP: [Coordinates; 6] = [(0, 0), (1, -1), (1, 1), (2, -2), (2, 0), (2, 2)];
pub(super) const BOTTOM: [Coordinates; 6] =
    [(10, -2), (10, 0), (10, 2), (11, -1), (11, 1), (12, 0)];

/// A position with the pieces on these places, row and x.
pub(super) fn with(rules: Rules, mover: usize, pieces: [[Coordinates; 6]; 2]) -> ChineseCheckers {
    let start = ChineseCheckers::new(rules);
    let mask = |places: [Coordinates; 6]| {
        places.iter().fold(0, |mask, &place| mask | field(&start, place).bit())
    };
    let state =
        ChineseCheckers { pieces: pieces.map(mask), plies: 100 + mover as u16, ..start.clone() };
    start.parse_position(&state.position()).unwrap_or_else(|error| panic!("{error}"))
}

pub(super) fn field(state: &ChineseCheckers, place: Coordinates) -> Field {
    state.star.at(place).expect("a field of the star")
}

fn go(state: &ChineseCheckers, from: Coordinates, to: Coordinates) -> ChineseCheckers {
    let action = Move::Go(field(state, from), field(state, to));
    assert!(moves(state).contains(&action), "{from:?} to {to:?} in {}", state.position());
    state.after(action)
}

/// The fields that the piece on `from` can reach, in order.
fn destinations(state: &ChineseCheckers, from: Coordinates) -> Vec<Coordinates> {
    let (from, place) = (field(state, from), |to: Field| {
        state.star.fields.iter().find(|(other, _)| *other == to).expect("a field").1
    });
    let here = moves(state).into_iter().filter_map(|action| match action {
        Move::Go(start, to) if start == from => Some(place(to)),
        _ => None,
    });
    here.collect()
}

#[test]
fn keeps_the_contract() {
    let large = Rules { forward_only: true, ..Rules::OPEN_SPIEL };
    for (rules, games) in [(FORWARD, 4), (Rules::default(), 1), (large, 1)] {
        let start = ChineseCheckers::new(rules);
        let contract = Contract::new(&start).games(games).longest(1000);
        let contract =
            contract.rules().chance().outcomes().hidden().observed().notation().picture();
        contract.evaluation(&mut StepsLeft).quality().key();
    }
}

#[test]
fn the_first_moves() {
    let start = ChineseCheckers::default();
    assert_eq!(moves(&start).len(), 10);
    let places = TOP.map(|from| destinations(&start, from));
    assert_eq!(places[1..3], [vec![(3, -3), (3, 1)], vec![(3, -1), (3, 3)]]);
    assert_eq!(places[3..], [vec![(3, -3), (3, -1)], vec![(3, -1), (3, 1)], vec![(3, 1), (3, 3)]]);
    // Neither player has won although both targets are full.
    assert_eq!(start.turn(), Turn::Player(Player(0)));
}

/// Counted by a program whose moves were compared with OpenSpiel's on the large star.
#[test]
fn perft_of_the_small_star() {
    for (depth, right) in [(1, 10), (2, 100), (3, 1800), (4, 32_400), (5, 632_520)] {
        assert_eq!(perft(&ChineseCheckers::default(), depth), right, "depth {depth}");
    }
}

/// Counted with OpenSpiel's `chinese_checkers` for two players, which makes each hop an action of
/// its own: its actions up to the end of a turn are one move here, and routes to the same field are
/// the same.
#[test]
fn perft_of_the_large_star() {
    let start = ChineseCheckers::new(Rules::OPEN_SPIEL);
    assert_eq!([1, 2, 3].map(|depth| perft(&start, depth)), [14, 196, 4760]);
}

#[test]
fn steps_and_chains() {
    let pieces = [(4, 0), (5, 1), (7, 3), (2, 0), (2, 2), (1, 1)];
    let state = with(Rules::default(), 0, [pieces, BOTTOM]);
    let right = [(3, -1), (3, 1), (4, -2), (4, 2), (5, -1), (6, 2), (8, 4)];
    assert_eq!(destinations(&state, (4, 0)), right);
}

#[test]
fn a_piece_in_its_target_stays_there() {
    let pieces = [
        [(10, 0), (9, -1), (0, 0), (1, -1), (1, 1), (2, 0)],
        [(12, 0), (11, -1), (11, 1), (5, 1), (6, 0), (6, 2)],
    ];
    let state = with(Rules::default(), 0, pieces);
    assert_eq!(destinations(&state, (10, 0)), [(10, -2), (10, 2)]);
    let free = with(Rules { stay_home: false, ..Rules::default() }, 0, pieces);
    assert_eq!(destinations(&free, (10, 0)), [(8, -2), (9, 1), (10, -2), (10, 2)]);
}

#[test]
fn an_enemy_in_the_target_does_not_save_the_game() {
    let own = [(12, 0), (11, -1), (11, 1), (10, -2), (9, 1), (3, 1)];
    let enemies = |first| [first, (0, 0), (6, 0), (6, 2), (6, 4), (6, -4)];
    let won = go(&with(Rules::default(), 0, [own, enemies((10, 2))]), (9, 1), (10, 0));
    assert_eq!((won.turn(), won.payoff(Player(0)), won.payoff(Player(1))), (Turn::Over, 1.0, -1.0));
    // One of O's pieces is in its target.
    assert_eq!(won.quality(), 5.0 / 6.0);
    let gap = go(&with(Rules::default(), 0, [own, enemies((7, 5))]), (9, 1), (10, 0));
    assert_eq!(gap.turn(), Turn::Player(Player(1)));
    let block = Rules { block: true, ..Rules::default() };
    let blocked = go(&with(block, 0, [own, enemies((10, 2))]), (9, 1), (10, 0));
    assert_eq!(blocked.turn(), Turn::Player(Player(1)));
    let full =
        with(block, 0, [[(12, 0), (11, -1), (11, 1), (10, -2), (9, 1), (10, 2)], enemies((7, 5))]);
    assert_eq!(go(&full, (9, 1), (10, 0)).payoff(Player(0)), 1.0);
}

/// O moves back into X's target and fills it: X wins only after a turn of X.
#[test]
fn the_target_is_looked_at_after_own_moves() {
    let own = [(12, 0), (11, -1), (11, 1), (10, -2), (10, 0), (3, 1)];
    let state = with(Rules::default(), 1, [own, [(9, 3), (0, 0), (6, 0), (6, 2), (6, 4), (6, -4)]]);
    let filled = go(&state, (9, 3), (10, 2));
    assert_eq!(filled.turn(), Turn::Player(Player(0)));
    assert_eq!(go(&filled, (3, 1), (4, 0)).payoff(Player(0)), 1.0);
}

#[test]
fn forward_moves_only() {
    let start = ChineseCheckers::new(FORWARD);
    assert_eq!(moves(&start).len(), 10);
    // X's goal is the tip (12, 0): moves backward or away to the side are not forward.
    let pieces = [(6, 0), (0, 0), (1, -1), (1, 1), (2, -2), (2, 2)];
    let empty_target = [(3, 9), (3, 7), (4, 8), (3, -9), (3, -7), (4, -8)];
    let state = with(FORWARD, 0, [pieces, empty_target]);
    assert_eq!(destinations(&state, (6, 0)), [(6, -2), (6, 2), (7, -1), (7, 1)]);
    // A piece on the edge of the cone moves only down or inwards.
    let beside =
        with(FORWARD, 0, [[(6, 6), (0, 0), (1, -1), (1, 1), (2, -2), (2, 2)], empty_target]);
    assert_eq!(destinations(&beside, (6, 6)), [(6, 4), (7, 5), (7, 7)]);
}

/// X's pieces in the target cannot move at all; the sixth can only move back.
pub(super) const ONLY_BACK: [[Coordinates; 6]; 2] = [
    [(12, 0), (11, -1), (11, 1), (10, -2), (10, 0), (4, -8)],
    [(10, 2), (4, -6), (5, -7), (4, -4), (6, -6), (6, 6)],
];

#[test]
fn all_moves_where_none_is_forward() {
    let state = with(FORWARD, 0, ONLY_BACK);
    assert_eq!(destinations(&state, (4, -8)), [(3, -9), (3, -7)]);
    assert_eq!(moves(&state).len(), 2);
}

/// X's pieces in the target cannot move, and the sixth is blocked.
#[test]
fn without_a_move_the_turn_is_passed() {
    let own = [(12, 0), (11, -1), (11, 1), (10, -2), (10, 0), (0, 0)];
    let other = [(10, 2), (1, -1), (1, 1), (2, -2), (2, 2), (6, 0)];
    let block = with(Rules { block: true, ..FORWARD }, 0, [own, other]);
    assert_eq!(moves(&block), [Move::Pass]);
    let passed = after(&block, "pass");
    assert_eq!((passed.pieces, passed.turn()), (block.pieces, Turn::Player(Player(1))));
    assert_eq!(passed.parse_action("pass"), None);
    // A pass is a turn, too: after it X has a full target and wins.
    let free = after(&with(FORWARD, 0, [own, other]), "pass");
    assert_eq!((free.turn(), free.payoff(Player(0))), (Turn::Over, 1.0));
    assert_eq!(ChineseCheckers::gesture(&block, Player(0), Move::Pass), Gesture::button("Pass"));
}

#[test]
fn the_1000th_ply_is_the_last() {
    let start = ChineseCheckers::default();
    let late = start.parse_position(&start.position().replace("X 0", "X 998")).unwrap();
    let over = after(&late, "i3-h4 e11-e10");
    assert_eq!((over.turn(), over.payoff(Player(0)), over.quality()), (Turn::Over, 0.0, 1.0));
    assert_eq!(start.parse_position(&over.position()), Ok(over));
}

/// Distances by hand: each of X's pieces at home is 10 to 12 steps from the tip of the target.
#[test]
fn evaluation_is_the_lead_in_steps() {
    let start = ChineseCheckers::default();
    assert_eq!([0, 1].map(|seat| start.steps_left(seat)), [12 + 22 + 30; 2]);
    assert_eq!(worth(StepsLeft, &start, Player(0)), 0.0);
    // A hop of two steps; O's goal is the field that X has left.
    let next = go(&start, (1, -1), (3, -3));
    assert_eq!([0, 1].map(|seat| next.steps_left(seat)), [62, 3 * 9 + 2 * 10 + 11]);
}

#[test]
fn evaluations_are_opposite() {
    let mut rng = Rng::new(3);
    for _ in 0..5 {
        let mut state = ChineseCheckers::new(FORWARD);
        while state.turn() != Turn::Over {
            assert_eq!(worth(StepsLeft, &state, Player(0)), -worth(StepsLeft, &state, Player(1)));
            state.apply(state.random_action(&mut vec![], &mut rng));
        }
        assert_eq!(worth(StepsLeft, &state, Player(0)), state.payoff(Player(0)));
    }
}

/// A whole game of the policy against itself: X brings all pieces home while O has one of six
/// there.
#[test]
fn a_golden_game() {
    let opening = "j3-j4 e11-f10 h3-h4 e12-e10 i2-g4 d11-e11 j2-j3 f10-d10 j4-j5 d13-f9 j1-i2 d10-d9 h4-j6 e10-g8 \
        i2-i4 e11-f10 j6-j7 g8-f8 j3-f5 d12-d11";
    let rest = "i3-i5 d9-d8 j5-h5 f9-f7 j7-i7 f11-e11 h5-j5 f7-g7 i4-i8 g7-f7 j5-h5 f10-g9 h5-j5 f7-g6 i8-h8 \
        d8-d7 g4-h4 d7-d6 j5-h9 d11-f11 i5-h6 g6-f6 f5-f9 d6-d5 i7-i8 f6-g5 h8-d12 g9-i5 h4-f6 i5-j4 \
        i8-e12 f11-g10 h6-g7 e11-d11 e12-d13 j4-j3 f9-e9 d11-d10 g7-f7 d10-e10 f7-d11 j3-j2 h9-f11 d5-d6 \
        d11-e11 g10-g9 e11-e12 f8-g7 f11-e11 d6-e6 e9-f9 e6-g6 f6-d10 e10-g8 d10-d11 j2-i2 e12-f11 g9-h8 \
        f11-e12 g8-i8 f9-f10 i2-j1 d11-f11 j1-i2 f11-d11 g7-h7 f10-f11";
    let early = after(&ChineseCheckers::default(), opening);
    assert_eq!(
        early.position(),
        "./../.X./...X.X..../..X...X../......../......X/...O..../..O.O..../.....O..../O.O/../. X 20"
    );
    assert!(worth(StepsLeft, &early, Player(0)) != 0.0);
    let over = after(&early, rest);
    assert_eq!(
        over.position(),
        "./O./.../........../...O...../...O..../....O../.....OO./........./........../XXX/XX/X - 87"
    );
    assert_eq!([0, 1].map(|who| over.payoff(Player(who))), [1.0, -1.0]);
    assert_eq!([0, 1].map(|who| worth(StepsLeft, &over, Player(who))), [1.0, -1.0]);
    assert_eq!((over.turn(), over.quality()), (Turn::Over, 5.0 / 6.0));
}

/// The mean of 200 games of an independent program: 196 plies, all games finished.
#[test]
fn random_games() {
    let (games, mut rng) = (400, Rng::new(5));
    let mut plies = 0.0;
    for _ in 0..games {
        let mut state = ChineseCheckers::new(FORWARD);
        while state.turn() != Turn::Over {
            state.apply(state.random_action(&mut vec![], &mut rng));
        }
        assert_eq!(state.status, Status::Won);
        plies += f64::from(state.plies) / games as f64;
    }
    // Both means have errors.
    let bound = odds::mean_bound(games, 100.0, 300.0) + odds::mean_bound(200, 100.0, 300.0);
    assert!((plies - 196.0).abs() < bound, "{plies} plies a game");
}

/// Positions of random games in which some candidates are not legal, or no move leads forward.
#[test]
fn random_moves_are_uniform() {
    let (mut rng, mut crowded) = (Rng::new(7), 0);
    let even = |state: &ChineseCheckers| {
        let weights: Vec<_> = moves(state).into_iter().map(|action| (action, 1.0)).collect();
        draws_by_weight(Uniform, state, &weights);
    };
    for rules in [FORWARD, Rules::default(), Rules { forward_only: true, ..Rules::OPEN_SPIEL }] {
        let mut state = ChineseCheckers::new(rules);
        while state.turn() != Turn::Over && state.plies < 150 {
            if state.candidates(&state.table()).total as usize > moves(&state).len() + 2 {
                crowded += 1;
                even(&state);
            }
            state.apply(state.random_action(&mut vec![], &mut rng));
        }
    }
    assert!(crowded > 20, "{crowded} positions");
    even(&with(FORWARD, 0, ONLY_BACK));
}

/// The candidates that the board accepts are the legal moves, unless no candidate leads forward.
#[test]
fn candidates_are_told_from_moves() {
    let mut rng = Rng::new(8);
    for rules in [FORWARD, Rules::default(), Rules { forward_only: true, ..Rules::OPEN_SPIEL }] {
        let mut state = ChineseCheckers::new(rules);
        while state.turn() != Turn::Over && state.plies < 300 {
            let (table, pieces) = (state.table(), state.pieces[state.mover()]);
            let candidates = state.candidates(&table);
            let kept: Vec<Move> = (candidates.iter())
                .filter(|&(from, to)| table.can_reach(from, to, pieces))
                .map(|(from, to)| Move::Go(from, to))
                .collect();
            if !kept.is_empty() {
                assert_eq!(kept, moves(&state), "{}", state.position());
            }
            state.apply(state.random_action(&mut vec![], &mut rng));
        }
    }
}

#[test]
fn impossible_positions_are_refused() {
    let start = ChineseCheckers::default();
    let home = start.position();
    let rows =
        "X/XX/XXX/........../........./......../......./......../........./........../OOO/OO/O";
    assert_eq!(home, format!("{rows} X 0"));
    for (position, reason) in [
        (String::new(), "is not a board, who is to move"),
        (rows.to_string(), "is not a board, who is to move"),
        (format!("{home} "), "is not a board, who is to move"),
        (format!("{rows} X 00"), "is no number of plies"),
        (format!("{rows} X 1001"), "is no number of plies"),
        (format!("{rows} O 0"), "after the board comes \"X\""),
        (format!("{rows} - 1000"), ""),
        (home.replace("X/XX", "XX/X"), "rows of 1, 2, 3, 10, 9, 8, 7, 8, 9, 10, 3, 2, 1 fields"),
        (home.replace("X/XX", "x/XX"), "is no field"),
        (home.replace("X/XX", "X/X."), "X has 5 pieces on the board; all 6 must be there"),
        (home.replacen('.', "O", 1), "O has 7 pieces on the board"),
        (
            format!("{} O 99", rows.replace('X', "-").replace('O', "X").replace('-', "O")),
            "comes \"-\"",
        ),
    ] {
        match start.parse_position(&position) {
            Ok(state) => assert!(reason.is_empty(), "{position:?} is read as {state:?}"),
            Err(error) => {
                assert!(!reason.is_empty() && error.contains(reason), "{position:?}: {error}")
            }
        }
    }
}

#[test]
fn the_picture_shows_the_star_and_the_last_move() {
    let start = ChineseCheckers::default();
    let last = start.parse_action("i3-h4");
    let state = start.after(last.unwrap());
    let scene = ChineseCheckers::picture(&state, Player(1), last);
    let [Part::Label(label), Part::Board(board)] = &scene.parts[..] else { panic!("{scene:?}") };
    assert_eq!(label, "O to move");
    let rows: Vec<String> =
        board.cells.chunks(13).map(|row| row.iter().map(sketch).collect()).collect();
    let right =
        ["---------X---", "--------XX---", "-------X*X---", "---....X.....", "---.........-"];
    assert_eq!((&rows[..5], rows.len()), (&right.map(String::from)[..], 13));
    let lasts: Vec<usize> = (0..169).filter(|&at| board.cells[at].last).collect();
    assert_eq!(lasts, [2 * 13 + 8, 3 * 13 + 7]);
}

fn sketch(cell: &sortilege::scene::Cell) -> char {
    match (&cell.piece, cell.shade) {
        (Some(piece), _) => piece.text.chars().next().expect("a symbol"),
        (None, Shade::Absent) => '-',
        (None, Shade::Marked) => '*',
        _ => '.',
    }
}

proptest! {
    #[test]
    fn whatever_is_read_is_written_back(
        text in "X/XX/X[X.O]{2}/[XO.]{10}/[.]{9}/[.]{8}/[.]{7}/[.]{8}/[.]{9}/[.]{10}/OOO/OO/O [XO-] [0-9]{1,3}|[XO./ 0-9-]{0,14}|.{0,16}",
        name in "[a-n]1?[0-9]-[a-n]1?[0-9]|.{0,8}",
    ) {
        let start = ChineseCheckers::default();
        if let Ok(state) = start.parse_position(&text) {
            prop_assert_eq!(state.position(), &text[..]);
        }
        if let Some(action) = start.parse_action(&name) {
            prop_assert_eq!(start.action_name(action), name);
        }
    }
}

#[test]
fn rules_can_be_followed() {
    sortilege::testing::handbook(&super::ChineseCheckers::default(), super::RULES);
}
