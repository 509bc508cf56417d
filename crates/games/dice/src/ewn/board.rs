//! Tables of squares, steps and the stones that a throw allows to move.

use sortilege::Rng;
use std::hint::select_unpredictable;

/// Largest number of stones of a side.
pub(super) const MOST_STONES: usize = 6;

/// Internal number of stones of a side: a power of two, with room for the null stone.
pub(super) const SLOTS: usize = 8;

/// The number of the null stone, which is never on the board.
pub(super) const NO_STONE: u8 = SLOTS as u8 - 1;

/// A square, numbered `5 * row + column` from the top left corner on boards of any size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Square(pub u8);

/// The place of captured stones.
pub(super) const OFF: Square = Square(u8::MAX);

/// Number of entries in tables of squares: a power of two, so that no bounds check is needed.
/// [`OFF`] is the last entry.
pub(super) const ROOM: usize = 32;

impl Square {
    /// The index in tables.
    #[inline]
    pub(super) fn index(self) -> usize {
        usize::from(self.0) % ROOM
    }

    #[inline]
    fn moved(self, far: i8) -> Square {
        Square(self.0.wrapping_add_signed(far))
    }
}

/// A set of steps: along the row, along the column, both at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Steps(u8);

/// The change of square by each step of each player, in the order of the bits of [`Steps`], first
/// for one stone and then for a second one.
static FAR: [[i8; 8]; 2] = [[1, 5, 6, 1, 5, 6, 0, 0], [-1, -5, -6, -1, -5, -6, 0, 0]];

impl Steps {
    /// The squares that a stone of `player` reaches from `square` by these steps.
    pub(super) fn targets(self, player: u8, square: Square) -> impl Iterator<Item = Square> {
        let far = &FAR[usize::from(player)];
        (0..3).filter(move |&step| self.0 >> step & 1 == 1).map(move |step| square.moved(far[step]))
    }

    /// A random step of two stones of `player`, all equally likely. Returns whether it belongs to
    /// the second stone, and the square that it reaches.
    #[inline(always)]
    pub(super) fn random(
        stones: [(Square, Steps); 2],
        player: u8,
        rng: &mut Rng,
    ) -> (bool, Square) {
        let [(first, its), (second, others)] = stones;
        let bit = rng.pick_bit(u64::from(its.0 | others.0 << 3));
        let of_second = bit >= 3;
        let from = select_unpredictable(of_second, second, first);
        (of_second, from.moved(FAR[usize::from(player % 2)][bit as usize % 8]))
    }
}

/// The steps that keep a stone of `player` on a board of that size; none if the stone is already
/// off the board.
#[inline]
pub(super) fn steps(size: u8, player: u8, square: Square) -> Steps {
    Steps(STEPS[usize::from(size % 8)][usize::from(player % 2)][square.index()])
}

/// Home squares of a player, row by row.
#[inline]
pub(super) fn homes(size: u8, stones: u8, player: u8) -> &'static [Square] {
    &HOMES[usize::from(size)][usize::from(player)][usize::from(stones)][..usize::from(stones)]
}

/// Home squares by size of the board, player and number of stones; only triangular numbers of
/// stones are filled in.
static HOMES: [[[[Square; MOST_STONES]; MOST_STONES + 1]; 2]; 6] = {
    let mut table = [[[[OFF; MOST_STONES]; MOST_STONES + 1]; 2]; 6];
    let mut at = 0;
    while at < 6 * 2 * 3 {
        // One stone stands in the corner, three fill two diagonals, six fill three.
        let (size, player, longest) = (at / 6, at / 3 % 2, at % 3);
        table[size][player][[1, 3, 6][longest]] = triangle(size, player, longest);
        at += 1;
    }
    table
};

