//! Trees of all players, descended at once.

use super::observer::{Observer, ObserverRole};
use crate::game::{Chance, Label, Observe, Simultaneous};
use crate::playout::Values;
use crate::search::TreeRules;
use crate::search::decision::Tally;
use crate::search::tree_search::descent::{Credit, PathStep, credit};
use crate::search::tree_search::observation::OwnActions;
use crate::search::tree_search::selection::{ChoicePoint, Chosen, Selection};
use crate::search::tree_search::virtual_loss;
use crate::tree::{NodeId, ROOT, Tree};
use crate::{Game, Player, Rng, Turn};

/// A choice of a player in its own tree.
pub(super) type OwnChoice<'a, G> = ChoicePoint<'a, G, OwnActions>;

/// A player's path to a pending leaf, and the labels of its arms.
pub(super) type VirtualLosses<G> =
    (Vec<PathStep>, Vec<Label<<G as Game>::Action, <G as Observe>::Seen>>);

/// One tree per player, and the selection rules.
pub(super) struct Observers<G: Observe> {
    pub(super) all: Vec<Observer<G>>,
    pub(super) selection: Selection<G::Action>,
    /// Moves made during the descent.
    pub(super) moves: Vec<(Player, G::Action)>,
    joint: Vec<G::Action>,
}

impl<G: Chance + Observe + Simultaneous> Observers<G> {
    pub(super) fn new(rules: TreeRules) -> Self {
        Observers { all: vec![], selection: Selection::new(rules), moves: vec![], joint: vec![] }
    }

    /// Prepares the observers for a game like `root`. All trees are cleared, except for a subtree of
    /// the player of `keep`.
    pub(super) fn prepare(
        &mut self,
        rules: &TreeRules,
        root: &G,
        players: usize,
        keep: Option<(Player, NodeId)>,
    ) {
        self.selection.set_rules(rules);
        self.selection.full = false;
        self.all.resize_with(players, || Observer::new(Player(0)));
        for (seat, observer) in self.all.iter_mut().enumerate() {
            match keep.filter(|&(who, _)| who == Player(seat)) {
                Some((who, node)) => observer.keep(who, node),
                None => observer.clear(Player(seat)),
            }
        }
        self.selection.survey(root);
    }

    /// Clears all trees and copies the settings of others.
    pub(super) fn imitate(&mut self, others: &Self) {
        self.selection.imitate(&others.selection);
        self.all.resize_with(others.all.len(), || Observer::new(Player(0)));
        (0..).zip(&mut self.all).for_each(|(seat, observer)| observer.clear(Player(seat)));
    }

    /// Sets whether memory is used up.
    #[cold]
    #[inline(never)]
    pub(super) fn set_full(&mut self, full: bool) {
        self.selection.full = full;
        self.all.iter_mut().for_each(|observer| observer.full = full);
    }

    /// Samples chance; every tree follows its owner's observation of the outcome.
    #[inline]
    pub(super) fn pass_chance(&mut self, state: &mut G, rng: &mut Rng) {
        let outcome = state.sample(rng);
        self.all.iter_mut().for_each(|observer| observer.watch(state, outcome, None));
        state.apply(outcome);
    }

    /// The acting player selects in its own tree, and all trees follow. Returns whether the move is
    /// new there.
    #[inline]
    pub(super) fn move_alone(
        &mut self,
        state: &mut G,
        who: Player,
        constant: bool,
        choose: &mut impl FnMut(
            &mut Selection<G::Action>,
            &mut OwnChoice<'_, G>,
            bool,
            &mut Rng,
        ) -> Chosen<G::Action>,
        rng: &mut Rng,
    ) -> bool {
        let observer = &mut self.all[who.0];
        observer.turn_to(constant && !self.selection.rules.select.mixes());
        let (action, is_new) = match learning(&mut self.selection, observer, state) {
            Some(node) => {
                let point = &mut ChoicePoint {
                    tree: &mut observer.tree,
                    node,
                    labels: &OwnActions,
                    state,
                    who,
                };
                let chosen = choose(&mut self.selection, point, constant, rng);
                let credit = Credit::of(who, &chosen, self.selection.rules.select);
                (chosen.action, observer.take(Some(chosen.place), credit))
            }
            None => act(&mut self.selection, observer, state, rng),
        };
        self.moves.push((who, action));
        // Observations depend on the state before the move.
        for observer in self.all.iter_mut().filter(|observer| observer.labels.of != who) {
            observer.watch(state, action, Some(who));
        }
        state.apply(action);
        is_new
    }

