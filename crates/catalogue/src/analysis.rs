//! What can be measured from a position, apart from playing on: truth where it is known, and speed.

use crate::{Agent, Error, Spec};
use sortilege::exact::{Adversary, Estimate, Response, Won};
use sortilege::{Player, Rng, Stop};
use std::time::{Duration, Instant};

/// Measures from the position on a table, which stays as it is.
/// [`Table::analysis`](crate::Table::analysis) gives it.
pub trait Analysis: Send + Sync {
    /// The number of move sequences of exactly `depth` moves from the position on the table. At a
    /// rulesheet a move is a joint move of all roles, chance among them; other games with chance
    /// have no perft.
    fn perft(&self, depth: u32) -> Result<u64, Error>;
    /// What the best opponent wins on average from a player as it plays, from the position on the
    /// table: with what it remembers between decisions and by its own way to choose, averaged over
    /// so many replays and corrected for the upward bias of a maximum
    /// ([`AsPlayed`](sortilege::exact::AsPlayed) has the method). It takes a small game for two.
    /// Nothing if it is stopped before two replays are complete; after that, the estimate by those
    /// that are.
    fn exploit_as_played(
        &self,
        player: &mut Agent,
        replays: u64,
        rng: &mut Rng,
        options: &AnalysisOptions,
    ) -> Result<Option<Exploited>, Error>;
    /// What the best opponent wins on average from fresh searches, one at each information set,
    /// which draw their moves in proportion to visits: nothing is remembered from one decision to
    /// the next, and each set is searched once, so that the noise of each search counts as
    /// exploitability. It takes a small game for two.
    fn exploitability(&self, player: &mut Agent, rng: &mut Rng) -> Result<f64, Error> {
        let found = self.exploit(player, rng, &AnalysisOptions::default())?;
        Ok(found.expect("nobody stops it").exploitability)
    }
    /// The same of fresh searches, with who may stop it and who is told how far it is; nothing if
    /// it is stopped. Where histories are too many to be unrolled, it tells of the best responses
    /// too.
    fn exploit(
        &self,
        player: &mut Agent,
        rng: &mut Rng,
        options: &AnalysisOptions,
    ) -> Result<Option<Exploited>, Error>;
    /// What an adversary who searches wins from such a player: no more than the best opponent
    /// would, in games of any size. A player is asked once at every view that comes up, and goes by
    /// that. Nothing if it is stopped.
    fn approximate_exploitability(
        &self,
        player: &mut Agent,
        adversary: &Adversary,
        rng: &mut Rng,
        options: &AnalysisOptions,
    ) -> Result<Option<Won>, Error>;
    /// The true value of every action of the player on turn, in small games.
    fn action_values(&self) -> Result<Vec<(String, f64)>, Error>;
    /// How the game is played best from the position on the table, in small games: to an
    /// equilibrium where something is hidden, which takes two seats, and exactly where nothing is.
    /// `on_progress` is told on the way how far it has got. Nothing if it was stopped before
    /// anything was known.
    fn solve(
        &self,
        aim: &Aim,
        on_progress: &mut dyn FnMut(&Reached),
    ) -> Result<Option<Solved>, Error>;
    /// How many moves players make in a playout of `player` from the position on the table, on
    /// average over so many playouts.
    fn playout_length(&self, player: &Spec, playouts: u64) -> Result<f64, Error>;
    /// How fast uniformly random games are played from the position on the table.
    fn bench_playouts(&self, time: Duration) -> PlayoutSpeed;
    /// How fast a player decides at the position on the table.
    fn bench_search(&self, player: &mut Agent, time: Duration) -> Result<SearchSpeed, Error>;
}

/// How an answer of [`Analysis::exploit`] or [`Analysis::approximate_exploitability`] that takes
/// long is waited for.
pub struct AnalysisOptions<'a> {
    /// Ends it from outside.
    pub stop: Stop,
    /// How long a player may be asked; if it would take longer, it is refused as soon as that is
    /// known.
    pub time_limit: Duration,
    /// Is told how far it is, from any thread.
    pub on_progress: &'a (dyn Fn(Stage) + Sync),
}

