//! Star1 and Star2 are expectimax with less work, with all outcomes of chance and with samples, in every game
//! that they can play (SM §3.1).

use sortilege::testing::star_equalities;
use sortilege_games::cant_stop::{CantStop, Progress, Rules};
use sortilege_games::ewn::{self, Ewn, Setup};
use sortilege_games::mnk::{Mnk, OpenLines};
use sortilege_games::pig::{self, Pig};
use sortilege_games::ra::{Prospects, Ra};

/// Alpha-beta, since there is no chance; but positions that come up again, and values of 1 and -1.
#[test]
fn in_tic_tac_toe_pruning_changes_no_value() {
    star_equalities(&Mnk::new(3, 3, 3).unwrap(), OpenLines, 30, 4, 1);
}

/// A short race ends within the search.
#[test]
fn in_pig_pruning_changes_no_value() {
    star_equalities(&Pig::default(), pig::Evaluation::Fitted, 1000, 2, 2);
    star_equalities(&Pig::new(20).unwrap(), pig::Evaluation::Simple, 200, 3, 3);
}

#[test]
fn in_ewn_pruning_changes_no_value() {
    let orders = [[1, 2, 3, 4, 5, 6], [6, 2, 4, 1, 5, 3]];
    for (setup, seed) in [(Setup::Random, 4), (Setup::Fixed(orders[0], orders[1]), 5)] {
        let start = Ewn::new(5, 6, setup).unwrap();
        star_equalities(&start, ewn::Evaluation::Mobility, 500, 2, seed);
        star_equalities(&start, ewn::Evaluation::Distance, 50, 3, seed);
    }
}

/// Closed columns, busts and all; a throw has 126 outcomes, so there is not much depth to be had.
#[test]
fn in_cant_stop_pruning_changes_no_value() {
    star_equalities(&CantStop::default(), Progress, 1000, 2, 6);
    star_equalities(
        &CantStop::new(Rules { shortest: 2, slope: 0, columns: 1 }).unwrap(),
        Progress,
        100,
        3,
        7,
    );
}

#[test]
fn in_ra_pruning_changes_no_value() {
    star_equalities(&Ra::default(), Prospects, 1000, 2, 8);
    star_equalities(&Ra::default(), Prospects, 100, 3, 9);
}
