//! Selection of an arm at a node, which all tree searches use at every step of a descent.

use super::observation::Labels;
use crate::bandit::{Arm, exp3, largest, only_largest, regret_matching, subset, ucb1};
use crate::game::Simultaneous;
use crate::search::rules::{Select, Together, TreeRules, Widening};
use crate::tree::{ArmLookup, Edge, NodeId, Tree};
use crate::{Game, Player, Rng, Turn};

/// Games with more moves than this list them only if required.
const MANY: usize = 100;

/// The selection rules and scratch memory.
pub(crate) struct Selection<A> {
    pub(crate) rules: TreeRules,
    /// Exploration constant in the precision of UCB1.
    pub(crate) c: f32,
    /// Widening of choices among arms that are always available.
    pub(crate) widening: Option<Widening>,
    /// Whether the tree may not grow any more: then selection is among its existing arms.
    pub(crate) full: bool,
    /// Whether moves are sampled before they are listed.
    draws: bool,
    pub(in crate::search) legal: Vec<A>,
    pub(in crate::search) available: Vec<u32>,
    /// The places of the legal moves' arms, where several moves may share one.
    arm_of_move: Vec<u32>,
    /// Moves without an arm: their indices among the legal ones, and the places where their arms
    /// would be inserted.
    unexpanded: Vec<(u32, u32)>,
    pub(in crate::search) scores: Vec<f32>,
    mix: Vec<f64>,
    arms: Vec<Arm>,
}

/// A choice to make: a node of a tree with its edge labels, and the player who acts in a state of
/// this node.
pub(crate) struct ChoicePoint<'a, G: Game, E: Labels<G>> {
    pub(crate) tree: &'a mut Tree<E::Label>,
    pub(crate) node: NodeId,
    pub(crate) labels: &'a E,
    pub(crate) state: &'a G,
    pub(crate) who: Player,
}

impl<G: Game, E: Labels<G>> ChoicePoint<'_, G, E> {
    #[inline]
    pub(super) fn label(&self, action: G::Action) -> E::Label {
        self.labels.label(self.state, action, Some(self.who))
    }

    #[inline]
    pub(super) fn edges(&self) -> &[Edge<E::Label>] {
        self.tree.edges(self.node)
    }

    fn find_or_add(&mut self, action: G::Action) -> usize {
        let label = self.label(action);
        self.tree.find_or_add(self.node, label)
    }
}

/// A selected arm.
pub(crate) struct Chosen<A> {
    pub(crate) place: usize,
    pub(crate) action: A,
    /// The probability of the selection, for rules that need it.
    pub(crate) probability: f64,
}

impl<A: Copy + Eq> Selection<A> {
    pub(crate) fn new(rules: TreeRules) -> Self {
        Selection {
            rules,
            c: ucb1::constant(rules.c),
            widening: None,
            full: false,
            draws: false,
            legal: vec![],
            available: vec![],
            arm_of_move: vec![],
            unexpanded: vec![],
            scores: vec![],
            mix: vec![],
            arms: vec![],
        }
    }

    /// Sets the rules for a decision.
    pub(crate) fn set_rules(&mut self, rules: &TreeRules) {
        (self.rules, self.c) = (*rules, ucb1::constant(rules.c));
    }

    /// Copies the settings of another selection, for a tree that may grow.
    pub(crate) fn imitate(&mut self, other: &Self) {
        (self.rules, self.c, self.widening) = (other.rules, other.c, other.widening);
        (self.draws, self.full) = (other.draws, false);
    }

    /// Selects for the acting player; `constant` if its arms are the same at every visit.
    #[inline]
    pub(crate) fn alone<G: Game<Action = A>, E: Labels<G>>(
        &mut self,
        point: &mut ChoicePoint<'_, G, E>,
        constant: bool,
        rng: &mut Rng,
    ) -> Chosen<A> {
        match self.rules.select {
            Select::Ucb1 | Select::Puct if constant => self.among_all(point, rng),
            Select::Ucb1 | Select::Puct => self.among_available(point, rng),
            _ => self.mixed(point, rng),
        }
    }

