//! Moves: steps, and chains of jumps as one move.

use super::board::{DIRECTIONS, jumpers, shift, steppers};
use crate::bits::{bits, counted_bits};
use sortilege::Rng;
use sortilege::rng::nth_bit;

/// A whole turn: its start, and the direction of each of its legs, two bits a leg. The enemy has at
/// most twelve pieces, so the longest chain fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    path: u32,
    from: u8,
    /// The number of jumps; 0 is a single step.
    jumps: u8,
}

impl Move {
    /// A step from a square.
    #[inline]
    pub(crate) fn step(from: u8, direction: usize) -> Self {
        Move { path: direction as u32, from, jumps: 0 }
    }

    /// The same turn with one more jump.
    #[inline]
    fn then(self, direction: usize) -> Self {
        let path = self.path | (direction as u32) << (2 * self.jumps);
        Move { path, jumps: self.jumps + 1, ..self }
    }

    /// Returns whether this turn captures.
    #[inline]
    pub(crate) fn is_jump(self) -> bool {
        self.jumps > 0
    }

    /// The square that the piece leaves.
    #[inline]
    pub(crate) fn from(self) -> u8 {
        self.from
    }

    /// The final square of the piece and the pieces that it jumps over, as masks.
    #[inline]
    pub(crate) fn result(self) -> (u32, u32) {
        let (mut at, mut taken) = (1 << self.from, 0);
        if !self.is_jump() {
            return (shift(at, self.path as usize % DIRECTIONS), 0);
        }
        for leg in self.legs() {
            let over = shift(at, leg);
            taken |= over;
            at = shift(over, leg);
        }
        (at, taken)
    }

    /// The squares that the piece visits, the first one included.
    pub(crate) fn visited(self) -> Vec<u8> {
        let mut at = 1 << self.from;
        let mut squares = vec![self.from];
        for leg in self.legs() {
            at = shift(at, leg);
            if self.is_jump() {
                at = shift(at, leg);
            }
            squares.push(at.trailing_zeros() as u8);
        }
        squares
    }

    /// The direction of each leg.
    #[inline]
    fn legs(self) -> impl Iterator<Item = usize> {
        (0..self.jumps.max(1)).map(move |leg| (self.path >> (2 * leg)) as usize % DIRECTIONS)
    }
}

/// The pieces of the player to move, and the targets.
pub(crate) struct Side {
    /// The pieces that may move in each direction: all of them forward, kings also backward.
    pub(crate) movers: [u32; DIRECTIONS],
    pub(crate) enemies: u32,
    pub(crate) empty: u32,
}

impl Side {
    /// For each direction, the pieces that could step there if captures were not compulsory.
    #[inline]
    fn steps(&self) -> [u32; DIRECTIONS] {
        let step = |direction| self.movers[direction] & steppers(direction, self.empty);
        // Written out: `map` is not always inlined, and then the directions are not constants.
        [step(0), step(1), step(2), step(3)]
    }

    /// The same for two directions at once: both upward directions, the second in the upper half,
    /// and both downward ones.
    #[inline]
    fn paired_steps(&self) -> [u64; 2] {
        let [a, b, c, d] = self.steps().map(u64::from);
        [a | b << 32, c | d << 32]
    }

    /// For each direction, the pieces that can jump there.
    #[inline]
    fn jumps(&self) -> [u32; DIRECTIONS] {
        let jump =
            |direction| self.movers[direction] & jumpers(direction, self.enemies, self.empty);
        [jump(0), jump(1), jump(2), jump(3)]
    }

    /// Returns whether there is any move.
    #[inline]
    pub(crate) fn can_move(&self) -> bool {
        union(self.steps()) != 0 || union(self.jumps()) != 0
    }

    /// Replaces `out` with all moves; captures are compulsory.
    #[inline]
    pub(crate) fn list(&self, out: &mut Vec<Move>) {
        out.clear();
        let jumps = self.jumps();
        if union(jumps) != 0 {
            return self.each_chain(jumps, &mut |chain| out.push(chain));
        }
        for (steps, turned) in self.paired_steps().into_iter().zip([0, 2]) {
            let step = |bit: u8| Move::step(bit % 32, usize::from(bit / 32) + turned);
            out.extend(counted_bits(steps).map(step));
        }
    }

