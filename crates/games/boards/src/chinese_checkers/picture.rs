//! The picture of a star.

use super::{ChineseCheckers, Move};
use crate::pictures::{button, column_name};
use crate::status::SYMBOLS;
use sortilege::Player;
use sortilege::game::{Notation, Picture};
use sortilege::scene::{Board, Cell, Gesture, Part, Piece, Scene, Shade, Shape};

impl Picture for ChineseCheckers {
    fn picture(view: &ChineseCheckers, _: Player, last: Option<Move>) -> Scene {
        Scene::default()
            .label(view.status.standing(view.mover(), SYMBOLS))
            .with(Part::Board(view.draw(last)))
    }

    fn gesture(view: &ChineseCheckers, _: Player, action: Move) -> Gesture {
        match action {
            Move::Go(from, to) => {
                Gesture::path([from, to].map(|field| view.star.field_name(field)))
            }
            Move::Pass => button(view.action_name(action)),
        }
    }
}

impl ChineseCheckers {
    /// The star as a picture. Rows of a hexagonal picture are shifted to the right, so a field is
    /// drawn in the column of its name. The field that the last move left and the one that it
    /// reached are highlighted.
    fn draw(&self, last: Option<Move>) -> Board {
        let across = self.star.across();
        let absent = Cell { shade: Shade::Absent, ..Cell::default() };
        let mut cells = vec![absent; across * across];
        for &(field, place) in &self.star.fields {
            let (column, row) = self.star.place(place);
            let owner = (0..2).find(|&seat| self.pieces[seat] & field.bit() != 0);
            let home = (self.star.homes[0] | self.star.homes[1]) & field.bit() != 0;
            cells[row * across + column] = Cell {
                piece: owner
                    .map(|seat| Piece { text: self.seat(Player(seat)), owner: Some(Player(seat)) }),
                shade: if home { Shade::Marked } else { Shade::Plain },
                last: matches!(last, Some(Move::Go(from, to)) if from == field || to == field),
                ..Cell::default()
            };
        }
        Board {
            shape: Shape::Hexes,
            columns: across,
            cells,
            column_names: (0..across).map(column_name).collect(),
            row_names: (1..=across).map(|row| row.to_string()).collect(),
        }
        .named()
    }
}
