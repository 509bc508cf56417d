//! Scores of tiles and suns at the end of an epoch.

use super::{Group, Kind, Suns, Tiles};
use std::cmp::Ordering;

/// Points for 0 to 5 different civilizations.
pub(super) const CIVILIZATIONS: [i16; 6] = [-5, 0, 0, 5, 10, 15];
/// Points for 0 to 8 different monuments.
pub(super) const MONUMENTS: [i16; 9] = [0, 1, 2, 3, 4, 5, 6, 10, 15];

/// The points of `mine` at the end of every epoch, when the other player owns `theirs`.
#[inline]
pub(super) fn epoch(mine: Tiles, theirs: Tiles) -> i16 {
    let count = |kind| mine.count(kind) as i16;
    let pharaohs = match mine.count(Kind::Pharaoh).cmp(&theirs.count(Kind::Pharaoh)) {
        Ordering::Greater => 5,
        Ordering::Equal => 0,
        Ordering::Less => -2,
    };
    let river = if count(Kind::Flood) > 0 { count(Kind::Nile) + count(Kind::Flood) } else { 0 };
    let civilizations = CIVILIZATIONS[mine.only(Group::CIVILIZATIONS).kinds() as usize];
    2 * count(Kind::God) + 3 * count(Kind::Gold) + pharaohs + river + civilizations
}

/// The points of monuments at the end of the game.
#[inline]
pub(super) fn monuments(mine: Tiles) -> i16 {
    let mine = mine.only(Group::MONUMENTS);
    let equal = mine.kinds_with(3) + mine.kinds_with(4) + mine.kinds_with(5);
    MONUMENTS[mine.kinds() as usize] + 5 * equal as i16
}

/// The points of the larger or smaller sum of suns at the end of the game.
#[inline]
pub(super) fn suns(mine: Suns, theirs: Suns) -> i16 {
    match mine.sum().cmp(&theirs.sum()) {
        Ordering::Greater => 5,
        Ordering::Equal => 0,
        Ordering::Less => -5,
    }
}