    /// Selects for the acting player by UCB1 over arms that are the same at every visit. Untried
    /// arms come first, in random order. Moves are listed at once. If there are many, most of which
    /// will never be tried, moves are sampled instead until one is sampled twice.
    #[inline]
    pub(crate) fn among_all<G: Game<Action = A>, E: Labels<G>>(
        &mut self,
        point: &mut ChoicePoint<'_, G, E>,
        rng: &mut Rng,
    ) -> Chosen<A> {
        // Listing the moves costs more than a playout in games with hundreds of them, and most
        // nodes near the leaves are visited only a few times.
        if !point.tree.is_open(point.node) && !self.full {
            match self.try_any(point, rng) {
                Some(chosen) => return chosen,
                None => self.open(point),
            }
        }
        let (tried, known) = (point.tree.tried(point.node), point.tree.known(point.node));
        let allowed = match self.widening {
            _ if self.full => point.edges().len(),
            Some(widening) => widening.width(point.tree.visits(point.node)).min(known),
            None => known,
        };
        let place = if tried < allowed {
            // Widening takes moves in the game's order, because that order may be an ordering by
            // quality. Otherwise the order must not matter, so one is drawn.
            let next =
                if self.widening.is_some() { tried } else { tried + rng.below(known - tried) };
            point.tree.try_move(point.node, next);
            tried
        } else {
            point.tree.ucb1(point.node, tried, self.c, rng)
        };
        let action =
            point.labels.action(point.edges()[place].label).expect("own actions have own labels");
        Chosen { place, action, probability: 1.0 }
    }

    /// Counts the legal moves at `root`, to decide whether moves are sampled before they are
    /// listed.
    pub(crate) fn survey<G: Game<Action = A>>(&mut self, root: &G) {
        self.draws = G::DRAWS_UNLISTED && matches!(root.turn(), Turn::Player(_)) && {
            root.actions(&mut self.legal);
            self.legal.len() > MANY
        };
    }

    /// Tries a random move, if moves are sampled before they are listed and this one is new.
    #[inline]
    fn try_any<G: Game<Action = A>, E: Labels<G>>(
        &mut self,
        point: &mut ChoicePoint<'_, G, E>,
        rng: &mut Rng,
    ) -> Option<Chosen<A>> {
        if !self.draws || self.widening.is_some() {
            return None;
        }
        let action = point.state.random_action(&mut self.legal, rng);
        let label = point.label(action);
        let place = point.tree.add_move(point.node, label)?;
        Some(Chosen { place, action, probability: 1.0 })
    }

    /// Lists the moves of a node.
    fn open<G: Game<Action = A>, E: Labels<G>>(&mut self, point: &mut ChoicePoint<'_, G, E>) {
        point.state.actions(&mut self.legal);
        let ChoicePoint { tree, node, labels, state, who } = point;
        tree.open(*node, self.legal.iter().map(|&action| labels.label(state, action, Some(*who))));
    }

    /// Selects for the acting player by UCB1 over the arms that are available in this
    /// determinization.
    #[inline]
    pub(crate) fn among_available<G: Game<Action = A>, E: Labels<G>>(
        &mut self,
        point: &mut ChoicePoint<'_, G, E>,
        rng: &mut Rng,
    ) -> Chosen<A> {
        if G::HAS_MOVE_QUERY && !E::ALIKE && self.rules.widening.is_none() {
            return self.among_allowed(point, rng);
        }
        point.state.actions(&mut self.legal);
        let availability = subset::Availability::new(self.c);
        self.scores.clear();
        // The common case once a node is well visited: no lookup of labels is needed.
        if self.legal_are_the_arms(point) {
            let arms = point.tree.arms(point.node);
            self.scores.extend(
                arms.map(|(arm, arm_score)| {
                    arm_score.upper_bound(availability.exploration_term(arm))
                }),
            );
            let place = largest(&self.scores, rng);
            return Chosen { place, action: self.legal[place], probability: 1.0 };
        }
        self.available.clear();
        self.unexpanded.clear();
        self.arm_of_move.clear();
        let ChoicePoint { tree, node, labels, state, who } = point;
        let labels = self.legal.iter().map(|&action| labels.label(state, action, Some(*who)));
        tree.walk(*node, labels, |number, found| match found {
            ArmLookup::Arm(place, arm, arm_score) => {
                // Actions with the same label share an arm, whose availability is counted once. A
                // linear search is fast enough, since few actions look alike.
                if E::ALIKE {
                    self.arm_of_move.push(place as u32);
                    if self.available.contains(&(place as u32)) {
                        return;
                    }
                }
                self.available.push(place as u32);
                self.scores.push(arm_score.upper_bound(availability.exploration_term(arm)));
            }
            ArmLookup::Nothing(near) => {
                if E::ALIKE {
                    self.arm_of_move.push(u32::MAX);
                }
                self.unexpanded.push((number as u32, near as u32));
            }
        });
        if self.unexpanded.is_empty() || self.is_wide(point.edges()) {
            let place = self.available[largest(&self.scores, rng)] as usize;
            let action = match point.labels.action(point.edges()[place].label) {
                Some(action) => action,
                None => self.one_at(place, rng),
            };
            return Chosen { place, action, probability: 1.0 };
        }
        self.try_new(point, rng)
    }

