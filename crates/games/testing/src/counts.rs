//! Slow and plain counts of moves and their sequences, for tests.

use sortilege::game::Outcomes;
use sortilege::{Game, Turn};

/// Number of sequences of `depth` moves of players; forced answers of the environment do not count
/// as moves.
pub fn perft<G: Outcomes>(state: &G, depth: u32) -> u64 {
    match state.turn() {
        Turn::Chance => perft(&state.after(answer(state)), depth),
        _ if depth == 0 => 1,
        Turn::Player(_) => {
            moves(state).iter().map(|&action| perft(&state.after(action), depth - 1)).sum()
        }
        _ => 0,
    }
}

/// The moves of the player on turn.
pub fn moves<G: Game>(state: &G) -> Vec<G::Action> {
    let mut list = vec![];
    state.actions(&mut list);
    list
}

/// The only possible action of the environment.
pub fn answer<G: Outcomes>(state: &G) -> G::Action {
    let mut list = vec![];
    state.outcomes(&mut list);
    assert_eq!(list.len(), 1, "the environment has no choice");
    list[0].0
}
