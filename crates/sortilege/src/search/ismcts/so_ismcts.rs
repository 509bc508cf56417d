//! Single-observer information set MCTS: Cowling, Powley & Whitehouse (2012), §IV-E, Algorithm 1
//! and Appendix A. There is one tree, whose nodes are information sets of the searcher and whose
//! edges are actions. Each simulation samples a determinization and follows only the actions that
//! are legal in it.
//!
//! Without hidden information it searches like UCT, except for availability: an opponent's action
//! is counted from the moment when it has an arm, as in the pseudocode, and not from the first
//! visit of the node. Departures: chance is sampled, not permuted (§III-C2), and a new chance
//! outcome does not end a descent. At the searcher's own nodes every action is legal at every
//! visit. There availability equals the number of visits, and actions are listed only once.
//!
//! A plain implementation that follows the pseudocode is [`reference`](crate::testing::reference).

use super::followed::Followed;
use crate::belief::{Belief, Uniformly};
use crate::budget::{Clock, Deadline};
use crate::game::{Chance, Hidden, Observation, Observe, Simultaneous};
use crate::playout::{Playout, Rollout};
use crate::reward::{Reward, WinLoss};
use crate::search::decision::Answer;
use crate::search::parallel::sum::Sum;
use crate::search::parallel::tree::{self, TreeWorker};
use crate::search::paused::Paused;
use crate::search::tree_search::batches;
use crate::search::tree_search::descent::{Constant, Descent};
use crate::search::tree_search::naming::name_action;
use crate::search::tree_search::observation::{ByAction, Labels};
use crate::search::{Decision, Name, Note, Search, Select, Setup, TreeRules, legal_actions};
use crate::tree::{Depth, Extent, Outline, Tree};
use crate::{Budget, Player, Rng, Stop, Turn};

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
pub struct SoIsmcts<G: Hidden, P = Rollout<G>, R = WinLoss, B = Uniformly> {
    /// Selection and expansion rules.
    pub rules: TreeRules,
    /// Budget, playout, reward, belief and final choice.
    pub setup: Setup<P, R, B>,
    /// Setups of additional threads, of which each uses its own playout, reward and belief; the
    /// other parts are not used. Each thread grows its own tree, and all exchange the counts near
    /// the root. With at least one worker the answer depends on the machine.
    pub workers: Vec<Setup<P, R, B>>,
    /// Whether a decision starts with the remaining subtree of the last one. This requires that
    /// [`Search::observe`] reported all moves since, and that each observation identifies the
    /// action. Budgets count new simulations only, visits count all.
    pub reuse: bool,
    descent: Descent<G, ByAction>,
    /// Trees of the workers.
    helpers: Vec<Descent<G, ByAction>>,
    followed: Followed<G>,
    paused: Paused<G::View>,
}

impl<G: Chance + Hidden + Simultaneous, P, R, B> SoIsmcts<G, P, R, B> {
    /// SO-ISMCTS with the paper's c = 0.7, and EXP3 for simultaneous choices.
    pub fn new(setup: Setup<P, R, B>) -> Self {
        let rules = TreeRules::default();
        let descent = Descent::new(ByAction, Constant::Everybody, rules);
        let (followed, paused) = (Followed::default(), Paused::default());
        let (workers, helpers) = (vec![], vec![]);
        SoIsmcts { rules, setup, workers, reuse: false, descent, helpers, followed, paused }
    }

    /// The tree of the last decision.
    pub fn tree(&self) -> &Tree<G::Action> {
        &self.descent.tree
    }

    fn algorithm_1<'a>(
        &'a mut self,
        view: &'a G::View,
        who: Player,
    ) -> Algorithm1<'a, G, ByAction, P, R, B> {
        let SoIsmcts { setup, workers, descent, helpers, paused, .. } = self;
        Algorithm1 { descent, helpers, view, who, setup, workers, paused }
    }
}

