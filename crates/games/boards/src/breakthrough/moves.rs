//! Moves as masks. Rows are eight bits apart on every width of the board, so all shifts are
//! constants. A piece on its goal row ends the game, so no piece that still moves can step beyond
//! the last row.

use crate::bits::bits;
use sortilege::Rng;
use sortilege::rng::nth_bit;

/// A square, numbered `8 * row + column` from a1, also on boards with fewer columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Square(pub u8);

/// A step of one piece, with or without a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The square that the piece leaves.
    pub from: Square,
    /// The square that the piece reaches.
    pub to: Square,
}

impl Square {
    /// The mask of this square alone.
    #[inline]
    pub(crate) fn bit(self) -> u64 {
        1 << self.0
    }
}

/// The change of the square number by a step forward, for each seat. It also rotates masks, since
/// rotations count modulo 64.
const FORWARD: [u8; 2] = [8, 8_u8.wrapping_neg()];

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;

/// Moves of one side: their target squares, by direction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moves {
    /// Diagonally towards file a.
    left: u64,
    straight: u64,
    /// Diagonally away from file a.
    right: u64,
    forward: u8,
}

/// The squares diagonally in front of `pieces` of `seat`, towards file a and away from it.
/// `squares` are those of the board.
#[inline]
fn diagonals(pieces: u64, seat: u8, squares: u64) -> [u64; 2] {
    let ahead = pieces.rotate_left(FORWARD[usize::from(seat)].into());
    // A step over the edge wraps around into file h or a, or lands beyond the last column.
    [ahead >> 1 & !FILE_H, ahead << 1 & !FILE_A & squares]
}

/// The squares that `pieces` of `seat` attack or protect.
#[inline]
pub(crate) fn guarded(pieces: u64, seat: u8, squares: u64) -> u64 {
    let [left, right] = diagonals(pieces, seat, squares);
    left | right
}

impl Moves {
    /// The moves of `own`, the pieces of `seat`, against `other`.
    #[inline]
    pub(crate) fn of(own: u64, other: u64, seat: u8, squares: u64) -> Self {
        let forward = FORWARD[usize::from(seat)];
        let [left, right] = diagonals(own, seat, squares);
        let straight = own.rotate_left(forward.into()) & !(own | other);
        Moves { left: left & !own, straight, right: right & !own, forward }
    }

    /// The moves to one of `targets`.
    #[inline]
    pub(crate) fn to(self, targets: u64) -> Self {
        let Moves { left, straight, right, forward } = self;
        Moves {
            left: left & targets,
            straight: straight & targets,
            right: right & targets,
            forward,
        }
    }

    #[inline]
    pub(crate) fn count(self) -> usize {
        (self.left.count_ones() + self.straight.count_ones() + self.right.count_ones()) as usize
    }

    /// Number `n` of [`Moves::iter`].
    #[inline]
    pub(crate) fn nth(self, n: usize) -> Move {
        let n = n as u32;
        let left = self.left.count_ones();
        let diagonal = left + self.right.count_ones();
        let (mut mask, mut skipped, mut side) = (self.left, 0, u8::MAX);
        if n >= left {
            (mask, skipped, side) = (self.right, left, 1);
        }
        if n >= diagonal {
            (mask, skipped, side) = (self.straight, diagonal, 0);
        }
        self.arriving(nth_bit(mask, n - skipped) as u8, side)
    }

    /// A random move, all equally likely. There must be one.
    #[inline]
    pub(crate) fn random(self, rng: &mut Rng) -> Move {
        self.nth(rng.below(self.count()))
    }

    /// Iterates over all moves: to the left, to the right, then straight, each from a1 on.
    #[inline]
    pub(crate) fn iter(self) -> impl Iterator<Item = Move> {
        let towards = move |mask, side| bits(mask).map(move |to| self.arriving(to, side));
        towards(self.left, u8::MAX).chain(towards(self.right, 1)).chain(towards(self.straight, 0))
    }

    /// The move to the square number `to` from `side` columns before; columns count modulo 256.
    #[inline]
    fn arriving(self, to: u8, side: u8) -> Move {
        Move { from: Square(to.wrapping_sub(self.forward).wrapping_sub(side)), to: Square(to) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The masks agree with a plain reading of the rules, on every width and for both seats.
    #[test]
    fn masks_agree_with_the_rules() {
        let mut rng = Rng::new(1);
        for columns in 2..=8 {
            let squares = FILE_A.wrapping_mul((1 << columns) - 1);
            for (draw, seat) in (0..200).flat_map(|draw| [(draw, 0), (draw, 1)]) {
                let thin = if draw % 2 == 0 { rng.bits() } else { u64::MAX };
                // No piece stands on its goal row while the game goes on.
                let inside = squares & [u64::MAX >> 8, u64::MAX << 8][usize::from(seat)];
                let own = rng.bits() & thin & inside;
                let other = rng.bits() & squares & !own;
                let found: Vec<Move> = Moves::of(own, other, seat, squares).iter().collect();
                let mut sorted: Vec<_> = found.iter().map(|m| (m.from.0, m.to.0)).collect();
                sorted.sort_unstable();
                assert_eq!(
                    sorted,
                    plain(own, other, seat, columns),
                    "{own:#x} {other:#x} {seat} {columns}"
                );
                let moves = Moves::of(own, other, seat, squares);
                assert_eq!(moves.count(), found.len());
                assert!((0..found.len()).all(|n| moves.nth(n) == found[n]));
            }
        }
    }

    fn plain(own: u64, other: u64, seat: u8, columns: i32) -> Vec<(u8, u8)> {
        let mut list = vec![];
        for from in bits(own) {
            let (row, column) = (i32::from(from) / 8, i32::from(from) % 8);
            for side in [-1, 0, 1] {
                let (row, column) = (if seat == 0 { row + 1 } else { row - 1 }, column + side);
                if !(0..columns).contains(&column) {
                    continue;
                }
                let to = 8 * row + column;
                let holds = |pieces: u64| pieces >> to & 1 == 1;
                if !(holds(own) || side == 0 && holds(other)) {
                    list.push((from, to as u8));
                }
            }
        }
        list.sort_unstable();
        list
    }
}
