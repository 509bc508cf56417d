//! UCT: Monte Carlo tree search with UCB1 (Kocsis & Szepesvári 2006; IS §III-A, SM §2.2, QR §2),
//! for games of perfect information with any number of players, chance events and simultaneous
//! choices.

use super::decision::{Answer, Tally};
use super::parallel::sum::Sum;
use super::parallel::tree::{self, TreeWorker};
use super::paused::Paused;
use super::tree_search::batches;
use super::tree_search::descent::{ChanceRule, Constant, Descent};
use super::tree_search::naming::name_known;
use super::tree_search::observation::ByAction;
use super::tree_search::stored_states::StoredStates;
use super::{Decision, Name, Note, Search, Select, Setup, TreeRules, legal_actions};
use crate::budget::Clock;
use crate::game::{
    Chance, Deterministic, Label, Observation, Observe, Outcomes, PerfectInfo, Sequential,
    Simultaneous,
};
use crate::playout::{Playout, Rollout};
use crate::reward::{Reward, WinLoss};
use crate::tree::{Depth, Extent, NodeId, Outline, ROOT, Tree, TreeStats};
use crate::{Budget, Game, Player, Rng, Stop, Turn};
use std::any::Any;

/// UCT on a known state.
pub struct Uct<G: Game, P = Rollout<G>, R = WinLoss> {
    /// Selection and expansion rules.
    pub rules: TreeRules,
    /// Budget, playout, reward and final choice.
    pub setup: Setup<P, R>,
    /// Setups of additional threads, of which each uses its own playout and reward; the other parts
    /// are not used. Each thread grows its own tree, and all exchange the counts near the root.
    /// With at least one worker the answer depends on the machine. Searches that add up several
    /// trees do not use workers; see [`RootParallel`](super::RootParallel).
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
    pub workers: Vec<Setup<P, R>>,
    /// Whether a decision starts with the remaining subtree of the last one. This requires that
    /// [`Search::observe`] reported all moves since, and that these were made one at a time.
    /// Budgets count new simulations only, visits of candidates count all. Old rewards that fade,
    /// or depend on the length of a game, refer to the older root. Not supported for fixed chance,
    /// nor for searches with open cards or several trees.
    pub reuse: bool,
    chance: ChanceRule<G>,
    solves: bool,
    /// Current node and state of the game in a tree that may be reused.
    followed: Option<(NodeId, G)>,
    /// Where the last decision ended, and whether with a proof.
    paused: Paused<G>,
    proven: bool,
    descent: Descent<G, ByAction>,
    /// States stored in a tree with fixed chance.
    stored: StoredStates<G>,
    /// Trees and stored states of the workers.
    helpers: Vec<(Descent<G, ByAction>, StoredStates<G>)>,
}

impl<G: Chance + Simultaneous, P, R> Uct<G, P, R> {
    /// UCT with c = 0.7, one child per expansion, sampled chance and EXP3.
    pub fn new(setup: Setup<P, R>) -> Self {
        let rules = TreeRules::default();
        Uct {
            rules,
            setup,
            workers: vec![],
            reuse: false,
            chance: ChanceRule::Sampled,
            solves: false,
            followed: None,
            paused: Paused::default(),
            proven: false,
            descent: Descent::new(ByAction, Constant::Everybody, rules),
            stored: StoredStates::default(),
            helpers: vec![],
        }
    }

    /// Visits all outcomes of a chance event equally often instead of by probability (IS §III-C2,
    /// where outcomes are equally likely).
    pub fn permuted(self) -> Self
    where
        G: Outcomes,
    {
        Uct { chance: ChanceRule::Permuted(G::outcomes), ..self }
    }

    /// Samples an outcome of chance on its first visit and keeps it in the rest of the tree: the
    /// lazy determinization of ED §VI.
    pub fn fixed_chance(self) -> Self {
        Uct { chance: ChanceRule::Fixed, ..self }
    }

    /// MCTS-Solver: proves wins and losses during the search. It supports two players with opposed
    /// interests; payoffs strictly between -1 and 1 are never proven. See
    /// [`Candidate::proven`](super::Candidate::proven). Searches that add up several trees prove
    /// nothing.
    ///
    /// ```
    /// use sortilege::search::Uct;
    /// # fn solver<G: sortilege::game::Deterministic + sortilege::game::Sequential>(uct: Uct<G>) -> Uct<G> {
    /// uct.solving()
    /// # }
    /// ```
    pub fn solving(self) -> Self
    where
        G: Deterministic + Sequential,
    {
        Uct { solves: true, ..self }
    }

    /// Forgets the states of the last tree.
    fn clear_stored(&mut self) {
        self.stored.clear();
        self.descent.beside = 0;
    }

    /// The tree of the last decision.
    pub fn tree(&self) -> &Tree<G::Action> {
        &self.descent.tree
    }
}

