//! Quality-based rewards: Pepels, Tak, Lanctot & Winands, *Quality-based Rewards for Monte-Carlo
//! Tree Search Simulations* (QR §4). The reward of a result, won or lost, grows with how convincing
//! the simulation was: by its length (Relative Bonus), by the game's own measure of a finished game
//! (Qualitative Bonus), or by the sum of both.
//!
//! [`Mode`] selects the reading of the paper. Departures in all modes: deviations are those of the
//! population. With both bonuses, Algorithm 1's `else` is omitted as in the authors' program.
//! Simulations that were cut off before the end are neither changed nor recorded. Two players are
//! assumed to alternate: the number of moves since the start of the game is two for every decision
//! of the searching player, so a player that joins in the middle of a game counts from there.

use super::bonus::{Bonus, GameProgress, MeasuredSimulation};
use super::{Length, Note, Reward, WinLoss};
use crate::budget::Budget;
use crate::game::{MAX_PLAYERS, Quality};
use crate::reward::Mode;
use crate::{Game, Player, Turn};

/// A reward with one or two bonuses.
///
/// ```
/// use sortilege::reward::{Bonus, Mode, QualityBased, Scale};
/// // QR Table 1, Cannon: k = 3, a' computed online.
/// let _ = QualityBased::relative(Bonus::new(Mode::AsRun, 3.0, Scale::Online));
/// // The column that the draft leaves blank.
/// let _ = QualityBased::qualitative(Bonus::new(Mode::Fixed, 4.0, Scale::Constant(0.25)));
/// ```
#[derive(Clone, Debug)]
pub struct QualityBased<M> {
    /// Reward of a result without a bonus, by default 1 and -1 as in QR. On another scale the
    /// bonuses are scaled as well.
    pub base: WinLoss,
    /// The bonus or bonuses.
    pub bonuses: M,
    progress: GameProgress,
}

/// The Relative Bonus, for early wins: [`Bonus`] by the number of moves (QR §4.2).
#[derive(Clone, Debug)]
pub struct Relative(pub Bonus);

/// The Qualitative Bonus, for convincing wins: [`Bonus`] by [`Quality`] (QR §4.3).
#[derive(Clone, Debug)]
pub struct Qualitative(pub Bonus);

impl QualityBased<Relative> {
    /// A reward with the Relative Bonus.
    pub fn relative(bonus: Bonus) -> Self {
        QualityBased::new(Relative(bonus))
    }
}

impl QualityBased<Qualitative> {
    /// A reward with the Qualitative Bonus.
    pub fn qualitative(bonus: Bonus) -> Self {
        QualityBased::new(Qualitative(bonus))
    }
}

impl QualityBased<(Relative, Qualitative)> {
    /// A reward with both bonuses.
    pub fn both(relative: Bonus, qualitative: Bonus) -> Self {
        QualityBased::new((Relative(relative), Qualitative(qualitative)))
    }
}

impl<M> QualityBased<M> {
    fn new(bonuses: M) -> Self {
        let progress = GameProgress { searcher: Player(0), decisions: 0, samples: 0, warm_up: 0 };
        QualityBased { base: WinLoss { win: 1.0, loss: -1.0, discount: 1.0 }, bonuses, progress }
    }
}

/// A finished simulation, as the bonuses receive it.
struct End<'a, G> {
    state: &'a G,
    length: Length,
    winner: Option<Player>,
    progress: &'a GameProgress,
}

