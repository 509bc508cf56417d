//! Multiple-observer information set MCTS: IS §IV-G, Algorithm 2 and Appendix C. Each player has a
//! tree. Its nodes are information sets of that player, and its edges are moves as that player
//! observes them. A simulation descends all trees at once; the acting player selects in its own
//! tree.
//!
//! A move that a player does not observe leaves it at the same node of its tree. Departures: the
//! environment has no tree; its moves are sampled and never end a descent.
//!
//! Opponents act as if they observed what the searcher hides at the root. [`Opponents::Doubting`]
//! is our answer to what §VIII and §X ask for instead, and is in a file of its own. A plain
//! implementation that follows the pseudocode is [`reference`](crate::testing::reference).

use super::followed::Followed;
use super::observer::Mode;
use super::observers::{Observers, OwnChoice};
use super::redeterminize::{Doubt, Opponents};
use crate::belief::{Belief, Uniformly};
use crate::budget::{Clock, Deadline};
use crate::game::{Chance, Label, MAX_PLAYERS, Observation, Observe, Simultaneous};
use crate::playout::{Playout, Rollout};
use crate::reward::{Reward, WinLoss};
use crate::search::decision::Answer;
use crate::search::parallel::tree::{self, TreeWorker};
use crate::search::paused::Paused;
use crate::search::setup;
use crate::search::tree_search::batches::PendingLeaves;
use crate::search::tree_search::naming::name_label;
use crate::search::tree_search::selection::{Chosen, Selection};
use crate::search::{Decision, Name, Note, Search, Select, Setup, TreeRules, legal_actions};
use crate::tree::{Depth, Extent, Outline, Tree, TreeStats};
use crate::{Budget, Player, Rng, Turn};

/// MO-ISMCTS.
pub struct MoIsmcts<G: Observe, P = Rollout<G>, R = WinLoss, B = Uniformly> {
    /// Selection and expansion rules.
    pub rules: TreeRules,
    /// What opponents are assumed to know of the searcher's hidden information.
    pub opponents: Opponents,
    /// Budget, playout, reward, belief and final choice.
    pub setup: Setup<P, R, B>,
    /// Setups of additional threads, of which each uses its own playout, reward and belief; the
    /// other parts are not used. Each thread grows its own trees, and all exchange the counts near
    /// the roots. With at least one worker the answer depends on the machine. Doubting opponents do
    /// not use workers.
    pub workers: Vec<Setup<P, R, B>>,
    /// Whether a decision starts with the remaining subtree of the searcher's own tree. This
    /// requires that [`Search::observe`] reported all moves since. The observations of other
    /// players are unknown, so their trees start empty. Budgets count new simulations only, visits
    /// count all.
    pub reuse: bool,
    observers: Observers<G>,
    /// Trees of the workers.
    helpers: Vec<Observers<G>>,
    doubt: Doubt<G>,
    /// The player of the last search.
    searcher: Player,
    /// The owner of the tree that may be reused, and the current node of the game in it.
    followed: (Player, Followed<G>),
    paused: Paused<G::View>,
}

impl<G: Chance + Observe + Simultaneous, P, R, B> MoIsmcts<G, P, R, B> {
    /// MO-ISMCTS with the paper's c = 0.7, and EXP3 for simultaneous choices.
    pub fn new(setup: Setup<P, R, B>) -> Self {
        let rules = TreeRules::default();
        let (opponents, observers) = (Opponents::default(), Observers::new(rules));
        let (searcher, followed) = (Player(0), (Player(0), Followed::default()));
        let (doubt, paused) = (Doubt::new(), Paused::default());
        let (workers, helpers) = (vec![], vec![]);
        MoIsmcts {
            rules,
            opponents,
            setup,
            workers,
            reuse: false,
            observers,
            helpers,
            doubt,
            searcher,
            followed,
            paused,
        }
    }

    /// The tree of `who` after the last decision.
    pub fn tree(&self, who: Player) -> &Tree<Label<G::Action, G::Seen>> {
        &self.observers.all[who.0].tree
    }

    /// All trees in use.
    fn trees(&self) -> impl Iterator<Item = &Tree<Label<G::Action, G::Seen>>> {
        let doubting = self.opponents != Opponents::Knowing;
        self.observers.trees().chain(doubting.then_some(&self.doubt.imagined.tree))
    }

    fn stats(&self, searcher: Player) -> TreeStats {
        let own = self.tree(searcher).stats();
        let helping = self.helpers.iter().flat_map(Observers::trees);
        let (mut nodes, mut bytes) = (0, 0);
        for tree in self.trees().chain(helping) {
            (nodes, bytes) = (nodes + tree.stats().nodes, bytes + tree.bytes());
        }
        TreeStats { nodes, bytes, ..own }
    }
}

