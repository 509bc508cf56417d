//! PUCT (Rosin 2011, in the form of Silver et al. 2017): descents guided by *priors*, which a
//! playout policy gives for untried moves. It selects the arm with the highest
//! Q + c P sqrt(N) / (1 + n). Q is the mean reward of the arm, P its share of the priors of all
//! available arms, n its visits, and N the number of times that it was available before.
//!
//! Q of an untried arm is the mean reward over the available arms. In an information set search
//! only the arms that are available in a determinization are compared, P is a share of their
//! priors, and N counts availability. All arms of a node are added at once, and a descent ends with
//! an untried arm, as with UCB1.
//!
//! Priors are computed when a node first needs them. With leaf evaluation in batches, that is
//! directly after a batch, for its states in their order. So an evaluator that computes values and
//! priors together need not evaluate a state twice.

use super::descent::{Credit, Descent};
use super::observation::Labels;
use super::selection::{ChoicePoint, Chosen, Selection};
use crate::bandit::largest;
use crate::game::{Chance, Simultaneous};
use crate::playout::Playout;
use crate::tree::ROOT;
use crate::{Game, Rng, Turn};

impl<G: Chance + Simultaneous, E: Labels<G>> Descent<G, E> {
    /// Descends the tree to a new node, or to the end of the game, like [`Descent::descend`],
    /// guided by priors.
    #[inline(never)]
    pub(in crate::search) fn descend_by_priors<P: Playout<G>>(
        &mut self,
        state: &mut G,
        playout: &mut P,
        rng: &mut Rng,
    ) {
        self.restart();
        let mut node = ROOT;
        loop {
            let turn = state.turn();
            match self.arms_for(turn, node) {
                Some(arms) if !self.selection.full || !self.must_leave(arms, state) => node = arms,
                _ => return self.tree.visit(node),
            }
            let next = match turn {
                Turn::Over => return self.tree.visit(node),
                Turn::Chance => self.pass_chance(node, state, rng),
                Turn::Player(who) => {
                    self.length += 1;
                    let constant = self.constant.includes(who);
                    let point = &mut ChoicePoint {
                        tree: &mut self.tree,
                        node,
                        labels: &self.labels,
                        state,
                        who,
                    };
                    let chosen = self.selection.by_priors(point, constant, playout, rng);
                    self.tree.visit(node);
                    self.moves.push((who, chosen.action));
                    let is_new = self.step(node, chosen.place, Credit::Reward(who));
                    state.apply(chosen.action);
                    if is_new { None } else { self.follow(node, chosen.place) }
                }
                Turn::Together => {
                    self.length += 1;
                    self.choose_together(node, state, rng)
                        .filter(|&(_, is_new)| !is_new)
                        .map(|(next, _)| next)
                }
            };
            match next {
                Some(next) => node = next,
                None => return,
            }
        }
    }

    /// Adds the arms and priors of the node at the end of the last path, unless it has arms; `leaf`
    /// was just evaluated.
    pub(in crate::search) fn expand_by_priors<P: Playout<G>>(&mut self, leaf: &G, playout: &mut P) {
        let (Some(last), Turn::Player(who)) = (self.path.last(), leaf.turn()) else { return };
        if self.selection.full {
            return;
        }
        let Some(node) = self.follow(last.node, last.place as usize) else { return };
        let constant = self.constant.includes(who);
        let Some(node) = self.arms_for(leaf.turn(), node) else { return };
        if self.tree.edges(node).is_empty() {
            let point = &mut ChoicePoint {
                tree: &mut self.tree,
                node,
                labels: &self.labels,
                state: leaf,
                who,
            };
            self.selection.find_with_priors(point, constant, playout);
        }
    }
}

