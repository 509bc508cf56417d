//! Choosing an arm at a node: what all tree searches do at every step of a descent.

use super::observation::Labels;
use crate::bandit::{Arm, exp3, largest, only_largest, regret_matching, subset, ucb1};
use crate::game::Simultaneous;
use crate::search::rules::{Select, Together, TreeRules, Widening};
use crate::tree::{Edge, Found, NodeId, Tree};
use crate::{Game, Player, Rng, Turn};

/// A game with more moves than this lists them only where it must.
const MANY: usize = 100;

/// The rules of selection, and room to work in.
pub(crate) struct Selection<A> {
    pub(crate) rules: TreeRules,
    /// The exploration constant, as UCB1 needs it.
    pub(crate) c: f32,
    /// Widening of choices among arms that are always there.
    pub(crate) widening: Option<Widening>,
    /// Whether the tree may not grow any more: then choices are between the arms that it has.
    pub(crate) full: bool,
    /// Whether moves are drawn before they are listed.
    draws: bool,
    pub(in crate::search) legal: Vec<A>,
    pub(in crate::search) available: Vec<u32>,
    /// The places of the legal moves' arms, where several may share one.
    arm_of_move: Vec<u32>,
    /// Moves without an arm: their numbers among the legal ones, and where their arms would stand.
    unexpanded: Vec<(u32, u32)>,
    pub(in crate::search) scores: Vec<f32>,
    mix: Vec<f64>,
    arms: Vec<Arm>,
}

/// Where a choice is to be made: a node of a tree, whose edges are what `labels` see, and the
/// player who chooses in a state that belongs to it.
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

/// An arm that was chosen.
pub(crate) struct Chosen<A> {
    pub(crate) place: usize,
    pub(crate) action: A,
    /// The probability with which it was chosen, where that matters.
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

    /// Takes over the rules for a decision.
    pub(crate) fn set_rules(&mut self, rules: &TreeRules) {
        (self.rules, self.c) = (*rules, ucb1::constant(rules.c));
    }

    /// Chooses as another one does, in a tree that may grow.
    pub(crate) fn imitate(&mut self, other: &Self) {
        (self.rules, self.c, self.widening) = (other.rules, other.c, other.widening);
        (self.draws, self.full) = (other.draws, false);
    }

    /// Chooses for the player on turn, whose arms are the same at every visit or not.
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

