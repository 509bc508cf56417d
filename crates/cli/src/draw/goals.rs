//! Where moves go that can be made now.

use sortilege::scene::{Gesture, alike};
use std::collections::HashSet;

/// What to call those things where just one move goes: one is as good as another that is like it.
pub type Goals<'a> = HashSet<&'a str>;

/// Where several moves go, a dot would not tell which.
pub fn goals(moves: &[(String, Gesture)]) -> Goals<'_> {
    let ends = moves.iter().filter_map(|(_, gesture)| match gesture {
        Gesture::Path(points) => points.last().map(|name| alike(name)),
        _ => None,
    });
    let (mut once, mut again) = (HashSet::new(), HashSet::new());
    ends.for_each(|end| _ = if once.contains(end) { again.insert(end) } else { once.insert(end) });
    &once - &again
}

/// Whether just one move goes to what has this name.
pub fn is_goal(goals: &Goals<'_>, name: Option<&str>) -> bool {
    name.is_some_and(|name| goals.contains(alike(name)))
}
