//! The board as lines. Each square lies on four lines: a row, a column and two diagonals. A word of
//! sixteen bits has the taken squares of a line. The four words of a queen's lines stand side by
//! side in a word of 64 bits, and a few operations compute the squares that she sees along all of
//! them.
//!
//! All boards are 10 x 10 inside. Smaller boards lie in the lower left corner, and the squares
//! beyond their edge count as taken. All bits of a word that stand for no square count as taken,
//! too.

use crate::bits::bits;
use std::hint::select_unpredictable;

/// Number of rows, and of columns.
const SIDE: usize = 10;

/// A square, numbered `10 * row + column` from a1, also on smaller boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(pub u8);

/// The place of an amazon that is not on the board. It comes after all squares and has no targets.
pub(crate) const NOWHERE: Square = Square((SIDE * SIDE) as u8);

/// Words for each direction. Only the first [`SIDE`] are in use; sixteen fill a vector register.
const WORDS: usize = 16;

/// The taken squares of each line: sixteen words for rows, from below, then for columns, and for
/// falling and rising diagonals. The lowest bit and the four highest stand for no square.
///
/// Two diagonals share a word. A diagonal that begins at the lower edge and the diagonal that
/// continues at its height beyond the side edge have ten squares together. The bit between them
/// stands for no square.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Lines([u16; 4 * WORDS]);

/// An unused word of rows, with all bits taken.
const WALL: u8 = WORDS as u8 - 1;

/// The words of the lines through a square, and its position in each of them.
struct LinePositions {
    line: [u8; 4],
    at: [u8; 4],
    /// The bits of these positions.
    bit: [u16; 4],
}

static PLACES: [LinePositions; 256] = places();

/// Squares by word and position.
static SQUARES: [[Square; WORDS]; 4 * WORDS] = squares();

impl Lines {
    /// A board without an empty square.
    pub(crate) fn full() -> Self {
        Lines([u16::MAX; 4 * WORDS])
    }

    /// Takes an empty square, or empties a taken one.
    #[inline]
    pub(crate) fn toggle(&mut self, square: Square) {
        let place = place(square);
        for i in 0..4 {
            self.0[word(place.line[i])] ^= place.bit[i];
        }
    }

    #[inline]
    pub(crate) fn is_taken(&self, Square(square): Square) -> bool {
        self.row(square / SIDE as u8) >> (square % SIDE as u8) & 1 == 1
    }

    /// The squares that are taken on a row, by column.
    #[inline]
    pub(crate) fn row(&self, row: u8) -> u16 {
        self.0[word(row)] >> 1 & ((1 << SIDE) - 1)
    }

    /// The squares that an arrow from the empty `square` can reach along one of its lines. The
    /// amazon came along the line `along` from `left`, which is empty now.
    #[inline]
    pub(crate) fn flight(&self, square: Square, line: usize, left: Square, along: usize) -> Flight {
        let emptied = select_unpredictable(line == along, place(left).bit[line & 3], 0);
        let LinePositions { line: lines, at, .. } = place(square);
        let (word, at) = (word(lines[line & 3]), u32::from(at[line & 3]));
        let taken = u32::from(self.0[word] & !emptied);
        // There are always taken bits both below and above.
        let ahead = (taken >> (at & 31) >> 1).trailing_zeros();
        let behind = (taken << (at.wrapping_neg() & 31)).leading_zeros();
        Flight { word, at, ahead, behind }
    }

    /// The squares that a queen on `square` can reach: sixteen bits for each of her lines, decoded
    /// by [`landing`]. Squares in `emptied`, in the same encoding, count as empty.
    #[inline]
    pub(crate) fn targets(&self, square: Square, emptied: u64) -> u64 {
        reach(self.around(square) & !emptied, pack(place(square).bit))
    }

    /// The targets of four queens.
    #[inline]
    pub(crate) fn targets_of(&self, squares: [Square; 4]) -> [u64; 4] {
        // All words are loaded first. This was measured to be a tenth faster than queen by queen,
        // perhaps because the loads overlap.
        let taken = squares.map(|square| self.around(square));
        let own = squares.map(|square| pack(place(square).bit));
        let mut targets = [0; 4];
        for i in 0..4 {
            targets[i] = reach(taken[i], own[i]);
        }
        targets
    }

    /// The words of the lines through `square`.
    #[inline]
    fn around(&self, square: Square) -> u64 {
        let [a, b, c, d] = place(square).line;
        pack([self.0[word(a)], self.0[word(b)], self.0[word(c)], self.0[word(d)]])
    }

