//! UCT: Monte Carlo tree search with UCB1 (Kocsis & Szepesvári 2006; IS §III-A, SM §2.2, QR §2), for games
//! of perfect information with any number of players, chance, and choices made at once.

use super::decision::{Answer, Tally};
use super::parallel::tree::{self, Owner, Procedure};
use super::paused::Paused;
use super::tree_search::batches;
use super::tree_search::descent::{ChanceRule, Constant, Descent};
use super::tree_search::naming::name_known;
use super::tree_search::observation::ByAction;
use super::tree_search::stored_states::StoredStates;
use super::{Decision, Name, Note, Search, Select, Setup, TreeRules, legal_actions};
use crate::budget::Clock;
use crate::game::{
    Chance, Deterministic, Label, Observation, Observe, Outcomes, PerfectInfo, Sequential, Simultaneous,
};
use crate::playout::{Playout, Rollout};
use crate::reward::{Reward, WinLoss};
use crate::tree::{Extent, NodeId, Outline, ROOT, Tree, TreeStats};
use crate::{Budget, Game, Player, Rng, Stop, Turn};
use std::any::Any;

/// UCT on a state that is known.
pub struct Uct<G: Game, P = Rollout<G>, R = WinLoss> {
    /// How the tree is descended and grown.
    pub rules: TreeRules,
    /// Budget, playout, reward, final choice.
    pub setup: Setup<P, R>,
    /// More threads that grow the same tree, each with the playout and the reward of a setup of its own; the other
    /// parts of these are not used. With any, the answer depends on the machine. Searches that add up several trees
    /// have no use for them; see [`RootParallel`](super::RootParallel).
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
    /// Whether a decision begins with what the last one has left of the tree, if it was [told](Search::observe) of
    /// all moves since, and these were made one at a time. Budgets count what is new, visits of candidates all. Rewards
    /// that fade, or depend on the length of a game, were earned in view of the older root. Not for fixed chance, nor
    /// for searches with open cards or several trees.
    pub reuse: bool,
    chance: ChanceRule<G>,
    solves: bool,
    /// Where the game has come to in a tree that may be reused.
    followed: Option<(NodeId, G)>,
    /// Where the last decision has ended, and whether with a proof.
    paused: Paused<G>,
    proven: bool,
    descent: Descent<G, ByAction>,
    /// The states of a tree in which chance is fixed.
    stored: StoredStates<G>,
}

