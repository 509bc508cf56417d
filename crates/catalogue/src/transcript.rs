//! The course of a game as text: moves, the observations of each seat, and search results.

use crate::capability::Playable;
use crate::table::{Step, Thought, Weighed};
use sortilege::search::{Decision, Note};
use sortilege::{Player, Turn};

/// The actions of a step: one action of a player or of chance, or one of every seat.
pub type Made<G> = [(Option<Player>, <G as sortilege::Game>::Action)];

/// Describes a step in a state.
pub fn step<G: Playable>(before: &G, made: &Made<G>, thoughts: Vec<(Player, Thought)>) -> Step {
    Step {
        made: made.iter().map(|&(mover, action)| (mover, before.action_name(action))).collect(),
        observations: (0..before.players())
            .map(|seat| observations(before, made, Player(seat)))
            .collect(),
        thoughts,
    }
}

/// Describes the observations of a seat.
fn observations<G: Playable>(before: &G, made: &Made<G>, who: Player) -> Vec<String> {
    let seen = made.iter().filter_map(|&(_, action)| before.seen(action, who));
    seen.map(|seen| G::describe(&before.view(who), who, seen)).collect()
}

/// Describes the search result of a player in a state.
pub fn thought<G: Playable>(state: &G, decision: Decision<G::Action>, notes: Vec<Note>) -> Thought {
    let weighed = decision.candidates.iter().map(|candidate| Weighed {
        action: state.action_name(candidate.action),
        visits: candidate.visits,
        value: candidate.value,
        proven: candidate.proven,
    });
    Thought {
        action: state.action_name(decision.action),
        candidates: weighed.collect(),
        bounds: false,
        iterations: decision.iterations,
        seconds: decision.time.as_secs_f64(),
        tree: decision.tree,
        notes,
    }
}

/// Makes one action, or one of every seat where all choose at once.
pub fn make<G: Playable>(state: &mut G, made: &Made<G>) {
    match made {
        &[(_, action)] if state.turn() != Turn::Together => state.apply(action),
        all => {
            let joint: Vec<G::Action> = all.iter().map(|&(_, action)| action).collect();
            state.apply_together(&joint);
        }
    }
}
