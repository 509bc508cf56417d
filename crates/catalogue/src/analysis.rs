//! Analyses of a position: exact values where they can be computed, exploitability, and speed.

use crate::{Agent, Error, Spec};
use sortilege::exact::{Adversary, Estimate, Response, Won};
use sortilege::{Player, Rng, Stop};
use std::time::{Duration, Instant};

/// Analyses of the position on a table, which they do not change.
/// [`Table::analysis`](crate::Table::analysis) returns it.
pub trait Analysis: Send + Sync {
    /// The number of move sequences of exactly `depth` moves from the position on the table. At a
    /// rulesheet a move is a joint move of all roles, chance among them; other games with chance
    /// have no perft.
    fn perft(&self, depth: u32) -> Result<u64, Error>;
    /// Exploitability of a player as it plays, from the position on the table: with its memory
    /// between decisions and its own final choice, averaged over `replays` and corrected for the
    /// upward bias of a maximum ([`AsPlayed`](sortilege::exact::AsPlayed) documents the method). It
    /// requires a small game for two. Returns `None` if it is stopped before two replays are
    /// complete; after that, the estimate by the complete ones.
    fn exploit_as_played(
        &self,
        player: &mut Agent,
        replays: u64,
        rng: &mut Rng,
        options: &AnalysisOptions,
    ) -> Result<Option<Exploited>, Error>;
    /// Exploitability of fresh searches, one at each information set, which sample their moves in
    /// proportion to visits. There is no memory between decisions, and each set is searched once,
    /// so the noise of each search counts as exploitability. It requires a small game for two.
    fn exploitability(&self, player: &mut Agent, rng: &mut Rng) -> Result<f64, Error> {
        let found = self.exploit(player, rng, &AnalysisOptions::default())?;
        Ok(found.expect("there is no stop signal").exploitability)
    }
    /// The same with a stop signal, a time limit and a progress callback. Returns `None` if it is
    /// stopped. In games with too many histories to unroll, it also returns the best responses.
    fn exploit(
        &self,
        player: &mut Agent,
        rng: &mut Rng,
        options: &AnalysisOptions,
    ) -> Result<Option<Exploited>, Error>;
    /// Approximate best response to such a player by search: a lower bound of its exploitability,
    /// in games of any size. The player searches once at every view that occurs. Returns `None` if
    /// it is stopped.
    fn approximate_exploitability(
        &self,
        player: &mut Agent,
        adversary: &Adversary,
        rng: &mut Rng,
        options: &AnalysisOptions,
    ) -> Result<Option<Won>, Error>;
    /// True value of every action of the acting player, in small games.
    fn action_values(&self) -> Result<Vec<(String, f64)>, Error>;
    /// Solves a small game from the position on the table: an equilibrium with hidden information,
    /// which requires two seats, and exact optimal play with perfect information. Reports progress
    /// to
    /// `on_progress`. Returns `None` if it was stopped before it had a result.
    fn solve(
        &self,
        aim: &Aim,
        on_progress: &mut dyn FnMut(&Reached),
    ) -> Result<Option<Solved>, Error>;
    /// Mean number of moves of players in playouts of `player` from the position on the table.
    fn playout_length(&self, player: &Spec, playouts: u64) -> Result<f64, Error>;
    /// Speed of uniformly random games from the position on the table.
    fn bench_playouts(&self, time: Duration) -> PlayoutSpeed;
    /// Speed of a player at the position on the table.
    fn bench_search(&self, player: &mut Agent, time: Duration) -> Result<SearchSpeed, Error>;
}

/// Limits and progress callback of [`Analysis::exploit`] and
/// [`Analysis::approximate_exploitability`].
pub struct AnalysisOptions<'a> {
    /// Signal that stops the analysis from outside.
    pub stop: Stop,
    /// Time limit for the decisions of the player. An analysis that would take longer is refused as
    /// soon as that is known.
    pub time_limit: Duration,
    /// Progress callback, called from any thread.
    pub on_progress: &'a (dyn Fn(Stage) + Sync),
}

/// No stop signal, a limit of an hour, and no progress callback.
impl Default for AnalysisOptions<'_> {
    fn default() -> Self {
        AnalysisOptions {
            stop: Stop::default(),
            time_limit: Duration::from_secs(3600),
            on_progress: &|_| (),
        }
    }
}

/// Progress of [`Analysis::exploit`] or [`Analysis::approximate_exploitability`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stage {
    /// An adversary plays.
    Playing {
        /// Its episodes and games so far.
        done: u64,
        /// All of them.
        all: u64,
        /// Views at which the player has searched.
        views: u64,
    },
    /// The player replays histories that lead to information sets.
    Replayed {
        /// Games so far.
        done: u64,
        /// All games, of all replays.
        all: u64,
        /// Remaining time, once it can be estimated.
        left: Option<Duration>,
    },
    /// The player searches at views.
    Asked {
        /// Views so far.
        done: u64,
        /// All views.
        all: u64,
        /// Remaining time, once that can be estimated.
        left: Option<Duration>,
    },
    /// Best responses are computed.
    Responding {
        /// Estimated share that is done, from 0 to 1.
        share: f64,
        /// Information sets so far.
        sets: u64,
    },
}

