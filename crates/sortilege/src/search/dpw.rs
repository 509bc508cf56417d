//! UCT with double progressive widening (Couëtoux et al. 2011; SM §2.2). A node with v visits
//! considers its first ceil(C v^alpha) actions, or that many chance outcomes, so the tree grows
//! deep before it grows wide.
//!
//! At a chance node an outcome is sampled. A new outcome joins the set if there is room; otherwise
//! an outcome of the set replaces it, sampled by its probability within the set.

use super::decision::Answer;
use super::parallel::sum::Sum;
use super::parallel::tree::{self, TreeWorker};
use super::paused::Paused;
use super::tree_search::descent::{ChanceRule, Constant, Descent};
use super::tree_search::naming::name_known;
use super::tree_search::observation::ByAction;
use super::{Decision, Name, Note, Search, Setup, TreeRules, Widening, legal_actions};
use crate::budget::Clock;
use crate::game::{Outcomes, PerfectInfo, Simultaneous};
use crate::playout::{Playout, Rollout};
use crate::reward::{Reward, WinLoss};
use crate::tree::{Depth, Extent, Outline, Tree};
use crate::{Budget, Game, Player, Rng};

/// UCT with double progressive widening.
pub struct Dpw<G: Game, P = Rollout<G>, R = WinLoss> {
    /// Selection rules; c is C_1 in SM §4.2. Simultaneous choices are not widened.
    pub rules: TreeRules,
    /// Widening of moves and chance outcomes; its scale is C_2 in SM §4.2.
    pub widening: Widening,
    /// Budget, playout, reward and final choice.
    pub setup: Setup<P, R>,
    /// Setups of additional threads; see [`Uct::workers`](super::Uct::workers).
    pub workers: Vec<Setup<P, R>>,
    paused: Paused<G>,
    descent: Descent<G, ByAction>,
    /// Trees of the workers.
    helpers: Vec<Descent<G, ByAction>>,
}

impl<G: Outcomes + Simultaneous, P, R> Dpw<G, P, R> {
    /// Widening by ceil(4 v^0.25), SM's setting for EinStein würfelt nicht, and c = 0.7.
    pub fn new(setup: Setup<P, R>) -> Self {
        let rules = TreeRules::default();
        let descent = Descent::new(ByAction, Constant::Everybody, rules);
        let widening = Widening { scale: 4.0, alpha: 0.25 };
        let (workers, helpers) = (vec![], vec![]);
        Dpw { rules, widening, setup, workers, paused: Paused::default(), descent, helpers }
    }

    /// The tree of the last decision.
    pub fn tree(&self) -> &Tree<G::Action> {
        &self.descent.tree
    }
}

impl<G, P, R> Dpw<G, P, R>
where
    G: Outcomes + PerfectInfo + Simultaneous,
    P: Playout<G>,
    R: Reward<G>,
{
    /// Continues the search in the present tree.
    fn search_on(
        &mut self,
        view: &G,
        who: Player,
        mut clock: Clock,
        rng: &mut Rng,
    ) -> Decision<G::Action> {
        self.workers.iter_mut().for_each(|worker| worker.begin(view, who, &clock.deadline()));
        let Dpw { descent, setup, workers, helpers, .. } = self;
        helpers
            .resize_with(workers.len(), || Descent::new(ByAction, Constant::Everybody, self.rules));
        helpers.iter_mut().for_each(|helper| helper.imitate(descent));
        let others = workers.iter_mut().zip(helpers).map(|(setup, descent)| DpwWorker {
            descent,
            setup,
            root: view,
        });
        let mut first = DpwWorker { descent, setup, root: view };
        match others.len() {
            0 => first.grow(&mut clock, rng),
            _ => tree::grow(first, others, Depth::Visits, &mut clock, rng),
        };
        self.paused.end(view, who, &clock, rng);
        let actions = legal_actions(view, who);
        let tallies = self.descent.tallies(view, who, &actions, self.setup.reward.range());
        let trees = std::iter::once(&self.descent).chain(&self.helpers);
        let answer =
            Answer::new(tallies, &clock, Sum::of_stats(trees.map(|descent| descent.tree.stats())));
        Decision::new(&actions, &answer, self.setup.choice, view.turn(), rng)
    }
}

/// A tree and what one thread needs to grow it.
struct DpwWorker<'a, G: Game, P, R> {
    descent: &'a mut Descent<G, ByAction>,
    setup: &'a mut Setup<P, R>,
    root: &'a G,
}

impl<G, P, R> TreeWorker for DpwWorker<'_, G, P, R>
where
    G: Outcomes + Simultaneous,
    P: Playout<G>,
    R: Reward<G>,
{
    type Label = G::Action;

    fn grow(&mut self, clock: &mut Clock, rng: &mut Rng) -> bool {
        let (descent, setup, root) = (&mut *self.descent, &mut *self.setup, self.root);
        while descent.goes_on(clock) {
            descent.simulate(root.clone(), setup, rng);
            if clock.is_due() {
                descent.tell(root, setup, clock);
            }
        }
        false
    }

    fn trees(&mut self) -> impl Iterator<Item = &mut Tree<G::Action>> {
        std::iter::once(&mut self.descent.tree)
    }
}

impl<G, P, R> Search<G> for Dpw<G, P, R>
where
    G: Outcomes + PerfectInfo + Simultaneous,
    P: Playout<G>,
    R: Reward<G>,
{
    fn decide(&mut self, view: &G, who: Player, rng: &mut Rng) -> Decision<G::Action> {
        let clock = self.setup.start(view, who);
        let descent = &mut self.descent;
        descent.tree.clear();
        descent.chance = ChanceRule::Widened(G::outcomes, self.widening);
        descent.selection.widening = Some(self.widening);
        descent.selection.set_rules(&self.rules);
        self.search_on(view, who, clock, rng)
    }

    fn go_on(
        &mut self,
        view: &G,
        who: Player,
        more: &Budget,
        rng: &mut Rng,
    ) -> Option<Decision<G::Action>> {
        let clock = self.paused.go_on((view, who), more, &self.setup.stop, rng)?;
        let clock = self.setup.go_on(clock);
        Some(self.search_on(view, who, clock, rng))
    }

    fn new_game(&mut self) {
        self.paused = Paused::default();
        self.setup.reward.new_game();
        self.workers.iter_mut().for_each(|worker| worker.reward.new_game());
    }

    fn outline(&self, view: &G, extent: &Extent, name: &Name<'_, G>) -> Option<Outline> {
        Some(Outline::new(self.tree().root(), extent, |path| name_known(view, path, name)))
    }

    fn notes(&self) -> Vec<Note> {
        self.setup.reward.notes()
    }
}
