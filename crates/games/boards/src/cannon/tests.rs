//! The rules' worked examples, perft, the playout policy, and the contract.

use super::*;
use crate::policies::{by_name, draws_by_weight, worth};
use crate::spelling::{after, slips_are_refused_or_printed_again, sorted_names};
use crate::text::possible;
use sortilege::exact::perft;
use sortilege::game::{Notation, Picture};
use sortilege::playout::Policy;
use sortilege::scene::{Board, Gesture, Part};
use sortilege::testing::Contract;

const PLAIN: Rules = Rules { clear_line: false, check_rule: false, merge_shots: false };
const CLEAR: Rules = Rules { clear_line: true, ..PLAIN };
const CHECK: Rules = Rules { check_rule: true, ..PLAIN };
const MERGED: Rules = Rules { merge_shots: true, ..PLAIN };

/// A board with soldiers on these points and towns on e1 and f10, Dark to move.
fn rows(dark: &str, light: &str) -> String {
    let mut cells = vec!['.'; 100];
    for (list, symbol) in [(dark, 'd'), (light, 'l'), ("e1", 'D'), ("f10", 'L')] {
        for name in list.split_whitespace() {
            let (file, rank) = (name.as_bytes()[0] - b'a', name[1..].parse::<usize>().unwrap());
            cells[(10 - rank) * 10 + usize::from(file)] = symbol;
        }
    }
    cells.chunks(10).map(|row| row.iter().collect()).collect::<Vec<String>>().join("/")
}

fn read(rules: Rules, position: &str) -> Cannon {
    let start = Cannon::new(rules);
    start.parse_position(position).unwrap_or_else(|error| panic!("{position}: {error}"))
}

/// Dark to move; Light has one more soldier, out of the way on j10.
fn with(rules: Rules, dark: &str, light: &str) -> Cannon {
    read(rules, &format!("{} d 20", rows(dark, &format!("{light} j10"))))
}

fn dark(dark: &str, light: &str) -> Cannon {
    with(PLAIN, dark, light)
}

fn names(state: &Cannon) -> String {
    sorted_names(state).join(" ")
}

fn has(state: &Cannon, name: &str) -> bool {
    state.parse_action(name).is_some()
}

#[test]
fn keeps_the_contract() {
    for rules in [PLAIN, Rules { clear_line: true, ..MERGED }] {
        let start = Cannon::new(rules);
        let contract = Contract::new(&start).games(2).longest(1000);
        contract
            .rules()
            .chance()
            .outcomes()
            .hidden()
            .observed()
            .notation()
            .picture()
            .evaluation(&mut Soldiers)
            .quality();
        Contract::new(&start).games(30).key();
    }
}

#[test]
fn keeps_the_contract_in_check() {
    let start = Cannon::new(Rules { check_rule: true, ..MERGED });
    Contract::new(&start)
        .games(1)
        .longest(1000)
        .rules()
        .notation()
        .evaluation(&mut Soldiers)
        .quality()
        .key();
}

/// Computed by a reference program, as are the counts below.
#[test]
fn perft_from_the_start() {
    for (depth, count) in (1..).zip([8, 64, 2656, 111_376, 4_615_160]) {
        assert_eq!(perft(&Cannon::default(), depth), count, "depth {depth}");
    }
    for (rules, count) in [(MERGED, 4_614_456), (CLEAR, 4_614_840)] {
        assert_eq!(perft(&Cannon::new(rules), 4), 111_376);
        assert_eq!(perft(&Cannon::new(rules), 5), count);
    }
}

#[test]
fn perft_after_towns_on_e1_and_f10() {
    let state = after(&Cannon::default(), "e1 f10");
    for (depth, count) in (1..).zip([41, 1699, 69_759, 2_888_733]) {
        assert_eq!(perft(&state, depth), count, "depth {depth}");
    }
}

