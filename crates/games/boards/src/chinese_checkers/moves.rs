//! Move generation.

use super::star::{Field, MOST_PIECES, SHIFTS, Size, Spot, Star, fields};
use sortilege::Rng;
use sortilege::rng::nth_bit;

/// The occupied fields, preprocessed for hops.
pub(super) struct Table<'a> {
    star: &'a Star,
    occupied: u128,
    /// Fields where a piece may land: all fields, or the home that it must not leave.
    allowed: [u128; 2],
    /// On the small star: the fields from which a hop forward and backward along each of [`SHIFTS`]
    /// is possible.
    along: [[u128; 2]; 3],
    /// Fields from which some hop is possible; on the large star, an upper bound on them.
    springboards: u128,
}

impl<'a> Table<'a> {
    /// The table for pieces on `occupied` fields. The mover's pieces must not leave `home` once
    /// they are there.
    #[inline]
    pub fn new(star: &'a Star, occupied: u128, home: u128) -> Self {
        let empty = star.full & !occupied;
        let along = SHIFTS.map(|by| {
            [(occupied >> by) & (empty >> (2 * by)), (occupied << by) & (empty << (2 * by))]
        });
        let springboards = match star.size {
            Size::Small => along.iter().flatten().fold(0, |all, from| all | from),
            Size::Large => star.full,
        };
        Table { star, occupied, allowed: [star.full, home], along, springboards }
    }

    /// The fields on which the piece on `spot` may land, empty or not.
    #[inline]
    pub fn allowed(&self, spot: &Spot) -> u128 {
        self.allowed[self.kind(spot)]
    }

    /// 0 for a piece on `spot` that may land anywhere, 1 for one that must stay at home. The value
    /// indexes tables instead of a branch, because whether a piece is at home is unpredictable.
    #[inline]
    fn kind(&self, spot: &Spot) -> usize {
        usize::from(self.allowed[1] & spot.bit != 0)
    }

    /// Fields that the piece on `spot` can step to.
    #[inline]
    pub fn steps(&self, spot: &Spot) -> u128 {
        spot.near & self.allowed(spot) & !self.occupied
    }

    /// Returns whether there may be a hop from any of `rim`.
    #[inline]
    pub fn can_hop(&self, rim: u128) -> bool {
        rim & self.springboards != 0
    }

    /// Fields where one hop from any of `rim` can land.
    #[inline]
    pub fn hop(&self, rim: u128) -> u128 {
        match self.star.size {
            Size::Small => {
                let land = |(by, [forth, back]): (u32, [u128; 2])| {
                    (rim & forth) << (2 * by) | (rim & back) >> (2 * by)
                };
                SHIFTS.into_iter().zip(self.along).map(land).fold(0, |all, landings| all | landings)
            }
            Size::Large => {
                fields(rim).fold(0, |all, field| all | self.star.landings(field, self.occupied))
            }
        }
    }

    /// Fields where a chain of hops from the field `start` can end if it may land only on `allowed`
    /// fields.
    ///
    /// The mover's own field counts as empty during the chain, but that makes no difference. Back
    /// at the start, the chain has the same options as at first. It also never jumps over that
    /// field, since a field that is jumped over is never in phase with it.
    #[inline]
    fn chain(&self, start: u128, allowed: u128) -> u128 {
        let (mut reached, mut rim) = (0, start);
        while self.can_hop(rim) {
            rim = self.hop(rim) & allowed & !reached;
            reached |= rim;
        }
        reached
    }

    /// Fields where chains of hops of any of the mover's `pieces` can end, by the kind of piece.
    ///
    /// A chain does not leave its phase. Within the phase of a piece these are the fields that the
    /// piece itself can reach, unless another piece of its kind in the same phase can hop, too. In
    /// that case they are an upper bound.
    #[inline]
    pub fn chains(&self, pieces: u128) -> [u128; 2] {
        let (hoppers, [anywhere, home]) = (pieces & self.springboards, self.allowed);
        [self.chain(hoppers & !home, anywhere), self.chain(hoppers & home, home)]
    }

    /// An upper bound on the `wanted` fields that the piece on `from` can reach, from the `chains`
    /// of all pieces.
    #[inline]
    pub fn may_reach(&self, from: Field, wanted: u128, chains: [u128; 2]) -> u128 {
        let spot = self.star.spot(from);
        let kind = self.kind(spot);
        (spot.near & self.allowed[kind] | spot.in_phase & chains[kind]) & wanted & !self.occupied
    }

    /// Returns whether the piece on `from`, one of `pieces`, can reach the candidate field `to`.
    #[inline]
    pub fn can_reach(&self, from: Field, to: Field, pieces: u128) -> bool {
        let (spot, to) = (self.star.spot(from), self.star.spot(to).bit);
        if spot.near & to != 0 {
            return true;
        }
        let alike = pieces & [!self.allowed[1], self.allowed[1]][self.kind(spot)];
        let alone = alike & self.springboards & spot.in_phase == spot.bit;
        alone || self.chain(spot.bit, self.allowed(spot)) & to != 0
    }

