//! Single-observer information set MCTS with partially observable moves: IS §IV-F and Appendix B. As
//! SO-ISMCTS, but edges are moves as the searching player sees them: actions of others that look alike to
//! it share an edge, and which of them is played is drawn at random.
//!
//! A move that the player does not notice at all leaves it in the same information set, hence at the same
//! node. The departures of SO-ISMCTS apply.

use super::descent::{Constant, Descent};
use super::selection::{Eyes, Select, Together, Widening};
use super::{Decision, Note, Search, Setup};
use crate::bandit::ucb1;
use crate::game::{Chance, Observe, Simultaneous};
use crate::playout::{Playout, Rollout};
use crate::reward::{Reward, WinLoss};
use crate::tree::Tree;
use crate::{Player, Rng};

/// SO-ISMCTS + POM.
pub struct SoIsmctsPom<G: Observe, P = Rollout<G>, R = WinLoss> {
    /// The exploration constant; the paper uses 0.7.
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
    descent: Descent<G, Sight>,
}

impl<G: Chance + Observe + Simultaneous, P, R> SoIsmctsPom<G, P, R> {
    /// SO-ISMCTS + POM with the paper's c = 0.7, and EXP3.
    pub fn new(setup: Setup<P, R>) -> Self {
        let (c, together, nobody) = (0.7, Together::default(), Player(0));
        let descent = Descent::new(Sight { of: nobody }, Constant::Only(nobody), c, together);
        SoIsmctsPom {
            c,
            together,
            select: Select::default(),
            widening: None,
            setup,
            workers: vec![],
            descent,
        }
    }

    /// The tree of the last decision.
    pub fn tree(&self) -> &Tree<Label<G::Action, G::Seen>> {
        &self.descent.tree
    }
}

impl<G, P, R> Search<G> for SoIsmctsPom<G, P, R>
where
    G: Chance + Observe + Simultaneous + Send,
    G::Action: Send,
    G::Seen: Send,
    P: Playout<G>,
    R: Reward<G>,
{
    fn decide(&mut self, view: &G::View, who: Player, rng: &mut Rng) -> Decision<G::Action> {
        self.descent.eyes = Sight { of: who };
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

/// How a move looks to the observer of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Label<A, S> {
    /// Its own action.
    Own(A),
    /// What it sees of somebody else's, or of chance.
    Seen(S),
    /// It does not notice anything.
    Unnoticed,
}

/// The eyes of one player.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sight {
    pub(crate) of: Player,
}

impl<G: Observe> Eyes<G> for Sight {
    type Label = Label<G::Action, G::Seen>;
    const ALIKE: bool = true;

    #[inline]
    fn label(&self, state: &G, action: G::Action, mover: Option<Player>) -> Self::Label {
        if mover == Some(self.of) {
            return Label::Own(action);
        }
        state.seen(action, self.of).map_or(Label::Unnoticed, Label::Seen)
    }

    #[inline]
    fn action(&self, label: Self::Label) -> Option<G::Action> {
        match label {
            Label::Own(action) => Some(action),
            _ => None,
        }
    }

    #[inline]
    fn unnoticed(&self, label: Self::Label) -> bool {
        label == Label::Unnoticed
    }
}

/// The eyes of a player for whom only its own actions are looked at: no two of these are alike.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OwnActions;

impl<G: Observe> Eyes<G> for OwnActions {
    type Label = Label<G::Action, G::Seen>;
    const ALIKE: bool = false;

    #[inline]
    fn label(&self, _: &G, action: G::Action, _: Option<Player>) -> Self::Label {
        Label::Own(action)
    }

    #[inline]
    fn action(&self, label: Self::Label) -> Option<G::Action> {
        Eyes::<G>::action(&Sight { of: Player(0) }, label)
    }
}
