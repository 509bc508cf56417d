//! Enumeration of the views of decisions, for players without memory.

use crate::game::{Hidden, Outcomes, Sequential};
use crate::{Player, Turn};
use rustc_hash::FxHashSet;
use std::hash::Hash;

/// A view of a seat that has a choice, with its actions.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice<G: Hidden> {
    /// The seat.
    pub who: Player,
    /// The view of the seat.
    pub view: G::View,
    /// The legal actions, at least two.
    pub actions: Vec<G::Action>,
}

/// Every view of a player on turn with more than one action, each once, in the order of the search.
/// `None` if a player is on turn in more than `most` states.
pub fn choices<G>(start: &G, most: usize) -> Option<Vec<Choice<G>>>
where
    G: Outcomes + Hidden + Sequential + Eq + Hash,
{
    let (mut states, mut views) = (FxHashSet::default(), FxHashSet::default());
    let (mut found, mut outcomes, mut todo) = (vec![], vec![], vec![start.clone()]);
    while let Some(state) = todo.pop() {
        match state.turn() {
            Turn::Over => {}
            Turn::Chance => {
                state.outcomes(&mut outcomes);
                todo.extend(outcomes.iter().map(|&(outcome, _)| state.after(outcome)));
            }
            Turn::Player(who) => {
                if states.contains(&state) {
                    continue;
                }
                if states.len() == most {
                    return None;
                }
                let mut actions = vec![];
                state.actions(&mut actions);
                todo.extend(actions.iter().map(|&action| state.after(action)));
                let view = state.view(who);
                if actions.len() > 1 && views.insert((who, view.clone())) {
                    found.push(Choice { who, view, actions });
                }
                states.insert(state);
            }
            Turn::Together => unreachable!("a sequential game has no simultaneous choices"),
        }
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::super::toys::Kuhn;
    use super::*;

    #[test]
    fn kuhn_poker_has_twelve_views() {
        let found = choices(&Kuhn::default(), 100).unwrap();
        assert_eq!(
            [0, 1].map(|who| found.iter().filter(|choice| choice.who == Player(who)).count()),
            [6, 6]
        );
        assert!(found.iter().all(|choice| choice.actions.len() == 2));
        let decisions = 24;
        assert!(choices(&Kuhn::default(), decisions).is_some());
        assert!(choices(&Kuhn::default(), decisions - 1).is_none());
    }
}
