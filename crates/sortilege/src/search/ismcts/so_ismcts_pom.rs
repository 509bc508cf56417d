//! Single-observer information set MCTS with partially observable moves: IS §IV-F and Appendix B.
//! It differs from SO-ISMCTS in that edges are moves as the searcher observes them. Opponent
//! actions with the same observation share an edge, and one of them is sampled at random.
//!
//! A move that the searcher does not observe leaves it in the same information set, hence at the
//! same node. The departures of SO-ISMCTS apply.

use super::followed::Followed;
use super::so_ismcts::Algorithm1;
use crate::belief::{Belief, Uniformly};
use crate::game::{Chance, Label, Observation, Observe, Simultaneous};
use crate::playout::{Playout, Rollout};
use crate::reward::{Reward, WinLoss};
use crate::search::paused::Paused;
use crate::search::tree_search::descent::{Constant, Descent};
use crate::search::tree_search::naming::name_label;
use crate::search::tree_search::observation::ByObservation;
use crate::search::{Decision, Name, Note, Search, Setup, TreeRules};
use crate::tree::{Extent, Outline, Tree};
use crate::{Budget, Player, Rng, Stop};

/// SO-ISMCTS + POM.
pub struct SoIsmctsPom<G: Observe, P = Rollout<G>, R = WinLoss, B = Uniformly> {
    /// Selection and expansion rules.
    pub rules: TreeRules,
    /// Budget, playout, reward, belief and final choice.
    pub setup: Setup<P, R, B>,
    /// Setups of additional threads, of which each uses its own playout, reward and belief; the
    /// other parts are not used. Each thread grows its own tree, and all exchange the counts near
    /// the root. With at least one worker the answer depends on the machine.
    pub workers: Vec<Setup<P, R, B>>,
    /// Whether a decision starts with the remaining subtree of the last one. This requires that
    /// [`Search::observe`] reported all moves since. Budgets count new simulations only, visits
    /// count all.
    pub reuse: bool,
    descent: Descent<G, ByObservation>,
    /// Trees of the workers.
    helpers: Vec<Descent<G, ByObservation>>,
    followed: Followed<G>,
    paused: Paused<G::View>,
}

impl<G: Chance + Observe + Simultaneous, P, R, B> SoIsmctsPom<G, P, R, B> {
    /// SO-ISMCTS + POM with the paper's c = 0.7, and EXP3 for simultaneous choices.
    pub fn new(setup: Setup<P, R, B>) -> Self {
        let (rules, nobody) = (TreeRules::default(), Player(0));
        let descent = Descent::new(ByObservation { of: nobody }, Constant::Only(nobody), rules);
        let (followed, paused) = (Followed::default(), Paused::default());
        let (workers, helpers) = (vec![], vec![]);
        SoIsmctsPom { rules, setup, workers, reuse: false, descent, helpers, followed, paused }
    }

    /// The tree of the last decision.
    pub fn tree(&self) -> &Tree<Label<G::Action, G::Seen>> {
        &self.descent.tree
    }

    fn algorithm_1<'a>(
        &'a mut self,
        view: &'a G::View,
        who: Player,
    ) -> Algorithm1<'a, G, ByObservation, P, R, B> {
        let SoIsmctsPom { setup, workers, descent, helpers, paused, .. } = self;
        Algorithm1 { descent, helpers, view, who, setup, workers, paused }
    }
}

impl<G, P, R, B> Search<G> for SoIsmctsPom<G, P, R, B>
where
    G: Chance + Observe + Simultaneous,
    P: Playout<G>,
    R: Reward<G>,
    B: Belief<G>,
{
    fn decide(&mut self, view: &G::View, who: Player, rng: &mut Rng) -> Decision<G::Action> {
        self.descent.labels = ByObservation { of: who };
        self.descent.constant = Constant::Only(who);
        self.descent.selection.set_rules(&self.rules);
        self.followed.prepare(&mut self.descent.tree, self.reuse.then_some(view));
        self.algorithm_1(view, who).decide(rng)
    }

    fn go_on(
        &mut self,
        view: &G::View,
        who: Player,
        more: &Budget,
        rng: &mut Rng,
    ) -> Option<Decision<G::Action>> {
        self.algorithm_1(view, who).go_on(more, rng)
    }

    fn ponder(&mut self, view: &G::View, who: Player, stop: &Stop, rng: &mut Rng) {
        if self.followed.resume(&mut self.descent.tree, view) {
            self.paused = Paused::default();
            self.algorithm_1(view, who).ponder(stop, rng);
        }
    }

    fn new_game(&mut self) {
        (self.followed, self.paused) = (Followed::default(), Paused::default());
        self.setup.new_game();
        self.workers.iter_mut().for_each(Setup::new_game);
    }

    fn wants_observations(&self) -> bool {
        self.reuse || Belief::<G>::wants_observations(&self.setup.belief)
    }

    fn observe(&mut self, who: Player, seen: &Observation<G>) {
        self.setup.belief.observe(who, seen);
        self.workers.iter_mut().for_each(|worker| worker.belief.observe(who, seen));
        self.followed.record(&self.descent.tree, seen);
    }

    fn outline(&self, view: &G::View, extent: &Extent, name: &Name<'_, G>) -> Option<Outline> {
        let root = G::determinize(view, &mut Rng::new(0));
        Some(Outline::new(self.tree().root(), extent, |path| name_label(&root, path, name)))
    }

    fn notes(&self) -> Vec<Note> {
        self.setup.notes()
    }
}