impl<G: Chance + Simultaneous, P, R> Uct<G, P, R> {
    /// UCT with c = 0.7, one child an expansion, sampled chance and EXP3.
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
        }
    }

    /// Visits all outcomes of a chance event equally often instead of by probability (IS §III-C2, where they
    /// are equally likely).
    pub fn permuted(self) -> Self
    where
        G: Outcomes,
    {
        Uct { chance: ChanceRule::Permuted(G::outcomes), ..self }
    }

    /// Draws an outcome of chance when it is met first, and keeps to it in the rest of the tree: the lazy
    /// determinization of ED §VI.
    pub fn fixed_chance(self) -> Self {
        Uct { chance: ChanceRule::Fixed, ..self }
    }

    /// Proves wins and losses as it goes: MCTS-Solver. For two players with opposite interests; payoffs
    /// between -1 and 1 are never proven. See [`Candidate::proven`](super::Candidate::proven). Searches that add
    /// up several trees prove nothing.
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
    /// Grows a fresh tree from `state` until `clock` says stop.
    pub(super) fn grow(&mut self, state: &G, clock: &mut Clock, rng: &mut Rng) -> TreeStats {
        self.clear();
        self.grow_on(state, false, clock, rng)
    }

    /// Grows the tree until `clock` says stop; with proofs, until the last of them is that of the root. One loop
    /// for both, because a second one would cost the first its inlined playouts.
    fn grow_on(&mut self, state: &G, proofs: bool, clock: &mut Clock, rng: &mut Rng) -> TreeStats {
        self.prepare(state);
        let plain = !proofs && !matches!(self.chance, ChanceRule::Fixed);
        if plain && self.setup.playout.batch() > 1 {
            batches::grow(&mut self.descent, &mut self.setup, clock, |_, _| state.clone(), rng);
            return self.descent.tree.stats();
        }
        if plain && self.rules.select == Select::Puct {
            return self.grow_by_priors(state, clock, rng);
        }
        let (descent, stored, setup) = (&mut self.descent, &mut self.stored, &mut self.setup);
        let fixed = matches!(self.chance, ChanceRule::Fixed);
        let mut proven = self.proven;
        while !proven && descent.goes_on(clock) {
            let mut leaf = state.clone();
            match (proofs, fixed) {
                (true, _) => descent.descend_to_a_proof(&mut leaf, rng),
                (_, true) => stored.descend(descent, &mut leaf, rng),
                _ => descent.descend(&mut leaf, rng),
            }
            descent.finish(leaf, setup, rng);
            proven = proofs && descent.back_up_proof(state);
            if clock.is_due() {
                descent.tell(state, setup, clock);
            }
        }
        self.proven = proven;
        self.descent.tree.stats()
    }

    /// The same, guided by priors.
    #[inline(never)]
    fn grow_by_priors(&mut self, state: &G, clock: &mut Clock, rng: &mut Rng) -> TreeStats {
        while self.descent.goes_on(clock) {
            let mut leaf = state.clone();
            self.descent.descend_by_priors(&mut leaf, &mut self.setup.playout, rng);
            self.descent.finish_apart(leaf, &mut self.setup, rng);
            if clock.is_due() {
                self.descent.tell(state, &self.setup, clock);
            }
        }
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

    /// What the tree says of each of `actions`, which are those of `who` at its root.
    pub(super) fn tallies(&mut self, root: &G, who: Player, actions: &[G::Action]) -> Vec<Tally> {
        self.descent.tallies(root, who, actions, self.setup.reward.range())
    }

    /// Searches from `state` for `who`.
    pub(super) fn search(&mut self, state: &G, who: Player, rng: &mut Rng) -> Decision<G::Action> {
        let clock = self.setup.start(state, who);
        self.clear();
        self.search_on(state, who, clock, rng)
    }

    /// Searches on in the tree that there is.
    fn search_on(&mut self, state: &G, who: Player, mut clock: Clock, rng: &mut Rng) -> Decision<G::Action> {
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

    fn grow_with_workers(&mut self, state: &G, who: Player, clock: &mut Clock, rng: &mut Rng) -> TreeStats {
        self.prepare(state);
        self.workers.iter_mut().for_each(|worker| worker.begin(state, who, &clock.deadline()));
        let (stored, fixed) = (&mut self.stored, matches!(self.chance, ChanceRule::Fixed));
        let solves = self.solves;
        let mut descend =
            |descent: &mut Descent<G, ByAction>, leaf: &mut G, rng: &mut Rng| match (solves, fixed) {
                (true, _) => descent.descend_to_a_proof(leaf, rng),
                (_, true) => stored.descend(descent, leaf, rng),
                _ => descent.descend_apart(leaf, rng),
            };
        let settle = if solves { Descent::back_up_proof } else { |_: &mut _, _: &G| false };
        let procedure = Procedure { descend: &mut descend, settle };
        let owner = Owner::new(&mut self.descent, clock, procedure, state.clone());
        tree::grow(owner, &mut self.setup, &mut self.workers, |_, _| state.clone(), rng);
        self.descent.tree.stats()
    }
}

impl<G: Chance + Simultaneous + Eq, P, R> Uct<G, P, R> {
    /// Keeps what the last tree knows of `state`, which may be nothing.
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

/// The node that an action leads to in a tree on states that are known, and the state that it stands for.
fn follow<G: Game>(
    tree: &Tree<G::Action>,
    (node, state): (NodeId, G),
    action: G::Action,
) -> Option<(NodeId, G)> {
    // Choices that are made at once are a path of edges, and are not followed.
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

    /// Not where several threads look for proofs: they do not say whether there is one.
    fn go_on(&mut self, view: &G, who: Player, more: &Budget, rng: &mut Rng) -> Option<Decision<G::Action>> {
        if self.solves && !self.workers.is_empty() {
            return None;
        }
        let clock = self.paused.go_on((view, who), more, &self.setup.stop, rng)?;
        let clock = self.setup.go_on(clock);
        Some(self.search_on(view, who, clock, rng))
    }

    fn listens(&self) -> bool {
        self.reuse
    }

    fn observe(&mut self, _: Player, seen: &Observation<G>)
    where
        G: Observe,
    {
        // Nothing is hidden, so what is seen is the action.
        let label: &dyn Any = &seen.label;
        let action = match label.downcast_ref::<Label<G::Action, G::Action>>() {
            Some(&(Label::Own(action) | Label::Seen(action))) => Some(action),
            _ => None,
        };
        let here = self.followed.take().zip(action);
        self.followed = here.and_then(|(here, action)| follow(&self.descent.tree, here, action));
    }

    fn ponder(&mut self, _: &G, who: Player, stop: &Stop, rng: &mut Rng) {
        let Some((node, state)) = self.followed.take().filter(|(_, state)| state.turn() != Turn::Over) else {
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

    /// A tree whose indices end grows no more, and the search goes on in it.
    #[test]
    fn indices_that_end_do_not_end_the_search() {
        let mut uct = Uct::<RandomTree>::new(Setup::new(Budget::iterations(5000)));
        uct.descent.tree = Tree::default().with_indices(200);
        let decision = uct.decide(&RandomTree::new(1, Shape::REGULAR), Player(0), &mut Rng::new(1));
        assert!(uct.tree().is_at_its_end());
        // There is a look after 64 iterations and one after 128; by the next one it has grown too far.
        assert!(decision.tree.nodes < 520, "{} nodes", decision.tree.nodes);
        let visits: u64 = decision.candidates.iter().map(|one| one.visits).sum();
        assert_eq!((decision.iterations, visits), (5000, 5000));
        assert!(decision.candidates.iter().all(|one| one.visits > 100));
    }
}
