//! One simulation of a search on a single tree: selection, one new node, a playout, and the backup.
//! UCT, DPW and the single-observer information set searches differ only in three points: the
//! initial state, the meaning of edge labels, and which players have the same arms at every visit.
//!
//! Chance is part of the tree but never ends a descent: a new outcome is followed to the next
//! decision.

use super::observation::Labels;
use super::selection::{ChoicePoint, Chosen, Selection};
use crate::game::{Chance, Hidden, ListOutcomes, Simultaneous};
use crate::playout::Values;
use crate::search::algorithm::Start;
use crate::search::decision::Tally;
use crate::search::rules::{Expansion, Select, Together, TreeRules, Widening};
use crate::tree::{NodeId, ROOT, Tree};
use crate::{Game, Player, Rng, Turn};

/// Selection rule at chance nodes.
pub enum ChanceRule<G: Game> {
    /// Sampled by probability.
    Sampled,
    /// Sampled by probability at the first visit, and fixed from then on (ED §VI); later visits are
    /// not counted.
    Fixed,
    /// UCB1 without rewards: all outcomes about equally often, in random order (IS §III-C2).
    Permuted(ListOutcomes<G>),
    /// Sampled by probability among a growing set (SM §2.2).
    Widened(ListOutcomes<G>, Widening),
}

// A derived implementation would require games that implement `Copy`.
impl<G: Game> Clone for ChanceRule<G> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<G: Game> Copy for ChanceRule<G> {}

/// Players whose arms are the same at every visit of a node, so that they are listed only once.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Constant {
    /// All players: the state is known.
    Everybody,
    /// Only the player whose information sets the nodes are.
    Only(Player),
}

impl Constant {
    #[inline]
    pub(super) fn includes(self, who: Player) -> bool {
        match self {
            Constant::Everybody => true,
            Constant::Only(observer) => observer == who,
        }
    }
}

/// A step of a descent: the selected arm, and how the backup credits it.
#[derive(Clone, Copy)]
pub struct PathStep {
    pub(crate) node: NodeId,
    pub(crate) place: u32,
    pub(crate) credit: Credit,
}

/// How the backup credits an arm.
#[derive(Clone, Copy)]
pub enum Credit {
    /// A visit only: chance, and joint moves.
    Visit,
    /// The reward of a player.
    Reward(Player),
    /// The importance-weighted reward of a player: scaled to [0, 1] and divided by the probability
    /// of the choice.
    Weighted(Player, f64),
}

impl Credit {
    /// The credit for a choice of `who` by this selection rule.
    #[inline]
    pub(crate) fn of<A>(who: Player, chosen: &Chosen<A>, select: Select) -> Self {
        match select {
            Select::Ucb1 | Select::Puct => Credit::Reward(who),
            _ => Credit::Weighted(who, chosen.probability),
        }
    }

    /// The credit for a simultaneous choice of `who` by this selection rule.
    pub(crate) fn of_together<A>(who: Player, chosen: &Chosen<A>, together: Together) -> Self {
        match together {
            Together::Ucb1 => Credit::Reward(who),
            _ => Credit::Weighted(who, chosen.probability),
        }
    }
}

/// A tree and everything needed to grow it.
pub struct Descent<G: Game, E: Labels<G>> {
    pub(crate) tree: Tree<E::Label>,
    pub(crate) labels: E,
    pub(crate) constant: Constant,
    pub(crate) chance: ChanceRule<G>,
    pub(crate) selection: Selection<G::Action>,
    pub(in crate::search) path: Vec<PathStep>,
    pub(in crate::search) moves: Vec<(Player, G::Action)>,
    /// Number of player turns on the path; a simultaneous choice counts as one.
    pub(in crate::search) length: u32,
    /// Number of edges on the path, those of chance included.
    pub(in crate::search) depth: usize,
    /// Memory held in addition to the tree, in bytes.
    pub(in crate::search) beside: usize,
    pub(in crate::search) joint: Vec<G::Action>,
    outcomes: Vec<(G::Action, f64)>,
}

impl<G: Chance + Simultaneous, E: Labels<G>> Descent<G, E> {
    pub(crate) fn new(labels: E, constant: Constant, rules: TreeRules) -> Self {
        Descent {
            tree: Tree::default(),
            labels,
            constant,
            chance: ChanceRule::Sampled,
            selection: Selection::new(rules),
            path: vec![],
            moves: vec![],
            length: 0,
            depth: 0,
            beside: 0,
            joint: vec![],
            outcomes: vec![],
        }
    }

