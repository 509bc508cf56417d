//! Where candidates are tested without a tree: simulations begin with one of them and are played
//! out.

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

/// What is asked: the choice of a player with such a view.
pub(super) struct RootContext<'a, G: Hidden> {
    view: &'a G::View,
    who: Player,
    /// The clock of the decision: drawing the root takes time of it.
    clock: Clock,
    /// A state with that view, for what is the same in all of them.
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

/// What is known of a candidate. There are few of them, so their visits are counted further than
/// those of a tree's arms.
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

/// Candidates, and what was found out about them.
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
    /// Simulates until the budget is spent, each time with the candidate that `next` names. Where
    /// all choose at once, the others choose as `others` do.
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

    /// Plays the candidate, and what the others choose where all choose at once.
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

    /// What comes of it, at such a turn.
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

    /// 2^32 simulations and a few more: with c = 0.05 a good candidate gets nearly all of them.
    #[test]
    fn candidates_are_counted_further_than_arms() {
        let mut tally = ArmTotals { total: f64::from(u32::MAX), visits: u32::MAX.into() };
        (0..3).for_each(|_| tally.visit(1.0));
        assert_eq!((tally.visits, tally.mean()), ((1 << 32) + 2, 1.0));
        assert!((tally.score().upper_bound(0.0) - 1.0).abs() < 1e-6);
    }
}
