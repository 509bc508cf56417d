//! Predictive CFR+ over a game that grows: G. Farina, C. Kroer and T. Sandholm, "Faster game
//! solving via predictive Blackwell approachability", AAAI 2021.
//!
//! Regrets are matched as in CFR+, as if the last instantaneous regrets came once more; players
//! take turns at improving; and in the average, sweep t has weight t².
//!
//! The game is kept in sequence form, as that of [`exact::tree`](crate::exact) is: a *slot* is an
//! action of an information set, slots 0 and 1 mean that a seat has not acted yet, and a leaf is
//! the last slot of either seat, the odds of chance and a value. One pass over leaves and one over
//! sets is a sweep. A leaf that is expanded gives its place to one of its children. Everything is
//! known by numbers, and compiled once, not once a game.

use std::ops::Range;

/// The constant of UCB1, for values from -1 to 1.
const UCB1: f64 = 1.4;
/// How often who may decline a game has to play all the same. If he always declined, there would be
/// nothing to be gained and nothing to be learnt by playing well.
const FORCED: f64 = 0.1;
/// No action is taken for less likely than this where a best response to it is sought.
const LEAST: f64 = 1e-6;
/// The number of nothing.
pub(super) const NONE: u32 = u32::MAX;

/// An information set: its owner's last slot before it, and its own slots.
#[derive(Clone, Copy, Debug)]
struct Set {
    owner: usize,
    parent: u32,
    first: u32,
    actions: u32,
    /// How often chance takes the first action, whatever the owner would: at a gadget.
    forced: f64,
}

impl Set {
    fn slots(&self) -> Range<usize> {
        self.first as usize..(self.first + self.actions) as usize
    }
}

/// Where the game that has been grown ends.
#[derive(Clone, Copy, Debug)]
struct Leaf {
    slots: [u32; 2],
    /// The probability that chance plays along.
    odds: f64,
    /// What it is worth to the first player, from -1 to 1.
    value: f64,
}

/// What one seat has to do with an action, at a slot.
#[derive(Clone, Copy, Debug)]
struct Slot {
    /// The probability of the action in the present strategy.
    strategy: f64,
    /// The product of those of all own actions up to it.
    plan: f64,
    /// How much more it would have earned so far, never below 0.
    regret: f64,
    /// How much more it would have earned in the last sweep: what the next one is predicted to say.
    last: f64,
    /// Plans, added up with their weights.
    total: f64,
    /// What it is worth to the seat that is improving.
    gain: f64,
    /// Walks that took it, and what they found for the first player, added up.
    walks: u32,
    found: f64,
}

impl Slot {
    fn new(strategy: f64, plan: f64) -> Self {
        Slot { strategy, plan, regret: 0.0, last: 0.0, total: 0.0, gain: 0.0, walks: 0, found: 0.0 }
    }
}

/// A game that grows, and what is known of its solution.
#[derive(Debug, Default)]
pub(super) struct Solver {
    sweeps: u32,
    leaves: Vec<Leaf>,
    /// Leaves whose place is free.
    free: Vec<u32>,
    /// A set comes after those that its owner passed through before.
    sets: Vec<Set>,
    slots: Vec<Slot>,
}

impl Solver {
    /// A game without leaves.
    pub(super) fn new() -> Self {
        Solver { slots: vec![Slot::new(1.0, 1.0); 2], ..Solver::default() }
    }

    /// Adds a leaf, which is worth nothing yet.
    pub(super) fn add_leaf(&mut self, slots: [u32; 2], odds: f64) -> u32 {
        let leaf = Leaf { slots, odds, value: 0.0 };
        if let Some(place) = self.free.pop() {
            self.leaves[place as usize] = leaf;
            return place;
        }
        self.leaves.push(leaf);
        (self.leaves.len() - 1) as u32
    }

    /// Adds an information set at the start of a seat, at which it may go on or end the game for
    /// this value of the first player. Returns the slot of going on, and the leaf at which the game
    /// ends, to which chance does not lead yet.
    pub(super) fn add_gadget(&mut self, owner: usize, value: f64) -> (u32, u32) {
        let set = self.add_set(owner, owner as u32, 2);
        self.sets[set as usize].forced = FORCED;
        let first = self.first_slot(set);
        let mut slots = [0, 1];
        slots[owner] = first + 1;
        let leaf = self.add_leaf(slots, 0.0);
        self.set_value(leaf, value);
        (first, leaf)
    }

    /// Makes it more likely that chance leads to a leaf.
    pub(super) fn add_odds(&mut self, leaf: u32, odds: f64) {
        self.leaves[leaf as usize].odds += odds;
    }

    /// Takes away a leaf; another one has to take its place before the next sweep.
    pub(super) fn remove_leaf(&mut self, leaf: u32) {
        self.free.push(leaf);
    }

    /// What a leaf is worth to the first player.
    pub(super) fn value(&self, leaf: u32) -> f64 {
        self.leaves[leaf as usize].value
    }

