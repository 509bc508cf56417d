//! The driver of all searches that simulate games. An [`Algorithm`] says what one simulation does
//! with its tree; the [`Searcher`] does the rest of a decision: it runs the clock, samples states,
//! finishes simulations with playouts, reports progress, and continues, ponders, reuses and
//! describes what the algorithm has learnt.
//!
//! ```text
//! decide, go_on, ponder
//!   start of a decision: clock, belief, Algorithm::start with the subtree that remains
//!   until the budget is spent, on one thread or on several:
//!     a state of the belief, or the known state
//!     Algorithm::descend     selects within the tree and expands it
//!     Playout, Reward        simulate the rest, or wait for a batch of leaves
//!     Algorithm::back_up     updates the path
//!     progress report, if one is due
//!   Algorithm::tallies, final choice
//! ```

use super::batches;
use super::decision::{Answer, Tally};
use super::parallel::sum::Sum;
use super::parallel::tree::{self, TreeWorker};
use super::paused::Paused;
use super::setup::finish;
use super::{Decision, FinalChoice, Name, Note, Search, Setup, TreeRules, legal_actions};
use crate::belief::{Belief, Uniformly};
use crate::budget::{Clock, Deadline};
use crate::game::{Chance, Hidden, Observation, Observe, Simultaneous, Values};
use crate::playout::{Playout, Rollout};
use crate::reward::{Reward, WinLoss};
use crate::tree::{Depth, Extent, NodeId, Outline, ROOT, Tree, TreeStats};
use crate::{Budget, Player, Rng, Stop, Turn};
use std::fmt::{Debug, Formatter};
use std::hash::Hash;

/// The beginning of a decision.
pub struct Start<'a, G: Hidden> {
    /// The state, or any state with the view of the acting player.
    pub root: &'a G,
    /// The view of the acting player, if the state is not known.
    pub view: Option<&'a G::View>,
    /// The acting player.
    pub who: Player,
    /// Selection and expansion rules.
    pub rules: &'a TreeRules,
    /// Range of the rewards.
    pub range: (f64, f64),
    /// Whether the decision may use what earlier ones have learnt.
    pub reuse: bool,
    /// Root of the subtree of the last decision that is still valid. The rest of the tree is
    /// forgotten.
    pub keep: Option<NodeId>,
}

/// What a search does in a simulation, and what it has learnt. The [`Searcher`] runs it.
pub trait Algorithm<G: Hidden>: Send {
    /// Labels of the edges of its trees.
    type Label: Copy + Eq + Hash + Send;
    /// The path to a leaf that waits for its evaluation.
    type Pending;

    /// Whether it grows a tree, whose visit counters end at [`Budget::MOST_ITERATIONS`].
    const HAS_TREE: bool = true;

