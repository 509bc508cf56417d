//! Exhaustive test support for small games: every state and every history, counts over the whole
//! tree, samples of possible worlds, and slow and plain counts of moves.

use sortilege::game::{Hidden, Notation, Observe, Outcomes, Sequential, Simultaneous};
use sortilege::testing::odds;
use sortilege::{Game, Player, Rng, Turn};
use sortilege_games_common::text::possible;
use std::collections::{HashMap, HashSet};
use std::hash::Hash;

/// Counts over the whole game tree.
pub struct Census {
    /// Number of finished games, distinguished by their actions.
    pub terminals: usize,
    /// Number of information sets at which each seat decides: different sequences of observations.
    pub information_sets: Vec<usize>,
    /// The expected payoff of the first seat when all players play uniformly at random.
    pub uniform_value: f64,
}

/// Visits all histories from `start`, calls `look` on every state, and counts.
pub fn census<G: Outcomes + Observe + Sequential>(start: &G, look: impl FnMut(&G)) -> Census {
    let seats = start.players();
    let mut walk = Walk { look, terminals: 0, met: vec![HashSet::new(); seats] };
    let uniform_value = walk.visit(start, &mut vec![vec![]; seats]);
    let information_sets = walk.met.iter().map(HashSet::len).collect();
    Census { terminals: walk.terminals, information_sets, uniform_value }
}

struct Walk<G: Observe, F> {
    look: F,
    terminals: usize,
    met: Vec<HashSet<Vec<G::Seen>>>,
}

impl<G: Outcomes + Observe + Sequential, F: FnMut(&G)> Walk<G, F> {
    /// Counts the subtree of `state`; returns the first seat's expected payoff under uniform play.
    fn visit(&mut self, state: &G, seen: &mut [Vec<G::Seen>]) -> f64 {
        (self.look)(state);
        if state.turn() == Turn::Over {
            self.terminals += 1;
            return state.payoff(Player(0));
        }
        if let Turn::Player(Player(mover)) = state.turn() {
            self.met[mover].insert(seen[mover].clone());
        }
        steps(state).iter().map(|&(action, p)| p * self.follow(state, action, seen)).sum()
    }

    fn follow(&mut self, state: &G, action: G::Action, seen: &mut [Vec<G::Seen>]) -> f64 {
        let lengths: Vec<usize> = seen.iter().map(Vec::len).collect();
        for (who, seen) in seen.iter_mut().enumerate() {
            seen.extend(state.seen(action, Player(who)));
        }
        let value = self.visit(&state.after(action), seen);
        seen.iter_mut().zip(lengths).for_each(|(seen, length)| seen.truncate(length));
        value
    }
}

/// All actions that can come next, with their probabilities under uniform play.
fn steps<G: Outcomes>(state: &G) -> Vec<(G::Action, f64)> {
    let (mut outcomes, mut actions) = (vec![], vec![]);
    if state.turn() == Turn::Chance {
        state.outcomes(&mut outcomes);
        return outcomes;
    }
    state.actions(&mut actions);
    actions.iter().map(|&action| (action, 1.0 / actions.len() as f64)).collect()
}

/// Checks that `who` has that many possible `worlds` in `state` and that all are sampled equally
/// often.
pub fn worlds_are_uniform<G: Hidden + Notation>(state: &G, who: Player, worlds: usize) {
    let (view, mut rng) = (state.view(who), Rng::new(1));
    let mut counts: HashMap<String, u64> = HashMap::new();
    for _ in 0..1000 * worlds {
        *counts.entry(G::determinize(&view, &mut rng).position()).or_default() += 1;
    }
    assert_eq!(counts.len(), worlds, "{counts:?}");
    let drawn: Vec<u64> = counts.values().copied().collect();
    odds::fit(&drawn, &vec![1.0 / worlds as f64; worlds]).expect("equal odds");
}

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
