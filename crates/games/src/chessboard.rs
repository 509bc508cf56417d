//! Boards with files and ranks: how their squares are named, written in rows and drawn. Files and ranks are
//! counted from 0 at the lower left corner; `a1` is file 0 on rank 0.

use crate::text::number;
use sortilege::scene::{Board, Cell, Shade, Shape};

/// The size of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Chessboard {
    pub(crate) files: u8,
    pub(crate) ranks: u8,
}

impl Chessboard {
    /// The letter of the file and the number of the rank, as `d4`.
    pub(crate) fn name(self, file: u8, rank: u8) -> String {
        format!("{}{}", letter(file), rank + 1)
    }

    /// The file and rank of the square that has this name.
    pub(crate) fn parse(self, text: &str) -> Option<(u8, u8)> {
        let file = (0..self.files).find(|&file| text.starts_with(letter(file)))?;
        let rank = number::<u8>(&text[1..])?.checked_sub(1)?;
        (rank < self.ranks).then_some((file, rank))
    }

    /// All ranks from the top, separated by slashes.
    pub(crate) fn rows_text(self, symbol: impl Fn(u8, u8) -> char) -> String {
        let row = |rank| (0..self.files).map(|file| symbol(file, rank)).collect();
        (0..self.ranks).rev().map(row).collect::<Vec<String>>().join("/")
    }

    /// Shows each square of what [`Chessboard::rows_text`] wrote to `look`, which is to say whether it knows
    /// the symbol; `known` says in words what it knows.
    pub(crate) fn parse_rows(
        self,
        text: &str,
        known: &str,
        mut look: impl FnMut(u8, u8, char) -> bool,
    ) -> Result<(), String> {
        let rows: Vec<&str> = text.split('/').collect();
        let fits = |row: &&str| row.chars().count() == usize::from(self.files);
        if rows.len() != usize::from(self.ranks) || !rows.iter().all(fits) {
            let Chessboard { files, ranks } = self;
            return Err(format!(
                "{text:?} is not the board: it has {ranks} rows of {files} squares, separated by slashes"
            ));
        }
        for (rank, row) in (0..self.ranks).rev().zip(rows) {
            for (file, symbol) in (0..self.files).zip(row.chars()) {
                if !look(file, rank, symbol) {
                    return Err(format!("{symbol:?} is no square: write {known}"));
                }
            }
        }
        Ok(())
    }

    /// The chequered board with `square` on it; a1 is dark, as on every chessboard.
    pub(crate) fn draw(self, square: impl Fn(u8, u8) -> Cell) -> Board {
        let shade =
            |file: u8, rank: u8| if (file + rank).is_multiple_of(2) { Shade::Dark } else { Shade::Plain };
        let shaded = |file, rank| Cell { shade: shade(file, rank), ..square(file, rank) };
        let ranks = || (0..self.ranks).rev();
        Board {
            shape: Shape::Squares,
            columns: self.files.into(),
            cells: ranks()
                .flat_map(|rank| (0..self.files).map(move |file| (file, rank)))
                .map(|(file, rank)| shaded(file, rank))
                .collect(),
            column_names: (0..self.files).map(|file| letter(file).to_string()).collect(),
            row_names: ranks().map(|rank| (rank + 1).to_string()).collect(),
        }
    }
}

fn letter(file: u8) -> char {
    char::from(b'a' + file)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: Chessboard = Chessboard { files: 3, ranks: 10 };

    #[test]
    fn squares_are_read_as_they_are_written() {
        for (file, rank) in (0..3).flat_map(|file| (0..10).map(move |rank| (file, rank))) {
            assert_eq!(BOARD.parse(&BOARD.name(file, rank)), Some((file, rank)));
        }
        for text in ["", "a", "a0", "a11", "a01", "a+1", "d1", "A1", "1a", "a1 ", "é1", "b256"] {
            assert_eq!(BOARD.parse(text), None, "{text:?}");
        }
    }

    #[test]
    fn rows_go_from_the_top_and_the_left() {
        let board = Chessboard { files: 3, ranks: 2 };
        let symbol = |file: u8, rank: u8| char::from(b'0' + 3 * rank + file);
        assert_eq!(board.rows_text(symbol), "345/012");
        assert_eq!(board.parse_rows("345/012", "digits", |file, rank, c| c == symbol(file, rank)), Ok(()));
        for (text, error) in [("345", "2 rows of 3 squares"), ("345/0é", "2 rows"), ("345/01x", "digits")] {
            let found = board.parse_rows(text, "digits", |_, _, c| c.is_ascii_digit()).unwrap_err();
            assert!(found.contains(error), "{found}");
        }
    }

    #[test]
    fn a1_is_the_dark_square_below_on_the_left() {
        let board = BOARD.draw(|file, rank| Cell { last: (file, rank) == (2, 0), ..Cell::default() });
        assert_eq!((board.columns, board.cells.len()), (3, 30));
        assert_eq!((&board.column_names[0][..], &board.row_names[9][..]), ("a", "1"));
        assert_eq!((board.cells[27].shade, board.cells[28].shade), (Shade::Dark, Shade::Plain));
        assert!(board.cells[29].last);
    }
}
