//! Single-observer information set MCTS: Cowling, Powley & Whitehouse (2012), §IV-E, Algorithm 1 and
//! Appendix A. One tree, whose nodes are information sets of the player who searches and whose edges are
//! actions. Every simulation draws a determinization and follows only what is possible in it.
//!
//! With nothing hidden it searches as UCT does, but for availability: an action of an opponent is counted from the
//! moment when it has an arm, as the pseudocode says, and not from the first visit to the node. Departures: chance
//! is sampled, not permuted (§III-C2), and a new outcome of it does not end a descent. At the searcher's own nodes
//! every action is there at every visit, so availability is the number of visits, and actions are listed only once.

use super::descent::{Constant, Descent};
use super::selection::{AllSeeing, Select, Together, Widening};
use super::{Decision, Note, Search, Setup};
use crate::bandit::ucb1;
use crate::game::{Chance, Hidden, Simultaneous};
use crate::playout::{Playout, Rollout};
use crate::reward::{Reward, WinLoss};
use crate::tree::Tree;
use crate::{Game, Player, Rng};

/// SO-ISMCTS.
///
/// ```
/// use sortilege::search::{Search, Setup, SoIsmcts};
/// use sortilege::testing::hand_made::{HandMade, Place};
/// use sortilege::{Budget, Player, Rng};
/// let game = HandMade::new(&[Place::Choice(0, &[1, 2]), Place::End(&[0.2]), Place::End(&[0.8])]);
/// let mut search = SoIsmcts::<HandMade>::new(Setup::new(Budget::iterations(100)));
/// assert_eq!(search.decide(&game, Player(0), &mut Rng::new(1)).action, 1);
/// ```
pub struct SoIsmcts<G: Game, P = Rollout<G>, R = WinLoss> {
    /// The exploration constant; the paper uses 0.7 (§IV-A) on a scale of rewards that it does not state. The
    /// example program that its authors published later counts a win 1 and a loss 0 with the same constant,
    /// so that is our scale too.
    pub c: f64,
    /// How players choose where all choose at once.
    pub together: Together,
    /// How players choose where one is on turn; the paper uses UCB1.
    pub select: Select,
    /// Bounds the number of moves that opponents are thought to consider; the paper does not.
    pub widening: Option<Widening>,
    /// Budget, playout, reward, final choice.
    pub setup: Setup<P, R>,
    /// More threads that grow the same tree, each with the playout and the reward of a setup of its own; the other
    /// parts of these are not used. With any, the answer depends on the machine.
    pub workers: Vec<Setup<P, R>>,
    descent: Descent<G, AllSeeing>,
}

impl<G: Chance + Simultaneous, P, R> SoIsmcts<G, P, R> {
    /// SO-ISMCTS with the paper's c = 0.7, and EXP3.
    pub fn new(setup: Setup<P, R>) -> Self {
        let (c, together) = (0.7, Together::default());
        let descent = Descent::new(AllSeeing, Constant::Everybody, c, together);
        SoIsmcts { c, together, select: Select::default(), widening: None, setup, workers: vec![], descent }
    }

    /// The tree of the last decision.
    pub fn tree(&self) -> &Tree<G::Action> {
        &self.descent.tree
    }
}

impl<G, P, R> Search<G> for SoIsmcts<G, P, R>
where
    G: Chance + Hidden + Simultaneous + Send,
    G::Action: Send,
    P: Playout<G>,
    R: Reward<G>,
{
    fn decide(&mut self, view: &G::View, who: Player, rng: &mut Rng) -> Decision<G::Action> {
        self.descent.constant = Constant::Only(who);
        self.descent.selection.c = ucb1::constant(self.c);
        self.descent.selection.together = self.together;
        self.descent.selection.select = self.select;
        self.descent.selection.opponents = self.widening;
        self.descent.search_information_set(view, who, (&mut self.setup, &mut self.workers), rng)
    }

    fn new_game(&mut self) {
        self.setup.reward.new_game();
        self.workers.iter_mut().for_each(|worker| worker.reward.new_game());
    }

    fn notes(&self) -> Vec<Note> {
        self.setup.reward.notes()
    }
}
