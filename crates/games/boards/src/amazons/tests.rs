//! The rules, compared with worked examples, counts and a plain implementation.

use super::*;
use crate::policies::{draws_by_weight, worth};
use crate::spelling::{after, sorted_names};
use sortilege::exact::{Expectimax, perft};
use sortilege::game::Notation;
use sortilege::playout::Uniform;
use sortilege::testing::Contract;

fn board(side: usize) -> Amazons {
    Amazons::new(side).unwrap()
}

fn at(side: usize, position: &str) -> Amazons {
    board(side).parse_position(position).unwrap_or_else(|error| panic!("{position}: {error}"))
}

#[test]
fn keeps_the_contract() {
    for (side, games) in [(6, 4), (8, 1), (10, 1)] {
        let start = board(side);
        let contract = Contract::new(&start).games(games).longest(side * side - 8);
        let contract =
            contract.rules().chance().outcomes().hidden().observed().notation().picture();
        contract.evaluation(&mut Mobility).quality().key();
    }
}

/// Counted by an independent program; the first moves on 10 x 10 by OpenSpiel as well.
#[test]
fn perft_is_right() {
    for (side, counts) in
        [(10, &[2176, 4_307_152][..]), (8, &[1232, 1_331_198]), (6, &[544, 238_532, 91_074_224])]
    {
        for (depth, &count) in (1..).zip(counts) {
            assert_eq!(perft(&board(side), depth), count, "{side} x {side} at depth {depth}");
        }
    }
}

#[test]
fn queen_moves_at_the_start() {
    for (side, count) in [(10, 80), (8, 60), (6, 40)] {
        assert_eq!([0, 1].map(|seat| board(side).mobility(seat)), [count, count]);
        assert_eq!(worth(Mobility, &board(side), Player(0)), 0.0);
    }
}

#[test]
fn room_for_two_steps() {
    let state = at(6, "W..xxx/xxxxxx/xxxxxx/xxxxxx/xxxxxx/xxxxxx W");
    assert_eq!(sorted_names(&state), ["a6-b6/a6", "a6-b6/c6", "a6-c6/a6", "a6-c6/b6"]);
}

#[test]
fn room_for_one_step() {
    let state = at(6, "W.xxxx/xxxxxx/xxxxxx/xxxxxx/xxxxxx/xxxxxx W");
    assert_eq!(sorted_names(&state), ["a6-b6/a6"]);
}

/// White has room for two moves, Black for one: White wins regardless of the player to move.
#[test]
fn more_room_wins() {
    for (turn, line) in [("W", "a6-b6/a6 f1-e1/f1 b6-c6/b6"), ("B", "f1-e1/f1 a6-b6/a6")] {
        let state = at(6, &format!("W..xxx/xxxxxx/xxxxxx/xxxxxx/xxxxxx/xxxx.B {turn}"));
        let end = after(&state, line);
        assert_eq!(
            (end.turn(), end.payoff(Player(0)), end.payoff(Player(1))),
            (Turn::Over, 1.0, -1.0)
        );
        assert_eq!(Expectimax::new().value(&state), [1.0, -1.0]);
    }
}

/// Enclosed by the edge, an arrow and amazons of both sides.
#[test]
fn a_player_without_moves_has_lost() {
    let position = "WBxxx./WWxxxx/xxxWxx/xxxxxx/....../.....B";
    let stuck = at(6, &format!("{position} W"));
    assert_eq!(
        (stuck.turn(), stuck.payoff(Player(0)), stuck.payoff(Player(1))),
        (Turn::Over, -1.0, 1.0)
    );
    assert_eq!(
        (worth(Mobility, &stuck, Player(0)), worth(Mobility, &stuck, Player(1))),
        (-1.0, 1.0)
    );
    // Black's f1 reaches 5 squares in its row, 1 above it and 1 on the diagonal; b6 is stuck.
    assert_eq!(stuck.quality(), 7.0 / 76.0);
    assert_eq!(at(6, &format!("{position} B")).turn(), Turn::Player(Player(1)));
}

/// The side that is not to move may be stuck for now: here Black's b6 frees White's a6.
#[test]
fn a_neighbour_may_move_away() {
    let walled = after(&at(6, "WB..xx/xxxxxx/xxxxxx/xxxxxx/xxxxxx/xxxxxx B"), "b6-c6/b6");
    assert_eq!((walled.turn(), walled.payoff(Player(1))), (Turn::Over, 1.0));
    let freed = after(&at(6, "WB..xx/xxxxxx/xxxxxx/xxxxxx/xxxxxx/xxxxxx B"), "b6-c6/d6");
    assert_eq!(sorted_names(&freed), ["a6-b6/a6"]);
}