impl<G, P, R> Uct<G, P, R>
where
    G: Chance + Simultaneous,
    P: Playout<G>,
    R: Reward<G>,
{
    /// Grows a new tree from `state` until `clock` stops it, on this thread.
    pub(super) fn grow(&mut self, state: &G, clock: &mut Clock, rng: &mut Rng) -> TreeStats {
        self.clear();
        self.grow_on(state, false, clock, rng)
    }

    /// Grows the tree until `clock` stops it or, with proofs, until the root is proven.
    fn grow_on(&mut self, state: &G, proofs: bool, clock: &mut Clock, rng: &mut Rng) -> TreeStats {
        self.prepare(state);
        let Uct { descent, stored, setup, proven, .. } = self;
        *proven = UctWorker { descent, stored, setup, root: state, proofs, proven: *proven }
            .grow(clock, rng);
        self.descent.tree.stats()
    }

    fn clear(&mut self) {
        (self.followed, self.proven) = (None, false);
        self.descent.tree.clear();
        self.clear_stored();
    }

    fn prepare(&mut self, root: &G) {
        self.descent.selection.survey(root);
        self.descent.selection.set_rules(&self.rules);
        self.descent.chance = self.chance;
    }

    /// Statistics of the `actions` of `who` at the root.
    pub(super) fn tallies(&mut self, root: &G, who: Player, actions: &[G::Action]) -> Vec<Tally> {
        self.descent.tallies(root, who, actions, self.setup.reward.range())
    }

    /// Searches from `state` for `who`.
    pub(super) fn search(&mut self, state: &G, who: Player, rng: &mut Rng) -> Decision<G::Action> {
        let clock = self.setup.start(state, who);
        self.clear();
        self.search_on(state, who, clock, rng)
    }

    /// Continues the search in the present tree.
    fn search_on(
        &mut self,
        state: &G,
        who: Player,
        mut clock: Clock,
        rng: &mut Rng,
    ) -> Decision<G::Action> {
        assert!(!self.solves || state.players() == 2, "a solver is for two players");
        let stats = match self.workers.is_empty() {
            true => self.grow_on(state, self.solves, &mut clock, rng),
            false => self.grow_with_workers(state, who, &mut clock, rng),
        };
        self.paused.end(state, who, &clock, rng);
        let actions = legal_actions(state, who);
        let answer = Answer::new(self.tallies(state, who, &actions), &clock, stats);
        Decision::new(&actions, &answer, self.setup.choice, state.turn(), rng)
    }

    /// Grows the tree together with the workers.
    fn grow_with_workers(
        &mut self,
        state: &G,
        who: Player,
        clock: &mut Clock,
        rng: &mut Rng,
    ) -> TreeStats {
        self.prepare(state);
        self.workers.iter_mut().for_each(|worker| worker.begin(state, who, &clock.deadline()));
        let Uct { descent, stored, setup, workers, helpers, chance, proven, .. } = self;
        helpers.resize_with(workers.len(), || {
            (Descent::new(ByAction, Constant::Everybody, self.rules), StoredStates::default())
        });
        for (helper, stored) in helpers.iter_mut() {
            helper.imitate(descent);
            stored.clear();
        }
        // With fixed chance, each tree has different outcomes, so only the counts of the root are
        // shared.
        let depth = if matches!(chance, ChanceRule::Fixed) { Depth::Root } else { Depth::Visits };
        let (root, proofs) = (state, self.solves);
        let others = workers.iter_mut().zip(helpers).map(|(setup, (descent, stored))| UctWorker {
            descent,
            stored,
            setup,
            root,
            proofs,
            proven: false,
        });
        let first = UctWorker { descent, stored, setup, root, proofs, proven: *proven };
        *proven = tree::grow(first, others, depth, clock, rng);
        let trees =
            std::iter::once(&self.descent).chain(self.helpers.iter().map(|(descent, _)| descent));
        Sum::of_stats(trees.map(|descent| descent.tree.stats()))
    }
}

/// A tree and what one thread needs to grow it.
struct UctWorker<'a, G: Game, P, R> {
    descent: &'a mut Descent<G, ByAction>,
    stored: &'a mut StoredStates<G>,
    setup: &'a mut Setup<P, R>,
    root: &'a G,
    /// Whether wins and losses are proven, and whether the root is.
    proofs: bool,
    proven: bool,
}

impl<G, P, R> TreeWorker for UctWorker<'_, G, P, R>
where
    G: Chance + Simultaneous,
    P: Playout<G>,
    R: Reward<G>,
{
    type Label = G::Action;

    fn batch(&self) -> u64 {
        self.setup.playout.batch() as u64
    }

    /// Uses one loop both with and without proofs, because a second loop would cost the first one
    /// its inlined playouts.
    fn grow(&mut self, clock: &mut Clock, rng: &mut Rng) -> bool {
        let (descent, stored, setup) = (&mut *self.descent, &mut *self.stored, &mut *self.setup);
        let (root, proofs, fixed) =
            (self.root, self.proofs, matches!(descent.chance, ChanceRule::Fixed));
        let plain = !proofs && !fixed;
        if plain && setup.playout.batch() > 1 {
            batches::grow(descent, setup, clock, |_, _| root.clone(), rng);
            return false;
        }
        if plain && descent.selection.rules.select == Select::Puct {
            grow_by_priors(descent, setup, root, clock, rng);
            return false;
        }
        let mut proven = self.proven;
        while !proven && descent.goes_on(clock) {
            let mut leaf = root.clone();
            match (proofs, fixed) {
                (true, _) => descent.descend_to_a_proof(&mut leaf, rng),
                (_, true) => stored.descend(descent, &mut leaf, rng),
                _ => descent.descend(&mut leaf, rng),
            }
            descent.finish(leaf, setup, rng);
            proven = proofs && descent.back_up_proof(root);
            if clock.is_due() {
                descent.tell(root, setup, clock);
            }
        }
        self.proven = proven;
        proven
    }

    fn trees(&mut self) -> impl Iterator<Item = &mut Tree<G::Action>> {
        std::iter::once(&mut self.descent.tree)
    }
}

