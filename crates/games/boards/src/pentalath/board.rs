//! The hexagon: cells as bits, neighbours, and the lines of possible rows.
//!
//! Axial coordinates (q, r) with |q|, |r| and |q + r| below the side. Cells are numbered row by
//! row: r, then q within it.

use crate::bits::bits;
use crate::shared::Shared;
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::LazyLock;

/// The sides of the hexagon that fit into 64 bits.
const SIDES: RangeInclusive<usize> = 2..=5;
/// One of each pair of opposite directions: the three orientations of a row.
const LINES: [(i32, i32); 3] = [(1, 0), (0, 1), (-1, 1)];
/// Upper bound on the windows through a cell: the longest line has 9 cells, so at most 5 windows of
/// a line contain a given one, and 15 in total.
const WINDOWS: usize = 16;
/// Filler for cells with fewer than [`WINDOWS`] windows: no board has that many cells.
const NO_WINDOW: u64 = u64::MAX;

/// A cell, numbered row by row from the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cell(pub u8);

impl Cell {
    /// The mask of this cell alone.
    #[inline]
    pub(crate) fn bit(self) -> u64 {
        1 << self.0
    }
}

/// A hexagon for rows of a given length.
pub(crate) struct Board {
    pub side: usize,
    /// The length of a row that wins.
    pub row: usize,
    /// All cells.
    pub full: u64,
    /// The cells with six neighbours.
    pub inner: u64,
    /// All windows: straight stretches as long as a row.
    pub windows: Vec<u64>,
    /// All lines from edge to edge, in order.
    pub lines: Vec<Vec<Cell>>,
    /// The coordinates of every cell.
    pub axial: Vec<(i32, i32)>,
    neighbours: [u64; 64],
    /// The windows that hold a cell.
    through: [[u64; WINDOWS]; 64],
}

static BOARDS: LazyLock<Vec<Board>> = LazyLock::new(|| {
    SIDES.flat_map(|side| (2..2 * side).map(move |row| Board::new(side, row))).collect()
});

impl Board {
    /// The one board of this size.
    pub fn of(side: usize, row: usize) -> Result<Shared<Board>, String> {
        let board = BOARDS.iter().find(|board| (board.side, board.row) == (side, row));
        board.map(Shared).ok_or_else(|| {
            format!(
                "side={side},row={row} is no board: the side must be from 2 to 5, and a row from 2 cells to \
                 the widest line, which has twice the side less 1"
            )
        })
    }

    fn new(side: usize, row: usize) -> Self {
        let far = side as i32 - 1;
        let axial: Vec<(i32, i32)> = (-far..=far)
            .flat_map(|r| (-far..=far).map(move |q| (q, r)))
            .filter(|(q, r)| (q + r).abs() <= far)
            .collect();
        let mut board = Board {
            side,
            row,
            full: u64::MAX >> (64 - axial.len()),
            inner: 0,
            windows: vec![],
            lines: vec![],
            axial,
            neighbours: [0; 64],
            through: [[NO_WINDOW; WINDOWS]; 64],
        };
        board.link();
        board
    }

    /// Fills in the tables that follow from the coordinates.
    fn link(&mut self) {
        for (cell, (q, r)) in (0..).map(Cell).zip(self.axial.clone()) {
            let near = LINES.iter().flat_map(|&(dq, dr)| [(q + dq, r + dr), (q - dq, r - dr)]);
            let near: u64 = near.filter_map(|place| self.at(place)).map(Cell::bit).sum();
            self.neighbours[usize::from(cell.0)] = near;
            self.inner |= if near.count_ones() == 6 { cell.bit() } else { 0 };
            for (dq, dr) in LINES {
                if self.at((q - dq, r - dr)).is_none() {
                    let line = (0..).map_while(|i| self.at((q + i * dq, r + i * dr))).collect();
                    self.lines.push(line);
                }
            }
        }
        let mask = |cells: &[Cell]| cells.iter().map(|cell| cell.bit()).sum();
        self.windows =
            self.lines.iter().flat_map(|line| line.windows(self.row).map(mask)).collect();
        for (cell, through) in self.through.iter_mut().enumerate() {
            let here = self.windows.iter().filter(|&window| window >> cell & 1 != 0);
            through.iter_mut().zip(here).for_each(|(slot, window)| *slot = *window);
        }
    }

