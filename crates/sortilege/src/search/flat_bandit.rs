//! Evaluation of candidates without a tree: simulations begin with one of them and are finished by
//! playouts.

use super::algorithm::{Algorithm, FromView, Start};
use super::decision::Tally;
use super::{FinalChoice, TreeRules, legal_actions};
use crate::bandit::{ArmScore, ucb1};
use crate::game::{Chance, Hidden, Simultaneous, Values};
use crate::playout::{Playout, Policy, Uniform};
use crate::tree::TreeStats;
use crate::{Game, Player, Rng, Turn};

/// What distinguishes searches without a tree.
pub trait RootRule<G: Hidden>: Send {
    /// Indices within the `legal` moves of those to simulate.
    fn candidates(
        &mut self,
        _start: &Start<'_, G>,
        legal: &[G::Action],
        _rng: &mut Rng,
    ) -> Vec<usize> {
        (0..legal.len()).collect()
    }

    /// Index among the candidates of the one to simulate next, after `done` simulations. The
    /// default is UCB1 with the constant `c`.
    fn next(
        &mut self,
        candidates: impl ExactSizeIterator<Item = ArmScore>,
        done: u64,
        c: f32,
        scores: &mut Vec<f32>,
        rng: &mut Rng,
    ) -> usize {
        ucb1::choose(candidates, done, c, scores, rng)
    }

    /// The choice of another player at the root, where all players choose simultaneously.
    fn other(
        &mut self,
        state: &G,
        seat: Player,
        scratch: &mut Vec<G::Action>,
        rng: &mut Rng,
    ) -> G::Action
    where
        G: Simultaneous,
    {
        Uniform.choice(state, seat, scratch, rng)
    }

    /// Whether a single candidate is played without a simulation.
    fn plays_only_candidate_at_once(&self) -> bool {
        false
    }

    /// The final choice, if it is part of the rule.
    fn choice(&self) -> Option<FinalChoice> {
        None
    }
}

/// Statistics of a candidate. There are few candidates, so their counters are wider than those of a
/// tree's arms.
#[derive(Clone, Copy, Default)]
struct ArmTotals {
    total: f64,
    visits: u64,
}

impl ArmTotals {
    #[inline]
    fn visit(&mut self, reward: f64) {
        self.total += reward;
        self.visits += 1;
    }

    #[inline]
    fn score(&self) -> ArmScore {
        ArmScore::new(self.total, self.visits)
    }

    fn tally(&self) -> Tally {
        Tally { visits: self.visits, value: self.mean(), proven: None }
    }

    fn mean(&self) -> f64 {
        self.total / self.visits.max(1) as f64
    }
}

/// Statistics of candidates.
pub struct RootBandit<G: Game, S> {
    /// The rule, with settings of its own.
    pub rule: S,
    c: f32,
    /// One for each candidate.
    arms: Vec<ArmTotals>,
    /// Indices of the candidates within the legal moves.
    candidates: Vec<usize>,
    legal: Vec<G::Action>,
    done: u64,
    /// Whether the only candidate is played without a simulation.
    is_decided: bool,
    /// The arm of the present simulation, and its move.
    arm: usize,
    moves: Vec<(Player, G::Action)>,
    who: Player,
    joint: Vec<G::Action>,
    scratch: Vec<G::Action>,
    scores: Vec<f32>,
}

impl<G: Game, S> RootBandit<G, S> {
    pub(super) fn new(rule: S) -> Self {
        RootBandit {
            rule,
            c: 0.0,
            arms: vec![],
            candidates: vec![],
            legal: vec![],
            done: 0,
            is_decided: false,
            arm: 0,
            moves: vec![],
            who: Player(0),
            joint: vec![],
            scratch: vec![],
            scores: vec![],
        }
    }

    /// Applies the candidate, and the choices of the other players at a simultaneous choice.
    #[inline]
    fn play_first(&mut self, state: &mut G, action: G::Action, rng: &mut Rng)
    where
        G: Hidden + Simultaneous,
        S: RootRule<G>,
    {
        if state.turn() != Turn::Together {
            return state.apply(action);
        }
        self.joint.clear();
        for seat in (0..state.players()).map(Player) {
            let choice = match seat == self.who {
                true => action,
                false => self.rule.other(state, seat, &mut self.scratch, rng),
            };
            self.joint.push(choice);
        }
        state.apply_together(&self.joint);
    }
}

