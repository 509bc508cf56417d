//! The opponent's observations of a side's characters, and the places that follow from them.
//!
//! Characters that were never shown are interchangeable to the opponent: each can be wherever any
//! other can be. The information therefore consists of the possible places of the characters that
//! were shown, the *tracked* ones. Only moves out of regions where a tracked character may be, the
//! *haunted* regions, can change it. These events are recorded as they happen, which is cheap. The
//! places are computed from them on demand.

use super::board::{GONE, Region};
use super::cast::PIECES;
use std::fmt;
use std::hash::{Hash, Hasher};

/// Capacity of the list of events. The longest trail of 100,000 random games has 47. If a list is
/// ever full, its side is treated as one that was never observed.
const MOST: usize = 96;

/// An event: character, origin, target, and the number of pieces of the side at the origin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Event(u16);

/// Code of an unidentified character: the opponent did not see which one moved.
pub(super) const SOMEBODY: u8 = 15;

impl Event {
    pub(super) const fn new(who: u8, from: u8, to: u8, count: u8) -> Self {
        // A home holds more than four pieces only during the deal, when the count does not matter.
        let count = if count > 4 { 4 } else { count };
        Event((who as u16) << 12 | (from as u16) << 8 | (to as u16) << 3 | count as u16)
    }
    pub(super) const fn who(self) -> u8 {
        (self.0 >> 12) as u8
    }
    pub(super) const fn from(self) -> u8 {
        (self.0 >> 8) as u8 & 15
    }
    pub(super) const fn to(self) -> u8 {
        (self.0 >> 3) as u8 & 31
    }
    pub(super) const fn count(self) -> u8 {
        self.0 as u8 & 7
    }
    pub(super) const fn bits(self) -> u16 {
        self.0
    }
}

/// All observations of a side that are still relevant.
#[derive(Clone, Copy)]
pub(super) struct Trail {
    /// Living characters that were shown.
    pub(super) tracked: u16,
    /// Regions in which tracked characters may be.
    haunted: u16,
    len: u8,
    events: [Event; MOST],
}

impl Trail {
    pub(super) const NEW: Trail =
        Trail { tracked: 0, haunted: 0, len: 0, events: [Event(0); MOST] };

    pub(super) fn events(&self) -> &[Event] {
        &self.events[..usize::from(self.len)]
    }

    /// Records that an unidentified piece moved from a region, which held `count` pieces, to
    /// another.
    #[inline]
    pub(super) fn went(&mut self, from: Region, to: Region, count: u8) {
        if self.haunted & from.bit() != 0 {
            self.push(Event::new(SOMEBODY, from.0, to.0, count));
        }
    }

    /// Records that character `index` was shown in a region that held `count` pieces. It is now in
    /// another region, in the same one, or dead.
    #[inline]
    pub(super) fn showed(&mut self, index: u8, mut from: Region, to: u8, mut count: u8) {
        let bit = 1 << index;
        if self.tracked & !bit == 0 {
            // No other living character was ever shown, so earlier observations are obsolete.
            (self.tracked, self.haunted, self.len) = (0, 0, 0);
            if to != GONE {
                self.push(Event::new(index, to, to, 1));
            }
            return;
        }
        if let Some(last) =
            self.events().last().filter(|last| last.who() == index && last.to() == from.0)
        {
            (from, count) = (Region(last.from()), last.count());
            self.pop();
        }
        let matters = to != GONE || self.tracked & bit != 0 || self.haunted & from.bit() != 0;
        if matters {
            self.push(Event::new(index, from.0, to, count));
        }
    }

    /// Adds an event.
    #[inline]
    pub(super) fn push(&mut self, event: Event) {
        if usize::from(self.len) == MOST {
            return *self = Trail::NEW;
        }
        self.events[usize::from(self.len)] = event;
        self.len += 1;
        self.absorb(event);
    }

    /// Removes the last event.
    fn pop(&mut self) {
        (self.tracked, self.haunted, self.len) = (0, 0, self.len - 1);
        for at in 0..usize::from(self.len) {
            self.absorb(self.events[at]);
        }
    }

    /// Updates the tracked characters and the haunted regions, which depend on the events alone.
    #[inline]
    fn absorb(&mut self, event: Event) {
        if event.who() != SOMEBODY {
            let bit = 1 << event.who();
            self.tracked =
                if event.to() == GONE { self.tracked & !bit } else { self.tracked | bit };
        }
        if event.to() != GONE {
            self.haunted |= 1 << event.to();
        }
    }

    /// All joint placements of the tracked characters that are consistent with the events, each
    /// once. Other characters are [`GONE`].
    pub(super) fn places(&self) -> Vec<[u8; PIECES]> {
        let mut all = vec![[GONE; PIECES]];
        let mut next = vec![];
        for event in self.events() {
            all.iter().for_each(|places| follow(*event, places, &mut next));
            next.sort_unstable();
            next.dedup();
            std::mem::swap(&mut all, &mut next);
            next.clear();
        }
        all
    }
}

/// Adds to `out` the possible placements of tracked characters after an event.
fn follow(event: Event, places: &[u8; PIECES], out: &mut Vec<[u8; PIECES]>) {
    let (from, to) = (event.from(), event.to());
    let tracked_there = places.iter().filter(|&&place| place == from).count();
    let others_there = usize::from(event.count()) > tracked_there;
    if event.who() != SOMEBODY {
        let index = usize::from(event.who());
        if places[index] == from || places[index] == GONE && others_there {
            let mut after = *places;
            after[index] = to;
            out.push(after);
        }
        return;
    }
    if others_there {
        out.push(*places);
    }
    for index in (0..PIECES).filter(|&index| places[index] == from) {
        let mut after = *places;
        after[index] = to;
        out.push(after);
    }
}

impl fmt::Debug for Trail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.events().fmt(f)
    }
}

impl PartialEq for Trail {
    fn eq(&self, other: &Self) -> bool {
        self.events() == other.events()
    }
}

impl Eq for Trail {}

impl Hash for Trail {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.events().hash(state);
    }
}
