//! Contract test of every sheet, and leak test of sheets with hidden information.

use crate::common;

use sortilege::Budget;
use sortilege::search::{MoIsmcts, Setup, SoIsmcts};
use sortilege::testing::beliefs::{self, Promise};
use sortilege::testing::{Contract, leak};
use sortilege_gdl::{Engines, HiddenGame, OpenGame};

#[test]
fn open_games() {
    for name in common::names() {
        let sheet = common::sheet(&name, Engines::Fastest);
        if !sheet.is_hidden() {
            let games = if sheet.gates() > Some(3000) { 2 } else { 10 };
            let start = OpenGame::new(sheet);
            Contract::new(&start)
                .games(games)
                .rules()
                .chance()
                .outcomes()
                .hidden()
                .observed()
                .notation()
                .picture()
                .key();
        }
    }
}

#[test]
fn hidden_games() {
    for name in common::names() {
        let sheet = common::sheet(&name, Engines::Fastest);
        if sheet.is_hidden() {
            let start = HiddenGame::new(sheet);
            let contract = Contract::new(&start).games(4).rules().chance().outcomes();
            contract.hidden().observed().recall().notation().picture();
        }
    }
}

#[test]
fn by_the_machine() {
    for name in ["tic-tac-toe", "rock-paper-scissors"] {
        let start = OpenGame::new(common::sheet(name, Engines::Machine));
        Contract::new(&start).games(3).rules().hidden().observed().notation().picture().key();
    }
    let start = HiddenGame::new(common::sheet("kuhn", Engines::Machine));
    Contract::new(&start)
        .games(10)
        .rules()
        .chance()
        .outcomes()
        .hidden()
        .observed()
        .recall()
        .notation()
        .picture();
}

#[test]
fn twins() {
    for name in ["kuhn", "leduc", "liars-dice", "krieg-tic-tac-toe"] {
        let start = HiddenGame::new(common::sheet(name, Engines::Fastest));
        Contract::new(&start).games(20).twins();
    }
}

#[test]
fn beliefs_are_those_of_chance() {
    for (name, views) in [("kuhn", 30), ("monty-hall", 10), ("liars-dice", 100)] {
        let start = HiddenGame::new(common::sheet(name, Engines::Fastest));
        let tested = beliefs::test(&start, Promise::Chance, |state, _| state.clone());
        assert!(tested >= views, "{tested} views of {name} with several worlds");
    }
}

#[test]
fn searches_do_not_look() {
    for name in ["kuhn", "leduc", "krieg-tic-tac-toe"] {
        let start = HiddenGame::new(common::sheet(name, Engines::Fastest));
        let mut search = SoIsmcts::<HiddenGame>::new(Setup::new(Budget::iterations(30)));
        let tested = leak::test_search(&start, 10, &mut search);
        assert!(tested.pairs > 0 && tested.leaks == 0, "{name}: {tested:?}");
        let mut search = MoIsmcts::<HiddenGame>::new(Setup::new(Budget::iterations(30)));
        let tested = leak::test_search(&start, 10, &mut search);
        assert!(tested.pairs > 0 && tested.leaks == 0, "{name}: {tested:?}");
    }
}
