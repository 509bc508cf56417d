//! Targets of the legal moves.

use sortilege::scene::{Gesture, alike};
use std::collections::HashSet;

/// Names of the targets of moves; equal things count as one.
pub type Goals<'a> = HashSet<&'a str>;

/// Returns the targets to mark with dots, if dots can replace the list of moves, and otherwise
/// none. If two moves have the same target, a dot would be ambiguous, and dots at the other targets
/// alone would suggest that no move goes there.
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
