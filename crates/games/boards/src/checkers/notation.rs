//! Moves and positions in words, and the picture of the board. A move highlights every square that
//! the piece visits.

use super::board::{FAR, place, square_at};
use super::{Checkers, MEN, Move};
use crate::chessboard::{Chessboard, Place, chequered, name, path};
use crate::text::{named, number};
use sortilege::Player;
use sortilege::game::{Notation, Picture};
use sortilege::scene::{Cell, Gesture, Part, Piece, PieceKind, Scene};

/// The board, light squares included.
pub(super) const BOARD: Chessboard = Chessboard { files: 8, ranks: 8 };

pub(super) const SEATS: [&str; 2] = ["Black", "White"];

/// A man of each seat, then a king of each seat.
const SYMBOLS: [char; 4] = ['b', 'w', 'B', 'W'];

impl Checkers {
    /// The seat and the letter of the piece on a square, if there is one.
    pub(super) fn piece(&self, (x, y): Place) -> Option<(usize, char)> {
        let bit = 1 << square_at(x, y)?;
        let seat = self.pieces.iter().position(|pieces| pieces & bit != 0)?;
        let symbol = seat + if self.kings & bit != 0 { 2 } else { 0 };
        Some((seat, SYMBOLS[symbol]))
    }

    /// Checks the pieces; returns what is wrong if no game can lead to them.
    fn check(&self) -> Result<(), String> {
        for (seat, &pieces) in self.pieces.iter().enumerate() {
            let seat_name = self.seat(Player(seat));
            if pieces.count_ones() > MEN {
                return Err(format!(
                    "{seat_name} has {} pieces, but at most 12",
                    pieces.count_ones()
                ));
            }
            if pieces & !self.kings & FAR[seat] != 0 {
                return Err(format!(
                    "{seat_name} has a man on its far row, where only its kings can stand"
                ));
            }
        }
        if self.pieces[1 - self.mover()] == 0 {
            let last = self.seat(Player(1 - self.mover()));
            return Err(format!("{last} has moved last, so it has a piece at least"));
        }
        if self.quiet > self.draw.limit() {
            return Err(format!(
                "{} is too long without an end: at most {}",
                self.quiet,
                self.draw.limit()
            ));
        }
        Ok(())
    }
}

impl Notation for Checkers {
    fn seat(&self, who: Player) -> String {
        SEATS[who.0].into()
    }

    fn action_name(&self, action: Move) -> String {
        let squares: Vec<String> =
            action.visited().into_iter().map(|square| name(place(square))).collect();
        squares.join(if action.is_jump() { "x" } else { "-" })
    }

    fn parse_action(&self, text: &str) -> Option<Move> {
        named(self, text)
    }

    fn position(&self) -> String {
        let rows = BOARD.rows_text(|place| self.piece(place).map_or('.', |(_, letter)| letter));
        format!("{rows} {} {}", ['b', 'w'][self.mover()], self.quiet)
    }

    fn parse_position(&self, text: &str) -> Result<Self, String> {
        let [rows, mover, quiet] = text.split(' ').collect::<Vec<_>>()[..] else {
            return Err(format!(
                "{text:?} is no position: it has the board, who is to move and a count of plies, as in {:?}",
                self.position()
            ));
        };
        let mover = match mover {
            "b" => 0,
            "w" => 1,
            _ => return Err(format!("{mover:?} cannot be to move: write \"b\" or \"w\"")),
        };
        let quiet = number(quiet)
            .ok_or_else(|| format!("{quiet:?} is no count of plies: write a number from 0 on"))?;
        let mut state = Checkers { pieces: [0; 2], kings: 0, quiet, mover, ..self.clone() };
        for ((x, y), symbol) in BOARD.parse_rows(rows, &SYMBOLS)? {
            let square = square_at(x, y)
                .ok_or_else(|| format!("{} is a light square and must be empty", name((x, y))))?;
            state.pieces[symbol % 2] |= 1 << square;
            state.kings |= u32::from(symbol >= 2) << square;
        }
        state.check()?;
        state.status = state.computed_status();
        Ok(state)
    }
}

impl Picture for Checkers {
    fn picture(view: &Checkers, _: Player, last: Option<Move>) -> Scene {
        let touched = last.map_or(0, touched);
        let piece = |(seat, letter): (usize, char)| {
            let kind = if letter.is_uppercase() { PieceKind::King } else { PieceKind::Stone };
            Piece::new(kind, letter, Player(seat))
        };
        let cell = |(x, y)| Cell {
            piece: view.piece((x, y)).map(piece),
            shade: chequered((x, y)),
            last: square_at(x, y).is_some_and(|square| touched & 1 << square != 0),
            ..Cell::default()
        };
        let standing = view.status.standing(view.mover(), SEATS);
        Scene::default().label(standing).with(Part::Board(BOARD.draw(cell)))
    }

    fn gesture(_: &Checkers, _: Player, action: Move) -> Gesture {
        path(action.visited().into_iter().map(place))
    }
}

/// The squares that a move visits or clears.
fn touched(action: Move) -> u32 {
    action.visited().into_iter().fold(action.result().1, |mask, square| mask | 1 << square)
}
