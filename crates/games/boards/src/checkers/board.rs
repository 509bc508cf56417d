//! The 32 dark squares as bits, numbered so that every diagonal step is a rotation.
//!
//! The square in file x and rank y, both from 0, is bit x + 8 * ((y - x) / 2 mod 4). One step up
//! and right does not change (y - x) / 2 and adds 1 to the number; one step up and left adds 8 - 1.
//! Counted modulo 32 both hold on every square. A whole mask of pieces therefore moves by one
//! rotation, with the same distance on even and odd ranks. Bits that cross an edge of the board are
//! masked out.

/// Number of dark squares.
pub(crate) const SQUARES: u8 = 32;

/// Number of directions: up right, up left, down left, down right. Adding 2 modulo 4 reverses a
/// direction.
pub(crate) const DIRECTIONS: usize = 4;

/// The left rotation of a mask by a step in each direction.
const ROTATION: [u32; DIRECTIONS] = [1, 7, 31, 25];

/// The change of file and rank in each direction.
const OFFSET: [(i8, i8); DIRECTIONS] = [(1, 1), (-1, 1), (-1, -1), (1, -1)];

/// The squares from which a step in each direction stays on the board.
const STEP: [u32; DIRECTIONS] = inside(1);

/// The squares from which a jump in each direction stays on the board.
const JUMP: [u32; DIRECTIONS] = inside(2);

/// The row on which each seat's men are crowned.
pub(crate) const FAR: [u32; 2] = [rank(7), rank(0)];

/// The squares of each seat's men at the start.
pub(crate) const START: [u32; 2] = [rank(0) | rank(1) | rank(2), rank(5) | rank(6) | rank(7)];

/// File and rank of a square, both from 0.
pub(crate) const fn place(square: u8) -> (u8, u8) {
    let x = square % 8;
    (x, (x + 2 * (square / 8)) % 8)
}

/// The square at a file and a rank, if there is one and it is dark.
pub(crate) const fn square_at(x: u8, y: u8) -> Option<u8> {
    match x < 8 && y < 8 && (x + y).is_multiple_of(2) {
        true => Some(x + 8 * ((y + 8 - x) / 2 % 4)),
        false => None,
    }
}

/// `mask` moved by one step.
#[inline]
pub(crate) fn shift(mask: u32, direction: usize) -> u32 {
    mask.rotate_left(ROTATION[direction])
}

/// The squares from which a step in `direction` is possible onto an `empty` square.
#[inline]
pub(crate) fn steppers(direction: usize, empty: u32) -> u32 {
    STEP[direction] & empty.rotate_right(ROTATION[direction])
}

/// The squares from which a jump in `direction` is possible, over one of `enemies` onto an `empty`
/// square.
#[inline]
pub(crate) fn jumpers(direction: usize, enemies: u32, empty: u32) -> u32 {
    let rotation = ROTATION[direction];
    JUMP[direction] & enemies.rotate_right(rotation) & empty.rotate_right(2 * rotation)
}

const fn rank(wanted: u8) -> u32 {
    let (mut mask, mut square) = (0, 0);
    while square < SQUARES {
        if place(square).1 == wanted {
            mask |= 1 << square;
        }
        square += 1;
    }
    mask
}

const fn inside(steps: i8) -> [u32; DIRECTIONS] {
    let (mut masks, mut square) = ([0; DIRECTIONS], 0);
    while square < SQUARES {
        let (x, y) = place(square);
        let mut direction = 0;
        while direction < DIRECTIONS {
            let (right, up) = OFFSET[direction];
            let (x, y) = (x as i8 + steps * right, y as i8 + steps * up);
            if x >= 0 && x < 8 && y >= 0 && y < 8 {
                masks[direction] |= 1 << square;
            }
            direction += 1;
        }
        square += 1;
    }
    masks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_dark_square_has_a_number_of_its_own() {
        let all: Vec<(u8, u8)> = (0..SQUARES).map(place).collect();
        for (square, &(x, y)) in (0..).zip(&all) {
            assert_eq!(square_at(x, y), Some(square));
        }
        assert_eq!([(0, 1), (7, 6), (8, 0), (1, 9)].map(|(x, y)| square_at(x, y)), [None; 4]);
    }

    /// Rotations agree with plain coordinates for steps and jumps, on every square and in every
    /// direction.
    #[test]
    fn rotations_go_where_coordinates_say() {
        for (square, direction) in (0..SQUARES).flat_map(|square| (0..4).map(move |d| (square, d)))
        {
            let ((x, y), (right, up), from) = (place(square), OFFSET[direction], 1 << square);
            let along = |steps: i8| {
                square_at(x.wrapping_add_signed(steps * right), y.wrapping_add_signed(steps * up))
            };
            let next = along(1).map(|square| 1 << square);
            assert_eq!(steppers(direction, !0) & from != 0, next.is_some());
            if let Some(next) = next {
                assert_eq!(shift(from, direction), next);
                assert_eq!(steppers(direction, next) & from, from);
                assert_eq!(steppers(direction, !next) & from, 0);
            }
            let landing = along(2).map(|square| 1 << square);
            assert_eq!(jumpers(direction, !0, !0) & from != 0, landing.is_some());
            if let (Some(next), Some(landing)) = (next, landing) {
                assert_eq!(jumpers(direction, next, landing) & from, from);
                assert_eq!(
                    jumpers(direction, !next, !0) & from | jumpers(direction, !0, !landing) & from,
                    0
                );
            }
        }
    }
}
