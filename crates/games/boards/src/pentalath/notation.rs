//! Notation of Pentalath, and the picture of its hexagon.

use super::board::{Board, Cell, cells};
use super::{LAST_PLY, Pentalath};
use crate::pictures::column_name;
use crate::status::{SYMBOLS, Status};
use crate::text::{named, number};
use sortilege::Player;
use sortilege::game::{Notation, Picture};
use sortilege::scene::{
    Board as Grid, Cell as Square, Gesture, Part, Piece, PieceKind, Scene, Shade, Shape,
};

impl Notation for Pentalath {
    fn seat(&self, who: Player) -> String {
        SYMBOLS[who.0].to_string()
    }

    fn action_name(&self, cell: Cell) -> String {
        self.board.cell_name(cell)
    }

    fn parse_action(&self, text: &str) -> Option<Cell> {
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
        let stones = self.board.parse_rows(rows)?;
        let mut state = Pentalath { stones, plies, status: Status::Playing, ..self.clone() };
        state.check()?;
        state.status = state.status(!state.last_stones().is_empty());
        match state.turn_name() {
            right if right == turn => Ok(state),
            right => Err(format!("{turn:?} is not to move here: after the board comes {right:?}")),
        }
    }
}

impl Pentalath {
    fn rows_text(&self) -> String {
        let symbol = |cell: &Cell| match self.stones.map(|stones| stones & cell.bit() != 0) {
            [true, _] => 'X',
            [_, true] => 'O',
            _ => '.',
        };
        let row = |row: Vec<Cell>| row.iter().map(symbol).collect::<String>();
        self.board.rows().map(row).collect::<Vec<_>>().join("/")
    }

    fn turn_name(&self) -> String {
        self.status.turn_name(self.mover(), SYMBOLS)
    }

    /// The stones that can have completed the last row, or rows.
    fn last_stones(&self) -> Vec<Cell> {
        let stones = self.stones[1 - self.mover()];
        let has_row = |stones: u64| self.board.windows.iter().any(|window| window & !stones == 0);
        let completes = |cell: &Cell| has_row(stones) && !has_row(stones & !cell.bit());
        cells(stones).filter(completes).collect()
    }

    /// Checks the stones, whether or not there is a complete row.
    fn check(&self) -> Result<(), String> {
        let (mover, plies) = (self.mover(), u32::from(self.plies));
        let (last, next) = (SYMBOLS[1 - mover], SYMBOLS[mover]);
        for (seat, most) in [plies.div_ceil(2), plies / 2].into_iter().enumerate() {
            let count = self.stones[seat].count_ones();
            if count > most {
                let symbol = SYMBOLS[seat];
                return Err(format!("{symbol} has {count} stones, but has played at most {most}"));
            }
        }
        if plies > 0 && self.stones[1 - mover] == 0 {
            return Err(format!("{last} played last, but has no stone on the board"));
        }
        if let Some(cell) = self.smothered() {
            let name = self.board.cell_name(cell);
            return Err(format!(
                "the group of {name} has no empty cell beside it; it would have been captured"
            ));
        }
        let has_row =
            |seat: usize| self.board.windows.iter().any(|window| window & !self.stones[seat] == 0);
        if has_row(mover) {
            return Err(format!("{next} has a row, but {last} played last"));
        }
        if has_row(1 - mover) && self.last_stones().is_empty() {
            return Err(format!("no single last stone of {last} can have ended this game"));
        }
        Ok(())
    }

    /// A stone whose group has no liberty.
    fn smothered(&self) -> Option<Cell> {
        let empty = self.empty();
        let of =
            |stones: u64| cells(stones).find(|&cell| self.board.enclosed(cell, stones, empty) != 0);
        self.stones.into_iter().find_map(of)
    }
}

impl Board {
    /// The cells of every row, from the top.
    fn rows(&self) -> impl Iterator<Item = Vec<Cell>> {
        let far = self.side as i32 - 1;
        let row = move |row| {
            cells(self.full).filter(|&cell| self.axial[usize::from(cell.0)].1 == row).collect()
        };
        (-far..=far).map(row)
    }

    /// The letter of the column and the number of the row.
    pub(super) fn cell_name(&self, cell: Cell) -> String {
        let (column, row) = self.place(cell);
        format!("{}{}", column_name(column), row + 1)
    }

    /// Column and row of a cell, counted from 0.
    pub(super) fn place(&self, cell: Cell) -> (usize, usize) {
        let far = self.side as i32 - 1;
        let (q, r) = self.axial[usize::from(cell.0)];
        ((q + far) as usize, (r + far) as usize)
    }

    fn parse_rows(&self, text: &str) -> Result<[u64; 2], String> {
        let lengths: Vec<usize> = self.rows().map(|row| row.len()).collect();
        let rows: Vec<&str> = text.split('/').collect();
        if !rows.iter().map(|row| row.chars().count()).eq(lengths.iter().copied()) {
            let lengths = lengths.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
            return Err(format!(
                "{text:?} is not the board: it has rows of {lengths} cells, separated by slashes"
            ));
        }
        let mut stones = [0; 2];
        for (cell, symbol) in (0..).map(Cell).zip(rows.iter().flat_map(|row| row.chars())) {
            match symbol {
                'X' => stones[0] |= cell.bit(),
                'O' => stones[1] |= cell.bit(),
                '.' => {}
                _ => {
                    return Err(format!(
                        "{symbol:?} is no cell: write 'X', 'O', or a dot for an empty one"
                    ));
                }
            }
        }
        Ok(stones)
    }
}

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
                piece: owner.map(|seat| {
                    Piece::new(PieceKind::Stone, self.seat(Player(seat)), Player(seat))
                }),
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
