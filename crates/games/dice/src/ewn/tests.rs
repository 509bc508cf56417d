//! EinStein würfelt nicht!, compared with its rules and with values from an independent program.

use super::*;
use crate::census::every_state;
use crate::policies::{by_name, draws_by_weight, wins, worth};
use crate::spelling::{after, parsers_survive, strict_notation};
use sortilege::exact::{Expectimax, perft};
use sortilege::game::{Notation, Picture};
use sortilege::playout::{Rollout, Uniform};
use sortilege::scene::Part;
use sortilege::testing::{Contract, odds};
use std::collections::HashSet;

const PLAIN: Arrangement = [1, 2, 3, 4, 5, 6];

fn plain() -> Ewn {
    Ewn::new(5, 6, Setup::Fixed(PLAIN, PLAIN)).expect("the usual board")
}

fn small(first: [u8; 3], second: [u8; 3]) -> Ewn {
    let pad = |[a, b, c]: [u8; 3]| [a, b, c, 4, 5, 6];
    Ewn::new(3, 3, Setup::Fixed(pad(first), pad(second))).expect("a small board")
}

fn at(position: &str) -> Ewn {
    Ewn::default().parse_position(position).unwrap_or_else(|error| panic!("{position}: {error}"))
}

/// The moves of the player on turn.
fn moves(state: &Ewn) -> String {
    let mut list = vec![];
    state.actions(&mut list);
    list.iter().map(|&action| state.action_name(action)).collect::<Vec<_>>().join(" ")
}

#[test]
fn keeps_the_contract() {
    let boards = [(5, 6), (4, 6), (4, 3), (3, 3), (3, 1)];
    let random =
        boards.map(|(size, stones)| Ewn::new(size, stones, Setup::Random).expect("a board"));
    for start in random.iter().chain([&plain()]) {
        let contract = Contract::new(start).games(15).longest(162);
        contract
            .rules()
            .chance()
            .outcomes()
            .hidden()
            .observed()
            .notation()
            .picture()
            .evaluation(&mut Evaluation::default())
            .key();
    }
}

#[test]
fn notation_is_strict() {
    strict_notation(&Ewn::new(3, 1, Setup::Random).expect("a board"));
    parsers_survive(
        &Ewn::default(),
        "[1-6][a-f][0-6](,[1-6][a-f][1-5])? [1-6][a-e][1-5] player [12] throws",
    );
}

#[test]
fn keys_of_all_states_differ() {
    let mut keys = HashSet::new();
    let board = |size, stones| Ewn::new(size, stones, Setup::Random).expect("a board");
    for start in [board(3, 1), board(4, 1), small([1, 2, 3], [3, 1, 2])] {
        assert!(every_state(&start).iter().all(|state| keys.insert(state.key())));
    }
}

#[test]
fn impossible_settings_and_positions_are_refused() {
    for (size, stones) in [(2, 1), (6, 6), (3, 6), (5, 4), (5, 0), (5, 10)] {
        assert!(
            Ewn::new(size, stones, Setup::Random).is_err(),
            "{stones} stones on {size} by {size}"
        );
    }
    assert!(Ewn::new(5, 6, Setup::Fixed(PLAIN, [1, 2, 3, 4, 5, 5])).is_err());
    for (text, reason) in [
        ("1a1 1e5 player 1", "reads like"),
        ("1a1 1e5 player 3 throws", "reads like"),
        ("1a1 1e5 player 1 moves-7", "reads like"),
        ("1a1 1e5 player 1 moves-06", "reads like"),
        ("7a1 1e5 player 1 throws", "is no stone"),
        ("1f1 1e5 player 1 throws", "is no stone"),
        ("1a6 1e5 player 1 throws", "is no stone"),
        ("2a1,1b1 1e5 player 1 throws", "rising order"),
        ("1a1,1b1 1e5 player 1 throws", "rising order"),
        ("1a1,1b1,\n 1e5 player 1 throws", r"1b1,\n"),
        ("1a1,2a1 1e5 player 1 throws", "two stones"),
        ("1a1 1a1 player 1 throws", "two stones"),
        ("1e5 1b1 player 2 throws", "is over"),
        ("1a2 1a1 player 1 moves-1", "is over"),
        ("- 1b1 player 1 throws", "is over"),
        ("- - player 1 won", "has not won"),
        ("1a2 1b1 player 1 won", "has not won"),
        ("1e5 1b1 player 2 won", "has not won"),
        ("1a1 - player 1 arranges", "empty board"),
        ("1a1 - player 2 arranges", "at home"),
    ] {
        let error = Ewn::default().parse_position(text).unwrap_err();
        assert!(error.contains(reason), "{text:?}: {error}");
    }
}

