//! Search results for people: winning probabilities instead of raw values, and the expected line of
//! play. The line is the principal variation of the tree of the player's last decision.

use sortilege::Player;
use sortilege_catalogue::table::Thought;
use sortilege_catalogue::{Agent, PlayerProfile, Table, ValueFormat};
use sortilege_lab::review::expected_line;

/// Converts a value of a player to a winning probability, from 0 for a loss to 1 for a win. NaN if
/// the player does not evaluate moves.
pub fn chance(player: &PlayerProfile, value: f64) -> f64 {
    ValueFormat::new(player.values, None).read(value).unwrap_or(f64::NAN)
}

/// Rounds to the precision of reports: a thousandth.
pub fn rounded(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}

/// Replaces the values of a search result by winning probabilities.
pub fn in_chances(player: &PlayerProfile, mut thought: Thought) -> Thought {
    for candidate in &mut thought.candidates {
        candidate.value = chance(player, candidate.value);
    }
    thought
}

/// Moves that a player expects, beginning with `action`. Empty if it has no tree, or a tree with
/// more information than the seat has.
pub fn variation(table: &dyn Table, player: &mut Agent, who: Player, action: &str) -> Vec<String> {
    let line = expected_line(table, player, who, action);
    if line.is_empty() { line } else { [vec![action.to_string()], line].concat() }
}
