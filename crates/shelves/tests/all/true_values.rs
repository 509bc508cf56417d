//! True values of games and actions, against values known otherwise.

use sortilege::{Player, Stop};
use sortilege_catalogue::Error;
use sortilege_catalogue::analysis::{Aim, Reached, Solved};
use sortilege_shelves::catalogue;
use std::collections::HashSet;

fn values(game: &str, position: &str) -> Result<Vec<(String, f64)>, Error> {
    let mut table = catalogue().open(&game.parse()?)?;
    table.set_position(position)?;
    table.analysis().action_values()
}

/// With a king no player folds to a bet, and calling wins two chips, the unit; with a jack it loses
/// them.
#[test]
fn kuhn_poker_where_it_is_plain() {
    let value = |position, action: &str| {
        let all = values("kuhn", position).unwrap();
        all.iter().find(|(name, _)| name == action).unwrap_or_else(|| panic!("{all:?}")).1
    };
    assert_eq!([value("QK b", "bet"), value("QK b", "pass")], [1.0, -0.5]);
    assert_eq!([value("QJ b", "bet"), value("QJ b", "pass")], [-1.0, -0.5]);
    // The queen is indifferent between calling and folding: that is what the bluffs are for.
    let queen = [value("KQ b", "bet"), value("KQ b", "pass")];
    assert!((queen[0] - queen[1]).abs() < 0.01, "{queen:?}");
}

/// Neither player can force a win in the phantom 3,2,3-game. Views do not contain the order of
/// tries, so several information sets have the same view. If all information sets with one view
/// were one, the game would be worth 0.3889 to the first player.
#[test]
fn a_phantom_game_whose_views_forget() {
    let best = |position| {
        let all = values("phantom-mnk:m=3,n=2,k=3", position).unwrap();
        all.iter().map(|&(_, value)| value).fold(f64::NEG_INFINITY, f64::max)
    };
    assert!(best(".../... X").abs() < 0.01, "{}", best(".../... X"));
    // A player that knows all marks of the opponent but one, with two cells left, can make no line.
    assert!(best("XoX/oX. O").abs() < 0.01, "{}", best("XoX/oX. O"));
}

#[test]
fn tic_tac_toe_is_a_draw() {
    let table = catalogue().open(&"mnk:m=3,n=3,k=3".parse().unwrap()).unwrap();
    let all = table.analysis().action_values().unwrap();
    assert!(all.len() == 9 && all.iter().all(|&(_, value)| value == 0.0), "{all:?}");
}

/// One stone each on three by three squares: who steps into the middle is captured there, and any
/// other step wins the race, or captures.
#[test]
fn small_boards_of_ewn_are_known_and_the_full_one_is_not() {
    let mut found = values("ewn:size=3,stones=1", "1a1 1c3 player 1 moves-1").unwrap();
    found.sort_by(|one, other| one.0.cmp(&other.0));
    assert_eq!(
        found,
        [("1a2", 1.0), ("1b1", 1.0), ("1b2", -1.0)].map(|(name, value)| (name.to_string(), value))
    );
    let full = "1a1,2c1,3a3,4b2,5a2,6b1 1e5,2c5,3e3,4d4,5e4,6d5 player 1 moves-1";
    assert!(values("ewn", full).unwrap_err().to_string().contains("too many"));
}

#[test]
fn what_is_not_known_is_refused() {
    let refusal = |game: &str| {
        let table = catalogue().open(&game.parse().unwrap()).unwrap();
        table.analysis().action_values().unwrap_err().to_string()
    };
    assert!(refusal("mnk").contains("too many"));
    assert!(refusal("kuhn").contains("on turn"));
    assert!(refusal("rps").contains("on turn"));
}

/// Pig, by value iteration: rolling at 0-0 with 10 wins with probability 0.5417744745, stopping
/// with 0.5260005105; values are on the scale of payoffs.
#[test]
fn pig_is_known_though_it_has_no_end() {
    let found = values("pig", "0-0 total 10 player 1 decides").unwrap();
    let names: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["roll", "stop"]);
    assert!((found[0].1 - (2.0 * 0.541_774_474_5 - 1.0)).abs() < 1e-9, "{found:?}");
    assert!((found[1].1 - (2.0 * 0.526_000_510_5 - 1.0)).abs() < 1e-9, "{found:?}");
}

fn aim(iterations: u32, exploitability: f64) -> Aim {
    Aim { iterations, exploitability, strategy: true, stop: Stop::default() }
}

fn solve(game: &str, aim: &Aim) -> Result<(Option<Solved>, Vec<Reached>), Error> {
    let (table, mut reports) = (catalogue().open(&game.parse()?)?, vec![]);
    let solved = table.analysis().solve(aim, &mut |reached| reports.push(reached.clone()))?;
    Ok((solved, reports))
}

