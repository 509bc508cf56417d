//! Move generation for all soldiers at once.
//!
//! Moves in the same direction over the same distance form a group: all steps up and left, say, or
//! all shots to the right over four points. A group is the mask of the target points of its moves.
//! Since the distance is common, a target point determines its origin.

use super::board::{BOARD, UP, around, shift};
use crate::bits::bits;
use sortilege::Rng;
use sortilege::rng::nth_bit;
use std::ops::Range;

/// The kind of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A town is placed.
    Place,
    /// A soldier goes one point forward.
    Step,
    /// A soldier goes two points back.
    Retreat,
    /// A cannon moves one point along its line: its tail becomes its head.
    Slide,
    /// A soldier captures a piece one point in front of it or beside it.
    Capture,
    /// A cannon removes a piece in front of it at a distance; no piece moves.
    Shot,
}

/// A move. A cannon's move starts at its tail; a shot ends at its target. Points are numbered from
/// the bottom left, eleven to a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    pub(super) kind: Kind,
    pub(super) from: u8,
    pub(super) to: u8,
}

impl Move {
    /// The kind of the move.
    pub fn kind(self) -> Kind {
        self.kind
    }

    /// A town placed on a point.
    #[inline]
    pub(super) fn place(point: u8) -> Self {
        Move { kind: Kind::Place, from: point, to: point }
    }
}

/// Number of groups; those with the most moves come first.
const GROUPS: usize = 35;
const STEPS: Range<usize> = 0..3;
const RETREATS: Range<usize> = 3..6;
const SLIDES: Range<usize> = 6..14;
/// Captures by soldiers.
pub(super) const CAPTURES: Range<usize> = 14..19;
/// Shots over four points from the tail, and then over five.
pub(super) const SHOTS: Range<usize> = 19..35;
/// Everything that removes an enemy piece.
pub(super) const ATTACKS: Range<usize> = CAPTURES.start..SHOTS.end;

/// The lines on which cannons stand. Each is examined in both directions.
const AXES: [i32; 4] = [1, UP - 1, UP, UP + 1];

/// The distance of the moves of each group, for the seat that moves up; the other seat has the
/// opposite sign.
const DISTANCES: [i32; GROUPS] = distances();

const fn distances() -> [i32; GROUPS] {
    let mut distances = [0; GROUPS];
    let [side, left, ahead, right] = AXES;
    let forward = [left, ahead, right];
    let mut i = 0;
    while i < 3 {
        distances[STEPS.start + i] = forward[i];
        distances[RETREATS.start + i] = -2 * forward[i];
        distances[CAPTURES.start + i] = forward[i];
        i += 1;
    }
    distances[CAPTURES.start + 3] = side;
    distances[CAPTURES.start + 4] = -side;
    let mut i = 0;
    while i < 8 {
        let unit = if i < 4 { AXES[i] } else { -AXES[i - 4] };
        distances[SLIDES.start + i] = 3 * unit;
        distances[SHOTS.start + i] = 4 * unit;
        distances[SHOTS.start + 8 + i] = 5 * unit;
        i += 1;
    }
    distances
}

/// The pieces of the player to move, and the targets.
pub(super) struct Side {
    pub(super) own: u128,
    /// Enemy soldiers.
    pub(super) enemies: u128,
    /// Enemy soldiers and the enemy town.
    pub(super) targets: u128,
    pub(super) empty: u128,
    /// Points that let a shot pass as the second point in front of a cannon.
    pub(super) open: u128,
}

impl Side {
    /// Where soldiers can step; forward is `SIGN` times up.
    #[inline(always)]
    fn steps<const SIGN: i32>(&self) -> [u128; 3] {
        let step = |unit: i32| shift(self.own, SIGN * unit) & self.empty;
        // Written out here and below: `map` is not always inlined, and then the distances are not
        // constants.
        [step(UP - 1), step(UP), step(UP + 1)]
    }

    /// Returns whether any soldier can step.
    #[inline]
    pub(super) fn can_step(&self, seat: usize) -> bool {
        let [a, b, c] = if seat == 0 { self.steps::<1>() } else { self.steps::<-1>() };
        a | b | c != 0
    }

    /// All moves of `seat`.
    #[inline]
    pub(super) fn moves(&self, seat: usize) -> Moves {
        let mut moves =
            Moves { goals: [0; GROUPS], sign: 1, contact: false, cannons: false, shots: false };
        if seat == 0 {
            self.fill::<1>(&mut moves);
        } else {
            self.fill::<-1>(&mut moves);
        }
        moves
    }

    #[inline(always)]
    fn fill<const SIGN: i32>(&self, moves: &mut Moves) {
        moves.sign = SIGN;
        moves.goals[STEPS].copy_from_slice(&self.steps::<SIGN>());
        if self.own & around(self.targets) != 0 {
            moves.contact = true;
            self.clash::<SIGN>(&mut moves.goals);
        }
        self.cannons::<SIGN, 1>(0, moves);
        self.cannons::<SIGN, { UP - 1 }>(1, moves);
        self.cannons::<SIGN, { UP }>(2, moves);
        self.cannons::<SIGN, { UP + 1 }>(3, moves);
    }

