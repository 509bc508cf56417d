//! The six-pointed star: fields as bits, neighbours, and distances to the goal.
//!
//! A field has a row, counted from the top, and an x, which increases by 2 from a field to the next
//! in its row. The six neighbours of (row, x) are (row, x ± 2) and (row ± 1, x ± 1).
//!
//! Bits ascend row by row and from left to right. On the small star they leave gaps, so that a step
//! in any one direction is the same shift everywhere: 1 along a row, 11 down to the right, 10 down
//! to the left; a step off the star ends in a gap. The large star would need 255 bits for that. Its
//! bits are numbered without gaps, and a table has its hops.

use crate::bits::bits;
use crate::shared::Shared;
use std::fmt;
use std::sync::LazyLock;

/// The steps of the small star, each of them taken in both directions.
pub(super) const SHIFTS: [u32; 3] = [1, 10, 11];
/// The changes of row and x in the six directions.
const DIRECTIONS: [(i32, i32); 6] = [(0, -2), (0, 2), (-1, -1), (-1, 1), (1, -1), (1, 1)];
/// The largest distance between two fields.
const FARTHEST: usize = 16;
/// The largest number of pieces of a side.
pub(super) const MOST_PIECES: usize = 10;

/// The size of the star.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Size {
    /// 73 fields, six pieces a side.
    #[default]
    Small,
    /// 121 fields, ten pieces a side.
    Large,
}

/// Row and x of a field.
pub(super) type Coordinates = (i32, i32);

/// A field, numbered by its bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Field(pub u8);

impl Field {
    /// The mask with this field alone.
    #[inline]
    pub(super) fn bit(self) -> u128 {
        1 << self.0
    }
}

/// A star with its tables.
pub(super) struct Star {
    pub size: Size,
    /// The fields in order, with their places.
    pub fields: Vec<(Field, Coordinates)>,
    /// All fields.
    pub full: u128,
    /// The fields where each seat begins; the home of the other seat is its target.
    pub homes: [u128; 2],
    /// The fields of each seat's target in the order in which they should be filled: row by row
    /// from the tip, left to right.
    pub goals: [Vec<Goal>; 2],
    spots: [Spot; 128],
    /// For each direction, the field that a hop jumps over and the field where it lands, as masks;
    /// empty where there is no room.
    hops: [[(u128, u128); 6]; 128],
}

/// The surroundings of a field.
#[derive(Clone, Copy, Default)]
pub(super) struct Spot {
    /// The field itself.
    pub bit: u128,
    /// The fields next to it.
    pub near: u128,
    /// The fields that hops from here could reach if there were always a piece to jump over: the
    /// fields whose rows and columns are an even number away.
    pub in_phase: u128,
}

/// A target field with its distances.
pub(super) struct Goal {
    pub bit: u128,
    away: [u8; 128],
    /// The fields within each number of steps.
    within: [u128; FARTHEST + 1],
}

static SMALL: LazyLock<Star> = LazyLock::new(|| Star::new(Size::Small));
static LARGE: LazyLock<Star> = LazyLock::new(|| Star::new(Size::Large));

impl Star {
    /// The one star of this size.
    pub fn of(size: Size) -> Shared<Star> {
        match size {
            Size::Small => Shared(&SMALL),
            Size::Large => Shared(&LARGE),
        }
    }

    fn new(size: Size) -> Self {
        let point = match size {
            Size::Small => 3,
            Size::Large => 4,
        };
        let fields = places(point).enumerate().map(|(at, (row, x))| match size {
            Size::Small => (Field((11 * row + (x - row) / 2) as u8), (row, x)),
            Size::Large => (Field(at as u8), (row, x)),
        });
        let fields: Vec<_> = fields.collect();
        let mask = |of: &dyn Fn(i32) -> bool| {
            let there = fields.iter().filter(|(_, (row, _))| of(*row));
            there.fold(0, |mask, (field, _)| mask | field.bit())
        };
        let homes = [mask(&|row| row < point), mask(&|row| row > 3 * point)];
        let full = mask(&|_| true);
        let mut star = Star {
            size,
            fields,
            full,
            homes,
            goals: [vec![], vec![]],
            spots: [Spot::default(); 128],
            hops: [[(0, 0); 6]; 128],
        };
        star.link();
        star
    }