/// All moves by a literal implementation of the rules, point by point, once both towns are placed.
fn slow_names(state: &Cannon) -> String {
    let seat = state.mover();
    let (own, up) = (['d', 'l'][seat], [1, -1][seat]);
    let foes = ["lL", "dD"][seat];
    let at = |x: i32, y: i32| match [x, y].iter().all(|n| (0..10).contains(n)) {
        true => state.piece((x as u8, y as u8)).map_or('.', |(_, letter)| letter),
        false => '#',
    };
    let all = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];
    let name = |x: i32, y: i32| crate::chessboard::name((x as u8, y as u8));
    let mut names = vec![];
    for (x, y) in
        (0..10).flat_map(|x| (0..10).map(move |y| (x, y))).filter(|&(x, y)| at(x, y) == own)
    {
        let mut go = |sign: char, (x1, y1): (i32, i32)| {
            names.push(format!("{}{sign}{}", name(x, y), name(x1, y1)))
        };
        let is_foe = |(x, y): (i32, i32)| foes.contains(at(x, y));
        let threatened = all.iter().any(|(dx, dy)| foes.starts_with(at(x + dx, y + dy)));
        for (dx, dy) in all {
            let along = |steps: i32| (x + steps * dx, y + steps * dy);
            let is = |steps: i32, letter: char| at(along(steps).0, along(steps).1) == letter;
            if dy == up && is(1, '.') {
                go('-', along(1));
            }
            if (dy == up || dy == 0) && is_foe(along(1)) {
                go('x', along(1));
            }
            if dy == -up && threatened && is(1, '.') && is(2, '.') {
                go('-', along(2));
            }
            if is(1, own) && is(2, own) && is(3, '.') {
                go('-', along(3));
                if is_foe(along(4)) {
                    go('*', along(4));
                }
                if is_foe(along(5)) && (!state.rules.clear_line || is(4, '.')) {
                    go('*', along(5));
                }
            }
        }
    }
    names.sort();
    names.join(" ")
}

#[test]
fn masks_find_what_the_rules_say() {
    let (mut rng, mut scratch) = (Rng::new(7), vec![]);
    for rules in [PLAIN, CLEAR] {
        for game in 0..30 {
            let mut state = after(&Cannon::new(rules), "e1 f10");
            while let Turn::Player(_) = state.turn() {
                assert_eq!(names(&state), slow_names(&state), "{}", state.position());
                // Uniform play reaches few captures, the policy few quiet positions.
                let action = match game % 2 {
                    0 => state.random_action(&mut scratch, &mut rng),
                    _ => Aggressive.action(&state, &mut scratch, &mut rng),
                };
                state.apply(action);
            }
        }
    }
}

#[test]
fn the_first_moves() {
    let start = Cannon::default();
    assert_eq!(names(&start), "b1 c1 d1 e1 f1 g1 h1 i1");
    assert_eq!(names(&after(&start, "e1")), "b10 c10 d10 e10 f10 g10 h10 i10");
    let state = after(&start, "e1 f10");
    assert_eq!(possible(&state).len(), 41);
    assert!(
        "a2-a5 c2-c5 e2-e5 g2-g5 i2-i5 a4-a1 c4-c1 g4-g1 i4-i1"
            .split(' ')
            .all(|name| has(&state, name))
    );
    assert!(!has(&state, "e4-e1"), "the town is in the way");
    assert_eq!(possible(&after(&state, "e4-e5")).len(), 41);
}

#[test]
fn soldiers_step_capture_and_retreat() {
    assert_eq!(names(&dark("e5", "")), "e5-d6 e5-e6 e5-f6");
    assert_eq!(names(&dark("e5", "e6")), "e5-c3 e5-d6 e5-e3 e5-f6 e5-g3 e5xe6");
    assert_eq!(names(&dark("e5", "f5")), "e5-c3 e5-d6 e5-e3 e5-e6 e5-f6 e5-g3 e5xf5");
    // Beside an enemy town only: no retreat.
    assert_eq!(names(&dark("e9", "")), "e9-d10 e9-e10 e9xf10");
    // An enemy behind lets a soldier retreat past it, not over it, and cannot be captured.
    assert_eq!(names(&dark("e5", "e4")), "e5-c3 e5-d6 e5-e6 e5-f6 e5-g3");
    let light = read(PLAIN, &format!("{} l 21", rows("e4", "e5")));
    assert_eq!(names(&light), "e5-c7 e5-d4 e5-e7 e5-f4 e5-g7 e5xe4");
}

