//! The board of m,n,k-games: cells as bits, lines, notation and pictures of cells. The
//! perfect-information game and the phantom game share it.

use super::many::{self, LineFinder};
use crate::bits::counted_bits;
use crate::chessboard::{Chessboard, Place};
use crate::pictures::column_name;
use crate::status::{SYMBOLS, Status};
use sortilege::scene::{Board, Cell as Square, Piece, Shape};
use sortilege::{Player, Rng};

/// A cell, numbered `m * row + column` from the top left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cell(pub u8);

impl Cell {
    /// The mask of this cell alone.
    #[inline]
    pub(crate) fn bit(self) -> u64 {
        1 << self.0
    }
}

/// The size of the board and the length of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Grid {
    /// Cells with k - 1 more cells to the right of them in their row.
    starts: u64,
    columns: u8,
    rows: u8,
    k: u8,
    cells: u8,
    usual: Usual,
}

/// The most frequent boards. Their lines are tables that are computed at compile time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Usual {
    /// 3,3,3.
    Three,
    /// 4,4,4.
    Four,
    /// Any other board.
    No,
}

impl Grid {
    pub(crate) fn new(m: usize, n: usize, k: usize) -> Result<Self, String> {
        let sizes = 1..=64;
        if ![m, n, k].iter().all(|size| sizes.contains(size)) || m * n > 64 {
            return Err(format!(
                "m={m},n={n},k={k} is no m,n,k-game: m, n and k must be from 1 to 64, and m times n at most 64"
            ));
        }
        let column = |cell: &usize| cell % m;
        let starts =
            (0..m * n).filter(|cell| column(cell) + k <= m).fold(0, |mask, cell| mask | 1 << cell);
        let usual = match (m, n, k) {
            (3, 3, 3) => Usual::Three,
            (4, 4, 4) => Usual::Four,
            _ => Usual::No,
        };
        Ok(Grid {
            starts,
            columns: m as u8,
            rows: n as u8,
            k: k as u8,
            cells: (m * n) as u8,
            usual,
        })
    }

    /// All cells.
    #[inline]
    pub(crate) fn full(&self) -> u64 {
        u64::MAX >> (64 - self.cells)
    }

    /// Returns whether `marks` contain k cells in a row.
    ///
    /// This function is always inlined, like everything that a move calls, so that a playout keeps
    /// its generator and the board in registers.
    #[inline(always)]
    pub(crate) fn has_line(&self, marks: u64) -> bool {
        match self.usual {
            Usual::Three => THREES[(marks / 64 % 8) as usize] >> (marks % 64) & 1 == 1,
            Usual::Four => {
                let row = marks & marks >> 1;
                let column = marks & marks >> 4;
                let straight = row & row >> 2 & FIRST_COLUMN | column & column >> 8;
                (straight != 0) | (marks & FALLING == FALLING) | (marks & RISING == RISING)
            }
            Usual::No => self.has_line_anywhere(marks),
        }
    }

    /// A function that finds lines in many games at once, on the most frequent boards.
    pub(crate) fn line_finder(&self) -> Option<LineFinder> {
        match self.usual {
            Usual::Three => Some(many::threes),
            Usual::Four => Some(many::fours),
            Usual::No => None,
        }
    }

    /// The same on a board of any size.
    ///
    /// The marks are intersected with a shifted copy of themselves; each shift is as long as the
    /// run that a bit already stands for. The bits that remain are the first cells of every run of
    /// k. Shifts cross the end of a row, so a run counts only if it starts where k cells fit.
    #[inline(always)]
    fn has_line_anywhere(&self, marks: u64) -> bool {
        let (down, k) = (u32::from(self.columns), u32::from(self.k));
        let [mut row, mut column, mut falling, mut rising] = [marks; 4];
        let mut length = 1;
        while length < k {
            let step = length.min(k - length);
            row &= row >> step;
            column &= column.wrapping_shr(step * down);
            falling &= falling.wrapping_shr(step * (down + 1));
            rising &= rising.wrapping_shr(step * (down - 1));
            length += step;
        }
        // If k rows do not fit, the longer shifts have wrapped around and are invalid.
        if k > u32::from(self.rows) {
            return row & self.starts != 0;
        }
        // A rising run is folded onto its upper, right end.
        (row | falling | rising >> (k - 1)) & self.starts | column != 0
    }

    /// The status of the game after the `plies`-th mark, given the `marks` of its owner.
    #[inline(always)]
    pub(crate) fn status(&self, marks: u64, plies: u8) -> Status {
        if plies >= 2 * self.k - 1 && self.has_line(marks) {
            Status::Won
        } else if plies == self.cells {
            Status::Drawn
        } else {
            Status::Playing
        }
    }