    /// Chooses for the player on turn, by UCB1 over arms that are the same at every visit. Untried
    /// ones come first, in random order. They are listed at once; but where there are many, most of
    /// which will never be tried, moves are drawn until one is drawn again.
    #[inline]
    pub(crate) fn among_all<G: Game<Action = A>, E: Labels<G>>(
        &mut self,
        point: &mut ChoicePoint<'_, G, E>,
        rng: &mut Rng,
    ) -> Chosen<A> {
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
            let next =
                if self.widening.is_some() { tried } else { tried + rng.below(known - tried) };
            point.tree.try_move(point.node, next);
            tried
        } else {
            point.tree.ucb1(point.node, tried, self.c, rng)
        };
        let action =
            point.labels.action(point.edges()[place].label).expect("own actions are told apart");
        Chosen { place, action, probability: 1.0 }
    }

    /// Looks how many moves there are in a game, before it is searched from `root`.
    pub(crate) fn survey<G: Game<Action = A>>(&mut self, root: &G) {
        self.draws = G::DRAWS_UNLISTED && matches!(root.turn(), Turn::Player(_)) && {
            root.actions(&mut self.legal);
            self.legal.len() > MANY
        };
    }

    /// Tries a move at random, if moves are drawn before they are listed and this one is new.
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

    /// Chooses for the player on turn, by UCB1 over the arms that are there in this
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
            Found::Arm(place, arm, arm_score) => {
                // Actions that look alike share an arm, which is there once.
                if E::ALIKE {
                    self.arm_of_move.push(place as u32);
                    if self.available.contains(&(place as u32)) {
                        return;
                    }
                }
                self.available.push(place as u32);
                self.scores.push(arm_score.upper_bound(availability.exploration_term(arm)));
            }
            Found::Nothing(near) => {
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

    /// Gives an arm to one of the moves that have none.
    fn try_new<G: Game<Action = A>, E: Labels<G>>(
        &mut self,
        point: &mut ChoicePoint<'_, G, E>,
        rng: &mut Rng,
    ) -> Chosen<A> {
        let (number, near) = self.one_untried(point, rng);
        let action = self.legal[number as usize];
        // A descent that has noticed nothing may have been at this node before: its arms stay where
        // they are.
        let near = if E::ALIKE { usize::MAX } else { near as usize };
        let label = point.label(action);
        let place = point.tree.insert(point.node, label, near);
        point.tree.edges_mut(point.node)[place].arm.available = 1;
        Chosen { place, action, probability: 1.0 }
    }

    /// The same in a game that is asked after every arm, and for a list only where a move has none.
    #[inline]
    fn among_allowed<G: Game<Action = A>, E: Labels<G>>(
        &mut self,
        point: &mut ChoicePoint<'_, G, E>,
        rng: &mut Rng,
    ) -> Chosen<A> {
        let availability = subset::Availability::new(self.c);
        let ChoicePoint { tree, node, labels, state, who } = point;
        let action = |label| labels.action(label).expect("own actions are told apart");
        let mut unexpanded = state.count_actions();
        let best = only_largest(tree.labelled_arms(*node).map(|(label, arm, arm_score)| {
            let is_available = labels.action(label).is_some_and(|action| state.allows(action));
            unexpanded -= usize::from(is_available);
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
            if let Found::Nothing(near) = found {
                self.unexpanded.push((number as u32, near as u32));
            }
        });
        self.try_new(point, rng)
    }

    /// One of several arms that are there and equally good, after they were counted as there. They
    /// are looked at in the order of the moves, as they are where moves are listed.
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
            if let Found::Arm(place, arm, arm_score) = found {
                self.available.push(place as u32);
                self.scores.push(arm_score.upper_bound(availability.last_exploration_term(arm)));
            }
        });
        self.available[largest(&self.scores, rng)] as usize
    }

    /// Whether the arms that are there leave no room for another one yet.
    #[inline]
    fn is_wide<L>(&self, edges: &[Edge<L>]) -> bool {
        self.full
            || self.rules.widening.is_some_and(|widening| {
                let visits = self.available.iter().map(|&place| edges[place as usize].arm.visits);
                let visits = visits.fold(0, u32::saturating_add);
                !self.available.is_empty() && self.available.len() >= widening.width(visits)
            })
    }

    /// Whether any of the moves that a player has now has an arm: without one there is no choice to
    /// be made in a tree that may not grow.
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

    /// Whether the legal actions are just the arms of a node, one by one: the usual case once all
    /// were tried.
    #[inline]
    fn legal_are_the_arms<G: Game<Action = A>, E: Labels<G>>(
        &self,
        point: &ChoicePoint<'_, G, E>,
    ) -> bool {
        let edges = point.edges();
        let same = |(&action, edge): (&A, &Edge<E::Label>)| point.label(action) == edge.label;
        !E::ALIKE && edges.len() == self.legal.len() && self.legal.iter().zip(edges).all(same)
    }

    /// One of the moves without an arm, each equally likely; then one of the actions that look like
    /// it.
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
        let first =
            (0..self.unexpanded.len()).filter(first_of_class).nth(pick).expect("so many classes");
        let alike = || {
            self.unexpanded.iter().filter(|other| label(other) == label(&self.unexpanded[first]))
        };
        let pick = rng.below(alike().count());
        *alike().nth(pick).expect("so many actions")
    }

    /// Chooses for the player on turn by a rule that looks for a mix, over the arms that are there.
    /// What an arm would have earned is held against what was earned on average, as often as it was
    /// there: so a move that is seldom possible is not taken for a bad one. (The regret of
    /// "sleeping experts"; with arms that are always there, the plain rules.)
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
            let mut judged = *arm;
            judged.total -= mean * f64::from(arm.available);
            self.arms.push(judged);
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

    /// Looks up what is known of the moves that a player has now, who may act on it without
    /// learning anything.
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
            Found::Arm(place, arm, _) if arm.visits > 0 => {
                self.available.push(place as u32);
                self.mix.push(f64::from(arm.visits));
            }
            _ => self.unexpanded.push((number as u32, 0)),
        });
        if !tries_all_first && !self.available.is_empty() {
            self.unexpanded.clear();
        }
    }

    /// Whether enough is known of what was looked up to act on it.
    pub(crate) fn knows_enough(&self) -> bool {
        self.unexpanded.is_empty()
    }

    /// Acts on what was looked up: takes an arm in proportion to its visits, just as often as those
    /// took it who did learn. Where they would not have chosen yet, it tries something, which has
    /// no place.
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

    /// Chooses for one of the players who choose at once; `node` holds the arms of that player
    /// alone.
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

    /// Finds the arms of `self.legal`, adding those that are new if it may. Actions that look alike
    /// share one.
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

    /// Any of the actions whose arm is at `place`; see [`Selection::one_of_class`].
    fn one_at(&self, place: usize, rng: &mut Rng) -> A {
        let here = |at: &&u32| **at as usize == place;
        let pick = rng.below(self.arm_of_move.iter().filter(here).count());
        let alike = self.arm_of_move.iter().zip(&self.legal).filter(|(at, _)| here(at));
        *alike.map(|(_, action)| action).nth(pick).expect("the arm of a legal action")
    }

    /// An action that the label stands for: the one, or any of those that look alike, between which
    /// the tree knows no difference (IS §IV-F).
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
