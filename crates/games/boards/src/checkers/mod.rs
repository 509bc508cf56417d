//! Checkers, or English draughts: twelve men each on the dark squares of an 8x8 board.
//!
//! The rules are [`RULES`]; [`Draw`] has the draw rules. A game of QR §6. Rules version 1.
//!
//! **Notation.** A move lists the squares that the piece visits: `a3-b4` is a step, `d4xb6xd8` a
//! chain of two jumps. Chains that differ only in their route are different moves. A position is
//! the rows from the top with men `b` and `w` and kings `B` and `W`, the player to move, and the
//! plies counted towards a draw:
//! `.w.w.w.w/w.w.w.w./.w.w.w.w/......../......../b.b.b.b./.b.b.b.b/b.b.b.b. b 0`.
//!
//! **Evaluation** is the difference in [`Material`], **quality** the share of the winner's pieces
//! that are left (QR §6.1). **Playouts** are uniform.
//!
//! **Known values.** Perft from the start is 7, 49, 302, 1469, 7361, 36768, 179740, 845931,
//! 3963680; the first seven agree with OpenSpiel's `checkers` once its single jumps are joined into
//! whole turns.
//!
//! **Deviations.** None of the three draw rules considers repetition. When the count of quiet plies
//! is full the game is drawn even if the player to move has no move, as in OpenSpiel.

mod board;
mod moves;
mod notation;
#[cfg(test)]
mod tests;

pub use moves::Move;

use crate::key::mix;
use crate::status::{Status, opposed};
use board::{FAR, START, steppers};
use moves::Side;
use sortilege::evaluator::Evaluator;
use sortilege::game::{Deterministic, Key, PerfectInfo, Quality, Sequential};
use sortilege::{Game, Player, Rng, Turn};

#[doc = include_str!("rules.md")]
pub const RULES: &str = include_str!("rules.md");

/// The men of a side at the start.
const MEN: u32 = 12;

/// The draw rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Draw {
    /// After 40 consecutive plies without a capture, as in OpenSpiel.
    #[default]
    FortyPlies,
    /// After 25 consecutive king's steps without a capture, or with one king left on each side and
    /// nothing else: the rule of QR's authors.
    Authors,
    /// After 80 consecutive plies without a capture or a man's move, as in tournaments.
    Tournament,
}

impl Draw {
    /// Number of consecutive quiet plies that make a draw.
    #[inline]
    fn limit(self) -> u8 {
        match self {
            Draw::FortyPlies => 40,
            Draw::Authors => 25,
            Draw::Tournament => 80,
        }
    }

    /// Whether a step counts as a quiet ply; otherwise it resets the count.
    #[inline]
    fn counts(self, king: bool) -> bool {
        king || self == Draw::FortyPlies
    }
}

/// A position of Checkers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Checkers {
    /// Men and kings of both seats.
    pieces: [u32; 2],
    /// The kings among them.
    kings: u32,
    /// Plies counted towards a draw.
    quiet: u8,
    /// The seat to move; once the game is over, the seat that would be.
    mover: u8,
    status: Status,
    draw: Draw,
}

impl Checkers {
    /// The start of a game with this draw rule.
    pub fn new(draw: Draw) -> Self {
        Checkers { pieces: START, kings: 0, quiet: 0, mover: 0, status: Status::Playing, draw }
    }

    #[inline]
    fn mover(&self) -> usize {
        usize::from(self.mover % 2)
    }

    /// The board from the viewpoint of the player to move.
    #[inline]
    fn side(&self) -> Side {
        let (own, enemies) = (self.pieces[self.mover()], self.pieces[1 - self.mover()]);
        let kings = own & self.kings;
        let movers =
            if self.mover() == 0 { [own, own, kings, kings] } else { [kings, kings, own, own] };
        Side { movers, enemies, empty: !(own | enemies) }
    }

