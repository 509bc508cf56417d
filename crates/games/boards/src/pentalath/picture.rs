//! The picture of a hexagon.

use super::board::cells;
use super::{Cell, Pentalath};
use crate::pictures::column_name;
use crate::status::SYMBOLS;
use sortilege::game::{Notation, Picture};
use sortilege::scene::{Board as Grid, Cell as Square, Part, Piece, Scene, Shade, Shape};
use sortilege::{Game, Player, Turn};

impl Picture for Pentalath {
    fn picture(view: &Pentalath, seat: Player, last: Option<Cell>) -> Scene {
        Scene::default()
            .label(view.status.standing(view.mover(), SYMBOLS))
            .with(Part::Board(view.draw(seat, last)))
    }
}

impl Pentalath {
    /// Rows of a picture of hexagons are shifted to the right, so that axial coordinates fit as they are; the
    /// corners of the square that the hexagon leaves out are absent.
    fn draw(&self, seat: Player, last: Option<Cell>) -> Grid {
        let across = 2 * self.board.side - 1;
        let absent = Square { shade: Shade::Absent, ..Square::default() };
        let mut squares = vec![absent; across * across];
        for cell in cells(self.board.full) {
            let (column, row) = self.board.place(cell);
            let owner = (0..2).find(|&seat| self.stones[seat] & cell.bit() != 0);
            squares[row * across + column] = Square {
                piece: owner.map(|seat| Piece { text: self.seat(Player(seat)), owner: Some(Player(seat)) }),
                last: last == Some(cell),
                ..Square::default()
            };
        }
        let own_turn = self.turn() == Turn::Player(seat);
        for cell in self.legal().filter(|_| own_turn) {
            let (column, row) = self.board.place(cell);
            squares[row * across + column].action = Some(self.action_name(cell));
        }
        Grid {
            shape: Shape::Hexes,
            columns: across,
            cells: squares,
            column_names: (0..across).map(column_name).collect(),
            row_names: (1..=across).map(|row| row.to_string()).collect(),
        }
    }
}
