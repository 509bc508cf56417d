//! Monte Carlo without a tree: simulations begin with a candidate and are played out. Flat Monte Carlo
//! gives every candidate the same share; flat UCB1 gives more to the better ones (CS §V, where every
//! simulation deals the unseen cards afresh).

use super::decision::{Answer, Tally};
use super::setup::finish;
use super::{Decision, FinalChoice, Note, Search, Setup, legal_actions};
use crate::bandit::{Gist, ucb1};
use crate::belief::{Belief, Uniformly};
use crate::budget::Clock;
use crate::game::{Chance, Hidden, Observation, Observe, Simultaneous};
use crate::playout::{Playout, Rollout};
use crate::reward::{Reward, WinLoss};
use crate::tree::TreeStats;
use crate::{Game, Player, Rng, Turn};

/// Every candidate in turn; the one with the best mean is played, whatever the setup's final choice.
pub struct FlatMc<G: Game, P = Rollout<G>, R = WinLoss, B = Uniformly> {
    /// Budget, playout, reward.
    pub setup: Setup<P, R, B>,
    bench: Bench<G>,
}

impl<G: Game, P, R, B> FlatMc<G, P, R, B> {
    /// Flat Monte Carlo.
    pub fn new(setup: Setup<P, R, B>) -> Self {
        FlatMc { setup, bench: Bench::default() }
    }
}

impl<G, P, R, B> Search<G> for FlatMc<G, P, R, B>
where
    G: Chance + Hidden + Simultaneous,
    P: Playout<G>,
    R: Reward<G>,
    B: Belief<G>,
{
    fn decide(&mut self, view: &G::View, who: Player, rng: &mut Rng) -> Decision<G::Action> {
        let in_turn = |arms: &[Earned], done: u64, _: &mut Rng| (done % arms.len() as u64) as usize;
        let clock = self.bench.test(view, who, &mut self.setup, in_turn, rng);
        let turn = G::determinize(view, rng).turn();
        self.bench.decision(FinalChoice::BestValue, turn, &clock, rng)
    }

    fn new_game(&mut self) {
        self.setup.new_game();
    }

    fn listens(&self) -> bool {
        Belief::<G>::listens(&self.setup.belief)
    }

    fn observe(&mut self, who: Player, seen: &Observation<G>)
    where
        G: Observe,
    {
        self.setup.belief.observe(who, seen);
    }

    fn notes(&self) -> Vec<Note> {
        self.setup.notes()
    }
}

/// UCB1 over the candidates.
pub struct FlatUcb<G: Game, P = Rollout<G>, R = WinLoss, B = Uniformly> {
    /// The exploration constant, C in CS §V: "in the range 0-1" for rewards of 0 and 1; ours are -1 and 1.
    pub c: f64,
    /// Budget, playout, reward, final choice.
    pub setup: Setup<P, R, B>,
    bench: Bench<G>,
}

impl<G: Game, P, R, B> FlatUcb<G, P, R, B> {
    /// Flat UCB1 with c = 0.7.
    pub fn new(setup: Setup<P, R, B>) -> Self {
        FlatUcb { c: 0.7, setup, bench: Bench::default() }
    }
}

impl<G, P, R, B> Search<G> for FlatUcb<G, P, R, B>
where
    G: Chance + Hidden + Simultaneous,
    P: Playout<G>,
    R: Reward<G>,
    B: Belief<G>,
{
    fn decide(&mut self, view: &G::View, who: Player, rng: &mut Rng) -> Decision<G::Action> {
        let c = ucb1::constant(self.c);
        let mut scores = vec![];
        let by_ucb1 = |arms: &[Earned], done, rng: &mut Rng| {
            ucb1::choose(arms.iter().map(Earned::gist), done, c, &mut scores, rng)
        };
        let clock = self.bench.test(view, who, &mut self.setup, by_ucb1, rng);
        let turn = G::determinize(view, rng).turn();
        self.bench.decision(self.setup.choice, turn, &clock, rng)
    }

    fn new_game(&mut self) {
        self.setup.new_game();
    }

    fn listens(&self) -> bool {
        Belief::<G>::listens(&self.setup.belief)
    }

    fn observe(&mut self, who: Player, seen: &Observation<G>)
    where
        G: Observe,
    {
        self.setup.belief.observe(who, seen);
    }

    fn notes(&self) -> Vec<Note> {
        self.setup.notes()
    }
}

