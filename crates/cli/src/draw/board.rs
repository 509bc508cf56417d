//! Boards: squares in a grid of lines, hexagons in a honeycomb, and without lines where those do
//! not fit.

use super::goals::{Goals, is_goal};
use super::{Canvas, Style};
use sortilege::scene::{Board, Cell, Piece, Shade, Shape};

/// More rows than this do not fit a terminal of 24 lines if there are lines between them.
const MOST_LINED_ROWS: usize = 10;

/// The board with its names.
pub fn draw(board: &Board, goals: &Goals<'_>, width: usize) -> Canvas {
    let sheet = Sheet::new(board, goals, width);
    let mut canvas = Canvas::default();
    match board.shape {
        _ if !sheet.lined => {}
        Shape::Squares => sheet.grid(&mut canvas),
        Shape::Hexes => sheet.honeycomb(&mut canvas),
    }
    sheet.cells(&mut canvas);
    sheet.name_columns(&mut canvas);
    sheet.name_rows(&mut canvas);
    canvas
}

/// A board with its measures, in characters.
struct Sheet<'a> {
    board: &'a Board,
    goals: &'a Goals<'a>,
    rows: usize,
    /// Whether there are lines between the cells.
    lined: bool,
    /// The inside of a cell: its text and a mark on each side. Odd for hexagons.
    inner: usize,
    /// From one cell to the next in its row.
    pitch: usize,
    /// How far a row stands to the right of the row above it.
    shift: usize,
    /// Where the board begins.
    top: usize,
}

impl<'a> Sheet<'a> {
    fn new(board: &'a Board, goals: &'a Goals<'a>, most: usize) -> Self {
        let rows = board.cells.len().div_ceil(board.columns.max(1));
        let pieces = board.cells.iter().filter_map(|cell| cell.piece.as_ref());
        let texts = pieces.map(|piece| &piece.text).chain(&board.column_names);
        let widest = texts.map(|text| text.chars().count()).max().unwrap_or(1).max(1);
        let inner = match board.shape {
            Shape::Squares => widest + 2,
            Shape::Hexes => (widest + 2) | 1,
        };
        let names = board.row_names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        let fits = names + 2 + board.columns * (inner + 1) < most || board.shape == Shape::Hexes;
        let lined = rows <= MOST_LINED_ROWS && fits;
        let (pitch, shift) = match board.shape {
            Shape::Squares => (inner + usize::from(lined), 0),
            Shape::Hexes => (inner + 1, inner.div_ceil(2)),
        };
        Sheet {
            board,
            goals,
            rows,
            lined,
            inner,
            pitch,
            shift,
            top: usize::from(!board.column_names.is_empty()),
        }
    }

    /// Where the inside of a cell begins.
    fn place(&self, row: usize, column: usize) -> (usize, usize) {
        let line = usize::from(self.lined);
        let x = line + column * self.pitch + (row + 1) * self.shift;
        (x, self.top + line + row * (1 + line))
    }

