//! What a player expects to follow: the principal variation of the tree that it has grown for its last decision.

use sortilege::Player;
use sortilege::tree::{Extent, Outline};
use sortilege_catalogue::{Agent, Table};

/// How far ahead is told.
const AHEAD: Extent = Extent { depth: 6, least_visits: 1, most_edges: 4000 };

/// The moves that a player expects, beginning with `action`; nothing if it has no tree, or one that knows more than the
/// seat does.
pub fn expected(table: &dyn Table, player: &mut Agent, who: Player, action: &str) -> Vec<String> {
    let outline = table.outline(player, who, &AHEAD).ok().flatten();
    outline.map_or(vec![], |tree| most_visited(&tree, action))
}

/// The most visited moves after one, each after the other.
fn most_visited(tree: &Outline, action: &str) -> Vec<String> {
    let mut line = vec![];
    let mut at = tree.edges.iter().position(|edge| edge.after.is_none() && edge.name == action);
    while let Some(edge) = at {
        line.push(tree.edges[edge].name.clone());
        let next = (0..tree.edges.len()).filter(|&other| tree.edges[other].after == Some(edge));
        at = next.rev().max_by_key(|&other| tree.edges[other].visits);
    }
    line
}