/// Nobody stops it, an hour is allowed, and nobody is told.
impl Default for AnalysisOptions<'_> {
    fn default() -> Self {
        AnalysisOptions {
            stop: Stop::default(),
            time_limit: Duration::from_secs(3600),
            on_progress: &|_| (),
        }
    }
}

/// How far [`Analysis::exploit`] or [`Analysis::approximate_exploitability`] has got.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stage {
    /// An adversary plays.
    Playing {
        /// Its episodes and games so far.
        done: u64,
        /// All of them.
        all: u64,
        /// Views at which the player was asked.
        views: u64,
    },
    /// The player plays along ways to information sets.
    Replayed {
        /// Games so far.
        done: u64,
        /// All games, of all replays.
        all: u64,
        /// How long the rest takes, once that can be estimated.
        left: Option<Duration>,
    },
    /// The player is asked at views.
    Asked {
        /// Views so far.
        done: u64,
        /// All views.
        all: u64,
        /// How long the rest takes, once that can be told.
        left: Option<Duration>,
    },
    /// Best responses are looked for.
    Responding {
        /// The part that is done, from 0 to 1, as far as anybody can tell.
        share: f64,
        /// Information sets so far.
        sets: u64,
    },
}

/// What [`Analysis::exploit`] found.
#[derive(Clone, Debug, PartialEq)]
pub struct Exploited {
    /// What the best opponent wins on average, seats drawn by lot.
    pub exploitability: f64,
    /// The estimate, and the number of its replays, if it is that of a player as it plays.
    pub as_played: Option<(Estimate, u64)>,
    /// More of it, where histories are too many to be unrolled.
    pub responses: Option<Responses>,
}

/// The best responses of both seats.
#[derive(Clone, Debug, PartialEq)]
pub struct Responses {
    /// What was found for each seat.
    pub seats: [Response; 2],
    /// At how many views the player was asked.
    pub views: u64,
    /// The bytes of what the player does and of all lists, when they were longest.
    pub bytes: usize,
}

impl Responses {
    /// What the best opponent wins on average, seats drawn by lot.
    pub fn exploitability(&self) -> f64 {
        self.seats.iter().map(|seat| seat.best - seat.value).sum::<f64>() / 2.0
    }
}

/// When [`Analysis::solve`] has done enough: the first of these ends it.
#[derive(Clone, Debug)]
pub struct Aim {
    /// At most so many iterations of CFR+, one at least.
    pub iterations: u32,
    /// The best opponent wins no more than this.
    pub exploitability: f64,
    /// Whether the strategy is asked for too.
    pub strategy: bool,
    /// Ends it from outside; what was found so far is the answer.
    pub stop: Stop,
}

/// How far [`Analysis::solve`] has got.
#[derive(Clone, Debug, PartialEq)]
pub struct Reached {
    /// Iterations of CFR+; none where nothing is hidden, and the answer exact.
    pub iterations: u32,
    /// What each seat earns on average when everybody plays so.
    pub values: Vec<f64>,
    /// What the best opponent wins, seats drawn by lot.
    pub exploitability: f64,
}

/// What [`Analysis::solve`] found.
#[derive(Clone, Debug, PartialEq)]
pub struct Solved {
    /// How good it is.
    pub reached: Reached,
    /// What to do wherever somebody decides, if that was asked for. Where nothing is hidden these
    /// are the positions that a seat can come to that plays so itself.
    pub strategy: Vec<Situation>,
}

/// What to do where a seat cannot tell histories apart.
#[derive(Clone, Debug, PartialEq)]
pub struct Situation {
    /// Who decides.
    pub seat: Player,
    /// What it has seen, in the words in which it was told; the position where nothing is hidden.
    pub information: String,
    /// Every legal move with its probability.
    pub moves: Vec<(String, f64)>,
}

/// What [`Analysis::bench_playouts`] measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayoutSpeed {
    /// Games played.
    pub playouts: u64,
    /// Moves made by players in them.
    pub moves: u64,
    /// Time taken.
    pub seconds: f64,
}

/// What [`Analysis::bench_search`] measured.
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

/// Measures playouts for a time; `some` plays so many as it says, and returns the moves in them.
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

/// What one decision took.
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