    /// Prepares a decision.
    fn start(&mut self, start: &Start<'_, G>, rng: &mut Rng);

    /// Sets whether memory is used up, so that trees must not grow.
    fn set_full(&mut self, full: bool);

    /// Selects from the root on, and expands a leaf, whose state is `state` at the end. `playout`
    /// provides priors.
    fn descend<P: Playout<G>>(&mut self, state: &mut G, playout: &mut P, rng: &mut Rng);

    /// The moves of the last descent, and the number of turns in which they were made.
    fn path(&self) -> (&[(Player, G::Action)], u32);

    /// Updates the path of the last descent by the rewards of all players, which lie in `range`.
    fn back_up(&mut self, rewards: &Values, range: (f64, f64));

    /// The initial state of a simulation, if the belief does not provide it.
    #[inline]
    fn initial_state(&self) -> Option<G> {
        None
    }

    /// Whether there is nothing left to find out, because the result is proven.
    #[inline]
    fn is_proven(&self) -> bool {
        false
    }

    /// Statistics of the `actions` of `who` at the root.
    fn tallies(
        &mut self,
        root: &G,
        who: Player,
        actions: &[G::Action],
        range: (f64, f64),
    ) -> Vec<Tally>;

    /// Size of all trees.
    fn stats(&self) -> TreeStats;

    /// Memory of all trees.
    fn bytes(&self) -> usize;

    /// Whether the indices of a tree are used up.
    fn is_at_its_end(&self) -> bool {
        false
    }

    /// Whether the values of candidates at such a turn are averages over all simulations, not only
    /// over those that began with the candidate.
    fn is_weighted(&self, rules: &TreeRules, turn: Turn) -> bool {
        rules.weigh(turn)
    }

    /// The final choice, if it is part of the algorithm.
    fn choice(&self) -> Option<FinalChoice> {
        None
    }

    /// Whether leaves may wait until a batch of them is evaluated.
    fn can_wait(&self) -> bool {
        true
    }

    /// Postpones the update of the last path: until then every arm on it has a visit with the
    /// `least` reward, which leads other descents elsewhere.
    fn postpone(&mut self, least: f64) -> Self::Pending;

    /// Updates a postponed path; `leaf` is the state at its end.
    fn complete<P: Playout<G>>(
        &mut self,
        pending: Self::Pending,
        leaf: Option<&G>,
        playout: &mut P,
        rewards: &Values,
        range: (f64, f64),
    );

    /// Whether [`Algorithm::complete`] needs the leaf.
    fn needs_leaves(&self) -> bool {
        false
    }

    /// The same algorithm with empty trees, for an additional thread; `old` is one that was used
    /// before and may lend its memory. `None` if several threads are not supported.
    fn helper(&self, _old: Option<Self>) -> Option<Self>
    where
        Self: Sized,
    {
        None
    }

    /// The trees whose counts threads exchange, in the same order for all of them.
    fn trees(&mut self) -> Vec<&mut Tree<Self::Label>> {
        vec![]
    }

    /// Whether threads exchange the counts of the root only, because their trees have different
    /// chance outcomes.
    fn exchanges_root_only(&self) -> bool {
        false
    }
}

/// An algorithm that may search from the view of a player.
pub trait FromView<G: Hidden>: Algorithm<G> {
    /// Whether it uses observations even if no tree is reused.
    fn wants_observations(&self) -> bool {
        false
    }

    /// Receives an observation of `who`.
    fn observe(&mut self, _who: Player, _seen: &Observation<G>)
    where
        G: Observe,
    {
    }

    /// Forgets the previous game.
    fn new_game(&mut self) {}

    /// Measurements of the last decision.
    fn notes(&self) -> Vec<Note> {
        vec![]
    }

    /// The node that an observation of `who` leads to from `node`, where `who` had the view `view`.
    fn follow(
        &self,
        _node: NodeId,
        _view: &G::View,
        _who: Player,
        _seen: &Observation<G>,
    ) -> Option<NodeId>
    where
        G: Observe,
    {
        None
    }

    /// A part of the tree of the player who decided last.
    fn outline(&self, _root: &G, _extent: &Extent, _name: &Name<'_, G>) -> Option<Outline> {
        None
    }
}

/// A search: an [`Algorithm`] and the parts in its [`Setup`].
pub struct Searcher<G: Hidden, A, P = Rollout<G>, R = WinLoss, B = Uniformly> {
    /// The algorithm, with settings of its own.
    pub algorithm: A,
    /// Selection and expansion rules.
    pub rules: TreeRules,
    /// Budget, playout, reward, belief and final choice.
    pub setup: Setup<P, R, B>,
    /// Setups of additional threads, of which each uses its own playout, reward and belief; the
    /// other parts are not used. Each thread grows its own trees, and all exchange the counts near
    /// the roots. With at least one worker the answer depends on the machine. Algorithms whose
    /// trees cannot be exchanged do not use workers.
    ///
    /// ```
    /// use sortilege::search::{Search, Setup, Uct};
    /// # use sortilege::testing::hand_made::{HandMade, Place};
    /// # use sortilege::{Budget, Player, Rng};
    /// # let game = HandMade::new(&[Place::Choice(0, &[1, 2]), Place::End(&[0.2]), Place::End(&[0.8])]);
    /// let mut uct = Uct::<HandMade>::new(Setup::new(Budget::iterations(1000)));
    /// uct.workers = vec![uct.setup.clone(); 3]; // Four threads.
    /// assert_eq!(uct.decide(&game, Player(0), &mut Rng::new(1)).iterations, 1000);
    /// ```
    pub workers: Vec<Setup<P, R, B>>,
    /// Whether a decision starts with the remaining subtree of the last one. This requires that
    /// [`Search::observe`] reported all moves since. Budgets count new simulations only, visits of
    /// candidates count all. Old rewards that fade, or depend on the length of a game, refer to the
    /// older root. Of several trees only that of the searcher is kept, because the observations of
    /// other players are unknown.
    pub reuse: bool,
    /// Algorithms of the workers.
    helpers: Vec<A>,
    /// Current node of the game in a tree that may be reused, and the view there.
    followed: Option<(NodeId, G::View)>,
    paused: Paused<G::View>,
}

impl<G: Hidden, A, P, R, B> Debug for Searcher<G, A, P, R, B> {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Searcher")
            .field("algorithm", &std::any::type_name::<A>())
            .field("rules", &self.rules)
            .field("budget", &self.setup.budget)
            .field("choice", &self.setup.choice)
            .field("workers", &self.workers.len())
            .field("reuse", &self.reuse)
            .finish_non_exhaustive()
    }
}