    /// Adds an arm for one of the moves without one.
    fn try_new<G: Game<Action = A>, E: Labels<G>>(
        &mut self,
        point: &mut ChoicePoint<'_, G, E>,
        rng: &mut Rng,
    ) -> Chosen<A> {
        let (number, near) = self.one_untried(point, rng);
        let action = self.legal[number as usize];
        // A descent can pass this node twice, if its player did not notice a move in between. The
        // places on its path must stay valid, so a new arm goes to the end.
        let near = if E::ALIKE { usize::MAX } else { near as usize };
        let label = point.label(action);
        let place = point.tree.insert(point.node, label, near);
        point.tree.edges_mut(point.node)[place].arm.available = 1;
        Chosen { place, action, probability: 1.0 }
    }

    /// Selects among available arms in a game with fast queries for single moves. Moves are listed
    /// only if one of them has no arm.
    #[inline]
    fn among_allowed<G: Game<Action = A>, E: Labels<G>>(
        &mut self,
        point: &mut ChoicePoint<'_, G, E>,
        rng: &mut Rng,
    ) -> Chosen<A> {
        let availability = subset::Availability::new(self.c);
        let ChoicePoint { tree, node, labels, state, who } = point;
        let action = |label| labels.action(label).expect("own actions have own labels");
        // One pass over the arms both scores them and counts those that are legal here. Only if
        // some legal move has no arm, which becomes rare, are the moves listed.
        let mut unexpanded = state.count_actions();
        let best = only_largest(tree.labelled_arms(*node).map(|(label, arm, arm_score)| {
            let is_available = labels.action(label).is_some_and(|action| state.allows(action));
            unexpanded -= usize::from(is_available);
            // Both cases compute a score, so that no branch depends on hard-to-predict legality.
            let score = arm_score.upper_bound(availability.exploration_term_if(arm, is_available));
            if is_available { score } else { f32::NEG_INFINITY }
        }));
        if unexpanded == 0 || self.full {
            let place = best.unwrap_or_else(|| self.one_of_the_best(point, rng));
            let action = action(point.edges()[place].label);
            return Chosen { place, action, probability: 1.0 };
        }
        state.actions(&mut self.legal);
        self.unexpanded.clear();
        let legal = self.legal.iter().map(|&action| labels.label(state, action, Some(*who)));
        tree.walk(*node, legal, |number, found| {
            if let ArmLookup::Nothing(near) = found {
                self.unexpanded.push((number as u32, near as u32));
            }
        });
        self.try_new(point, rng)
    }

    /// Breaks a tie among available arms after their availability was counted. Arms are compared in
    /// the order of the moves, as in a selection with listed moves.
    #[cold]
    #[inline(never)]
    fn one_of_the_best<G: Game<Action = A>, E: Labels<G>>(
        &mut self,
        point: &mut ChoicePoint<'_, G, E>,
        rng: &mut Rng,
    ) -> usize {
        let availability = subset::Availability::new(self.c);
        let ChoicePoint { tree, node, labels, state, who } = point;
        state.actions(&mut self.legal);
        self.scores.clear();
        self.available.clear();
        let legal = self.legal.iter().map(|&action| labels.label(state, action, Some(*who)));
        tree.walk(*node, legal, |_, found| {
            if let ArmLookup::Arm(place, arm, arm_score) = found {
                self.available.push(place as u32);
                self.scores.push(arm_score.upper_bound(availability.last_exploration_term(arm)));
            }
        });
        self.available[largest(&self.scores, rng)] as usize
    }

    /// Whether progressive widening permits no further arm among the available ones.
    #[inline]
    fn is_wide<L>(&self, edges: &[Edge<L>]) -> bool {
        self.full
            || self.rules.widening.is_some_and(|widening| {
                let visits = self.available.iter().map(|&place| edges[place as usize].arm.visits);
                let visits = visits.fold(0, u32::saturating_add);
                !self.available.is_empty() && self.available.len() >= widening.width(visits)
            })
    }

