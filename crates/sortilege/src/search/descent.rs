//! One simulation of a search on a single tree: down by selection, one new node, a playout, and up again
//! with the rewards. UCT, DPW and the single-observer information set searches differ only in the state
//! that they send down, in what their edges stand for, and in whose arms are the same at every visit.
//!
//! Chance is part of the tree but never ends a descent: a new outcome is followed to the next decision.

use super::recall::Recall;
use super::selection::{Chosen, Eyes, Select, Selection, Spot, Together, Widening};
use super::tree_parallel::{self, Owner, Way};
use super::{Candidate, Decision, Setup, candidates, finish, legal_actions};
use crate::budget::Clock;
use crate::game::{Chance, Hidden, Simultaneous};
use crate::playout::{Playout, Values};
use crate::reward::Reward;
use crate::tree::{NodeId, ROOT, Tree};
use crate::{Game, Player, Rng, Turn};

/// Which children a leaf gets when it is expanded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Expansion {
    /// One: the playout starts at the new child. This is also what Algorithm 1 of QR does: it adds all
    /// children at once, but plays out from one of them that was never visited as long as there is one, which
    /// is picked at random. (Where the state is known, [`Uct`](super::Uct) lists them all at once as well.)
    #[default]
    One,
    /// All: the children are in the tree at once, and a descent that reaches one of them for the first time
    /// expands it in turn, so it goes one step deeper.
    All,
}

/// Lists outcomes with probabilities; known where a game has [`Outcomes`](crate::game::Outcomes).
pub(crate) type ListOutcomes<G> = fn(&G, &mut Vec<(<G as Game>::Action, f64)>);

/// How an outcome of chance is chosen within the tree.
pub(crate) enum ChanceRule<G: Game> {
    /// Drawn by its probability.
    Sampled,
    /// Drawn by its probability at the first visit, and the same ever after (ED §VI); later visits are not
    /// counted.
    Fixed,
    /// By UCB1 without rewards: every outcome about equally often, in random order (IS §III-C2).
    Permuted(ListOutcomes<G>),
    /// Drawn by its probability among a set that grows (SM §2.2).
    Widened(ListOutcomes<G>, Widening),
}

// Derived, these would ask for a game that can be copied.
impl<G: Game> Clone for ChanceRule<G> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<G: Game> Copy for ChanceRule<G> {}

/// Whose arms are the same at every visit to a node, so that they need be listed only once.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Constant {
    /// Everybody's: the state is known.
    Everybody,
    /// Only those of the player whose information sets the nodes are.
    Only(Player),
}

impl Constant {
    #[inline]
    fn includes(self, who: Player) -> bool {
        match self {
            Constant::Everybody => true,
            Constant::Only(observer) => observer == who,
        }
    }
}

/// A step of a descent: the arm that was taken, and how it is to be credited.
#[derive(Clone, Copy)]
pub(crate) struct Step {
    pub(crate) node: NodeId,
    pub(crate) place: u32,
    pub(crate) credit: Credit,
}

/// How an arm is credited.
#[derive(Clone, Copy)]
pub(crate) enum Credit {
    /// With a visit: chance, and joint moves.
    Visit,
    /// With the reward of a player.
    Reward(Player),
    /// With the reward of a player, scaled to [0, 1] and divided by the probability of the choice.
    Weighted(Player, f64),
}

impl Credit {
    /// How a choice of `who` is credited by the rule that made it.
    #[inline]
    pub(crate) fn of<A>(who: Player, chosen: &Chosen<A>, select: Select) -> Self {
        match select {
            Select::Ucb1 => Credit::Reward(who),
            _ => Credit::Weighted(who, chosen.probability),
        }
    }

    /// The same where all choose at once.
    pub(crate) fn of_together<A>(who: Player, chosen: &Chosen<A>, together: Together) -> Self {
        match together {
            Together::Ucb1 => Credit::Reward(who),
            _ => Credit::Weighted(who, chosen.probability),
        }
    }
}

