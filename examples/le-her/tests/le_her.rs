//! The general checks of every game, and the known results of this one.

use le_her::LeHer;
use le_her::game::{DEALER, RECEIVER};
use sortilege::exact::{GameTree, best_response, cfr};
use sortilege::game::Notation;
use sortilege::search::{DeterminizedUct, MoIsmcts, Setup, SoIsmcts};
use sortilege::testing::beliefs::{self, Promise};
use sortilege::testing::{Contract, leak};
use sortilege::{Budget, Game, Turn};
use sortilege_catalogue::Catalogue;

fn after(names: &str) -> LeHer {
    LeHer::new(13).parse_position(names).unwrap()
}

#[test]
fn contract() {
    for ranks in [2, 4, 13] {
        let start = LeHer::new(ranks);
        let contract = Contract::new(&start).longest(4);
        contract
            .rules()
            .chance()
            .outcomes()
            .hidden()
            .observed()
            .recall()
            .twins()
            .notation()
            .picture()
            .key();
    }
}

#[test]
fn beliefs_are_those_of_chance() {
    let compared = beliefs::test(&LeHer::new(3), Promise::Chance, |state, _| state.clone());
    assert!(compared >= 20, "{compared}");
}

/// The decisions of a search do not depend on hidden information.
#[test]
fn nothing_leaks() {
    let start = LeHer::new(13);
    let setup = || Setup::new(Budget::iterations(64));
    let mut determinized = DeterminizedUct::<LeHer>::new(setup());
    determinized.trees = 8;
    let found = [
        leak::test_search(&start, 40, &mut determinized),
        leak::test_search(&start, 40, &mut SoIsmcts::<LeHer>::new(setup())),
        leak::test_search(&start, 40, &mut MoIsmcts::<LeHer>::new(setup())),
    ];
    for tested in found {
        assert!(tested.pairs >= 10 && tested.leaks == 0, "{tested:?}");
    }
}

#[test]
fn worked_examples() {
    let has_won = |names: &str| {
        let table = after(names);
        assert_eq!(table.turn(), Turn::Over, "{names}");
        assert_eq!(table.payoff(RECEIVER), -table.payoff(DEALER), "{names}");
        table.payoff(RECEIVER) == 1.0
    };
    assert!(has_won("87 keep keep"));
    assert!(!has_won("77 keep keep"), "the dealer wins if cards are equal");
    assert!(has_won("7Q swap keep"), "a queen for a seven");
    assert!(!has_won("7K swap"), "a king is not given away");
    assert!(!has_won("87 keep draw +9"));
    assert!(has_won("87 keep draw +K"), "a king is not drawn");
    assert!(!has_won("7Q swap draw +Q"));
}

#[test]
fn positions_that_cannot_be_are_refused() {
    for text in [
        "",
        "7",
        "7Q ",
        "7Q  keep",
        "7Q draw",
        "7Q keep swap",
        "7K swap keep",
        "7Q keep draw 5",
        "- 7Q",
    ] {
        assert!(LeHer::new(13).parse_position(text).is_err(), "{text:?}");
    }
    assert!(after("77 keep draw").parse_action("+7").is_some());
    assert!(
        LeHer::new(3).parse_position("4A").is_err(),
        "there is no four in a pack of three ranks"
    );
}

/// 2831.25 of 5525 games for the receiver (Waldegrave, in Montmort 1713).
#[test]
fn the_value_that_waldegrave_found() {
    let tree = GameTree::new(&LeHer::new(13));
    let policy = cfr::solve(&tree, 1000);
    assert!(best_response::exploitability(&tree, &policy) < 1e-3);
    let wins = (1.0 + best_response::expected_payoffs(&tree, &policy)[0]) / 2.0;
    assert!((wins - 2831.25 / 5525.0).abs() < 1e-3, "{wins}");
}

/// The entry in a catalogue provides the players that support the game, and its analyses.
#[test]
fn everybody_who_fits_can_play() {
    let catalogue = Catalogue::new(vec![le_her::line()]).unwrap();
    let kind = catalogue.game("le-her").unwrap();
    assert_eq!(
        kind.default_table().capabilities(),
        ["chance", "outcomes", "hidden", "observe", "key"]
    );
    for player in kind.players() {
        let table = catalogue.open(&"le-her:ranks=3".parse().unwrap()).unwrap();
        let spec = match player.fields.iter().any(|field| field.name == "iterations") {
            true => format!("{}:iterations=20", player.name),
            false => player.name.to_string(),
        };
        let mut seats = [(); 2].map(|()| table.player(&spec.parse().unwrap()).unwrap());
        let [one, other] = &mut seats;
        let mut rngs = [1, 2].map(sortilege::Rng::new);
        let played =
            table.play_game(&mut [one, other], &mut sortilege::Rng::new(3), &mut rngs).unwrap();
        assert_eq!(played.seats.iter().map(|seat| seat.payoff).sum::<f64>(), 0.0, "{spec}");
    }
    assert!(Catalogue::new(vec![le_her::line(), le_her::line()]).is_err());
}
