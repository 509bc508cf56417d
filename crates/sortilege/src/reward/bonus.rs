//! The bonus of QR: the amount that is added to the reward of a simulation, from how much better or
//! worse than usual it was by one measure of its quality (QR §4, eq. 3 to 8).

use super::moments::{Comoments, Usual};
use crate::Player;

/// The reading of QR to follow. The text of the paper and the program that its authors ran differ.
///
/// | | `Paper` | `AsRun`, `Fixed` |
/// |---|---|---|
/// | silent | for the first 5 % of a decision's simulations | in a player's first decision of a game, and with fewer than 50 wins of the winner |
/// | online a' | -Cov(X', Y) / Var(Y), as §4.1 and §4.4 have it | Cov(X', Y) / Var(Y); qualitative only if above 0 |
/// | covariances | of one decision, draws count 0 in X' | of the whole game, without draws |
/// | Y of the relative bonus | d, moves since the root | moves since the start of the game |
/// | b beyond abs(k lambda) = 10 | eq. 4 | `AsRun`: eq. 4 with the wrong sign |
///
/// In the program, a table of the sigmoid ended at 10, and larger arguments received the value of
/// the other end. Within the table, this implementation computes the value instead of looking it
/// up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// The text of the paper.
    Paper,
    /// The authors' program.
    AsRun,
    /// The authors' program with the sigmoid corrected.
    #[default]
    Fixed,
}

impl Mode {
    /// The sigmoid of eq. 4 for a = 1; x is k lambda.
    #[inline]
    pub fn sigmoid(self, x: f64) -> f64 {
        if self == Mode::AsRun && x.abs() > TABLE_END {
            return -x.signum();
        }
        -1.0 + 2.0 / (1.0 + (-x).exp())
    }
}

/// End of the sigmoid table in the authors' program.
const TABLE_END: f64 = 10.0;
/// Number of wins that the authors' program requires before it uses a mean.
const ENOUGH: f64 = 50.0;

/// The height a of a bonus.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scale {
    /// A constant; QR's tables have a column for 0.25.
    Constant(f64),
    /// a' of QR §4.4, computed from the simulations so far. If the measure is independent of the
    /// winner, it is the share of simulations that were won; the text of the paper gives it a minus
    /// sign.
    Online,
}

/// One bonus with its statistics.
#[derive(Clone, Debug)]
pub struct Bonus {
    /// The reading of QR.
    pub mode: Mode,
    /// Steepness k of the sigmoid; between 1 and 8 in QR.
    pub k: f64,
    /// Height a of the sigmoid.
    pub a: Scale,
    /// Mean and deviation of the measure, by winner.
    usual: Usual,
    /// Covariance of X' of eq. 8 with Y.
    primed: Comoments,
    /// Covariance of the searching player's result, -1, 0 or 1, with Y.
    starred: Comoments,
    /// Covariance of the same result with lambda.
    standardized: Comoments,
    /// The largest abs(a') used in this game.
    largest: f64,
}

/// A finished simulation with one measure of it.
#[derive(Clone, Copy)]
pub(super) struct MeasuredSimulation {
    /// The winner, if there is one.
    pub(super) winner: Option<Player>,
    /// The measure: d or q.
    pub(super) measure: f64,
    /// The control variate Y of the covariances.
    pub(super) control: f64,
    /// Whether a larger measure is better.
    pub(super) more_is_better: bool,
}

/// The progress of the game and of the current decision.
#[derive(Clone, Copy, Debug)]
pub(super) struct GameProgress {
    pub(super) searcher: Player,
    /// Number of decisions of the searcher in this game, including this one.
    pub(super) decisions: u32,
    /// Number of simulations of this decision so far.
    pub(super) samples: u64,
    /// Number of first simulations of this decision whose reward [`Mode::Paper`] does not change.
    pub(super) warm_up: u64,
}

impl GameProgress {
    /// Number of moves before this decision, if two players alternate and the first of them began.
    pub(super) fn plies(&self) -> u32 {
        2 * self.decisions.saturating_sub(1) + self.searcher.0 as u32
    }
}

impl Bonus {
    /// A bonus without any statistics yet.
    pub fn new(mode: Mode, k: f64, a: Scale) -> Self {
        let (usual, none) = (Usual::default(), Comoments::default());
        Bonus { mode, k, a, usual, primed: none, starred: none, standardized: none, largest: 0.0 }
    }

