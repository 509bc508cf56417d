//! What an adviser says of a game: a line for each decision, and what was lost there.

use serde_json::{Value, json};
use sortilege::Player;
use sortilege_catalogue::table::Thought;

/// What was found so far.
#[derive(Clone, Debug, Default)]
pub struct Review {
    /// Steps looked at.
    pub done: usize,
    /// Steps of the game.
    pub steps: usize,
    /// What the adviser said.
    pub comments: Vec<Comment>,
}

/// What the adviser says of a decision.
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
    /// As JSON: how far it has come, and a line for each decision.
    pub fn show(&self) -> Value {
        let comment = |it: &Comment| json!({ "step": it.step, "who": it.who.0, "played": it.played, "best": it.best, "value": it.value, "lost": it.lost });
        json!({ "done": self.done, "steps": self.steps, "comments": self.comments.iter().map(comment).collect::<Value>() })
    }
}

/// Nothing, where the adviser has no opinion.
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