    /// The cell there, if there is one; row and column are counted from 1, so that 0 is outside.
    fn cell(&self, row: usize, column: usize) -> Option<&'a Cell> {
        let (row, column) = (row.checked_sub(1)?, column.checked_sub(1)?);
        let cell = self.board.cells.get(row * self.board.columns + column)?;
        (column < self.board.columns && cell.shade != Shade::Absent).then_some(cell)
    }

    fn every_cell(&self) -> impl Iterator<Item = (usize, usize, &'a Cell)> {
        let places =
            (0..self.rows).flat_map(|row| (0..self.board.columns).map(move |column| (row, column)));
        places.filter_map(|(row, column)| Some((row, column, self.cell(row + 1, column + 1)?)))
    }

    fn cells(&self, canvas: &mut Canvas) {
        for (row, column, cell) in self.every_cell() {
            let (x, y) = self.place(row, column);
            let (text, style) = self.face(cell);
            canvas.put(x, y, &format!("{text:^0$}", self.inner), style);
        }
    }

    /// What is inside a cell. Without lines an empty cell needs something to be seen by.
    fn face(&self, cell: &Cell) -> (String, Style) {
        let style = Style {
            bold: cell.last,
            ..Style::of(cell.piece.as_ref().and_then(|piece| piece.owner))
        };
        let goal = is_goal(self.goals, cell.name.as_deref());
        let text = match (&cell.piece, cell.shade) {
            (Some(Piece { text, .. }), _) if cell.last => format!("[{text}]"),
            (None, _) if cell.last => "[ ]".to_string(),
            (Some(Piece { text, .. }), _) if goal => format!("·{text}·"),
            (Some(Piece { text, .. }), _) => text.clone(),
            (None, _) if goal => return ("·".to_string(), style),
            (None, Shade::Dark) => return ("░".repeat(self.inner), Style::DIM),
            (None, Shade::Marked) => return ("◇".to_string(), Style::DIM),
            (None, Shade::Plain) if !self.lined => return ("-".to_string(), Style::DIM),
            (None, Shade::Plain | Shade::Absent) => String::new(),
        };
        (text, style)
    }

    /// A line between two squares is drawn if one of them is there.
    fn grid(&self, canvas: &mut Canvas) {
        let there = |row, column| self.cell(row, column).is_some();
        for row in 0..=self.rows {
            for column in 0..=self.board.columns {
                let [nw, ne] = [there(row, column), there(row, column + 1)];
                let [sw, se] = [there(row + 1, column), there(row + 1, column + 1)];
                let (x, y) = (column * self.pitch, self.top + 2 * row);
                canvas.put(x, y, crossing(nw || ne, sw || se, nw || sw, ne || se), Style::DIM);
                if ne || se {
                    canvas.put(x + 1, y, &"─".repeat(self.inner), Style::DIM);
                }
                if sw || se {
                    canvas.put(x, y + 1, "│", Style::DIM);
                }
            }
        }
    }

    /// Neighbours draw the same line between them.
    fn honeycomb(&self, canvas: &mut Canvas) {
        let quarter = self.shift / 2;
        for (row, column, _) in self.every_cell() {
            let (x, y) = self.place(row, column);
            let x = x - 1;
            canvas.put(x, y, "│", Style::DIM);
            canvas.put(x + self.pitch, y, "│", Style::DIM);
            canvas.put(x + quarter, y - 1, "╱", Style::DIM);
            canvas.put(x + self.pitch - quarter, y - 1, "╲", Style::DIM);
            canvas.put(x + self.shift - quarter, y + 1, "╲", Style::DIM);
            canvas.put(x + self.shift + quarter, y + 1, "╱", Style::DIM);
        }
    }

    /// A column of squares has its name above the board; one of hexagons, which runs aslant, has it
    /// before its first cell.
    fn name_columns(&self, canvas: &mut Canvas) {
        for (column, name) in self.board.column_names.iter().enumerate() {
            let first = match self.board.shape {
                Shape::Squares => Some(0),
                Shape::Hexes => (0..self.rows).find(|row| self.cell(row + 1, column + 1).is_some()),
            };
            if let Some(first) = first {
                let (x, _) = self.place(first, column);
                let y = (first * (1 + usize::from(self.lined)) + self.top).saturating_sub(1);
                let blank = (self.inner - name.chars().count().min(self.inner)) / 2;
                canvas.put(x - self.shift + blank, y, name, Style::DIM);
            }
        }
    }

    fn name_rows(&self, canvas: &mut Canvas) {
        let names = &self.board.row_names;
        let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        canvas.set_margin(width + 2);
        for (row, name) in names.iter().enumerate() {
            let (_, y) = self.place(row, 0);
            canvas.put(1, y, &format!("{name:>width$}"), Style::DIM);
        }
    }
}

