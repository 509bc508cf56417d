//! Comments of an adviser on a finished game: one for each decision, with the loss of the played
//! move.

use serde_json::{Value, json};
use sortilege::Player;
use sortilege_catalogue::table::Thought;

/// Review so far.
#[derive(Clone, Debug, Default)]
pub struct Review {
    /// Number of reviewed steps.
    pub done: usize,
    /// Number of steps of the game.
    pub steps: usize,
    /// Comments so far.
    pub comments: Vec<Comment>,
}

/// Comment on one decision.
#[derive(Clone, Debug)]
pub struct Comment {
    step: usize,
    who: Player,
    played: String,
    best: String,
    value: f64,
    lost: f64,
}

impl Review {
    /// Returns the review as JSON: its progress, and one comment for each decision.
    pub fn show(&self) -> Value {
        let comment = |it: &Comment| json!({ "step": it.step, "who": it.who.0, "played": it.played, "best": it.best, "value": it.value, "lost": it.lost });
        json!({ "done": self.done, "steps": self.steps, "comments": self.comments.iter().map(comment).collect::<Value>() })
    }
}

/// Comment on a decision; `None` if the adviser did not evaluate the played move.
pub fn comment(step: usize, who: Player, played: &str, thought: &Thought) -> Option<Comment> {
    let value = |action: &str| {
        let weighed = thought.candidates.iter().find(|weighed| weighed.action == action);
        weighed
            .filter(|weighed| weighed.visits > 0 && !weighed.value.is_nan())
            .map(|weighed| weighed.value)
    };
    let (best, value) = (value(&thought.action)?, value(played)?);
    let (best_name, played) = (thought.action.clone(), played.to_string());
    Some(Comment { step, who, played, best: best_name, value, lost: (best - value).max(0.0) })
}