impl<G, S> Algorithm<G> for RootBandit<G, S>
where
    G: Chance + Hidden + Simultaneous,
    S: RootRule<G>,
{
    const HAS_TREE: bool = false;
    type Label = G::Action;
    type Pending = usize;

    fn start(&mut self, start: &Start<'_, G>, rng: &mut Rng) {
        self.legal = legal_actions(start.root, start.who);
        self.candidates = self.rule.candidates(start, &self.legal, rng);
        (self.who, self.done, self.c) = (start.who, 0, ucb1::constant(start.rules.c));
        self.arms.clear();
        self.arms.resize(self.candidates.len(), ArmTotals::default());
        self.is_decided = self.rule.plays_only_candidate_at_once() && self.candidates.len() == 1;
        if self.is_decided {
            self.arms[0].visits = 1;
        }
    }

    fn set_full(&mut self, _: bool) {}

    #[inline]
    fn descend<P: Playout<G>>(&mut self, state: &mut G, _: &mut P, rng: &mut Rng) {
        let RootBandit { rule, c, arms, scores, .. } = self;
        // Arms of candidates are contiguous, so that scores are computed in vectors.
        self.arm = rule.next(arms.iter().map(ArmTotals::score), self.done, *c, scores, rng);
        self.done += 1;
        let action = self.legal[self.candidates[self.arm]];
        self.moves.clear();
        self.moves.push((self.who, action));
        self.play_first(state, action, rng);
    }

    #[inline]
    fn path(&self) -> (&[(Player, G::Action)], u32) {
        (&self.moves, 1)
    }

    #[inline]
    fn back_up(&mut self, _: &[(Player, G::Action)], rewards: &Values, _: (f64, f64)) {
        self.arms[self.arm].visit(rewards[self.who.0]);
    }

    #[inline]
    fn is_proven(&self) -> bool {
        self.is_decided
    }

    fn tallies(&mut self, _: &G, _: Player, _: &[G::Action], _: (f64, f64)) -> Vec<Tally> {
        let mut tallies = vec![Tally::default(); self.legal.len()];
        for (&candidate, arm) in self.candidates.iter().zip(&self.arms) {
            tallies[candidate] = arm.tally();
        }
        tallies
    }

    fn stats(&self) -> TreeStats {
        let tried = self.arms.iter().filter(|arm| arm.visits > 0).count() as u64;
        let mean_depth = tried as f64 / (tried + 1) as f64;
        TreeStats { nodes: tried + 1, depth: 1.0, mean_depth, bytes: self.bytes() }
    }

    #[inline]
    fn bytes(&self) -> usize {
        self.arms.len() * size_of::<ArmTotals>()
    }

    fn is_weighted(&self, _: &TreeRules, _: Turn) -> bool {
        false
    }

    fn choice(&self) -> Option<FinalChoice> {
        self.rule.choice()
    }

    fn postpone(&mut self, least: f64) -> usize {
        self.arms[self.arm].visit(least);
        self.arm
    }

    fn complete<P: Playout<G>>(
        &mut self,
        arm: usize,
        _: Option<&G>,
        _: &mut P,
        rewards: &Values,
        (least, _): (f64, f64),
    ) {
        self.arms[arm].total += rewards[self.who.0] - least;
    }
}

impl<G, S> FromView<G> for RootBandit<G, S>
where
    G: Chance + Hidden + Simultaneous,
    S: RootRule<G>,
{
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Slightly more than 2^32 simulations: with c = 0.05 a good candidate gets nearly all of them.
    #[test]
    fn candidates_are_counted_further_than_arms() {
        let mut tally = ArmTotals { total: f64::from(u32::MAX), visits: u32::MAX.into() };
        (0..3).for_each(|_| tally.visit(1.0));
        assert_eq!((tally.visits, tally.mean()), ((1 << 32) + 2, 1.0));
        assert!((tally.score().upper_bound(0.0) - 1.0).abs() < 1e-6);
    }
}
