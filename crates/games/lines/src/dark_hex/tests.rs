use super::*;
use crate::census::{moves, perft};
use crate::mnk::oracle::random_play;
use proptest::{prop_assert_eq, proptest};
use sortilege::game::{Hidden, Notation, Observe, Picture};
use sortilege::scene::{Gesture, Part, Shape};
use sortilege::testing::beliefs::{self, Promise};
use sortilege::testing::{Contract, odds};
use std::collections::HashMap;

const X: Player = Player(0);
const O: Player = Player(1);
const BOTH: [Reveal; 2] = [Reveal::Classical, Reveal::Abrupt];

fn hex(columns: usize, rows: usize, reveal: Reveal) -> DarkHex {
    DarkHex::new(columns, rows, reveal).unwrap()
}

fn at(reveal: Reveal, position: &str) -> DarkHex {
    hex(3, 3, reveal).parse_position(position).unwrap_or_else(|error| panic!("{position}: {error}"))
}

/// Tries cells by their names, one after another, and applies the answers.
fn tried(state: &DarkHex, names: &[&str]) -> DarkHex {
    names.iter().fold(state.clone(), |state, name| {
        let action =
            state.parse_action(name).unwrap_or_else(|| panic!("{name} in {}", state.position()));
        let asked = state.after(action);
        asked.after(asked.answer())
    })
}

#[test]
fn rules_can_be_followed() {
    sortilege::testing::handbook(&DarkHex::default(), RULES);
}

#[test]
fn keeps_the_contract() {
    for (columns, rows) in [(3, 3), (2, 2), (1, 1), (1, 4), (4, 1), (3, 2), (2, 4), (5, 5), (8, 8)]
    {
        for reveal in BOTH {
            let start = hex(columns, rows, reveal);
            let contract = Contract::new(&start).games(if columns * rows > 16 { 4 } else { 40 });
            contract.rules().chance().outcomes().hidden().observed().notation().picture().key();
        }
    }
}

#[test]
fn what_is_hidden_does_not_show() {
    for reveal in BOTH {
        for (columns, rows, games) in [(3, 3, 40), (2, 3, 40), (5, 4, 8)] {
            Contract::new(&hex(columns, rows, reveal)).games(games).twins();
        }
        Contract::new(&hex(3, 2, reveal)).recall();
    }
}

/// The distribution is uniform over the places of the opponent's stones; nothing else is promised.
#[test]
fn beliefs_are_uniform() {
    for (columns, rows, views) in [(2, 2, 20), (1, 3, 4), (3, 2, 200), (2, 3, 200)] {
        for reveal in BOTH {
            let stones = |state: &DarkHex, who: Player| state.stones[1 - who.0];
            let compared = beliefs::test(&hex(columns, rows, reveal), Promise::Uniform, stones);
            assert!(compared >= views, "{columns} by {rows}, {reveal:?}: {compared}");
        }
    }
}

/// In the abrupt game O has put a stone on one of eight cells, or has found that of X: nine ways,
/// equally likely.
#[test]
fn whether_a_stone_was_put_down_is_not_known_in_the_abrupt_game() {
    let failed = tried(&hex(3, 3, Reveal::Abrupt), &["b2", "b2"]);
    assert_eq!(failed.position(), ".../.x./... X");
    let placed = tried(&hex(3, 3, Reveal::Abrupt), &["b2", "a1"]);
    assert_eq!(placed.position(), "O../.X./... X");
    assert_eq!(failed.view(X), placed.view(X));
    assert_ne!(failed.view(O), placed.view(O));
    let (view, mut rng, mut counts) = (failed.view(X), Rng::new(1), HashMap::new());
    for _ in 0..9000 {
        let drawn = DarkHex::determinize(&view, &mut rng);
        assert_eq!(drawn.known, if drawn.stones[1] == 0 { drawn.stones[0] } else { 0 });
        *counts.entry(drawn.stones[1]).or_insert(0) += 1;
    }
    let counts: Vec<u64> = counts.into_values().collect();
    assert_eq!(counts.len(), 9);
    odds::fit(&counts, &[1.0 / 9.0; 9]).unwrap();
}

