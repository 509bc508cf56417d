//! The Game of the Amazons (Walter Zamkauskas, 1988): queens that burn the board. A game of QR §6.
//!
//! The rules are [`RULES`]. Rules version 1.
//!
//! **Notation.** A square is its file and rank, `a1` at White's left; a move is `d1-d7/g7`: from,
//! to, and the square that burns. A position is the rows from the top, with `x` for burnt squares,
//! and the player to move. Once the game is over, that player has lost.
//! `.B..B./B....B/....../....../W....W/.W..W. W`
//!
//! **Evaluation** is the difference in queen moves, [`Mobility`]. **Quality** is the number of
//! squares that the winner's amazons can reach at the end, as in QR §6.1, divided by what four
//! queens could reach on an empty board. **Playouts** are uniform over whole moves, or
//! [`QueenFirst`].
//!
//! **Known values.** 2176 moves at the start on 10 x 10, 1232 on 8 x 8, 544 on 6 x 6.
//!
//! **Deviations.** Contrary to the paper, the program behind QR plays on 8 x 8. It also ends the
//! game when the side that is *not* to move is stuck. Here the game continues, since a neighbour
//! may still move away.

mod lines;
mod notation;
mod policy;
#[cfg(test)]
mod tests;

pub use lines::Square;
pub use policy::{Mobility, QueenFirst};

use crate::bits::counted_bits;
use crate::chessboard::{Chessboard, Place};
use crate::key::mix;
use lines::{Lines, NOWHERE, landing, landings, left_behind};
use sortilege::game::{Deterministic, Key, PerfectInfo, Quality, Sequential};
use sortilege::rng::nth_bit;
use sortilege::{Game, Player, Rng, Turn};
use std::hash::{Hash, Hasher};

#[doc = include_str!("rules.md")]
pub const RULES: &str = include_str!("rules.md");

/// The move of an amazon and her shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move(u32);

impl Move {
    /// The move from one square to another with an arrow to a third.
    #[inline]
    pub fn new(from: Square, to: Square, arrow: Square) -> Self {
        Move(u32::from_le_bytes([from.0, to.0, arrow.0, 0]))
    }

    /// The square that the amazon leaves.
    #[inline]
    pub fn from(self) -> Square {
        Square(self.0 as u8)
    }

    /// The square that she moves to.
    #[inline]
    pub fn to(self) -> Square {
        Square((self.0 >> 8) as u8)
    }

    /// The square that she burns.
    #[inline]
    pub fn arrow(self) -> Square {
        Square((self.0 >> 16) as u8)
    }
}

/// A position of the Game of the Amazons.
#[derive(Clone, Debug)]
pub struct Amazons {
    /// Squares that are taken by amazons or burnt.
    lines: Lines,
    /// Squares of the amazons of each seat, in no particular order.
    amazons: [[Square; 4]; 2],
    mover: u8,
    /// Number of rows, and of columns.
    side: u8,
    /// The number of empty squares.
    empty: u8,
    /// Upper bounds on the squares that an arrow can fly over, by direction of the line. The bounds
    /// are refreshed only now and then.
    farthest: [u8; 4],
    /// The squares that each amazon of the mover can reach, encoded as in [`Lines::targets`].
    targets: [u64; 4],
}

/// The board sizes, with the squares of White's and Black's amazons at the start.
const STARTS: [(usize, [&str; 4], [&str; 4]); 3] = [
    (10, ["a4", "j4", "d1", "g1"], ["d10", "g10", "a7", "j7"]),
    (8, ["a3", "h3", "c1", "f1"], ["c8", "f8", "a6", "h6"]),
    (6, ["a2", "f2", "b1", "e1"], ["b6", "e6", "a5", "f5"]),
];

impl Amazons {
    /// The start position on a board with sides of 10, 8 or 6 squares.
    pub fn new(side: usize) -> Result<Self, String> {
        let Some((_, white, black)) = STARTS.iter().find(|start| start.0 == side) else {
            return Err(format!(
                "Amazons has no board with sides of {side}: they must be 10, 8 or 6"
            ));
        };
        let board = Chessboard { files: side as u8, ranks: side as u8 };
        let square = |name: &str| board.parse(name).map(square);
        let squares =
            |names: &[&str; 4]| names.map(|name| square(name).expect("a square of this board"));
        Ok(Amazons::set_up(side as u8, [squares(white), squares(black)], &[], 0))
    }

