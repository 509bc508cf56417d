//! Reference searches: the pseudocode of the papers, line by line, on a hash table. They are the
//! text to read beside the papers, and the oracles of the fast searches: where both draw the same
//! random numbers, [every node has the same counts](comparison).
//!
//! | reference | paper | fast search |
//! |---|---|---|
//! | [`Uct`] | Kocsis & Szepesvári (2006); IS §III-A and eq. 7 | [`search::Uct`](crate::search::Uct) |
//! | [`SoIsmcts`] | IS Algorithm 1 and Appendix A | [`search::SoIsmcts`](crate::search::SoIsmcts) |
//! | [`SoIsmctsPom`] | IS Appendix B | [`search::SoIsmctsPom`](crate::search::SoIsmctsPom) |
//! | [`MoIsmcts`] | IS Algorithm 2 and Appendix C | [`search::MoIsmcts`](crate::search::MoIsmcts) |
//!
//! A node v is named by the moves that lead to it from the root. Its visit count n(v), availability
//! count n'(v) and total reward r(v) are kept with it, and its children c(v) in the order in which
//! they were added. Lines are numbered as in the appendix of IS.
//!
//! # What they leave out
//!
//! Choices made at once, selection by anything but UCB1, widening, proofs, limits of memory,
//! several threads, and opponents who doubt. Simulations are uniformly random, a win is worth 1, a
//! loss 0. More than 100 actions at the root are listed as fewer are, which the fast searches spare
//! themselves. Whether the searcher is on turn must follow from the moves that were made from the
//! root, as the paper takes for granted; the fast searches keep the two cases apart.
//!
//! # Where they depart from the paper, as the fast searches do
//!
//! - Chance is no player: its outcomes are drawn by their probabilities, and a new one never ends a
//!   descent. Nobody is credited for them.
//! - Where the same actions are legal at every visit, availability is the number of visits to the
//!   parent and no count of its own: so it is for everybody in UCT, and at the searcher's own nodes
//!   in the others. Elsewhere an action is available from the moment when it has a child, as the
//!   pseudocode says: so SO-ISMCTS without anything hidden is UCT but for the n of opponents'
//!   actions, which is smaller by the visits before they were tried.
//! - That availability is counted when a sibling is selected, not in backpropagation. This makes a
//!   difference only where a descent selects twice at a node, because the observer did not notice
//!   the first move.
//! - UCB1 is computed in single precision, with our own logarithm.
//!
//! # In which order random numbers are drawn
//!
//! 1. A determinization, one for each iteration. [`MoIsmcts`] draws another one before the first
//!    iteration.
//! 2. At each step of a descent, what happens there: an outcome of chance; or an untried action,
//!    one draw even if there is only one; or, if several children have the highest score, one of
//!    these. With a single best child nothing is drawn. Where actions look alike to the observer,
//!    one of those in the move that was chosen, one draw even if there is only one.
//! 3. The simulation.
//!
//! Whatever is drawn from is in the game's order. Where the same actions are legal at every visit
//! there is another one: children are in the order in which they were added, and of untried actions
//! each that is drawn changes places with the first, which is then left out.

pub mod comparison;
mod mo_ismcts;
mod so_ismcts;
mod so_ismcts_pom;
mod uct;

pub use mo_ismcts::MoIsmcts;
pub use so_ismcts::SoIsmcts;
pub use so_ismcts_pom::SoIsmctsPom;
pub use uct::Uct;

use crate::bandit::ucb1;
use crate::game::{Chance, Observe};
use crate::{Game, Player, Rng, Turn};
use std::collections::HashMap;
use std::hash::Hash;

/// All nodes, by the moves that lead to them.
pub type Tree<M> = HashMap<Vec<M>, Node<M>>;

/// A node v.
#[derive(Clone, Debug, PartialEq)]
pub struct Node<M> {
    /// n(v): how often it was visited.
    pub visits: u32,
    /// n'(v): how often it could have been selected.
    pub availability: u32,
    /// r(v): what those who selected it have earned in all.
    pub total: f64,
    /// c(v): the moves that lead to its children, in the order in which these were added.
    pub children: Vec<M>,
}

impl<M> Default for Node<M> {
    fn default() -> Self {
        Node { visits: 0, availability: 0, total: 0.0, children: vec![] }
    }
}

impl<M> Node<M> {
    /// UCB1 (IS eq. 7 and §IV-B): its mean reward plus c sqrt(ln n / n(v)).
    fn ucb1(&self, n: u32, c: f64) -> f32 {
        let spread = 1.0 / (self.visits as f32).sqrt();
        (self.total as f32 * spread + ucb1::exploration_term(n.into(), c as f32)) * spread
    }
}

/// A tree with nothing but a root.
fn single_node<M: Eq + Hash>() -> Tree<M> {
    Tree::from([(vec![], Node::default())])
}

/// The child of `v` by a move.
fn child<M: Copy>(v: &[M], by: M) -> Vec<M> {
    [v, &[by]].concat()
}