    /// Changes what a leaf is worth to the first player.
    pub(super) fn set_value(&mut self, leaf: u32, value: f64) {
        self.leaves[leaf as usize].value = value;
    }

    /// Adds an information set of `owner`, whose last slot is `parent`, with so many actions, which
    /// are equally likely at first.
    pub(super) fn add_set(&mut self, owner: usize, parent: u32, actions: usize) -> u32 {
        let first = self.slots.len() as u32;
        self.sets.push(Set { owner, parent, first, actions: actions as u32, forced: 0.0 });
        let strategy = 1.0 / actions as f64;
        let plan = strategy * self.slots[parent as usize].plan;
        self.slots.resize(self.slots.len() + actions, Slot::new(strategy, plan));
        (self.sets.len() - 1) as u32
    }

    /// The slot of the first action of a set.
    pub(super) fn first_slot(&self, set: u32) -> u32 {
        self.sets[set as usize].first
    }

    /// How many actions a set has.
    pub(super) fn actions(&self, set: u32) -> usize {
        self.sets[set as usize].actions as usize
    }

    /// The probability of an action in the present strategy.
    pub(super) fn strategy(&self, slot: u32) -> f64 {
        self.slots[slot as usize].strategy
    }

    /// Notes what a walk that took an action found for the first player.
    pub(super) fn walked(&mut self, slot: u32, value: f64) {
        let slot = &mut self.slots[slot as usize];
        slot.walks += 1;
        slot.found += value;
    }

    /// How good an action looks to `seat` by UCB1, where so many walks had a choice: the mean of
    /// the walks that took it, and more the fewer they were.
    pub(super) fn bound(&self, slot: u32, seat: usize, all: u32) -> f64 {
        let slot = &self.slots[slot as usize];
        let sign = if seat == 0 { 1.0 } else { -1.0 };
        match slot.walks {
            0 => f64::INFINITY,
            walks => {
                let walks = f64::from(walks);
                sign * slot.found / walks + UCB1 * (f64::from(all.max(1)).ln() / walks).sqrt()
            }
        }
    }

    /// How many walks took an action.
    pub(super) fn walks(&self, slot: u32) -> u32 {
        self.slots[slot as usize].walks
    }

    /// Sweeps made.
    pub(super) fn sweeps(&self) -> u32 {
        self.sweeps
    }

    /// What a sweep costs.
    pub(super) fn size(&self) -> usize {
        self.leaves.len() + self.slots.len()
    }

    /// Memory in use.
    pub(super) fn bytes(&self) -> usize {
        self.leaves.len() * size_of::<Leaf>()
            + self.sets.len() * size_of::<Set>()
            + self.slots.len() * size_of::<Slot>()
    }

    /// Both players improve once.
    pub(super) fn sweep(&mut self) {
        debug_assert!(self.free.is_empty(), "a leaf that was expanded has children");
        self.sweeps += 1;
        let weight = f64::from(self.sweeps) * f64::from(self.sweeps);
        for who in [0, 1] {
            self.collect_gains(who);
            self.improve(who);
            self.follow(who, weight);
        }
    }

    /// What the leaves right after each slot pay `who`, weighted by chance and the other's plan.
    fn collect_gains(&mut self, who: usize) {
        self.slots.iter_mut().for_each(|slot| slot.gain = 0.0);
        let sign = if who == 0 { 1.0 } else { -1.0 };
        for leaf in &self.leaves {
            let reach = self.slots[leaf.slots[1 - who] as usize].plan;
            self.slots[leaf.slots[who] as usize].gain += sign * reach * leaf.odds * leaf.value;
        }
    }

    /// Brings the regrets of `who` up to date, last sets first, and his strategy in line with what
    /// they are predicted to be.
    fn improve(&mut self, who: usize) {
        for set in self.sets.iter().rev().filter(|set| set.owner == who) {
            let slots = &mut self.slots[set.slots()];
            let value: f64 = slots.iter().map(|slot| slot.strategy * slot.gain).sum();
            let mut sum = 0.0;
            for slot in slots.iter_mut() {
                slot.last = slot.gain - value;
                slot.regret = (slot.regret + slot.last).max(0.0);
                sum += (slot.regret + slot.last).max(0.0);
            }
            let even = 1.0 / slots.len() as f64;
            for slot in slots {
                slot.strategy =
                    if sum > 0.0 { (slot.regret + slot.last).max(0.0) / sum } else { even };
            }
            self.slots[set.parent as usize].gain += value;
        }
    }

    /// Brings the plans of `who` in line with his strategy, and adds them to the average: averaging
    /// plans is averaging strategies by own reach.
    fn follow(&mut self, who: usize, weight: f64) {
        for set in self.sets.iter().filter(|set| set.owner == who) {
            let before = self.slots[set.parent as usize].plan;
            for (number, slot) in self.slots[set.slots()].iter_mut().enumerate() {
                let forced = if number == 0 { set.forced } else { 0.0 };
                slot.plan = before * (forced + (1.0 - set.forced) * slot.strategy);
                slot.total += weight * slot.plan;
            }
        }
    }

