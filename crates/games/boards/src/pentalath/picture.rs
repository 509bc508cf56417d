//! The picture of a hexagon.

use super::board::cells;
use super::{Cell, Pentalath};
use crate::pictures::column_name;
use crate::status::SYMBOLS;
use sortilege::Player;
use sortilege::game::{Notation, Picture};
use sortilege::scene::{Board as Grid, Cell as Square, Gesture, Part, Piece, Scene, Shade, Shape};

impl Picture for Pentalath {
    fn picture(view: &Pentalath, _: Player, last: Option<Cell>) -> Scene {
        Scene::default()
            .label(view.status.standing(view.mover(), SYMBOLS))
            .with(Part::Board(view.draw(last)))
    }

    fn gesture(view: &Pentalath, _: Player, cell: Cell) -> Gesture {
        Gesture::path([view.board.cell_name(cell)])
    }
}

impl Pentalath {
    /// The hexagon as a picture. Rows of a hexagonal picture are shifted to the right, so that
    /// axial coordinates fit as they are. The corners of the square outside the hexagon are absent.
    fn draw(&self, last: Option<Cell>) -> Grid {
        let across = 2 * self.board.side - 1;
        let absent = Square { shade: Shade::Absent, ..Square::default() };
        let mut squares = vec![absent; across * across];
        for cell in cells(self.board.full) {
            let (column, row) = self.board.place(cell);
            let owner = (0..2).find(|&seat| self.stones[seat] & cell.bit() != 0);
            squares[row * across + column] = Square {
                piece: owner
                    .map(|seat| Piece { text: self.seat(Player(seat)), owner: Some(Player(seat)) }),
                last: last == Some(cell),
                ..Square::default()
            };
        }
        Grid {
            shape: Shape::Hexes,
            columns: across,
            cells: squares,
            column_names: (0..across).map(column_name).collect(),
            row_names: (1..=across).map(|row| row.to_string()).collect(),
        }
        .named()
    }
}