impl<A: Copy + Eq> Selection<A> {
    /// Selects for the acting player by PUCT; `constant` if its arms are the same at every visit.
    pub(in crate::search) fn by_priors<G, E, P>(
        &mut self,
        point: &mut ChoicePoint<'_, G, E>,
        constant: bool,
        playout: &mut P,
        rng: &mut Rng,
    ) -> Chosen<A>
    where
        G: Game<Action = A>,
        E: Labels<G>,
        P: Playout<G>,
    {
        if constant && !point.edges().is_empty() {
            self.available.clear();
            self.available.extend(0..point.edges().len() as u32);
        } else {
            self.find_with_priors(point, constant, playout);
        }
        let best = self.puct(point, constant, rng);
        let place = self.available[best] as usize;
        let action = self.one_of_class(point.edges()[place].label, point, rng);
        Chosen { place, action, probability: 1.0 }
    }

    /// Finds the arms of the legal actions. New arms are added with their priors, if the tree may
    /// grow. Actions with the same label share an arm, whose prior is their sum.
    fn find_with_priors<G, E, P>(
        &mut self,
        point: &mut ChoicePoint<'_, G, E>,
        constant: bool,
        playout: &mut P,
    ) where
        G: Game<Action = A>,
        E: Labels<G>,
        P: Playout<G>,
    {
        point.state.actions(&mut self.legal);
        self.available.clear();
        let mut asked = false;
        if constant && point.edges().is_empty() && !self.full {
            let ChoicePoint { tree, node, labels, state, who } = point;
            tree.open_wide(
                *node,
                self.legal.iter().map(|&action| labels.label(state, action, Some(*who))),
            );
            playout.priors(state, *who, &self.legal, &mut self.scores);
            (0..self.legal.len())
                .for_each(|place| tree.set_prior(*node, place, self.scores[place]));
            asked = true;
        }
        for number in 0..self.legal.len() {
            let label = point.label(self.legal[number]);
            let known = point.tree.find(point.node, label);
            if known.is_none() && self.full {
                continue;
            }
            if known.is_none() && !asked {
                playout.priors(point.state, point.who, &self.legal, &mut self.scores);
                asked = true;
            }
            let place = known.unwrap_or_else(|| self.add_class(point, label)) as u32;
            if !E::ALIKE || !self.available.contains(&place) {
                self.available.push(place);
            }
        }
    }

    /// Adds an arm for a label, with the sum of the priors of all legal actions with this label.
    fn add_class<G, E>(&self, point: &mut ChoicePoint<'_, G, E>, label: E::Label) -> usize
    where
        G: Game<Action = A>,
        E: Labels<G>,
    {
        let place = point.tree.insert(point.node, label, usize::MAX);
        let alike = self
            .legal
            .iter()
            .zip(&self.scores)
            .filter(|&(&action, _)| point.label(action) == label);
        let prior = alike.map(|(_, &prior)| prior).sum();
        point.tree.set_prior(point.node, place, prior);
        place
    }

    /// Index, among the available arms, of the one with the highest score.
    fn puct<G, E>(
        &mut self,
        point: &mut ChoicePoint<'_, G, E>,
        constant: bool,
        rng: &mut Rng,
    ) -> usize
    where
        G: Game<Action = A>,
        E: Labels<G>,
    {
        let ChoicePoint { tree, node, .. } = point;
        let (mut visits, mut total, mut priors) = (0.0, 0.0, 0.0);
        for &place in &self.available {
            let arm = &mut tree.edges_mut(*node)[place as usize].arm;
            arm.available = arm.available.saturating_add(1);
            visits += arm.visits as f32;
            total += arm.total as f32;
            priors += tree.prior(*node, place as usize);
        }
        let mean = total / f32::max(visits, 1.0);
        let equal = 1.0 / self.available.len() as f32;
        self.scores.clear();
        for &place in &self.available {
            let arm = tree.edges(*node)[place as usize].arm;
            let prior =
                if priors > 0.0 { tree.prior(*node, place as usize) / priors } else { equal };
            let chances = if constant { visits } else { arm.available as f32 - 1.0 };
            let value = if arm.visits > 0 { arm.mean() as f32 } else { mean };
            let exploration = self.c * prior * f32::max(chances, 1.0).sqrt();
            self.scores.push(value + exploration / (1.0 + arm.visits as f32));
        }
        largest(&self.scores, rng)
    }
}
