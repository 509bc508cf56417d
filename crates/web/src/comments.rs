//! Comments of an adviser on a finished game, as the page gets them.

use serde_json::{Value, json};
use sortilege_lab::review::Comment;

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

impl Review {
    /// Returns the review as JSON: its progress, and one comment for each decision.
    pub fn show(&self) -> Value {
        let comment = |it: &Comment| json!({ "step": it.step - 1, "who": it.who.0, "played": it.played, "best": it.best, "value": it.best_value, "lost": it.lost });
        json!({ "done": self.done, "steps": self.steps, "comments": self.comments.iter().map(comment).collect::<Value>() })
    }
}