/// A tree with all that it takes to grow it.
pub(crate) struct Descent<G: Game, E: Eyes<G>> {
    pub(crate) tree: Tree<E::Label>,
    pub(crate) eyes: E,
    pub(crate) constant: Constant,
    pub(crate) expansion: Expansion,
    pub(crate) chance: ChanceRule<G>,
    pub(crate) selection: Selection<G::Action>,
    pub(super) path: Vec<Step>,
    pub(super) moves: Vec<(Player, G::Action)>,
    /// Moves of players on the path; a choice made at once is one.
    pub(super) length: u32,
    /// Edges on the path, those of chance included.
    pub(super) depth: usize,
    /// The states of a tree in which chance is fixed.
    pub(super) recall: Recall<G>,
    pub(super) joint: Vec<G::Action>,
    outcomes: Vec<(G::Action, f64)>,
}

impl<G: Chance + Simultaneous, E: Eyes<G>> Descent<G, E> {
    pub(crate) fn new(eyes: E, constant: Constant, c: f64, together: Together) -> Self {
        Descent {
            tree: Tree::default(),
            eyes,
            constant,
            expansion: Expansion::One,
            chance: ChanceRule::Sampled,
            selection: Selection::new(c, together),
            path: vec![],
            moves: vec![],
            length: 0,
            depth: 0,
            recall: Recall::default(),
            joint: vec![],
            outcomes: vec![],
        }
    }

    /// One simulation from `state`, which is consumed by it.
    #[inline]
    pub(crate) fn simulate<P: Playout<G>, R: Reward<G>>(
        &mut self,
        mut state: G,
        setup: &mut Setup<P, R>,
        rng: &mut Rng,
    ) {
        self.descend(&mut state, rng);
        self.finish(state, setup, rng);
    }

    /// Plays out from where a descent has come to, and credits its path.
    #[inline]
    pub(super) fn finish<P: Playout<G>, R: Reward<G>>(
        &mut self,
        mut leaf: G,
        setup: &mut Setup<P, R>,
        rng: &mut Rng,
    ) {
        let values = finish(&mut leaf, setup, &self.moves, self.length, rng);
        credit(&mut self.tree, &self.path, &values, setup.reward.range());
    }

    /// Follows the tree to a new node, or to the end of the game.
    #[inline]
    pub(super) fn descend(&mut self, state: &mut G, rng: &mut Rng) {
        self.restart();
        let mut node = ROOT;
        if matches!(self.chance, ChanceRule::Fixed) {
            match self.descend_by_heart(state, rng) {
                Some(end) => node = end,
                None => return,
            }
        }
        loop {
            let turn = state.turn();
            match self.arms_for(turn, node) {
                Some(arms) if !self.selection.full || !self.must_leave(arms, state) => node = arms,
                _ => {
                    self.tree.visit(node);
                    return;
                }
            }
            match turn {
                Turn::Over => {
                    self.tree.visit(node);
                    return;
                }
                Turn::Chance => match self.pass_chance(node, state, rng) {
                    Some(next) => node = next,
                    None => return,
                },
                Turn::Player(who) => {
                    self.length += 1;
                    let unexpanded = self.tree.edges(node).is_empty();
                    let chosen = self.choose(node, state, who, rng);
                    self.tree.visit(node);
                    self.moves.push((who, chosen.action));
                    let credit = Credit::of(who, &chosen, self.selection.select);
                    let is_new = self.step(node, chosen.place, credit);
                    state.apply(chosen.action);
                    if self.ends_here(is_new, unexpanded) {
                        return;
                    }
                    match self.follow(node, chosen.place) {
                        Some(next) => node = next,
                        None => return,
                    }
                }
                Turn::Together => {
                    self.length += 1;
                    let unexpanded = self.tree.edges(node).is_empty();
                    match self.choose_together(node, state, rng) {
                        Some((joint, is_new)) if !self.ends_here(is_new, unexpanded) => node = joint,
                        _ => return,
                    }
                }
            }
        }
    }

    /// Memory held.
    #[inline]
    pub(super) fn bytes(&self) -> usize {
        self.tree.bytes() + self.recall.bytes()
    }

    /// Whether there is one more iteration to be made; notes whether the tree may grow in it.
    #[inline]
    pub(super) fn goes_on(&mut self, clock: &mut Clock) -> bool {
        let goes_on = clock.tick(|| self.bytes(), || self.tree.is_at_its_end());
        self.selection.full = clock.is_full();
        goes_on
    }

