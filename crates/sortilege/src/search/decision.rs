//! The answer of a search, and the choice of the action to play.
//!
//! Within a search, candidates are identified by their numbers in the game's order. Code that
//! compares and adds them up does not depend on the action type, and is compiled once, not once a
//! game.

use crate::bandit::{Arm, Proven};
use crate::budget::Clock;
use crate::tree::TreeStats;
use crate::{Rng, Turn};
use std::time::Duration;

/// The answer of a search.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Decision<A> {
    /// The chosen action.
    pub action: A,
    /// All legal actions, in the game's order.
    pub candidates: Vec<Candidate<A>>,
    /// Number of simulations.
    pub iterations: u64,
    /// Time taken; zero if the clock was not read, because neither the budget nor a progress
    /// listener needs the time.
    pub time: Duration,
    /// Statistics of the tree or trees.
    pub tree: TreeStats,
}

/// A legal action and its statistics.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Candidate<A> {
    /// The action.
    pub action: A,
    /// Number of simulations that began with it.
    pub visits: u64,
    /// Mean reward of these simulations, 0 if there are none; the maximum or minimum reward if it
    /// is proven.
    pub value: f64,
    /// Proven result, if any; see [`Uct::solving`](super::Uct::solving). A loss that was detected
    /// without a simulation has one visit.
    pub proven: Option<Proven>,
}

impl<A> Candidate<A> {
    /// The statistics without the action.
    pub(crate) fn tally(&self) -> Tally {
        let &Candidate { visits, value, proven, .. } = self;
        Tally { visits, value, proven }
    }
}

impl<A: Copy> Decision<A> {
    /// The decision with this `answer` over `actions`; `choice` selects one of them.
    pub(super) fn new(
        actions: &[A],
        answer: &Answer,
        choice: FinalChoice,
        turn: Turn,
        rng: &mut Rng,
    ) -> Self {
        let action = actions[choice.pick(&answer.tallies, turn, rng)];
        Decision::of(action, actions, answer)
    }

    /// The decision with this `answer` over `actions` that plays `action`.
    pub(super) fn of(action: A, actions: &[A], answer: &Answer) -> Self {
        let mut candidates = Vec::with_capacity(actions.len());
        for (&action, &Tally { visits, value, proven }) in actions.iter().zip(&answer.tallies) {
            candidates.push(Candidate { action, visits, value, proven });
        }
        Decision {
            action,
            candidates,
            iterations: answer.iterations,
            time: answer.time,
            tree: answer.tree,
        }
    }
}

impl<A: Copy + PartialEq> Decision<A> {
    /// Probability with which a player with this final choice plays each candidate after this
    /// decision. It is the share of the visits if the choice is sampled by visits, and otherwise 1
    /// for the chosen action. Without a final choice, a player that has made no simulations and has
    /// no statistics plays all actions with equal probability.
    pub fn odds(&self, choice: Option<FinalChoice>, turn: Turn) -> Vec<f64> {
        let drawn: Vec<f64> = match choice {
            Some(choice) if choice.is_drawn(turn) => {
                let answer = Answer::from(self);
                let rank = answer.tallies.iter().map(Tally::rank).max();
                let visits =
                    |one: &Tally| if Some(one.rank()) == rank { one.visits as f64 } else { 0.0 };
                answer.tallies.iter().map(visits).collect()
            }
            None if self.iterations == 0 && self.candidates.iter().all(|one| one.visits == 0) => {
                vec![1.0; self.candidates.len()]
            }
            _ => vec![],
        };
        let total: f64 = drawn.iter().sum();
        match total > 0.0 {
            true => drawn.iter().map(|visits| visits / total).collect(),
            false => {
                let is_played = |one: &Candidate<A>| f64::from(u8::from(one.action == self.action));
                self.candidates.iter().map(is_played).collect()
            }
        }
    }
}

/// Statistics of a candidate, which is identified by its number.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Tally {
    /// Number of simulations that began with it.
    pub visits: u64,
    /// Mean reward of these simulations, 0 if there are none; the maximum or minimum reward if it
    /// is proven.
    pub value: f64,
    /// Proven result, if any.
    pub proven: Option<Proven>,
}

