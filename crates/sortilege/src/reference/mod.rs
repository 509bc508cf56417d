//! Reference searches: the pseudocode of the papers, line by line, on a hash table. They can be
//! read beside the papers, and they are the oracles of the fast searches: with the same random
//! numbers, [every node has the same counts](comparison).
//!
//! | reference | paper | fast search |
//! |---|---|---|
//! | [`Uct`] | Kocsis & Szepesvári (2006); IS §III-A and eq. 7 | [`search::Uct`](crate::search::Uct) |
//! | [`Grave`] | Gelly & Silver (2011); Cazenave (2015) | [`search::Grave`](crate::search::Grave) |
//! | [`visits_of_ensemble`] | ED §VI; IS §IV-D with future chance fixed | [`search::DeterminizedUct`](crate::search::DeterminizedUct) |
//! | [`FlatUcb`] | CS §V | [`search::FlatUcb`](crate::search::FlatUcb) |
//! | [`SoIsmcts`] | IS Algorithm 1 and Appendix A | [`search::SoIsmcts`](crate::search::SoIsmcts) |
//! | [`SoIsmctsPom`] | IS Appendix B | [`search::SoIsmctsPom`](crate::search::SoIsmctsPom) |
//! | [`MoIsmcts`] | IS Algorithm 2 and Appendix C | [`search::MoIsmcts`](crate::search::MoIsmcts) |
//!
//! A node v is identified by the moves that lead to it from the root. It stores its visit count
//! n(v), availability count n'(v) and total reward r(v), and its children c(v) in the order in
//! which they were added. Lines are numbered as in the appendix of IS.
//!
//! # What they leave out
//!
//! Simultaneous choices, selection by methods other than UCB1, widening, proofs, memory limits,
//! multiple threads, and [doubting opponents](crate::search::Opponents). Simulations are uniformly
//! random, a win is worth 1, a loss 0. The references list all actions at the root, even more than
//! 100, where the fast searches avoid listing. Whether the searcher is on turn must follow from the
//! moves made from the root, as the paper assumes; the fast searches keep the two cases apart.
//!
//! # Where they depart from the paper, as the fast searches do
//!
//! - Chance is not a player: its outcomes are sampled by their probabilities, and a new outcome
//!   never ends a descent. No player is credited for them.
//! - Where the same actions are legal at every visit, availability is the number of visits to the
//!   parent and has no separate count. This applies to all players in UCT, and to the searcher's
//!   own nodes in the other searches. Elsewhere an action is available from the moment when it has
//!   a child, as in the pseudocode. So SO-ISMCTS without hidden information is UCT except for the n
//!   of opponents' actions, which is smaller by the visits before they were tried.
//! - That availability is counted when a sibling is selected, not in backpropagation. The
//!   difference
//!   matters only where a descent selects twice at a node, because the observer did not notice the
//!   first move.
//! - UCB1 is computed in single precision, with the library's own logarithm.
//!
//! # The order in which random numbers are drawn
//!
//! 1. A determinization, one for each iteration.
//! 2. At each step of a descent, one of these: an outcome of chance; an untried action, with one
//!    draw even if there is only one; or, if several children share the highest score, one of them.
//!    With a single best child nothing is drawn. If actions look alike to the observer, one of the
//!    actions in the selected move is then drawn, with one draw even if there is only one.
//! 3. The simulation.
//!
//! Candidates are in the game's order. Where the same actions are legal at every visit, the order
//! is different: children are in the order in which they were added, and each drawn untried action
//! is swapped with the first, which is then removed from the list.

pub mod comparison;
mod ensemble;
mod flat_ucb;
mod grave;
mod mo_ismcts;
mod so_ismcts;
mod so_ismcts_pom;
mod uct;

pub use ensemble::visits_of_ensemble;
pub use flat_ucb::FlatUcb;
pub use grave::Grave;
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
pub type ReferenceTree<M> = HashMap<Vec<M>, ReferenceNode<M>>;

/// A node v.
#[derive(Clone, Debug, PartialEq)]
pub struct ReferenceNode<M> {
    /// n(v): number of visits.
    pub visits: u32,
    /// n'(v): number of times that it could have been selected.
    pub availability: u32,
    /// r(v): total reward of the player who selects it.
    pub total: f64,
    /// c(v): the moves that lead to its children, in the order in which these were added.
    pub children: Vec<M>,
}