    /// Whether any current move of a player has an arm: otherwise a full tree has nothing to
    /// select.
    pub(crate) fn has_arm<G: Simultaneous<Action = A>, E: Labels<G>>(
        &mut self,
        point: &ChoicePoint<'_, G, E>,
    ) -> bool {
        match point.state.turn() {
            Turn::Together => point.state.choices(point.who, &mut self.legal),
            _ => point.state.actions(&mut self.legal),
        }
        self.legal.iter().any(|&action| point.tree.find(point.node, point.label(action)).is_some())
    }

    /// Whether the legal actions match the arms of a node one by one: the usual case once all were
    /// tried.
    #[inline]
    fn legal_are_the_arms<G: Game<Action = A>, E: Labels<G>>(
        &self,
        point: &ChoicePoint<'_, G, E>,
    ) -> bool {
        let edges = point.edges();
        let same = |(&action, edge): (&A, &Edge<E::Label>)| point.label(action) == edge.label;
        !E::ALIKE && edges.len() == self.legal.len() && self.legal.iter().zip(edges).all(same)
    }

    /// Samples a label among the moves without an arm, uniformly, and then one of the actions with
    /// this label.
    fn one_untried<G: Game<Action = A>, E: Labels<G>>(
        &self,
        point: &ChoicePoint<'_, G, E>,
        rng: &mut Rng,
    ) -> (u32, u32) {
        if !E::ALIKE {
            return rng.pick(&self.unexpanded);
        }
        let label = |&(number, _): &(u32, u32)| point.label(self.legal[number as usize]);
        let first_of_class = |at: &usize| {
            !self.unexpanded[..*at].iter().any(|other| label(other) == label(&self.unexpanded[*at]))
        };
        let classes: usize = (0..self.unexpanded.len()).filter(first_of_class).count();
        let pick = rng.below(classes);
        let first = (0..self.unexpanded.len())
            .filter(first_of_class)
            .nth(pick)
            .expect("the index is below the count");
        let alike = || {
            self.unexpanded.iter().filter(|other| label(other) == label(&self.unexpanded[first]))
        };
        let pick = rng.below(alike().count());
        *alike().nth(pick).expect("the index is below the count")
    }

    /// Selects for the acting player by a rule that approximates a mixed strategy, over the
    /// available arms. The total of an arm is compared with the mean reward of the node times the
    /// availability of the arm. So a rarely available move is not mistaken for a bad one. (This is
    /// the regret of "sleeping experts"; with arms that are always available, it reduces to the
    /// plain rules.)
    pub(crate) fn mixed<G: Game<Action = A>, E: Labels<G>>(
        &mut self,
        point: &mut ChoicePoint<'_, G, E>,
        rng: &mut Rng,
    ) -> Chosen<A> {
        point.state.actions(&mut self.legal);
        self.find_available(point);
        let visits = point.edges().iter().map(|edge| edge.arm.visits);
        let trials = visits.fold(0, u32::saturating_add);
        let mean = point.tree.earned(point.node) / f64::from(trials.max(1));
        self.arms.clear();
        for &place in &self.available {
            let arm = &mut point.tree.edges_mut(point.node)[place as usize].arm;
            let mut relative = *arm;
            relative.total -= mean * f64::from(arm.available);
            self.arms.push(relative);
            arm.available = arm.available.saturating_add(1);
        }
        let at = match self.rules.select {
            Select::Exp3(n) => exp3::choose(self.arms.iter(), trials, n, &mut self.mix, rng),
            _ => regret_matching::choose(self.arms.iter(), 0.0, &mut self.mix, rng),
        };
        let place = self.available[at] as usize;
        let action = self.one_of_class(point.edges()[place].label, point, rng);
        Chosen { place, action, probability: self.mix[at] }
    }

    /// Looks up the arms of a player's current moves, for a player that acts without learning.
    pub(crate) fn look_up<G: Simultaneous<Action = A>, E: Labels<G>>(
        &mut self,
        point: &mut ChoicePoint<'_, G, E>,
    ) {
        let tries_all_first = match point.state.turn() {
            Turn::Together => {
                point.state.choices(point.who, &mut self.legal);
                self.rules.together == Together::Ucb1
            }
            _ => {
                point.state.actions(&mut self.legal);
                !self.rules.select.mixes()
            }
        };
        self.available.clear();
        self.unexpanded.clear();
        self.mix.clear();
        let ChoicePoint { tree, node, labels, state, who } = point;
        let labels = self.legal.iter().map(|&action| labels.label(state, action, Some(*who)));
        tree.walk(*node, labels, |number, found| match found {
            ArmLookup::Arm(place, arm, _) if arm.visits > 0 => {
                self.available.push(place as u32);
                self.mix.push(f64::from(arm.visits));
            }
            _ => self.unexpanded.push((number as u32, 0)),
        });
        if !tries_all_first && !self.available.is_empty() {
            self.unexpanded.clear();
        }
    }