    /// Clears the tree and copies the settings of another one.
    pub(in crate::search) fn imitate(&mut self, other: &Self) {
        self.tree.clear();
        self.beside = 0;
        (self.labels, self.constant, self.chance) = (other.labels, other.constant, other.chance);
        self.selection.imitate(&other.selection);
    }

    /// Prepares a decision at `start.root`: keeps the remaining subtree, or clears the tree.
    pub(in crate::search) fn start(&mut self, start: &Start<'_, G>)
    where
        G: Hidden,
    {
        match start.keep {
            Some(node) => self.tree.keep(node),
            None => self.tree.clear(),
        }
        self.selection.set_rules(start.rules);
        self.selection.survey(start.root);
    }

    /// Backs up rewards to every arm on the path.
    #[inline]
    pub(in crate::search) fn back_up(&mut self, rewards: &Values, range: (f64, f64)) {
        credit(&mut self.tree, &self.path, rewards, range);
    }

    /// Whether priors guide the descent.
    #[inline]
    pub(in crate::search) fn is_guided(&self) -> bool {
        self.selection.rules.select == Select::Puct
    }

    /// Descends the tree to a new node, or to the end of the game.
    #[inline]
    pub(in crate::search) fn descend(&mut self, state: &mut G, rng: &mut Rng) {
        self.restart();
        self.descend_from(ROOT, state, rng);
    }

    /// Continues the descent from `node`, whose state is `state`.
    #[inline]
    pub(in crate::search) fn descend_from(
        &mut self,
        mut node: NodeId,
        state: &mut G,
        rng: &mut Rng,
    ) {
        loop {
            let turn = state.turn();
            // While the tree may grow there is always an arm to select or to add, so the check for
            // one is out of line and runs only with full memory.
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
                    // The visit is counted after the selection, so n of UCB1 is the number of
                    // earlier visits.
                    self.tree.visit(node);
                    self.moves.push((who, chosen.action));
                    let credit = Credit::of(who, &chosen, self.selection.rules.select);
                    let is_new = self.step(node, chosen.place, credit);
                    // Applying the move takes long enough for the prefetch in `step` to finish.
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
                        Some((joint, is_new)) if !self.ends_here(is_new, unexpanded) => {
                            node = joint
                        }
                        _ => return,
                    }
                }
            }
        }
    }

    /// The node with the arms for such a turn, which is `node` in most games.
    #[inline]
    pub(super) fn arms_for(&mut self, turn: Turn, node: NodeId) -> Option<NodeId> {
        let listed = match turn {
            Turn::Player(who) => {
                !self.selection.rules.select.mixes() && self.constant.includes(who)
            }
            Turn::Chance => matches!(self.chance, ChanceRule::Permuted(_)),
            Turn::Together | Turn::Over => return Some(node),
        };
        self.tree.of_a_kind(node, listed, !self.selection.full)
    }

    /// Whether a full tree has no arm to select in `state`.
    #[cold]
    #[inline(never)]
    pub(in crate::search) fn must_leave(&mut self, node: NodeId, state: &G) -> bool {
        if self.tree.edges(node).is_empty() {
            return true;
        }
        let Descent { tree, labels, selection, .. } = self;
        let mut lacks_arms = |tree: &mut Tree<E::Label>, node, who| {
            !selection.has_arm(&ChoicePoint { tree, node, labels, state, who })
        };
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
    pub(in crate::search) fn restart(&mut self) {
        self.path.clear();
        self.moves.clear();
        (self.length, self.depth) = (0, 0);
    }

    #[inline]
    pub(in crate::search) fn ends_here(&self, is_new: bool, unexpanded: bool) -> bool {
        match self.selection.rules.expansion {
            Expansion::One => is_new,
            Expansion::All => unexpanded,
        }
    }

    #[inline]
    pub(in crate::search) fn choose(
        &mut self,
        node: NodeId,
        state: &G,
        who: Player,
        rng: &mut Rng,
    ) -> Chosen<G::Action> {
        let constant = self.constant.includes(who);
        let point =
            &mut ChoicePoint { tree: &mut self.tree, node, labels: &self.labels, state, who };
        self.selection.alone(point, constant, rng)
    }

    /// Records a step; returns whether its arm is selected for the first time.
    #[inline]
    pub(in crate::search) fn step(&mut self, node: NodeId, place: usize, credit: Credit) -> bool {
        self.path.push(PathStep { node, place: place as u32, credit });
        let arm = &self.tree.edges(node)[place].arm;
        let is_new = arm.visits == 0;
        // The state is advanced before the child is read, which hides the latency of this load.
        self.tree.prefetch(arm);
        self.depth += 1;
        if is_new {
            self.tree.record_depth(self.depth);
        }
        is_new
    }

    /// The node behind an arm. It is the same node if the observer did not notice the move, and
    /// `None` if a full tree has no such node.
    #[inline]
    pub(in crate::search) fn follow(&mut self, node: NodeId, place: usize) -> Option<NodeId> {
        let edge = self.tree.edge_at(node, place);
        if self.labels.unnoticed(self.tree.edge(edge).label) {
            return Some(node);
        }
        if self.selection.full {
            return self.tree.child_of(self.tree.edge(edge));
        }
        Some(self.tree.child(edge))
    }

    /// The place of a label among the edges of a node; adds an edge if the tree may grow.
    #[inline]
    fn place_of(&mut self, node: NodeId, label: E::Label) -> Option<usize> {
        match self.selection.full {
            true => self.tree.find(node, label),
            false => Some(self.tree.find_or_add(node, label)),
        }
    }

    /// Samples a chance event; returns the node that it leads to, if there is one.
    pub(in crate::search) fn pass_chance(
        &mut self,
        node: NodeId,
        state: &mut G,
        rng: &mut Rng,
    ) -> Option<NodeId> {
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
        if self.labels.unnoticed(label) {
            return Some(node);
        }
        let place = self.place_of(node, label)?;
        // A new node copies the visits of its edge. It has not been visited itself, so it is added
        // before the visit is counted.
        let next = self.follow(node, place);
        self.tree.visit(node);
        // No player is credited for an outcome, so its visit is counted here and not in the backup.
        let is_new = self.tree.edges(node)[place].arm.visits == 0;
        self.tree.credit(node, place, 0.0);
        self.depth += 1;
        if is_new {
            self.tree.record_depth(self.depth);
        }
        next
    }

    fn sampled(&self, state: &G, rng: &mut Rng) -> (E::Label, G::Action) {
        let outcome = state.sample(rng);
        (self.labels.label(state, outcome, None), outcome)
    }

    /// The outcome of a label, in a tree over known states.
    fn known(&self, label: E::Label) -> G::Action {
        self.labels.action(label).expect("labels identify outcomes in a known state")
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
            let labels =
                self.outcomes.iter().map(|&(outcome, _)| self.labels.label(state, outcome, None));
            self.tree.open_wide(node, labels);
        }
        let outcomes = self.tree.edges(node).len();
        let place = self.tree.ucb1(node, outcomes, self.selection.c, rng);
        let label = self.tree.edges(node)[place].label;
        (label, self.known(label))
    }

    /// Samples by double progressive widening. The probability of an outcome is stored as the prior
    /// of its arm.
    fn widened(
        &mut self,
        list: ListOutcomes<G>,
        widening: Widening,
        node: NodeId,
        state: &G,
        rng: &mut Rng,
    ) -> (E::Label, G::Action) {
        let drawn = state.sample(rng);
        let label = self.labels.label(state, drawn, None);
        let edges = self.tree.edges(node);
        if self.tree.find(node, label).is_some() {
            return (label, drawn);
        }
        if !self.selection.full
            && edges.len() < widening.width(self.tree.visits(node).saturating_add(1))
        {
            list(state, &mut self.outcomes);
            let odds = self.outcomes.iter().find(|&&(outcome, _)| outcome == drawn);
            let place = self.tree.find_or_add(node, label);
            self.tree.set_prior(node, place, odds.expect("a sampled outcome is listed").1 as f32);
            return (label, drawn);
        }
        let odds = |place| f64::from(self.tree.prior(node, place));
        let mut left = rng.unit() * (0..edges.len()).map(odds).sum::<f64>();
        let kept = (0..edges.len()).find(|&place| {
            left -= odds(place);
            left < 0.0
        });
        let label = kept
            .map_or(edges.last(), |place| edges.get(place))
            .expect("a full set is not empty")
            .label;
        (label, self.known(label))
    }

    /// Every player selects among arms at the same node, and the joint choice determines the next
    /// node. The first player's arms are the node's own edges, those of the others belong to
    /// further nodes, and the joint move is a path of edges. Returns the node at its end, if there
    /// is one, and whether it is new.
    pub(super) fn choose_together(
        &mut self,
        node: NodeId,
        state: &mut G,
        rng: &mut Rng,
    ) -> Option<(NodeId, bool)> {
        let mut arms = node;
        self.joint.clear();
        let (mut labels, mut first) = ([None; crate::game::MAX_PLAYERS], 0);
        for who in (0..state.players()).map(Player) {
            if who.0 > 0 {
                arms = self.tree.next_chooser(arms);
            }
            let point = &mut ChoicePoint {
                tree: &mut self.tree,
                node: arms,
                labels: &self.labels,
                state,
                who,
            };
            let chosen = self.selection.together(point, rng);
            self.tree.visit(arms);
            let credit = Credit::of_together(who, &chosen, self.selection.rules.together);
            labels[who.0] = Some(self.tree.edges(arms)[chosen.place].label);
            first = if who.0 == 0 { chosen.place } else { first };
            self.path.push(PathStep { node: arms, place: chosen.place as u32, credit });
            self.moves.push((who, chosen.action));
            self.joint.push(chosen.action);
        }
        state.apply_together(&self.joint);
        self.follow_joint(node, first, labels[1..].iter().flatten().copied())
    }

    /// Follows the first player's arm and then edges with the labels of the other choices.
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
            self.path.push(PathStep { node: at, place: place as u32, credit: Credit::Visit });
            at = self.follow(at, place)?;
        }
        self.depth += self.joint.len();
        if is_new {
            self.tree.record_depth(self.depth);
        }
        Some((at, is_new))
    }
}