impl<M> Default for ReferenceNode<M> {
    fn default() -> Self {
        ReferenceNode { visits: 0, availability: 0, total: 0.0, children: vec![] }
    }
}

impl<M> ReferenceNode<M> {
    /// UCB1 (IS eq. 7 and §IV-B): the mean reward plus c sqrt(ln n / n(v)).
    fn ucb1(&self, n: u32, c: f64) -> f32 {
        let spread = 1.0 / (self.visits as f32).sqrt();
        (self.total as f32 * spread + ucb1::exploration_term(n.into(), c as f32)) * spread
    }
}

/// A tree that consists of a root.
fn single_node<M: Eq + Hash>() -> ReferenceTree<M> {
    ReferenceTree::from([(vec![], ReferenceNode::default())])
}

/// The child of `v` by a move.
fn child<M: Copy>(v: &[M], by: M) -> Vec<M> {
    [v, &[by]].concat()
}

/// Adds a child to `v` unless it exists.
fn find_or_create_child<M: Copy + Eq + Hash>(tree: &mut ReferenceTree<M>, v: &[M], by: M) {
    let children = &mut tree.get_mut(v).expect("a node of the tree").children;
    if !children.contains(&by) {
        children.push(by);
        tree.insert(child(v, by), ReferenceNode::default());
    }
}

/// An iteration on a single tree: the current node and state, and the visited nodes, each with the
/// player who selected it (`None` for chance).
struct SingleTreeIteration<G, M> {
    v: Vec<M>,
    d: G,
    visited: Vec<(Vec<M>, Option<Player>)>,
}

impl<G: Game, M: Copy> SingleTreeIteration<G, M> {
    /// An iteration at the root.
    fn new(d: G) -> Self {
        SingleTreeIteration { v: vec![], d, visited: vec![(vec![], None)] }
    }

    /// Line 15: v ← c; d ← f(d, a). The child c is that of the move `by`.
    fn descend(&mut self, by: M, action: G::Action, mover: Option<Player>) {
        self.v.push(by);
        self.visited.push((self.v.clone(), mover));
        self.d.apply(action);
    }
}

/// A(d): the legal actions.
fn legal<G: Game>(d: &G) -> Vec<G::Action> {
    let mut actions = vec![];
    d.actions(&mut actions);
    actions
}

/// The legal actions, or moves, at a node.
enum Legal<M> {
    /// The same at every visit.
    Always(Vec<M>),
    /// Those of this determinization.
    Now(Vec<M>),
}

impl<M: Copy + Eq> Legal<M> {
    /// u(v, d): those without a child. If they are the same at every visit, they are in the order
    /// that drawing leaves them in: each drawn one is swapped with the first, which is then
    /// removed.
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

    /// c(v, d): those with a child; if they are the same at every visit, in the order in which
    /// children were added.
    fn compatible(self, children: &[M]) -> Vec<M> {
        match self {
            Legal::Now(moves) => moves.into_iter().filter(|by| children.contains(by)).collect(),
            Legal::Always(moves) => {
                children.iter().copied().filter(|by| moves.contains(by)).collect()
            }
        }
    }
}

/// The candidate with the highest score; ties break at random.
fn arg_max<M: Copy>(candidates: &[M], score: impl Fn(M) -> f32, rng: &mut Rng) -> M {
    let most = candidates.iter().map(|&one| score(one)).fold(f32::NEG_INFINITY, f32::max);
    let best: Vec<M> = candidates.iter().copied().filter(|&one| score(one) == most).collect();
    if best.len() == 1 { best[0] } else { rng.pick(&best) }
}

/// SIMULATE, lines 24 to 28: plays at random to the end, and returns every player's reward in [0,
/// 1].
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

/// BACKPROPAGATE, lines 31 to 33: adds a visit to every node, and the reward of the player who
/// selected it, if it was a player.
fn backpropagate<M: Eq + Hash>(
    tree: &mut ReferenceTree<M>,
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
    /// An action of the observer.
    Own(A),
    /// What it observes of an action of another player or of chance.
    Seen(S),
    /// It does not notice that anything has happened, and stays in the same information set.
    Unnoticed,
}

/// A move in the game `G`.
pub type ObservedMove<G> = Move<<G as Game>::Action, <G as Observe>::Seen>;

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