#[test]
fn a_cannon_slides_and_shoots() {
    let slides = "c2-b3 c2-c5 c2-d3 c3-b4 c3-d4 c4-b5 c4-c1 c4-c5 c4-d5";
    let with_shots = |shots: &str| {
        let mut all: Vec<&str> = slides.split(' ').chain(shots.split(' ')).collect();
        all.sort();
        all.join(" ")
    };
    assert_eq!(names(&dark("c2 c3 c4", "c6")), with_shots("c2*c6"));
    assert_eq!(names(&dark("c2 c3 c4", "c7")), with_shots("c2*c7"));
    assert_eq!(names(&dark("c2 c3 c4", "c6 c7")), with_shots("c2*c6 c2*c7"));
    for light in ["c5", "c5 c6"] {
        let blocked = "c2-b3 c2-d3 c3-b4 c3-d4 c4-a2 c4-b5 c4-c1 c4-d5 c4-e2 c4xc5";
        assert_eq!(names(&dark("c2 c3 c4", light)), blocked);
    }
}

#[test]
fn cannons_stand_on_all_lines() {
    let diagonal = dark("b2 c3 d4", "f6 g7");
    assert!("b2*f6 b2*g7 b2-e5 d4-a1".split(' ').all(|name| has(&diagonal, name)));
    assert_eq!(possible(&diagonal).len(), 11);
    let four = dark("b5 c5 d5 e5", "g5");
    assert!("c5-f5 c5*g5 d5-a5".split(' ').all(|name| has(&four, name)));
    assert_eq!(possible(&four).len(), 15);
    let light = read(PLAIN, &format!("{} l 21", rows("f5", "a5 b5 c5")));
    assert!("a5*f5 a5-d5".split(' ').all(|name| has(&light, name)));
    assert_eq!(possible(&light).len(), 10);
    let two = dark("c2 c3 c4 e6 f6 g6", "c6");
    assert!(has(&two, "c2*c6") && has(&two, "g6*c6"));
    assert_eq!(after(&two, "c2*c6"), after(&two, "g6*c6"));
}

/// A line that crosses the edge of the board does not count, for slides and for shots.
#[test]
fn lines_do_not_wrap() {
    assert_eq!(
        names(&dark("h5 i5 j5", "b6 a6")),
        "h5-g6 h5-h6 h5-i6 i5-h6 i5-i6 i5-j6 j5-g5 j5-i6 j5-j6"
    );
    assert!(!names(&dark("f5 g5 h5", "a6 j9")).contains('*'));
}

#[test]
fn removing_the_town_wins() {
    for (soldiers, name) in [
        ("f6 f7 f8", "f6*f10"),
        ("f5 f6 f7", "f5*f10"),
        ("g9", "g9xf10"),
        ("g10", "g10xf10"),
        ("e10", "e10xf10"),
        ("f9", "f9xf10"),
    ] {
        let won = after(&dark(soldiers, "a5 b9 c2"), name);
        assert_eq!(
            (won.turn(), won.payoff(Player(0)), won.payoff(Player(1))),
            (Turn::Over, 1.0, -1.0)
        );
        assert_eq!([0, 1].map(|who| worth(Soldiers, &won, Player(who))), [1.0, -1.0]);
        assert_eq!(won.quality(), (soldiers.split(' ').count() as f64 - 4.0) / 15.0);
        assert_eq!(read(PLAIN, &won.position()), won);
    }
}

#[test]
fn a_side_without_a_move_has_lost() {
    let stuck = dark("b10", "");
    assert_eq!(
        (stuck.turn(), stuck.payoff(Player(0)), stuck.payoff(Player(1))),
        (Turn::Over, -1.0, 1.0)
    );
    assert_eq!(names(&stuck), "");
    let empty = dark("", "");
    assert_eq!(
        (empty.turn(), empty.payoff(Player(1)), empty.quality()),
        (Turn::Over, 1.0, 1.0 / 15.0)
    );
}