    /// All players select in their own trees. Then every tree follows its owner's choice and the
    /// owner's observations of the other choices.
    pub(super) fn move_together(&mut self, state: &mut G, searcher: Player, rng: &mut Rng) -> bool {
        self.joint.clear();
        let mut is_new = false;
        for observer in &mut self.all {
            let who = observer.labels.of;
            let (action, first) = match learning(&mut self.selection, observer, state) {
                Some(node) => {
                    let point = &mut ChoicePoint {
                        tree: &mut observer.tree,
                        node,
                        labels: &OwnActions,
                        state,
                        who,
                    };
                    let chosen = self.selection.together(point, rng);
                    (
                        chosen.action,
                        observer.take(
                            Some(chosen.place),
                            Credit::of_together(who, &chosen, self.selection.rules.together),
                        ),
                    )
                }
                None => act(&mut self.selection, observer, state, rng),
            };
            self.moves.push((who, action));
            self.joint.push(action);
            is_new |= first && who == searcher;
        }
        // A second pass: no player may observe a choice before all have chosen.
        for observer in &mut self.all {
            for (who, &action) in self.joint.iter().enumerate() {
                if Player(who) != observer.labels.of {
                    observer.watch(state, action, Some(Player(who)));
                }
            }
        }
        state.apply_together(&self.joint);
        is_new
    }

    /// Backs up rewards along the paths of all learning players.
    #[inline]
    pub(super) fn credit(&mut self, values: &Values, range: (f64, f64)) {
        for Observer { tree, path, .. } in &mut self.all {
            credit(tree, path, values, range);
        }
    }

    /// Applies a virtual loss to all arms on all paths: one visit with the `least` reward, until
    /// the leaf is evaluated.
    pub(super) fn apply_virtual_loss(&mut self, least: f64) -> Vec<VirtualLosses<G>> {
        let apply_virtual_loss = |Observer { tree, path, .. }: &mut Observer<G>| {
            let mut labels = vec![];
            virtual_loss::apply_virtual_loss(tree, path, &mut labels, least);
            (path.clone(), labels)
        };
        self.all.iter_mut().map(apply_virtual_loss).collect()
    }

    /// Replaces virtual losses with rewards.
    pub(super) fn replace(
        &mut self,
        virtual_losses: &mut [VirtualLosses<G>],
        rewards: &Values,
        range: (f64, f64),
    ) {
        for (Observer { tree, .. }, (path, labels)) in self.all.iter_mut().zip(virtual_losses) {
            virtual_loss::replace(tree, path, labels, rewards, range);
        }
    }

    /// Statistics of the `actions` of `who` at the root of its tree.
    pub(super) fn tallies(
        &self,
        turn: Turn,
        who: Player,
        actions: &[G::Action],
        range: (f64, f64),
    ) -> Vec<Tally> {
        let Observer { tree, .. } = &self.all[who.0];
        let (visits, weighted) = (tree.visits(ROOT), self.selection.rules.weigh(turn));
        let tally =
            |&action| Tally::of(&tree.arm(ROOT, Label::Own(action)), visits, range, weighted);
        actions.iter().map(tally).collect()
    }

    pub(super) fn trees(&self) -> impl Iterator<Item = &Tree<Label<G::Action, G::Seen>>> {
        self.all.iter().map(|observer| &observer.tree)
    }
}

/// The node at which a learning player selects; `None` if the tree is full and the node has no
/// legal arm.
#[inline]
fn learning<G: Observe + Simultaneous>(
    selection: &mut Selection<G::Action>,
    observer: &mut Observer<G>,
    state: &G,
) -> Option<NodeId> {
    let Observer { tree, node, labels, role, .. } = observer;
    node.filter(|&node| {
        let chooses = |selection: &mut Selection<G::Action>, tree| {
            selection.has_arm(&ChoicePoint {
                tree,
                node,
                labels: &OwnActions,
                state,
                who: labels.of,
            })
        };
        *role == ObserverRole::Learning && (!selection.full || chooses(selection, tree))
    })
}

/// Selects for a player that does not learn. Returns whether it has left the tree.
fn act<G: Observe + Simultaneous>(
    selection: &mut Selection<G::Action>,
    observer: &mut Observer<G>,
    state: &G,
    rng: &mut Rng,
) -> (G::Action, bool) {
    let Observer { tree, node, labels, .. } = observer;
    let (place, action) = match *node {
        Some(node) => {
            let point = &mut ChoicePoint { tree, node, labels: &OwnActions, state, who: labels.of };
            selection.look_up(point);
            selection.as_known(point, rng)
        }
        None => (None, any(state, labels.of, &mut selection.legal, rng)),
    };
    (action, observer.take(place, Credit::Visit))
}

/// A random legal action of `who`.
fn any<G: Simultaneous>(
    state: &G,
    who: Player,
    scratch: &mut Vec<G::Action>,
    rng: &mut Rng,
) -> G::Action {
    match state.turn() {
        Turn::Together => state.random_choice(who, scratch, rng),
        _ => state.random_action(scratch, rng),
    }
}
