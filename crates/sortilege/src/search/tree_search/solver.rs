//! MCTS-Solver (Winands, Björnsson & Saito 2008), with the details of the program behind QR:
//! simulations that also prove wins and losses. It is for two players with opposed interests,
//! without chance.
//!
//! A node gets all its arms at once. Arms that win or lose at once are proven immediately, and a
//! winning one is selected. A won arm proves its node won; a node is lost once all its arms are.
//! Before a node is declared lost, its unvisited arms are searched one step further: often the
//! opponent wins at once there too. A proof of a node also proves the arm that leads to it. A lost
//! arm is never selected while another is left.
//!
//! A simulation that ends in a proof is backed up like any other, for the bonuses of QR as well.

use super::descent::{Credit, Descent, PathStep};
use super::observation::ByAction;
use super::selection::Chosen;
use crate::bandit::Proven;
use crate::game::{Chance, Simultaneous};
use crate::tree::{NodeId, ROOT};
use crate::{Player, Rng, Turn};

impl<G: Chance + Simultaneous> Descent<G, ByAction> {
    /// Descends the tree to a new node, to a proven arm, or to the end of the game.
    #[inline(never)]
    pub(in crate::search) fn descend_to_a_proof(&mut self, state: &mut G, rng: &mut Rng) {
        self.restart();
        let mut node = ROOT;
        while let Turn::Player(who) = state.turn() {
            if self.selection.full && self.tree.edges(node).is_empty() {
                break;
            }
            self.length += 1;
            let unexpanded = self.tree.edges(node).is_empty();
            let chosen = match if unexpanded { self.open(node, state, who) } else { None } {
                Some(place) => {
                    Chosen { place, action: self.tree.edges(node)[place].label, probability: 1.0 }
                }
                None => self.choose(node, state, who, rng),
            };
            self.tree.visit(node);
            self.moves.push((who, chosen.action));
            let is_new = self.step(node, chosen.place, Credit::Reward(who));
            state.apply(chosen.action);
            let edge = self.tree.edges(node)[chosen.place];
            if edge.arm.proven().is_some() {
                return;
            }
            if self.ends_here(is_new, unexpanded) {
                // The node of an arm that was only searched one step ahead has not counted the
                // first visit of the arm.
                self.tree
                    .child_of(&edge)
                    .filter(|_| is_new)
                    .into_iter()
                    .for_each(|child| self.tree.visit(child));
                return;
            }
            match self.follow(node, chosen.place) {
                Some(next) => node = next,
                None => return,
            }
        }
        self.tree.visit(node);
    }

    /// Adds the arms of a node, proves those that end the game, and returns the place of one that
    /// wins.
    fn open(&mut self, node: NodeId, state: &G, who: Player) -> Option<usize> {
        // There are no simultaneous choices here, so the list of joint choices is free.
        state.actions(&mut self.joint);
        self.tree.open_wide(node, self.joint.iter().copied());
        for place in 0..self.joint.len() {
            let mut next = state.clone();
            next.apply(self.joint[place]);
            if next.turn() != Turn::Over {
                continue;
            }
            let payoff = next.payoff(who);
            if payoff == 1.0 {
                self.tree.prove(node, place, Proven::Win);
                return Some(place);
            }
            if payoff == -1.0 {
                self.lose(node, place);
            }
        }
        None
    }

    /// Proves an arm lost. An untried arm is swapped with the first untried one. In a loop over
    /// places that is one that the loop has passed, or the arm itself.
    fn lose(&mut self, node: NodeId, place: usize) {
        let tried = self.tree.tried(node);
        let place = if place < tried {
            place
        } else {
            self.tree.try_move(node, place);
            tried
        };
        self.tree.prove(node, place, Proven::Loss);
    }

    /// Backs up a proof from the end of the path as far as it holds; returns whether that proves
    /// `root`.
    #[inline(never)]
    pub(in crate::search) fn back_up_proof(&mut self, root: &G) -> bool {
        for at in (0..self.path.len()).rev() {
            let PathStep { node, place, .. } = self.path[at];
            let proven = match self.tree.edges(node)[place as usize].arm.proven() {
                Some(Proven::Loss) => self.when_an_arm_is_lost(at, root),
                other => other,
            };
            let (Some(proven), true) = (proven, at > 0) else { return proven.is_some() };
            let to_chooser =
                if self.moves[at - 1].0 == self.moves[at].0 { proven } else { proven.opposite() };
            let PathStep { node, place, .. } = self.path[at - 1];
            self.tree.prove(node, place as usize, to_chooser);
        }
        false
    }

    /// The proven result, for the acting player, of a node on the path with a lost arm.
    fn when_an_arm_is_lost(&mut self, at: usize, root: &G) -> Option<Proven> {
        let (node, who) = (self.path[at].node, self.moves[at].0);
        let is_expanded = |child| {
            self.tree.child_of(child).is_some_and(|child| !self.tree.edges(child).is_empty())
        };
        if self.tree.edges(node).iter().any(|edge| edge.arm.proven().is_none() && is_expanded(edge))
        {
            return None;
        }
        let mut state = None;
        for place in 0..self.tree.edges(node).len() {
            if self.tree.edges(node)[place].arm.proven().is_some() {
                continue;
            }
            let state = state.get_or_insert_with(|| self.replay(root, at));
            match self.look(node, place, state, who)? {
                Proven::Win => return Some(Proven::Win),
                Proven::Loss => self.lose(node, place),
            }
        }
        Some(Proven::Loss)
    }

    /// The state at the choice number `at` of the path.
    fn replay(&self, root: &G, at: usize) -> G {
        let mut state = root.clone();
        self.moves[..at].iter().for_each(|&(_, action)| state.apply(action));
        state
    }

    /// The proven result of an arm for `who`, who acts in `state`, after the node behind the arm is
    /// opened.
    fn look(&mut self, node: NodeId, place: usize, state: &G, who: Player) -> Option<Proven> {
        let mut next = state.clone();
        next.apply(self.tree.edges(node)[place].label);
        let Turn::Player(mover) = next.turn() else { return None };
        if self.selection.full {
            return None;
        }
        let edge = self.tree.edge_at(node, place);
        let child = self.tree.child(edge);
        let to_mover = match self.open(child, &next, mover) {
            Some(_) => Proven::Win,
            None if self.tree.edges(child).iter().all(|edge| edge.arm.proven().is_some()) => {
                Proven::Loss
            }
            None => return None,
        };
        Some(if mover == who { to_mover } else { to_mover.opposite() })
    }
}