impl<G: Hidden, A, P, R, B> Searcher<G, A, P, R, B> {
    /// A search by `algorithm` with the default rules, on one thread and without reuse.
    pub fn with(algorithm: A, setup: Setup<P, R, B>) -> Self {
        Searcher {
            algorithm,
            rules: TreeRules::default(),
            setup,
            workers: vec![],
            reuse: false,
            helpers: vec![],
            followed: None,
            paused: Paused::default(),
        }
    }
}

/// The decision that simulations are for, and where they begin.
pub(super) struct Question<'a, G: Hidden> {
    pub(super) root: &'a G,
    pub(super) who: Player,
    /// The view whose states are sampled; without it all simulations begin at the root.
    view: Option<&'a G::View>,
}

impl<G: Hidden> Clone for Question<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<G: Hidden> Copy for Question<'_, G> {}

impl<G: Hidden> Question<'_, G> {
    /// The initial state of a simulation.
    #[inline]
    pub(super) fn sample<A, B>(&self, algorithm: &A, belief: &mut B, rng: &mut Rng) -> G
    where
        A: Algorithm<G>,
        B: Belief<G>,
    {
        if let Some(state) = algorithm.initial_state() {
            return state;
        }
        match self.view {
            Some(view) => belief.sample(view, self.who, rng),
            None => self.root.clone(),
        }
    }
}

impl<G, A, P, R, B> Searcher<G, A, P, R, B>
where
    G: Chance + Hidden + Simultaneous,
    A: Algorithm<G>,
    P: Playout<G>,
    R: Reward<G>,
    B: Belief<G>,
{
    /// Runs simulations until the clock ends them, on this thread or with workers, and decides.
    /// `begun` is the deadline if the decision begins now, so that workers are not prepared yet.
    fn search(
        &mut self,
        question: Question<'_, G>,
        begun: Option<Deadline>,
        mut clock: Clock,
        rng: &mut Rng,
    ) -> Decision<G::Action> {
        if self.prepare_helpers() {
            let Searcher { algorithm, setup, workers, helpers, .. } = self;
            let depth = if algorithm.exchanges_root_only() { Depth::Root } else { Depth::Visits };
            let others = workers.iter_mut().zip(helpers).map(|(setup, algorithm)| {
                let begun = begun.clone();
                Worker { algorithm, setup, question, begun }
            });
            let first = Worker { algorithm, setup, question, begun: None };
            tree::grow(first, others, depth, &mut clock, rng);
        } else {
            run(&mut self.algorithm, &mut self.setup, question, &mut clock, rng);
        }
        if let Some(view) = question.view {
            self.paused.end(view, question.who, &clock, rng);
        }
        let Question { root, who, .. } = question;
        let actions = legal_actions(root, who);
        let tallies = self.algorithm.tallies(root, who, &actions, self.setup.reward.range());
        let answer = Answer::new(tallies, &clock, self.stats());
        let choice = self.algorithm.choice().unwrap_or(self.setup.choice);
        Decision::new(&actions, &answer, choice, root.turn(), rng)
    }

    /// Size of the trees of all threads.
    fn stats(&self) -> TreeStats {
        if self.helpers.is_empty() {
            return self.algorithm.stats();
        }
        Sum::of_stats(std::iter::once(&self.algorithm).chain(&self.helpers).map(A::stats))
    }

    fn start(&mut self, question: Question<'_, G>, keep: Option<NodeId>, rng: &mut Rng) {
        let Searcher { algorithm, rules, setup, reuse, .. } = self;
        let (Question { root, who, view }, range) = (question, setup.reward.range());
        let start = Start { root, view, who, rules, range, reuse: *reuse, keep };
        algorithm.start(&start, rng);
    }

    /// Empties the trees of the workers; returns whether there are any.
    fn prepare_helpers(&mut self) -> bool {
        let Searcher { algorithm, workers, helpers, .. } = self;
        let mut old = std::mem::take(helpers).into_iter();
        helpers.extend((0..workers.len()).map_while(|_| algorithm.helper(old.next())));
        !helpers.is_empty()
    }

    /// Decides in a known state, with empty trees.
    pub(super) fn search_state(
        &mut self,
        root: &G,
        who: Player,
        rng: &mut Rng,
    ) -> Decision<G::Action> {
        let clock = self.setup.start(root, who);
        let begun = clock.deadline();
        let question = Question { root, who, view: None };
        self.start(question, None, rng);
        self.search(question, Some(begun), clock, rng)
    }

    /// Grows a new tree from a known state until the clock ends it, on this thread.
    pub(super) fn run_on_state(
        &mut self,
        root: &G,
        who: Player,
        clock: &mut Clock,
        rng: &mut Rng,
    ) -> TreeStats {
        let question = Question { root, who, view: None };
        self.start(question, None, rng);
        run(&mut self.algorithm, &mut self.setup, question, clock, rng);
        self.algorithm.stats()
    }
}