/// -1/18 of a chip to the first seat of Kuhn poker, -0.0856 to that of Leduc poker; units are 2 and
/// 13 chips.
#[test]
fn poker_is_worth_what_books_say() {
    for (game, unit, value, error) in
        [("kuhn", 2.0, -1.0 / 18.0, 1e-4), ("leduc", 13.0, -0.0856, 1e-3)]
    {
        let (solved, reports) = solve(game, &aim(500, 0.0)).unwrap();
        let Reached { iterations, values, exploitability } = solved.unwrap().reached;
        assert_eq!((iterations, values[0]), (500, -values[1]), "{game}");
        assert!((unit * values[0] - value).abs() < error, "{game}: {values:?}");
        assert!(exploitability < 1e-3, "{game}: {exploitability}");
        let falling = [1, 10, 100, 500]
            .map(|at| reports.iter().find(|reached| reached.iterations == at).unwrap());
        assert!(
            falling.is_sorted_by(|before, after| before.exploitability > after.exploitability),
            "{falling:?}"
        );
    }
}

#[test]
fn it_is_over_when_it_is_close_enough_or_stopped() {
    let (solved, reports) = solve("kuhn", &aim(u32::MAX, 0.01)).unwrap();
    let reached = solved.unwrap().reached;
    assert!(reached.exploitability <= 0.01 && Some(&reached) == reports.last(), "{reached:?}");
    assert!(reports[..reports.len() - 1].iter().all(|before| before.exploitability > 0.01));
    let stopped = Aim { stop: Stop::default(), ..aim(u32::MAX, 0.0) };
    stopped.stop.now();
    assert_eq!(solve("kuhn", &stopped).unwrap().0.unwrap().reached.iterations, 1);
    assert_eq!(solve("mnk:m=3,n=3,k=3", &stopped).unwrap().0, None);
}

/// As many situations as there are information sets, no two described in the same words, and every one
/// with a mix.
#[test]
fn a_strategy_is_told_in_words() {
    for (game, sets) in [
        ("kuhn", 12),
        ("leduc", 936),
        ("liars-dice:sides=3", 192),
        ("hidden-goofspiel:cards=4", 162),
        ("phantom-mnk:m=3,n=2,k=3", 0),
    ] {
        let solved = solve(game, &aim(20, 0.0)).unwrap().0.unwrap();
        let described: HashSet<_> =
            solved.strategy.iter().map(|place| (place.seat, &place.information)).collect();
        assert_eq!(described.len(), solved.strategy.len(), "{game}");
        assert!(
            sets == 0 || sets == described.len(),
            "{game}: {} information sets",
            described.len()
        );
        for place in &solved.strategy {
            let total: f64 = place.moves.iter().map(|(_, odds)| odds).sum();
            assert!((total - 1.0).abs() < 1e-9, "{game}: {place:?}");
        }
    }
    let kuhn = solve("kuhn", &aim(1000, 0.0)).unwrap().0.unwrap().strategy;
    let information = "you are dealt K, Player 1 a card; Player 1: bet";
    let call =
        kuhn.iter().find(|place| place.seat == Player(1) && place.information == information);
    let call = call.unwrap_or_else(|| panic!("{kuhn:?}"));
    assert_eq!((call.moves[0].0.as_str(), call.moves[1].0.as_str()), ("pass", "bet"));
    assert!(call.moves[1].1 > 0.999, "{call:?}");
}

/// Tic-tac-toe is a draw, three in a row on a board of four by three a win, and Goofspiel is fair;
/// who throws paper against the biased hand of rock-paper-scissors knows why.
#[test]
fn what_is_open_is_solved_exactly() {
    for (game, value) in
        [("mnk:m=3,n=3,k=3", 0.0), ("mnk:m=4,n=3,k=3", 1.0), ("goofspiel:cards=4", 0.0)]
    {
        let (solved, reports) = solve(game, &aim(1, 0.0)).unwrap();
        let Solved { reached, strategy } = solved.unwrap();
        assert_eq!((reached.iterations, reached.exploitability), (0, 0.0), "{game}");
        assert!((reached.values[0] - value).abs() < 1e-9, "{game}: {:?}", reached.values);
        assert_eq!(reports, [reached]);
        assert!(strategy.iter().any(|place| place.seat == Player(0)), "{game}");
    }
    let rps = solve("rps", &aim(1, 0.0)).unwrap().0.unwrap().strategy;
    assert_eq!(rps.len(), 2);
    let even = |place: &sortilege_catalogue::analysis::Situation| {
        place.moves.len() == 3
            && place.moves.iter().all(|(_, odds)| (odds - 1.0 / 3.0).abs() < 1e-9)
    };
    assert!(rps.iter().all(even), "{rps:?}");
}

#[test]
fn what_cannot_be_solved_is_refused() {
    let refusal = |game| solve(game, &aim(1, 0.0)).unwrap_err().to_string();
    assert!(refusal("phantom-mnk").contains("too many"));
    assert!(refusal("mnk:m=5,n=5,k=4").contains("too many"));
    assert!(refusal("checkers").contains("too large"));
    assert!(refusal("toy-fusion").contains("2 seats"));
}
