//! The rules of ED's expert (§IV-A, Algorithms 1 to 3), and those of CS's expert as far as CS §IV
//! describes them. They depend only on the information of the player on turn: both players'
//! creatures, lands and life, and the own hand.
//!
//! Creatures are processed in the order of their kinds: descending power, ties by cost, then
//! toughness.

use super::cards::Kinds;
use super::options::{Need, Reading};
use super::side::{PLACES, Side, places};
use super::table::Table;
use super::{Magic, Phase};

impl Need {
    /// The number of blocks necessary to survive with `life` when `creatures`, strongest first,
    /// attack.
    fn count(
        self,
        table: &Table,
        creatures: impl DoubleEndedIterator<Item = u8> + Clone,
        life: i16,
    ) -> i32 {
        let power = |kind: u8| i16::from(table.power[usize::from(kind)]);
        match self {
            Need::Prose => {
                let mut left: i16 = creatures.clone().map(power).sum();
                let blocked = creatures.take_while(|&kind| {
                    let lethal = left >= life;
                    left -= power(kind);
                    lethal
                });
                blocked.count() as i32
            }
            Need::Printed | Need::Infinite => {
                let mut sum = 0;
                let lethal = |kind| {
                    sum += power(kind);
                    sum >= life
                };
                creatures.rev().position(lethal).map_or(0, |at| at as i32 + 1)
            }
        }
    }
}

/// The creatures at the places of a mask, strongest first.
fn kinds_at(side: &Side, mask: u32) -> impl DoubleEndedIterator<Item = u8> + Clone {
    side.creatures()
        .iter()
        .enumerate()
        .filter(move |&(place, _)| mask >> place & 1 == 1)
        .map(|(_, &kind)| kind)
}

/// The number of creatures of each kind at the places of a mask.
pub(super) fn kinds_of(side: &Side, mask: u32) -> Kinds {
    places(mask).fold(Kinds::NONE, |all, place| all.with(Kinds::one(side.places[place])))
}

/// CHOOSEATTACKERS (Algorithm 1): the places of the attackers.
pub(super) fn attackers(state: &Magic, reading: Reading) -> u32 {
    debug_assert_eq!(state.phase, Phase::Attack);
    let table = state.table.0;
    let [me, other] = [state.active(), 1 - state.active()].map(|seat| &state.sides[seat]);
    let (own, blockers) = (usize::from(me.len), other.untapped());
    if blockers == 0 {
        return me.all();
    }
    let unblocked = own.saturating_sub(blockers.count_ones() as usize);
    let weakest = &me.creatures()[own - unblocked..];
    if unblocked > 0 && total_power(table, weakest) >= other.life {
        return me.all();
    }
    let most = most_attackers(state, reading);
    if most < 0 {
        return me.all();
    }
    let (mut chosen, line) = (0, kinds_of(other, blockers));
    // Creatures of a kind have the same result and are adjacent.
    let (mut last, mut good) = (u8::MAX, false);
    for (place, &kind) in me.creatures().iter().enumerate() {
        if chosen_count(chosen) >= most {
            break;
        }
        if kind != last {
            (last, good) = (kind, !stays(table, kind, line, reading));
        }
        chosen |= u32::from(good) << place;
    }
    chosen
}

/// The largest number of attackers that leaves enough blockers for the next turn (a_max in
/// Algorithm 1, line 8).
pub(super) fn most_attackers(state: &Magic, reading: Reading) -> i32 {
    let table = state.table.0;
    let [me, other] = [state.active(), 1 - state.active()].map(|seat| &state.sides[seat]);
    let striking = if reading.need == Need::Prose { other.all() } else { other.untapped() };
    let needed = reading.need.count(table, kinds_at(other, striking), me.life);
    if reading.need == Need::Infinite && needed == 0 {
        return i32::MIN;
    }
    i32::from(me.len) + castable(table, me) - needed
}

#[inline]
fn chosen_count(mask: u32) -> i32 {
    mask.count_ones() as i32
}

fn total_power(table: &Table, kinds: &[u8]) -> i16 {
    kinds.iter().map(|&kind| i16::from(table.power[usize::from(kind)])).sum()
}

