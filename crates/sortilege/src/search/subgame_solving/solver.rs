//! Predictive CFR+ over a growing game: G. Farina, C. Kroer and T. Sandholm, "Faster game solving
//! via predictive Blackwell approachability", AAAI 2021.
//!
//! Regret matching as in CFR+, with the last instantaneous regrets as the prediction of the next.
//! Updates of the two players alternate, and sweep t has weight t² in the average strategy.
//!
//! The game is kept in sequence form, as in [`exact::tree`](crate::exact). A *slot* is an action of
//! an information set; slots 0 and 1 are the empty sequences of the two seats. A leaf consists of
//! the last slot of either seat, the probability of chance and a value. A sweep is one pass over
//! leaves and one over sets. An expanded leaf gives its place to one of its children. Everything is
//! identified by numbers, so the solver is compiled once, not once a game.

use std::ops::Range;

/// Exploration constant of UCB1, for values in [-1, 1].
const UCB1: f64 = 1.4;
/// Probability that the owner of a gadget must play the subgame. An opponent that always declined
/// would give the searcher no gradient to improve its strategy in the subgame.
const FORCED: f64 = 0.1;
/// Lower bound on the probabilities of a strategy to which a best response is computed.
const LEAST: f64 = 1e-6;
/// Sentinel number: no such item.
pub(super) const NONE: u32 = u32::MAX;

/// An information set: the preceding slot of its owner, and its own slots.
#[derive(Clone, Copy, Debug)]
struct SequenceFormSet {
    owner: usize,
    parent: u32,
    first: u32,
    actions: u32,
    /// Probability that the first action is taken regardless of the strategy: at a gadget.
    forced: f64,
}

impl SequenceFormSet {
    fn slots(&self) -> Range<usize> {
        self.first as usize..(self.first + self.actions) as usize
    }
}

/// A leaf of the game as far as it has been grown.
#[derive(Clone, Copy, Debug)]
struct Leaf {
    slots: [u32; 2],
    /// The product of the chance probabilities on the path.
    odds: f64,
    /// Value for the first player, in [-1, 1].
    value: f64,
}

/// Statistics of one seat for one action.
#[derive(Clone, Copy, Debug)]
struct SequenceStats {
    /// Probability of the action in the current strategy.
    strategy: f64,
    /// Reach: the product of the owner's probabilities up to and including this action.
    plan: f64,
    /// Cumulative regret, floored at 0 (CFR+).
    regret: f64,
    /// Instantaneous regret of the last sweep, which is the prediction for the next one.
    last: f64,
    /// Weighted sum of reaches, for the average strategy.
    total: f64,
    /// Counterfactual value for the seat that is being updated.
    gain: f64,
    /// Number of walks that took the action, and the sum of their values for the first player.
    walks: u32,
    found: f64,
}

impl SequenceStats {
    fn new(strategy: f64, plan: f64) -> Self {
        SequenceStats {
            strategy,
            plan,
            regret: 0.0,
            last: 0.0,
            total: 0.0,
            gain: 0.0,
            walks: 0,
            found: 0.0,
        }
    }
}

/// A growing game and the state of its solution.
#[derive(Debug, Default)]
pub(super) struct SubgameSolver {
    sweeps: u32,
    leaves: Vec<Leaf>,
    /// Places of removed leaves.
    free: Vec<u32>,
    /// Information sets; each follows the sets that its owner passed through before.
    sets: Vec<SequenceFormSet>,
    slots: Vec<SequenceStats>,
}

impl SubgameSolver {
    /// A game without leaves.
    pub(super) fn new() -> Self {
        SubgameSolver { slots: vec![SequenceStats::new(1.0, 1.0); 2], ..SubgameSolver::default() }
    }

    /// Adds a leaf with value 0.
    pub(super) fn add_leaf(&mut self, slots: [u32; 2], odds: f64) -> u32 {
        let leaf = Leaf { slots, odds, value: 0.0 };
        if let Some(place) = self.free.pop() {
            self.leaves[place as usize] = leaf;
            return place;
        }
        self.leaves.push(leaf);
        (self.leaves.len() - 1) as u32
    }

    /// Adds a gadget: an information set at the root of a seat whose owner may enter the game or
    /// end it with this value for the first player. Returns the slot of entering, and the leaf at
    /// which the game ends. That leaf has chance probability 0 until [`SubgameSolver::add_odds`].
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

    /// Increases the chance probability of a leaf.
    pub(super) fn add_odds(&mut self, leaf: u32, odds: f64) {
        self.leaves[leaf as usize].odds += odds;
    }

    /// Removes a leaf; another one has to take its place before the next sweep.
    pub(super) fn remove_leaf(&mut self, leaf: u32) {
        self.free.push(leaf);
    }

    /// Value of a leaf for the first player.
    pub(super) fn value(&self, leaf: u32) -> f64 {
        self.leaves[leaf as usize].value
    }

    /// Sets the value of a leaf for the first player.
    pub(super) fn set_value(&mut self, leaf: u32, value: f64) {
        self.leaves[leaf as usize].value = value;
    }

    /// Adds an information set of `owner`, whose preceding slot is `parent`, with a uniform initial
    /// strategy over `actions` actions.
    pub(super) fn add_set(&mut self, owner: usize, parent: u32, actions: usize) -> u32 {
        let first = self.slots.len() as u32;
        self.sets.push(SequenceFormSet {
            owner,
            parent,
            first,
            actions: actions as u32,
            forced: 0.0,
        });
        let strategy = 1.0 / actions as f64;
        let plan = strategy * self.slots[parent as usize].plan;
        self.slots.resize(self.slots.len() + actions, SequenceStats::new(strategy, plan));
        (self.sets.len() - 1) as u32
    }

