//! What a player's answer means to people: chances instead of its own values, and what it expects
//! to follow, which is the principal variation of the tree that it has grown for its last decision.

use sortilege::Player;
use sortilege::tree::{Extent, Outline};
use sortilege_catalogue::table::Thought;
use sortilege_catalogue::{Agent, Spec, Table, ValueFormat};

/// How far ahead is told.
const AHEAD: Extent = Extent { depth: 6, least_visits: 1, most_edges: 4000 };

/// What a value of a player's stands for, from 0 for a loss to 1 for a win; not a number if it puts
/// no value on moves.
pub fn chance(player: &Spec, value: f64) -> f64 {
    ValueFormat::new(player, None).read(value).unwrap_or(f64::NAN)
}

/// As exactly as it is told: to a thousandth.
pub fn rounded(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}

/// What a player answered, with chances instead of its values.
pub fn in_chances(player: &Spec, mut thought: Thought) -> Thought {
    for candidate in &mut thought.candidates {
        candidate.value = chance(player, candidate.value);
    }
    thought
}

/// The moves that a player expects, beginning with `action`; nothing if it has no tree, or one that
/// knows more than the seat does.
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