impl<G, P, R, B> MoIsmcts<G, P, R, B>
where
    G: Chance + Observe + Simultaneous,
    P: Playout<G>,
    R: Reward<G>,
    B: Belief<G>,
{
    /// Continues the search in the present trees. `begun` is the deadline if the decision begins
    /// now.
    fn search_on(
        &mut self,
        (view, who, root): (&G::View, Player, &G),
        begun: Option<Deadline>,
        mut clock: Clock,
        rng: &mut Rng,
    ) -> Decision<G::Action> {
        match self.opponents {
            Opponents::Knowing => self.search((view, who, root), begun, &mut clock, rng),
            Opponents::Doubting { .. } => self.search_with_doubt(view, who, &mut clock, rng),
        }
        self.paused.end(view, who, &clock, rng);
        let actions = legal_actions(root, who);
        let tallies = self.observers.tallies(root.turn(), who, &actions, self.setup.reward.range());
        let answer = Answer::new(tallies, &clock, self.stats(who));
        Decision::new(&actions, &answer, self.setup.choice, root.turn(), rng)
    }

    /// Runs Algorithm 2 on one thread or on several.
    fn search(
        &mut self,
        (view, searcher, root): (&G::View, Player, &G),
        begun: Option<Deadline>,
        clock: &mut Clock,
        rng: &mut Rng,
    ) {
        let MoIsmcts { rules, setup, workers, observers, helpers, .. } = self;
        helpers.resize_with(workers.len(), || Observers::new(*rules));
        helpers
            .iter_mut()
            .for_each(|helper| helper.prepare(rules, root, observers.all.len(), None));
        let others = workers.iter_mut().zip(helpers).map(|(setup, observers)| {
            let begun = begun.clone();
            Algorithm2 { observers, setup, view, searcher, root, begun }
        });
        let mut first = Algorithm2 { observers, setup, view, searcher, root, begun: None };
        match others.len() {
            0 => first.grow(clock, rng),
            _ => tree::grow(first, others, Depth::Visits, clock, rng),
        };
    }

    /// Runs the variant with doubting opponents.
    #[inline(never)]
    fn search_with_doubt(
        &mut self,
        view: &G::View,
        searcher: Player,
        clock: &mut Clock,
        rng: &mut Rng,
    ) {
        let MoIsmcts { observers, doubt, setup, .. } = self;
        let players = observers.all.len();
        doubt.prepare(self.opponents, searcher, players);
        while observers.go_on(Some(&mut doubt.imagined), clock) {
            let learner = doubt.schedule.next(searcher, players);
            let mut d = setup.belief.sample(view, searcher, rng);
            let length = doubt.descend(observers, &mut d, searcher, learner, rng);
            finish_apart(observers, setup, d, length, rng);
            doubt.come_back(observers, searcher);
        }
    }
}

/// Algorithm 2 and what it needs on one thread.
struct Algorithm2<'a, G: Observe, P, R, B> {
    observers: &'a mut Observers<G>,
    setup: &'a mut Setup<P, R, B>,
    view: &'a G::View,
    searcher: Player,
    root: &'a G,
    /// Deadline of the decision, if the setup has not been prepared for it yet.
    begun: Option<Deadline>,
}

impl<G, P, R, B> TreeWorker for Algorithm2<'_, G, P, R, B>
where
    G: Chance + Observe + Simultaneous,
    P: Playout<G>,
    R: Reward<G>,
    B: Belief<G>,
{
    type Label = Label<G::Action, G::Seen>;

    fn begin(&mut self, rng: &mut Rng) {
        if let Some(deadline) = self.begun.take() {
            self.setup.begin(self.root, self.searcher, &deadline);
            self.setup.belief.begin(self.view, self.searcher, &deadline, rng);
        }
    }

    fn batch(&self) -> u64 {
        self.setup.playout.batch() as u64
    }

    fn grow(&mut self, clock: &mut Clock, rng: &mut Rng) -> bool {
        let (observers, setup) = (&mut *self.observers, &mut *self.setup);
        let (view, searcher, root) = (self.view, self.searcher, self.root);
        if setup.playout.batch() > 1 {
            search_in_batches(observers, setup, (view, searcher), clock, rng);
            return false;
        }
        if observers.selection.rules.select == Select::Puct {
            search_by_priors(observers, setup, (view, searcher), clock, rng);
            return false;
        }
        while observers.go_on(None, clock) {
            // Line 4: choose a determinization d.
            let mut d = setup.belief.sample(view, searcher, rng);
            // Lines 5 and 6: select, and expand.
            let length = descend(observers, &mut d, searcher, Selection::alone, rng);
            // Lines 7 and 8: simulate, and backpropagate.
            finish(observers, setup, d, length, rng);
            if clock.is_due() {
                tell(observers, setup, root, searcher, clock);
            }
        }
        false
    }

    fn trees(&mut self) -> impl Iterator<Item = &mut Tree<Self::Label>> {
        self.observers.all.iter_mut().map(|observer| &mut observer.tree)
    }
}