/// Where lines meet.
fn crossing(up: bool, down: bool, left: bool, right: bool) -> &'static str {
    // A line goes up from a crossing if a square is on either side above it.
    match (up, down, left, right) {
        (true, true, true, true) => "┼",
        (true, true, true, false) => "┤",
        (true, true, false, true) => "├",
        (true, false, true, true) => "┴",
        (false, true, true, true) => "┬",
        (true, false, true, false) => "┘",
        (true, false, false, true) => "└",
        (false, true, true, false) => "┐",
        (false, true, false, true) => "┌",
        _ => " ",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::{Colour, WIDTH};
    use sortilege::Player;

    /// What a cell is called to which a move goes.
    const GOAL: &str = "goal";

    /// A board from a sketch: `X` and `O` are pieces, `.` can be played, `x` is a piece that can
    /// move, `!` was touched by the last move, `#` is dark, `*` is marked, `-` is absent.
    fn sketch(shape: Shape, rows: &[&str]) -> Board {
        let cells = rows.iter().flat_map(|row| row.chars()).map(cell).collect();
        let columns = rows[0].len();
        let column_names = ('a'..).take(columns).map(String::from).collect();
        let row_names = (1..=rows.len()).rev().map(|row| row.to_string()).collect();
        Board { shape, columns, cells, column_names, row_names }
    }

    fn cell(sketch: char) -> Cell {
        let piece = |text: &str, seat| Some(Piece::mark(text, Player(seat)));
        let mut cell = Cell::default();
        match sketch {
            'X' => cell.piece = piece("X", 0),
            'O' => cell.piece = piece("O", 1),
            'x' => (cell.piece, cell.name) = (piece("X", 0), Some(GOAL.to_string())),
            '!' => (cell.piece, cell.last) = (piece("O", 1), true),
            '.' => cell.name = Some(GOAL.to_string()),
            '#' => cell.shade = Shade::Dark,
            '*' => cell.shade = Shade::Marked,
            '-' => cell.shade = Shade::Absent,
            _ => {}
        }
        cell
    }

    fn plain(board: &Board) -> String {
        draw(board, &Goals::from([GOAL]), WIDTH).render(Colour::Never)
    }

    #[test]
    fn squares() {
        let drawn = "
     a   b   c
   ┌───┬───┬───┐
 3 │ X │ · │   │
   ├───┼───┼───┤
 2 │░░░│[O]│ ◇ │
   ├───┼───┼───┤
 1 │·X·│   │ O │
   └───┴───┴───┘
";
        assert_eq!(plain(&sketch(Shape::Squares, &["X. ", "#!*", "x O"])), drawn[1..]);
    }

    #[test]
    fn a_hole_in_the_board_has_no_lines() {
        let drawn = "
     a   b   c
   ┌───┐   ┌───┐
 2 │ X │   │ O │
   └───┼───┼───┘
 1     │   │
       └───┘
";
        assert_eq!(plain(&sketch(Shape::Squares, &["X-O", "- -"])), drawn[1..]);
    }

    #[test]
    fn hexes_are_shifted() {
        let drawn = "
   a   b   c
    ╱ ╲ ╱ ╲ ╱ ╲
 3 │ X │ · │   │
    ╲ ╱ ╲ ╱ ╲ ╱ ╲
 2   │   │[O]│   │
      ╲ ╱ ╲ ╱ ╲ ╱ ╲
 1     │   │   │ O │
        ╲ ╱ ╲ ╱ ╲ ╱
";
        assert_eq!(plain(&sketch(Shape::Hexes, &["X. ", " ! ", "  O"])), drawn[1..]);
    }

    #[test]
    fn a_hexagon_of_hexes() {
        let drawn = "
     b   c
      ╱ ╲ ╱ ╲
 3 a │ X │   │
    ╱ ╲ ╱ ╲ ╱ ╲
 2 │   │ O │   │
    ╲ ╱ ╲ ╱ ╲ ╱
 1   │   │ X │
      ╲ ╱ ╲ ╱
";
        assert_eq!(plain(&sketch(Shape::Hexes, &["-X ", " O ", " X-"])), drawn[1..]);
    }

    #[test]
    fn wide_pieces_make_wide_cells() {
        let mut board = sketch(Shape::Squares, &["XO"]);
        board.cells[0].piece = Some(Piece::block("12"));
        board.cells[0].last = true;
        (board.column_names, board.row_names) = (vec![], vec![]);
        assert_eq!(plain(&board), "  ┌────┬────┐\n  │[12]│ O  │\n  └────┴────┘\n");
    }

    #[test]
    fn big_boards_do_without_lines() {
        let row = "X".repeat(25);
        let drawn = plain(&sketch(Shape::Squares, &[&row]));
        assert_eq!(drawn.lines().count(), 2);
        assert!(drawn.lines().all(|line| line.chars().count() <= WIDTH), "{drawn}");
        let tall = plain(&sketch(Shape::Hexes, &["XO"; 12]));
        assert_eq!(tall.lines().count(), 13);
        assert!(tall.contains("\n 11     X   O\n"), "{tall}");
        let empty = plain(&sketch(Shape::Hexes, &["X -"; 12]));
        assert!(empty.contains("\n 11     X   -\n"), "{empty}");
    }
}