/// A failed try keeps the turn, or ends it; in both cases the stone is known from then on.
#[test]
fn what_becomes_of_a_failed_try() {
    let failed = BOTH.map(|reveal| tried(&hex(3, 3, reveal), &["b2", "b2"]));
    assert_eq!(failed.each_ref().map(Game::turn), [Turn::Player(O), Turn::Player(X)]);
    let passed = tried(&failed[1], &["a1"]);
    for state in [&failed[0], &passed] {
        let names: Vec<String> =
            moves(state).iter().map(|&action| state.action_name(action)).collect();
        assert!(!names.contains(&"b2".to_string()));
    }
    assert_eq!([&failed[0], &passed].map(|state| moves(state).len()), [8, 8]);
}

#[test]
fn a_game_as_the_seats_see_it() {
    use Seen::{Lost, Placed, Taken, Tried, TurnPassed, Won};
    let game = |reveal| {
        let mut state = hex(3, 3, reveal);
        let mut seen = [vec![], vec![]];
        for name in ["b2", "b2", "a2", "b1", "c1", "b3"] {
            for _ in 0..2 {
                let action = if state.turn() == Turn::Chance {
                    Some(state.answer())
                } else {
                    state.parse_action(name)
                };
                let action = action.unwrap_or_else(|| panic!("{name} in {}", state.position()));
                (0..2).for_each(|seat| seen[seat].extend(state.seen(action, Player(seat))));
                state.apply(action);
            }
        }
        (state, seen)
    };
    let cell = |name: &str| Cell((name.as_bytes()[0] - b'a') + 3 * (name.as_bytes()[1] - b'1'));
    let (state, [x, o]) = game(Reveal::Classical);
    assert_eq!(state.position(), ".XO/Ox./.X. -");
    let theirs = cell("a2").bit() | cell("c1").bit();
    assert_eq!(
        x,
        [
            Tried(cell("b2")),
            Placed,
            TurnPassed,
            Tried(cell("b1")),
            Placed,
            TurnPassed,
            Tried(cell("b3")),
            Won(theirs)
        ]
    );
    let joined = ["b1", "b2", "b3"].iter().fold(0, |stones, name| stones | cell(name).bit());
    assert_eq!(
        o,
        [
            TurnPassed,
            Tried(cell("b2")),
            Taken,
            Tried(cell("a2")),
            Placed,
            TurnPassed,
            Tried(cell("c1")),
            Placed,
            Lost(joined)
        ]
    );
    // The same tries: now X has a2 and c1, and O, whose first turn was lost, b1 and b3.
    let (state, [_, o]) = game(Reveal::Abrupt);
    assert_eq!(state.position(), ".OX/Xx./.O. X");
    assert_eq!(o[..4], [TurnPassed, Tried(cell("b2")), Taken, TurnPassed]);
}

/// X joins top and bottom, O left and right, and only over cells that touch.
#[test]
fn who_joins_the_edges_wins() {
    for (position, name, payoff) in [
        ("X../X../.OO X", "a3", Some(1.0)),
        (".X./X../.OO X", "a3", Some(1.0)),
        ("X../.X./.OO X", "a3", None),
        ("XX./..O/.O. X", "c3", None),
        ("X.X/..O/XO. O", "a2", None),
        ("X.X/.OO/.X. O", "a2", Some(-1.0)),
        ("X.O/.OX/.X. O", "a3", Some(-1.0)),
    ] {
        let state = tried(&at(Reveal::Classical, position), &[name]);
        let found = (state.turn() == Turn::Over).then(|| state.payoff(X));
        assert_eq!(found, payoff, "{name} in {position}");
        assert_eq!(state.payoff(X), -state.payoff(O));
    }
}