#[test]
fn stones_that_may_move() {
    let mask = |stones: &[u8]| stones.iter().fold(0_u8, |mask, stone| mask | 1 << (stone - 1));
    for (left, face, may) in [
        (&[1, 2, 5][..], 4, &[2, 5][..]),
        (&[1, 4, 6], 3, &[1, 4]),
        (&[2, 5, 6], 1, &[2]),
        (&[1, 2, 5], 6, &[5]),
        (&[3], 6, &[3]),
        (&[3], 1, &[3]),
        (&[1, 2, 3, 4, 5, 6], 4, &[4]),
    ] {
        let right = [may[0] - 1, may.get(1).map_or(NO_STONE, |stone| stone - 1)];
        assert_eq!(MOVABLE[usize::from(mask(left))][face - 1], right, "{left:?}, die {face}");
    }
}

#[test]
fn moves_from_the_plain_arrangement() {
    let start = plain();
    let text = "1a1,2b1,3c1,4a2,5b2,6a3 1e3,2d4,3e4,4c5,5d5,6e5 player 1 throws";
    assert_eq!(start.position(), text);
    for (die, list) in [("die1", "1b1 1a2 1b2"), ("die3", "3d1 3c2 3d2"), ("die6", "6b3 6a4 6b4")] {
        assert_eq!(moves(&after(&start, die)), list);
    }
    let second = at(&text.replace("player 1", "player 2"));
    for (die, list) in [("die1", "1d3 1e2 1d2"), ("die6", "6d5 6e4 6d4")] {
        assert_eq!(moves(&after(&second, die)), list);
    }
    // Stones capture their own side, too.
    for (step, left) in [("1b1", 0b11_1101), ("1a2", 0b11_0111), ("1b2", 0b10_1111)] {
        assert_eq!(after(&start, &format!("die1 {step}")).left, [left, 0b11_1111]);
    }
    assert_eq!(after(&start, "die3 3d2").left, [0b11_1111; 2]);
    assert!(
        ["6d5", "6e4", "6d4"]
            .iter()
            .all(|step| after(&second, &format!("die6 {step}")).left[1].count_ones() == 5)
    );
}

#[test]
fn two_stones_may_move_where_one_has_gone() {
    let state = at("1a1,2b1,5a2 1e5 player 1 throws");
    for die in ["die3", "die4"] {
        assert_eq!(moves(&after(&state, die)), "2c1 2b2 2c2 5b2 5a3 5b3");
    }
    for die in ["die5", "die6"] {
        assert_eq!(moves(&after(&state, die)), "5b2 5a3 5b3");
    }
}

/// Two stones with different numbers of moves: the random move is still uniform over the moves.
#[test]
fn random_moves_are_uniform_over_two_stones() {
    let state = at("2e1,5b2 1a5 player 1 moves-4");
    assert_eq!(moves(&state), "2e2 5c2 5b3 5c3");
    let equal = ["2e2", "5c2", "5b3", "5c3"].map(|name| (name, 1.0));
    draws_by_weight(Uniform, &state, &by_name(&state, &equal));
}

#[test]
fn odds_add_up_to_one() {
    let mut outcomes = vec![];
    for (names, count) in [("", 720), ("123456", 720), ("123456 654321", 6)] {
        after(&Ewn::default(), names).outcomes(&mut outcomes);
        let total: f64 = outcomes.iter().map(|&(_, p)| p).sum();
        assert!(
            outcomes.len() == count && (total - 1.0).abs() < 1e-12,
            "{} outcomes: {total}",
            outcomes.len()
        );
    }
}

#[test]
fn arrangements_are_numbered_as_in_a_dictionary() {
    let start = Ewn::default();
    let orders: Vec<Vec<u8>> = (0..720).map(|rank| start.order(rank).collect()).collect();
    assert_eq!(
        [0, 1, 719].map(|rank| &orders[rank]),
        [PLAIN, [1, 2, 3, 4, 6, 5], [6, 5, 4, 3, 2, 1]].each_ref()
    );
    assert!(orders.is_sorted_by(|a, b| a < b), "each one once");
    let three = Ewn::new(3, 3, Setup::Random).expect("a small board");
    assert_eq!(
        [0, 1, 5].map(|rank| three.action_name(Action::Arrange(rank))),
        ["123", "132", "321"]
    );
    let arranged = after(&start, "162543 345261");
    assert_eq!(
        arranged,
        Ewn::new(5, 6, Setup::Fixed([1, 6, 2, 5, 4, 3], [3, 4, 5, 2, 6, 1])).unwrap()
    );
    assert_eq!(
        arranged.position(),
        "1a1,2c1,3a3,4b2,5a2,6b1 1e5,2c5,3e3,4d4,5e4,6d5 player 1 throws"
    );
}

