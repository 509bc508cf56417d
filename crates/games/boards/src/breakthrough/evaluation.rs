//! Two evaluations that the authors of QR used for this game. Both are differences between the
//! sides, mapped into (-1, 1) by a hyperbolic tangent.

use super::Breakthrough;
use crate::bits::bits;
use crate::opposed::opposed;
use sortilege::evaluator::Evaluator;

/// Evaluations of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Evaluation {
    /// 10 for every piece and 2.5 for every row that the most advanced piece has passed; the
    /// difference is clamped to [-100, 100] and divided by 60.
    #[default]
    MaterialAndProgress,
    /// A value for every piece by its row and file; the difference is divided by 100.
    PieceSquare,
}

/// Value of a piece on an edge file, by rows from its own back row.
const EDGE: [i32; 8] = [5, 2, 4, 7, 11, 16, 20, 36];
/// Value of a piece on any other file, by rows from its own back row.
const INNER: [i32; 8] = [5, 3, 6, 10, 15, 21, 28, 36];
/// Value of a piece on its back row one or two files from the edge, the best squares to guard.
const GUARD: i32 = 15;

impl Evaluator<Breakthrough> for Evaluation {
    fn evaluate(&mut self, state: &Breakthrough, values: &mut [f64]) {
        let value = match self {
            Evaluation::MaterialAndProgress => {
                let lead = state.material_and_progress(0) - state.material_and_progress(1);
                lead.clamp(-100.0, 100.0) / 60.0
            }
            Evaluation::PieceSquare => (state.piece_squares(0) - state.piece_squares(1)) / 100.0,
        };
        opposed(value.tanh(), values);
    }
}

impl Breakthrough {
    fn material_and_progress(&self, seat: usize) -> f64 {
        10.0 * f64::from(self.pieces(seat).count_ones()) + 2.5 * self.progress(seat)
    }

    /// Rows from the back row of `seat` to its most advanced piece.
    fn progress(&self, seat: usize) -> f64 {
        bits(self.pieces(seat))
            .map(|square| self.advance(seat, square))
            .max()
            .map_or(0.0, f64::from)
    }

    /// Rows from the back row of `seat` to `square`.
    fn advance(&self, seat: usize, square: u8) -> u8 {
        let row = square / 8;
        if seat == 0 { row } else { self.board.size.ranks - 1 - row }
    }

    fn piece_squares(&self, seat: usize) -> f64 {
        let worth = |square: u8| {
            let file = square % 8;
            let from_edge = file.min(self.board.size.files - 1 - file);
            match (usize::from(self.advance(seat, square)), from_edge) {
                (0, 1 | 2) => GUARD,
                (row, 0) => EDGE[row],
                (row, _) => INNER[row],
            }
        };
        f64::from(bits(self.pieces(seat)).map(worth).sum::<i32>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluators::worth;
    use sortilege::game::Notation;
    use sortilege::{Game, Player, Rng, Turn};

    fn at(position: &str) -> Breakthrough {
        Breakthrough::default().parse_position(position).unwrap()
    }

    const BOTH: [Evaluation; 2] = [Evaluation::MaterialAndProgress, Evaluation::PieceSquare];

    #[test]
    fn the_start_is_even() {
        for evaluation in BOTH {
            assert_eq!(worth(evaluation, &Breakthrough::default(), Player(0)), 0.0);
        }
    }

    /// Worked by hand: White has a1, c1 and d5, Black has e7 and h8.
    #[test]
    fn a_position_by_hand() {
        let position = ".......B/....B.../......../...W..../......../......../......../W.W..... B";
        // White is a piece ahead; its most advanced piece has passed 4 rows, Black's 1.
        let state = at(position);
        assert_eq!(
            worth(Evaluation::MaterialAndProgress, &state, Player(0)),
            ((10.0 + 2.5 * 3.0) / 60.0_f64).tanh()
        );
        // 5 + 15 + 15 against 3 + 5.
        assert_eq!(worth(Evaluation::PieceSquare, &state, Player(0)), 0.27_f64.tanh());
        assert_eq!(worth(Evaluation::PieceSquare, &state, Player(1)), -0.27_f64.tanh());
    }

    #[test]
    fn material_is_held_within_bounds() {
        let state = at("......../......../..B...../......../......../......../WWWWWWWW/WWWWWWWW W");
        assert_eq!(
            worth(Evaluation::MaterialAndProgress, &state, Player(0)),
            (100.0 / 60.0_f64).tanh()
        );
    }

    #[test]
    fn both_seats_agree_and_nothing_is_as_good_as_won() {
        for (evaluation, seed) in
            BOTH.into_iter().flat_map(|evaluation| (0..50).map(move |n| (evaluation, n)))
        {
            let mut state = Breakthrough::default();
            let mut rng = Rng::new(seed);
            while state.turn() != Turn::Over {
                let [first, second] = [0, 1].map(|who| worth(evaluation, &state, Player(who)));
                assert!(first.abs() < 1.0 && first == -second, "{state:?}");
                state.apply(state.random_action(&mut vec![], &mut rng));
            }
        }
    }
}