#[test]
fn arrows_fly_over_the_square_just_left() {
    let state = at(10, &format!("{}W......... W", "........../".repeat(9)));
    let shots: Vec<String> =
        sorted_names(&state).into_iter().filter(|name| name.starts_with("a1-c1/")).collect();
    for square in ["a1", "b1", "d1", "e1", "j1", "c10", "a3", "j8"] {
        assert!(shots.contains(&format!("a1-c1/{square}")), "{square} in {shots:?}");
    }
    // 9 in the row, 9 in the column, 2 and 7 on the diagonals.
    assert_eq!(shots.len(), 27);
}

/// A game with random moves, with facts that were checked by hand.
#[test]
fn a_game_from_start_to_end() {
    let mut state = board(6);
    for (action, position) in GAME {
        state = after(&state, action);
        assert_eq!(state.position(), position, "after {action}");
    }
    // White's a1, c3, d3 and f2 are walled in. Of Black's amazons a5 can still go to a4, and d6 to
    // c6.
    assert_eq!(
        (state.turn(), state.payoff(Player(0)), state.payoff(Player(1))),
        (Turn::Over, -1.0, 1.0)
    );
    assert_eq!((state.burnt(), state.quality()), (26, 2.0 / 76.0));
}

/// Moves, and the positions that they lead to.
const GAME: [(&str, &str); 26] = [
    ("f2-d2/d1", ".B..B./B....B/....../....../W..W../.W.xW. B"),
    ("b6-c6/f3", "..B.B./B....B/....../.....x/W..W../.W.xW. W"),
    ("a2-b3/b5", "..B.B./Bx...B/....../.W...x/...W../.W.xW. B"),
    ("c6-c3/c4", "....B./Bx...B/..x.../.WB..x/...W../.W.xW. W"),
    ("d2-c1/a3", "....B./Bx...B/..x.../xWB..x/....../.WWxW. B"),
    ("e6-e4/d5", "....../Bx.x.B/..x.B./xWB..x/....../.WWxW. W"),
    ("e1-e3/c5", "....../Bxxx.B/..x.B./xWB.Wx/....../.WWx.. B"),
    ("c3-d2/b2", "....../Bxxx.B/..x.B./xW..Wx/.x.B../.WWx.. W"),
    ("b1-a2/b1", "....../Bxxx.B/..x.B./xW..Wx/Wx.B../.xWx.. B"),
    ("a5-a6/b6", "Bx..../.xxx.B/..x.B./xW..Wx/Wx.B../.xWx.. W"),
    ("e3-e1/e3", "Bx..../.xxx.B/..x.B./xW..xx/Wx.B../.xWxW. B"),
    ("a6-a4/b4", ".x..../.xxx.B/Bxx.B./xW..xx/Wx.B../.xWxW. W"),
    ("b3-d3/d4", ".x..../.xxx.B/BxxxB./x..Wxx/Wx.B../.xWxW. B"),
    ("d2-e2/f1", ".x..../.xxx.B/BxxxB./x..Wxx/Wx..B./.xWxWx W"),
    ("d3-c2/b3", ".x..../.xxx.B/BxxxB./xx..xx/WxW.B./.xWxWx B"),
    ("f5-e6/f5", ".x..B./.xxx.x/BxxxB./xx..xx/WxW.B./.xWxWx W"),
    ("c2-c3/d2", ".x..B./.xxx.x/BxxxB./xxW.xx/Wx.xB./.xWxWx B"),
    ("e6-d6/f4", ".x.B../.xxx.x/BxxxBx/xxW.xx/Wx.xB./.xWxWx W"),
    ("c1-c2/c1", ".x.B../.xxx.x/BxxxBx/xxW.xx/WxWxB./.xxxWx B"),
    ("d6-f6/e5", ".x...B/.xxxxx/BxxxBx/xxW.xx/WxWxB./.xxxWx W"),
    ("c2-d3/c2", ".x...B/.xxxxx/BxxxBx/xxWWxx/WxxxB./.xxxWx B"),
    ("f6-c6/f6", ".xB..x/.xxxxx/BxxxBx/xxWWxx/WxxxB./.xxxWx W"),
    ("a2-a1/a2", ".xB..x/.xxxxx/BxxxBx/xxWWxx/xxxxB./WxxxWx B"),
    ("a4-a5/a6", "xxB..x/Bxxxxx/.xxxBx/xxWWxx/xxxxB./WxxxWx W"),
    ("e1-f2/e1", "xxB..x/Bxxxxx/.xxxBx/xxWWxx/xxxxBW/Wxxxxx B"),
    ("c6-d6/e6", "xx.Bxx/Bxxxxx/.xxxBx/xxWWxx/xxxxBW/Wxxxxx W"),
];

