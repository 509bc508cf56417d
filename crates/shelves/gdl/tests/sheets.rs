//! Every built-in rulesheet at the table: all fitting players play, and all analyses run.

use sortilege::testing::handbook;
use sortilege::{Player, Rng, Turn};
use sortilege_catalogue::{Catalogue, Files, Table};
use sortilege_gdl::{OpenGame, Options, Sheet};
use sortilege_shelf_gdl::{BUILT_IN, RULES, games};

fn catalogue() -> Catalogue {
    Catalogue::new(games()).unwrap().with_files(Files::any())
}

fn open(spec: &str) -> Box<dyn Table> {
    catalogue().open(&spec.parse().unwrap()).unwrap_or_else(|error| panic!("{spec}: {error}"))
}

#[test]
fn rules_for_people_are_those_of_the_game() {
    let text = BUILT_IN.iter().find(|(name, _)| *name == "tic-tac-toe").unwrap().1;
    handbook(&OpenGame::new(Sheet::read(text, &Options::default()).unwrap()), RULES);
    assert!(BUILT_IN.iter().all(|(name, _)| RULES.contains(name)));
}

#[test]
fn every_sheet_has_a_decision() {
    for (name, _) in BUILT_IN {
        let mut table = open(&format!("gdl:file={name}"));
        while table.turn() == Turn::Chance {
            table.chance(&mut Rng::new(1));
        }
        let seat = match table.turn() {
            Turn::Player(seat) => seat,
            _ => Player(0),
        };
        let mut player = table.player(&"so-ismcts:iterations=20".parse().unwrap()).unwrap();
        let thought = table.think(&mut player, seat, &mut Rng::new(1)).unwrap();
        assert!(table.legal(seat).contains(&thought.action), "{name}: {thought:?}");
        assert!(!table.picture(seat).parts.is_empty(), "{name}");
    }
}

#[test]
fn uct_plays_where_nothing_is_hidden() {
    assert!(open("gdl:file=nim").player(&"uct:iterations=10".parse().unwrap()).is_ok());
    let refused = open("gdl:file=kuhn")
        .player(&"uct:iterations=10".parse().unwrap())
        .map(|_| ())
        .unwrap_err();
    assert!(refused.to_string().contains("uct"), "{refused}");
}

#[test]
fn move_sequences_are_counted() {
    assert_eq!(open("gdl").analysis().perft(5).unwrap(), 15120);
    assert_eq!(open("gdl:file=reversi,engine=datalog").analysis().perft(3).unwrap(), 56);
}

/// Monty Hall: the car is hidden, a door is named, one of the other doors without the car is opened
/// (two if the named door has the car, else one), the candidate stays or switches. Kuhn poker: six
/// deals, then pass or bet; a bet after a pass is answered. Rock-paper-scissors: three rounds.
#[test]
fn joint_moves_are_counted_with_chance() {
    for (name, counts) in [
        ("monty-hall", [1, 3, 9, 3 * (2 + 1 + 1), 24, 0]),
        ("kuhn", [1, 6, 12, 24, 12, 0]),
        ("rock-paper-scissors", [1, 9, 81, 729, 0, 0]),
    ] {
        for engine in ["net", "datalog"] {
            let table = open(&format!("gdl:file={name},engine={engine}"));
            let counted = [0, 1, 2, 3, 4, 5].map(|depth| table.analysis().perft(depth).unwrap());
            assert_eq!(counted, counts, "{name} by {engine}");
        }
    }
}

#[test]
fn a_sheet_without_a_net_says_so() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../gdl/tests/sheets/nine-mens-morris.kif");
    let notes = open(&format!("gdl:file={path}")).notes();
    assert_eq!(notes.len(), 1);
    assert!(notes[0].contains("Datalog machine") && notes[0].contains("engine=net"), "{notes:?}");
    assert_eq!(open("gdl:file=reversi").notes(), [""; 0]);
    assert_eq!(open("gdl:file=reversi,engine=datalog").notes(), [""; 0]);
}

#[test]
fn what_cannot_be_read_is_told_in_a_sentence() {
    let error =
        |spec: &str| catalogue().open(&spec.parse().unwrap()).map(|_| ()).unwrap_err().to_string();
    assert!(error("gdl:file=/nowhere/at-all.kif").contains("cannot be read"));
    assert!(error("gdl:file=/dev/zero").contains("is not a regular file"));
}
