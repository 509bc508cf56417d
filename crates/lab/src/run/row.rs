//! Rows of results: one line of JSON for each game, decision or measurement. Rows contain only
//! values that a second run reproduces; times are stored separately.

use crate::experiment::plan::Purpose;
use serde::{Deserialize, Serialize};

/// One line of results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Row {
    /// Game.
    Game(GameRow),
    /// Decision.
    Thought(ThoughtRow),
    /// Exploitability.
    Exploit(ExploitRow),
}

/// Result of a game. Lists have one entry per seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameRow {
    /// Purpose of the game.
    pub purpose: Purpose,
    /// Number of the pairing in the plan.
    pub pairing: u64,
    /// Number of the game in its pairing.
    pub game: u64,
    /// Number of the deal; games of the same deal share the stream of chance.
    pub deal: u64,
    /// Name of the player in each seat.
    pub players: Vec<String>,
    /// Index of the player in each seat, in the plan.
    pub seats: Vec<usize>,
    /// Payoff of each seat.
    pub payoffs: Vec<f64>,
    /// Number of decisions of each seat.
    pub decisions: Vec<u64>,
    /// Number of simulations of each seat.
    pub iterations: Vec<u64>,
    /// Number of moves.
    pub length: u32,
}

/// Decision and statistics of its search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ThoughtRow {
    /// Number of the pairing in the plan.
    pub pairing: u64,
    /// Name of the player.
    pub name: String,
    /// Index of the player in the plan.
    pub player: usize,
    /// Index of the position in the plan.
    pub position: u64,
    /// Number of the run.
    pub run: u64,
    /// Chosen action.
    pub action: String,
    /// Value of the action, as the player estimates it.
    pub value: f64,
    /// Number of legal actions.
    pub actions: u64,
    /// Number of simulations.
    pub iterations: u64,
    /// Number of nodes of the tree.
    pub nodes: u64,
    /// Depth of the deepest node.
    pub depth: f64,
    /// Mean depth of nodes.
    pub mean_depth: f64,
    /// Number of moves of a random game from this position.
    pub playout: u32,
}

/// Exploitability of a player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExploitRow {
    /// Number of the pairing in the plan.
    pub pairing: u64,
    /// Name of the player.
    pub name: String,
    /// Index of the player in the plan.
    pub player: usize,
    /// Number of the run.
    pub run: u64,
    /// Mean payoff of a best response per game, with random seats, from -1 to 1.
    pub exploitability: f64,
    /// Standard error within the run; only of a player as it plays, with two replays or more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<f64>,
}

/// Thinking time of a game or decision in seconds, one entry per seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimeRow {
    /// Number of the pairing in the plan.
    pub pairing: u64,
    /// Number of the game or decision in its pairing.
    pub number: u64,
    /// Seconds of each seat.
    pub seconds: Vec<f64>,
}

impl Row {
    /// Number of the pairing of the row.
    pub fn pairing(&self) -> u64 {
        match self {
            Row::Game(row) => row.pairing,
            Row::Thought(row) => row.pairing,
            Row::Exploit(row) => row.pairing,
        }
    }
}