/// The loop of PUCT, guided by priors.
#[inline(never)]
fn search_by_priors<G, P, R, B>(
    observers: &mut Observers<G>,
    setup: &mut Setup<P, R, B>,
    (view, searcher): (&G::View, Player),
    clock: &mut Clock,
    rng: &mut Rng,
) where
    G: Chance + Observe + Simultaneous,
    P: Playout<G>,
    R: Reward<G>,
    B: Belief<G>,
{
    while observers.go_on(None, clock) {
        let mut d = setup.belief.sample(view, searcher, rng);
        let playout = &mut setup.playout;
        let choose =
            |selection: &mut Selection<G::Action>,
             point: &mut OwnChoice<'_, G>,
             constant,
             rng: &mut Rng| { selection.by_priors(point, constant, playout, rng) };
        let length = descend(observers, &mut d, searcher, choose, rng);
        finish_apart(observers, setup, d, length, rng);
    }
}

/// The loop with leaf evaluation in batches, by UCB1 or PUCT; see
/// [`batches`](crate::search::tree_search::batches).
#[inline(never)]
fn search_in_batches<G, P, R, B>(
    observers: &mut Observers<G>,
    setup: &mut Setup<P, R, B>,
    (view, searcher): (&G::View, Player),
    clock: &mut Clock,
    rng: &mut Rng,
) where
    G: Chance + Observe + Simultaneous,
    P: Playout<G>,
    R: Reward<G>,
    B: Belief<G>,
{
    let guided = observers.selection.rules.select == Select::Puct;
    let mut pending = PendingLeaves::default();
    loop {
        let goes_on = observers.go_on(None, clock);
        if goes_on {
            let mut d = setup.belief.sample(view, searcher, rng);
            let playout = &mut setup.playout;
            let choose = |selection: &mut Selection<G::Action>,
                          point: &mut OwnChoice<'_, G>,
                          constant: bool,
                          rng: &mut Rng| match guided {
                true => selection.by_priors(point, constant, playout, rng),
                false => selection.alone(point, constant, rng),
            };
            let length = descend(observers, &mut d, searcher, choose, rng);
            if d.turn() == Turn::Over {
                finish_apart(observers, setup, d, length, rng);
            } else {
                let virtual_losses = observers.apply_virtual_loss(setup.reward.range().0);
                pending.add(d, observers.moves.clone(), length, virtual_losses);
            }
        }
        if pending.len() == setup.playout.batch() || !goes_on {
            pending.judge(setup, rng, |rewards, virtual_losses, range| {
                observers.replace(virtual_losses, rewards, range)
            });
        }
        if !goes_on {
            return;
        }
    }
}

/// Reports root statistics of the searcher's tree to the progress listener.
#[cold]
#[inline(never)]
fn tell<G, P, R, B>(
    observers: &Observers<G>,
    setup: &Setup<P, R, B>,
    root: &G,
    searcher: Player,
    clock: &Clock,
) where
    G: Chance + Observe + Simultaneous,
    R: Reward<G>,
{
    let actions = legal_actions(root, searcher);
    setup.tell(clock, observers.tallies(root.turn(), searcher, &actions, setup.reward.range()));
}

/// Simulates from the leaf of a descent and backs up the rewards for all learning players.
#[inline(always)]
fn finish<G, P, R, B>(
    observers: &mut Observers<G>,
    setup: &mut Setup<P, R, B>,
    mut leaf: G,
    length: u32,
    rng: &mut Rng,
) where
    G: Chance + Observe + Simultaneous,
    P: Playout<G>,
    R: Reward<G>,
{
    let values = setup::finish(&mut leaf, setup, &observers.moves, length, rng);
    observers.credit(&values, setup.reward.range());
}

/// Like [`finish`], out of line: for loops that do not need an inlined copy.
#[inline(never)]
fn finish_apart<G, P, R, B>(
    observers: &mut Observers<G>,
    setup: &mut Setup<P, R, B>,
    leaf: G,
    length: u32,
    rng: &mut Rng,
) where
    G: Chance + Observe + Simultaneous,
    P: Playout<G>,
    R: Reward<G>,
{
    finish(observers, setup, leaf, length, rng);
}