/// The largest number of creatures that can be cast this turn, land included.
pub(super) fn castable(table: &Table, me: &Side) -> i32 {
    let (mut mana, mut cast) = (me.lands + u8::from(me.hand.lands > 0), 0);
    for &kind in &table.ascending {
        for _ in 0..me.hand.creatures.count(kind) {
            match mana.checked_sub(table.cost[usize::from(kind)]) {
                Some(left) => (mana, cast) = (left, cast + 1),
                None => return cast,
            }
        }
    }
    cast
}

/// Returns whether there is a reason for a creature not to attack these blockers (Algorithm 1,
/// lines 24 to 27).
#[inline]
fn stays(table: &Table, kind: u8, blockers: Kinds, reading: Reading) -> bool {
    let kind = usize::from(kind);
    let prey = if reading.hold_for_equal { table.prey_or_equal[kind] } else { table.prey[kind] };
    // It is better to keep it for a block that kills one of these.
    if blockers.0 & prey != 0 {
        return true;
    }
    // The first of these has the most power: the creatures that would kill it and survive, and of
    // the others a cheaper one.
    let safe = Kinds(blockers.0 & table.survivors[kind]);
    let given = Kinds(blockers.0 & table.cheaper[kind] & !table.survivors[kind]);
    let power = |kind: u8| u32::from(table.power[usize::from(kind)]);
    let strength = safe.iter().map(|(kind, count)| u32::from(count) * power(kind)).sum::<u32>()
        + given.iter().next().map_or(0, |(kind, _)| power(kind));
    strength >= u32::from(table.toughness[kind])
}

/// CHOOSEBLOCKERS (Algorithm 2): for each creature of the defender, the place of the attacker that
/// it blocks plus 1, or 0.
pub(super) fn guards(state: &Magic, reading: Reading) -> [u8; PLACES] {
    debug_assert_eq!(state.phase, Phase::Block);
    let [attacking, me] = [state.active(), 1 - state.active()].map(|seat| &state.sides[seat]);
    let mut guards = [0; PLACES];
    let mut line = Line { table: state.table.0, side: me, free: me.untapped() };
    let needed = match reading.survival {
        true => reading.need.count(line.table, kinds_at(attacking, state.attackers), me.life),
        false => 0,
    };
    if needed > chosen_count(line.free) || reading.race && races(state) {
        return guards;
    }
    for (number, place) in places(state.attackers).enumerate() {
        let blockers = line.block(attacking.places[place], (number as i32) < needed, reading);
        places(blockers).for_each(|blocker| guards[blocker] = place as u8 + 1);
        line.free &= !blockers;
        if line.free == 0 {
            break;
        }
    }
    guards
}

/// Returns whether the defender survives an unblocked attack and then deals more damage with all
/// creatures next turn than the attack deals now.
fn races(state: &Magic) -> bool {
    let [attacking, me] = [state.active(), 1 - state.active()].map(|seat| &state.sides[seat]);
    let power = |kind: u8| i16::from(state.table.power[usize::from(kind)]);
    let taken: i16 = kinds_at(attacking, state.attackers).map(power).sum();
    taken < me.life && total_power(state.table.0, me.creatures()) > taken
}

/// The creatures that can still block.
struct Line<'a> {
    table: &'a Table,
    side: &'a Side,
    free: u32,
}