    /// The position with these amazons, which may be [`NOWHERE`], and these `burnt` squares.
    fn set_up(side: u8, amazons: [[Square; 4]; 2], burnt: &[Square], mover: u8) -> Self {
        let (board, mut lines) = (Chessboard { files: side, ranks: side }, Lines::full());
        board.places().for_each(|place| lines.toggle(square(place)));
        let there = amazons.iter().flatten().filter(|&&amazon| amazon != NOWHERE);
        let taken: Vec<Square> = there.chain(burnt).copied().collect();
        taken.iter().for_each(|&square| lines.toggle(square));
        let empty = side * side - taken.len() as u8;
        let mut state =
            Amazons { lines, amazons, mover, side, empty, farthest: [0; 4], targets: [0; 4] };
        state.farthest = state.longest_flights();
        state.targets = state.targets_of(mover);
        state
    }

    /// The squares that each amazon of `seat` can reach.
    #[inline]
    fn targets_of(&self, seat: u8) -> [u64; 4] {
        self.lines.targets_of(self.amazons[usize::from(seat & 1)])
    }

    /// The fields that distinguish positions.
    #[inline]
    fn identity(&self) -> (&Lines, [[Square; 4]; 2], u8, u8) {
        (&self.lines, self.amazons.map(in_order), self.mover, self.side)
    }

    /// The number of queen moves of `seat`: squares reached, without arrows.
    fn mobility(&self, seat: usize) -> u32 {
        self.targets_of(seat as u8).into_iter().map(u64::count_ones).sum()
    }

    /// Upper bound on the squares that one queen can reach.
    #[inline]
    fn widest_reach(&self) -> u32 {
        4 * u32::from(self.side) - 5
    }

    /// The number of burnt squares, which is the number of turns played.
    fn burnt(&self) -> usize {
        let amazons = self.amazons.iter().flatten().filter(|&&amazon| amazon != NOWHERE).count();
        usize::from(self.side).pow(2) - usize::from(self.empty) - amazons
    }

    /// Adds the moves of one of the mover's amazons to `out`.
    fn list(&self, amazon: usize, out: &mut Vec<Move>) {
        let from = self.amazons[usize::from(self.mover & 1)][amazon];
        for (to, line) in landings(from, self.targets[amazon]) {
            let shots = self.lines.targets(to, left_behind(from, line));
            out.extend(
                counted_bits(shots).map(|bit| Move::new(from, to, landing(to, bit.into()).0)),
            );
        }
    }

    /// Upper bounds on the squares that an arrow can fly over in the rest of the game, by direction
    /// of the line. Amazons may move away, but burnt squares stay.
    fn longest_flights(&self) -> [u8; 4] {
        let mut burnt = self.lines.clone();
        self.amazons.iter().flatten().for_each(|&amazon| burnt.toggle(amazon));
        burnt.longest_runs().map(|run| run.saturating_sub(1))
    }

    /// Samples a move that begins with one of `steps` targets; all these moves are equally likely.
    /// The targets of all amazons are numbered in order. `amazon` maps the number of a target to
    /// its amazon and to the number of targets before hers.
    ///
    /// Targets have different numbers of shots, so this is rejection sampling. A target and a shot
    /// number are drawn together, the latter below an upper bound over all targets. Both are drawn
    /// again if there is no such shot. The shot numbers are first divided among the four lines, so
    /// that only one line is examined.
    #[inline]
    fn random_shot(&self, rng: &mut Rng, steps: u32, amazon: impl Fn(u32) -> (usize, u32)) -> Move {
        let [a, b, c, d] = self.farthest.map(u32::from);
        let before = [0, a, a + b, a + b + c];
        let shots = before[3] + d;
        loop {
            let (step, shot) = two_below(rng, steps, shots);
            let (amazon, earlier) = amazon(step);
            let from = self.amazons[usize::from(self.mover & 1)][amazon];
            let (to, along) = landing(from, nth_bit(self.targets[amazon], step - earlier));
            let line = rank(before, shot);
            let flight = self.lines.flight(to, line, from, along);
            let shot = shot - before[line];
            if shot < flight.squares() {
                return Move::new(from, to, flight.square(shot));
            }
        }
    }

    fn is_legal(&self, action: Move) -> bool {
        let reaches = |from, targets, to| landings(from, targets).find(|&(square, _)| square == to);
        let own = self.amazons[usize::from(self.mover)].contains(&action.from())
            && action.from() != NOWHERE;
        own && reaches(action.from(), self.lines.targets(action.from(), 0), action.to())
            .is_some_and(|(to, line)| {
                let shots = self.lines.targets(to, left_behind(action.from(), line));
                reaches(to, shots, action.arrow()).is_some()
            })
    }
}

