//! Serialized values are read back unchanged, and invalid input is rejected.

use serde::Serialize;
use serde::de::DeserializeOwned;
use sortilege::bandit::Proven;
use sortilege::exact::{CfrPlus, PayoffMatrix};
use sortilege::progress::Progress;
use sortilege::scene::{self, Board, Cell, Gesture, Item, Kind, Map, Part, Region, Scene, Shade};
use sortilege::search::{
    Decision, Expansion, FinalChoice, Opponents, Search, Select, Setup, Tally, Together, TreeRules,
    Uct, Widening,
};
use sortilege::testing::random_tree::{RandomTree, TreeShape};
use sortilege::tree::{Extent, Outline};
use sortilege::{Budget, Game, Player, Rng, Turn};
use std::fmt::Debug;
use std::time::Duration;

/// Compares values, not text: whether a parser preserves the last digit of a fraction is not tested
/// here.
fn kept<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) {
    let written = serde_json::to_value(value).expect("it can be written");
    let read: T = serde_json::from_value(written.clone())
        .unwrap_or_else(|error| panic!("{written}: {error}"));
    assert_eq!(&read, value, "{written}");
}

fn refused<T: DeserializeOwned + Debug>(text: &str, why: &str) {
    let error = serde_json::from_str::<T>(text).expect_err(text).to_string();
    assert!(error.contains(why), "{error}");
}

#[test]
fn a_generator_goes_on_where_it_was() {
    let mut rng = Rng::new(7);
    rng.bits();
    let text = serde_json::to_string(&rng).unwrap();
    let mut read: Rng = serde_json::from_str(&text).unwrap();
    assert_eq!(read, rng);
    assert_eq!([read.bits(), read.bits()], [rng.bits(), rng.bits()]);
    refused::<Rng>(r#"{"s":[0,0,0,0]}"#, "nothing but 0");
}

#[test]
fn settings_are_kept() {
    kept(&Player(3));
    [Turn::Player(Player(1)), Turn::Together, Turn::Chance, Turn::Over].iter().for_each(kept);
    kept(&Budget {
        time: Some(Duration::from_millis(1500)),
        memory: Some(1 << 20),
        ..Budget::iterations(10)
    });
    kept(&Budget::default());
    [
        FinalChoice::MostVisits,
        FinalChoice::Robust,
        FinalChoice::BestValue,
        FinalChoice::SampledVisits,
    ]
    .iter()
    .for_each(kept);
    kept(&TreeRules::default());
    kept(&TreeRules {
        c: 1.25,
        select: Select::RegretMatching,
        together: Together::Ucb1,
        widening: Some(Widening { scale: 4.0, alpha: 0.25 }),
        expansion: Expansion::All,
    });
    kept(&Opponents::default());
    kept(&CfrPlus { iterations: 100, exploitability: 0.01 });
    kept(&Extent::default());
}

#[test]
fn answers_and_trees_are_kept() {
    let start = RandomTree::new(1, TreeShape::REGULAR);
    let mut uct = Uct::<RandomTree>::new(Setup::new(Budget::iterations(500)));
    let decision: Decision<<RandomTree as Game>::Action> =
        uct.decide(&start, Player(0), &mut Rng::new(1));
    kept(&decision);
    kept(
        &uct.outline(&start, &Extent::default(), &|_, action| action.to_string())
            .expect("it has a tree"),
    );
    let candidates = vec![Tally { visits: 3, value: 0.5, proven: Some(Proven::Win) }];
    kept(&Progress { iterations: 3, time: Duration::from_secs(1), candidates });
    let branch = r#"{"after":0,"name":"a","visits":1,"mean":0.5,"proof":null,"prior":null}"#;
    refused::<Outline>(&format!(r#"{{"visits":1,"edges":[{branch}]}}"#), "comes before");
}

#[test]
fn matrices_are_checked() {
    let matrix = PayoffMatrix::from_rows(&[[1.0, -1.0], [0.0, 0.5]]);
    kept(&matrix);
    kept(&matrix.solve());
    for text in [
        r#"{"rows":2,"columns":2,"entries":[1,2,3]}"#,
        r#"{"rows":0,"columns":0,"entries":[]}"#,
        r#"{"rows":18446744073709551615,"columns":2,"entries":[1]}"#,
    ] {
        refused::<PayoffMatrix>(text, "as many numbers");
    }
}

#[test]
fn pictures_and_gestures_are_kept() {
    let token = |text: &str| Item::new(Kind::Token(text.to_string())).of(Player(1));
    let board = Board {
        shape: scene::Shape::Hexes,
        columns: 2,
        cells: vec![Cell::default(), Cell { shade: Shade::Absent, last: true, ..Cell::default() }],
        column_names: vec!["a".to_string(), "b".to_string()],
        row_names: vec!["1".to_string()],
    };
    let region = Region {
        name: "shire".to_string(),
        pieces: vec![token("Fr").named("frodo")],
        ..Region::default()
    };
    let scene = Scene::default()
        .label("Pot: 4")
        .with(Part::Board(board.named()))
        .with(Part::Map(Map { regions: vec![region] }))
        .hand("hand", "Hand", vec![Item::new(Kind::Die(4)), Item::new(Kind::CardBack)]);
    kept(&scene);
    let set = Gesture::Set(vec!["hand.4".to_string()]);
    [Gesture::path(["a1", "frodo"]), set, Gesture::button("Pass")].iter().for_each(kept);
}