    /// Whether all moves were tried that have to be tried before a player acts on the visits.
    pub(crate) fn knows_enough(&self) -> bool {
        self.unexpanded.is_empty()
    }

    /// Samples an arm in proportion to its visits, hence as often as learning players selected it.
    /// If there are untried moves that come first, it samples one of them, which has no place.
    pub(crate) fn as_known<G: Game<Action = A>, E: Labels<G>>(
        &mut self,
        point: &ChoicePoint<'_, G, E>,
        rng: &mut Rng,
    ) -> (Option<usize>, A) {
        if !self.knows_enough() {
            return (None, self.legal[rng.pick(&self.unexpanded).0 as usize]);
        }
        let place = self.available[rng.weighted(&self.mix)] as usize;
        (Some(place), self.one_of_class(point.edges()[place].label, point, rng))
    }

    /// Selects for one of several simultaneous choosers; the node of `point` holds the arms of that
    /// player alone.
    pub(crate) fn together<G: Simultaneous<Action = A>, E: Labels<G>>(
        &mut self,
        point: &mut ChoicePoint<'_, G, E>,
        rng: &mut Rng,
    ) -> Chosen<A> {
        point.state.choices(point.who, &mut self.legal);
        self.find_available(point);
        let visits = point.tree.visits(point.node);
        let arms = self.available.iter().map(|&place| &point.edges()[place as usize].arm);
        let (place, probability) = match self.rules.together {
            Together::Ucb1 => {
                let arm_scores = arms.map(Arm::score);
                let at = ucb1::choose(arm_scores, visits.into(), self.c, &mut self.scores, rng);
                (self.available[at] as usize, 1.0)
            }
            Together::Exp3(trials) => {
                let at = exp3::choose(arms, visits, trials, &mut self.mix, rng);
                (self.available[at] as usize, self.mix[at])
            }
            Together::RegretMatching => {
                let at = regret_matching::choose(
                    arms,
                    point.tree.earned(point.node),
                    &mut self.mix,
                    rng,
                );
                (self.available[at] as usize, self.mix[at])
            }
        };
        let action = self.one_of_class(point.edges()[place].label, point, rng);
        Chosen { place, action, probability }
    }

    /// Finds the arms of `self.legal`, and adds new ones if the tree may grow. Actions with the
    /// same label share an arm.
    fn find_available<G: Game<Action = A>, E: Labels<G>>(
        &mut self,
        point: &mut ChoicePoint<'_, G, E>,
    ) {
        self.available.clear();
        for &action in &self.legal {
            let place = match self.full {
                true => point.tree.find(point.node, point.label(action)),
                false => Some(point.find_or_add(action)),
            };
            let Some(place) = place.map(|place| place as u32) else { continue };
            if !E::ALIKE || !self.available.contains(&place) {
                self.available.push(place);
            }
        }
    }

    /// A random action among those whose arm is at `place`; see [`Selection::one_of_class`].
    fn one_at(&self, place: usize, rng: &mut Rng) -> A {
        let here = |at: &&u32| **at as usize == place;
        let pick = rng.below(self.arm_of_move.iter().filter(here).count());
        let alike = self.arm_of_move.iter().zip(&self.legal).filter(|(at, _)| here(at));
        *alike.map(|(_, action)| action).nth(pick).expect("the arm of a legal action")
    }

    /// An action with this label: the only one, or a random one of those with the same label, which
    /// the tree does not distinguish (IS §IV-F).
    #[inline]
    pub(super) fn one_of_class<G: Game<Action = A>, E: Labels<G>>(
        &self,
        label: E::Label,
        point: &ChoicePoint<'_, G, E>,
        rng: &mut Rng,
    ) -> A {
        if let Some(action) = point.labels.action(label) {
            return action;
        }
        let alike = || self.legal.iter().filter(|&&action| point.label(action) == label);
        let pick = rng.below(alike().count());
        *alike().nth(pick).expect("the label is that of a legal action")
    }
}
