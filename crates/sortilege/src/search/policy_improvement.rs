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

use super::Setup;
use super::algorithm::Start;
use super::driver::Searcher;
use super::flat_bandit::{RootBandit, RootRule};
use crate::belief::Uniformly;
use crate::game::{Hidden, Simultaneous};
use crate::playout::{Policy, Rollout};
use crate::reward::WinLoss;
use crate::{Budget, Player, Rng, Turn};

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
///
/// If the choice has no neighbours, it is played without a simulation. The `c` of its
/// [rules](Searcher::rules) is 0.5 by default. Its playout follows the base policy if
/// [`PolicyImprovement::new`] made it.
pub type PolicyImprovement<G, A, P = Rollout<G, A>, R = WinLoss, B = Uniformly> =
    Searcher<G, RootBandit<G, Improvement<A>>, P, R, B>;

/// UCB1 over the neighbours of the choice of a base policy.
#[derive(Clone, Copy, Debug)]
pub struct Improvement<A> {
    /// The base policy.
    pub policy: A,
}

impl<G: Hidden, A: Clone> PolicyImprovement<G, A> {
    /// Improvement of a policy.
    pub fn new(policy: A, budget: Budget) -> Self {
        let playout = Rollout::new(policy.clone());
        PolicyImprovement::of_policy(policy, Setup::with(budget, playout))
    }
}

impl<G: Hidden, A, P, R, B> PolicyImprovement<G, A, P, R, B> {
    /// Improvement of a policy in a custom setup, for example with a faster playout of the same
    /// policy, or with another belief.
    pub fn of_policy(policy: A, setup: Setup<P, R, B>) -> Self {
        let mut search = Searcher::with(RootBandit::new(Improvement { policy }), setup);
        search.rules.c = 0.5;
        search
    }
}

impl<G: Hidden + Simultaneous, A: Policy<G>> RootRule<G> for Improvement<A> {
    fn candidates(
        &mut self,
        start: &Start<'_, G>,
        legal: &[G::Action],
        rng: &mut Rng,
    ) -> Vec<usize> {
        let (root, mut neighbours) = (start.root, vec![]);
        let choice = match root.turn() {
            Turn::Together => self.policy.choice(root, start.who, &mut neighbours, rng),
            _ => self.policy.action(root, &mut neighbours, rng),
        };
        self.policy.neighbours(root, start.who, choice, &mut neighbours);
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

    fn other(
        &mut self,
        state: &G,
        seat: Player,
        scratch: &mut Vec<G::Action>,
        rng: &mut Rng,
    ) -> G::Action {
        self.policy.choice(state, seat, scratch, rng)
    }

    fn plays_only_candidate_at_once(&self) -> bool {
        true
    }
}