impl Line<'_> {
    fn power(&self, place: usize) -> u8 {
        self.table.power[usize::from(self.side.places[place])]
    }
    fn toughness(&self, place: usize) -> u8 {
        self.table.toughness[usize::from(self.side.places[place])]
    }
    fn cost(&self, place: usize) -> u8 {
        self.table.cost[usize::from(self.side.places[place])]
    }

    /// The blockers of an attacker, by the first rule that applies (lines 23 to 33).
    fn block(&self, attacker: u8, must: bool, reading: Reading) -> u32 {
        let attacker = usize::from(attacker);
        let (power, toughness) = (self.table.power[attacker], self.table.toughness[attacker]);
        let cost = self.table.cost[attacker];
        let safe = self.those(|place| self.toughness(place) > power);
        let free_kill = || self.cheapest_killers(safe, toughness);
        let trade =
            || self.cheapest(self.those(|x| self.power(x) >= toughness && self.cost(x) < cost));
        let gang = || if reading.gangs { self.gang([power, toughness, cost], reading) } else { 0 };
        let wall = || self.cheapest(safe);
        let killers = || if must { self.cheapest_killers(self.free, toughness) } else { 0 };
        let chump = || if must { self.cheapest(self.free) } else { 0 };
        let rules: [&dyn Fn() -> u32; 6] = [&free_kill, &trade, &gang, &wall, &killers, &chump];
        rules.iter().map(|rule| rule()).find(|&blockers| blockers != 0).unwrap_or(0)
    }

    fn those(&self, test: impl Fn(usize) -> bool) -> u32 {
        places(self.free).filter(|&place| test(place)).fold(0, |mask, place| mask | 1 << place)
    }

    /// The cheapest creature, ties by lower power; the empty set if there is none.
    fn cheapest(&self, among: u32) -> u32 {
        let first = places(among).min_by_key(|&place| (self.cost(place), self.power(place)));
        first.map_or(0, |place| 1 << place)
    }

    /// The set of least total cost whose powers add up to at least `toughness`, ties by number,
    /// then total power, then order; empty if there is none. A knapsack: for each amount of damage,
    /// the cost and the places of the best set.
    fn cheapest_killers(&self, among: u32, toughness: u8) -> u32 {
        let reach: u32 = places(among).map(|place| u32::from(self.power(place))).sum();
        if reach < u32::from(toughness) {
            return 0;
        }
        let mut best = [(u32::MAX / 2, 0_u32); 16];
        best[0].0 = 0;
        for place in (0..usize::from(self.side.len)).rev().filter(|place| among >> place & 1 == 1) {
            let power = self.power(place);
            let price = u32::from(self.cost(place)) << 20 | 1 << 12 | u32::from(power);
            for damage in (1..=toughness).rev() {
                let (before, places) = best[usize::from(damage.saturating_sub(power))];
                if before + price <= best[usize::from(damage)].0 {
                    best[usize::from(damage)] = (before + price, places | 1 << place);
                }
            }
        }
        best[usize::from(toughness)].1
    }

    /// Two creatures that kill the attacker and lose at most one (lines 27 and 28): least cost of
    /// the cheaper one, then of the other.
    fn gang(&self, [power, toughness, cost]: [u8; 3], reading: Reading) -> u32 {
        let cheap = |place| self.cost(place) + u8::from(reading.gang_below) <= cost;
        let able = self.those(|place| self.toughness(place) > power || cheap(place));
        let mut best = ((u8::MAX, u8::MAX), 0);
        for x in places(able) {
            for y in places(able & !((2 << x) - 1)) {
                let costs = [self.cost(x), self.cost(y)];
                let costs = (costs[0].min(costs[1]), costs[0].max(costs[1]));
                let kills = self.power(x) + self.power(y) >= toughness;
                if kills && self.toughness(x) + self.toughness(y) > power && costs < best.0 {
                    best = (costs, 1 << x | 1 << y);
                }
            }
        }
        best.1
    }
}

/// CHOOSEMAIN (Algorithm 3): the creatures of `hand` to cast with `mana`, in each step the most
/// expensive that is affordable.
#[inline]
pub(super) fn greedy(table: &Table, hand: Kinds, mut mana: u8) -> Kinds {
    let (mut left, mut cast) = (hand.0 & table.affordable[usize::from(mana)], Kinds::NONE);
    for &kind in &table.descending {
        if left == 0 {
            break;
        }
        for _ in 0..Kinds(left).count(kind) {
            if let Some(rest) = mana.checked_sub(table.cost[usize::from(kind)]) {
                (mana, cast) = (rest, cast.with(Kinds::one(kind)));
            }
        }
        left &= table.affordable[usize::from(mana)] & !(15 << (4 * kind));
    }
    cast
}
