//! CFR+: equilibria of two-player zero-sum games of hidden information (Tammelin 2014; Tammelin,
//! Burch, Johanson & Bowling 2015).
//!
//! The players are updated alternately. At each information set, regret matching plays actions in
//! proportion to their regret: how much more the action would have earned so far than what was
//! played, with a minimum of 0. The average strategy, in which iteration t has weight t, converges
//! to an equilibrium.
//!
//! The average includes the strategy of a player after its update. Departures: averaging begins at
//! once, without the optional delay of the papers; and passes over the [sequence form](super::tree)
//! replace the tree walks of the papers, with the same result.

use super::best_response::exploitability;
use super::policy::Tabulated;
use super::tree::{GameTree, InformationSet};
use crate::Player;
use crate::game::Observe;

/// The average strategies after `iterations` of [`CfrPlus`].
pub fn solve<G: Observe>(tree: &GameTree<G>, iterations: u32) -> Tabulated {
    CfrPlus { iterations, exploitability: 0.0 }.solve(tree)
}

/// Settings of CFR+.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CfrPlus {
    /// Largest number of iterations; each updates both players once.
    pub iterations: u32,
    /// Exploitability of the average strategy, in the game's payoffs, at which the solver stops. It
    /// is computed every [`CHECK_EVERY`] iterations; with 0 the solver never stops early.
    pub exploitability: f64,
}

/// Iterations between two computations of the exploitability, each of which costs about as much as
/// an iteration.
pub const CHECK_EVERY: u32 = 20;

impl CfrPlus {
    /// The average strategies of both players. Panics unless the game is a two-player zero-sum
    /// game.
    pub fn solve<G: Observe>(&self, tree: &GameTree<G>) -> Tabulated {
        let mut solver = Solver::new(tree);
        for iteration in 1..=self.iterations {
            solver.iterate();
            let look = self.exploitability > 0.0 && iteration % CHECK_EVERY == 0;
            if look && exploitability(tree, &solver.average()) < self.exploitability {
                break;
            }
        }
        solver.average()
    }
}

/// An ending: the last slot of each seat, and the first seat's payoff times the probability of
/// chance.
struct Ending {
    slots: [u32; 2],
    payoff: f64,
}

/// CFR+ step by step, for callers that inspect intermediate results; [`CfrPlus`] runs a solver to
/// its end.
///
/// All fields but `endings` and `sets` have one number for each slot of the tree.
pub struct Solver<'a, G: Observe> {
    tree: &'a GameTree<G>,
    iterations: u32,
    endings: Vec<Ending>,
    /// Information sets of each seat, in the order of the tree.
    sets: [Vec<InformationSet>; 2],
    /// Probabilities of actions.
    strategy: Vec<f64>,
    /// Products of the probabilities of a seat's own actions.
    plan: Vec<f64>,
    regrets: Vec<f64>,
    /// Weighted sum of plans. Averaging plans weights strategies by the player's own reach.
    total: Vec<f64>,
    /// The value of each slot to the seat that is being updated.
    gains: Vec<f64>,
}

impl<'a, G: Observe> Solver<'a, G> {
    /// A solver before its first iteration, with uniform strategies. Panics unless the game is a
    /// two-player zero-sum game.
    pub fn new(tree: &'a GameTree<G>) -> Self {
        assert_eq!(tree.players(), 2, "CFR+ is for two players");
        let uniform = Tabulated::uniform(tree);
        let mut strategy = vec![1.0; tree.size()];
        tree.sets()
            .for_each(|set| strategy[tree.slots(set)].copy_from_slice(uniform.at(tree, set)));
        Solver {
            tree,
            iterations: 0,
            endings: tree.endings().map(ending).collect(),
            sets: [0, 1].map(|who| tree.sets_of(Player(who)).collect()),
            plan: uniform.plan(tree),
            strategy,
            regrets: vec![0.0; tree.size()],
            total: vec![0.0; tree.size()],
            gains: vec![0.0; tree.size()],
        }
    }

