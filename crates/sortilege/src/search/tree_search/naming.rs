//! Names for the edges of a tree, by going through states as far as they are known.

use crate::game::{Label, Simultaneous};
use crate::search::Name;
use crate::{Game, Turn};
use std::fmt::Debug;

/// The name of the last of some actions, made one after the other from `root`, where states are
/// known: as far as players do not choose at once, every action on the way is possible.
pub(in crate::search) fn name_known<G: Game>(
    root: &G,
    path: &[G::Action],
    name: &Name<'_, G>,
) -> String {
    let moves_on = |state: &G| matches!(state.turn(), Turn::Player(_) | Turn::Chance);
    name_last(root, path, name, |state, _| moves_on(state))
}

/// The same where states are guessed: one is known as long as every action on the way was possible
/// in it. What is possible at a turn of chance cannot be listed, so names end there.
pub(in crate::search) fn name_action<G: Game>(
    root: &G,
    path: &[G::Action],
    name: &Name<'_, G>,
) -> String {
    name_last(root, path, name, |state, action| {
        let mut actions = vec![];
        if let Turn::Player(_) = state.turn() {
            state.actions(&mut actions);
        }
        actions.contains(&action)
    })
}

fn name_last<G: Game>(
    root: &G,
    path: &[G::Action],
    name: &Name<'_, G>,
    is_possible: impl Fn(&G, G::Action) -> bool,
) -> String {
    let (last, before) = path.split_last().expect("an edge has a label");
    let after =
        |state: G, &action: &G::Action| is_possible(&state, action).then(|| state.after(action));
    match before.iter().try_fold(root.clone(), after) {
        Some(state) if is_possible(&state, *last) => name(&state, *last),
        _ => format!("{last:?}"),
    }
}

/// The same where edges are what somebody sees of actions.
pub(in crate::search) fn name_label<G, S>(
    root: &G,
    path: &[Label<G::Action, S>],
    name: &Name<'_, G>,
) -> String
where
    G: Simultaneous,
    S: Copy + Debug,
{
    let own: Option<Vec<G::Action>> = path.iter().map(own).collect();
    match (own, path.last()) {
        (Some(actions), _) => name_action(root, &actions, name),
        (None, Some(Label::Own(action))) => format!("{action:?}"),
        (None, Some(Label::Seen(seen))) => format!("{seen:?}"),
        (None, _) => "nothing seen".to_string(),
    }
}

fn own<A: Copy, S>(label: &Label<A, S>) -> Option<A> {
    match label {
        Label::Own(action) => Some(*action),
        _ => None,
    }
}
