//! Combat, after the choice of attackers and blockers.

use super::Magic;
use super::side::{PLACES, Side, places};
use super::table::{Band, Table};

/// The blockers of each attacker, whose number counts from 1; creatures that do not block have the
/// number 0.
pub(super) type Bands = [Band; PLACES + 1];

impl Magic {
    /// The bands of the defender's creatures that may block; `choose` returns the band of each.
    #[inline]
    pub(super) fn bands(&self, mut choose: impl FnMut(usize) -> usize) -> Bands {
        let (table, defender) = (self.table.0, &self.sides[1 - self.active()]);
        let mut bands = [Band::NONE; PLACES + 1];
        for place in places(defender.untapped()) {
            let kind = usize::from(defender.places[place]);
            bands[choose(place)].add(table.bands[kind], place);
        }
        bands
    }

    /// Deals all damage at once and buries the dead; the attackers that live stay tapped. `name`
    /// returns the number of an attacker's band from its number among the attackers and its place.
    #[inline]
    pub(super) fn fight(&mut self, bands: &Bands, name: impl Fn(usize, usize) -> usize) {
        let table = self.table.0;
        let (active, defender) = (self.active(), 1 - self.active());
        let (mut damage, mut fallen, mut killed) = (0, 0, 0);
        for (number, place) in places(self.attackers).enumerate() {
            let kind = usize::from(self.sides[active].places[place]);
            let (power, band) = (table.power[kind], bands[name(number, place)]);
            damage += if band == Band::NONE { i16::from(power) } else { 0 };
            fallen |= u32::from(band.power() >= table.toughness[kind].into()) << place;
            killed |= split(table, power, &self.sides[defender], band);
        }
        self.sides[defender].life -= damage;
        self.sides[defender].bury(killed);
        self.sides[active].bury(fallen);
        (self.attackers, self.at) = (0, 0);
    }
}

/// The blockers that an attacker with that power kills: the largest total cost, then the most
/// creatures, then the largest total power; of equal sets the one with the earliest creatures. The
/// papers let the attacker split the damage and do not give a rule.
#[inline]
fn split(table: &Table, power: u8, side: &Side, band: Band) -> u32 {
    let blockers = band.places();
    let all = if band.toughness() <= power.into() { blockers } else { 0 };
    // A single test covers the rare case: several blockers that cannot all be killed.
    match blockers & blockers.wrapping_sub(1) & !all {
        0 => all,
        last if last.is_power_of_two() => better_kill(table, power, side, blockers),
        _ => best_kill(table, power, side, blockers),
    }
}

/// The value of killing a creature.
#[inline]
fn worth(table: &Table, kind: usize) -> u32 {
    u32::from(table.cost[kind]) << 20 | 1 << 12 | u32::from(table.power[kind])
}

/// A knapsack: for each amount of damage, the value and the places of the best set that it kills.
#[inline(never)]
pub(super) fn best_kill(table: &Table, power: u8, side: &Side, blockers: u32) -> u32 {
    let mut best = [(0_u32, 0_u32); 16];
    // Starts at the last creature, so that an earlier one is preferred to equal sets of later ones.
    for place in (0..usize::from(side.len)).rev().filter(|place| blockers >> place & 1 == 1) {
        let kind = usize::from(side.places[place]);
        let worth = worth(table, kind);
        for damage in (table.toughness[kind]..=power).rev() {
            let (value, places) = best[usize::from(damage - table.toughness[kind])];
            if value + worth >= best[usize::from(damage)].0 {
                best[usize::from(damage)] = (value + worth, places | 1 << place);
            }
        }
    }
    best[usize::from(power)].1
}

/// The same for two blockers that cannot both be killed.
#[inline]
pub(super) fn better_kill(table: &Table, power: u8, side: &Side, blockers: u32) -> u32 {
    let [first, second] = [blockers & blockers.wrapping_neg(), blockers & (blockers - 1)];
    let [one, other] = [first, second].map(|place| {
        let kind = usize::from(side.places[place.trailing_zeros() as usize]);
        if table.toughness[kind] <= power { worth(table, kind) } else { 0 }
    });
    match one.max(other) {
        0 => 0,
        best if best == one => first,
        _ => second,
    }
}