/// Failed tries do not change the distribution of stones, so random tries have the value of random
/// stones: of the 126 ways in which X can have five of nine cells, 84 join top and bottom.
#[test]
fn random_tries_are_worth_what_random_stones_are() {
    let stones = |state: &DarkHex| (state.stones[0] | state.stones[1]).count_ones() as u8;
    let [x, o, drawn, _] = random_play(&DarkHex::default(), &stones, &mut HashMap::new());
    assert!((x - 2.0 / 3.0).abs() < 1e-12 && (o - 1.0 / 3.0).abs() < 1e-12, "{x} and {o}");
    assert_eq!(drawn, 0.0);
    let board = hex(3, 3, Reveal::Classical).board;
    let five = (0..512_u64).filter(|stones| stones.count_ones() == 5);
    assert_eq!(five.filter(|&stones| board.joins(0, stones)).count(), 84);
}

/// The first moves are those of phantom tic-tac-toe, because no edges can be joined in five tries.
#[test]
fn perft_of_tries() {
    for (depth, count) in (1..).zip([9, 81, 648, 5112]) {
        assert_eq!(
            perft(&hex(3, 3, Reveal::Classical), depth),
            count,
            "classical at depth {depth}"
        );
    }
    assert_eq!(perft(&hex(3, 3, Reveal::Abrupt), 2), 81);
    assert_eq!(perft(&hex(3, 3, Reveal::Abrupt), 3), 9 * (8 * 8 + 8));
}

#[test]
fn the_picture_shows_what_the_seat_knows() {
    let state = at(Reveal::Classical, "oX./.xO/... X");
    let scene = DarkHex::picture(&state.view(X), X, None);
    let Part::Board(board) = &scene.parts[1] else { panic!("the board comes second") };
    let text = |piece: &Option<sortilege::scene::Piece>| {
        piece.as_ref().map_or(".".into(), |piece| piece.text.clone())
    };
    assert_eq!(board.cells.iter().map(|cell| text(&cell.piece)).collect::<String>(), "OX..X....");
    assert_eq!(board.shape, Shape::Hexes);
    assert_eq!(scene.parts[3], Part::Label("Stones of O: 2, found: 1".into()));
    let c2 = state.parse_action("c2").expect("X does not know of the stone there");
    assert_eq!(DarkHex::gesture(&state.view(X), X, c2), Gesture::path(["c2"]));
}

#[test]
fn impossible_positions_are_refused() {
    for (position, reason) in [
        ("", "is not a board"),
        ("X../.../... O b2? c3?", "is not a board"),
        ("X../.../... X", "is not to move here"),
        ("X../.../... O b2", "is no try"),
        ("X../.../... O d4?", "is no try"),
        ("x../.../... O a1?", "is no try"),
        ("X../Y../... O", "is no square"),
        ("XX./.../... O", "one more"),
        ("X../XOO/XO. -", "but O moved last"),
        ("x../xOO/x.. -", "no single last stone of X"),
        ("XXX/XXX/XXX -", "one more"),
    ] {
        let error = hex(3, 3, Reveal::Classical).parse_position(position).unwrap_err();
        assert!(error.contains(reason), "{position:?}: {error}");
    }
    for (position, reason) in
        [(".../.o./... O", "cannot have failed"), ("XX./.../... O", "one more")]
    {
        let error = hex(3, 3, Reveal::Abrupt).parse_position(position).unwrap_err();
        assert!(error.contains(reason), "{position:?}: {error}");
    }
}

proptest! {
    #[test]
    fn whatever_is_read_is_written_back(
        text in "[XOxo.]{3}/[xo.]{3}/[XO.]{3} [XO-]( [a-d][1-4]\\?)?|[XOxo./ ?ab123-]{0,18}|.{0,16}",
        abrupt in proptest::bool::ANY,
    ) {
        let start = hex(3, 3, BOTH[usize::from(abrupt)]);
        if let Ok(state) = start.parse_position(&text) {
            prop_assert_eq!(state.position(), text);
            let mut rng = Rng::new(1);
            for seat in [X, O] {
                let view = state.view(seat);
                prop_assert_eq!(DarkHex::determinize(&view, &mut rng).view(seat), view);
            }
        }
    }
}
