//! The rhombus on which Hex is played: cells as bits, neighbours, and connected edges.

/// A board of hexagons in rows, each shifted half a cell to the right of the row above it. Cells
/// are numbered row by row from the top left. A cell touches its neighbours in the row, two cells
/// above it and two below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Rhombus {
    /// The cells of the first column.
    first_column: u64,
    columns: u8,
    rows: u8,
}

/// Largest number of columns and of rows, so that all cells fit into a word.
pub(super) const LONGEST: usize = 8;

impl Rhombus {
    pub(super) fn new(columns: usize, rows: usize) -> Result<Self, String> {
        let fits = |side: usize| (1..=LONGEST).contains(&side);
        if !fits(columns) || !fits(rows) {
            return Err(format!(
                "a board of {columns} columns and {rows} rows is none: both are from 1 to {LONGEST}"
            ));
        }
        let first_column = (0..rows).fold(0, |mask, row| mask | 1 << (row * columns));
        Ok(Rhombus { first_column, columns: columns as u8, rows: rows as u8 })
    }

    /// Number of cells in a row.
    #[inline]
    pub(super) fn columns(&self) -> u8 {
        self.columns
    }

    /// The number of rows.
    #[inline]
    pub(super) fn rows(&self) -> u8 {
        self.rows
    }

    /// All cells.
    #[inline]
    pub(super) fn full(&self) -> u64 {
        u64::MAX >> (64 - self.columns * self.rows)
    }

    /// The two edges that a seat joins: top and bottom for the first, left and right for the
    /// second.
    #[inline]
    pub(super) fn edges(&self, seat: usize) -> [u64; 2] {
        let columns = u32::from(self.columns);
        if seat == 0 {
            let top = (1 << columns) - 1;
            [top, top << (columns * u32::from(self.rows - 1))]
        } else {
            [self.first_column, self.first_column << (columns - 1)]
        }
    }

    /// All cells that touch one of `cells`. The result may include some of `cells` or bits beyond
    /// the last row.
    #[inline]
    fn beside(&self, cells: u64) -> u64 {
        let columns = u32::from(self.columns);
        let [first, last] = self.edges(1);
        // A step to the right never ends in the first column, and a step to the left never in the
        // last.
        let rightwards = cells << 1 | cells >> (columns - 1);
        let leftwards = cells >> 1 | cells << (columns - 1);
        rightwards & !first | leftwards & !last | cells << columns | cells >> columns
    }

    /// Returns whether `stones` join the edges of `seat`.
    #[inline]
    pub(super) fn joins(&self, seat: usize, stones: u64) -> bool {
        let [near, far] = self.edges(seat);
        let mut reached = stones & near;
        if reached == 0 || stones & far == 0 {
            return false;
        }
        loop {
            let more = reached | self.beside(reached) & stones;
            if more == reached {
                return more & far != 0;
            }
            reached = more;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sortilege::Rng;

    /// Returns whether two cells touch, by their columns and rows.
    fn touch(a: (i32, i32), b: (i32, i32)) -> bool {
        [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)].contains(&(b.0 - a.0, b.1 - a.1))
    }

    /// The same as [`Rhombus::joins`], cell by cell.
    fn joins_slowly(columns: i32, rows: i32, seat: usize, stones: u64) -> bool {
        let place = |cell: i32| (cell % columns, cell / columns);
        let has = |cell: &i32| stones >> cell & 1 == 1;
        let along = |cell: &i32| if seat == 0 { place(*cell).1 } else { place(*cell).0 };
        let far = if seat == 0 { rows - 1 } else { columns - 1 };
        let all = || (0..columns * rows).filter(has);
        let mut reached: Vec<i32> = all().filter(|cell| along(cell) == 0).collect();
        let mut at = 0;
        while let Some(&cell) = reached.get(at) {
            let near = all().filter(|&other| touch(place(cell), place(other)));
            let new: Vec<i32> = near.filter(|other| !reached.contains(other)).collect();
            reached.extend(new);
            at += 1;
        }
        reached.iter().any(|cell| along(cell) == far)
    }

    #[test]
    fn joining_is_walking_from_edge_to_edge() {
        let mut rng = Rng::new(1);
        let mut joined = 0;
        for (columns, rows) in
            (1..=LONGEST).flat_map(|columns| (1..=LONGEST).map(move |rows| (columns, rows)))
        {
            let board = Rhombus::new(columns, rows).unwrap();
            for density in 0..60 {
                let thin = (0..density % 3).fold(rng.bits(), |mask, _| mask | rng.bits());
                let stones = thin & board.full();
                for seat in [0, 1] {
                    let right = joins_slowly(columns as i32, rows as i32, seat, stones);
                    assert_eq!(
                        board.joins(seat, stones),
                        right,
                        "{columns} by {rows}, {seat}: {stones:#x}"
                    );
                    joined += usize::from(right);
                }
            }
        }
        assert!((1000..6680).contains(&joined), "{joined} of 7680");
    }

    /// The theorem of Hex: on a full board exactly one of the two players has joined the edges.
    #[test]
    fn a_full_board_has_one_winner() {
        let mut rng = Rng::new(2);
        for (columns, rows) in [(1, 1), (2, 2), (3, 3), (5, 2), (2, 5), (8, 8), (7, 8)] {
            let board = Rhombus::new(columns, rows).unwrap();
            for _ in 0..500 {
                let stones = rng.bits() & board.full();
                let winners = [board.joins(0, stones), board.joins(1, board.full() & !stones)];
                assert_ne!(winners[0], winners[1], "{columns} by {rows}: {stones:#x}");
            }
        }
    }

    #[test]
    fn sizes_have_bounds() {
        for (columns, rows) in [(0, 3), (3, 0), (9, 3), (3, 9), (usize::MAX, 1)] {
            assert!(Rhombus::new(columns, rows).unwrap_err().contains("from 1 to 8"));
        }
    }
}
