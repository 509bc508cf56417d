//! Combat, once attackers and blockers are chosen.

use super::Magic;
use super::deck::Table;
use super::side::{PLACES, Side, bits};

impl Magic {
    /// Deals all damage at once and buries the dead; the attackers that live stay tapped.
    #[inline]
    pub(super) fn fight(&mut self) {
        let table = self.table.0;
        let (active, defender) = (self.active(), 1 - self.active());
        let mut blockers = [0_u32; PLACES];
        for place in bits(self.sides[defender].untapped()) {
            if let Some(attacker) = usize::from(self.guards[place]).checked_sub(1) {
                blockers[attacker] |= 1 << place;
            }
        }
        let (mut damage, mut fallen, mut killed) = (0, 0, 0);
        for place in bits(self.attackers) {
            let kind = usize::from(self.sides[active].places[place]);
            if blockers[place] == 0 {
                damage += i16::from(table.power[kind]);
                continue;
            }
            let defenders = &self.sides[defender];
            let power = |place: usize| u32::from(table.power[usize::from(defenders.places[place])]);
            if bits(blockers[place]).map(power).sum::<u32>() >= table.toughness[kind].into() {
                fallen |= 1 << place;
            }
            killed |= split(table, table.power[kind], defenders, blockers[place]);
        }
        self.sides[defender].life -= damage;
        self.sides[defender].bury(killed);
        self.sides[active].bury(fallen);
        (self.attackers, self.guards, self.at) = (0, [0; PLACES], 0);
    }
}

/// The blockers that an attacker of that power kills: as much cost as it can, then as many creatures, then as
/// much power; of equal sets the one with the earliest creatures. The papers leave the split to the
/// attacker without a rule.
#[inline]
pub(super) fn split(table: &Table, power: u8, side: &Side, blockers: u32) -> u32 {
    let toughness = |place: usize| table.toughness[usize::from(side.places[place])];
    if bits(blockers).map(|place| u32::from(toughness(place))).sum::<u32>() <= power.into() {
        return blockers;
    }
    if blockers.is_power_of_two() { 0 } else { best_kill(table, power, side, blockers) }
}

/// A knapsack: for each damage, the value and the places of the best set that it kills.
#[inline(never)]
fn best_kill(table: &Table, power: u8, side: &Side, blockers: u32) -> u32 {
    let mut best = [(0_u32, 0_u32); 16];
    // From the last creature on, an earlier one is preferred to equal sets of later ones.
    for place in (0..usize::from(side.len)).rev().filter(|place| blockers >> place & 1 == 1) {
        let kind = usize::from(side.places[place]);
        let worth = u32::from(table.cost[kind]) << 20 | 1 << 12 | u32::from(table.power[kind]);
        for damage in (table.toughness[kind]..=power).rev() {
            let (value, places) = best[usize::from(damage - table.toughness[kind])];
            if value + worth >= best[usize::from(damage)].0 {
                best[usize::from(damage)] = (value + worth, places | 1 << place);
            }
        }
    }
    best[usize::from(power)].1
}