/// Result of [`Analysis::exploit`].
#[derive(Clone, Debug, PartialEq)]
pub struct Exploited {
    /// Exploitability: mean payoff of the best responses, over both seats.
    pub exploitability: f64,
    /// The estimate, and the number of its replays, if it is that of a player as it plays.
    pub as_played: Option<(Estimate, u64)>,
    /// Best responses, in games with too many histories to unroll.
    pub responses: Option<Responses>,
}

/// The best responses of both seats.
#[derive(Clone, Debug, PartialEq)]
pub struct Responses {
    /// Best response of each seat.
    pub seats: [Response; 2],
    /// Number of views at which the player searched.
    pub views: u64,
    /// Peak memory in bytes of the strategy and all lists.
    pub bytes: usize,
}

impl Responses {
    /// Exploitability: mean payoff of the best responses, over both seats.
    pub fn exploitability(&self) -> f64 {
        self.seats.iter().map(|seat| seat.best - seat.value).sum::<f64>() / 2.0
    }
}

/// Termination of [`Analysis::solve`]: the first of these conditions ends it.
#[derive(Clone, Debug)]
pub struct Aim {
    /// Largest number of iterations of CFR+, at least one.
    pub iterations: u32,
    /// Target: exploitability is at most this.
    pub exploitability: f64,
    /// Whether the strategy is returned too.
    pub strategy: bool,
    /// Signal that stops it from outside; it then returns the solution so far.
    pub stop: Stop,
}

/// Progress of [`Analysis::solve`].
#[derive(Clone, Debug, PartialEq)]
pub struct Reached {
    /// Iterations of CFR+; 0 with perfect information, where the solution is exact.
    pub iterations: u32,
    /// Expected payoff of each seat if all seats play the strategy.
    pub values: Vec<f64>,
    /// Mean payoff of the best responses, over both seats.
    pub exploitability: f64,
}

/// Result of [`Analysis::solve`].
#[derive(Clone, Debug, PartialEq)]
pub struct Solved {
    /// Values and exploitability.
    pub reached: Reached,
    /// Strategy at every decision, if requested. With perfect information these are the positions
    /// that a seat can reach if it plays the strategy itself.
    pub strategy: Vec<Situation>,
}

/// Strategy at an information set.
#[derive(Clone, Debug, PartialEq)]
pub struct Situation {
    /// The acting player.
    pub seat: Player,
    /// Its observations as text; the position in games of perfect information.
    pub information: String,
    /// Every legal move with its probability.
    pub moves: Vec<(String, f64)>,
}

/// Result of [`Analysis::bench_playouts`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayoutSpeed {
    /// Games played.
    pub playouts: u64,
    /// Moves made by players in them.
    pub moves: u64,
    /// Time taken.
    pub seconds: f64,
}

/// Result of [`Analysis::bench_search`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchSpeed {
    /// Decisions made.
    pub decisions: u64,
    /// Simulations made for them.
    pub iterations: u64,
    /// Time taken.
    pub seconds: f64,
    /// Nodes of the tree, averaged over decisions.
    pub nodes: f64,
    /// Memory of the tree divided by its nodes.
    pub bytes_per_node: f64,
}

impl PlayoutSpeed {
    /// Games in a second.
    pub fn playouts_per_second(&self) -> f64 {
        self.playouts as f64 / self.seconds
    }
    /// Moves in a second.
    pub fn moves_per_second(&self) -> f64 {
        self.moves as f64 / self.seconds
    }
    /// Moves in a game.
    pub fn mean_length(&self) -> f64 {
        self.moves as f64 / self.playouts as f64
    }
}

impl SearchSpeed {
    /// Simulations in a second.
    pub fn iterations_per_second(&self) -> f64 {
        self.iterations as f64 / self.seconds
    }
}

/// Measures playouts for a time. `some` plays `at_once` playouts and returns the number of moves.
pub(crate) fn time_playouts(
    time: Duration,
    at_once: u64,
    some: &mut dyn FnMut() -> u64,
) -> PlayoutSpeed {
    let (mut playouts, mut moves) = (0, 0);
    let began = Instant::now();
    while playouts == 0 || began.elapsed() < time {
        moves += some();
        playouts += at_once;
    }
    PlayoutSpeed { playouts, moves, seconds: began.elapsed().as_secs_f64() }
}

/// Cost of one decision.
pub(crate) struct Effort {
    /// Simulations made.
    pub iterations: u64,
    /// Nodes of the tree.
    pub nodes: u64,
    /// Memory of the tree.
    pub bytes: usize,
}

/// Measures decisions for a time.
pub(crate) fn time_decisions(
    time: Duration,
    decide: &mut dyn FnMut() -> Result<Effort, Error>,
) -> Result<SearchSpeed, Error> {
    let (mut iterations, mut decisions, mut nodes, mut bytes) = (0, 0, 0, 0);
    let began = Instant::now();
    while decisions == 0 || began.elapsed() < time {
        let effort = decide()?;
        decisions += 1;
        iterations += effort.iterations;
        nodes += effort.nodes;
        bytes += effort.bytes;
    }
    Ok(SearchSpeed {
        decisions,
        iterations,
        seconds: began.elapsed().as_secs_f64(),
        nodes: nodes as f64 / decisions as f64,
        bytes_per_node: bytes as f64 / (nodes as f64).max(1.0),
    })
}
