//! The playout policy of the QR experiments: decisive moves first, otherwise a preference for
//! captures.
//!
//! The two evaluations that the authors of QR used for this game are differences between the sides,
//! mapped into (-1, 1) by a hyperbolic tangent.

use super::moves::Moves;
use super::{Breakthrough, Move};
use crate::bits::bits;
use crate::status::opposed;
use sortilege::Rng;
use sortilege::evaluator::Evaluator;
use sortilege::playout::Policy;

/// Wins if it can. Otherwise captures a piece that would win with its next step. Otherwise samples
/// a move by weight: captures weigh more than plain moves, and captures of unprotected pieces most.
///
/// The rules come from the authors' program; QR itself only states that playouts use knowledge of
/// the game. Among several decisive moves, all are equally likely.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tactical;

impl Tactical {
    /// Weight of a capture of a protected piece; a plain move has weight 1.
    pub const CAPTURE: usize = 2;
    /// Weight of a capture of an unprotected piece; a plain move has weight 1.
    pub const UNPROTECTED: usize = 5;

    /// Plain moves, captures of protected pieces, and of unprotected ones.
    #[inline]
    fn kinds(state: &Breakthrough) -> [Moves; 3] {
        let (moves, loose) = (state.moves(), state.other & !state.protected());
        [!state.other, state.other & !loose, loose].map(|targets| moves.to(targets))
    }
}

impl Policy<Breakthrough> for Tactical {
    #[inline]
    fn action(&mut self, state: &Breakthrough, _: &mut Vec<Move>, rng: &mut Rng) -> Move {
        if let Some(urgent) = urgent(state) {
            return urgent.random(rng);
        }
        let [plain, captures, free] = Self::kinds(state);
        let first_capture = plain.count();
        let first_free = first_capture + Self::CAPTURE * captures.count();
        let drawn = rng.below(first_free + Self::UNPROTECTED * free.count());
        if drawn < first_capture {
            plain.nth(drawn)
        } else if drawn < first_free {
            captures.nth((drawn - first_capture) / Self::CAPTURE)
        } else {
            free.nth((drawn - first_free) / Self::UNPROTECTED)
        }
    }

    /// The decisive moves, if there are any; otherwise all moves, each repeated according to its
    /// weight.
    fn shortlist(&mut self, state: &Breakthrough, out: &mut Vec<Move>, _: &mut Rng) {
        out.clear();
        if let Some(urgent) = urgent(state) {
            return out.extend(urgent.iter());
        }
        for (moves, weight) in
            Self::kinds(state).into_iter().zip([1, Self::CAPTURE, Self::UNPROTECTED])
        {
            (0..weight).for_each(|_| out.extend(moves.iter()));
        }
    }
}

/// Moves that win; otherwise moves that prevent a loss.
#[inline]
fn urgent(state: &Breakthrough) -> Option<Moves> {
    let moves = state.moves();
    let mut urgent =
        [state.winning(), state.threats()].into_iter().map(|targets| moves.to(targets));
    urgent.find(|moves| moves.count() > 0)
}

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
    use crate::policies::{by_name, draws_by_weight, lists_by_weight, worth};
    use sortilege::game::Notation;
    use sortilege::{Game, Player, Rng, Turn};

    /// Samples moves and checks their list against weights by name; moves without a name have
    /// weight 0.
    fn assert_weights(position: &str, weights: &[(&str, f64)]) {
        let state = Breakthrough::default().parse_position(position).unwrap();
        let weights = by_name(&state, weights);
        draws_by_weight(Tactical, &state, &weights);
        lists_by_weight(Tactical, &state, &weights);
    }

    #[test]
    fn wins_when_it_can() {
        let position = "B......./..W...../......../......B./.....W../......../B......./WW...... W";
        assert_weights(position, &[("c7-b8", 1.0), ("c7-c8", 1.0), ("c7-d8", 1.0)]);
        let black = "B......./..W...../......../......B./.....W../......../B......./WW...... B";
        assert_weights(black, &[("a2xb1", 1.0)]);
    }

    #[test]
    fn takes_the_last_piece_when_it_can() {
        let position = "......../......../......../......B./.....W../......../......../WW...... W";
        assert_weights(position, &[("f4xg5", 1.0)]);
    }

    /// Two of Black's pieces are one step from the goal; one can be captured in two ways, the other
    /// in one.
    #[test]
    fn takes_what_would_win_next() {
        let position = "B......./......../......../......B./.....W../......../.B.....B/W.W...W. W";
        assert_weights(position, &[("a1xb2", 1.0), ("c1xb2", 1.0), ("g1xh2", 1.0)]);
        let black = "B.B...../.W....../......../......B./.....W../......../......../W.W...W. B";
        assert_weights(black, &[("a8xb7", 1.0), ("c8xb7", 1.0)]);
    }

    /// A threat without an answer does not change the other moves.
    #[test]
    fn ignores_what_it_cannot_take() {
        let position = "......../......../......../......../......../......../B......./...W.... W";
        assert_weights(position, &[("d1-c2", 1.0), ("d1-d2", 1.0), ("d1-e2", 1.0)]);
    }

    /// In whole games no win is missed, and no piece that is about to win is spared.
    #[test]
    fn does_what_is_urgent_all_game_long() {
        for (seed, rows, columns) in
            (0..40).flat_map(|seed| [(seed, 8, 8), (seed, 5, 3), (seed, 4, 8)])
        {
            let (mut state, mut rng) =
                (Breakthrough::new(rows, columns, 2).unwrap(), Rng::new(seed));
            while state.turn() != Turn::Over {
                let before = state.clone();
                let action = Tactical.action(&before, &mut vec![], &mut rng);
                let can = |targets: u64| before.moves().to(targets).count() > 0;
                state.apply(action);
                if can(before.winning()) {
                    assert_eq!(state.turn(), Turn::Over, "{} missed a win", before.position());
                } else if can(before.threats()) {
                    let taken = before.threats() & action.to.bit() != 0;
                    assert!(taken, "{} missed a threat", before.position());
                }
            }
        }
    }

    /// White's d4 may capture c5, which b6 protects, and e5, which is unprotected.
    #[test]
    fn prefers_captures_and_most_of_all_free_ones() {
        let position = "......../......../.B....../..B.B.../...W..../......../......../W....... W";
        let plain = [("d4-d5", 1.0), ("a1-a2", 1.0), ("a1-b2", 1.0)];
        assert_weights(position, &[&plain[..], &[("d4xc5", 2.0), ("d4xe5", 5.0)]].concat());
        // The same for Black: c5 and e5 may both capture d4, which White's c3 protects now.
        let black = "......../......../.B....../..B.B.../...W..../..W...../......../W....... B";
        let plain = ["b6-a5", "b6-b5", "c5-b4", "c5-c4", "e5-e4", "e5-f4"].map(|name| (name, 1.0));
        assert_weights(black, &[&plain[..], &[("c5xd4", 2.0), ("e5xd4", 2.0)]].concat());
    }

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