/// Runs simulations until the clock ends them or the result is proven; returns whether it is
/// proven.
#[inline(never)]
fn run<G, A, P, R, B>(
    algorithm: &mut A,
    setup: &mut Setup<P, R, B>,
    question: Question<'_, G>,
    clock: &mut Clock,
    rng: &mut Rng,
) -> bool
where
    G: Chance + Hidden + Simultaneous,
    A: Algorithm<G>,
    P: Playout<G>,
    R: Reward<G>,
    B: Belief<G>,
{
    if setup.playout.batch() > 1 && algorithm.can_wait() {
        batches::run(algorithm, setup, question, clock, rng);
        return algorithm.is_proven();
    }
    while goes_on(algorithm, clock) {
        let mut state = question.sample(algorithm, &mut setup.belief, rng);
        algorithm.descend(&mut state, &mut setup.playout, rng);
        let (moves, length) = algorithm.path();
        let rewards = finish(&mut state, setup, moves, length, rng);
        algorithm.back_up(&rewards, setup.reward.range());
        if clock.is_due() {
            report(algorithm, setup, question, clock);
        }
    }
    algorithm.is_proven()
}

/// Whether another simulation begins; also records whether trees may still grow.
#[inline]
pub(super) fn goes_on<G: Hidden, A: Algorithm<G>>(algorithm: &mut A, clock: &mut Clock) -> bool {
    if algorithm.is_proven() {
        return false;
    }
    let goes_on = clock.tick(|| algorithm.bytes(), || algorithm.is_at_its_end());
    algorithm.set_full(clock.is_full());
    goes_on
}

/// Reports root statistics to the progress listener.
#[cold]
#[inline(never)]
pub(super) fn report<G, A, P, R, B>(
    algorithm: &mut A,
    setup: &Setup<P, R, B>,
    Question { root, who, .. }: Question<'_, G>,
    clock: &Clock,
) where
    G: Hidden + Simultaneous,
    A: Algorithm<G>,
    R: Reward<G>,
{
    let actions = legal_actions(root, who);
    setup.tell(clock, algorithm.tallies(root, who, &actions, setup.reward.range()));
}

/// An algorithm on one of several threads.
struct Worker<'a, G: Hidden, A, P, R, B> {
    algorithm: &'a mut A,
    setup: &'a mut Setup<P, R, B>,
    question: Question<'a, G>,
    /// Deadline of the decision, if the setup has not been prepared for it yet.
    begun: Option<Deadline>,
}