/// The win probability of player 1 under best play.
fn win_probability(state: &Ewn) -> f64 {
    (Expectimax::with_memo().value(state)[0] + 1.0) / 2.0
}

/// Values of endgames as fractions: with player 1 to throw, and with player 2.
#[test]
fn exact_values_of_endgames() {
    for (stones, first, second) in [
        ("2d4,6d1 1b2", Some(5.0 / 6.0), None),
        ("2d4,4c3 1b2,5b1", Some(0.5), Some(0.0)),
        ("1c3,6b3 3d3", Some(35.0 / 36.0), Some(25.0 / 36.0)),
        ("2c3,5b4 1b2,4d2", Some(17.0 / 54.0), Some(1.0 / 9.0)),
    ] {
        for (player, right) in [(1, first), (2, second)] {
            let Some(right) = right else { continue };
            let found = win_probability(&at(&format!("{stones} player {player} throws")));
            assert!(
                (found - right).abs() < 1e-12,
                "{stones}, player {player}: {found} instead of {right}"
            );
        }
    }
}

/// Each face of the die is a separate outcome, even if two faces allow the same moves.
#[test]
fn perft_of_throws_and_moves() {
    let other = Ewn::new(5, 6, Setup::Fixed([1, 6, 2, 5, 4, 3], [3, 4, 5, 2, 6, 1])).unwrap();
    for (start, counts) in [(plain(), [18, 324, 6162, 117_369]), (other, [18, 324, 6165, 117_540])]
    {
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(perft(&start, depth), count, "depth {depth}");
        }
    }
}

/// Solved by an independent program; all values are fractions whose denominator is a power of 3.
#[test]
fn small_boards_are_solved() {
    for (first, second, right) in [([1, 2, 3], [1, 2, 3], 170.0), ([2, 3, 1], [1, 3, 2], 143.0)] {
        let found = win_probability(&small(first, second));
        assert!((found - right / 243.0).abs() < 1e-12, "{first:?}, {second:?}: {found}");
    }
}

/// A game from start to end.
#[test]
fn a_whole_game() {
    let mut state = Ewn::default();
    for (names, position) in [
        ("", "- - player 1 arranges"),
        ("123456", "1a1,2b1,3c1,4a2,5b2,6a3 - player 2 arranges"),
        ("123456", "1a1,2b1,3c1,4a2,5b2,6a3 1e3,2d4,3e4,4c5,5d5,6e5 player 1 throws"),
        ("die5", "1a1,2b1,3c1,4a2,5b2,6a3 1e3,2d4,3e4,4c5,5d5,6e5 player 1 moves-5"),
        ("5c3", "1a1,2b1,3c1,4a2,5c3,6a3 1e3,2d4,3e4,4c5,5d5,6e5 player 2 throws"),
        ("die2 2c3", "1a1,2b1,3c1,4a2,6a3 1e3,2c3,3e4,4c5,5d5,6e5 player 1 throws"),
        // Stone 5 was captured: 4 or 6 moves.
        ("die5 4b3", "1a1,2b1,3c1,4b3,6a3 1e3,2c3,3e4,4c5,5d5,6e5 player 2 throws"),
        ("die2 2b2", "1a1,2b1,3c1,4b3,6a3 1e3,2b2,3e4,4c5,5d5,6e5 player 1 throws"),
        ("die6 6a4", "1a1,2b1,3c1,4b3,6a4 1e3,2b2,3e4,4c5,5d5,6e5 player 2 throws"),
        ("die2 2a1", "2b1,3c1,4b3,6a4 1e3,2a1,3e4,4c5,5d5,6e5 player 2 won"),
    ] {
        state = after(&state, names);
        assert_eq!(state.position(), position, "after {names}");
    }
    assert_eq!(
        (state.turn(), state.payoff(Player(0)), state.payoff(Player(1))),
        (Turn::Over, -1.0, 1.0)
    );
}