    /// Fills in the tables that follow from the places of the fields.
    fn link(&mut self) {
        for &(field, (row, x)) in &self.fields {
            let at = usize::from(field.0);
            let in_phase = |&&(_, (r, c)): &&(Field, Coordinates)| {
                (r - row) % 2 == 0 && (c - r - x + row) % 4 == 0
            };
            self.spots[at].bit = field.bit();
            self.spots[at].in_phase =
                self.fields.iter().filter(in_phase).fold(0, |mask, (field, _)| mask | field.bit());
            for (direction, (down, right)) in DIRECTIONS.into_iter().enumerate() {
                let over = self.at((row + down, x + right)).map_or(0, Field::bit);
                let landing = self.at((row + 2 * down, x + 2 * right)).map_or(0, Field::bit);
                self.spots[at].near |= over;
                self.hops[at][direction] = if landing != 0 { (over, landing) } else { (0, 0) };
            }
        }
        self.goals = [0, 1].map(|seat| {
            let mut target: Vec<_> = self.in_order(self.homes[1 - seat]).collect();
            target.sort_by_key(|&(_, (row, _))| if seat == 0 { -row } else { row });
            target.into_iter().map(|(field, place)| self.goal(field, place)).collect()
        });
    }

    fn goal(&self, field: Field, place: Coordinates) -> Goal {
        let mut goal = Goal { bit: field.bit(), away: [0; 128], within: [0; FARTHEST + 1] };
        for &(from, other) in &self.fields {
            let away = distance(place, other);
            goal.away[usize::from(from.0)] = away as u8;
            goal.within[away..].iter_mut().for_each(|within| *within |= from.bit());
        }
        goal
    }

    /// The fields of `mask` with their places.
    fn in_order(&self, mask: u128) -> impl Iterator<Item = (Field, Coordinates)> {
        self.fields.iter().copied().filter(move |(field, _)| field.bit() & mask != 0)
    }

    /// The field at this row and x.
    pub fn at(&self, place: Coordinates) -> Option<Field> {
        self.fields.iter().find(|(_, there)| *there == place).map(|&(field, _)| field)
    }

    /// The surroundings of `field`.
    #[inline]
    pub fn spot(&self, field: Field) -> &Spot {
        &self.spots[usize::from(field.0 & 127)]
    }

    /// The fields where a hop from `field` can land when these fields are occupied.
    #[inline]
    pub fn landings(&self, field: Field, occupied: u128) -> u128 {
        if self.spot(field).near & occupied == 0 {
            return 0;
        }
        let hops = &self.hops[usize::from(field.0 & 127)];
        let land = |all: u128, &(over, landing): &(u128, u128)| {
            if over & occupied != 0 { all | landing } else { all }
        };
        hops.iter().fold(0, land) & !occupied
    }

    /// The number of pieces of each side.
    #[inline]
    pub fn pieces(&self) -> usize {
        self.goals[0].len()
    }

    /// The field that `seat` should fill next: the first that is empty, or the tip if none is.
    #[inline]
    pub fn next_goal(&self, seat: usize, occupied: u128) -> &Goal {
        let goals = &self.goals[seat];
        goals.iter().find(|goal| goal.bit & occupied == 0).unwrap_or(&goals[0])
    }
}

impl Goal {
    /// The number of steps from `field` to here.
    #[inline]
    pub fn away(&self, field: Field) -> u8 {
        self.away[usize::from(field.0 & 127)]
    }

    /// The fields that are no farther from here than `field` is.
    #[inline]
    pub fn no_farther(&self, field: Field) -> u128 {
        self.within[usize::from(self.away(field))]
    }
}

impl fmt::Debug for Star {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.size)
    }
}

/// Row and x of all fields of a star whose points have sides of `point` fields.
fn places(point: i32) -> impl Iterator<Item = Coordinates> {
    let length = move |row: i32| match row.min(4 * point - row) {
        near if near < point => near + 1,
        near => 4 * point + 1 - near,
    };
    (0..=4 * point)
        .flat_map(move |row| (0..length(row)).map(move |i| (row, 2 * i + 1 - length(row))))
}

