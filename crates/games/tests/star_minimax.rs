//! Star1 and Star2 are expectimax with less work, with all outcomes of chance and with samples, in every game
//! that they can play (SM §3.1).

use sortilege::testing::star_equalities;
use sortilege_games::mnk::Mnk;

/// Alpha-beta, since there is no chance; but positions that come up again, and values of 1 and -1.
#[test]
fn in_tic_tac_toe_pruning_changes_no_value() {
    star_equalities(&Mnk::new(3, 3, 3).unwrap(), 30, 4, 1);
}