impl<G, A, P, R, B> TreeWorker for Worker<'_, G, A, P, R, B>
where
    G: Chance + Hidden + Simultaneous,
    A: Algorithm<G>,
    P: Playout<G>,
    R: Reward<G>,
    B: Belief<G>,
{
    type Label = A::Label;

    fn begin(&mut self, rng: &mut Rng) {
        let Question { root, who, view } = self.question;
        if let Some(deadline) = self.begun.take() {
            self.setup.begin(root, who, &deadline);
            if let Some(view) = view {
                self.setup.belief.begin(view, who, &deadline, rng);
            }
        }
    }

    fn batch(&self) -> u64 {
        self.setup.playout.batch() as u64
    }

    fn grow(&mut self, clock: &mut Clock, rng: &mut Rng) -> bool {
        run(self.algorithm, self.setup, self.question, clock, rng)
    }

    fn trees(&mut self) -> Vec<&mut Tree<Self::Label>> {
        self.algorithm.trees()
    }
}

impl<G, A, P, R, B> Search<G> for Searcher<G, A, P, R, B>
where
    G: Chance + Hidden + Simultaneous,
    A: FromView<G>,
    P: Playout<G>,
    R: Reward<G>,
    B: Belief<G>,
{
    fn decide(&mut self, view: &G::View, who: Player, rng: &mut Rng) -> Decision<G::Action> {
        let (root, clock) = self
            .setup
            .start_drawing::<G>(who, A::HAS_TREE, || G::determinize(view, &mut rng.clone()));
        self.setup.belief.begin(view, who, &clock.deadline(), rng);
        let kept = self.followed.take().filter(|(_, known)| self.reuse && known == view);
        let question = Question { root: &root, who, view: Some(view) };
        self.start(question, kept.map(|(node, _)| node), rng);
        self.followed = self.reuse.then(|| (ROOT, view.clone()));
        let begun = clock.deadline();
        self.search(question, Some(begun), clock, rng)
    }

    fn go_on(
        &mut self,
        view: &G::View,
        who: Player,
        more: &Budget,
        rng: &mut Rng,
    ) -> Option<Decision<G::Action>> {
        let clock = self.paused.go_on((view, who), more, &self.setup.stop, rng)?;
        let clock = self.setup.go_on(clock);
        self.workers.iter_mut().for_each(|worker| worker.playout.set_deadline(&clock.deadline()));
        let root = G::determinize(view, &mut rng.clone());
        Some(self.search(Question { root: &root, who, view: Some(view) }, None, clock, rng))
    }

    fn ponder(&mut self, view: &G::View, who: Player, stop: &Stop, rng: &mut Rng) {
        let Some((node, _)) = self.followed.take().filter(|(_, known)| known == view) else {
            return;
        };
        let root = G::determinize(view, &mut rng.clone());
        if root.turn() == Turn::Over {
            return;
        }
        self.paused = Paused::default();
        let mut clock = self.setup.ponder(&root, who, stop);
        self.setup.belief.begin(view, who, &clock.deadline(), rng);
        let question = Question { root: &root, who, view: Some(view) };
        self.start(question, Some(node), rng);
        self.followed = Some((ROOT, view.clone()));
        run(&mut self.algorithm, &mut self.setup, question, &mut clock, rng);
    }

    fn new_game(&mut self) {
        self.algorithm.new_game();
        (self.followed, self.paused) = (None, Paused::default());
        self.setup.new_game();
        self.workers.iter_mut().for_each(Setup::new_game);
    }

    fn wants_observations(&self) -> bool {
        self.reuse
            || self.algorithm.wants_observations()
            || Belief::<G>::wants_observations(&self.setup.belief)
    }

    fn observe(&mut self, who: Player, seen: &Observation<G>)
    where
        G: Observe,
    {
        self.setup.belief.observe(who, seen);
        self.workers.iter_mut().for_each(|worker| worker.belief.observe(who, seen));
        self.algorithm.observe(who, seen);
        self.paused = Paused::default();
        let here = self.followed.take();
        self.followed = here.and_then(|(node, view)| {
            Some((self.algorithm.follow(node, &view, who, seen)?, seen.view.clone()))
        });
    }

    fn outline(&self, view: &G::View, extent: &Extent, name: &Name<'_, G>) -> Option<Outline> {
        self.algorithm.outline(&G::determinize(view, &mut Rng::new(0)), extent, name)
    }

    fn notes(&self) -> Vec<Note> {
        let mut notes = self.setup.notes();
        notes.extend(self.algorithm.notes());
        notes
    }
}
