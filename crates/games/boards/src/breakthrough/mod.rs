//! Breakthrough (Dan Troyka, 2000): get one piece to the other side. A game of QR §6.
//!
//! The rules are [`RULES`]. Rules version 1.
//!
//! **Notation.** A square is its file and rank, `a1` at White's left; a move is `d2-e3`, or `d4xe5`
//! if it captures. A position is the rows from the top and who is to move, a dash once the game is
//! over: `BBB/.../.../WWW W`.
//!
//! **Quality** is the winner's pieces less the loser's, as in QR §6.1, divided by a full side;
//! below 0 if the winner has fewer. **Evaluations** are those of [`Evaluation`], **playouts**
//! uniform or [`Tactical`].
//!
//! **Known values** with perfect play, as rows x columns with home rows: White wins 3x3, 4x3, 4x4,
//! 5x3, 5x4 and 5x5 with one home row, and 6x3 with two; Black wins 4x4, 5x3 and 5x4 with two.

mod moves;
mod notation;
mod policy;
#[cfg(test)]
mod tests;

pub use moves::{Move, Square};
pub use policy::{Evaluation, Tactical};

use crate::chessboard::Chessboard;
use crate::key::mix;
use moves::{Moves, guarded};
use sortilege::game::{Deterministic, Key, PerfectInfo, Quality, Sequential};
use sortilege::{Game, Player, Rng, Turn};

#[doc = include_str!("rules.md")]
pub const RULES: &str = include_str!("rules.md");

/// A position of Breakthrough.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Breakthrough {
    /// The pieces of the player to move; once the game is over, those of the loser.
    own: u64,
    /// The pieces of the other player.
    other: u64,
    mover: u8,
    over: bool,
    board: Board,
}

/// The part of the state that never changes during a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Board {
    size: Chessboard,
    home_rows: u8,
    /// All squares.
    squares: u64,
}

impl Board {
    /// Squares of `count` rows, starting with row `first`.
    #[inline]
    fn rows(&self, first: u8, count: u8) -> u64 {
        u64::MAX >> (64 - 8 * count) << (8 * first) & self.squares
    }

    /// The row `steps` before the goal of `seat`.
    #[inline]
    fn before_goal(&self, seat: u8, steps: u8) -> u64 {
        self.rows(if seat == 0 { self.size.ranks - 1 - steps } else { steps }, 1)
    }

    /// The row that `seat` has to reach.
    #[inline]
    fn goal(&self, seat: u8) -> u64 {
        self.before_goal(seat, 0)
    }

    /// The number of pieces of each side at the start.
    fn pieces(&self) -> u32 {
        u32::from(self.home_rows) * u32::from(self.size.files)
    }
}

impl Breakthrough {
    /// The start position on that many rows and columns, 2 to 8 of each, with pieces on the first
    /// and last `home_rows`.
    pub fn new(rows: usize, columns: usize, home_rows: usize) -> Result<Self, String> {
        let sizes = 2..=8;
        if !sizes.contains(&rows)
            || !sizes.contains(&columns)
            || home_rows == 0
            || 2 * home_rows > rows
        {
            return Err(format!(
                "{rows} rows, {columns} columns and {home_rows} home rows make no board of Breakthrough: rows \
                 and columns must be from 2 to 8, and home rows from 1 to half the rows"
            ));
        }
        let size = Chessboard { files: columns as u8, ranks: rows as u8 };
        let squares = [(1 << columns) - 1; 8].map(|row: u64| row as u8);
        let mut board =
            Board { size, home_rows: home_rows as u8, squares: u64::from_le_bytes(squares) };
        board.squares = board.rows(0, size.ranks);
        let own = board.rows(0, board.home_rows);
        let other = board.rows(size.ranks - board.home_rows, board.home_rows);
        Ok(Breakthrough { own, other, mover: 0, over: false, board })
    }

    /// The pieces of `seat`.
    fn pieces(&self, seat: usize) -> u64 {
        if seat == usize::from(self.mover) { self.own } else { self.other }
    }

    /// The moves of the player to move.
    #[inline]
    fn moves(&self) -> Moves {
        Moves::of(self.own, self.other, self.mover, self.board.squares)
    }

    /// Squares on which the mover wins.
    #[inline]
    fn winning(&self) -> u64 {
        let last_piece = if self.other.is_power_of_two() { self.other } else { 0 };
        self.board.goal(self.mover) | last_piece
    }

    /// The opponent's pieces that would win with their next step.
    #[inline]
    fn threats(&self) -> u64 {
        self.other & self.board.before_goal(1 - self.mover, 1)
    }

    /// Squares on which the opponent could recapture.
    #[inline]
    fn protected(&self) -> u64 {
        guarded(self.other, 1 - self.mover, self.board.squares)
    }

    fn is_legal(&self, action: Move) -> bool {
        !self.over && self.moves().to(action.to.bit()).iter().any(|legal| legal == action)
    }

    /// The player who moved last, which is the winner once the game is over.
    #[inline]
    fn winner(&self) -> usize {
        usize::from(1 - self.mover)
    }
}

/// 8 rows and columns, two home rows.
impl Default for Breakthrough {
    fn default() -> Self {
        Breakthrough::new(8, 8, 2).expect("the usual board")
    }
}

impl Game for Breakthrough {
    type Action = Move;
    const DRAWS_UNLISTED: bool = true;

    #[inline]
    fn players(&self) -> usize {
        2
    }

    #[inline]
    fn turn(&self) -> Turn {
        if self.over { Turn::Over } else { Turn::Player(Player(self.mover.into())) }
    }

    #[inline]
    fn actions(&self, out: &mut Vec<Move>) {
        out.clear();
        out.extend(self.moves().iter());
    }

    #[inline]
    fn apply(&mut self, action: Move) {
        debug_assert!(self.is_legal(action), "{action:?} is not legal in {self:?}");
        let (from, to) = (action.from.bit(), action.to.bit());
        // The two sides are swapped with every move.
        (self.own, self.other) = (self.other & !to, self.own ^ (from | to));
        let ends = self.board.goal(0) | self.board.goal(1);
        self.over = ends & to != 0 || self.own == 0;
        self.mover = 1 - self.mover;
    }

    #[inline]
    fn payoff(&self, Player(who): Player) -> f64 {
        match self.over {
            true if who == self.winner() => 1.0,
            true => -1.0,
            false => 0.0,
        }
    }

    #[inline]
    fn random_action(&self, _: &mut Vec<Move>, rng: &mut Rng) -> Move {
        self.moves().random(rng)
    }
}

impl Deterministic for Breakthrough {}
impl PerfectInfo for Breakthrough {}
impl Sequential for Breakthrough {}

impl Quality for Breakthrough {
    #[inline]
    fn quality(&self) -> f64 {
        let [winner, loser] = [self.other, self.own].map(|pieces| f64::from(pieces.count_ones()));
        (winner - loser) / f64::from(self.board.pieces())
    }
}

impl Key for Breakthrough {
    #[inline]
    fn key(&self) -> u64 {
        let Board { size, home_rows, .. } = self.board;
        let word = [size.files, size.ranks, home_rows, self.mover, 0, 0, 0, 0];
        mix([u64::from_le_bytes(word), self.own, self.other])
    }
}