/// Descends all trees at once from a state of the information set of `searcher` to an action that
/// is new in the tree of the acting player. Returns the number of moves made (SELECT and EXPAND of
/// Appendix C).
#[inline(always)]
fn descend<G, C>(
    observers: &mut Observers<G>,
    d: &mut G,
    searcher: Player,
    mut choose: C,
    rng: &mut Rng,
) -> u32
where
    G: Chance + Observe + Simultaneous,
    C: FnMut(&mut Selection<G::Action>, &mut OwnChoice<'_, G>, bool, &mut Rng) -> Chosen<G::Action>,
{
    observers.moves.clear();
    observers.all.iter_mut().for_each(|observer| observer.restart(Mode::Learning, None));
    let mut length = 0;
    loop {
        let is_new = match d.turn() {
            Turn::Over => return length,
            Turn::Chance => {
                observers.pass_chance(d, rng);
                continue;
            }
            // Determinizations agree on the legal moves of the searcher, and on those of no other
            // player.
            Turn::Player(who) => observers.move_alone(d, who, who == searcher, &mut choose, rng),
            Turn::Together => observers.move_together(d, searcher, rng),
        };
        length += 1;
        if is_new {
            return length;
        }
    }
}

impl<G, P, R, B> Search<G> for MoIsmcts<G, P, R, B>
where
    G: Chance + Observe + Simultaneous,
    P: Playout<G>,
    R: Reward<G>,
    B: Belief<G>,
{
    fn decide(&mut self, view: &G::View, who: Player, rng: &mut Rng) -> Decision<G::Action> {
        self.searcher = who;
        let (root, clock) = self.setup.start_drawing(who, || G::determinize(view, rng));
        self.setup.belief.begin(view, who, &clock.deadline(), rng);
        self.observers.prepare(
            &self.rules,
            &root,
            root.players().min(MAX_PLAYERS),
            self.reuse.then_some(who),
        );
        if self.reuse {
            if self.followed.0 != who {
                self.followed = (who, Followed::default());
            }
            self.followed.1.prepare(&mut self.observers.all[who.0].tree, Some(view));
        }
        let begun = clock.deadline();
        self.search_on((view, who, &root), Some(begun), clock, rng)
    }

    /// Returns `None` with doubting opponents: the learning schedule is not kept.
    fn go_on(
        &mut self,
        view: &G::View,
        who: Player,
        more: &Budget,
        rng: &mut Rng,
    ) -> Option<Decision<G::Action>> {
        if self.opponents != Opponents::Knowing {
            return None;
        }
        let clock = self.paused.go_on((view, who), more, &self.setup.stop, rng)?;
        let (root, clock) = (G::determinize(view, &mut rng.clone()), self.setup.go_on(clock));
        self.workers.iter_mut().for_each(|worker| worker.playout.set_deadline(&clock.deadline()));
        Some(self.search_on((view, who, &root), None, clock, rng))
    }

    fn new_game(&mut self) {
        (self.followed.1, self.paused) = (Followed::default(), Paused::default());
        self.setup.new_game();
        self.workers.iter_mut().for_each(Setup::new_game);
    }

    fn wants_observations(&self) -> bool {
        self.reuse || Belief::<G>::wants_observations(&self.setup.belief)
    }

    fn observe(&mut self, who: Player, seen: &Observation<G>) {
        self.setup.belief.observe(who, seen);
        self.workers.iter_mut().for_each(|worker| worker.belief.observe(who, seen));
        if self.reuse && self.observers.all.len() > who.0 {
            self.followed.1.record(&self.observers.all[who.0].tree, seen);
        }
    }

    fn outline(&self, view: &G::View, extent: &Extent, name: &Name<'_, G>) -> Option<Outline> {
        let own = self.observers.all.get(self.searcher.0)?.tree.root();
        let root = G::determinize(view, &mut Rng::new(0));
        Some(Outline::new(own, extent, |path| name_label(&root, path, name)))
    }

    fn notes(&self) -> Vec<Note> {
        self.setup.notes()
    }
}

#[cfg(test)]
mod tests {
    use super::super::observer::Observer;
    use super::*;
    use crate::Budget;
    use crate::testing::random_tree::{RandomTree, Shape};

    /// Trees that have exhausted their indices stop growing, and the search continues in them.
    #[test]
    fn indices_that_end_do_not_end_the_search() {
        let mut search = MoIsmcts::<RandomTree>::new(Setup::new(Budget::iterations(5000)));
        search.observers.all.resize_with(2, || Observer::new(Player(0)));
        for observer in &mut search.observers.all {
            observer.tree = Tree::default().with_indices(200);
        }
        let decision =
            search.decide(&RandomTree::new(1, Shape::REGULAR), Player(0), &mut Rng::new(1));
        assert!(search.trees().any(Tree::is_at_its_end));
        assert!(decision.tree.nodes < 1500, "{} nodes", decision.tree.nodes);
        let visits: u64 = decision.candidates.iter().map(|one| one.visits).sum();
        assert_eq!((decision.iterations, visits), (5000, 5000));
    }
}