    /// Iterates over all lines, as masks.
    pub(crate) fn lines(&self) -> impl Iterator<Item = u64> {
        let Grid { columns, rows, k, cells, .. } = *self;
        let (m, n, k) = (i32::from(columns), i32::from(rows), i32::from(k));
        let directions = if k == 1 { &[(1, 0)][..] } else { &[(1, 0), (0, 1), (1, 1), (-1, 1)] };
        directions.iter().flat_map(move |&(right, down)| {
            let fits = move |cell: &i32| {
                let (column, row) = (cell % m + right * (k - 1), cell / m + down * (k - 1));
                (0..m).contains(&column) && row < n
            };
            let line = move |cell: i32| {
                (0..k).fold(0, |mask, i| mask | 1u64 << (cell + i * (down * m + right)))
            };
            (0..i32::from(cells)).filter(fits).map(line)
        })
    }

    /// The length of a line.
    pub(crate) fn k(&self) -> u8 {
        self.k
    }

    /// The number of marks on the board and the status of the game, if play can lead to `marks`:
    /// the seats alternate, and the game ends with the first line. `old` are marks that are not the
    /// last one.
    pub(crate) fn plies_and_status(
        &self,
        marks: [u64; 2],
        old: u64,
    ) -> Result<(u8, Status), String> {
        let [x, o] = marks.map(u64::count_ones);
        if x != o && x != o + 1 {
            return Err(format!("X has {x} marks and O has {o}; X has as many as O, or one more"));
        }
        let last = usize::from(x == o);
        if self.has_line(marks[1 - last]) {
            return Err(format!(
                "{} has a line, but {} marked last",
                SYMBOLS[1 - last],
                SYMBOLS[last]
            ));
        }
        let plies = (x + o) as u8;
        let status = self.status(marks[last], plies);
        if status != Status::Playing && !self.ended_by_one_of(marks[last] & !old, marks[last]) {
            return Err(format!(
                "no single last mark of {} can have ended this game",
                SYMBOLS[last]
            ));
        }
        Ok((plies, status))
    }

    /// Returns whether some mark of `candidates` lies on every line of `marks`.
    pub(crate) fn ended_by_one_of(&self, candidates: u64, marks: u64) -> bool {
        cells(candidates).any(|cell| !self.has_line(marks & !cell.bit()))
    }

    /// The name of a cell: the letter of its column and the number of its row, both from the top
    /// left, such as `b3`. After `z` follow `aa`, `ab` and so on.
    pub(crate) fn cell_name(&self, cell: Cell) -> String {
        format!("{}{}", column_name(usize::from(cell.0 % self.columns)), cell.0 / self.columns + 1)
    }

    /// The cell of `among` with this name.
    pub(crate) fn parse_cell(&self, text: &str, among: u64) -> Option<Cell> {
        cells(among).find(|&cell| self.cell_name(cell) == text)
    }

    fn board(&self) -> Chessboard {
        Chessboard { files: self.columns, ranks: self.rows }
    }

    /// The cell of a square; cells are counted from the top.
    fn cell_at(&self, (file, rank): Place) -> Cell {
        Cell((self.rows - 1 - rank) * self.columns + file)
    }

    /// All rows from the top, separated by slashes.
    pub(crate) fn rows_text(&self, symbol: impl Fn(Cell) -> char) -> String {
        self.board().rows_text(|place| symbol(self.cell_at(place)))
    }

    /// Parses the output of [`Grid::rows_text`]: the cells of each of `symbols`. A dot is an empty
    /// cell.
    pub(crate) fn parse_rows<const N: usize>(
        &self,
        text: &str,
        symbols: [char; N],
    ) -> Result<[u64; N], String> {
        let mut masks = [0; N];
        for (place, symbol) in self.board().parse_rows(text, &symbols)? {
            masks[symbol] |= self.cell_at(place).bit();
        }
        Ok(masks)
    }

    /// The board with `owner`'s marks on it.
    pub(crate) fn draw(&self, owner: impl Fn(Cell) -> Option<usize>, last: Option<Cell>) -> Board {
        let square = |cell: Cell| Square {
            piece: owner(cell).map(|seat| Piece::mark(SYMBOLS[seat], Player(seat))),
            last: last == Some(cell),
            ..Square::default()
        };
        Board {
            shape: Shape::Squares,
            columns: self.columns.into(),
            cells: (0..self.cells).map(|cell| square(Cell(cell))).collect(),
            column_names: (0..self.columns.into()).map(column_name).collect(),
            row_names: (1..=self.rows).map(|row| row.to_string()).collect(),
        }
        .named()
    }

    /// A word for hashes that distinguishes boards of different games.
    #[inline]
    pub(crate) fn word(&self) -> u64 {
        u64::from_le_bytes([self.columns, self.rows, self.k, 0, 0, 0, 0, 0])
    }
}

