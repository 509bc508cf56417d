//! On-line policy improvement by Monte Carlo search (Tesauro & Galperin 1996). It is one step of
//! policy iteration, also known as a rollout algorithm (Bertsekas, Tsitsiklis & Wu 1997). Every
//! decision compares the choice of a base policy with other moves. Each is followed by simulations
//! in which all players follow the base policy, and the move with the best result is played. In the
//! limit of many simulations it is at least as good as the base policy, against opponents that
//! follow that policy.
//!
//! There are two departures from these papers. Simulations are allocated by UCB1; in the papers the
//! allocation is uniform, and bad candidates are dropped. Under hidden information, each simulation
//! begins with a state of a [belief](crate::belief), so that opponents' cards are redealt.
//!
//! The candidates are the [neighbours](Policy::neighbours) of the base policy's choice. By default
//! these are all legal moves. In games with thousands of moves a policy may restrict them, because
//! a very different move seldom improves on a good policy.

use super::decision::Answer;
use super::flat_bandit::{ArmTotals, RootBandit, RootContext};
use super::{Decision, Note, Search, Setup, legal_actions};
use crate::bandit::ucb1;
use crate::belief::{Belief, Uniformly};
use crate::game::{Chance, Hidden, Observation, Observe, Simultaneous};
use crate::playout::{Playout, Policy, Rollout};
use crate::reward::{Reward, WinLoss};
use crate::{Budget, Game, Player, Rng, Turn};

/// UCB1 over the neighbours of a base policy's choice, simulated by that policy.
///
/// ```
/// use sortilege::playout::Uniform;
/// use sortilege::search::{PolicyImprovement, Search};
/// # use sortilege::testing::hand_made::{HandMade, Place};
/// # use sortilege::{Budget, Player, Rng};
/// # let game = HandMade::new(&[Place::Choice(0, &[1, 2]), Place::End(&[0.2]), Place::End(&[0.8])]);
/// let mut search = PolicyImprovement::<HandMade, _>::new(Uniform, Budget::iterations(1000));
/// assert_eq!(search.decide(&game, Player(0), &mut Rng::new(1)).action, 1);
/// ```
pub struct PolicyImprovement<G: Game, A, P = Rollout<G, A>, R = WinLoss, B = Uniformly> {
    /// Exploration constant: UCB1 = mean + c sqrt(ln n / n_j), rewards in [0, 1].
    pub c: f64,
    /// The base policy.
    pub policy: A,
    /// Budget, playout, reward and final choice. The playout follows the base policy if
    /// [`PolicyImprovement::new`] made it.
    pub setup: Setup<P, R, B>,
    bench: RootBandit<G>,
}

impl<G: Game, A: Clone> PolicyImprovement<G, A> {
    /// Improvement of a policy, with c = 0.5.
    pub fn new(policy: A, budget: Budget) -> Self {
        let playout = Rollout::new(policy.clone());
        PolicyImprovement::with(policy, Setup::with(budget, playout))
    }
}

impl<G: Game, A, P, R, B> PolicyImprovement<G, A, P, R, B> {
    /// Improvement of a policy in a custom setup, for example with a faster playout of the same
    /// policy, or with another belief.
    pub fn with(policy: A, setup: Setup<P, R, B>) -> Self {
        PolicyImprovement { c: 0.5, policy, setup, bench: RootBandit::default() }
    }
}

impl<G, A, P, R, B> PolicyImprovement<G, A, P, R, B>
where
    G: Chance + Hidden + Simultaneous,
    A: Policy<G>,
    P: Playout<G>,
    R: Reward<G>,
    B: Belief<G>,
{
    /// Indices within `legal` of the candidates of `who`, each once.
    fn arms(&mut self, root: &G, who: Player, legal: &[G::Action], rng: &mut Rng) -> Vec<usize> {
        let mut neighbours = vec![];
        let choice = match root.turn() {
            Turn::Together => self.policy.choice(root, who, &mut neighbours, rng),
            _ => self.policy.action(root, &mut neighbours, rng),
        };
        self.policy.neighbours(root, who, choice, &mut neighbours);
        neighbours.push(choice);
        let number = |action: &G::Action| legal.iter().position(|other| other == action);
        let mut arms: Vec<usize> = neighbours
            .iter()
            .map(|action| number(action).expect("neighbours are legal moves"))
            .collect();
        arms.sort_unstable();
        arms.dedup();
        arms
    }

    /// Simulates several candidates.
    fn weigh(
        &mut self,
        question: &RootContext<G>,
        arms: &[usize],
        rng: &mut Rng,
    ) -> Decision<G::Action> {
        let (c, mut scores) = (ucb1::constant(self.c), vec![]);
        let by_ucb1 = |earned: &[ArmTotals], done, rng: &mut Rng| {
            let arm_scores = arms.iter().map(|&arm| earned[arm].score());
            arms[ucb1::choose(arm_scores, done, c, &mut scores, rng)]
        };
        let clock = self.bench.test(question, &mut self.setup, by_ucb1, &mut self.policy, rng);
        self.bench.decision(self.setup.choice, question.root.turn(), &clock, rng)
    }
}

impl<G, A, P, R, B> Search<G> for PolicyImprovement<G, A, P, R, B>
where
    G: Chance + Hidden + Simultaneous,
    A: Policy<G>,
    P: Playout<G>,
    R: Reward<G>,
    B: Belief<G>,
{
    /// If the choice has no neighbours, it is played without a simulation.
    fn decide(&mut self, view: &G::View, who: Player, rng: &mut Rng) -> Decision<G::Action> {
        let question = RootContext::new(view, who, &self.setup, rng);
        let legal = legal_actions(&question.root, who);
        match self.arms(&question.root, who, &legal, rng)[..] {
            [only] => {
                let mut answer = Answer::without_search(legal.len());
                answer.tallies[only].visits = 1;
                Decision::of(legal[only], &legal, &answer)
            }
            ref arms => self.weigh(&question, arms, rng),
        }
    }

    fn new_game(&mut self) {
        self.setup.new_game();
    }

    fn wants_observations(&self) -> bool {
        Belief::<G>::wants_observations(&self.setup.belief)
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