    /// The longest runs of empty squares in rows, columns, falling and rising diagonals.
    pub(crate) fn longest_runs(&self) -> [u8; 4] {
        [0, 1, 2, 3].map(|direction| {
            let mut starts = [0; WORDS];
            starts.copy_from_slice(&self.0[WORDS * direction..WORDS * (direction + 1)]);
            starts = starts.map(|taken| !taken);
            let mut length = 0;
            while starts != [0; WORDS] {
                starts = starts.map(|starts| starts & starts >> 1);
                length += 1;
            }
            length
        })
    }
}

/// The squares on both sides of one square, on one of its lines.
pub(crate) struct Flight {
    word: usize,
    at: u32,
    ahead: u32,
    behind: u32,
}

impl Flight {
    /// The number of squares.
    #[inline]
    pub(crate) fn squares(&self) -> u32 {
        self.ahead + self.behind
    }

    /// The square with this number, counted from 0.
    #[inline]
    pub(crate) fn square(&self, number: u32) -> Square {
        let Flight { word, at, ahead, behind } = *self;
        debug_assert!(
            number < ahead + behind,
            "of {ahead} squares ahead and {behind} behind number {number}"
        );
        let (up, down) = (at + 1 + number, (at + ahead).wrapping_sub(number + 1));
        let at = select_unpredictable(number < ahead, up, down);
        SQUARES[word][at as usize % WORDS]
    }
}

/// The square that one bit of [`Lines::targets`] of `from` stands for, and the line that it is on.
#[inline]
pub(crate) fn landing(from: Square, bit: u32) -> (Square, usize) {
    (LANDINGS[usize::from(from.0)][bit as usize % 64], bit as usize / 16)
}

/// The bit of the square `from` in the targets of the squares on one of its lines.
#[inline]
pub(crate) fn left_behind(from: Square, line: usize) -> u64 {
    u64::from(place(from).bit[line]) << (16 * line)
}

/// All squares that `targets` of `from` stand for, decoded by [`landing`].
#[inline]
pub(crate) fn landings(from: Square, targets: u64) -> impl Iterator<Item = (Square, usize)> {
    bits(targets).map(move |bit| landing(from, bit.into()))
}

/// For each of four words, the bits on both sides of `own` up to the first taken one. There is a
/// taken bit on either side.
#[inline]
fn reach(taken: u64, own: u64) -> u64 {
    const LOWEST: u64 = u64::MAX / 0xffff;
    let taken = taken & !own;
    // The subtraction borrows from the first taken bit above and sets all bits in between.
    let above = taken ^ taken.wrapping_sub(own << 1);
    let below = own - LOWEST;
    let mut hidden = taken & below;
    hidden |= hidden >> 1 & (0x7fff * LOWEST);
    hidden |= hidden >> 2 & (0x3fff * LOWEST);
    hidden |= hidden >> 4 & (0x0fff * LOWEST);
    hidden |= hidden >> 8 & (0x00ff * LOWEST);
    (above | below & !hidden) & !taken
}

#[inline]
fn pack([a, b, c, d]: [u16; 4]) -> u64 {
    u64::from(a) | u64::from(b) << 16 | u64::from(c) << 32 | u64::from(d) << 48
}

#[inline]
fn place(square: Square) -> &'static LinePositions {
    &PLACES[usize::from(square.0)]
}

/// The index of a line. Its type bounds it, so that no bounds check is needed.
#[inline]
fn word(line: u8) -> usize {
    usize::from(line) % (4 * WORDS)
}

const fn places() -> [LinePositions; 256] {
    let mut all = [const { LinePositions { line: [WALL; 4], at: [1; 4], bit: [2; 4] } }; 256];
    let mut square = 0;
    while square < SIDE * SIDE {
        let (row, column) = ((square / SIDE) as u8, (square % SIDE) as u8);
        let (side, words) = (SIDE as u8, WORDS as u8);
        let (falling, rising) = ((row + column) % side, (row + side - column) % side);
        // Of the two diagonals in a word, the one with the higher rows is shifted by one bit.
        let at =
            [1 + column, 1 + row, 1 + row + (row > falling) as u8, 1 + row + (row >= rising) as u8];
        let line = [row, words + column, 2 * words + falling, 3 * words + rising];
        all[square] =
            LinePositions { line, at, bit: [1 << at[0], 1 << at[1], 1 << at[2], 1 << at[3]] };
        square += 1;
    }
    all
}

