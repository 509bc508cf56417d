//! How a seat saw a move, for whoever shows it the moves so far.

use crate::capability::{Observed, Playable};
use sortilege::{Game, Player, Rng, Turn};

/// How a seat saw a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    /// It knows which move it was.
    Full,
    /// Noticed, but not which move it was.
    Dim,
    /// Not even noticed.
    Nothing,
}

/// Says how `who` saw an action that `mover`, or chance, takes in a state.
pub type See<G> = fn(&G, <G as Game>::Action, mover: Option<Player>, who: Player) -> Sight;

/// Where nothing is hidden.
pub fn everything<G: Game>(_: &G, _: G::Action, _: Option<Player>, _: Player) -> Sight {
    Sight::Full
}

/// Where nothing is known of what seats observe: each sees what it does itself.
pub fn own_moves<G: Game>(_: &G, _: G::Action, mover: Option<Player>, who: Player) -> Sight {
    if mover == Some(who) { Sight::Full } else { Sight::Dim }
}

/// So many states that a seat thinks possible are asked whether another action would have looked the same.
const DOUBTS: u64 = 32;

/// A seat saw an action in full if in no state that it thought possible another one would have looked the
/// same. Looking at the true state alone would not do: there the action may have been forced.
pub fn observed<G: Observed>(state: &G, action: G::Action, mover: Option<Player>, who: Player) -> Sight {
    let Some(seen) = state.seen(action, who) else { return Sight::Nothing };
    if mover == Some(who) {
        return Sight::Full;
    }
    let view = state.view(who);
    let mut others = vec![];
    for doubt in 0..DOUBTS {
        let other = match doubt {
            0 => state.clone(),
            _ => G::determinize(&view, &mut Rng::new(doubt)),
        };
        possible(&other, mover, doubt, &mut others);
        if others.iter().any(|&a| a != action && other.seen(a, who) == Some(seen)) {
            return Sight::Dim;
        }
    }
    Sight::Full
}

/// Actions that are possible in a state; at a chance turn some of them.
fn possible<G: Playable>(state: &G, mover: Option<Player>, seed: u64, out: &mut Vec<G::Action>) {
    out.clear();
    match (state.turn(), mover) {
        (Turn::Player(who), Some(mover)) if who == mover => state.actions(out),
        (Turn::Together, Some(mover)) => state.choices(mover, out),
        (Turn::Chance, None) => {
            let mut rng = Rng::new(seed);
            out.extend((0..DOUBTS).map(|_| state.sample(&mut rng)));
        }
        _ => {}
    }
}
