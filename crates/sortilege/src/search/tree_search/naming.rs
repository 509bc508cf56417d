//! Names of the edges of a tree, by a replay of states as far as they are known.

use crate::game::{Label, Simultaneous};
use crate::search::Name;
use crate::{Game, Turn};
use std::fmt::Debug;

/// The name of the last action of a path from `root` through known states. Every action on the path
/// is legal, up to a simultaneous choice.
pub(in crate::search) fn name_known<G: Game>(
    root: &G,
    path: &[G::Action],
    name: &Name<'_, G>,
) -> String {
    let moves_on = |state: &G| matches!(state.turn(), Turn::Player(_) | Turn::Chance);
    name_last(root, path, name, |state, _| moves_on(state))
}

/// The name of the last action of a path through determinizations. A state is used as long as every
/// action on the path was legal in it. Chance outcomes cannot be checked, so names end there.
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

/// The name of the last edge of a path of observations.
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