impl Tally {
    /// Proven wins rank above all other candidates, and proven losses below.
    fn rank(&self) -> u8 {
        match self.proven {
            Some(Proven::Win) => 2,
            None => 1,
            Some(Proven::Loss) => 0,
        }
    }

    /// Statistics of an arm at a node with `visits` visits. The total of a `weighted` arm is a sum
    /// of importance-weighted rewards, which estimates what the arm would have earned at every
    /// visit.
    #[inline]
    pub(super) fn of(arm: &Arm, visits: u32, (least, most): (f64, f64), weighted: bool) -> Self {
        let proven = arm.proven();
        let value = match proven {
            Some(Proven::Win) => most,
            Some(Proven::Loss) => least,
            None if weighted => least + (most - least) * arm.total / f64::from(visits.max(1)),
            None => arm.mean(),
        };
        Tally { visits: arm.visits.into(), value, proven }
    }
}

/// The answer of a search without the actions.
pub(super) struct Answer {
    /// One for each legal action, in the game's order.
    pub(super) tallies: Vec<Tally>,
    pub(super) iterations: u64,
    pub(super) time: Duration,
    pub(super) tree: TreeStats,
}

impl Answer {
    /// The answer of a decision timed by `clock`.
    pub(super) fn new(tallies: Vec<Tally>, clock: &Clock, tree: TreeStats) -> Self {
        Answer { tallies, iterations: clock.iterations(), time: clock.elapsed(), tree }
    }

    /// The answer of a player that makes no simulations.
    pub(super) fn without_search(actions: usize) -> Self {
        let tallies = vec![Tally::default(); actions];
        Answer { tallies, iterations: 0, time: Duration::ZERO, tree: TreeStats::default() }
    }
}

impl<A> From<&Decision<A>> for Answer {
    fn from(decision: &Decision<A>) -> Self {
        let &Decision { iterations, time, tree, .. } = decision;
        let mut tallies = Vec::with_capacity(decision.candidates.len());
        for candidate in &decision.candidates {
            tallies.push(candidate.tally());
        }
        Answer { tallies, iterations, time, tree }
    }
}

/// Rule that selects the action after the search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum FinalChoice {
    /// The most visited candidate; ties are broken by mean reward. Where all players choose
    /// simultaneously, the answer is a mixed strategy, so the action is sampled in proportion to
    /// the visits.
    #[default]
    MostVisits,
    /// The robust child: the most visited candidate, also at simultaneous choices, as in IS.
    Robust,
    /// The max child: the candidate with the highest mean reward.
    BestValue,
    /// A candidate sampled in proportion to the visits.
    SampledVisits,
}

impl FinalChoice {
    /// Whether the candidate is sampled in proportion to the visits.
    fn is_drawn(self, turn: Turn) -> bool {
        self == FinalChoice::SampledVisits
            || (self == FinalChoice::MostVisits && turn == Turn::Together)
    }

    /// The number of the candidate to play at such a turn.
    pub(super) fn pick(self, tallies: &[Tally], turn: Turn, rng: &mut Rng) -> usize {
        let sampled = self.is_drawn(turn);
        let rank = tallies.iter().map(Tally::rank).max();
        let in_question = |one: &Tally| Some(one.rank()) == rank;
        if sampled {
            let visits = |one: &Tally| if in_question(one) { one.visits as f64 } else { 0.0 };
            let visits: Vec<f64> = tallies.iter().map(visits).collect();
            if visits.iter().any(|&visits| visits > 0.0) {
                return rng.weighted(&visits);
            }
        }
        // An untried move has no mean reward.
        let value = |one: &Tally| if one.visits > 0 { one.value } else { f64::NEG_INFINITY };
        let key = |one: &Tally| match (in_question(one), self) {
            (false, _) => (-1.0, 0.0),
            (_, FinalChoice::BestValue) => (0.0, value(one)),
            _ => (one.visits as f64, value(one)),
        };
        largest(tallies.iter().map(key), rng)
    }
}

