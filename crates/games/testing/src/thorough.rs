//! Exhaustive test support for small games: every state, and every history.

use sortilege::game::{Outcomes, Simultaneous};
use sortilege::{Player, Turn};
use sortilege_games_common::text::possible;
use std::collections::HashSet;
use std::hash::Hash;

/// The possible next states, once for each action or pair of choices, in order.
pub fn successors<G: Outcomes + Simultaneous>(state: &G) -> Vec<G> {
    if state.turn() != Turn::Together {
        return possible(state).into_iter().map(|action| state.after(action)).collect();
    }
    let mut next = vec![];
    let (mut first, mut second) = (vec![], vec![]);
    state.choices(Player(0), &mut first);
    state.choices(Player(1), &mut second);
    for &a in &first {
        for &b in &second {
            next.push(state.clone());
            next.last_mut().expect("just pushed").apply_together(&[a, b]);
        }
    }
    next
}

/// Every state that can be reached from `start`, each once.
pub fn every_state<G: Outcomes + Simultaneous + Eq + Hash>(start: &G) -> Vec<G> {
    let (mut met, mut all, mut at) = (HashSet::from([start.clone()]), vec![start.clone()], 0);
    while at < all.len() {
        let next = successors(&all[at]);
        all.extend(next.into_iter().filter(|state| met.insert(state.clone())));
        at += 1;
    }
    all
}

/// Number of histories from `state` to the end of the game.
pub fn histories<G: Outcomes + Simultaneous>(state: &G) -> u64 {
    match state.turn() {
        Turn::Over => 1,
        _ => successors(state).iter().map(histories).sum(),
    }
}