    /// The `wanted` fields that the piece on `from` can reach.
    #[inline]
    pub fn reach(&self, from: Field, wanted: u128) -> u128 {
        let spot = self.star.spot(from);
        let allowed = self.allowed(spot);
        let wanted = wanted & allowed & !self.occupied;
        // Near the end most pieces are in a target where no hop is possible any more.
        match wanted & spot.in_phase {
            0 => spot.near & wanted,
            _ => (spot.near | self.chain(spot.bit, allowed)) & wanted,
        }
    }
}

/// The moves of one side: the target fields of each piece.
pub(super) struct Moves {
    pieces: u128,
    /// The target fields of each piece, in order.
    to: [u128; MOST_PIECES],
    /// Cumulative number of moves up to each piece.
    ends: [u32; MOST_PIECES],
    /// The number of moves.
    pub total: u32,
}

impl Moves {
    /// The moves of `pieces`, in order; `to` returns the target fields of a piece.
    #[inline]
    pub fn new(pieces: u128, to: impl Fn(Field) -> u128) -> Self {
        let mut moves = Moves { pieces, to: [0; MOST_PIECES], ends: [0; MOST_PIECES], total: 0 };
        let mut left = pieces;
        for (slot, end) in moves.to.iter_mut().zip(&mut moves.ends) {
            if left == 0 {
                break;
            }
            *slot = to(Field(left.trailing_zeros() as u8));
            moves.total += slot.count_ones();
            *end = moves.total;
            left &= left - 1;
        }
        moves
    }

    /// Every move, in order.
    pub fn iter(&self) -> impl Iterator<Item = (Field, Field)> {
        fields(self.pieces).zip(self.to).flat_map(|(from, to)| fields(to).map(move |to| (from, to)))
    }

    /// A random move, all equally likely.
    #[inline]
    pub fn random(&self, rng: &mut Rng) -> Option<(Field, Field)> {
        if self.total == 0 {
            return None;
        }
        // Counts instead of searching: the branch that ends a search is unpredictable.
        let at = rng.below(self.total as usize) as u32;
        let pieces = self.pieces.count_ones() as usize;
        let piece = self.ends[..pieces].iter().filter(|&&end| end <= at).count();
        let to = self.to[piece];
        let to = nth_field(to, to.count_ones() + at - self.ends[piece]);
        Some((nth_field(self.pieces, piece as u32), to))
    }
}

/// The `n`-th field of `mask`, counting from 0. There must be one.
#[inline]
pub(super) fn nth_field(mask: u128, n: u32) -> Field {
    let halves = [mask as u64, (mask >> 64) as u64];
    let low = halves[0].count_ones();
    let upper = n >= low;
    let n = n - if upper { low } else { 0 };
    Field((64 * u32::from(upper) + nth_bit(halves[usize::from(upper)], n)) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Hops by shifts agree with the table of hops, on random boards of all densities: single hops
    /// and whole chains.
    #[test]
    fn shifted_hops_are_those_of_the_table() {
        let (star, mut rng) = (Star::of(Size::Small), Rng::new(1));
        let mut longest = 0;
        for round in 0..2000 {
            let mut random = || u128::from(rng.bits()) << 64 | u128::from(rng.bits());
            let occupied = match round % 4 {
                0 => random() & random() & random(),
                1 => random() & random(),
                2 => random(),
                _ => random() | random(),
            } & star.full;
            let table = Table::new(&star, occupied, 0);
            for from in fields(star.full) {
                assert_eq!(
                    table.hop(from.bit()),
                    star.landings(from, occupied),
                    "{from:?} on {occupied:#x}"
                );
            }
            for from in fields(occupied) {
                let (mut reached, mut open) = (0, vec![from]);
                while let Some(field) = open.pop() {
                    let new = star.landings(field, occupied & !from.bit()) & !reached;
                    reached |= new;
                    open.extend(fields(new));
                }
                // Here the start field is really empty and can be crossed.
                assert_eq!(
                    table.chain(from.bit(), star.full),
                    reached & !from.bit(),
                    "{from:?} on {occupied:#x}"
                );
                longest = longest.max(reached.count_ones());
            }
        }
        assert!(longest > 10, "chains were long: {longest}");
    }

    #[test]
    fn fields_are_counted_through_both_halves() {
        let mask = 1 << 3 | 1 << 63 | 1 << 64 | 1_u128 << 120;
        assert_eq!([0, 1, 2, 3].map(|n| nth_field(mask, n).0), [3, 63, 64, 120]);
    }
}
