//! Review of a finished game: at each decision an adviser, who observes what the seat observed,
//! states its own choice and the loss of the played move.

use crate::record::Record;
use crate::{Agent, Error, Spec, Table};
use sortilege::tree::{Extent, Outline};
use sortilege::{Player, Rng};
use sortilege_catalogue::ValueFormat;
use sortilege_catalogue::table::Thought;

/// Comment on one decision.
#[derive(Clone, Debug, PartialEq)]
pub struct Comment {
    /// Number of the step, from 1.
    pub step: usize,
    /// Seat that decided.
    pub who: Player,
    /// The played move.
    pub played: String,
    /// Its value; `None` if the adviser follows rules and computes no values.
    pub value: Option<f64>,
    /// The adviser's move.
    pub best: String,
    /// Its value.
    pub best_value: Option<f64>,
    /// Loss of the played move, at least 0.
    pub lost: Option<f64>,
    /// Continuation that the adviser expects after its own move, if it has a tree that the seat
    /// could have.
    pub expected: Vec<String>,
}

/// Length of the expected continuation.
const AHEAD: Extent = Extent { depth: 6, least_visits: 1, most_edges: 4000 };

/// Comments on the decisions of step `number` (from 0) of a record, whose table has been replayed
/// up to it. `begin` is called with each adviser before it searches. `stakes` selects the unit of
/// values: the unit of the game, or a score from 0 to 1.
pub fn comments(
    table: &dyn Table,
    record: &Record,
    number: usize,
    adviser: &Spec,
    (seed, in_units): (u64, bool),
    begin: &mut dyn FnMut(&Agent),
) -> Result<Vec<Comment>, Error> {
    let mut found = vec![];
    let made = record.steps[number].made.iter();
    let choosing = made.filter_map(|made| Some((Player(made.seat?.checked_sub(1)?), &made.action)));
    for (who, played) in choosing {
        if !table.to_choose().contains(&who) || table.legal(who).len() == 1 {
            continue;
        }
        // A new player for each decision: its memory of one seat must not inform another.
        let mut player = table.player(adviser)?;
        begin(&player);
        let mut rng = Rng::derive(&[seed, number as u64, who.0 as u64]);
        let thought = table.think(&mut player, who, &mut rng)?;
        let stakes = if in_units { table.stakes() } else { None };
        let format = ValueFormat::new(player.profile().values, stakes);
        let line = expected_line(table, &mut player, who, &thought.action);
        let step = number + 1;
        let comment = Comment { expected: line, ..comment(step, who, played, &thought, format) };
        // Without a value the adviser did not examine the played move, unless it has no values.
        let is_examined = comment.value.is_some() && comment.best_value.is_some();
        found.extend((is_examined || !format.has_values()).then_some(comment));
    }
    Ok(found)
}

fn comment(
    step: usize,
    who: Player,
    played: &str,
    thought: &Thought,
    format: ValueFormat,
) -> Comment {
    let value = |action: &str| {
        let candidate = thought.candidates.iter().find(|candidate| candidate.action == action)?;
        if candidate.visits > 0 { format.read(candidate.value) } else { None }
    };
    let (best_value, value) = (value(&thought.action), value(played));
    Comment {
        step,
        who,
        played: played.to_string(),
        value,
        best: thought.action.clone(),
        best_value,
        lost: best_value.zip(value).map(|(best, value)| (best - value).max(0.0)),
        expected: vec![],
    }
}

/// Moves that a player expects after `action`, the most visited one at each node. Empty if it has
/// no tree, or a tree with more information than the seat has.
pub fn expected_line(
    table: &dyn Table,
    player: &mut Agent,
    who: Player,
    action: &str,
) -> Vec<String> {
    let outline = table.outline(player, who, &AHEAD).ok().flatten();
    outline.map_or(vec![], |tree| most_visited(&tree, action))
}

fn most_visited(tree: &Outline, action: &str) -> Vec<String> {
    let mut line = vec![];
    let mut at = tree.edges.iter().position(|edge| edge.after.is_none() && edge.name == action);
    while let Some(edge) = at {
        let next = (0..tree.edges.len()).filter(|&other| tree.edges[other].after == Some(edge));
        at = next.rev().max_by_key(|&other| tree.edges[other].visits);
        line.extend(at.map(|next| tree.edges[next].name.clone()));
    }
    line
}