/// The loop of PUCT, guided by priors.
#[inline(never)]
fn grow_by_priors<G, P, R>(
    descent: &mut Descent<G, ByAction>,
    setup: &mut Setup<P, R>,
    root: &G,
    clock: &mut Clock,
    rng: &mut Rng,
) where
    G: Chance + Simultaneous,
    P: Playout<G>,
    R: Reward<G>,
{
    while descent.goes_on(clock) {
        let mut leaf = root.clone();
        descent.descend_by_priors(&mut leaf, &mut setup.playout, rng);
        descent.finish_apart(leaf, setup, rng);
        if clock.is_due() {
            descent.tell(root, setup, clock);
        }
    }
}

impl<G: Chance + Simultaneous + Eq, P, R> Uct<G, P, R> {
    /// Keeps the subtree of `state`, which may be empty.
    fn recollect(&mut self, state: &G) {
        match self.followed.take().filter(|(_, here)| self.reuse && here == state) {
            Some((node, _)) => self.descent.tree.keep(node),
            None => self.descent.tree.clear(),
        }
        self.clear_stored();
        self.proven = false;
        let reusable = self.reuse && !matches!(self.chance, ChanceRule::Fixed);
        self.followed = reusable.then(|| (ROOT, state.clone()));
    }
}

/// The node that an action leads to in a tree over known states, and its state.
fn follow<G: Game>(
    tree: &Tree<G::Action>,
    (node, state): (NodeId, G),
    action: G::Action,
) -> Option<(NodeId, G)> {
    // Simultaneous choices form a path of edges and are not followed.
    let place = tree.find(node, action).filter(|_| state.turn() != Turn::Together)?;
    let child = tree.child_of(&tree.edges(node)[place])?;
    Some((child, state.after(action)))
}

impl<G, P, R> Search<G> for Uct<G, P, R>
where
    G: Chance + PerfectInfo + Simultaneous,
    P: Playout<G>,
    R: Reward<G>,
{
    fn decide(&mut self, view: &G, who: Player, rng: &mut Rng) -> Decision<G::Action> {
        let clock = self.setup.start(view, who);
        self.recollect(view);
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

    fn wants_observations(&self) -> bool {
        self.reuse
    }

    fn observe(&mut self, _: Player, seen: &Observation<G>)
    where
        G: Observe,
    {
        // Nothing is hidden, so the observation is the action.
        let label: &dyn Any = &seen.label;
        let action = match label.downcast_ref::<Label<G::Action, G::Action>>() {
            Some(&(Label::Own(action) | Label::Seen(action))) => Some(action),
            _ => None,
        };
        let here = self.followed.take().zip(action);
        self.followed = here.and_then(|(here, action)| follow(&self.descent.tree, here, action));
    }

    fn ponder(&mut self, _: &G, who: Player, stop: &Stop, rng: &mut Rng) {
        let Some((node, state)) =
            self.followed.take().filter(|(_, state)| state.turn() != Turn::Over)
        else {
            return;
        };
        self.paused = Paused::default();
        self.proven = false;
        self.descent.tree.keep(node);
        let mut clock = self.setup.ponder(&state, who, stop);
        self.grow_on(&state, false, &mut clock, rng);
        self.followed = Some((ROOT, state));
    }

    fn new_game(&mut self) {
        (self.followed, self.paused) = (None, Paused::default());
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Budget;
    use crate::testing::random_tree::{RandomTree, Shape};

    /// A tree that has exhausted its indices stops growing, and the search continues in it.
    #[test]
    fn indices_that_end_do_not_end_the_search() {
        let mut uct = Uct::<RandomTree>::new(Setup::new(Budget::iterations(5000)));
        uct.descent.tree = Tree::default().with_indices(200);
        let decision = uct.decide(&RandomTree::new(1, Shape::REGULAR), Player(0), &mut Rng::new(1));
        assert!(uct.tree().is_at_its_end());
        // Checks come after 64 and after 128 iterations; at the next one the tree has grown too
        // large.
        assert!(decision.tree.nodes < 520, "{} nodes", decision.tree.nodes);
        let visits: u64 = decision.candidates.iter().map(|one| one.visits).sum();
        assert_eq!((decision.iterations, visits), (5000, 5000));
        assert!(decision.candidates.iter().all(|one| one.visits > 100));
    }
}