/// What is known of a candidate. There are few of them, so their visits are counted further than those of a tree's arms.
#[derive(Clone, Copy, Default)]
struct Earned {
    total: f64,
    visits: u64,
}

impl Earned {
    #[inline]
    fn visit(&mut self, reward: f64) {
        self.total += reward;
        self.visits += 1;
    }

    #[inline]
    fn gist(&self) -> Gist {
        Gist::new(self.total, self.visits)
    }

    fn tally(&self) -> Tally {
        Tally { visits: self.visits, value: self.mean(), proven: None }
    }

    fn mean(&self) -> f64 {
        self.total / self.visits.max(1) as f64
    }
}

/// Where candidates are tested.
struct Bench<G: Game> {
    candidates: Vec<G::Action>,
    arms: Vec<Earned>,
    joint: Vec<G::Action>,
    scratch: Vec<G::Action>,
}

impl<G: Game> Default for Bench<G> {
    fn default() -> Self {
        Bench { candidates: vec![], arms: vec![], joint: vec![], scratch: vec![] }
    }
}

impl<G: Chance + Hidden + Simultaneous> Bench<G> {
    /// Simulates until the budget is spent, each time with the candidate that `next` names.
    fn test<P: Playout<G>, R: Reward<G>, B: Belief<G>>(
        &mut self,
        view: &G::View,
        who: Player,
        setup: &mut Setup<P, R, B>,
        mut next: impl FnMut(&[Earned], u64, &mut Rng) -> usize,
        rng: &mut Rng,
    ) -> Clock {
        let root = G::determinize(view, rng);
        let mut clock = setup.start_flat(&root, who);
        setup.belief.begin(view, who, &clock.deadline(), rng);
        self.candidates = legal_actions(&root, who);
        self.arms.clear();
        self.arms.resize(self.candidates.len(), Earned::default());
        let mut done = 0;
        while clock.tick(|| 0, || false) {
            let at = next(&self.arms, done, rng);
            let mut state = setup.belief.sample(view, who, rng);
            self.play_first(&mut state, who, self.candidates[at], rng);
            let values = finish(&mut state, setup, &[(who, self.candidates[at])], 1, rng);
            self.arms[at].visit(values[who.0]);
            done += 1;
            if clock.is_due() {
                setup.tell(&clock, self.arms.iter().map(Earned::tally).collect());
            }
        }
        clock
    }

    /// Plays the candidate; where all choose at once, the others choose at random.
    fn play_first(&mut self, state: &mut G, who: Player, action: G::Action, rng: &mut Rng) {
        if state.turn() != Turn::Together {
            return state.apply(action);
        }
        self.joint.clear();
        for seat in (0..state.players()).map(Player) {
            let choice = if seat == who { action } else { state.random_choice(seat, &mut self.scratch, rng) };
            self.joint.push(choice);
        }
        state.apply_together(&self.joint);
    }

    fn decision(&self, choice: FinalChoice, turn: Turn, clock: &Clock, rng: &mut Rng) -> Decision<G::Action> {
        let bytes = self.arms.len() * size_of::<Earned>();
        let tried = self.arms.iter().filter(|arm| arm.visits > 0).count() as u64;
        let mean_depth = tried as f64 / (tried + 1) as f64;
        let stats = TreeStats { nodes: tried + 1, depth: 1.0, mean_depth, bytes };
        let answer = Answer::new(self.arms.iter().map(Earned::tally).collect(), clock, stats);
        Decision::new(&self.candidates, &answer, choice, turn, rng)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 2^32 simulations and a few more: with c = 0.05 a good candidate gets nearly all of them.
    #[test]
    fn candidates_are_counted_further_than_arms() {
        let mut tally = Earned { total: f64::from(u32::MAX), visits: u32::MAX.into() };
        (0..3).for_each(|_| tally.visit(1.0));
        assert_eq!((tally.visits, tally.mean()), ((1 << 32) + 2, 1.0));
        assert!((tally.gist().optimism(0.0) - 1.0).abs() < 1e-6);
    }
}