    /// Updates both players once.
    pub fn iterate(&mut self) {
        self.iterations += 1;
        // Players update in turn: the second one responds to the new strategy of the first, which
        // converges faster than simultaneous updates (Tammelin et al. 2015).
        for who in [Player(0), Player(1)] {
            self.improve(who);
            self.add_to_average(who, f64::from(self.iterations));
        }
    }

    /// Number of iterations made.
    pub fn iterations(&self) -> u32 {
        self.iterations
    }

    /// Updates the regrets of `who`, last sets first, and then the strategy by regret matching.
    fn improve(&mut self, who: Player) {
        self.collect_gains(who);
        // A set comes after its parent, so in reverse order the values of later sets are complete
        // when they are added to the action that leads to them.
        for &set in self.sets[who.0].iter().rev() {
            let slots = self.tree.slots(set);
            let (gains, strategy) = (&self.gains[slots.clone()], &mut self.strategy[slots.clone()]);
            let value: f64 = gains.iter().zip(strategy.iter()).map(|(gain, p)| gain * p).sum();
            let regrets = &mut self.regrets[slots];
            regrets
                .iter_mut()
                .zip(gains)
                // The + of CFR+: an action that was bad for long recovers at once.
                .for_each(|(regret, gain)| *regret = (*regret + gain - value).max(0.0));
            match_regrets(regrets, strategy);
            self.gains[self.tree.parent(set)] += value;
        }
        for &set in &self.sets[who.0] {
            let before = self.plan[self.tree.parent(set)];
            for slot in self.tree.slots(set) {
                self.plan[slot] = before * self.strategy[slot];
            }
        }
    }

    /// The payoff to `who` of the endings right after each slot, weighted by chance and the other's
    /// plan.
    fn collect_gains(&mut self, Player(who): Player) {
        self.gains.fill(0.0);
        let sign = if who == 0 { 1.0 } else { -1.0 };
        for ending in &self.endings {
            let reach = self.plan[ending.slots[1 - who] as usize];
            self.gains[ending.slots[who] as usize] += sign * reach * ending.payoff;
        }
    }

    fn add_to_average(&mut self, who: Player, weight: f64) {
        for &set in &self.sets[who.0] {
            for slot in self.tree.slots(set) {
                self.total[slot] += weight * self.plan[slot];
            }
        }
    }

    /// The average strategies so far; uniform at sets with probability 0.
    pub fn average(&self) -> Tabulated {
        let mut policy = Tabulated::uniform(self.tree);
        for set in self.tree.sets() {
            let weights = &self.total[self.tree.slots(set)];
            let sum: f64 = weights.iter().sum();
            if sum > 0.0 {
                let probabilities: Vec<f64> = weights.iter().map(|weight| weight / sum).collect();
                policy.set(self.tree, set, &probabilities);
            }
        }
        policy
    }
}

fn ending((slots, payoffs): (&[u32], &[f64])) -> Ending {
    assert!((payoffs[0] + payoffs[1]).abs() < 1e-9, "CFR+ is for zero-sum games");
    Ending { slots: [slots[0], slots[1]], payoff: payoffs[0] }
}

/// Regret matching: probabilities in proportion to regret, uniform if all regrets are 0.
fn match_regrets(regrets: &[f64], strategy: &mut [f64]) {
    let sum: f64 = regrets.iter().sum();
    if sum > 0.0 {
        strategy.iter_mut().zip(regrets).for_each(|(p, regret)| *p = regret / sum);
    } else {
        strategy.fill(1.0 / strategy.len() as f64);
    }
}

#[cfg(test)]
mod tests {
    use super::super::best_response::expected_payoffs;
    use super::super::toys::{Act, CHIPS, Kuhn, Sketch, Toy};
    use super::*;
    use Sketch::*;