    /// The node with the arms for such a turn, which is `node` in most games.
    #[inline]
    fn arms_for(&mut self, turn: Turn, node: NodeId) -> Option<NodeId> {
        let listed = match turn {
            Turn::Player(who) => self.selection.select == Select::Ucb1 && self.constant.includes(who),
            Turn::Chance => matches!(self.chance, ChanceRule::Permuted(_)),
            Turn::Together | Turn::Over => return Some(node),
        };
        self.tree.of_a_kind(node, listed, !self.selection.full)
    }

    /// Whether a tree that may not grow has nothing to choose from in `state`.
    #[cold]
    #[inline(never)]
    pub(super) fn must_leave(&mut self, node: NodeId, state: &G) -> bool {
        if self.tree.edges(node).is_empty() {
            return true;
        }
        let Descent { tree, eyes, selection, .. } = self;
        let mut lacks_arms =
            |tree: &mut Tree<E::Label>, node, who| !selection.has_arm(&Spot { tree, node, eyes, state, who });
        match state.turn() {
            Turn::Player(who) => lacks_arms(tree, node, who),
            Turn::Together => {
                let mut arms = Some(node);
                (0..state.players()).map(Player).any(|who| {
                    let here = arms;
                    arms = here.and_then(|here| tree.next_chooser_of(here));
                    here.is_none_or(|here| lacks_arms(tree, here, who))
                })
            }
            Turn::Chance | Turn::Over => false,
        }
    }

    #[inline]
    pub(super) fn restart(&mut self) {
        self.path.clear();
        self.moves.clear();
        (self.length, self.depth) = (0, 0);
    }

    #[inline]
    pub(super) fn ends_here(&self, is_new: bool, unexpanded: bool) -> bool {
        match self.expansion {
            Expansion::One => is_new,
            Expansion::All => unexpanded,
        }
    }

    #[inline]
    pub(super) fn choose(
        &mut self,
        node: NodeId,
        state: &G,
        who: Player,
        rng: &mut Rng,
    ) -> Chosen<G::Action> {
        let constant = self.constant.includes(who);
        let spot = &mut Spot { tree: &mut self.tree, node, eyes: &self.eyes, state, who };
        self.selection.alone(spot, constant, rng)
    }

    /// Records a step; says whether its arm is taken for the first time.
    #[inline]
    pub(super) fn step(&mut self, node: NodeId, place: usize, credit: Credit) -> bool {
        self.path.push(Step { node, place: place as u32, credit });
        let is_new = self.tree.edges(node)[place].arm.visits == 0;
        self.depth += 1;
        if is_new {
            self.tree.reach(self.depth);
        }
        is_new
    }

    /// The node behind an arm; the same node if the observer did not notice anything, and none if there is none
    /// in a tree that may not grow.
    #[inline]
    pub(super) fn follow(&mut self, node: NodeId, place: usize) -> Option<NodeId> {
        let edge = self.tree.edge_at(node, place);
        if self.eyes.unnoticed(self.tree.edge(edge).label) {
            return Some(node);
        }
        if self.selection.full {
            return self.tree.child_of(self.tree.edge(edge));
        }
        Some(self.tree.child(edge))
    }

    /// The place of a label among the edges of a node, which gets one for it if it may.
    #[inline]
    fn place_of(&mut self, node: NodeId, label: E::Label) -> Option<usize> {
        match self.selection.full {
            true => self.tree.find(node, label),
            false => Some(self.tree.find_or_add(node, label)),
        }
    }

    /// Lets chance happen; gives the node that it leads to, if there is one.
    pub(super) fn pass_chance(&mut self, node: NodeId, state: &mut G, rng: &mut Rng) -> Option<NodeId> {
        let (label, outcome) = match self.chance {
            ChanceRule::Sampled => self.sampled(state, rng),
            ChanceRule::Fixed => match self.tree.edges(node).first() {
                Some(edge) => (edge.label, self.known(edge.label)),
                None => self.sampled(state, rng),
            },
            ChanceRule::Permuted(list) => self.permuted(list, node, state, rng),
            ChanceRule::Widened(list, widening) => self.widened(list, widening, node, state, rng),
        };
        state.apply(outcome);
        if self.eyes.unnoticed(label) {
            return Some(node);
        }
        let place = self.place_of(node, label)?;
        // A node that is made now has not been visited before: so it is made before the visit is counted.
        let next = self.follow(node, place);
        self.tree.visit(node);
        // Nobody is credited for an outcome, so it is counted here and now.
        let is_new = self.tree.edges(node)[place].arm.visits == 0;
        self.tree.credit(node, place, 0.0);
        self.depth += 1;
        if is_new {
            self.tree.reach(self.depth);
        }
        next
    }