#[test]
fn a_thousand_plies_are_a_draw() {
    let state = |dark: &str| read(PLAIN, &format!("{} l 999", rows(dark, "a8 b8 c8 f2")));
    let drawn = after(&state("h5"), "a8-a7");
    assert_eq!((drawn.turn(), drawn.payoff(Player(0)), drawn.quality()), (Turn::Over, 0.0, 1.0));
    // Dark would have no move, but the game is over.
    assert_eq!(after(&state("b10"), "a8-a7").payoff(Player(1)), 0.0);
    assert_eq!(after(&state("b10"), "f2xe1").payoff(Player(1)), 1.0);
}

#[test]
fn a_clear_line_is_asked_for() {
    for between in ["c6", "c5 c6"] {
        assert!(!has(&with(CLEAR, "c2 c3 c4", &format!("{between} c7")), "c2*c7"), "{between}");
    }
    assert!(has(&with(CLEAR, "c2 c3 c4", "c6 c7"), "c2*c6"));
    assert!(has(&with(CLEAR, "c2 c3 c4", "c7"), "c2*c7"));
    assert!(has(&dark("c2 c3 c4 c6", "c7"), "c2*c7"), "over an own soldier");
    assert!(!has(&with(CLEAR, "c2 c3 c4 c6", "c7"), "c2*c7"));
}

#[test]
fn shots_can_be_merged() {
    let (soldiers, target) = ("c2 c3 c4 e6 f6 g6", "c6");
    let [all, merged] = [PLAIN, MERGED].map(|rules| possible(&with(rules, soldiers, target)));
    let shots = |list: &[Move]| list.iter().filter(|action| action.kind() == Kind::Shot).count();
    assert_eq!([shots(&all), shots(&merged)], [2, 1]);
    assert_eq!(all.len(), merged.len() + 1);
    assert_eq!(shots(&possible(&with(MERGED, soldiers, "c6 c7"))), 2);
}

#[test]
fn check_has_to_be_met() {
    // A cannon aims at the town: its line must be cut, and a capture elsewhere does not help.
    let aimed = |rules| with(rules, "d2 h5", "e4 e5 e6 h6");
    assert!(has(&aimed(PLAIN), "h5xh6"));
    assert_eq!(names(&aimed(CHECK)), "d2-e3");
    // With the enemy's soldier at the gate only its capture helps.
    assert_eq!(names(&with(CHECK, "d2 h5", "e2 h6")), "d2xe2");
    // Mate: the town falls after any move of Dark.
    let mate = with(CHECK, "h5", "e2");
    assert_eq!((mate.turn(), mate.payoff(Player(0))), (Turn::Over, -1.0));
    assert_eq!(dark("h5", "e2").turn(), Turn::Player(Player(0)));
    // But a player who captures the enemy town first has won.
    assert_eq!(names(&with(CHECK, "g9", "e2")), "g9xf10");
    // A move may not open a line either: e3 shields the town.
    let pinned = names(&with(CHECK, "e3 a2", "e4 e5 e6"));
    assert!(pinned.contains("a2-a3") && !pinned.contains("e3-d4"), "{pinned}");
}

/// Checks the frequencies of the policy's moves against weights by name.
fn assert_policy(state: &Cannon, weights: &[(&str, f64)]) {
    draws_by_weight(Aggressive, state, &by_name(state, weights));
}

#[test]
fn the_policy_takes_the_town_first() {
    assert_policy(&dark("g9 f6 f7 f8 a5", "a6 c6"), &[("g9xf10", 1.0), ("f6*f10", 1.0)]);
}