impl<G, P, R, B> Search<G> for SoIsmcts<G, P, R, B>
where
    G: Chance + Hidden + Simultaneous,
    P: Playout<G>,
    R: Reward<G>,
    B: Belief<G>,
{
    fn decide(&mut self, view: &G::View, who: Player, rng: &mut Rng) -> Decision<G::Action> {
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

    fn observe(&mut self, who: Player, seen: &Observation<G>)
    where
        G: Observe,
    {
        self.setup.belief.observe(who, seen);
        self.workers.iter_mut().for_each(|worker| worker.belief.observe(who, seen));
        self.followed.hear_action(&self.descent.tree, who, seen);
    }

    fn outline(&self, view: &G::View, extent: &Extent, name: &Name<'_, G>) -> Option<Outline> {
        let root = G::determinize(view, &mut Rng::new(0));
        Some(Outline::new(self.tree().root(), extent, |path| name_action(&root, path, name)))
    }

    fn notes(&self) -> Vec<Note> {
        self.setup.notes()
    }
}

/// Algorithm 1 for any kind of edge labels: with actions it is SO-ISMCTS, with observations
/// SO-ISMCTS + POM.
pub(super) struct Algorithm1<'a, G: Hidden, E: Labels<G>, P, R, B> {
    pub(super) descent: &'a mut Descent<G, E>,
    pub(super) helpers: &'a mut Vec<Descent<G, E>>,
    pub(super) view: &'a G::View,
    pub(super) who: Player,
    pub(super) setup: &'a mut Setup<P, R, B>,
    pub(super) workers: &'a mut [Setup<P, R, B>],
    pub(super) paused: &'a mut Paused<G::View>,
}

impl<G, E, P, R, B> Algorithm1<'_, G, E, P, R, B>
where
    G: Chance + Hidden + Simultaneous,
    E: Labels<G>,
    P: Playout<G>,
    R: Reward<G>,
    B: Belief<G>,
{
    pub(super) fn decide(mut self, rng: &mut Rng) -> Decision<G::Action> {
        let (view, who) = (self.view, self.who);
        let (root, clock) =
            self.setup.start_drawing(who, || G::determinize(view, &mut rng.clone()));
        self.setup.belief.begin(view, who, &clock.deadline(), rng);
        self.descent.selection.survey(&root);
        let begun = clock.deadline();
        self.search(&root, Some(begun), clock, rng)
    }

    /// Continues a previous decision.
    pub(super) fn go_on(mut self, more: &Budget, rng: &mut Rng) -> Option<Decision<G::Action>> {
        let clock = self.paused.go_on((self.view, self.who), more, &self.setup.stop, rng)?;
        let clock = self.setup.go_on(clock);
        self.workers.iter_mut().for_each(|worker| worker.playout.set_deadline(&clock.deadline()));
        let root = self.some_root(rng);
        Some(self.search(&root, None, clock, rng))
    }

    /// A determinization for questions whose answer is the same in all of them.
    fn some_root(&self, rng: &Rng) -> G {
        G::determinize(self.view, &mut rng.clone())
    }

    /// Runs lines 2 to 9 in the present tree: a single node, or the remaining subtree of the last
    /// one. `begun` is the deadline if the decision begins now.
    fn search(
        &mut self,
        root: &G,
        begun: Option<Deadline>,
        mut clock: Clock,
        rng: &mut Rng,
    ) -> Decision<G::Action> {
        let Algorithm1 { descent, helpers, view, who, setup, workers, paused } = self;
        let (view, who) = (*view, *who);
        let labels = descent.labels;
        helpers.resize_with(workers.len(), || {
            Descent::new(labels, Constant::Everybody, TreeRules::default())
        });
        helpers.iter_mut().for_each(|helper| helper.imitate(descent));
        let others = workers.iter_mut().zip(helpers.iter_mut()).map(|(setup, descent)| {
            let begun = begun.clone();
            IsmctsWorker { descent, setup, view, who, root, begun }
        });
        let mut first = IsmctsWorker { descent, setup, view, who, root, begun: None };
        match others.len() {
            0 => first.grow(&mut clock, rng),
            _ => tree::grow(first, others, Depth::Visits, &mut clock, rng),
        };
        paused.end(view, who, &clock, rng);
        // Line 9: the most visited action, or the one that another final choice selects.
        let actions = legal_actions(root, who);
        let tallies = descent.tallies(root, who, &actions, setup.reward.range());
        let trees = std::iter::once(&**descent).chain(helpers.iter());
        let answer =
            Answer::new(tallies, &clock, Sum::of_stats(trees.map(|descent| descent.tree.stats())));
        Decision::new(&actions, &answer, setup.choice, root.turn(), rng)
    }

    /// Ponders in the present tree until it is stopped.
    pub(super) fn ponder(mut self, stop: &Stop, rng: &mut Rng) {
        let root = self.some_root(rng);
        if root.turn() == Turn::Over {
            return;
        }
        let (view, who) = (self.view, self.who);
        let mut clock = self.setup.ponder(&root, who, stop);
        self.setup.belief.begin(view, who, &clock.deadline(), rng);
        let Algorithm1 { descent, setup, .. } = &mut self;
        IsmctsWorker { descent, setup, view, who, root: &root, begun: None }.grow(&mut clock, rng);
    }
}

