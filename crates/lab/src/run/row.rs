//! What is kept of a game, a decision or a measurement: one line of JSON each, with nothing in it
//! that a second run could give otherwise. Times are kept apart.

use crate::experiment::plan::Purpose;
use serde::{Deserialize, Serialize};

/// One line of results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Row {
    /// A game.
    Game(GameRow),
    /// A decision.
    Thought(ThoughtRow),
    /// What the best opponent wins.
    Exploit(ExploitRow),
}

/// How a game went. Lists have an entry a seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameRow {
    /// What it was played for.
    pub purpose: Purpose,
    /// Which pairing of the plan.
    pub pairing: u64,
    /// The number of the game in its pairing.
    pub game: u64,
    /// The deal; games of the same deal meet the same chance.
    pub deal: u64,
    /// What the player in each seat is called.
    pub players: Vec<String>,
    /// The player in each seat, by its place in the plan.
    pub seats: Vec<usize>,
    /// What each earned.
    pub payoffs: Vec<f64>,
    /// Decisions that each made.
    pub decisions: Vec<u64>,
    /// Simulations that each made.
    pub iterations: Vec<u64>,
    /// The number of moves.
    pub length: u32,
}

/// A decision and how it came about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ThoughtRow {
    /// Which pairing of the plan.
    pub pairing: u64,
    /// What the player is called.
    pub name: String,
    /// The player, by its place in the plan.
    pub player: usize,
    /// The position, by its place in the plan.
    pub position: u64,
    /// Which run.
    pub run: u64,
    /// What was decided.
    pub action: String,
    /// What the player thinks that is worth.
    pub value: f64,
    /// How many actions there were.
    pub actions: u64,
    /// Simulations made.
    pub iterations: u64,
    /// Nodes of the tree.
    pub nodes: u64,
    /// The depth of its deepest node.
    pub depth: f64,
    /// The mean depth of nodes.
    pub mean_depth: f64,
    /// Moves of a random game from this position.
    pub playout: u32,
}

/// What the best opponent wins from a player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExploitRow {
    /// Which pairing of the plan.
    pub pairing: u64,
    /// What the player is called.
    pub name: String,
    /// The player, by its place in the plan.
    pub player: usize,
    /// Which run.
    pub run: u64,
    /// What the best opponent wins in a game, seats drawn by lot, from -1 to 1.
    pub exploitability: f64,
    /// The standard error within the run, of a player as it plays with two replays or more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<f64>,
}

/// How long a game or decision took: thinking time in seconds, an entry a seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimeRow {
    /// Which pairing of the plan.
    pub pairing: u64,
    /// The number of the game or decision in its pairing.
    pub number: u64,
    /// Seconds.
    pub seconds: Vec<f64>,
}

impl Row {
    /// Which pairing it belongs to.
    pub fn pairing(&self) -> u64 {
        match self {
            Row::Game(row) => row.pairing,
            Row::Thought(row) => row.pairing,
            Row::Exploit(row) => row.pairing,
        }
    }
}