    /// The result of the position, computed from the board. A full count of quiet plies takes
    /// precedence.
    #[inline]
    fn computed_status(&self) -> Status {
        if self.quiet >= self.draw.limit()
            || self.draw == Draw::Authors && self.is_king_against_king()
        {
            Status::Drawn
        } else if self.can_step_forward() || self.side().can_move() {
            Status::Playing
        } else {
            Status::Won
        }
    }

    /// Returns whether a piece of the player to move could step forward if captures were not
    /// compulsory. This nearly always holds, and the test is cheaper than the one for any move.
    #[inline]
    fn can_step_forward(&self) -> bool {
        let empty = !(self.pieces[0] | self.pieces[1]);
        match self.mover() {
            0 => self.pieces[0] & (steppers(0, empty) | steppers(1, empty)) != 0,
            _ => self.pieces[1] & (steppers(2, empty) | steppers(3, empty)) != 0,
        }
    }

    #[inline]
    fn is_king_against_king(&self) -> bool {
        self.pieces.map(|pieces| (pieces.count_ones(), pieces & !self.kings)) == [(1, 0); 2]
    }
}

/// The game with OpenSpiel's draw rule.
impl Default for Checkers {
    fn default() -> Self {
        Checkers::new(Draw::default())
    }
}

impl Game for Checkers {
    type Action = Move;
    const DRAWS_UNLISTED: bool = true;

    #[inline]
    fn players(&self) -> usize {
        2
    }

    #[inline]
    fn turn(&self) -> Turn {
        self.status.turn(self.mover())
    }

    #[inline]
    fn actions(&self, out: &mut Vec<Move>) {
        self.side().list(out);
    }

    #[inline]
    fn apply(&mut self, action: Move) {
        debug_assert!(
            self.status == Status::Playing && self.side().allows(action),
            "{action:?} in {self:?}"
        );
        let (from, mover) = (1 << action.from(), self.mover());
        let (to, taken) = action.result();
        let king = self.kings & from != 0;
        self.pieces[mover] = self.pieces[mover] & !from | to;
        self.pieces[1 - mover] &= !taken;
        self.kings &= !(from | taken);
        self.kings |= if king { to } else { to & FAR[mover] };
        self.quiet = if !action.is_jump() && self.draw.counts(king) { self.quiet + 1 } else { 0 };
        self.mover ^= 1;
        self.status = self.computed_status();
    }

    #[inline]
    fn payoff(&self, who: Player) -> f64 {
        self.status.payoff(self.mover(), who)
    }

    #[inline]
    fn random_action(&self, _: &mut Vec<Move>, rng: &mut Rng) -> Move {
        self.side().random(rng)
    }
}

impl Deterministic for Checkers {}
impl PerfectInfo for Checkers {}
impl Sequential for Checkers {}

impl Quality for Checkers {
    /// The share of the winner's pieces that are left (QR §6.1).
    fn quality(&self) -> f64 {
        match self.status {
            Status::Won => f64::from(self.pieces[1 - self.mover()].count_ones()) / f64::from(MEN),
            _ => 1.0,
        }
    }
}

impl Key for Checkers {
    #[inline]
    fn key(&self) -> u64 {
        let [black, white] = self.pieces.map(u64::from);
        let rest = u64::from_le_bytes([self.quiet, self.mover, self.draw as u8, 0, 0, 0, 0, 0]);
        mix([black | white << 32, u64::from(self.kings) | rest << 32])
    }
}

/// tanh(d / 10), where d is the difference in material, with 1 for a man and 6 for a king: the
/// evaluation of QR's authors.
#[derive(Clone, Copy, Debug, Default)]
pub struct Material;

impl Evaluator<Checkers> for Material {
    fn evaluate(&mut self, state: &Checkers, values: &mut [f64]) {
        let worth =
            |pieces: u32| f64::from(pieces.count_ones() + 5 * (pieces & state.kings).count_ones());
        let [black, white] = state.pieces.map(worth);
        opposed(((black - white) / 10.0).tanh(), values);
    }
}
