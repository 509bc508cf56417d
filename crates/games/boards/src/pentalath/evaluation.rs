//! Evaluation by rows that can still be completed.

use super::Pentalath;
use crate::opposed::opposed;
use sortilege::evaluator::Evaluator;

/// An evaluation of this project, not of QR. A window with stones of only one side counts the
/// square of their number for that side. The difference d of both sides, in units of a full row, is
/// mapped to d / (1 + |d|), so that only a finished game is worth 1 or -1.
#[derive(Clone, Copy, Debug, Default)]
pub struct OpenRows;

impl Evaluator<Pentalath> for OpenRows {
    fn evaluate(&mut self, state: &Pentalath, values: &mut [f64]) {
        let worth = |window: &u64| match state.stones.map(|stones| (stones & window).count_ones()) {
            [own, 0] => (own * own) as i32,
            [0, other] => -((other * other) as i32),
            _ => 0,
        };
        let total: i32 = state.board.windows.iter().map(worth).sum();
        let difference = f64::from(total) / (state.board.row * state.board.row) as f64;
        opposed(difference / (1.0 + difference.abs()), values);
    }
}
