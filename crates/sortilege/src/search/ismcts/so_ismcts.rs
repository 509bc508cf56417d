//! Single-observer information set MCTS: Cowling, Powley & Whitehouse (2012), §IV-E, Algorithm 1 and
//! Appendix A. One tree, whose nodes are information sets of the player who searches and whose edges are
//! actions. Every simulation draws a determinization and follows only what is possible in it.
//!
//! With nothing hidden it searches as UCT does, but for availability: an action of an opponent is counted from the
//! moment when it has an arm, as the pseudocode says, and not from the first visit to the node. Departures: chance
//! is sampled, not permuted (§III-C2), and a new outcome of it does not end a descent. At the searcher's own nodes
//! every action is there at every visit, so availability is the number of visits, and actions are listed only once.
//!
//! The same in plain lines, to read beside the pseudocode, is [`reference`](crate::testing::reference).

use super::followed::Followed;
use crate::belief::{Belief, Uniformly};
use crate::budget::Clock;
use crate::game::{Chance, Hidden, Observation, Observe, Simultaneous};
use crate::playout::{Playout, Rollout};
use crate::reward::{Reward, WinLoss};
use crate::search::decision::Answer;
use crate::search::parallel::tree::{self, Owner, Procedure};
use crate::search::paused::Paused;
use crate::search::tree_search::batches;
use crate::search::tree_search::descent::{Constant, Descent};
use crate::search::tree_search::naming::name_action;
use crate::search::tree_search::observation::{ByAction, Labels};
use crate::search::{Decision, Name, Note, Search, Select, Setup, TreeRules, legal_actions};
use crate::tree::{Extent, Outline, Tree};
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
    /// How the tree is descended and grown.
    pub rules: TreeRules,
    /// Budget, playout, reward, belief, final choice.
    pub setup: Setup<P, R, B>,
    /// More threads that grow the same tree, each with the playout and the reward of a setup of its own; the other
    /// parts of these are not used. With any, the answer depends on the machine.
    pub workers: Vec<Setup<P, R, B>>,
    /// Whether a decision begins with what the last one has left of the tree, if it was [told](Search::observe) of all
    /// moves since, and what it saw of each tells which action it was. Budgets count what is new, visits all.
    pub reuse: bool,
    descent: Descent<G, ByAction>,
    followed: Followed<G>,
    paused: Paused<G::View>,
}

impl<G: Chance + Hidden + Simultaneous, P, R, B> SoIsmcts<G, P, R, B> {
    /// SO-ISMCTS with the paper's c = 0.7, and EXP3 where all choose at once.
    pub fn new(setup: Setup<P, R, B>) -> Self {
        let rules = TreeRules::default();
        let descent = Descent::new(ByAction, Constant::Everybody, rules);
        let (followed, paused) = (Followed::default(), Paused::default());
        SoIsmcts { rules, setup, workers: vec![], reuse: false, descent, followed, paused }
    }

    /// The tree of the last decision.
    pub fn tree(&self) -> &Tree<G::Action> {
        &self.descent.tree
    }

