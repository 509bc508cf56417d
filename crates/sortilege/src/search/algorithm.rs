//! What an algorithm provides to the [driver](super::driver): selection, expansion and backup.

use super::decision::Tally;
use super::{FinalChoice, Name, Note, Setup, TreeRules, legal_actions};
use crate::belief::Belief;
use crate::budget::Clock;
use crate::game::{Hidden, Observation, Observe, Simultaneous, Values};
use crate::playout::Playout;
use crate::reward::Reward;
use crate::tree::{Extent, NodeId, Outline, Tree, TreeStats};
use crate::{Player, Rng, Turn};
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

/// What a search does in a simulation, and what it has learnt. The [`Searcher`](super::Searcher)
/// runs it.
pub trait Algorithm<G: Hidden>: Send {
    /// Labels of the edges of its trees.
    type Label: Copy + Eq + Hash + Send;
    /// The path to a leaf that waits for its evaluation.
    type Pending;

    /// Whether it grows a tree, whose visit counters end at [`MOST_ITERATIONS`](crate::Budget::MOST_ITERATIONS).
    const HAS_TREE: bool = true;

    /// Whether it needs the moves of playouts.
    const USES_PLAYOUT_MOVES: bool = false;

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
    /// `played` are the moves of the playout, if [`Algorithm::USES_PLAYOUT_MOVES`].
    fn back_up(&mut self, played: &[(Player, G::Action)], rewards: &Values, range: (f64, f64));

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

/// Where simulations begin. It is a type, so that a search of known states contains no code that
/// samples states.
pub(super) trait Source<G: Hidden>: Copy + Send {
    /// The view whose states are sampled, if the state is not known.
    fn view(&self) -> Option<&G::View>;

    /// The initial state of a simulation.
    fn sample<B: Belief<G>>(&self, belief: &mut B, rng: &mut Rng) -> G;
}

/// Simulations begin in states that a belief samples.
pub(super) struct Sampled<'a, G: Hidden>(pub(super) &'a G::View, pub(super) Player);

/// All simulations begin in the same state.
pub(super) struct Known<'a, G>(pub(super) &'a G);

// Derived implementations would require games that implement `Copy`.
impl<G: Hidden> Clone for Sampled<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<G: Hidden> Copy for Sampled<'_, G> {}
impl<G> Clone for Known<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<G> Copy for Known<'_, G> {}

impl<G: Hidden> Source<G> for Sampled<'_, G> {
    fn view(&self) -> Option<&G::View> {
        Some(self.0)
    }
    #[inline]
    fn sample<B: Belief<G>>(&self, belief: &mut B, rng: &mut Rng) -> G {
        belief.sample(self.0, self.1, rng)
    }
}

impl<G: Hidden> Source<G> for Known<'_, G> {
    fn view(&self) -> Option<&G::View> {
        None
    }
    #[inline]
    fn sample<B: Belief<G>>(&self, _: &mut B, _: &mut Rng) -> G {
        self.0.clone()
    }
}

/// The decision that simulations are for, and where they begin.
pub(super) struct Question<'a, G, S> {
    pub(super) root: &'a G,
    pub(super) who: Player,
    pub(super) source: S,
}

impl<G, S: Copy> Clone for Question<'_, G, S> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<G, S: Copy> Copy for Question<'_, G, S> {}

impl<G: Hidden, S: Source<G>> Question<'_, G, S> {
    /// The initial state of a simulation.
    #[inline]
    pub(super) fn sample<A, B>(&self, algorithm: &A, belief: &mut B, rng: &mut Rng) -> G
    where
        A: Algorithm<G>,
        B: Belief<G>,
    {
        algorithm.initial_state().unwrap_or_else(|| self.source.sample(belief, rng))
    }
}

/// Whether another simulation begins; also records whether trees may still grow.
#[inline]
pub(super) fn goes_on<G: Hidden, A: Algorithm<G>>(algorithm: &mut A, clock: &mut Clock) -> bool {
    if algorithm.is_proven() {
        return false;
    }
    let goes_on = clock.tick(|| algorithm.bytes(), || algorithm.is_at_its_end());
    // Trees may also grow again: a continued decision can have a larger budget of memory.
    algorithm.set_full(clock.is_full());
    goes_on
}

/// Reports root statistics to the progress listener.
#[cold]
#[inline(never)]
pub(super) fn report<G, A, P, R, B, S>(
    algorithm: &mut A,
    setup: &Setup<P, R, B>,
    Question { root, who, .. }: Question<'_, G, S>,
    clock: &Clock,
) where
    G: Hidden + Simultaneous,
    A: Algorithm<G>,
    R: Reward<G>,
{
    let actions = legal_actions(root, who);
    setup.report(clock, algorithm.tallies(root, who, &actions, setup.reward.range()));
}