    /// The slot of the first action of a set.
    pub(super) fn first_slot(&self, set: u32) -> u32 {
        self.sets[set as usize].first
    }

    /// Number of actions of a set.
    pub(super) fn actions(&self, set: u32) -> usize {
        self.sets[set as usize].actions as usize
    }

    /// Probability of an action in the current strategy.
    pub(super) fn strategy(&self, slot: u32) -> f64 {
        self.slots[slot as usize].strategy
    }

    /// Records the value, for the first player, of a walk that took an action.
    pub(super) fn walked(&mut self, slot: u32, value: f64) {
        let slot = &mut self.slots[slot as usize];
        slot.walks += 1;
        slot.found += value;
    }

    /// UCB1 of an action for `seat`: mean + 1.4 sqrt(ln `all` / walks), where `all` is the number
    /// of walks over all actions of the set.
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

    /// Number of walks that took an action.
    pub(super) fn walks(&self, slot: u32) -> u32 {
        self.slots[slot as usize].walks
    }

    /// Number of sweeps so far.
    pub(super) fn sweeps(&self) -> u32 {
        self.sweeps
    }

    /// Cost of a sweep: the number of leaves and slots.
    pub(super) fn size(&self) -> usize {
        self.leaves.len() + self.slots.len()
    }

    /// Memory in use.
    pub(super) fn bytes(&self) -> usize {
        self.leaves.len() * size_of::<Leaf>()
            + self.sets.len() * size_of::<SequenceFormSet>()
            + self.slots.len() * size_of::<SequenceStats>()
    }

    /// Updates both players once.
    pub(super) fn sweep(&mut self) {
        debug_assert!(self.free.is_empty(), "an expanded leaf has children that take its place");
        self.sweeps += 1;
        let weight = f64::from(self.sweeps) * f64::from(self.sweeps);
        for who in [0, 1] {
            self.collect_gains(who);
            self.improve(who);
            self.follow(who, weight);
        }
    }

    /// Sums the values of the leaves directly after each slot for `who`, weighted by chance and the
    /// other player's reach.
    fn collect_gains(&mut self, who: usize) {
        self.slots.iter_mut().for_each(|slot| slot.gain = 0.0);
        let sign = if who == 0 { 1.0 } else { -1.0 };
        for leaf in &self.leaves {
            let reach = self.slots[leaf.slots[1 - who] as usize].plan;
            self.slots[leaf.slots[who] as usize].gain += sign * reach * leaf.odds * leaf.value;
        }
    }

    /// Updates the regrets of `who`, last sets first, and sets the strategy in proportion to the
    /// predicted regrets.
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

    /// Updates the reaches of `who` and adds them to the average. Averaging reaches is averaging
    /// strategies weighted by own reach.
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

    /// The average strategy at a set; the current one if its owner never reached the set.
    pub(super) fn average(&self, set: u32) -> impl Iterator<Item = f64> {
        let slots = &self.slots[self.sets[set as usize].slots()];
        let sum: f64 = slots.iter().map(|slot| slot.total).sum();
        slots.iter().map(move |slot| if sum > 0.0 { slot.total / sum } else { slot.strategy })
    }

    /// For each slot its probability in the average strategy, and the reach under that strategy.
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

    /// The best response of `who` to the `averages` of the other player: 1 or 0 in place of the
    /// probability of each slot of `who`; the other player's slots stay. Probabilities of the other
    /// player are at least `LEAST`, so that the response is defined everywhere.
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

    /// Heads pays the first player twice as much, so both players choose heads with probability 2/5
    /// and the value is 1/5 of the stakes.
    #[test]
    fn a_matrix_is_solved() {
        let mut solver = SubgameSolver::new();
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

    /// One sweep by hand. For the first player the instantaneous regrets are 1/2 and -1/2, and the
    /// same is predicted again, so only the first action is played. The second player responds to
    /// that in the same sweep.
    #[test]
    fn a_sweep_by_hand() {
        let mut solver = SubgameSolver::new();
        let (first, second) = (solver.add_set(0, 0, 2), solver.add_set(1, 1, 2));
        for (row, column, value) in [(0, 0, 1.0), (0, 1, 0.0), (1, 0, -1.0), (1, 1, 0.0)] {
            let slots = [solver.first_slot(first) + row, solver.first_slot(second) + column];
            let leaf = solver.add_leaf(slots, 1.0);
            solver.set_value(leaf, value);
        }
        solver.sweep();
        let at = |set: u32, solver: &SubgameSolver| -> Vec<(f64, f64)> {
            solver.slots[solver.sets[set as usize].slots()]
                .iter()
                .map(|one| (one.last, one.strategy))
                .collect()
        };
        assert_eq!(at(first, &solver), [(0.5, 1.0), (-0.5, 0.0)]);
        assert_eq!(at(second, &solver), [(-0.5, 0.0), (0.5, 1.0)]);
        assert_eq!(solver.average(first).collect::<Vec<_>>(), [1.0, 0.0]);
    }

    /// The place of an expanded leaf is reused by a child.
    #[test]
    fn leaves_take_the_place_of_others() {
        let mut solver = SubgameSolver::new();
        let leaf = solver.add_leaf([0, 1], 1.0);
        let set = solver.add_set(0, 0, 2);
        solver.remove_leaf(leaf);
        let first = solver.first_slot(set);
        assert_eq!(solver.add_leaf([first, 1], 1.0), leaf);
        assert_ne!(solver.add_leaf([first + 1, 1], 1.0), leaf);
        assert_eq!(solver.size(), 2 + 4);
    }
}