    fn algorithm_1<'a>(&'a mut self, view: &'a G::View, who: Player) -> Algorithm1<'a, G, ByAction, P, R, B> {
        let SoIsmcts { setup, workers, descent, paused, .. } = self;
        Algorithm1 { descent, view, who, setup, workers, paused }
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

    fn listens(&self) -> bool {
        self.reuse || Belief::<G>::listens(&self.setup.belief)
    }

    fn observe(&mut self, who: Player, seen: &Observation<G>)
    where
        G: Observe,
    {
        self.setup.belief.observe(who, seen);
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

/// Algorithm 1, for any way to label edges: with actions it is SO-ISMCTS, with observations SO-ISMCTS + POM.
pub(super) struct Algorithm1<'a, G: Hidden, E: Labels<G>, P, R, B> {
    pub(super) descent: &'a mut Descent<G, E>,
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
        let (view, who, root) = (self.view, self.who, self.some_root(rng));
        let clock = self.setup.start(&root, who);
        self.setup.belief.begin(view, who, &clock.deadline(), rng);
        self.workers.iter_mut().for_each(|worker| worker.begin(&root, who, &clock.deadline()));
        self.descent.selection.survey(&root);
        self.search(&root, clock, rng)
    }

    /// The same with more of a decision that was made before.
    pub(super) fn go_on(mut self, more: &Budget, rng: &mut Rng) -> Option<Decision<G::Action>> {
        let clock = self.paused.go_on((self.view, self.who), more, &self.setup.stop, rng)?;
        let clock = self.setup.go_on(clock);
        self.workers.iter_mut().for_each(|worker| worker.playout.heed(&clock.deadline()));
        let root = self.some_root(rng);
        Some(self.search(&root, clock, rng))
    }

    /// Any state that may be, for what is the same in all of them.
    fn some_root(&self, rng: &Rng) -> G {
        G::determinize(self.view, &mut rng.clone())
    }

    /// Lines 2 to 9, in the tree that there is. One loop for both, or there would be twice as much to compile.
    #[inline(never)]
    fn search(&mut self, root: &G, mut clock: Clock, rng: &mut Rng) -> Decision<G::Action> {
        // Line 2: a single-node tree, or what is left of the last one.
        if !self.workers.is_empty() {
            self.grow_with_workers(root, &mut clock, rng);
        } else if self.setup.playout.batch() > 1 {
            let (view, who) = (self.view, self.who);
            let start = |setup: &mut Setup<P, R, B>, rng: &mut Rng| setup.belief.sample(view, who, rng);
            batches::grow(self.descent, self.setup, &mut clock, start, rng);
        } else if self.descent.selection.rules.select == Select::Puct {
            self.grow_by_priors(&mut clock, rng);
        } else {
            let Algorithm1 { descent, view, who, setup, .. } = self;
            while descent.goes_on(&mut clock) {
                // Line 4: choose a determinization d.
                let mut d = setup.belief.sample(view, *who, rng);
                // Lines 5 and 6: select, and expand.
                descent.descend(&mut d, rng);
                // Lines 7 and 8: simulate, and backpropagate.
                descent.finish(d, setup, rng);
                if clock.is_due() {
                    descent.tell(root, setup, &clock);
                }
            }
        }
        let Algorithm1 { descent, view, who, setup, paused, .. } = self;
        paused.end(view, *who, &clock, rng);
        // Line 9: the most visited action, or whatever the setup asks for.
        let actions = legal_actions(root, *who);
        let tallies = descent.tallies(root, *who, &actions, setup.reward.range());
        let answer = Answer::new(tallies, &clock, descent.tree.stats());
        Decision::new(&actions, &answer, setup.choice, root.turn(), rng)
    }

    /// Thinks on until it is stopped, in the tree that there is.
    pub(super) fn ponder(mut self, stop: &Stop, rng: &mut Rng) {
        let root = self.some_root(rng);
        if root.turn() == Turn::Over {
            return;
        }
        let (view, who) = (self.view, self.who);
        let mut clock = self.setup.ponder(&root, who, stop);
        self.setup.belief.begin(view, who, &clock.deadline(), rng);
        if self.descent.selection.rules.select == Select::Puct {
            return self.grow_by_priors(&mut clock, rng);
        }
        while self.descent.goes_on(&mut clock) {
            let mut d = self.setup.belief.sample(view, who, rng);
            self.descent.descend_apart(&mut d, rng);
            self.descent.finish_apart(d, self.setup, rng);
        }
    }

    /// The loop, guided by priors.
    #[inline(never)]
    fn grow_by_priors(&mut self, clock: &mut Clock, rng: &mut Rng) {
        while self.descent.goes_on(clock) {
            let mut d = self.setup.belief.sample(self.view, self.who, rng);
            self.descent.descend_by_priors(&mut d, &mut self.setup.playout, rng);
            self.descent.finish_apart(d, self.setup, rng);
        }
    }

    /// The loop on several threads. Out of line, to leave the one above as it is.
    #[inline(never)]
    fn grow_with_workers(&mut self, root: &G, clock: &mut Clock, rng: &mut Rng) {
        let (view, who) = (self.view, self.who);
        let mut descend =
            |descent: &mut Descent<G, E>, d: &mut G, rng: &mut Rng| descent.descend_apart(d, rng);
        let procedure = Procedure { descend: &mut descend, settle: |_, _| false };
        let owner = Owner::new(self.descent, clock, procedure, root.clone());
        tree::grow(owner, self.setup, self.workers, |setup, rng| setup.belief.sample(view, who, rng), rng);
    }
}
