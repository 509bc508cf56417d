//! Random games, one step at a time.

use crate::game::{Chance, Notation, Simultaneous};
use crate::{Game, Player, Rng, Turn};

/// A step of a game: one action, or one choice of every player.
pub type Step<G> = Vec<<G as Game>::Action>;

/// A random next step; `None` if the game is over.
pub fn random_step<G: Chance + Simultaneous>(state: &G, rng: &mut Rng) -> Option<Step<G>> {
    let mut scratch = vec![];
    match state.turn() {
        Turn::Over => None,
        Turn::Chance => Some(vec![state.sample(rng)]),
        Turn::Player(_) => Some(vec![state.random_action(&mut scratch, rng)]),
        Turn::Together => Some(
            (0..state.players())
                .map(|who| state.random_choice(Player(who), &mut scratch, rng))
                .collect(),
        ),
    }
}

/// Plays a step.
pub fn play<G: Simultaneous>(state: &mut G, step: &[G::Action]) {
    match state.turn() {
        Turn::Together => state.apply_together(step),
        _ => state.apply(step[0]),
    }
}

/// The state after a step.
pub fn after<G: Simultaneous>(state: &G, step: &[G::Action]) -> G {
    let mut next = state.clone();
    play(&mut next, step);
    next
}

/// Whether a step is possible in a state. Outcomes of chance that a game does not list are
/// recognized by their names.
pub fn is_possible<G: Simultaneous + Notation>(state: &G, step: &[G::Action]) -> bool {
    let mut list = vec![];
    step.iter().enumerate().all(|(seat, action)| match state.turn() {
        Turn::Chance => state.parse_action(&state.action_name(*action)) == Some(*action),
        turn => {
            let who = if let Turn::Player(mover) = turn { mover } else { Player(seat) };
            state.options(who, &mut list);
            list.contains(action)
        }
    })
}

/// The legal actions or choices of `who`; empty if `who` does not act now.
pub(super) fn legal_for<G: Simultaneous>(state: &G, who: Player) -> Vec<G::Action> {
    let mut list = vec![];
    match state.turn() {
        Turn::Player(mover) if mover == who => state.actions(&mut list),
        Turn::Together => state.choices(who, &mut list),
        _ => {}
    }
    list
}

/// The players that act now; empty for chance.
pub(super) fn deciding<G: Game>(state: &G) -> Vec<Player> {
    match state.turn() {
        Turn::Player(who) => vec![who],
        Turn::Together => (0..state.players()).map(Player).collect(),
        Turn::Chance | Turn::Over => vec![],
    }
}

/// The acting player of each action of a step; `None` for chance.
pub(super) fn movers<G: Game>(state: &G) -> Vec<Option<Player>> {
    match state.turn() {
        Turn::Chance => vec![None],
        _ => deciding(state).into_iter().map(Some).collect(),
    }
}