    fn sampled(&self, state: &G, rng: &mut Rng) -> (E::Label, G::Action) {
        let outcome = state.sample(rng);
        (self.eyes.label(state, outcome, None), outcome)
    }

    /// The outcome behind a label, in a tree on a state that is known.
    fn known(&self, label: E::Label) -> G::Action {
        self.eyes.action(label).expect("the state is known, and so are its outcomes")
    }

    fn permuted(
        &mut self,
        list: ListOutcomes<G>,
        node: NodeId,
        state: &G,
        rng: &mut Rng,
    ) -> (E::Label, G::Action) {
        if self.tree.edges(node).is_empty() {
            list(state, &mut self.outcomes);
            let labels = self.outcomes.iter().map(|&(outcome, _)| self.eyes.label(state, outcome, None));
            self.tree.open_wide(node, labels);
        }
        let outcomes = self.tree.edges(node).len();
        let place = self.selection.ucb1_among_first(&self.tree, node, outcomes, rng);
        let label = self.tree.edges(node)[place].label;
        (label, self.known(label))
    }

    /// The arm of an outcome keeps its probability as its total, which nothing else uses.
    fn widened(
        &mut self,
        list: ListOutcomes<G>,
        widening: Widening,
        node: NodeId,
        state: &G,
        rng: &mut Rng,
    ) -> (E::Label, G::Action) {
        let drawn = state.sample(rng);
        let label = self.eyes.label(state, drawn, None);
        let edges = self.tree.edges(node);
        if self.tree.find(node, label).is_some() {
            return (label, drawn);
        }
        if !self.selection.full && edges.len() < widening.width(self.tree.visits(node).saturating_add(1)) {
            list(state, &mut self.outcomes);
            let odds = self.outcomes.iter().find(|&&(outcome, _)| outcome == drawn);
            let place = self.tree.find_or_add(node, label);
            self.tree.edges_mut(node)[place].arm.total = odds.expect("what was drawn is listed").1;
            return (label, drawn);
        }
        let mut left = rng.unit() * edges.iter().map(|edge| edge.arm.total).sum::<f64>();
        let kept = edges.iter().find(|edge| {
            left -= edge.arm.total;
            left < 0.0
        });
        let label = kept.or(edges.last()).expect("a full set is not empty").label;
        (label, self.known(label))
    }

    /// Every player chooses from arms at the same node; the pair of choices leads on. The first player's
    /// arms are the node's own edges, the others' hang beside it, and the joint move is a path of edges. Gives the
    /// node at its end, if there is one, and says whether it is new.
    fn choose_together(&mut self, node: NodeId, state: &mut G, rng: &mut Rng) -> Option<(NodeId, bool)> {
        let mut arms = node;
        self.joint.clear();
        let (mut labels, mut first) = ([None; crate::game::MAX_PLAYERS], 0);
        for who in (0..state.players()).map(Player) {
            if who.0 > 0 {
                arms = self.tree.next_chooser(arms);
            }
            let spot = &mut Spot { tree: &mut self.tree, node: arms, eyes: &self.eyes, state, who };
            let chosen = self.selection.together(spot, rng);
            self.tree.visit(arms);
            let credit = Credit::of_together(who, &chosen, self.selection.together);
            labels[who.0] = Some(self.tree.edges(arms)[chosen.place].label);
            first = if who.0 == 0 { chosen.place } else { first };
            self.path.push(Step { node: arms, place: chosen.place as u32, credit });
            self.moves.push((who, chosen.action));
            self.joint.push(chosen.action);
        }
        state.apply_together(&self.joint);
        self.follow_joint(node, first, labels[1..].iter().flatten().copied())
    }

