//! Names for the edges of a tree, by going through states as far as they are known.

use crate::game::{Label, Simultaneous};
use crate::search::Name;
use crate::{Game, Turn};
use std::fmt::Debug;

/// The name of the last of some actions, made one after the other from `root`. A state is known as long as every action on
/// the way was possible in it.
pub(in crate::search) fn name_action<G: Game>(root: &G, path: &[G::Action], name: &Name<'_, G>) -> String {
    let (last, before) = path.split_last().expect("an edge has a label");
    match before.iter().try_fold(root.clone(), |state, &action| after(state, action)) {
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

/// The state after an action, if it is possible. What is possible at a turn of chance cannot be listed, so there it is taken
/// for granted: the tree has it from a state like this one.
fn after<G: Game>(state: G, action: G::Action) -> Option<G> {
    is_possible(&state, action).then(|| state.after(action))
}

fn is_possible<G: Game>(state: &G, action: G::Action) -> bool {
    let mut actions = vec![];
    match state.turn() {
        Turn::Player(_) => state.actions(&mut actions),
        _ => return false,
    }
    actions.contains(&action)
}
