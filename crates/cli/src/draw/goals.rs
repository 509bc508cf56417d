//! Where moves go that can be made now.

use sortilege::scene::{Gesture, alike};
use std::collections::{HashMap, HashSet};

/// What to call those things where just one move goes: one is as good as another that is like it.
pub type Goals<'a> = HashSet<&'a str>;

/// Where several moves go, a dot would not tell which. Nor is there one where long moves are finished in several ways, as
/// by an arrow: it would hide where they go.
pub fn goals(moves: &[(String, Gesture)]) -> Goals<'_> {
    let paths = moves.iter().filter_map(|(_, gesture)| match gesture {
        Gesture::Path(points) => points.split_last(),
        _ => None,
    });
    let (mut beginnings, mut ends) = (HashMap::new(), HashMap::new());
    for (end, beginning) in paths.clone() {
        *beginnings.entry(beginning).or_insert(0) += 1;
        *ends.entry(alike(end)).or_insert(0) += 1;
    }
    let goes = |&(end, beginning): &(&String, &[String])| {
        ends[alike(end)] == 1 && (beginning.len() < 2 || beginnings[beginning] == 1)
    };
    paths.filter(goes).map(|(end, _)| alike(end)).collect()
}

/// Whether just one move goes to what has this name.
pub fn is_goal(goals: &Goals<'_>, name: Option<&str>) -> bool {
    name.is_some_and(|name| goals.contains(alike(name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_a_long_move_is_finished_has_no_dot() {
        let path = |points: &str| (points.to_string(), Gesture::path(points.split(' ')));
        let amazons = ["a1 b1 c1", "a1 b1 d1", "a1 b2 e1"].map(path);
        assert_eq!(goals(&amazons), HashSet::from(["e1"]));
        let checkers = ["a1 c3", "e1 g3 e5", "e1 c3"].map(path);
        assert_eq!(goals(&checkers), HashSet::from(["e5"]));
    }
}
