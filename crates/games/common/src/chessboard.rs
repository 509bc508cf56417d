//! Boards with files and ranks: names of squares, text in rows, and pictures.

use crate::pictures::column_name;
use sortilege::scene::{Board, Cell, Gesture, Shade, Shape};

/// File and rank of a square, both counted from 0 at the lower left corner: `a1` is file 0 on rank
/// 0.
pub type Place = (u8, u8);

/// The size of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Chessboard {
    /// Number of columns.
    pub files: u8,
    /// Number of rows.
    pub ranks: u8,
}

impl Chessboard {
    /// Iterates over the squares in reading order: from the top rank, each rank from the left.
    pub fn places(self) -> impl Iterator<Item = Place> {
        (0..self.ranks).rev().flat_map(move |rank| (0..self.files).map(move |file| (file, rank)))
    }

    /// Parses the name of a square.
    pub fn parse(self, text: &str) -> Option<Place> {
        self.places().find(|&place| name(place) == text)
    }

    /// All ranks from the top, separated by slashes.
    pub fn rows_text(self, symbol: impl Fn(Place) -> char) -> String {
        let row = |rank| (0..self.files).map(|file| symbol((file, rank))).collect();
        (0..self.ranks).rev().map(row).collect::<Vec<String>>().join("/")
    }

    /// Parses the output of [`Chessboard::rows_text`]: the occupied squares in reading order, each
    /// with the index of its symbol. A dot is an empty square.
    pub fn parse_rows(self, text: &str, symbols: &[char]) -> Result<Vec<(Place, usize)>, String> {
        let rows: Vec<&str> = text.split('/').collect();
        let fits = |row: &&str| row.chars().count() == usize::from(self.files);
        if rows.len() != usize::from(self.ranks) || !rows.iter().all(fits) {
            let Chessboard { files, ranks } = self;
            return Err(format!(
                "{text:?} is not the board: it has {ranks} rows of {files} squares, separated by slashes"
            ));
        }
        let mut found = vec![];
        for (place, symbol) in self.places().zip(rows.iter().flat_map(|row| row.chars())) {
            match symbols.iter().position(|&known| known == symbol) {
                Some(at) => found.push((place, at)),
                None if symbol == '.' => {}
                None => {
                    let known: String = symbols.iter().collect();
                    return Err(format!(
                        "{symbol:?} is no square: write one of {known:?}, or a dot"
                    ));
                }
            }
        }
        Ok(found)
    }

    /// The board with `cell` on each square.
    pub fn draw(self, cell: impl Fn(Place) -> Cell) -> Board {
        Board {
            shape: Shape::Squares,
            columns: self.files.into(),
            cells: self.places().map(cell).collect(),
            column_names: (0..self.files.into()).map(column_name).collect(),
            row_names: (1..=self.ranks).rev().map(|rank| rank.to_string()).collect(),
        }
        .named()
    }
}

/// The letter of the file and the number of the rank, such as `d4`.
pub fn name((file, rank): Place) -> String {
    format!("{}{}", column_name(file.into()), rank + 1)
}

/// The shade of a square on a chequered board: `a1` is dark, as on every chessboard.
pub fn chequered((file, rank): Place) -> Shade {
    if (file + rank).is_multiple_of(2) { Shade::Dark } else { Shade::Plain }
}

/// A move that highlights these squares in turn.
pub fn path(places: impl IntoIterator<Item = Place>) -> Gesture {
    Gesture::path(places.into_iter().map(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: Chessboard = Chessboard { files: 3, ranks: 2 };
    const TALL: Chessboard = Chessboard { files: 3, ranks: 10 };

    #[test]
    fn squares_are_read_as_they_are_written() {
        assert_eq!(
            SMALL.places().map(name).collect::<Vec<_>>(),
            ["a2", "b2", "c2", "a1", "b1", "c1"]
        );
        assert!(TALL.places().all(|place| TALL.parse(&name(place)) == Some(place)));
        for text in ["", "a", "a0", "a11", "a01", "a+1", "d1", "A1", "1a", "a1 ", "é1", "b256"] {
            assert_eq!(TALL.parse(text), None, "{text:?}");
        }
    }

    #[test]
    fn rows_go_from_the_top_and_the_left() {
        let text = SMALL.rows_text(|place| if place == (2, 0) { 'x' } else { '.' });
        assert_eq!(text, ".../..x");
        assert_eq!(SMALL.parse_rows(&text, &['o', 'x']), Ok(vec![((2, 0), 1)]));
        assert_eq!(SMALL.parse_rows("o../..x", &['o', 'x']), Ok(vec![((0, 1), 0), ((2, 0), 1)]));
        for (text, error) in
            [("..x", "2 rows of 3 squares"), (".../.é", "2 rows"), (".../..y", "'y' is no")]
        {
            let found = SMALL.parse_rows(text, &['o', 'x']).unwrap_err();
            assert!(found.contains(error), "{found}");
        }
    }

    #[test]
    fn a1_is_the_dark_square_below_on_the_left() {
        let cell =
            |place| Cell { shade: chequered(place), last: place == (2, 0), ..Cell::default() };
        let board = TALL.draw(cell);
        assert_eq!((board.columns, board.cells.len()), (3, 30));
        assert_eq!(
            (board.column_names.concat(), board.row_names.concat()),
            ("abc".into(), "10987654321".into())
        );
        assert_eq!((board.cells[27].shade, board.cells[28].shade), (Shade::Dark, Shade::Plain));
        assert!(board.cells[29].last);
    }

    #[test]
    fn squares_are_pointed_at_by_their_names() {
        let board = SMALL.draw(|_| Cell::default());
        let drawn: Vec<_> = board.cells.iter().filter_map(|cell| cell.name.clone()).collect();
        assert_eq!(drawn, SMALL.places().map(name).collect::<Vec<_>>());
        assert_eq!(path([(0, 0), (2, 1)]), Gesture::path(["a1", "c2"]));
    }
}