/// The number of steps between two fields of an empty star.
fn distance(a: Coordinates, b: Coordinates) -> usize {
    let (down, across) = ((a.0 - b.0).abs(), (a.1 - b.1).abs());
    (down + ((across - down) / 2).max(0)) as usize
}

/// The fields of `mask`, in order.
#[inline]
pub(super) fn fields(mask: u128) -> impl Iterator<Item = Field> {
    bits(mask).map(Field)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn index(star: &Star, field: Field) -> usize {
        star.fields.iter().position(|&(other, _)| other == field).unwrap()
    }

    #[test]
    fn the_star_of_73_fields() {
        let star = Star::of(Size::Small);
        let near = |place| star.spot(star.at(place).unwrap()).near.count_ones();
        assert_eq!((star.fields.len(), star.full.count_ones()), (73, 73));
        assert_eq!([(6, 0), (0, 0), (3, -9)].map(near), [6, 2, 2]);
        let hexagon = |&&(_, (row, x)): &&(Field, Coordinates)| distance((row, x), (6, 0)) <= 3;
        assert_eq!(star.fields.iter().filter(hexagon).count(), 37);
        let ends = [
            ((3, -9), 6),
            ((3, 9), 15),
            ((6, -6), 33),
            ((9, 9), 66),
            ((10, -2), 67),
            ((12, 0), 72),
        ];
        for (place, right) in ends {
            assert_eq!(index(&star, star.at(place).unwrap()), right, "{place:?}");
        }
        assert_eq!(star.at((2, 4)), None);
    }

    #[test]
    fn the_star_of_121_fields() {
        let star = Star::of(Size::Large);
        assert_eq!((star.full.count_ones(), star.pieces()), (121, 10));
        let length = |row| star.fields.iter().filter(|(_, place)| place.0 == row).count();
        let lengths: Vec<usize> = (0..17).map(length).collect();
        assert_eq!(lengths, [1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1]);
    }

    #[test]
    fn goals_are_filled_from_the_tip() {
        let star = Star::of(Size::Small);
        let order = [0, 1].map(|seat| {
            star.goals[seat]
                .iter()
                .map(|goal| index(&star, fields(goal.bit).next().unwrap()))
                .collect::<Vec<_>>()
        });
        assert_eq!(order, [[72, 70, 71, 67, 68, 69], [0, 1, 2, 3, 4, 5]]);
        let large = Star::of(Size::Large);
        let order = large.goals[0].iter().map(|goal| goal.bit.trailing_zeros()).collect::<Vec<_>>();
        assert_eq!(order, [120, 118, 119, 115, 116, 117, 111, 112, 113, 114]);
    }

    /// Hops stay in phase on any board, and no step can be made by hops.
    #[test]
    fn hops_stay_in_phase() {
        for star in [Star::of(Size::Small), Star::of(Size::Large)] {
            for from in fields(star.full) {
                let Spot { near, in_phase, .. } = *star.spot(from);
                let (mut reached, mut open) = (from.bit(), vec![from]);
                while let Some(field) = open.pop() {
                    let new =
                        star.hops[usize::from(field.0)].iter().fold(0, |all, hop| all | hop.1)
                            & !reached;
                    reached |= new;
                    open.extend(fields(new));
                }
                assert_eq!(reached & !in_phase, 0, "{from:?}");
                assert_eq!(near & in_phase, 0, "{from:?}");
            }
        }
    }

    /// The notches of the star never lengthen a shortest walk to a goal.
    #[test]
    fn distances_are_shortest_walks() {
        for star in [Star::of(Size::Small), Star::of(Size::Large)] {
            for goal in star.goals.iter().flatten() {
                let (mut reached, mut steps) = (goal.bit, 0);
                while reached != star.full {
                    assert_eq!(goal.within[steps], reached, "{star:?}, {steps} steps");
                    reached =
                        fields(reached).fold(reached, |all, field| all | star.spot(field).near);
                    steps += 1;
                }
            }
        }
    }
}
