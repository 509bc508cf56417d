//! Test support for small games with hidden information: counts over the whole tree, and samples of
//! possible worlds.

use sortilege::game::{Hidden, Notation, Observe, Outcomes, Sequential};
use sortilege::testing::odds;
use sortilege::{Player, Rng, Turn};
use std::collections::{HashMap, HashSet};

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