/// Adds a child to `v`, unless it is there.
fn find_or_create_child<M: Copy + Eq + Hash>(tree: &mut Tree<M>, v: &[M], by: M) {
    let children = &mut tree.get_mut(v).expect("a node of the tree").children;
    if !children.contains(&by) {
        children.push(by);
        tree.insert(child(v, by), Node::default());
    }
}

/// An iteration on a single tree: the node and the state that it has come to, and the nodes that it
/// has visited, each with the player who selected it, if it was a player.
struct Iteration<G, M> {
    v: Vec<M>,
    d: G,
    visited: Vec<(Vec<M>, Option<Player>)>,
}

impl<G: Game, M: Copy> Iteration<G, M> {
    /// Begins at the root.
    fn new(d: G) -> Self {
        Iteration { v: vec![], d, visited: vec![(vec![], None)] }
    }

    /// Line 15: v ← c; d ← f(d, a). The child c is that of the move `by`.
    fn descend(&mut self, by: M, action: G::Action, mover: Option<Player>) {
        self.v.push(by);
        self.visited.push((self.v.clone(), mover));
        self.d.apply(action);
    }
}

/// A(d): the actions that are legal.
fn legal<G: Game>(d: &G) -> Vec<G::Action> {
    let mut actions = vec![];
    d.actions(&mut actions);
    actions
}

/// The actions, or moves, that are legal at a node.
enum Legal<M> {
    /// The same at every visit.
    Always(Vec<M>),
    /// Those of this determinization.
    Now(Vec<M>),
}

impl<M: Copy + Eq> Legal<M> {
    /// u(v, d): those without a child. If they are always the same, they are in the order that
    /// drawing has left them in: each that was drawn has changed places with the first, which then
    /// was left out.
    fn untried(self, children: &[M]) -> Vec<M> {
        match self {
            Legal::Now(moves) => moves.into_iter().filter(|by| !children.contains(by)).collect(),
            Legal::Always(mut moves) => {
                for tried in children {
                    if let Some(place) = moves.iter().position(|by| by == tried) {
                        moves.swap(0, place);
                        moves.remove(0);
                    }
                }
                moves
            }
        }
    }

    /// c(v, d): those with a child; if they are always the same, in the order in which children
    /// were added.
    fn compatible(self, children: &[M]) -> Vec<M> {
        match self {
            Legal::Now(moves) => moves.into_iter().filter(|by| children.contains(by)).collect(),
            Legal::Always(moves) => {
                children.iter().copied().filter(|by| moves.contains(by)).collect()
            }
        }
    }
}

/// The candidate with the highest score, any of them if there are several.
fn arg_max<M: Copy>(candidates: &[M], score: impl Fn(M) -> f32, rng: &mut Rng) -> M {
    let most = candidates.iter().map(|&one| score(one)).fold(f32::NEG_INFINITY, f32::max);
    let best: Vec<M> = candidates.iter().copied().filter(|&one| score(one) == most).collect();
    if best.len() == 1 { best[0] } else { rng.pick(&best) }
}

/// SIMULATE, lines 24 to 28: plays at random to the end, and says what every player has earned,
/// from 0 to 1.
fn simulate<G: Chance>(mut d: G, rng: &mut Rng) -> Vec<f64> {
    loop {
        let action = match d.turn() {
            Turn::Player(_) => d.random_action(&mut vec![], rng),
            Turn::Chance => d.sample(rng),
            Turn::Together => unreachable!("{ONE_AT_A_TIME}"),
            Turn::Over => break,
        };
        d.apply(action);
    }
    (0..d.players()).map(|who| (d.payoff(Player(who)) + 1.0) / 2.0).collect()
}

const ONE_AT_A_TIME: &str = "reference searches are for games with one mover at a time";

/// BACKPROPAGATE, lines 31 to 33: counts a visit to every node, and what the one who selected it
/// has earned, if that was a player.
fn backpropagate<M: Eq + Hash>(
    tree: &mut Tree<M>,
    visited: &[(Vec<M>, Option<Player>)],
    rewards: &[f64],
) {
    for (v, mover) in visited {
        let node = tree.get_mut(v).expect("a node of the tree");
        node.visits += 1;
        node.total += mover.map_or(0.0, |Player(who)| rewards[who]);
    }
}

/// A move: an action from the viewpoint of an observer (IS §II).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move<A, S> {
    /// An action of its own.
    Own(A),
    /// What it observes of somebody else's action, or of chance.
    Seen(S),
    /// It does not notice that anything has happened, and stays in the same information set.
    Unnoticed,
}

/// An action of `mover`, or of chance, from the viewpoint of an observer.
fn as_seen<G: Observe>(
    d: &G,
    action: G::Action,
    mover: Option<Player>,
    observer: Player,
) -> Move<G::Action, G::Seen> {
    match d.seen(action, observer) {
        _ if mover == Some(observer) => Move::Own(action),
        Some(seen) => Move::Seen(seen),
        None => Move::Unnoticed,
    }
}