    /// The average strategy at a set; where its owner never came to, the present one.
    pub(super) fn average(&self, set: u32) -> impl Iterator<Item = f64> {
        let slots = &self.slots[self.sets[set as usize].slots()];
        let sum: f64 = slots.iter().map(|slot| slot.total).sum();
        slots.iter().map(move |slot| if sum > 0.0 { slot.total / sum } else { slot.strategy })
    }

    /// For each slot its probability in the average strategy, and the product of those of all own
    /// actions up to it.
    pub(super) fn averages(&self) -> Vec<[f64; 2]> {
        let mut averages = vec![[1.0; 2]; self.slots.len()];
        for (number, set) in self.sets.iter().enumerate() {
            let before = averages[set.parent as usize][1];
            for (slot, odds) in set.slots().zip(self.average(number as u32)) {
                averages[slot] = [odds, before * odds];
            }
        }
        averages
    }

    /// The best response of `who` to what `averages` say of the other: for each slot of `who` 1 or
    /// 0 in the place of its probability; slots of the other stay. No action of the other is taken
    /// for impossible, so that there is an answer to each.
    pub(super) fn best_against(&self, averages: &[[f64; 2]], who: usize) -> Vec<[f64; 2]> {
        let mut reach = vec![1.0; self.slots.len()];
        for set in self.sets.iter().filter(|set| set.owner != who) {
            for slot in set.slots() {
                reach[slot] = reach[set.parent as usize] * averages[slot][0].max(LEAST);
            }
        }
        let mut gains = vec![0.0; self.slots.len()];
        let sign = if who == 0 { 1.0 } else { -1.0 };
        for leaf in &self.leaves {
            let weight = reach[leaf.slots[1 - who] as usize] * leaf.odds;
            gains[leaf.slots[who] as usize] += sign * weight * leaf.value;
        }
        let mut response = averages.to_vec();
        for set in self.sets.iter().rev().filter(|set| set.owner == who) {
            let best = set
                .slots()
                .reduce(|best, next| if gains[next] > gains[best] { next } else { best });
            let best = best.expect("a set has actions");
            gains[set.parent as usize] += gains[best];
            set.slots().for_each(|slot| response[slot][0] = f64::from(u8::from(slot == best)));
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Heads pays the first player twice as much: 2/5 and 3/5 on either side, worth 1/5 of the
    /// stakes.
    #[test]
    fn a_matrix_is_solved() {
        let mut solver = Solver::new();
        let (rows, columns) = (solver.add_set(0, 0, 2), solver.add_set(1, 1, 2));
        for (row, column, value) in [(0, 0, 1.0), (0, 1, -0.5), (1, 0, -0.5), (1, 1, 0.5)] {
            let slots = [solver.first_slot(rows) + row, solver.first_slot(columns) + column];
            let leaf = solver.add_leaf(slots, 1.0);
            solver.set_value(leaf, value);
        }
        (0..300).for_each(|_| solver.sweep());
        for set in [rows, columns] {
            let mix: Vec<f64> = solver.average(set).collect();
            assert!((mix[0] - 0.4).abs() < 1e-3, "{mix:?}");
        }
    }

    /// One sweep by hand. The first player sees what was predicted of it: the instantaneous regrets
    /// are 1/2 and -1/2, and a second time as much is predicted, so that only the first is played;
    /// the second player answers to that at once.
    #[test]
    fn a_sweep_by_hand() {
        let mut solver = Solver::new();
        let (first, second) = (solver.add_set(0, 0, 2), solver.add_set(1, 1, 2));
        for (row, column, value) in [(0, 0, 1.0), (0, 1, 0.0), (1, 0, -1.0), (1, 1, 0.0)] {
            let slots = [solver.first_slot(first) + row, solver.first_slot(second) + column];
            let leaf = solver.add_leaf(slots, 1.0);
            solver.set_value(leaf, value);
        }
        solver.sweep();
        let at = |set: u32, solver: &Solver| -> Vec<(f64, f64)> {
            solver.slots[solver.sets[set as usize].slots()]
                .iter()
                .map(|one| (one.last, one.strategy))
                .collect()
        };
        assert_eq!(at(first, &solver), [(0.5, 1.0), (-0.5, 0.0)]);
        assert_eq!(at(second, &solver), [(-0.5, 0.0), (0.5, 1.0)]);
        assert_eq!(solver.average(first).collect::<Vec<_>>(), [1.0, 0.0]);
    }

    /// The place of a leaf that is expanded is taken by a child.
    #[test]
    fn leaves_take_the_place_of_others() {
        let mut solver = Solver::new();
        let leaf = solver.add_leaf([0, 1], 1.0);
        let set = solver.add_set(0, 0, 2);
        solver.remove_leaf(leaf);
        let first = solver.first_slot(set);
        assert_eq!(solver.add_leaf([first, 1], 1.0), leaf);
        assert_ne!(solver.add_leaf([first + 1, 1], 1.0), leaf);
        assert_eq!(solver.size(), 2 + 4);
    }
}
