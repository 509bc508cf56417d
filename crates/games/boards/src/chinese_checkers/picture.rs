//! The picture of a star.

use super::star::Field;
use super::{ChineseCheckers, Move};
use crate::pictures::column_name;
use crate::status::SYMBOLS;
use sortilege::game::{Notation, Picture};
use sortilege::scene::{Board, Cell, Item, Kind, Part, Piece, Scene, Shade, Shape};
use sortilege::{Game, Player, Turn};

impl Picture for ChineseCheckers {
    fn picture(view: &ChineseCheckers, seat: Player, last: Option<Move>) -> Scene {
        let mut legal = vec![];
        if view.turn() == Turn::Player(seat) {
            view.actions(&mut legal);
        }
        let scene = Scene::default()
            .label(view.status.standing(view.mover(), SYMBOLS))
            .with(Part::Board(view.draw(&legal, last)));
        match &legal[..] {
            [Move::Pass] => {
                scene.row("No move", vec![Item::new(Kind::Button("Pass".to_string())).clicked("pass")])
            }
            _ => scene,
        }
    }
}

impl ChineseCheckers {
    /// Rows of a picture of hexagons are shifted to the right, so a field is drawn in the column that its name
    /// tells. The last move touched the field that it left and the one that it reached.
    fn draw(&self, legal: &[Move], last: Option<Move>) -> Board {
        let across = self.star.across();
        let absent = Cell { shade: Shade::Absent, ..Cell::default() };
        let mut cells = vec![absent; across * across];
        for &(field, place) in &self.star.fields {
            let (column, row) = self.star.place(place);
            let owner = (0..2).find(|&seat| self.pieces[seat] & field.bit() != 0);
            let home = (self.star.homes[0] | self.star.homes[1]) & field.bit() != 0;
            cells[row * across + column] = Cell {
                piece: owner.map(|seat| Piece { text: self.seat(Player(seat)), owner: Some(Player(seat)) }),
                shade: if home { Shade::Marked } else { Shade::Plain },
                action: self.only_move_to(field, legal),
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
    }

    /// The move to `field` if just one piece can go there: a click tells where to, but not with which piece.
    fn only_move_to(&self, field: Field, legal: &[Move]) -> Option<String> {
        let mut there = legal.iter().filter(|action| matches!(action, Move::Go(_, to) if *to == field));
        match (there.next(), there.next()) {
            (Some(&action), None) => Some(self.action_name(action)),
            _ => None,
        }
    }
}