/// Compares the board and the player to move; the history does not matter.
impl PartialEq for Amazons {
    fn eq(&self, other: &Self) -> bool {
        self.identity() == other.identity()
    }
}

impl Eq for Amazons {}

impl Hash for Amazons {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.identity().hash(hasher);
    }
}

/// The 10 x 10 board.
impl Default for Amazons {
    fn default() -> Self {
        Amazons::new(10).expect("the usual board")
    }
}

impl Game for Amazons {
    type Action = Move;
    const DRAWS_UNLISTED: bool = true;

    #[inline]
    fn players(&self) -> usize {
        2
    }

    #[inline]
    fn turn(&self) -> Turn {
        if self.targets == [0; 4] { Turn::Over } else { Turn::Player(Player(self.mover.into())) }
    }

    fn actions(&self, out: &mut Vec<Move>) {
        out.clear();
        let amazons = self.amazons[usize::from(self.mover & 1)];
        let mut order = [0, 1, 2, 3];
        order.sort_unstable_by_key(|&amazon: &usize| amazons[amazon]);
        order.into_iter().for_each(|amazon| self.list(amazon, out));
    }

    #[inline]
    fn apply(&mut self, action: Move) {
        debug_assert!(self.is_legal(action), "{action:?} is not legal in {self:?}");
        let (from, to) = (action.from(), action.to());
        [from, to, action.arrow()].into_iter().for_each(|square| self.lines.toggle(square));
        let amazons = &mut self.amazons[usize::from(self.mover & 1)];
        *amazons = amazons.map(|amazon| if amazon == from { to } else { amazon });
        self.empty -= 1;
        self.mover = 1 - self.mover;
        self.targets = self.targets_of(self.mover);
        if self.empty.is_multiple_of(12) {
            self.farthest = self.longest_flights();
        }
    }

    #[inline]
    fn payoff(&self, Player(who): Player) -> f64 {
        match self.turn() {
            Turn::Over if who == usize::from(self.mover) => -1.0,
            Turn::Over => 1.0,
            _ => 0.0,
        }
    }

    #[inline]
    fn random_action(&self, _: &mut Vec<Move>, rng: &mut Rng) -> Move {
        let [a, b, c, d] = self.targets.map(u64::count_ones);
        let before = [0, a, a + b, a + b + c];
        self.random_shot(rng, before[3] + d, |step| {
            let amazon = rank(before, step);
            (amazon, before[amazon])
        })
    }
}

impl Deterministic for Amazons {}
impl PerfectInfo for Amazons {}
impl Sequential for Amazons {}

impl Quality for Amazons {
    #[inline]
    fn quality(&self) -> f64 {
        f64::from(self.mobility(usize::from(1 - self.mover))) / f64::from(4 * self.widest_reach())
    }
}

impl Key for Amazons {
    #[inline]
    fn key(&self) -> u64 {
        // The taken squares also determine the size of the board, unless it is full.
        let rows = |rows: std::ops::Range<u8>| {
            rows.fold(0, |word, row| word << 10 | u64::from(self.lines.row(row)))
        };
        let amazons = self.amazons.map(in_order);
        let amazons =
            amazons.iter().flatten().fold(0, |word, amazon| word << 8 | u64::from(amazon.0));
        let rest = rows(6..10) << 8 | u64::from(self.side << 1 | self.mover);
        mix([rows(0..6), rest, amazons])
    }
}

/// The square of a file and a rank.
fn square((file, rank): Place) -> Square {
    Square(10 * rank + file)
}

/// The index of the interval that contains `number`. Four intervals begin at 0 and at the three
/// numbers of `before` that follow.
#[inline]
fn rank(before: [u32; 4], number: u32) -> usize {
    before[1..].iter().map(|&before| usize::from(number >= before)).sum::<usize>() & 3
}

/// Two numbers below `first` and `second` from one random draw, all pairs equally likely. The
/// remainder of the draw after the first number yields the second.
#[inline]
fn two_below(rng: &mut Rng, first: u32, second: u32) -> (u32, u32) {
    let wide = u128::from(rng.bits()) * u128::from(first);
    let rest = u128::from(wide as u64) * u128::from(second);
    ((wide >> 64) as u32, (rest >> 64) as u32)
}

/// Sorts with five branch-free exchanges.
#[inline]
fn in_order(mut squares: [Square; 4]) -> [Square; 4] {
    for (i, j) in [(0, 1), (2, 3), (0, 2), (1, 3), (1, 2)] {
        (squares[i], squares[j]) = (squares[i].min(squares[j]), squares[i].max(squares[j]));
    }
    squares
}