#[test]
fn the_policy_then_shoots_and_captures() {
    let weights = [("e5xe6", 1.0), ("e5xf5", 1.0), ("a2*a6", 4.0), ("a2*a7", 4.0)];
    assert_policy(&dark("e5 a2 a3 a4", "e6 f5 a6 a7"), &weights);
    assert_policy(&dark("e5 a2 a3", "e6 f5 a6 a7"), &weights[..2]);
    assert_policy(&dark("a2 a3 a4", "a6 a7"), &weights[2..]);
    // Two shots at one target, or one if they are merged.
    let merged = with(MERGED, "a2 a3 a4 c6 d6 e6 h2", "a6 i2");
    let shot = names(&merged).split(' ').find(|name| name.contains('*')).unwrap().to_string();
    assert_policy(&merged, &[(&shot, 4.0), ("h2xi2", 1.0)]);
    let both = dark("a2 a3 a4 c6 d6 e6 h2", "a6 i2");
    assert_policy(&both, &[("a2*a6", 4.0), ("e6*a6", 4.0), ("h2xi2", 1.0)]);
}

#[test]
fn the_policy_is_uniform_otherwise() {
    for moves in ["", "e1", "e1 f10", "e1 f10 e4-e5"] {
        let state = after(&Cannon::default(), moves);
        let names: Vec<String> =
            possible(&state).into_iter().map(|m| state.action_name(m)).collect();
        assert_policy(&state, &names.iter().map(|name| (&name[..], 1.0)).collect::<Vec<_>>());
    }
}

#[test]
fn the_policy_answers_check() {
    assert_policy(&with(CHECK, "d2 h5", "e4 e5 e6 h6"), &[("d2-e3", 1.0)]);
    assert_policy(&with(CHECK, "d2 h5", "e2 h6"), &[("d2xe2", 1.0)]);
    assert_policy(&with(PLAIN, "d2 h5", "e2 h6"), &[("d2xe2", 1.0), ("h5xh6", 1.0)]);
    assert_policy(&with(CHECK, "g9", "e2"), &[("g9xf10", 1.0)]);
}

/// A random game from start to end: every name is legal where it is played.
#[test]
fn golden_playthrough() {
    let mut state = Cannon::default();
    for (ply, name) in GAME.split_whitespace().enumerate() {
        assert_eq!(state.turn(), Turn::Player(Player(ply % 2)), "before {name}");
        let kind = state
            .parse_action(name)
            .unwrap_or_else(|| panic!("{name} in {}", state.position()))
            .kind();
        state = after(&state, name);
        match ply + 1 {
            2 => assert_eq!(kind, Kind::Place),
            4 => assert_eq!(kind, Kind::Slide),
            5 => assert_eq!(kind, Kind::Step),
            10 => assert_eq!(state.position(), AFTER_TEN),
            15 => assert_eq!((kind, state.soldiers.map(u128::count_ones)), (Kind::Shot, [15, 14])),
            16 => {
                assert_eq!((kind, state.soldiers.map(u128::count_ones)), (Kind::Capture, [14, 14]))
            }
            29 => assert_eq!(kind, Kind::Retreat),
            _ => {}
        }
    }
    assert_eq!(state.position(), END);
    assert_eq!(
        (state.turn(), state.payoff(Player(0)), state.quality()),
        (Turn::Over, 1.0, 2.0 / 15.0)
    );
}
const GAME: &str = "d1 c10 e3-f4 j9-j6 g4-g5 h9-g8 g5-g6 b7-a6 g2-f3 h7-h6 i2-i5 f8-i8 f4-g5 b8-b7 a2*a6 h6xg5 \
    i3-i6 b7-b6 f3-f4 b6-a5 e4-e5 i8-i7 i6xj7 b9-c8 a4-b5 j6xi5 c4-c5 d7-d6 b5-d3 i7-j6 g6xf7 d6xe5 e2-e3 \
    g5-g7 c5-b6 i5-i7 e3-e4 g8-i10 c3-b4 c8-c7 b6xc7 j8-h10 c7xd8 f9-g8 a3-a4 i7-i6 g3-h4 d9-e8 b4-b2 a5-a7 \
    i4-h5 j6-i5 c2-c3 i5-j4 c3-d4 i10-h9 h5-g6 h10-h7 f4-f2 j4-j3 d8-c9 e5xe4 f7xg7 i6-j5 h4-h5 j5-i4 a2-a3 \
    e8-e7 g6-g4 h8-f10 c9xc10";
