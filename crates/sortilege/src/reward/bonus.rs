//! The bonus of QR: how much better or worse than usual a simulation was, by one measure of its
//! quality, and what that is to add to its reward (QR §4, eq. 3 to 8).

use super::moments::Comoments;
use super::usual::Usual;
use crate::Player;

/// Which reading of QR is followed. Its text and the program that its authors ran differ.
///
/// | | `Paper` | `AsRun`, `Fixed` |
/// |---|---|---|
/// | silent | for the first 5 % of a decision's simulations | in a player's first decision of a game, and with fewer than 50 wins of the winner |
/// | online a' | -Cov(X', Y) / Var(Y), as §4.1 and §4.4 have it | Cov(X', Y) / Var(Y); qualitative only if above 0 |
/// | covariances | of one decision, draws count 0 in X' | of the whole game, without draws |
/// | Y of the relative bonus | d, moves since the root | moves since the start of the game |
/// | b beyond abs(k lambda) = 10 | eq. 4 | `AsRun`: eq. 4 with the wrong sign |
///
/// In the program a table of the sigmoid ended at 10 and everything beyond was given the value of
/// the other end. Within the table we compute and do not tabulate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// The text.
    Paper,
    /// The program.
    AsRun,
    /// The program, with the sigmoid put right.
    #[default]
    Fixed,
}

impl Mode {
    /// Eq. 4 for a = 1; x is k lambda.
    #[inline]
    pub fn sigmoid(self, x: f64) -> f64 {
        if self == Mode::AsRun && x.abs() > TABLE_END {
            return -x.signum();
        }
        -1.0 + 2.0 / (1.0 + (-x).exp())
    }
}

/// Where the table of the sigmoid ended in the authors' program.
const TABLE_END: f64 = 10.0;
/// The samples that the authors' program asked for before it trusted a mean.
const ENOUGH: f64 = 50.0;

/// The scale a of a bonus.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scale {
    /// Always the same; QR's tables have a column for 0.25.
    Constant(f64),
    /// a' of QR §4.4, from the simulations so far. Where the measure says nothing about the winner
    /// it is the share of simulations that were won, by the text with a minus.
    Online,
}

/// One bonus and what it has seen.
#[derive(Clone, Debug)]
pub struct Bonus {
    /// Which reading of QR.
    pub mode: Mode,
    /// The steepness of the sigmoid; QR's are between 1 and 8.
    pub k: f64,
    /// Its height.
    pub a: Scale,
    /// What is usual for the measure.
    usual: Usual,
    /// X' of eq. 8 and Y.
    primed: Comoments,
    /// The searching player's result, -1, 0 or 1, and Y.
    starred: Comoments,
    /// The same result, and lambda.
    standardized: Comoments,
    /// The largest abs(a') that was used in this game.
    largest: f64,
}

/// A finished simulation, by one measure.
#[derive(Clone, Copy)]
pub(super) struct Sample {
    /// Who won, if anybody did.
    pub(super) winner: Option<Player>,
    /// The measure: d or q.
    pub(super) measure: f64,
    /// Y of the covariances.
    pub(super) control: f64,
    /// Whether more of the measure is better.
    pub(super) more_is_better: bool,
}

/// Where in a game and in a decision a search is.
#[derive(Clone, Copy, Debug)]
pub(super) struct GameProgress {
    pub(super) searcher: Player,
    /// Decisions of the searcher in this game, this one included.
    pub(super) decisions: u32,
    /// Simulations of this decision.
    pub(super) samples: u64,
    /// Simulations of this decision that [`Mode::Paper`] leaves unaltered.
    pub(super) warm_up: u64,
}

impl GameProgress {
    /// Moves made before this decision, if two players move in turn and the first of them began.
    pub(super) fn plies(&self) -> u32 {
        2 * self.decisions.saturating_sub(1) + self.searcher.0 as u32
    }
}

impl Bonus {
    /// A bonus that has seen nothing yet.
    pub fn new(mode: Mode, k: f64, a: Scale) -> Self {
        let (usual, none) = (Usual::default(), Comoments::default());
        Bonus { mode, k, a, usual, primed: none, starred: none, standardized: none, largest: 0.0 }
    }

    /// a' as this mode has it, of QR §4.4; nothing while all simulations measured the same.
    pub fn a_prime(&self) -> Option<f64> {
        let slope = self.primed.slope()?;
        Some(if self.mode == Mode::Paper { -slope } else { slope })
    }

    /// a* of QR §4.1, -Cov(X, Y) / Var(Y) with the searching player's result as X: optimal for the
    /// variance, and "too small to make an impact" (§4.4). It is measured, never used.
    pub fn a_star(&self) -> Option<f64> {
        self.starred.slope().map(|slope| -slope)
    }

    /// a* with lambda as Y, which is what rewards are altered by. It is 0 but for chance: lambda is
    /// how far a game is from the mean of those that the same player won, so it cannot tell who
    /// wins.
    pub fn a_star_of_lambda(&self) -> Option<f64> {
        self.standardized.slope().map(|slope| -slope)
    }

    /// The largest bonus there can be.
    pub(super) fn max_abs(&self) -> f64 {
        match self.a {
            Scale::Constant(a) => a.abs(),
            // A share of wins is at most 1, but a' is more than that where wins come with long
            // games.
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

    /// The bonus of the winner for this simulation, which is then remembered: Algorithm 1 has this
    /// order.
    #[inline]
    pub(super) fn record(&mut self, sample: Sample, progress: &GameProgress) -> f64 {
        if self.mode != Mode::Paper && progress.decisions <= 1 {
            return 0.0;
        }
        let lambda = self.lambda(sample);
        let bonus = sample.winner.zip(lambda).map_or(0.0, |won| self.bonus(won, sample, progress));
        self.remember(sample, lambda, progress);
        bonus
    }

    /// Eq. 3 or 6: how much better than usual for its winner the simulation was, in deviations.
    #[inline]
    fn lambda(&self, sample: Sample) -> Option<f64> {
        let more = self.usual.lambda(sample.winner?, sample.measure)?;
        Some(if sample.more_is_better { more } else { -more })
    }

    #[inline]
    fn bonus(
        &mut self,
        (winner, lambda): (Player, f64),
        sample: Sample,
        progress: &GameProgress,
    ) -> f64 {
        match self.is_ready(winner, sample, progress) {
            true => self.scale() * self.mode.sigmoid(self.k * lambda),
            false => 0.0,
        }
    }

    #[inline]
    fn is_ready(&self, winner: Player, sample: Sample, progress: &GameProgress) -> bool {
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
    fn remember(&mut self, sample: Sample, lambda: Option<f64>, progress: &GameProgress) {
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