    #[test]
    fn kuhn_poker_is_solved() {
        let tree = GameTree::new(&Kuhn::default());
        let policy = solve(&tree, 2000);
        let value = CHIPS * expected_payoffs(&tree, &policy)[0];
        assert!((value + 1.0 / 18.0).abs() < 1e-4, "{value}");
        assert!(exploitability(&tree, &policy) < 1e-4);
        let bet = |seat: usize, card: u8, bets: &[Act]| {
            let found =
                tree.sets().find(|&set| *tree.view(set) == (seat, Some(card), bets.to_vec()));
            policy.at(&tree, found.expect("an information set"))[1]
        };
        let alpha = bet(0, 0, &[]);
        assert!((-1e-3..1.0 / 3.0 + 1e-3).contains(&alpha), "{alpha}");
        for (found, right) in [
            (bet(0, 1, &[]), 0.0),
            (bet(0, 2, &[]), 3.0 * alpha),
            (bet(0, 0, &[Act::Pass, Act::Bet]), 0.0),
            (bet(0, 1, &[Act::Pass, Act::Bet]), alpha + 1.0 / 3.0),
            (bet(0, 2, &[Act::Pass, Act::Bet]), 1.0),
            (bet(1, 2, &[Act::Pass]), 1.0),
            (bet(1, 2, &[Act::Bet]), 1.0),
            (bet(1, 1, &[Act::Pass]), 0.0),
            (bet(1, 1, &[Act::Bet]), 1.0 / 3.0),
            (bet(1, 0, &[Act::Pass]), 1.0 / 3.0),
            (bet(1, 0, &[Act::Bet]), 0.0),
        ] {
            assert!((found - right).abs() < 0.01, "{found}, not {right}");
        }
    }

    #[test]
    fn it_stops_when_it_is_close_enough() {
        let tree = GameTree::new(&Kuhn::default());
        let bound = |exploitability| CfrPlus { iterations: 1000, exploitability }.solve(&tree);
        let (rough, fine) = (bound(1e-2), bound(0.0));
        assert!(exploitability(&tree, &rough) < 1e-2);
        assert_ne!(rough, fine);
        assert_eq!(fine, solve(&tree, 1000));
    }

    /// Inspecting a solver does not change it: stopping there gives the same average.
    #[test]
    fn looking_changes_nothing() {
        let tree = GameTree::new(&Kuhn::default());
        let mut solver = Solver::new(&tree);
        let mut gaps = vec![];
        for goal in [10, 100, 1000] {
            while solver.iterations() < goal {
                solver.iterate();
            }
            assert_eq!(solver.average(), solve(&tree, goal));
            gaps.push(exploitability(&tree, &solver.average()));
        }
        assert!(gaps.is_sorted_by(|before, after| before > after), "{gaps:?}");
    }

    #[test]
    fn opposed_and_common_interests_are_distinguished() {
        static COMMON: Sketch = Choose(0, &[End(&[1.0, 1.0]), End(&[0.0, 0.0])]);
        assert!(GameTree::new(&Kuhn::default()).is_zero_sum());
        assert!(!GameTree::new(&Toy::new(&COMMON)).is_zero_sum());
    }

    /// Heads pays the first player twice as much: the solution is 2/5 and 3/5 for both, with a
    /// value of 1/5 of the stakes.
    #[test]
    fn joint_choices_are_hidden_decisions() {
        static TREE: Sketch = Together(&[
            &[End(&[1.0, -1.0]), End(&[-0.5, 0.5])],
            &[End(&[-0.5, 0.5]), End(&[0.5, -0.5])],
        ]);
        let tree = GameTree::new(&Toy::new(&TREE));
        let policy = solve(&tree, 2000);
        for set in tree.sets() {
            assert!((policy.at(&tree, set)[0] - 0.4).abs() < 1e-3, "{policy:?}");
        }
        assert!((expected_payoffs(&tree, &policy)[0] - 0.1).abs() < 1e-4);
    }

    #[test]
    #[should_panic(expected = "zero-sum")]
    fn common_interests_are_refused() {
        static TREE: Sketch = Choose(0, &[End(&[1.0, 1.0]), End(&[0.0, 0.0])]);
        solve(&GameTree::new(&Toy::new(&TREE)), 1);
    }
}
