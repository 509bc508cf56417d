//! Evaluation of candidates without a tree: simulations begin with one of them and are finished by
//! playouts.

use super::decision::{Answer, Tally};
use super::setup::finish;
use super::{Decision, FinalChoice, Setup, legal_actions};
use crate::bandit::ArmScore;
use crate::belief::Belief;
use crate::budget::Clock;
use crate::game::{Chance, Hidden, Simultaneous};
use crate::playout::{Playout, Policy};
use crate::reward::Reward;
use crate::tree::TreeStats;
use crate::{Game, Player, Rng, Turn};

/// A decision: the view of a player.
pub(super) struct RootContext<'a, G: Hidden> {
    view: &'a G::View,
    who: Player,
    /// Clock of the decision, which includes the time of sampling the root.
    clock: Clock,
    /// A state with that view, for questions whose answer is the same in all of them.
    pub(super) root: G,
}

impl<'a, G: Hidden> RootContext<'a, G> {
    pub(super) fn new<P, R, B>(
        view: &'a G::View,
        who: Player,
        setup: &Setup<P, R, B>,
        rng: &mut Rng,
    ) -> Self {
        let clock = setup.flat_clock();
        RootContext { view, who, clock, root: G::determinize(view, rng) }
    }
}

/// Statistics of a candidate. There are few candidates, so their counters are wider than those of a
/// tree's arms.
#[derive(Clone, Copy, Default)]
pub(super) struct ArmTotals {
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
    pub(super) fn score(&self) -> ArmScore {
        ArmScore::new(self.total, self.visits)
    }

    fn tally(&self) -> Tally {
        Tally { visits: self.visits, value: self.mean(), proven: None }
    }

    fn mean(&self) -> f64 {
        self.total / self.visits.max(1) as f64
    }
}

/// Candidates and their statistics.
pub(super) struct RootBandit<G: Game> {
    candidates: Vec<G::Action>,
    arms: Vec<ArmTotals>,
    joint: Vec<G::Action>,
    scratch: Vec<G::Action>,
}

impl<G: Game> Default for RootBandit<G> {
    fn default() -> Self {
        RootBandit { candidates: vec![], arms: vec![], joint: vec![], scratch: vec![] }
    }
}

impl<G: Chance + Hidden + Simultaneous> RootBandit<G> {
    /// Simulates until the budget is spent. Each simulation begins with the candidate that `next`
    /// selects. At simultaneous choices, the other players choose by the policy `others`.
    pub(super) fn test<P: Playout<G>, R: Reward<G>, B: Belief<G>>(
        &mut self,
        question: &RootContext<G>,
        setup: &mut Setup<P, R, B>,
        mut next: impl FnMut(&[ArmTotals], u64, &mut Rng) -> usize,
        others: &mut impl Policy<G>,
        rng: &mut Rng,
    ) -> Clock {
        let &RootContext { view, who, ref clock, ref root } = question;
        let mut clock = clock.clone();
        setup.begin(root, who, &clock.deadline());
        setup.belief.begin(view, who, &clock.deadline(), rng);
        self.candidates = legal_actions(root, who);
        self.arms.clear();
        self.arms.resize(self.candidates.len(), ArmTotals::default());
        let mut done = 0;
        while clock.tick(|| 0, || false) {
            let at = next(&self.arms, done, rng);
            let mut state = setup.belief.sample(view, who, rng);
            self.play_first(&mut state, who, self.candidates[at], others, rng);
            let values = finish(&mut state, setup, &[(who, self.candidates[at])], 1, rng);
            self.arms[at].visit(values[who.0]);
            done += 1;
            if clock.is_due() {
                setup.tell(&clock, self.arms.iter().map(ArmTotals::tally).collect());
            }
        }
        clock
    }

    /// Applies the candidate, and the choices of the other players at a simultaneous choice.
    fn play_first(
        &mut self,
        state: &mut G,
        who: Player,
        action: G::Action,
        others: &mut impl Policy<G>,
        rng: &mut Rng,
    ) {
        if state.turn() != Turn::Together {
            return state.apply(action);
        }
        self.joint.clear();
        for seat in (0..state.players()).map(Player) {
            let choice = if seat == who {
                action
            } else {
                others.choice(state, seat, &mut self.scratch, rng)
            };
            self.joint.push(choice);
        }
        state.apply_together(&self.joint);
    }

    /// The decision by these statistics, at such a turn.
    pub(super) fn decision(
        &self,
        choice: FinalChoice,
        turn: Turn,
        clock: &Clock,
        rng: &mut Rng,
    ) -> Decision<G::Action> {
        let bytes = self.arms.len() * size_of::<ArmTotals>();
        let tried = self.arms.iter().filter(|arm| arm.visits > 0).count() as u64;
        let mean_depth = tried as f64 / (tried + 1) as f64;
        let stats = TreeStats { nodes: tried + 1, depth: 1.0, mean_depth, bytes };
        let answer = Answer::new(self.arms.iter().map(ArmTotals::tally).collect(), clock, stats);
        Decision::new(&self.candidates, &answer, choice, turn, rng)
    }
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
