//! Pentalath: five in a row on a hexagon, with capture by enclosure. Found by Cameron Browne's Ludi
//! system in 2007; one of the six games of QR.
//!
//! The rules are [`RULES`]. Positions may recur. Rules version 1.
//!
//! **Notation.** A cell is the letter of its column, which slants down to the right, and the number
//! of its row from the top: `e5` is the centre, `i1` the right end of the top row. A position is
//! the rows from the top, who is to move (a dash once the game is over) and the number of stones
//! played so far: `../.X./.. O 1` on a board of side 2.
//!
//! **Evaluation** counts the stones in rows that one side can still complete, [`OpenRows`],
//! **quality** is the number of stones that the loser's longest row lacks (QR §5). **Playouts** are
//! uniform or [`Inward`].
//!
//! **Known values.** 61 first moves; perft 61, 3660, 215940, 12524520, the same as without
//! captures. Random games last 45.7 plies on average; X wins 52 % of them.
//!
//! **Deviations.** Two draw rules are additions: a player without a legal move, and the 200th ply.
//! The program of QR's authors removes only one of several enclosed groups and always lets O swap;
//! the paper mentions neither.

mod board;
mod notation;
mod policy;
#[cfg(test)]
mod tests;

pub use board::Cell;
pub use policy::{Inward, OpenRows};

use crate::key::mix;
use crate::shared::Shared;
use crate::status::Status;
use board::{Board, cells};
use sortilege::game::{Deterministic, Key, PerfectInfo, Quality, Sequential};
use sortilege::{Game, Player, Rng, Turn};

#[doc = include_str!("rules.md")]
pub const RULES: &str = include_str!("rules.md");

/// The ply after which a game without a winner is a draw.
const LAST_PLY: u8 = 200;

/// A position of Pentalath.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pentalath {
    board: Shared<Board>,
    /// The cells of X and of O.
    stones: [u64; 2],
    /// The number of stones played so far.
    plies: u8,
    status: Status,
    swap: bool,
}

impl Pentalath {
    /// The empty hexagon of `side` cells a side, 2 to 5, where `row` stones in a line win. With
    /// `swap`, O may take over X's first stone.
    pub fn new(side: usize, row: usize, swap: bool) -> Result<Self, String> {
        let board = Board::of(side, row)?;
        Ok(Pentalath { board, stones: [0, 0], plies: 0, status: Status::Playing, swap })
    }

    /// The seat of the next stone; once the game is over, of the stone that would come next.
    #[inline]
    fn mover(&self) -> usize {
        usize::from(self.plies % 2)
    }

    #[inline]
    fn empty(&self) -> u64 {
        self.board.full & !(self.stones[0] | self.stones[1])
    }

    /// The cells where the mover may place a stone, suicide included.
    #[inline]
    fn open(&self) -> u64 {
        let swap = self.swap && self.plies == 1;
        if swap { self.board.full } else { self.empty() }
    }

    /// Returns whether a stone of the mover on `cell`, one of the open ones, is no suicide.
    #[inline]
    fn is_legal(&self, cell: Cell) -> bool {
        self.board.next_to(cell) & self.empty() != 0 || self.survives(cell)
    }

    /// Returns whether a stone of the mover on `cell`, which has no empty neighbour, captures a
    /// group or joins a group that has another liberty.
    fn survives(&self, cell: Cell) -> bool {
        let (mover, empty) = (self.mover(), self.empty() & !cell.bit());
        self.board.enclosed(cell, self.stones[mover] | cell.bit(), empty) == 0
            || self.captives(cell, self.stones[1 - mover], empty) != 0
    }

    /// The groups of `enemies` next to `cell` that have no liberty in `empty`.
    #[inline]
    fn captives(&self, cell: Cell, enemies: u64, empty: u64) -> u64 {
        let (mut near, mut captives) = (self.board.next_to(cell) & enemies, 0);
        while near != 0 {
            let enemy = Cell(near.trailing_zeros() as u8);
            let group = self.board.enclosed(enemy, enemies, empty);
            captives |= group;
            near &= !(group | enemy.bit());
        }
        captives
    }

    /// The legal moves; none once the game is over.
    fn legal(&self) -> impl Iterator<Item = Cell> {
        let open = if self.status == Status::Playing { self.open() } else { 0 };
        cells(open).filter(|&cell| self.is_legal(cell))
    }

    /// The result, given whether there is a complete row.
    #[inline]
    fn status(&self, row: bool) -> Status {
        let can_move = || cells(self.open()).any(|cell| self.is_legal(cell));
        if row {
            Status::Won
        } else if self.plies < LAST_PLY && can_move() {
            Status::Playing
        } else {
            Status::Drawn
        }
    }
}

/// Side 5, rows of five, no swap.
impl Default for Pentalath {
    fn default() -> Self {
        Pentalath::new(5, 5, false).expect("a board of 61 cells")
    }
}

impl Game for Pentalath {
    type Action = Cell;
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
    fn actions(&self, out: &mut Vec<Cell>) {
        out.clear();
        out.extend(self.legal());
    }

    #[inline]
    fn apply(&mut self, cell: Cell) {
        debug_assert!(
            self.legal().any(|legal| legal == cell),
            "{cell:?} cannot be played in {self:?}"
        );
        let mover = self.mover();
        self.stones[mover] |= cell.bit();
        // The cell has a stone only if this is a swap.
        self.stones[1 - mover] &= !cell.bit();
        self.stones[1 - mover] &= !self.captives(cell, self.stones[1 - mover], self.empty());
        self.plies += 1;
        self.status = self.status(self.board.has_row(cell, self.stones[mover]));
    }

    #[inline]
    fn payoff(&self, who: Player) -> f64 {
        self.status.payoff(self.mover(), who)
    }

    #[inline]
    fn random_action(&self, _: &mut Vec<Cell>, rng: &mut Rng) -> Cell {
        // Suicide is rare, so rejection is cheaper than finding all suicides beforehand.
        let open = self.open();
        loop {
            let cell = Cell(rng.pick_bit(open) as u8);
            if self.is_legal(cell) {
                return cell;
            }
        }
    }
}

impl Deterministic for Pentalath {}
impl PerfectInfo for Pentalath {}
impl Sequential for Pentalath {}

impl Quality for Pentalath {
    /// The number of stones that the loser's longest extendable row lacks, as a share of a full one
    /// (QR §5). A row counts only where it has room to grow: see the board.
    fn quality(&self) -> f64 {
        if self.status != Status::Won {
            return 1.0;
        }
        let loser = self.mover();
        let longest = self.board.longest_row(self.stones[loser], self.stones[1 - loser]);
        (self.board.row - longest) as f64 / self.board.row as f64
    }
}

impl Key for Pentalath {
    #[inline]
    fn key(&self) -> u64 {
        let settings = [self.board.side as u8, self.board.row as u8, u8::from(self.swap)];
        let word =
            u64::from_le_bytes([self.plies, settings[0], settings[1], settings[2], 0, 0, 0, 0]);
        mix([self.stones[0], self.stones[1], word])
    }
}