const AFTER_TEN: &str = "..L......./.l.l.l..../.l.l.lll.l/...l.l...l/l.....dl.l/........../d.d.dd..d./\
    d.d..dd.d./d.d.d...d./...D...... d 10";
const END: &str = "..d..l..../.......l../......l.../l...l.dl.d/........../.......d../d..dl.d.l./d..d.....l/\
    .d...d..../...D...... l 71";

#[test]
fn evaluation_counts_soldiers() {
    let state = dark("a2 a3 c4", "h8");
    assert_eq!(worth(Soldiers, &state, Player(0)), (1.0_f64 / 15.0).tanh());
    assert_eq!(worth(Soldiers, &state, Player(1)), -(1.0_f64 / 15.0).tanh());
    assert_eq!(worth(Soldiers, &Cannon::default(), Player(1)), 0.0);
}

#[test]
fn the_last_move_is_marked_and_a_move_points_at_both_its_ends() {
    let state = dark("c2 c3 c4", "c6");
    let shot = state.parse_action("c2*c6").unwrap();
    let scene = Cannon::picture(&after(&state, "c2*c6"), Player(1), Some(shot));
    let board = board_of(&scene.parts);
    assert_eq!(
        (0..100).filter(|&cell| board.cells[cell].last).collect::<Vec<_>>(),
        [42, 82],
        "c6 and c2"
    );
    assert_eq!(Cannon::gesture(&state, Player(0), shot), Gesture::path(["c2", "c6"]));
    let town = Cannon::default().parse_action("c1").unwrap();
    assert_eq!(Cannon::gesture(&Cannon::default(), Player(0), town), Gesture::path(["c1"]));
}

fn board_of(parts: &[Part]) -> &Board {
    parts
        .iter()
        .find_map(|part| if let Part::Board(board) = part { Some(board) } else { None })
        .unwrap()
}

#[test]
fn impossible_positions_are_refused() {
    let start = Cannon::default().position();
    let soldiers = "a2 b2 c2 d2 e2 f2 g2 h2 i2 j2 a3 b3 c3 d3 e3 f3";
    let some = rows("a2", "b9");
    for (position, reason) in [
        ("", "is no position"),
        (&format!("{some} d"), "is no position"),
        (&format!("{some} l 20"), "Dark (\"d\") is after an even number"),
        (&format!("{some} d 1002"), "from 0 to 1000"),
        (&format!("{some} d 020"), "from 0 to 1000"),
        (&format!("{some}. d 20"), "10 rows of 10 squares"),
        (&format!("{} d 20", some.replace('l', "x")), "'x' is no square"),
        (&format!("{} d 20", rows(soldiers, "b9")), "Dark has 16 soldiers"),
        (&format!("{} d 20", rows("a2", "")), "Light has moved last"),
        (&format!("{} d 20", some.replace('L', ".")), "the towns do not fit 20 plies"),
        (&format!("{} d 20", some.replace("D.", "DD")), "Dark has a town on f1"),
        (&format!("{} d 20", some.replace(".....L....", "L.........")), "Light has a town on a10"),
        (&format!("{some} d 2"), "no soldier has moved yet"),
        (&start.replace(" d 0", " l 1"), "the towns do not fit 1 plies"),
        (&start.replace(" d 0", " d 2"), "the towns do not fit 2 plies"),
    ] {
        let error = Cannon::default().parse_position(position);
        let error = error.expect_err(position);
        assert!(error.contains(reason), "{position:?}: {error}");
    }
}

#[test]
fn parsers_are_strict() {
    slips_are_refused_or_printed_again(&Cannon::default(), "dlDL./ 0123456789");
    let state = dark("c2 c3 c4", "c6");
    for name in ["c2*c6 ", "C2*c6", "c2xc6", "c2-c6", "[c2]*c6", "c6", ""] {
        assert_eq!(state.parse_action(name), None, "{name:?}");
    }
}

#[test]
fn rules_can_be_followed() {
    sortilege::testing::handbook(&super::Cannon::default(), super::RULES);
}