    /// The soldiers' moves that need an enemy next to them.
    #[inline(always)]
    fn clash<const SIGN: i32>(&self, goals: &mut [u128; GROUPS]) {
        let capture = |unit: i32| shift(self.own, SIGN * unit) & self.targets;
        let captures = [capture(UP - 1), capture(UP), capture(UP + 1), capture(1), capture(-1)];
        goals[CAPTURES].copy_from_slice(&captures);
        let threatened = self.own & around(self.enemies);
        let retreat = |unit: i32| {
            let passed = shift(threatened, -SIGN * unit) & self.empty;
            shift(passed, -SIGN * unit) & self.empty
        };
        goals[RETREATS].copy_from_slice(&[retreat(UP - 1), retreat(UP), retreat(UP + 1)]);
    }

    /// The moves of all cannons on one axis, which is number `axis` of [`AXES`].
    #[inline(always)]
    fn cannons<const SIGN: i32, const UNIT: i32>(&self, axis: usize, moves: &mut Moves) {
        let unit = SIGN * UNIT;
        let heads = self.own & shift(self.own, unit) & shift(self.own, 2 * unit);
        if heads == 0 {
            return;
        }
        moves.cannons = true;
        let tails = shift(heads, -2 * unit);
        for (heads, unit, group) in [(heads, unit, axis), (tails, -unit, axis + 4)] {
            let front = shift(heads, unit) & self.empty;
            let near = shift(front, unit) & BOARD;
            let far = shift(near & self.open, unit);
            moves.goals[SLIDES.start + group] = front;
            moves.goals[SHOTS.start + group] = near & self.targets;
            moves.goals[SHOTS.start + 8 + group] = far & self.targets;
            moves.shots |= (near | far) & self.targets != 0;
        }
    }
}

/// Moves of one player: the target points of each group.
#[derive(Clone)]
pub(super) struct Moves {
    goals: [u128; GROUPS],
    sign: i32,
    // Most groups are empty most of the time. These flags say which groups can be skipped.
    /// Whether any piece stands next to an enemy; otherwise there are no captures and no retreats.
    contact: bool,
    /// Whether there is any cannon; otherwise there are no slides and no shots.
    cannons: bool,
    /// Whether there is any shot.
    shots: bool,
}

impl Moves {
    /// The number of moves.
    #[inline]
    pub(super) fn count(&self) -> u32 {
        let mut count = self.count_of(STEPS);
        if self.contact {
            count += self.count_of(RETREATS) + self.count_of(CAPTURES);
        }
        if self.cannons {
            count += self.count_of(SLIDES);
        }
        if self.shots {
            count += self.count_of(SHOTS);
        }
        count
    }

    /// The number of moves in these groups.
    #[inline(always)]
    pub(super) fn count_of(&self, groups: Range<usize>) -> u32 {
        self.goals[groups].iter().map(|goals| goals.count_ones()).sum()
    }

    /// Move number `n`, counted from 0 at the start of `group`. There must be one.
    #[inline]
    pub(super) fn nth(&self, mut group: usize, mut n: u32) -> Move {
        loop {
            let count = self.goals[group].count_ones();
            if n < count {
                return self.part(group, nth_point(self.goals[group], n));
            }
            n -= count;
            group += 1;
        }
    }

    /// A random move, all equally likely. There must be one.
    #[inline]
    pub(super) fn random(&self, rng: &mut Rng) -> Move {
        self.nth(STEPS.start, rng.below(self.count() as usize) as u32)
    }

    /// All moves, in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = Move> {
        (0..GROUPS)
            .flat_map(move |group| bits(self.goals[group]).map(move |to| self.part(group, to)))
    }

    /// All points where an enemy piece can be removed.
    #[inline]
    pub(super) fn attacked(&self) -> u128 {
        self.goals[ATTACKS].iter().fold(0, |union, goals| union | goals)
    }

    /// The attacks on these points only.
    pub(super) fn attacks_on(&self, points: u128) -> Self {
        let mut goals = [0; GROUPS];
        ATTACKS.for_each(|group| goals[group] = self.goals[group] & points);
        Moves { goals, ..*self }
    }

    /// Removes the attacks that `keep` rejects; all other moves stay.
    pub(super) fn retain_attacks(&mut self, keep: impl Fn(Move) -> bool) {
        for group in ATTACKS {
            for to in bits(self.goals[group]) {
                if !keep(self.part(group, to)) {
                    self.goals[group] &= !(1 << to);
                }
            }
        }
    }

    /// Keeps the first shot at each target.
    #[inline]
    pub(super) fn merge_shots(&mut self) {
        let mut hit = 0;
        for goals in &mut self.goals[SHOTS] {
            *goals &= !hit;
            hit |= *goals;
        }
    }

    /// The move of a group that goes to a point.
    #[inline]
    fn part(&self, group: usize, to: u8) -> Move {
        const KINDS: [Kind; GROUPS] = kinds();
        let from = i32::from(to) - self.sign * DISTANCES[group];
        Move { kind: KINDS[group], from: from as u8, to }
    }
}

const fn kinds() -> [Kind; GROUPS] {
    let mut kinds = [Kind::Shot; GROUPS];
    let mut group = 0;
    while group < SHOTS.start {
        kinds[group] = match group {
            _ if group < STEPS.end => Kind::Step,
            _ if group < RETREATS.end => Kind::Retreat,
            _ if group < SLIDES.end => Kind::Slide,
            _ => Kind::Capture,
        };
        group += 1;
    }
    kinds
}

/// Bit number `n` of a mask, counting from 0. There must be one.
#[inline]
pub(super) fn nth_point(mask: u128, n: u32) -> u8 {
    let (low, high) = (mask as u64, (mask >> 64) as u64);
    let lows = low.count_ones();
    if n < lows { nth_bit(low, n) as u8 } else { 64 + nth_bit(high, n - lows) as u8 }
}