/// One or several bonuses.
trait Bonuses<G: Game> {
    /// Returns the sum of the winner's bonuses, then adds the simulation to the statistics.
    fn record(&mut self, end: &End<'_, G>) -> f64;
    /// Calls `act` on each bonus in turn.
    fn each(&mut self, act: impl FnMut(&mut Bonus));
    /// Upper bound of the absolute sum.
    fn max_abs(&self) -> f64;
    /// a' and a* of each bonus.
    fn notes(&self) -> Vec<Note>;
}

/// a', a* and a* of lambda, if they have been measured.
fn notes(bonus: &Bonus, [prime, star, lambda]: [&'static str; 3]) -> Vec<Note> {
    let measured =
        [(prime, bonus.a_prime()), (star, bonus.a_star()), (lambda, bonus.a_star_of_lambda())];
    measured.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
}

impl<G: Game> Bonuses<G> for Relative {
    #[inline]
    fn record(&mut self, end: &End<'_, G>) -> f64 {
        let length = end.length.total();
        let before = match self.0.mode {
            Mode::Paper => 0,
            Mode::AsRun | Mode::Fixed => end.progress.plies(),
        };
        let (measure, control) = (f64::from(length), f64::from(before + length));
        self.0.record(
            MeasuredSimulation { winner: end.winner, measure, control, more_is_better: false },
            end.progress,
        )
    }
    fn each(&mut self, mut act: impl FnMut(&mut Bonus)) {
        act(&mut self.0);
    }
    fn max_abs(&self) -> f64 {
        self.0.max_abs()
    }
    fn notes(&self) -> Vec<Note> {
        notes(&self.0, ["rb a'", "rb a*", "rb a* of lambda"])
    }
}

impl<G: Quality> Bonuses<G> for Qualitative {
    #[inline]
    fn record(&mut self, end: &End<'_, G>) -> f64 {
        let measure = end.state.quality();
        let sample = MeasuredSimulation {
            winner: end.winner,
            measure,
            control: measure,
            more_is_better: true,
        };
        self.0.record(sample, end.progress)
    }
    fn each(&mut self, mut act: impl FnMut(&mut Bonus)) {
        act(&mut self.0);
    }
    fn max_abs(&self) -> f64 {
        self.0.max_abs()
    }
    fn notes(&self) -> Vec<Note> {
        notes(&self.0, ["qb a'", "qb a*", "qb a* of lambda"])
    }
}

impl<G: Quality> Bonuses<G> for (Relative, Qualitative) {
    #[inline]
    fn record(&mut self, end: &End<'_, G>) -> f64 {
        self.0.record(end) + self.1.record(end)
    }
    fn each(&mut self, mut act: impl FnMut(&mut Bonus)) {
        act(&mut self.0.0);
        act(&mut self.1.0);
    }
    fn max_abs(&self) -> f64 {
        self.0.0.max_abs() + self.1.0.max_abs()
    }
    fn notes(&self) -> Vec<Note> {
        let (relative, qualitative) = (Bonuses::<G>::notes(&self.0), Bonuses::<G>::notes(&self.1));
        relative.into_iter().chain(qualitative).collect()
    }
}

impl<G, M> Reward<G> for QualityBased<M>
where
    G: Game,
    M: Bonuses<G> + Send,
{
    fn credit(&mut self, state: &G, length: Length, values: &mut [f64]) {
        let mut signs = [0.0; MAX_PLAYERS];
        values.iter().zip(&mut signs).for_each(|(&value, sign)| *sign = sgn(value));
        let mut bonus = 0.0;
        if state.turn() == Turn::Over {
            bonus = self.bonuses.record(&End {
                state,
                length,
                winner: winner(values),
                progress: &self.progress,
            });
        }
        self.progress.samples += 1;
        Reward::<G>::credit(&mut self.base, state, length, values);
        let bonus = bonus * (self.base.win - self.base.loss) / 2.0;
        values.iter_mut().zip(signs).for_each(|(value, sign)| *value += sign * bonus);
    }

    fn range(&self) -> (f64, f64) {
        let (least, most) = Reward::<G>::range(&self.base);
        let max_abs = self.bonuses.max_abs() * (self.base.win - self.base.loss).abs() / 2.0;
        (least - max_abs, most + max_abs)
    }

    /// Without a limit on iterations, the expected number is that of the previous decision.
    /// Statistics of another seat are discarded, because they may contain information that only
    /// that seat could see.
    fn begin(&mut self, _: &G, who: Player, budget: &Budget) {
        if who != self.progress.searcher {
            Reward::<G>::new_game(self);
        }
        let expected = budget.iterations.unwrap_or(self.progress.samples);
        let decisions = self.progress.decisions + 1;
        self.progress = GameProgress {
            searcher: who,
            decisions,
            samples: 0,
            warm_up: expected.div_ceil(WARM_UP),
        };
        self.bonuses.each(Bonus::begin_decision);
    }

    fn notes(&self) -> Vec<Note> {
        self.bonuses.notes()
    }

    fn new_game(&mut self) {
        (self.progress.decisions, self.progress.samples) = (0, 0);
        self.bonuses.each(Bonus::begin_game);
    }
}

/// One in this many of the expected simulations is left unchanged: 5 % (QR §4.2).
const WARM_UP: u64 = 20;

/// The sign of a number, 0 for 0.
#[inline]
pub(super) fn sgn(value: f64) -> f64 {
    f64::from(i8::from(value > 0.0) - i8::from(value < 0.0))
}

/// The player with the highest payoff; `None` if the maximum is shared or not positive.
#[inline]
pub(super) fn winner(values: &[f64]) -> Option<Player> {
    let most = values.iter().copied().fold(0.0, f64::max);
    let mut first = values.iter().enumerate().filter(|&(_, &value)| value == most && most > 0.0);
    match (first.next(), first.next()) {
        (Some((seat, _)), None) => Some(Player(seat)),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
