//! Notation of Chinese Checkers, and the picture of its star.

use super::star::{Coordinates, Field, Star};
use super::{ChineseCheckers, LAST_PLY, Move};
use crate::pictures::{button, column_name};
use crate::status::{SYMBOLS, Status};
use crate::text::{named, number};
use sortilege::Player;
use sortilege::game::{Notation, Picture};
use sortilege::scene::{Board, Cell, Gesture, Part, Piece, PieceKind, Scene, Shade, Shape};

impl Notation for ChineseCheckers {
    fn seat(&self, who: Player) -> String {
        SYMBOLS[who.0].to_string()
    }

    fn action_name(&self, action: Move) -> String {
        match action {
            Move::Go(from, to) => {
                format!("{}-{}", self.star.field_name(from), self.star.field_name(to))
            }
            Move::Pass => "pass".to_string(),
        }
    }

    fn parse_action(&self, text: &str) -> Option<Move> {
        named(self, text)
    }

    fn position(&self) -> String {
        format!("{} {} {}", self.rows_text(), self.turn_name(), self.plies)
    }

    fn parse_position(&self, text: &str) -> Result<Self, String> {
        let parts: Vec<&str> = text.split(' ').collect();
        let &[rows, turn, plies] = &parts[..] else {
            return Err(format!(
                "{text:?} is not a board, who is to move and the number of plies, as in {:?}",
                self.position()
            ));
        };
        let Some(plies) = number(plies).filter(|&plies| plies <= LAST_PLY) else {
            return Err(format!("{plies:?} is no number of plies: it is from 0 to {LAST_PLY}"));
        };
        let pieces = self.star.parse_rows(rows)?;
        if let Some(seat) =
            (0..2).find(|&seat| pieces[seat].count_ones() as usize != self.star.pieces())
        {
            let (count, right) = (pieces[seat].count_ones(), self.star.pieces());
            return Err(format!(
                "{} has {count} pieces on the board; all {right} must be there",
                SYMBOLS[seat]
            ));
        }
        let mut state = ChineseCheckers { pieces, plies, status: Status::Playing, ..self.clone() };
        state.status = state.status();
        match state.turn_name() {
            right if right == turn => Ok(state),
            right => Err(format!("{turn:?} is not to move here: after the board comes {right:?}")),
        }
    }
}

impl ChineseCheckers {
    fn rows_text(&self) -> String {
        let symbol = |field: Field| match self.pieces.map(|pieces| pieces & field.bit() != 0) {
            [true, _] => 'X',
            [_, true] => 'O',
            _ => '.',
        };
        let rows = self.star.fields.chunk_by(|(_, (above, _)), (_, (row, _))| above == row);
        let row =
            |row: &[(Field, _)]| row.iter().map(|&(field, _)| symbol(field)).collect::<String>();
        rows.map(row).collect::<Vec<_>>().join("/")
    }

    fn turn_name(&self) -> String {
        self.status.turn_name(self.mover(), SYMBOLS)
    }
}

impl Star {
    /// The number of columns, which equals the number of rows.
    pub(super) fn across(&self) -> usize {
        let (_, (last, _)) = self.fields[self.fields.len() - 1];
        last as usize + 1
    }

    /// Column and row of a field, counted from 0.
    pub(super) fn place(&self, (row, x): Coordinates) -> (usize, usize) {
        // Three quarters of the way down the star reaches farthest to the left of where its columns
        // start.
        let left = 3 * (self.across() as i32 - 1) / 4;
        ((left + (x - row) / 2) as usize, row as usize)
    }

    /// The letter of the column and the number of the row.
    pub(super) fn field_name(&self, field: Field) -> String {
        let place = self.fields.iter().find(|(other, _)| *other == field).map(|&(_, place)| place);
        let (column, row) = self.place(place.expect("a field of the star"));
        format!("{}{}", column_name(column), row + 1)
    }

    fn parse_rows(&self, text: &str) -> Result<[u128; 2], String> {
        let length =
            |row: usize| self.fields.iter().filter(|(_, place)| place.0 as usize == row).count();
        let lengths: Vec<usize> = (0..self.across()).map(length).collect();
        let rows: Vec<&str> = text.split('/').collect();
        if !rows.iter().map(|row| row.chars().count()).eq(lengths.iter().copied()) {
            let lengths = lengths.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
            return Err(format!(
                "{text:?} is not the board: it has rows of {lengths} fields, separated by slashes"
            ));
        }
        let mut pieces = [0; 2];
        for (&(field, _), symbol) in self.fields.iter().zip(rows.iter().flat_map(|row| row.chars()))
        {
            match symbol {
                'X' => pieces[0] |= field.bit(),
                'O' => pieces[1] |= field.bit(),
                '.' => {}
                _ => {
                    return Err(format!(
                        "{symbol:?} is no field: write 'X', 'O', or a dot for an empty one"
                    ));
                }
            }
        }
        Ok(pieces)
    }
}

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
                piece: owner.map(|seat| {
                    Piece::new(PieceKind::Stone, self.seat(Player(seat)), Player(seat))
                }),
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
