//! The board as lines. A queen looks along four of them, a row, a column and two diagonals, and what she sees
//! on each is one look into a table: by where she stands on the line, and which of its squares are taken.
//!
//! All boards are 10 x 10 inside. Smaller ones lie in the lower left corner, and squares beyond the edge are
//! taken like burnt ones, also those that complete a diagonal to ten.

/// Squares in a line.
const SIDE: usize = 10;

/// A square, numbered `10 * row + column` from a1, also on smaller boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(pub u8);

/// Where an amazon is that is not on the board. It comes after all squares and sees nothing.
pub(crate) const NOWHERE: Square = Square((SIDE * SIDE) as u8);

/// For each line, its squares that are taken, as bits. Rows come first, from below, then columns, falling
/// and rising diagonals, and a line that is all wall. The length rounds up to what needs no bounds check.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Lines([u16; 64]);

const ROWS: u8 = 0;
const COLUMNS: u8 = 10;
const FALLING: u8 = 20;
const RISING: u8 = 39;
const WALL: u8 = 58;

const FULL: u16 = (1 << SIDE) - 1;

/// The lines through a square, and where on them it lies. Positions on a row are columns, on all other lines
/// they are rows.
#[derive(Clone, Copy)]
struct Place {
    line: [u8; 4],
    at: [u8; 4],
}

/// From one position of a line to the next the number of the square grows by this.
const STEP: [u8; 4] = [1, 10, 9, 11];

static PLACES: [Place; 128] = places();

/// What a queen can reach on a line, by her position and the squares that are taken, with or without hers.
static REACH: [[u16; 1 << SIDE]; 16] = reach();

impl Lines {
    /// A board without an empty square.
    pub(crate) fn full() -> Self {
        Lines([FULL; 64])
    }

    /// Takes an empty square, or empties a taken one.
    #[inline]
    pub(crate) fn toggle(&mut self, square: Square) {
        let Place { line, at } = place(square);
        for (line, at) in line.into_iter().zip(at) {
            self.0[usize::from(line) & 63] ^= 1 << at;
        }
    }

    #[inline]
    pub(crate) fn is_taken(&self, Square(square): Square) -> bool {
        self.row(square / SIDE as u8) >> (square % SIDE as u8) & 1 == 1
    }

    /// The squares that are taken on a row, by column.
    #[inline]
    pub(crate) fn row(&self, row: u8) -> u16 {
        self.0[usize::from(ROWS + row) & 63]
    }

    /// What a queen can reach from `square`: sixteen bits for each of its lines, to be read by [`landing`].
    /// Squares of the same kind that are in `emptied` count as empty, taken or not.
    #[inline]
    pub(crate) fn targets(&self, square: Square, emptied: u64) -> u64 {
        let Place { line, at } = place(square);
        let mut targets = 0;
        for i in 0..4 {
            let taken = self.0[usize::from(line[i]) & 63] & !((emptied >> (16 * i)) as u16);
            let reach = REACH[usize::from(at[i]) & 15][usize::from(taken & FULL)];
            targets |= u64::from(reach) << (16 * i);
        }
        targets
    }
}

/// The square that one bit of [`Lines::targets`] of `from` stands for, and `from` as a bit of that square's
/// own targets: what it leaves empty behind when it goes there.
#[inline]
pub(crate) fn landing(from: Square, bit: u32) -> (Square, u64) {
    let (line, at) = ((bit as usize / 16) & 3, bit as u8 % 16);
    let start = place(from).at[line];
    let distance = at.wrapping_sub(start).wrapping_mul(STEP[line]);
    (Square(from.0.wrapping_add(distance)), 1 << (16 * line as u32 + u32::from(start)))
}

/// All squares that `targets` of `from` stand for, as [`landing`] reads them.
#[inline]
pub(crate) fn landings(from: Square, mut targets: u64) -> impl Iterator<Item = (Square, u64)> {
    std::iter::from_fn(move || {
        let next = (targets != 0).then(|| landing(from, targets.trailing_zeros()));
        targets &= targets.wrapping_sub(1);
        next
    })
}

#[inline]
fn place(square: Square) -> Place {
    PLACES[usize::from(square.0) & 127]
}

