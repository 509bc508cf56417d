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

use super::algorithm::{
    Algorithm, FromView, Known, Question, Sampled, Source, Start, goes_on, report,
};
use super::batches;
use super::decision::Answer;
use super::parallel::sum::Sum;
use super::parallel::tree::{self, TreeWorker};
use super::paused::Paused;
use super::setup::finish;
use super::{Decision, Name, Note, Search, Setup, TreeRules, legal_actions};
use crate::belief::{Belief, Uniformly};
use crate::budget::{Clock, Deadline};
use crate::game::{Chance, Hidden, Observation, Observe, Simultaneous};
use crate::playout::{Playout, Rollout};
use crate::reward::{Reward, WinLoss};
use crate::tree::{Depth, Extent, NodeId, Outline, ROOT, Tree, TreeStats};
use crate::{Budget, Player, Rng, Stop, Turn};
use std::fmt::{Debug, Formatter};

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
    fn search<S: Source<G>>(
        &mut self,
        question: Question<'_, G, S>,
        begun: Option<Deadline>,
        mut clock: Clock,
        rng: &mut Rng,
    ) -> Decision<G::Action> {
        if self.prepare_helpers() {
            let Searcher { algorithm, setup, workers, helpers, .. } = self;
            let depth = if algorithm.exchanges_root_only() { Depth::Root } else { Depth::Visits };
            let others = workers.iter_mut().zip(helpers).map(|(setup, algorithm)| {
                let begun = begun.clone();
                SearchWorker { algorithm, setup, question, begun }
            });
            let first = SearchWorker { algorithm, setup, question, begun: None };
            tree::grow(first, others, depth, &mut clock, rng);
        } else {
            run(&mut self.algorithm, &mut self.setup, question, &mut clock, rng);
        }
        if let Some(view) = question.source.view() {
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

    fn start<S: Source<G>>(
        &mut self,
        question: Question<'_, G, S>,
        keep: Option<NodeId>,
        rng: &mut Rng,
    ) {
        let Searcher { algorithm, rules, setup, reuse, .. } = self;
        let (Question { root, who, source }, range) = (question, setup.reward.range());
        let view = source.view();
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
        let question = Question { root, who, source: Known(root) };
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
        let question = Question { root, who, source: Known(root) };
        self.start(question, None, rng);
        run(&mut self.algorithm, &mut self.setup, question, clock, rng);
        self.algorithm.stats()
    }
}

/// Runs simulations until the clock ends them or the result is proven; returns whether it is
/// proven.
#[inline(never)]
fn run<G, A, P, R, B, S>(
    algorithm: &mut A,
    setup: &mut Setup<P, R, B>,
    question: Question<'_, G, S>,
    clock: &mut Clock,
    rng: &mut Rng,
) -> bool
where
    G: Chance + Hidden + Simultaneous,
    A: Algorithm<G>,
    P: Playout<G>,
    R: Reward<G>,
    B: Belief<G>,
    S: Source<G>,
{
    if setup.playout.batch() > 1 && algorithm.can_wait() {
        batches::run(algorithm, setup, question, clock, rng);
        return algorithm.is_proven();
    }
    // This loop is compiled once for each pair of game and algorithm. Everything in it is inlined,
    // so that a playout keeps the state in registers. Rules that differ at run time, such as PUCT,
    // branch within `descend`, because a second loop would cost the first its inlined playouts.
    while goes_on(algorithm, clock) {
        let mut state = question.sample(algorithm, &mut setup.belief, rng);
        algorithm.descend(&mut state, &mut setup.playout, rng);
        let (moves, length) = algorithm.path();
        let rewards = finish(&mut state, setup, moves, length, rng);
        // The constant removes the virtual call for algorithms that need no moves.
        let played = if A::USES_PLAYOUT_MOVES { setup.playout.moves() } else { &[] };
        algorithm.back_up(played, &rewards, setup.reward.range());
        if clock.is_due() {
            report(algorithm, setup, question, clock);
        }
    }
    algorithm.is_proven()
}

/// An algorithm on one of several threads.
struct SearchWorker<'a, G, A, P, R, B, S> {
    algorithm: &'a mut A,
    setup: &'a mut Setup<P, R, B>,
    question: Question<'a, G, S>,
    /// Deadline of the decision, if the setup has not been prepared for it yet.
    begun: Option<Deadline>,
}

impl<G, A, P, R, B, S> TreeWorker for SearchWorker<'_, G, A, P, R, B, S>
where
    G: Chance + Hidden + Simultaneous,
    A: Algorithm<G>,
    P: Playout<G>,
    R: Reward<G>,
    B: Belief<G>,
    S: Source<G>,
{
    type Label = A::Label;

    fn begin(&mut self, rng: &mut Rng) {
        let Question { root, who, source } = self.question;
        if let Some(deadline) = self.begun.take() {
            self.setup.begin(root, who, &deadline);
            if let Some(view) = source.view() {
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
        // The root only answers questions about the view. A copy of the generator keeps the
        // simulations independent of how many numbers are drawn for it.
        let (root, clock) = self
            .setup
            .start_drawing::<G>(who, A::HAS_TREE, || G::determinize(view, &mut rng.clone()));
        self.setup.belief.begin(view, who, &clock.deadline(), rng);
        let kept = self.followed.take().filter(|(_, known)| self.reuse && known == view);
        let question = Question { root: &root, who, source: Sampled(view, who) };
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
        Some(self.search(
            Question { root: &root, who, source: Sampled(view, who) },
            None,
            clock,
            rng,
        ))
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
        let question = Question { root: &root, who, source: Sampled(view, who) };
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

    fn reports_progress(&self) -> bool {
        self.setup.watch.is_set()
    }

    fn notes(&self) -> Vec<Note> {
        let mut notes = self.setup.notes();
        notes.extend(self.algorithm.notes());
        notes
    }
}
