//! UCT with double progressive widening (Couëtoux et al. 2011; SM §2.2): a node with v visits considers
//! its first ceil(C v^alpha) actions, or as many outcomes of chance, so the tree grows deep before it grows
//! wide.
//!
//! An outcome is drawn; if it is new and there is room it joins the set, and if there is none, one of the
//! set takes its place, by its probability within the set.

use super::descent::{ChanceRule, Constant, Descent};
use super::selection::{AllSeeing, Together, Widening};
use super::{Decision, Note, Search, Setup};
use crate::bandit::ucb1;
use crate::game::{Outcomes, PerfectInfo, Simultaneous};
use crate::playout::{Playout, Rollout};
use crate::reward::{Reward, WinLoss};
use crate::tree::Tree;
use crate::{Game, Player, Rng};

/// UCT with double progressive widening.
pub struct Dpw<G: Game, P = Rollout<G>, R = WinLoss> {
    /// The exploration constant, C_1 in SM §4.2.
    pub c: f64,
    /// C of the widening, C_2 in SM §4.2.
    pub widening: f64,
    /// The exponent of the widening.
    pub alpha: f64,
    /// How players choose where all choose at once; there nothing is widened.
    pub together: Together,
    /// Budget, playout, reward, final choice.
    pub setup: Setup<P, R>,
    descent: Descent<G, AllSeeing>,
}

impl<G: Outcomes + Simultaneous, P, R> Dpw<G, P, R> {
    /// Widening by ceil(4 v^0.25), SM's setting for EinStein würfelt nicht, and c = 0.7.
    pub fn new(setup: Setup<P, R>) -> Self {
        let (c, together) = (0.7, Together::default());
        let descent = Descent::new(AllSeeing, Constant::Everybody, c, together);
        Dpw { c, widening: 4.0, alpha: 0.25, together, setup, descent }
    }

    /// The tree of the last decision.
    pub fn tree(&self) -> &Tree<G::Action> {
        &self.descent.tree
    }
}

impl<G, P, R> Search<G> for Dpw<G, P, R>
where
    G: Outcomes + PerfectInfo + Simultaneous + Send,
    G::Action: Send,
    P: Playout<G>,
    R: Reward<G>,
{
    fn decide(&mut self, view: &G, who: Player, rng: &mut Rng) -> Decision<G::Action> {
        let mut clock = self.setup.start(view, who);
        let widening = Widening { scale: self.widening, alpha: self.alpha };
        let descent = &mut self.descent;
        descent.tree.clear();
        descent.chance = ChanceRule::Widened(G::outcomes, widening);
        descent.selection.widening = Some(widening);
        descent.selection.c = ucb1::constant(self.c);
        descent.selection.together = self.together;
        while descent.goes_on(&mut clock) {
            descent.simulate(view.clone(), &mut self.setup, rng);
        }
        let candidates = descent.candidates(view, who, self.setup.reward.range());
        Decision::new(candidates, self.setup.choice, view.turn(), &clock, descent.tree.stats(), rng)
    }

    fn new_game(&mut self) {
        self.setup.reward.new_game();
    }

    fn notes(&self) -> Vec<Note> {
        self.setup.reward.notes()
    }
}