const fn places() -> [Place; 128] {
    let mut all = [Place { line: [WALL; 4], at: [0; 4] }; 128];
    let mut square = 0;
    while square < SIDE * SIDE {
        let (row, column) = ((square / SIDE) as u8, (square % SIDE) as u8);
        let rising = RISING + SIDE as u8 - 1 + row - column;
        all[square] = Place {
            line: [ROWS + row, COLUMNS + column, FALLING + row + column, rising],
            at: [column, row, row, row],
        };
        square += 1;
    }
    all
}

const fn reach() -> [[u16; 1 << SIDE]; 16] {
    let mut all = [[0; 1 << SIDE]; 16];
    let mut at = 0;
    while at < SIDE {
        let mut taken = 0;
        while taken < 1 << SIDE {
            all[at][taken] = seen(at, taken);
            taken += 1;
        }
        at += 1;
    }
    all
}

/// The squares on both sides of `at` as far as the first that is taken.
const fn seen(at: usize, taken: usize) -> u16 {
    let mut seen = 0;
    let mut up = at + 1;
    while up < SIDE && taken >> up & 1 == 0 {
        seen |= 1 << up;
        up += 1;
    }
    let mut down = at;
    while down > 0 && taken >> (down - 1) & 1 == 0 {
        down -= 1;
        seen |= 1 << down;
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::*;
    use sortilege::Rng;

    /// Walks from `from` in all eight directions as far as squares are empty.
    fn plain(taken: &[bool; 100], from: usize) -> Vec<usize> {
        let mut list = vec![];
        for (up, right) in [(0, 1), (1, 0), (1, 1), (1, -1), (0, -1), (-1, 0), (-1, -1), (-1, 1)] {
            let (mut row, mut column) = (from as i32 / 10 + up, from as i32 % 10 + right);
            while (0..10).contains(&row) && (0..10).contains(&column) && !taken[(10 * row + column) as usize]
            {
                list.push((10 * row + column) as usize);
                (row, column) = (row + up, column + right);
            }
        }
        list.sort_unstable();
        list
    }

    #[test]
    fn lines_agree_with_walking() {
        let mut rng = Rng::new(1);
        for draw in 0..300 {
            let (mut lines, mut taken) = (Lines::full(), [true; 100]);
            for square in 0..100 {
                if rng.below(300) >= draw {
                    taken[square as usize] = false;
                    lines.toggle(Square(square));
                }
            }
            for from in 0..100 {
                let targets = lines.targets(Square(from), 0);
                let mut found: Vec<usize> =
                    landings(Square(from), targets).map(|(to, _)| to.0.into()).collect();
                found.sort_unstable();
                assert_eq!(found, plain(&taken, from.into()), "from {from}");
                assert_eq!(lines.is_taken(Square(from)), taken[usize::from(from)]);
            }
        }
    }

    /// A queen on a taken square moves away and looks back: the square that she left is empty to her.
    #[test]
    fn what_is_left_behind_counts_as_empty() {
        let mut rng = Rng::new(2);
        for _ in 0..300 {
            let (mut lines, mut taken) = (Lines::full(), [true; 100]);
            for square in (0..100).filter(|_| rng.below(4) > 0) {
                taken[usize::from(square)] = false;
                lines.toggle(Square(square));
            }
            for from in (0..100).filter(|&from| taken[usize::from(from)]) {
                let mut without = taken;
                without[usize::from(from)] = false;
                for (to, left) in landings(Square(from), lines.targets(Square(from), 0)) {
                    let mut found: Vec<usize> =
                        landings(to, lines.targets(to, left)).map(|(arrow, _)| arrow.0.into()).collect();
                    found.sort_unstable();
                    assert_eq!(found, plain(&without, to.0.into()), "from {from} to {to:?}");
                }
            }
        }
    }

    #[test]
    fn nowhere_sees_nothing() {
        let mut lines = Lines::full();
        (0..100).for_each(|square| lines.toggle(Square(square)));
        assert_eq!(lines.targets(NOWHERE, 0), 0);
        assert_eq!(lines.targets(Square(55), 0).count_ones(), 35);
    }
}