/// Index of the largest pair in lexicographic order; ties are broken at random.
fn largest(keys: impl Iterator<Item = (f64, f64)>, rng: &mut Rng) -> usize {
    let (mut most, mut tied) = ((f64::NEG_INFINITY, f64::NEG_INFINITY), vec![]);
    for (at, key) in keys.enumerate() {
        if key > most {
            most = key;
            tied.clear();
        }
        if key == most {
            tied.push(at);
        }
    }
    rng.pick(&tied)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Player;

    fn picked(choice: FinalChoice, tallies: &[(u64, f64)]) -> Vec<usize> {
        let tally = |&(visits, value): &(u64, f64)| Tally { visits, value, proven: None };
        let tallies: Vec<Tally> = tallies.iter().map(tally).collect();
        let mut picked: Vec<usize> = (0..100)
            .map(|seed| choice.pick(&tallies, Turn::Player(Player(0)), &mut Rng::new(seed)))
            .collect();
        picked.sort_unstable();
        picked.dedup();
        picked
    }

    /// Among the most visited candidates the best mean wins; only full ties are broken at random.
    #[test]
    fn ties_in_visits_are_broken_by_value() {
        let visits = FinalChoice::MostVisits;
        assert_eq!(picked(visits, &[(3, 0.2), (3, 0.4), (1, 0.9), (3, 0.3)]), [1]);
        assert_eq!(picked(visits, &[(3, 0.4), (3, 0.4), (1, 0.9), (3, 0.3)]), [0, 1]);
        assert_eq!(
            picked(visits, &[(3, -0.4), (3, -0.6), (0, 0.0)]),
            [0],
            "rewards may be negative"
        );
        assert_eq!(picked(visits, &[(0, 0.0), (0, 0.0)]), [0, 1], "nothing was tried");
        let value = FinalChoice::BestValue;
        assert_eq!(picked(value, &[(3, 0.4), (1, 0.4), (5, 0.3), (0, 0.9)]), [0, 1]);
    }

    /// The odds of a decision match the rule by which its action was selected.
    #[test]
    fn odds_are_those_of_the_choice() {
        let candidate = |action, visits, proven| Candidate { action, visits, value: 0.1, proven };
        let decision = |iterations, visits: [u64; 3], proven| Decision {
            action: 2,
            candidates: (0..3)
                .map(|at| candidate(at, visits[at], if at == 0 { proven } else { None }))
                .collect(),
            iterations,
            time: Duration::ZERO,
            tree: TreeStats::default(),
        };
        let (alone, together) = (Turn::Player(Player(0)), Turn::Together);
        let searched = decision(8, [2, 2, 4], None);
        let (mix, pure) = (vec![0.25, 0.25, 0.5], vec![0.0, 0.0, 1.0]);
        assert_eq!(searched.odds(Some(FinalChoice::SampledVisits), alone), mix);
        assert_eq!(searched.odds(Some(FinalChoice::MostVisits), alone), pure);
        assert_eq!(searched.odds(Some(FinalChoice::MostVisits), together), mix);
        assert_eq!(searched.odds(Some(FinalChoice::Robust), together), pure);
        assert_eq!(searched.odds(None, alone), pure);
        let lost = decision(8, [2, 2, 4], Some(Proven::Loss));
        assert_eq!(lost.odds(Some(FinalChoice::SampledVisits), alone), [0.0, 1.0 / 3.0, 2.0 / 3.0]);
        let idle = decision(0, [0; 3], None);
        assert_eq!(idle.odds(None, alone), [1.0 / 3.0; 3]);
        assert_eq!(idle.odds(Some(FinalChoice::SampledVisits), alone), pure);
    }

    /// A proven loss is played only if all candidates are proven losses, however few visits the
    /// others have.
    #[test]
    fn proofs_come_before_visits() {
        let tally = |visits, proven| Tally { visits, value: 0.5, proven };
        let tallies = [tally(0, Some(Proven::Loss)), tally(0, None), tally(9, Some(Proven::Loss))];
        for seed in 0..20 {
            let pick = |choice: FinalChoice| {
                choice.pick(&tallies, Turn::Player(Player(0)), &mut Rng::new(seed))
            };
            assert_eq!(pick(FinalChoice::MostVisits), 1);
        }
    }
}