    /// A random move, all equally likely.
    #[inline]
    pub(crate) fn random(&self, rng: &mut Rng) -> Move {
        let jumps = self.jumps();
        if union(jumps) != 0 {
            return self.random_chain(jumps, rng);
        }
        let [upward, downward] = self.paired_steps();
        let ups = upward.count_ones();
        let number = rng.below((ups + downward.count_ones()) as usize) as u32;
        let (bit, turned) = if number < ups {
            (nth_bit(upward, number), 0)
        } else {
            (nth_bit(downward, number - ups), 2)
        };
        Move::step(bit as u8 % 32, bit as usize / 32 + turned)
    }

    /// A random chain, all equally likely, by reservoir sampling: the n-th chain replaces the
    /// current one with probability 1/n. There is seldom more than one chain, and then nothing is
    /// drawn.
    #[inline]
    fn random_chain(&self, jumps: [u32; DIRECTIONS], rng: &mut Rng) -> Move {
        let (mut kept, mut met) = (None, 0);
        self.each_chain(jumps, &mut |chain| {
            met += 1;
            if met == 1 || rng.below(met) == 0 {
                kept = Some(chain);
            }
        });
        kept.expect("a piece that can jump")
    }

    /// Returns whether `action` is legal.
    pub(crate) fn allows(&self, action: Move) -> bool {
        let from = 1 << action.from;
        if !action.is_jump() {
            let steppers = self.steps()[action.path as usize % DIRECTIONS];
            return union(self.jumps()) == 0 && steppers & from != 0;
        }
        let (mut at, mut enemies) = (from, self.enemies);
        for leg in action.legs() {
            if self.directions(from)[leg] & jumpers(leg, enemies, self.empty | from) & at == 0 {
                return false;
            }
            enemies &= !shift(at, leg);
            at = shift(shift(at, leg), leg);
        }
        (0..4).all(|leg| {
            self.directions(from)[leg] & jumpers(leg, enemies, self.empty | from) & at == 0
        })
    }

    #[inline]
    fn each_chain(&self, jumps: [u32; DIRECTIONS], found: &mut impl FnMut(Move)) {
        for (direction, jumpers) in jumps.into_iter().enumerate() {
            for square in bits(jumpers) {
                let from = 1 << square;
                let chain = Chain { directions: self.directions(from), empty: self.empty | from };
                let start = Move { path: 0, from: square, jumps: 0 };
                chain.jump(start, from, direction, self.enemies, found);
            }
        }
    }

    /// For each direction, all squares if the piece on `from` may move there; otherwise none.
    #[inline]
    fn directions(&self, from: u32) -> [u32; DIRECTIONS] {
        self.movers.map(|movers| if movers & from != 0 { !0 } else { 0 })
    }
}

/// The constants of a chain of jumps. Captured pieces are removed at once. Whether their squares
/// count as empty makes no difference, since a piece never lands on a square that it jumps over.
struct Chain {
    directions: [u32; DIRECTIONS],
    empty: u32,
}

impl Chain {
    /// Jumps from `at` and enumerates every continuation until there is none. A man on the far row
    /// has no forward jump, so crowning ends the turn without a special case.
    fn jump(
        &self,
        so_far: Move,
        at: u32,
        direction: usize,
        enemies: u32,
        found: &mut impl FnMut(Move),
    ) {
        let over = shift(at, direction);
        let (at, enemies, so_far) =
            (shift(over, direction), enemies & !over, so_far.then(direction));
        let mut stops = true;
        for next in 0..DIRECTIONS {
            if at & self.directions[next] & jumpers(next, enemies, self.empty) != 0 {
                stops = false;
                self.jump(so_far, at, next, enemies, found);
            }
        }
        if stops {
            found(so_far);
        }
    }
}

#[inline]
fn union(masks: [u32; DIRECTIONS]) -> u32 {
    masks[0] | masks[1] | masks[2] | masks[3]
}
