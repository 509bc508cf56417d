//! Where moves go that can be made now.

use sortilege::scene::{Gesture, alike};
use std::collections::HashSet;

/// What to call those things where moves go: one is as good as another that is like it.
pub type Goals<'a> = HashSet<&'a str>;

/// A dot is as good as a list of moves, or there is none: where two moves go to the same place a
/// dot would not tell which, and dots in the other places alone would seem to say that nothing goes
/// there.
pub fn goals(moves: &[(String, Gesture)]) -> Goals<'_> {
    let mut goals = Goals::new();
    let ends = moves.iter().filter_map(|(_, gesture)| match gesture {
        Gesture::Path(points) => points.last(),
        _ => None,
    });
    for end in ends {
        if !goals.insert(alike(end)) {
            return Goals::new();
        }
    }
    goals
}

/// Whether a dot is due to what has this name.
pub fn is_goal(goals: &Goals<'_>, name: Option<&str>) -> bool {
    name.is_some_and(|name| goals.contains(alike(name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dots_are_everywhere_or_nowhere() {
        let path = |points: &str| (points.to_string(), Gesture::path(points.split(' ')));
        let stones = ["a1 a2", "a1 b1", "b2"].map(path);
        assert_eq!(goals(&stones), HashSet::from(["a2", "b1", "b2"]));
        let checkers = ["a1 c3", "e1 g3 e5", "e1 c3"].map(path);
        assert_eq!(goals(&checkers), HashSet::new());
    }
}
