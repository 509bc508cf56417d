//! What a search answers, and which candidate it plays in the end.
//!
//! Within a search, candidates are known by their numbers in the game's order: what compares them
//! and adds them up knows no type of action, and is compiled once, not once a game.

use crate::bandit::{Arm, Proven};
use crate::budget::Clock;
use crate::tree::TreeStats;
use crate::{Rng, Turn};
use std::time::Duration;

/// What a search answers.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Decision<A> {
    /// What it would play.
    pub action: A,
    /// Every legal action, in the game's order.
    pub candidates: Vec<Candidate<A>>,
    /// Simulations made.
    pub iterations: u64,
    /// Time taken; zero where no clock was read, for neither the budget nor anybody who watches has
    /// asked for the time.
    pub time: Duration,
    /// What the tree or trees look like.
    pub tree: TreeStats,
}

/// One of the actions that a search weighed.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Candidate<A> {
    /// The action.
    pub action: A,
    /// How many simulations began with it.
    pub visits: u64,
    /// The mean reward of these, 0 if there were none; the best or the worst there is if it is
    /// proven.
    pub value: f64,
    /// What is certain about it; see [`Uct::solving`](super::Uct::solving). A loss that was seen
    /// without a simulation has one visit.
    pub proven: Option<Proven>,
}

impl<A: Copy> Decision<A> {
    /// What `answer` says of these actions, one of which is chosen by a rule.
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

    /// What `answer` says of these actions, of which `action` is played.
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
    /// The probability with which a player with this final choice plays each candidate after this
    /// decision: the shares of the visits where it is drawn by them, and otherwise 1 for the action
    /// that is played. Without a final choice, a player that has made no simulation and compares
    /// nothing plays any action with the same probability.
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

/// What a search says of a candidate, which is known by its number.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Tally {
    /// How many simulations began with it.
    pub visits: u64,
    /// The mean reward of these, 0 if there were none; the best or the worst there is if it is
    /// proven.
    pub value: f64,
    /// What is certain about it.
    pub proven: Option<Proven>,
}

impl Tally {
    /// Proven wins come before all others, and these before proven losses.
    fn rank(&self) -> u8 {
        match self.proven {
            Some(Proven::Win) => 2,
            None => 1,
            Some(Proven::Loss) => 0,
        }
    }

    /// What an arm says, at a node with so many `visits`. Arms that are `weighted` hold rewards
    /// over probabilities: their sum estimates what the arm would have earned at every visit.
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

/// What a search has found out, without the actions that it is about.
pub(super) struct Answer {
    /// One for each legal action, in the game's order.
    pub(super) tallies: Vec<Tally>,
    pub(super) iterations: u64,
    pub(super) time: Duration,
    pub(super) tree: TreeStats,
}

impl Answer {
    /// What was found by a decision's `clock`.
    pub(super) fn new(tallies: Vec<Tally>, clock: &Clock, tree: TreeStats) -> Self {
        Answer { tallies, iterations: clock.iterations(), time: clock.elapsed(), tree }
    }

    /// The answer of a player who has counted nothing.
    pub(super) fn without_search(actions: usize) -> Self {
        let tallies = vec![Tally::default(); actions];
        Answer { tallies, iterations: 0, time: Duration::ZERO, tree: TreeStats::default() }
    }
}

impl<A> From<&Decision<A>> for Answer {
    fn from(decision: &Decision<A>) -> Self {
        let &Decision { iterations, time, tree, .. } = decision;
        let mut tallies = Vec::with_capacity(decision.candidates.len());
        for &Candidate { visits, value, proven, .. } in &decision.candidates {
            tallies.push(Tally { visits, value, proven });
        }
        Answer { tallies, iterations, time, tree }
    }
}

/// Which candidate is played in the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum FinalChoice {
    /// The most visited, and of equally visited ones the one with the highest mean reward. Where
    /// all choose at once the answer is a mix, so there it is drawn in proportion to the visits.
    #[default]
    MostVisits,
    /// The most visited, also where all choose at once, as IS has it: the robust child.
    Robust,
    /// The one with the highest mean reward.
    BestValue,
    /// One drawn in proportion to the visits.
    SampledVisits,
}

impl FinalChoice {
    /// Whether the candidate is drawn in proportion to visits.
    fn is_drawn(self, turn: Turn) -> bool {
        self == FinalChoice::SampledVisits
            || (self == FinalChoice::MostVisits && turn == Turn::Together)
    }

    /// The number of the candidate that is played at such a turn.
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
        // A move that was never tried has no value to speak of.
        let value = |one: &Tally| if one.visits > 0 { one.value } else { f64::NEG_INFINITY };
        let key = |one: &Tally| match (in_question(one), self) {
            (false, _) => (-1.0, 0.0),
            (_, FinalChoice::BestValue) => (0.0, value(one)),
            _ => (one.visits as f64, value(one)),
        };
        largest(tallies.iter().map(key), rng)
    }
}

/// The index of the largest pair, the first number before the second; ties break at random.
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

    /// Of the most visited the best, and only of equals any.
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

    /// The odds of a decision are those by which its action was picked.
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

    /// A move that is proven to lose is played only if all are, however few visits the others have.
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