/// A tree and what one thread needs to grow it.
struct IsmctsWorker<'a, G: Hidden, E: Labels<G>, P, R, B> {
    descent: &'a mut Descent<G, E>,
    setup: &'a mut Setup<P, R, B>,
    view: &'a G::View,
    who: Player,
    root: &'a G,
    /// Deadline of the decision, if the setup has not been prepared for it yet.
    begun: Option<Deadline>,
}

impl<G, E, P, R, B> TreeWorker for IsmctsWorker<'_, G, E, P, R, B>
where
    G: Chance + Hidden + Simultaneous,
    E: Labels<G>,
    P: Playout<G>,
    R: Reward<G>,
    B: Belief<G>,
{
    type Label = E::Label;

    fn begin(&mut self, rng: &mut Rng) {
        if let Some(deadline) = self.begun.take() {
            self.setup.begin(self.root, self.who, &deadline);
            self.setup.belief.begin(self.view, self.who, &deadline, rng);
        }
    }

    fn batch(&self) -> u64 {
        self.setup.playout.batch() as u64
    }

    /// Runs lines 3 to 8.
    #[inline(never)]
    fn grow(&mut self, clock: &mut Clock, rng: &mut Rng) -> bool {
        let (descent, setup) = (&mut *self.descent, &mut *self.setup);
        let (view, who, root) = (self.view, self.who, self.root);
        if setup.playout.batch() > 1 {
            let start =
                |setup: &mut Setup<P, R, B>, rng: &mut Rng| setup.belief.sample(view, who, rng);
            batches::grow(descent, setup, clock, start, rng);
            return false;
        }
        if descent.selection.rules.select == Select::Puct {
            grow_by_priors(descent, setup, (view, who), clock, rng);
            return false;
        }
        while descent.goes_on(clock) {
            // Line 4: choose a determinization d.
            let mut d = setup.belief.sample(view, who, rng);
            // Lines 5 and 6: select, and expand.
            descent.descend(&mut d, rng);
            // Lines 7 and 8: simulate, and backpropagate.
            descent.finish(d, setup, rng);
            if clock.is_due() {
                descent.tell(root, setup, clock);
            }
        }
        false
    }

    fn trees(&mut self) -> impl Iterator<Item = &mut Tree<E::Label>> {
        std::iter::once(&mut self.descent.tree)
    }
}

/// The loop of PUCT, guided by priors.
#[inline(never)]
fn grow_by_priors<G, E, P, R, B>(
    descent: &mut Descent<G, E>,
    setup: &mut Setup<P, R, B>,
    (view, who): (&G::View, Player),
    clock: &mut Clock,
    rng: &mut Rng,
) where
    G: Chance + Hidden + Simultaneous,
    E: Labels<G>,
    P: Playout<G>,
    R: Reward<G>,
    B: Belief<G>,
{
    while descent.goes_on(clock) {
        let mut d = setup.belief.sample(view, who, rng);
        descent.descend_by_priors(&mut d, &mut setup.playout, rng);
        descent.finish_apart(d, setup, rng);
    }
}
