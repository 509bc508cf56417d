//! Helpers for strict notation: an accepted text is exactly the text that would be printed.

use sortilege::game::{Notation, Outcomes, Simultaneous};
use sortilege::{Player, Turn};
use std::str::FromStr;

/// Parses a number in the format in which it is printed: no plus sign, no leading zeros.
pub fn number<T: FromStr + ToString>(text: &str) -> Option<T> {
    text.parse().ok().filter(|number: &T| number.to_string() == text)
}

/// All actions that can come next: choices of any seat, actions of the mover, or outcomes of
/// chance.
pub fn possible<G: Outcomes + Simultaneous>(state: &G) -> Vec<G::Action> {
    let (mut all, mut some, mut outcomes) = (vec![], vec![], vec![]);
    match state.turn() {
        Turn::Over => {}
        Turn::Player(_) => state.actions(&mut all),
        Turn::Chance => {
            state.outcomes(&mut outcomes);
            all.extend(outcomes.iter().map(|&(outcome, _)| outcome));
        }
        Turn::Together => {
            for who in 0..state.players() {
                state.choices(Player(who), &mut some);
                some.retain(|choice| !all.contains(choice));
                all.append(&mut some);
            }
        }
    }
    all
}

/// The possible action with the name `text`.
pub fn named<G: Notation + Outcomes + Simultaneous>(state: &G, text: &str) -> Option<G::Action> {
    possible(state).into_iter().find(|&action| state.action_name(action) == text)
}

/// The name of an empty history.
pub const START: &str = "start";

/// The state after the actions in `text`, separated by single spaces, from `start`.
pub fn replay<G: Notation + Outcomes + Simultaneous>(start: G, text: &str) -> Result<G, String> {
    if text == START {
        return Ok(start);
    }
    let mut state = start;
    for name in text.split(' ') {
        let action = named(&state, name).ok_or_else(|| instead_of(name, &state))?;
        state.apply(action);
    }
    Ok(state)
}

fn instead_of<G: Notation + Outcomes + Simultaneous>(name: &str, state: &G) -> String {
    let names: Vec<_> =
        possible(state).into_iter().map(|action| state.action_name(action)).collect();
    let right = match names.is_empty() {
        true => "nothing can follow, the game is over".to_string(),
        false => format!("what can follow is {}", names.join(" or ")),
    };
    format!("{name:?} cannot come after {:?}: {right}", state.position())
}
