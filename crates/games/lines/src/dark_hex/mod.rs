//! Dark Hex: Hex in which neither player sees the opponent's stones.
//!
//! The rules are [`RULES`]; the default is 3 by 3, classical. Rules version 1.
//!
//! **Environment.** A forced action of the environment, `placed` or `taken`, answers every try.
//! `placed` puts the stone down.
//!
//! **Observations.** The player who tries observes the try and the answer. The opponent observes
//! neither, only that the turn has passed. If a failed try ends the turn ([`Reveal::Abrupt`]), the
//! opponent cannot tell from the passed turn whether a stone was put down. At the end the board is
//! shown to both players.
//!
//! **Determinization.** The opponent's undiscovered stones lie on the cells that may hold them,
//! uniformly over all placements that do not join the opponent's edges, although random tries may
//! favour some placements. In the abrupt game their number is not known either; every set of
//! stones, of any size, that the opponent's turns can have left is equally likely. The opponent's
//! knowledge is not observable: in the classical game a determinized opponent knows of no stone,
//! which costs at worst one try. In the abrupt game each of the opponent's turns placed a stone or
//! found one, so the number of found stones follows from the number of placed ones; the set of
//! found stones is sampled uniformly.
//!
//! **Imperfect recall.** A view is a board, without the order of tries that led to it: the
//! classical game on 3 by 3 has 6,072,917 information sets.
//!
//! **Notation.** Cells as in [m,n,k-games](crate::mnk): the letter of the column and the number of
//! the row, from the top left. A position is the rows from the top, with stones in lower case if
//! the opponent has found them, then who is to move (a dash once the game is over), then the cell
//! that awaits its answer, with a question mark: `X../.o./... X b3?`.
//!
//! **Known values.** No game is drawn. On 3 by 3, classical, uniform tries are worth 1/3 to X; a
//! best response to them wins 1 as X and 0.832804 as O. X has 3,720,850 information sets and O
//! 2,352,067, in agreement with published counts (exp-a-spiel, Rudolph and others 2025).

mod board;
mod hidden;
mod notation;
#[cfg(test)]
mod tests;

pub use hidden::{Seen, View};

use crate::key::mix;
use crate::mnk::Cell;
use crate::mnk::grid::cells;
use crate::status::{SYMBOLS, Status};
use board::Rhombus;
use sortilege::game::{Chance, Key, Outcomes, Sequential};
use sortilege::{Game, Player, Rng, Turn};

#[doc = include_str!("rules.md")]
pub const RULES: &str = include_str!("rules.md");

/// The effect of a failed try on the turn. The stone in the taken cell is known from then on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Reveal {
    /// The player tries again until a stone is put down.
    #[default]
    Classical,
    /// The turn ends.
    Abrupt,
}

/// A state of Dark Hex, with all stones.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DarkHex {
    board: Rhombus,
    reveal: Reveal,
    /// The player on turn; once the game is over, the player who would be.
    mover: u8,
    status: Status,
    /// The stones of each seat.
    stones: [u64; 2],
    /// Stones that the opponent of their owner has found.
    known: u64,
    /// The cell of the try that awaits its answer, or nothing.
    pending: u64,
}

/// A try, or the environment's answer to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// The player on turn tries to put a stone on a cell.
    Try(Cell),
    /// The cell was empty and now has the stone; the turn passes.
    Placed,
    /// The cell has a stone of the opponent.
    Taken,
}

impl DarkHex {
    /// The empty board, of at most 8 columns and 8 rows.
    pub fn new(columns: usize, rows: usize, reveal: Reveal) -> Result<Self, String> {
        Ok(DarkHex {
            board: Rhombus::new(columns, rows)?,
            reveal,
            mover: 0,
            status: Status::Playing,
            stones: [0; 2],
            known: 0,
            pending: 0,
        })
    }

    #[inline]
    fn mover(&self) -> usize {
        self.mover.into()
    }

    /// The cells that `seat` may try.
    #[inline]
    fn tries(&self, seat: usize) -> u64 {
        self.board.full() & !(self.stones[seat] | self.known & self.stones[1 - seat])
    }

    /// The answer to the current try.
    #[inline]
    fn answer(&self) -> Action {
        let theirs = self.stones[1 - self.mover()];
        if theirs & self.pending == 0 { Action::Placed } else { Action::Taken }
    }

    /// Number of turns that `seat` has had.
    #[inline]
    fn turns(&self, seat: usize) -> u32 {
        let failed = match self.reveal {
            Reveal::Classical => 0,
            Reveal::Abrupt => self.known & self.stones[1 - seat],
        };
        self.stones[seat].count_ones() + failed.count_ones()
    }

