//! Combat, once attackers and blockers are chosen.

use super::Magic;
use super::band::Band;
use super::side::{PLACES, Side, places};
use super::table::Table;

/// The blockers of each attacker by a number from 1 on; those of nobody have the number 0.
pub(super) type Bands = [Band; PLACES + 1];

impl Magic {
    /// The bands of the creatures of the defender that may block, each in the band that `choose`
    /// names.
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

    /// Deals all damage at once and buries the dead; the attackers that live stay tapped. Of an
    /// attacker's number among the attackers and its place, `name` makes the number of its band.
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

/// The blockers that an attacker of that power kills: as much cost as it can, then as many
/// creatures, then as much power; of equal sets the one with the earliest creatures. The papers
/// leave the split to the attacker without a rule.
#[inline]
fn split(table: &Table, power: u8, side: &Side, band: Band) -> u32 {
    let blockers = band.places();
    let all = if band.toughness() <= power.into() { blockers } else { 0 };
    // One test for what is rare: several blockers that cannot all be killed.
    match blockers & blockers.wrapping_sub(1) & !all {
        0 => all,
        last if last.is_power_of_two() => better_kill(table, power, side, blockers),
        _ => best_kill(table, power, side, blockers),
    }
}

/// What a creature is worth that is killed.
#[inline]
fn worth(table: &Table, kind: usize) -> u32 {
    u32::from(table.cost[kind]) << 20 | 1 << 12 | u32::from(table.power[kind])
}

/// A knapsack: for each damage, the value and the places of the best set that it kills.
#[inline(never)]
pub(super) fn best_kill(table: &Table, power: u8, side: &Side, blockers: u32) -> u32 {
    let mut best = [(0_u32, 0_u32); 16];
    // From the last creature on, an earlier one is preferred to equal sets of later ones.
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