/// The landing squares by the bits of the targets of each square.
static LANDINGS: [[Square; 64]; 256] = {
    let mut all = [[NOWHERE; 64]; 256];
    let mut from = 0;
    while from < SIDE * SIDE {
        let mut bit = 0;
        while bit < 64 {
            all[from][bit] = SQUARES[PLACES[from].line[bit / 16] as usize][bit % 16];
            bit += 1;
        }
        from += 1;
    }
    all
};

const fn squares() -> [[Square; WORDS]; 4 * WORDS] {
    let mut all = [[NOWHERE; WORDS]; 4 * WORDS];
    let mut square = 0;
    while square < SIDE * SIDE {
        let LinePositions { line, at, .. } = &PLACES[square];
        let mut i = 0;
        while i < 4 {
            all[line[i] as usize][at[i] as usize] = Square(square as u8);
            i += 1;
        }
        square += 1;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use sortilege::Rng;

    /// Walks from `from` in all eight directions over empty squares.
    fn plain(taken: &[bool; 100], from: usize) -> Vec<usize> {
        let mut list = vec![];
        for (up, right) in [(0, 1), (1, 0), (1, 1), (1, -1), (0, -1), (-1, 0), (-1, -1), (-1, 1)] {
            let (mut row, mut column) = (from as i32 / 10 + up, from as i32 % 10 + right);
            while (0..10).contains(&row)
                && (0..10).contains(&column)
                && !taken[(10 * row + column) as usize]
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

    /// A queen on a taken square moves away; the square that she left counts as empty for her.
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
                for (to, line) in landings(Square(from), lines.targets(Square(from), 0)) {
                    let left = left_behind(Square(from), line);
                    let mut found: Vec<usize> = landings(to, lines.targets(to, left))
                        .map(|(arrow, _)| arrow.0.into())
                        .collect();
                    found.sort_unstable();
                    assert_eq!(found, plain(&without, to.0.into()), "from {from} to {to:?}");
                }
            }
        }
    }

    /// Flights, computed line by line with the vacated square on one of them, match a plain walk.
    #[test]
    fn flights_are_what_is_seen() {
        let mut rng = Rng::new(3);
        for _ in 0..300 {
            let (mut lines, mut taken) = (Lines::full(), [true; 100]);
            for square in (0..100).filter(|_| rng.below(4) > 0) {
                taken[usize::from(square)] = false;
                lines.toggle(Square(square));
            }
            for from in (0..100).filter(|&from| taken[usize::from(from)]) {
                let mut without = taken;
                without[usize::from(from)] = false;
                for (to, along) in landings(Square(from), lines.targets(Square(from), 0)) {
                    let flights =
                        [0, 1, 2, 3].map(|line| lines.flight(to, line, Square(from), along));
                    let squares = flights.iter().flat_map(|flight| {
                        (0..flight.squares()).map(|number| usize::from(flight.square(number).0))
                    });
                    let mut found: Vec<usize> = squares.collect();
                    found.sort_unstable();
                    assert_eq!(found, plain(&without, to.0.into()), "from {from} to {to:?}");
                }
            }
        }
    }

    #[test]
    fn runs_are_counted_by_direction() {
        let mut lines = Lines::full();
        assert_eq!(lines.longest_runs(), [0; 4]);
        // d4 to f4, f4 to f8, f4 to e5, and d4 to f6.
        for square in [33, 34, 35, 45, 55, 65, 75, 44] {
            lines.toggle(Square(square));
        }
        assert_eq!(lines.longest_runs(), [3, 5, 2, 3]);
        let mut lines = Lines::full();
        (0..100).for_each(|square| lines.toggle(Square(square)));
        assert_eq!(lines.longest_runs(), [10; 4]);
        // Without the longest diagonals, which share squares with the other direction, the
        // diagonals of eight squares remain. The other pairs of diagonals in a word are still
        // separate.
        for row in 0..10 {
            lines.toggle(Square(11 * row));
            lines.toggle(Square(9 * (row + 1)));
        }
        assert_eq!(lines.longest_runs(), [8; 4]);
    }

    #[test]
    fn nowhere_sees_nothing() {
        let mut lines = Lines::full();
        (0..100).for_each(|square| lines.toggle(Square(square)));
        assert_eq!(lines.targets(NOWHERE, 0), 0);
        assert_eq!(lines.targets(Square(55), 0).count_ones(), 35);
        let four = [Square(55), NOWHERE, Square(0), Square(94)];
        assert_eq!(lines.targets_of(four), four.map(|square| lines.targets(square, 0)));
    }
}