#[test]
fn capturing_the_last_stone_wins() {
    let won = after(&at("1a1 3b2 player 1 moves-6"), "1b2");
    assert_eq!((won.turn(), won.position().as_str()), (Turn::Over, "1b2 - player 1 won"));
    assert_eq!([0, 1].map(|who| worth(Evaluation::default(), &won, Player(who))), [1.0, -1.0]);
}

#[test]
fn evaluations_by_hand() {
    // Player 1: stone 2 moves for 1 to 3 and is two steps away, stone 4 for 3 to 6 and is four
    // steps away. Player 2: stone 1 always moves and is three steps away.
    let state = at("2c3,4a1 1d4 player 2 throws");
    let [mine, theirs] = [3.0 / 6.0 * 4.0 + 4.0 / 6.0 * 1.0, 6.0 / 6.0 * 2.0];
    assert!(
        (worth(Evaluation::default(), &state, Player(0)) - (mine - theirs) / (mine + theirs)).abs()
            < 1e-12
    );
    assert_eq!(
        worth(Evaluation::default(), &state, Player(1)),
        -worth(Evaluation::default(), &state, Player(0))
    );
    assert_eq!([0, 1].map(|who| worth(Evaluation::Distance, &state, Player(who))), [0.25, -0.25]);
    assert_eq!(worth(Evaluation::default(), &plain(), Player(0)), 0.0);
    // Two stones against one, of six.
    assert_eq!(
        [0, 1].map(|who| worth(Evaluation::Material, &state, Player(who))),
        [1.0 / 6.0, -1.0 / 6.0]
    );
    assert_eq!([0, 1].map(|who| worth(Evaluation::None, &state, Player(who))), [0.0, 0.0]);
}

#[test]
fn greedy_play_beats_random_play_and_crude_play() {
    let (games, mut greedy) = (10_000, Greedy::default());
    let bound = odds::mean_bound(games.into(), 0.0, 1.0);
    let against_random = wins(&Ewn::default(), &mut greedy, &mut Uniform, games);
    assert!((against_random - 0.91).abs() < bound, "{against_random}");
    let against_crude =
        wins(&Ewn::default(), &mut greedy, &mut Greedy { evaluation: Evaluation::Distance }, games);
    assert!(against_crude > 0.6, "{against_crude}");
}

#[test]
fn random_games_have_22_moves() {
    let (mut playout, mut rng, games) = (Rollout::<Ewn>::default(), Rng::new(1), 20_000);
    let moves: u32 = (0..games).map(|_| playout.run(&mut Ewn::default(), &mut rng)).sum();
    let mean = f64::from(moves) / f64::from(games);
    assert!((mean - 22.0).abs() < 1.0, "{mean} moves");
}

#[test]
fn a_move_points_at_a_stone_and_where_it_goes() {
    let state = at("1a1,2b1,5a2 1e5 player 1 moves-3");
    let scene = Ewn::picture(&state, Player(0), Some(Action::Move(5, Square(5))));
    let Part::Board(board) = &scene.parts[1] else { panic!("a board") };
    let gesture = |name| Ewn::gesture(&state, Player(0), state.parse_action(name).unwrap());
    let paths = [["b1", "b2"], ["a2", "b2"]].map(sortilege::scene::Gesture::path);
    assert_eq!(["2b2", "5b2"].map(gesture), paths);
    assert!(board.cells[5].last && board.cells[24].shade == sortilege::scene::Shade::Marked);
}

#[test]
fn rules_can_be_followed() {
    sortilege::testing::handbook(&super::Ewn::default(), super::RULES);
}

#[test]
fn sides_are_told_apart_without_colours_and_a_setup_in_words() {
    let start = Ewn::default();
    let words = |state: &Ewn| state.action_words(state.parse_action("146235").unwrap());
    assert_eq!(words(&start), "the stones of Player 1 are, from the top row, 1 4 6 / 2 3 / 5");
    let second = after(&start, "146235");
    assert_eq!(words(&second), "the stones of Player 2 are, from the top row, 1 / 4 6 / 2 3 5");
    let scene = Ewn::picture(&after(&second, "146235"), Player(0), None);
    let Part::Board(board) = &scene.parts[1] else { panic!("a board") };
    let text = |at: usize| board.cells[at].piece.as_ref().map(|piece| piece.text.as_str());
    assert_eq!([0, 12, 24].map(text), [Some("1"), None, Some("5'")]);
}
