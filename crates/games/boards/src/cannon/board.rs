//! The 10 x 10 points as bits of a `u128`, with an empty column to the right of each row.
//!
//! The point in file x and rank y, both from 0, is bit x + 11 * y. A step is a shift by the same
//! distance everywhere. A step beyond either side lands in the empty column and is masked out.

/// The length of a row, the empty column included.
const ROW: u8 = 11;

/// The number of points of a row or a column.
pub(crate) const SIDE: u8 = 10;

/// All points.
pub(crate) const BOARD: u128 = rectangle(0, SIDE, 0, SIDE);

/// The sites where each seat may place its town: its own back row without the corners.
pub(crate) const TOWN_SITES: [u128; 2] =
    [rectangle(1, SIDE - 1, 0, 1), rectangle(1, SIDE - 1, SIDE - 1, SIDE)];

/// The soldiers of each seat at the start: on every second file, with different files for each
/// seat.
pub(crate) const START: [u128; 2] =
    [rectangle(0, SIDE, 1, 4) & files(0), rectangle(0, SIDE, 6, 9) & files(1)];

/// One step up, as a distance between bits.
pub(crate) const UP: i32 = ROW as i32;

/// File and rank of a bit that is a point.
pub(crate) const fn place(bit: u8) -> (u8, u8) {
    (bit % ROW, bit / ROW)
}

/// The bit of a point.
pub(crate) const fn bit_at(x: u8, y: u8) -> u8 {
    x + ROW * y
}

/// `mask` with each bit moved up by `distance`.
#[inline(always)]
pub(crate) const fn shift(mask: u128, distance: i32) -> u128 {
    if distance >= 0 { mask << distance } else { mask >> -distance }
}

/// The points next to those of `mask` in all eight directions. Points of `mask` itself may be
/// included.
#[inline]
pub(crate) fn around(mask: u128) -> u128 {
    let wide = mask | mask << 1 | mask >> 1;
    wide | wide << ROW | wide >> ROW
}

/// The points with `left <= x < right` and `low <= y < high`.
const fn rectangle(left: u8, right: u8, low: u8, high: u8) -> u128 {
    let (mut mask, mut y) = (0, low);
    while y < high {
        mask |= ((1 << right) - (1 << left)) << (ROW * y);
        y += 1;
    }
    mask
}

/// Every second file, starting with `first`.
const fn files(first: u8) -> u128 {
    let (mut mask, mut x) = (0, first);
    while x < SIDE {
        mask |= rectangle(x, x + 1, 0, SIDE);
        x += 2;
    }
    mask
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::bits;

    #[test]
    fn points_and_bits() {
        assert_eq!(BOARD.count_ones(), 100);
        assert!(bits(BOARD).all(|bit| place(bit).0 < 10 && place(bit).1 < 10));
        assert!(bits(BOARD).all(|bit| bit_at(place(bit).0, place(bit).1) == bit));
        let names = |mask| {
            bits(mask).map(|bit| crate::chessboard::name(place(bit))).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(names(TOWN_SITES[0]), "b1 c1 d1 e1 f1 g1 h1 i1");
        assert_eq!(names(TOWN_SITES[1]), "b10 c10 d10 e10 f10 g10 h10 i10");
        assert_eq!(names(START[0]), "a2 c2 e2 g2 i2 a3 c3 e3 g3 i3 a4 c4 e4 g4 i4");
        assert_eq!(names(START[1]), "b7 d7 f7 h7 j7 b8 d8 f8 h8 j8 b9 d9 f9 h9 j9");
    }

    #[test]
    fn neighbours_do_not_wrap() {
        for bit in bits(BOARD) {
            let (x, y) = place(bit);
            let near = |other: &u8| {
                let (u, v) = place(*other);
                u.abs_diff(x) <= 1 && v.abs_diff(y) <= 1
            };
            assert!(bits(BOARD).all(|other| near(&other) == (around(1 << bit) >> other & 1 == 1)));
        }
    }
}