/// The first cells of the rows of the 4,4,4-game.
const FIRST_COLUMN: u64 = 0x1111;
/// The falling diagonal.
const FALLING: u64 = 0x8421;
const RISING: u64 = 0x1248;

/// One bit for each of the 512 sets of marks on three by three cells: whether it contains a line of
/// three.
static THREES: [u64; 8] = {
    let lines = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o124, 0o421];
    let (mut table, mut at) = ([0; 8], 0);
    while at < 8 * 512 {
        let (line, marks) = (lines[at % 8], at / 8);
        if marks & line == line {
            table[marks / 64] |= 1 << (marks % 64);
        }
        at += 1;
    }
    table
};

/// The cells of `mask`, in order.
#[inline]
pub(crate) fn cells(mask: u64) -> impl Iterator<Item = Cell> {
    counted_bits(mask).map(Cell)
}

/// `count` random cells of `mask`, all sets equally likely. There must be enough cells.
#[inline]
pub(crate) fn some_of(mask: u64, count: u32, rng: &mut Rng) -> u64 {
    let mut left = mask;
    for _ in 0..count {
        left &= !(1 << rng.pick_bit(left));
    }
    mask & !left
}

/// Number of ways to choose `count` of `n` things.
pub(crate) fn choose(n: u32, count: u32) -> f64 {
    (0..count).fold(1.0, |ways, i| ways * f64::from(n - i) / f64::from(i + 1))
}

/// The seat of a mark, `X` or `O`.
pub(crate) fn seat_name(seat: usize) -> String {
    SYMBOLS[seat].to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Folding agrees with the plain list of lines, on every size of board: for all lines, lines
    /// with a gap, and random marks.
    #[test]
    fn folding_finds_just_the_lines() {
        let mut rng = Rng::new(1);
        for (m, n) in (1..=64).flat_map(|m| (1..=64 / m).map(move |n| (m, n))) {
            for k in (1..=12).chain([31, 32, 33, 63, 64]) {
                let grid = Grid::new(m, n, k).unwrap();
                let lines: Vec<u64> = grid.lines().collect();
                let slow = |marks: u64| lines.iter().any(|line| marks & line == *line);
                assert!(!grid.has_line(0));
                for &line in &lines {
                    assert!(grid.has_line(line), "{m},{n},{k}: {line:#x}");
                    let gap = 1 << rng.pick_bit(line);
                    assert!(!grid.has_line(line & !gap), "{m},{n},{k}: {line:#x} without {gap:#x}");
                }
                for density in 0..24 {
                    let marks = (0..density % 3).fold(rng.bits(), |marks, _| marks | rng.bits())
                        & grid.full();
                    assert_eq!(grid.has_line(marks), slow(marks), "{m},{n},{k}: {marks:#x}");
                }
            }
        }
    }

    /// All sets of marks on the boards with precomputed lines.
    #[test]
    fn usual_boards_have_the_lines_of_any_board() {
        for size in [3, 4] {
            let grid = Grid::new(size, size, size).unwrap();
            assert_ne!(grid.usual, Usual::No);
            for marks in 0..=grid.full() {
                assert_eq!(
                    grid.has_line(marks),
                    grid.has_line_anywhere(marks),
                    "{size}: {marks:#x}"
                );
            }
        }
    }

    #[test]
    fn lines_are_counted_once() {
        for (m, n, k, count) in
            [(3, 3, 3, 8), (4, 4, 4, 10), (4, 3, 3, 14), (5, 1, 3, 3), (2, 2, 1, 4), (3, 2, 4, 0)]
        {
            assert_eq!(Grid::new(m, n, k).unwrap().lines().count(), count, "{m},{n},{k}");
        }
    }

    #[test]
    fn sizes_have_bounds() {
        for (m, n, k) in
            [(0, 3, 3), (3, 0, 3), (3, 3, 0), (9, 8, 3), (3, 3, 65), (usize::MAX, 2, 1)]
        {
            assert!(Grid::new(m, n, k).unwrap_err().contains("from 1 to 64"));
        }
    }

    #[test]
    fn columns_go_on_after_z() {
        let grid = Grid::new(64, 1, 5).unwrap();
        assert_eq!(
            [0, 25, 26, 51, 52, 63].map(|cell| grid.cell_name(Cell(cell))),
            ["a1", "z1", "aa1", "az1", "ba1", "bl1"]
        );
        assert!(
            cells(grid.full())
                .all(|cell| grid.parse_cell(&grid.cell_name(cell), grid.full()) == Some(cell))
        );
        assert_eq!(grid.parse_cell("a1", 0b10), None);
    }
}
