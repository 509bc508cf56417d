//! Matches: many games between the same players, seats swapped, with a confidence interval.

use crate::{Error, Spec, Table};
use std::sync::atomic::AtomicBool;

/// What a match consists of.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchPlan {
    /// The players; as many as there are seats, or any number for a game that is played alone.
    pub players: Vec<Spec>,
    /// How many games.
    pub games: u64,
    /// What all randomness is derived from.
    pub seed: u64,
    /// How many games are played at once; it does not change the result.
    pub threads: usize,
}

/// How a match stands, or ended.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchResult {
    /// Games played; fewer than planned if the match was stopped.
    pub games: u64,
    /// One a player, in the order of the plan.
    pub players: Vec<Standing>,
    /// The score of whoever sat in the first seat.
    pub first_seat_score: f64,
    /// Moves in a game.
    pub mean_length: f64,
}

/// How a player did.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// The player with the settings that were given, tidied.
    pub player: Spec,
    /// Games with a payoff above 0.
    pub wins: u64,
    /// Games with a payoff of 0.
    pub draws: u64,
    /// Games with a payoff below 0.
    pub losses: u64,
    /// A win counts 1, a draw 1/2; the mean over games.
    pub score: f64,
    /// The 95% confidence interval of the score.
    pub ci95: (f64, f64),
    /// The mean payoff, in [-1, 1].
    pub payoff: f64,
    /// Decisions made; moves without an alternative are not counted.
    pub decisions: u64,
    /// Simulations made for them.
    pub iterations: u64,
    /// Time taken for them.
    pub seconds: f64,
}

impl Standing {
    /// Thinking time; 0 without a decision.
    pub fn seconds_per_decision(&self) -> f64 {
        self.seconds / self.decisions.max(1) as f64
    }
    /// Simulations in a second; 0 if there were none.
    pub fn iterations_per_second(&self) -> f64 {
        if self.iterations == 0 { 0.0 } else { self.iterations as f64 / self.seconds }
    }
}

/// Plays a match. `progress` hears the number of games played so far; once `stop` is set, games that have
/// begun are finished and no more are begun.
pub fn run_match(
    table: &dyn Table,
    plan: &MatchPlan,
    progress: &mut dyn FnMut(u64),
    stop: &AtomicBool,
) -> Result<MatchResult, Error> {
    let _ = (plan, progress, stop);
    Err(Error::Failed(format!("no match of `{}` was played", table.spec())))
}