    /// Follows the first player's arm and then edges with the labels of the others' choices.
    fn follow_joint(
        &mut self,
        node: NodeId,
        first: usize,
        others: impl Iterator<Item = E::Label>,
    ) -> Option<(NodeId, bool)> {
        let mut is_new = self.tree.edges(node)[first].arm.visits == 0;
        let mut at = self.follow(node, first)?;
        for label in others {
            let place = self.place_of(at, label)?;
            is_new = self.tree.edges(at)[place].arm.visits == 0;
            self.path.push(Step { node: at, place: place as u32, credit: Credit::Visit });
            at = self.follow(at, place)?;
        }
        self.depth += 1;
        if is_new {
            self.tree.reach(self.depth);
        }
        Some((at, is_new))
    }
}

impl<G: Chance + Simultaneous, E: Eyes<G>> Descent<G, E> {
    /// Searches the information set of `view`: every simulation starts from another state of it.
    pub(crate) fn search_information_set<P: Playout<G>, R: Reward<G>>(
        &mut self,
        view: &G::View,
        who: Player,
        (setup, workers): (&mut Setup<P, R>, &mut [Setup<P, R>]),
        rng: &mut Rng,
    ) -> Decision<G::Action>
    where
        G: Hidden + Send,
        G::Action: Send,
    {
        let root = G::determinize(view, &mut rng.clone());
        let mut clock = setup.start(&root, who);
        self.selection.survey(&root);
        self.tree.clear();
        if workers.is_empty() {
            while self.goes_on(&mut clock) {
                self.simulate(G::determinize(view, rng), setup, rng);
            }
        } else {
            workers.iter_mut().for_each(|worker| worker.begin(&root, who, &clock.deadline()));
            self.grow_with_workers(view, &root, &mut clock, (setup, workers), rng);
        }
        let candidates = self.candidates(&root, who, setup.reward.range());
        Decision::new(candidates, setup.choice, root.turn(), &clock, self.tree.stats(), rng)
    }

    /// Out of line, to leave the loop on one thread as it is.
    #[inline(never)]
    fn grow_with_workers<P: Playout<G>, R: Reward<G>>(
        &mut self,
        view: &G::View,
        root: &G,
        clock: &mut Clock,
        setups: (&mut Setup<P, R>, &mut [Setup<P, R>]),
        rng: &mut Rng,
    ) where
        G: Hidden + Send,
        G::Action: Send,
    {
        let (view, way) = (view.clone(), Way { descend: Descent::descend, settle: |_, _| false });
        let owner = Owner::new(self, clock, way, root.clone());
        tree_parallel::grow(owner, setups, move |rng: &mut Rng| G::determinize(&view, rng), rng);
    }

    /// What the tree says of every action that `who` has at the root, in the game's order.
    pub(crate) fn candidates(
        &mut self,
        root: &G,
        who: Player,
        range: (f64, f64),
    ) -> Vec<Candidate<G::Action>> {
        let together = root.turn() == Turn::Together;
        let arms = if together { (0..who.0).fold(ROOT, |at, _| self.tree.next_chooser(at)) } else { ROOT };
        let weighted = match together {
            true => self.selection.together != Together::Ucb1,
            false => self.selection.select != Select::Ucb1,
        };
        let label = |action| self.eyes.label(root, action, Some(who));
        candidates(&self.tree, arms, legal_actions(root, who), label, range, weighted)
    }
}

/// Credits every arm of a path.
#[inline]
pub(crate) fn credit<L>(tree: &mut Tree<L>, path: &[Step], rewards: &Values, range: (f64, f64))
where
    L: Copy + Eq + std::hash::Hash,
{
    for &Step { node, place, credit } in path {
        let place = place as usize;
        match credit {
            Credit::Visit => tree.credit(node, place, 0.0),
            Credit::Reward(who) => tree.credit(node, place, rewards[who.0]),
            Credit::Weighted(who, probability) => {
                let unit = unit_reward(rewards[who.0], range);
                tree.credit(node, place, unit / probability);
                tree.earn(node, unit);
            }
        }
    }
}

/// A reward on a scale from 0 to 1.
#[inline]
pub(super) fn unit_reward(reward: f64, (least, most): (f64, f64)) -> f64 {
    (reward - least) / (most - least)
}