    /// a' of QR §4.4 in the reading of this mode; `None` while all simulations have the same
    /// measure.
    pub fn a_prime(&self) -> Option<f64> {
        let slope = self.primed.slope()?;
        Some(if self.mode == Mode::Paper { -slope } else { slope })
    }

    /// a* of QR §4.1, -Cov(X, Y) / Var(Y) with the searching player's result as X. It minimizes the
    /// variance and is "too small to make an impact" (§4.4). It is measured and never used.
    pub fn a_star(&self) -> Option<f64> {
        self.starred.slope().map(|slope| -slope)
    }

    /// a* with lambda, the quantity that changes rewards, as Y. Its expectation is 0: lambda is the
    /// distance of a game from the mean of the games that the same player won, so it cannot predict
    /// the winner.
    pub fn a_star_of_lambda(&self) -> Option<f64> {
        self.standardized.slope().map(|slope| -slope)
    }

    /// Upper bound of the absolute bonus.
    pub(super) fn max_abs(&self) -> f64 {
        match self.a {
            Scale::Constant(a) => a.abs(),
            // A share of wins is at most 1, but a' exceeds it where long games are won more often.
            Scale::Online => self.largest.max(1.0),
        }
    }

    pub(super) fn begin_decision(&mut self) {
        self.usual = Usual::default();
        if self.mode == Mode::Paper {
            (self.primed, self.starred, self.standardized) = Default::default();
        }
    }

    pub(super) fn begin_game(&mut self) {
        *self = Bonus::new(self.mode, self.k, self.a);
    }

    /// Returns the bonus of the winner for this simulation, then adds the simulation to the
    /// statistics. Algorithm 1 has this order.
    #[inline]
    pub(super) fn record(&mut self, sample: MeasuredSimulation, progress: &GameProgress) -> f64 {
        if self.mode != Mode::Paper && progress.decisions <= 1 {
            return 0.0;
        }
        let lambda = self.lambda(sample);
        let bonus = sample.winner.zip(lambda).map_or(0.0, |won| self.bonus(won, sample, progress));
        self.remember(sample, lambda, progress);
        bonus
    }

    /// Eq. 3 or 6: how much better than usual for its winner the simulation was, in standard
    /// deviations.
    #[inline]
    fn lambda(&self, sample: MeasuredSimulation) -> Option<f64> {
        let more = self.usual.lambda(sample.winner?, sample.measure)?;
        Some(if sample.more_is_better { more } else { -more })
    }

    #[inline]
    fn bonus(
        &mut self,
        (winner, lambda): (Player, f64),
        sample: MeasuredSimulation,
        progress: &GameProgress,
    ) -> f64 {
        match self.is_ready(winner, sample, progress) {
            true => self.scale() * self.mode.sigmoid(self.k * lambda),
            false => 0.0,
        }
    }

    #[inline]
    fn is_ready(
        &self,
        winner: Player,
        sample: MeasuredSimulation,
        progress: &GameProgress,
    ) -> bool {
        match self.mode {
            Mode::Paper => progress.samples >= progress.warm_up,
            Mode::AsRun | Mode::Fixed => {
                let controls = |slope| !sample.more_is_better || slope > 0.0;
                self.usual.wins(winner) >= ENOUGH && self.primed.slope().is_some_and(controls)
            }
        }
    }

    #[inline]
    fn scale(&mut self) -> f64 {
        match self.a {
            Scale::Constant(a) => a,
            Scale::Online => {
                let a = self.a_prime().unwrap_or(0.0);
                self.largest = self.largest.max(a.abs());
                a
            }
        }
    }

    #[inline]
    fn remember(
        &mut self,
        sample: MeasuredSimulation,
        lambda: Option<f64>,
        progress: &GameProgress,
    ) {
        let result = match sample.winner {
            Some(winner) => {
                self.usual.push(winner, sample.measure);
                if winner == progress.searcher { 1.0 } else { -1.0 }
            }
            None if self.mode == Mode::Paper => 0.0,
            None => return,
        };
        let won = sample.winner == Some(progress.searcher);
        self.primed.push(if won { sample.control } else { 0.0 }, sample.control);
        self.starred.push(result, sample.control);
        if let Some(lambda) = lambda {
            self.standardized.push(result, lambda);
        }
    }
}