impl<G: Chance + Simultaneous, E: Labels<G>> Descent<G, E> {
    /// Statistics of the `actions` of `who` at the root.
    pub(crate) fn tallies(
        &mut self,
        root: &G,
        who: Player,
        actions: &[G::Action],
        range: (f64, f64),
    ) -> Vec<Tally> {
        let together = root.turn() == Turn::Together;
        let node =
            if together { (0..who.0).fold(ROOT, |at, _| self.tree.next_chooser(at)) } else { ROOT };
        let (visits, weighted) = (self.tree.visits(node), self.selection.rules.weigh(root.turn()));
        let mut tallies = Vec::with_capacity(actions.len());
        for &action in actions {
            let arm = self.tree.arm(node, self.labels.label(root, action, Some(who)));
            tallies.push(Tally::of(&arm, visits, range, weighted));
        }
        tallies
    }
}

/// The methods of an [`Algorithm`](crate::search::Algorithm) with the single tree `self.descent`
/// whose edges are labelled by `$labels`.
macro_rules! one_tree {
    ($labels:ty) => {
        type Label = <$labels as Labels<G>>::Label;
        type Pending = PostponedPath<Self::Label>;

        #[inline]
        fn set_full(&mut self, full: bool) {
            self.descent.selection.full = full;
        }
        #[inline]
        fn path(&self) -> (&[(Player, G::Action)], u32) {
            (&self.descent.moves, self.descent.length)
        }
        fn tallies(
            &mut self,
            root: &G,
            who: Player,
            actions: &[G::Action],
            range: (f64, f64),
        ) -> Vec<Tally> {
            self.descent.tallies(root, who, actions, range)
        }
        fn stats(&self) -> TreeStats {
            self.descent.tree.stats()
        }
        #[inline]
        fn bytes(&self) -> usize {
            self.descent.tree.bytes() + self.descent.beside
        }
        #[inline]
        fn is_at_its_end(&self) -> bool {
            self.descent.tree.is_at_its_end()
        }
        fn postpone(&mut self, least: f64) -> Self::Pending {
            self.descent.postpone(least)
        }
        fn complete<P: Playout<G>>(
            &mut self,
            pending: Self::Pending,
            leaf: Option<&G>,
            playout: &mut P,
            rewards: &Values,
            range: (f64, f64),
        ) {
            self.descent.complete(pending, leaf, playout, rewards, range);
        }
        fn needs_leaves(&self) -> bool {
            self.descent.is_guided()
        }
        fn trees(&mut self) -> Vec<&mut Tree<Self::Label>> {
            vec![&mut self.descent.tree]
        }
    };
}
pub(in crate::search) use one_tree;

/// Backs up rewards to every arm of a path.
#[inline]
pub(crate) fn credit<L>(tree: &mut Tree<L>, path: &[PathStep], rewards: &Values, range: (f64, f64))
where
    L: Copy + Eq + std::hash::Hash,
{
    for &PathStep { node, place, credit } in path {
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

/// A reward scaled to [0, 1].
#[inline]
pub(in crate::search) fn unit_reward(reward: f64, (least, most): (f64, f64)) -> f64 {
    (reward - least) / (most - least)
}