#[test]
fn evaluation_counts_queen_moves() {
    // White reaches b6 and c6, Black e1; beside these and the amazons all 31 squares are burnt.
    let state = at(6, "W..xxx/xxxxxx/xxxxxx/xxxxxx/xxxxxx/xxxx.B W");
    assert_eq!(state.burnt(), 31);
    assert_eq!(worth(Mobility, &state, Player(0)), (1.0 / 124.0_f64).tanh());
    assert_eq!(worth(Mobility, &state, Player(1)), -(1.0 / 124.0_f64).tanh());
}

#[test]
fn both_seats_agree_and_the_end_is_the_payoff() {
    for (side, seed) in
        [6, 8, 10].into_iter().flat_map(|side| (0..20).map(move |seed| (side, seed)))
    {
        let (mut state, mut rng, mut turns) = (board(side), Rng::new(seed), 0);
        while state.turn() != Turn::Over {
            assert_eq!(
                worth(Mobility, &state, Player(0)),
                -worth(Mobility, &state, Player(1)),
                "{state:?}"
            );
            assert_eq!(state.burnt(), turns);
            state.apply(state.random_action(&mut vec![], &mut rng));
            turns += 1;
        }
        assert!(
            (0..2).all(|seat| worth(Mobility, &state, Player(seat)) == state.payoff(Player(seat)))
        );
        assert!((0.0..=1.0).contains(&state.quality()));
    }
}

/// Includes positions with little room, where few of the draws lead to a move.
#[test]
fn every_move_is_equally_likely_all_game_long() {
    for (side, seed) in [(6, 0), (6, 1), (8, 2), (10, 3)] {
        let (mut state, mut rng, mut legal) = (board(side), Rng::new(seed), vec![]);
        while state.turn() != Turn::Over {
            state.actions(&mut legal);
            if legal.len() < 300 {
                let weights: Vec<_> = legal.iter().map(|&action| (action, 1.0)).collect();
                draws_by_weight(Uniform, &state, &weights);
            }
            state.apply(state.random_action(&mut vec![], &mut rng));
        }
    }
}

/// Two histories of the same position: amazons have changed places, and the bounds were computed at
/// different times.
#[test]
fn how_a_position_came_about_does_not_matter() {
    let first = after(&board(6), "a2-a3/b2 a5-a4/b5 f2-f3/e2 f5-f4/e5");
    let second = after(&board(6), "f2-f3/e2 f5-f4/e5 a2-a3/b2 a5-a4/b5");
    let read = board(6).parse_position(&first.position()).unwrap();
    let lists = [&first, &second, &read].map(|state| {
        let mut list = vec![];
        state.actions(&mut list);
        list
    });
    assert!(
        first == second
            && first == read
            && first.key() == second.key()
            && first.key() == read.key()
    );
    assert!(lists[0] == lists[1] && lists[0] == lists[2]);
    // An amazon moves around another, so that they are visited in another order.
    let round = after(&first, "b1-c2/c1 b6-c5/c6 c2-e4/c2 c5-e3/c5");
    let read = board(6).parse_position(&round.position()).unwrap();
    assert_eq!(
        (&round, round.key(), sorted_names(&round)),
        (&read, read.key(), sorted_names(&read))
    );
    assert_ne!(round, first);
}

#[test]
fn sizes_have_bounds() {
    for side in [0, 5, 7, 9, 12] {
        let error = Amazons::new(side).unwrap_err();
        assert!(error.contains("10, 8 or 6") && !error.contains('\n'), "{error}");
    }
}

#[test]
fn exchanges_sort() {
    let mut rng = Rng::new(1);
    for _ in 0..1000 {
        let squares = [0; 4].map(|_: u8| Square(rng.below(100) as u8));
        let mut sorted = squares;
        sorted.sort_unstable();
        assert_eq!(in_order(squares), sorted);
    }
}

#[test]
fn rules_can_be_followed() {
    sortilege::testing::handbook(&super::Amazons::default(), super::RULES);
}
