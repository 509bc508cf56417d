//! True values of actions, against values known otherwise.

use sortilege_catalogue::Error;
use sortilege_shelves::catalogue;

fn values(game: &str, position: &str) -> Result<Vec<(String, f64)>, Error> {
    let mut table = catalogue().open(&game.parse()?)?;
    table.set_position(position)?;
    table.analysis().action_values()
}

/// With a king nobody folds to a bet, and calling wins two chips, the unit; with a jack it loses them.
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

/// Nobody can force anything in the phantom 3,2,3-game. The boards that players see there forget the order of
/// tries, so many information sets share a board; taken for one, they are worth 0.3889 to the first player.
#[test]
fn a_phantom_game_whose_views_forget() {
    let best = |position| {
        let all = values("phantom-mnk:m=3,n=2,k=3", position).unwrap();
        all.iter().map(|&(_, value)| value).fold(f64::NEG_INFINITY, f64::max)
    };
    assert!(best(".../... X").abs() < 0.01, "{}", best(".../... X"));
    // Whoever has found all marks but one of the other's, with two cells left, makes no line any more.
    assert!(best("XoX/oX. O").abs() < 0.01, "{}", best("XoX/oX. O"));
}

#[test]
fn tic_tac_toe_is_a_draw() {
    let table = catalogue().open(&"mnk:m=3,n=3,k=3".parse().unwrap()).unwrap();
    let all = table.analysis().action_values().unwrap();
    assert!(all.len() == 9 && all.iter().all(|&(_, value)| value == 0.0), "{all:?}");
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

/// Pig, by value iteration: rolling at 0-0 with 10 wins with probability 0.5417744745, stopping with
/// 0.5260005105; values are on the scale of payoffs.
#[test]
fn pig_is_known_though_it_has_no_end() {
    let found = values("pig", "0-0 total 10 player 1 decides").unwrap();
    let names: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["roll", "stop"]);
    assert!((found[0].1 - (2.0 * 0.541_774_474_5 - 1.0)).abs() < 1e-9, "{found:?}");
    assert!((found[1].1 - (2.0 * 0.526_000_510_5 - 1.0)).abs() < 1e-9, "{found:?}");
}
