//! Evaluation by progress in the columns.

use super::CantStop;
use super::heights::Heights;
use crate::opposed::opposed;
use sortilege::evaluator::Evaluator;

/// Evaluations of a position: the difference in progress, as a fraction of a win. SM does not print
/// its function; both of these are additions of this project.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Evaluation {
    /// Runners count as if they were banked.
    #[default]
    Progress,
    /// Only banked steps count, and not the current turn. A search that does not look beyond the
    /// end of the turn then has no reason to throw again.
    Banked,
}

impl Evaluator<CantStop> for Evaluation {
    #[inline]
    fn evaluate(&mut self, state: &CantStop, values: &mut [f64]) {
        let [first, second] =
            [0, 1].map(|player| match *self == Evaluation::Progress && player == state.mover() {
                true => state.progress(player, state.current),
                false => state.progress(player, state.banked[player]),
            });
        opposed(((first - second) / f64::from(state.rules.columns)).clamp(-1.0, 1.0), values);
    }
}

impl CantStop {
    /// The progress of a player with these `heights`: the sum of the squared fractions climbed,
    /// over the best columns (as many as win), plus a tenth of the squares of the others. Columns
    /// that the other player has won count as 0.
    pub(super) fn progress(&self, player: usize, heights: Heights) -> f64 {
        let lost = self.won[1 - player];
        let (mut best, mut sum) = ([0.0_f64; 3], 0.0);
        for column in heights.begun().filter(|column| lost & column.bit() == 0) {
            let square =
                SQUARES[usize::from(self.rules.length(column))][usize::from(heights.get(column))];
            sum += square;
            // Inserts each square into the sorted list of the best ones.
            best.iter_mut().fold(square, |square, best| {
                let (high, low) = (best.max(square), best.min(square));
                *best = high;
                low
            });
        }
        let best: f64 = best[..usize::from(self.rules.columns)].iter().sum();
        0.9 * best + 0.1 * sum
    }
}

/// The square of the fraction of a column that is climbed, by its length and the height.
static SQUARES: [[f64; 16]; 16] = {
    let mut table = [[0.0; 16]; 16];
    let mut at = 0;
    while at < 15 * 16 {
        let (length, height) = (at / 16 + 1, at % 16);
        let part = height as f64 / length as f64;
        table[length][height] = part * part;
        at += 1;
    }
    table
};