    /// The cell with these coordinates.
    pub fn at(&self, place: (i32, i32)) -> Option<Cell> {
        self.axial.iter().position(|&axial| axial == place).map(|at| Cell(at as u8))
    }

    /// The cells next to `cell`.
    #[inline]
    pub fn next_to(&self, cell: Cell) -> u64 {
        self.neighbours[usize::from(cell.0 & 63)]
    }

    /// Returns whether `stones` fill a window through `cell`.
    #[inline]
    pub fn has_row(&self, cell: Cell, stones: u64) -> bool {
        // All windows are examined without an early exit, so that the loop can be vectorized.
        let through = &self.through[usize::from(cell.0 & 63)];
        through.iter().fold(false, |found, window| found | (window & !stones == 0))
    }

    /// The group of `stones` that contains `cell` if none of its liberties is in `empty`; otherwise
    /// nothing.
    #[inline]
    pub fn enclosed(&self, cell: Cell, stones: u64, empty: u64) -> u64 {
        let (mut group, mut rim) = (cell.bit(), cell.bit());
        while rim != 0 {
            let near = self.next_to(Cell(rim.trailing_zeros() as u8));
            if near & empty != 0 {
                return 0;
            }
            let new = near & stones & !group;
            group |= new;
            rim = rim & (rim - 1) | new;
        }
        group
    }

    /// The length of the longest row of `stones` in a stretch without `enemies` that is long enough
    /// for a winning row (the extendable rows of QR §5).
    pub fn longest_row(&self, stones: u64, enemies: u64) -> usize {
        let stretches =
            self.lines.iter().flat_map(|line| line.split(|cell| enemies & cell.bit() != 0));
        let roomy = stretches.filter(|stretch| stretch.len() >= self.row);
        roomy
            .flat_map(|stretch| stretch.split(|cell| stones & cell.bit() == 0))
            .map(<[Cell]>::len)
            .max()
            .unwrap_or(0)
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "side {}, row {}", self.side, self.row)
    }
}

/// The cells of `mask`, in order.
#[inline]
pub(crate) fn cells(mask: u64) -> impl Iterator<Item = Cell> {
    bits(mask).map(Cell)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sortilege::Rng;

    #[test]
    fn the_hexagon_of_side_5() {
        let board = Board::of(5, 5).unwrap();
        let with = |count| {
            cells(board.full).filter(|&cell| board.next_to(cell).count_ones() == count).count()
        };
        assert_eq!((board.axial.len(), with(6), with(4), with(3)), (61, 37, 18, 6));
        assert_eq!(
            (board.windows.len(), board.lines.len(), board.inner.count_ones()),
            (75, 27, 37)
        );
        let index = |place| board.at(place).map(|cell| cell.0);
        assert_eq!(
            [(0, -4), (4, -4), (-4, 0), (4, 0), (3, 1), (-4, 4), (0, 4)].map(index),
            [Some(0), Some(4), Some(26), Some(34), Some(42), Some(56), Some(60)]
        );
        assert_eq!(index((1, 4)), None);
    }

    #[test]
    fn sizes_have_bounds() {
        for (side, row) in [(1, 2), (6, 5), (5, 10), (5, 1), (2, 4), (0, 0), (usize::MAX, 5)] {
            assert!(Board::of(side, row).unwrap_err().contains("from 2 to 5"), "{side}, {row}");
        }
    }

    /// The windows through a cell agree with all windows, on random stones of every density.
    #[test]
    fn a_row_is_found_from_each_of_its_cells() {
        let mut rng = Rng::new(1);
        for board in BOARDS.iter() {
            for density in 0..60 {
                let stones =
                    (0..density % 4).fold(rng.bits(), |stones, _| stones | rng.bits()) & board.full;
                for cell in cells(stones) {
                    let whole =
                        |window: &&u64| **window & cell.bit() != 0 && **window & stones == **window;
                    assert_eq!(
                        board.has_row(cell, stones),
                        board.windows.iter().any(|w| whole(&w)),
                        "{board:?}"
                    );
                }
            }
        }
    }
}