    /// The player on turn and the status of the game, if play can lead to `stones`, of which
    /// `known` have been found: the seats alternate, and the game ends when edges are joined.
    fn mover_and_status(&self, stones: [u64; 2], known: u64) -> Result<(usize, Status), String> {
        let found = DarkHex { stones, known, ..self.clone() };
        let turns = [0, 1].map(|seat| found.turns(seat));
        if turns[0] != turns[1] && turns[0] != turns[1] + 1 {
            let [x, o] = turns;
            return Err(format!(
                "X has had {x} turns and O has had {o}; X has as many as O, or one more"
            ));
        }
        let last = usize::from(turns[0] == turns[1]);
        let mover = 1 - last;
        if self.board.joins(mover, stones[mover]) {
            return Err(format!(
                "{} has joined the edges, but {} moved last",
                SYMBOLS[mover], SYMBOLS[last]
            ));
        }
        let won = self.board.joins(last, stones[last]);
        if won && !self.joined_by_one_of(last, stones[last] & !known, stones[last]) {
            return Err(format!(
                "no single last stone of {} can have ended this game",
                SYMBOLS[last]
            ));
        }
        let early = stones[0].count_ones() - u32::from(won && last == 0);
        if self.reveal == Reveal::Abrupt && known & stones[1] != 0 && early == 0 {
            return Err(
                "X has found a stone, but the first try of all cannot have failed".to_string()
            );
        }
        Ok((mover, if won { Status::Won } else { Status::Playing }))
    }

    /// Returns whether some stone of `candidates` is necessary for the connection of the edges of
    /// `seat`.
    fn joined_by_one_of(&self, seat: usize, candidates: u64, stones: u64) -> bool {
        cells(candidates).any(|cell| !self.board.joins(seat, stones & !cell.bit()))
    }
}

/// The classical game on 3 by 3.
impl Default for DarkHex {
    fn default() -> Self {
        DarkHex::new(3, 3, Reveal::Classical).expect("a board of 9 cells")
    }
}

impl Game for DarkHex {
    type Action = Action;
    const DRAWS_UNLISTED: bool = true;
    const HAS_MOVE_QUERY: bool = true;

    #[inline]
    fn players(&self) -> usize {
        2
    }

    #[inline]
    fn turn(&self) -> Turn {
        if self.pending != 0 { Turn::Chance } else { self.status.turn(self.mover()) }
    }

    #[inline]
    fn actions(&self, out: &mut Vec<Action>) {
        out.clear();
        out.extend(cells(self.tries(self.mover())).map(Action::Try));
    }

    #[inline]
    fn apply(&mut self, action: Action) {
        if let Action::Try(cell) = action {
            debug_assert!(self.tries(self.mover()) & cell.bit() != 0, "{action:?} in {self:?}");
            self.pending = cell.bit();
            return;
        }
        debug_assert_eq!(action, self.answer(), "in {self:?}");
        let mover = self.mover();
        if action == Action::Placed {
            self.stones[mover] |= self.pending;
            if self.board.joins(mover, self.stones[mover]) {
                self.status = Status::Won;
            }
            self.mover ^= 1;
        } else {
            self.known |= self.pending;
            self.mover ^= u8::from(self.reveal == Reveal::Abrupt);
        }
        self.pending = 0;
    }

    #[inline]
    fn payoff(&self, who: Player) -> f64 {
        self.status.payoff(self.mover(), who)
    }

    #[inline]
    fn random_action(&self, _: &mut Vec<Action>, rng: &mut Rng) -> Action {
        Action::Try(Cell(rng.pick_bit(self.tries(self.mover())) as u8))
    }

    #[inline]
    fn allows(&self, action: Action) -> bool {
        matches!(action, Action::Try(cell) if self.tries(self.mover()) & cell.bit() != 0)
    }

    #[inline]
    fn count_actions(&self) -> usize {
        self.tries(self.mover()).count_ones() as usize
    }
}

impl Sequential for DarkHex {}

impl Chance for DarkHex {
    #[inline]
    fn sample(&self, _: &mut Rng) -> Action {
        self.answer()
    }
}

impl Outcomes for DarkHex {
    fn outcomes(&self, out: &mut Vec<(Action, f64)>) {
        out.clear();
        out.push((self.answer(), 1.0));
    }
}

impl Key for DarkHex {
    #[inline]
    fn key(&self) -> u64 {
        let rules =
            [self.board.columns(), self.board.rows(), self.reveal as u8, self.mover, 0, 0, 0, 0];
        mix([self.stones[0], self.stones[1], self.known, self.pending, u64::from_le_bytes(rules)])
    }
}
