//! The playout policy of QR's Pentalath, and the evaluation by rows that can still be completed.

use super::{Cell, Pentalath};
use crate::status::opposed;
use sortilege::evaluator::Evaluator;
use sortilege::playout::Policy;
use sortilege::rng::nth_bit;
use sortilege::{Game, Rng};

/// Prefers the inside of the board: a cell with more than four neighbours is twice as likely as
/// another legal one. QR does not describe its playouts; this policy is taken from its authors'
/// program.
#[derive(Clone, Copy, Debug, Default)]
pub struct Inward;

impl Policy<Pentalath> for Inward {
    #[inline]
    fn action(&mut self, state: &Pentalath, _: &mut Vec<Cell>, rng: &mut Rng) -> Cell {
        let (open, inner) = (state.open(), state.board.inner);
        // Rejecting suicides does not change the relative probabilities of legal cells.
        loop {
            let cell = draw(open & inner, open & !inner, rng);
            if state.is_legal(cell) {
                return cell;
            }
        }
    }

    /// All legal cells; the inner ones appear twice.
    fn shortlist(&mut self, state: &Pentalath, out: &mut Vec<Cell>, _: &mut Rng) {
        state.actions(out);
        let inner = state.board.inner;
        for at in 0..out.len() {
            if inner >> out[at].0 & 1 == 1 {
                out.push(out[at]);
            }
        }
    }
}

/// A random cell; those of `twice` have weight 2 and those of `once` weight 1.
#[inline]
fn draw(twice: u64, once: u64, rng: &mut Rng) -> Cell {
    let heavy = 2 * twice.count_ones();
    let at = rng.below((heavy + once.count_ones()) as usize) as u32;
    Cell(if at < heavy { nth_bit(twice, at / 2) } else { nth_bit(once, at - heavy) } as u8)
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pentalath::tests::at;
    use crate::policies::{draws_by_weight, lists_by_weight};
    use sortilege::testing::Contract;

    /// Samples moves and checks their list against the weights of legal cells; returns the numbers
    /// of inner cells and of other cells.
    fn assert_weights(state: &Pentalath) -> [usize; 2] {
        let mut legal = vec![];
        state.actions(&mut legal);
        let (inner, outer): (Vec<Cell>, Vec<Cell>) =
            legal.iter().partition(|cell| state.board.next_to(**cell).count_ones() > 4);
        let weights: Vec<_> = inner
            .iter()
            .map(|&cell| (cell, 2.0))
            .chain(outer.iter().map(|&cell| (cell, 1.0)))
            .collect();
        draws_by_weight(Inward, state, &weights);
        lists_by_weight(Inward, state, &weights);
        [inner.len(), outer.len()]
    }

    #[test]
    fn inner_cells_are_twice_as_likely() {
        assert_eq!(assert_weights(&Pentalath::default()), [37, 24]);
    }

    /// X may not play the corner i1.
    #[test]
    fn suicide_is_never_played() {
        let position = "...O./....OO/......./......../........./......../......./....../.X... X 6";
        let state = at(&Pentalath::default(), position);
        assert_eq!(assert_weights(&state), [36, 20]);
    }

    /// On a board of side 2 one cell of seven is inside.
    #[test]
    fn the_stone_that_can_be_swapped_has_its_weight_too() {
        let start = Pentalath::new(2, 3, true).unwrap();
        assert_eq!(assert_weights(&at(&start, "../.X./.. O 1")), [1, 6]);
        assert_eq!(assert_weights(&at(&start, "X./.../.. O 1")), [1, 6]);
        Contract::new(&start).games(20).rules();
    }
}