/// The squares that are at most `longest` diagonals away from a player's corner. Squares beyond the
/// capacity are dropped.
const fn triangle(size: usize, player: usize, longest: usize) -> [Square; MOST_STONES] {
    let (mut squares, mut found, mut at) = ([OFF; MOST_STONES], 0, 0);
    while at < size * size {
        let (row, column) = (at / size, at % size);
        let away = if player == 0 { row + column } else { 2 * (size - 1) - row - column };
        if away <= longest && found < MOST_STONES {
            squares[found] = Square((5 * row + column) as u8);
            found += 1;
        }
        at += 1;
    }
    squares
}

/// Steps by size of the board, player and square.
static STEPS: [[[u8; ROOM]; 2]; 8] = {
    let mut table = [[[0; ROOM]; 2]; 8];
    let mut at = 0;
    while at < 6 * 25 {
        let (size, square) = (at / 25, at % 25);
        let (row, column) = (square / 5, square % 5);
        table[size][0][square] = step_bits(column + 1 < size, row + 1 < size);
        table[size][1][square] = step_bits(column > 0, row > 0);
        at += 1;
    }
    table
};

const fn step_bits(along_row: bool, along_column: bool) -> u8 {
    along_row as u8 | (along_column as u8) << 1 | ((along_row && along_column) as u8) << 2
}

/// The lowest and the highest stone that may move, by the remaining stones, as bits, and the face
/// of the die: the stone with that number, or otherwise its neighbours below and above. If only one
/// may move, the second is [`NO_STONE`].
pub(super) static MOVABLE: [[[u8; 2]; 8]; 64] = {
    let mut table = [[[NO_STONE; 2]; 8]; 64];
    let mut at = 0;
    while at < 64 * MOST_STONES {
        let (left, face) = (at / MOST_STONES, at % MOST_STONES);
        let stones = movable(left as u8, face);
        if stones != 0 {
            let [lowest, highest] =
                [stones.trailing_zeros() as u8, 7 - stones.leading_zeros() as u8];
            table[left][face] = [lowest, if lowest == highest { NO_STONE } else { highest }];
        }
        at += 1;
    }
    table
};

/// The stones that may move, as bits.
const fn movable(left: u8, face: usize) -> u8 {
    if left >> face & 1 == 1 {
        return 1 << face;
    }
    let (below, above) = (left & ((1 << face) - 1), left >> face << face);
    let highest_below = if below == 0 { 0 } else { 1 << (7 - below.leading_zeros()) };
    highest_below | above & above.wrapping_neg()
}

/// Number of faces that let a stone move, by the number of faces of the die, the remaining stones,
/// and the stone.
pub(super) static FACES: [[[u8; MOST_STONES]; 64]; MOST_STONES + 1] = {
    let mut table = [[[0; MOST_STONES]; 64]; MOST_STONES + 1];
    let mut at = 0;
    while at < (MOST_STONES + 1) * 64 * MOST_STONES {
        let (faces, left, stone) = (at / MOST_STONES / 64, at / MOST_STONES % 64, at % MOST_STONES);
        let mut face = 0;
        while face < faces {
            table[faces][left][stone] += movable(left as u8, face) >> stone & 1;
            face += 1;
        }
        at += 1;
    }
    table
};

/// All permutations of six numbers, in lexicographic order.
pub(super) static ORDERS: [[u8; MOST_STONES]; 720] = {
    let mut orders = [[1, 2, 3, 4, 5, 6]; 720];
    let mut rank = 1;
    while rank < orders.len() {
        orders[rank] = next_order(orders[rank - 1]);
        rank += 1;
    }
    orders
};

/// The lexicographic successor of a permutation. The number before the longest descending tail is
/// swapped with the next larger one in the tail, and the tail is reversed.
const fn next_order(mut order: [u8; MOST_STONES]) -> [u8; MOST_STONES] {
    let mut tail = MOST_STONES - 1;
    while order[tail - 1] > order[tail] {
        tail -= 1;
    }
    let mut larger = MOST_STONES - 1;
    while order[larger] < order[tail - 1] {
        larger -= 1;
    }
    order.swap(tail - 1, larger);
    let (mut from, mut to) = (tail, MOST_STONES - 1);
    while from < to {
        order.swap(from, to);
        (from, to) = (from + 1, to - 1);
    }
    order
}
