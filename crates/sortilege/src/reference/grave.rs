//! RAVE (Gelly & Silver 2011) and GRAVE (Cazenave 2015, Algorithm 1), for games without chance. All
//! children of the root are added at once, and those of another node on its second visit.

use super::{ONE_AT_A_TIME, arg_max, child, legal};
use crate::game::Chance;
use crate::{Game, Player, Rng, Turn};
use std::collections::{HashMap, HashSet};

/// A node.
#[derive(Clone, Debug, Default)]
pub struct AmafNode<A> {
    /// Number of visits, and total reward of the player who moved here.
    pub visits: u32,
    /// See `visits`.
    pub total: f64,
    /// Moves to its children, if they have been added.
    pub children: Option<Vec<A>>,
    /// "All moves as first": for a move of a player, the number of simulations through this node
    /// that contain it later, and their total reward.
    pub amaf: HashMap<(Player, A), (u32, f64)>,
}

/// GRAVE.
#[derive(Clone, Debug)]
pub struct Grave<G: Game> {
    /// All nodes, by the moves that lead to them.
    pub tree: HashMap<Vec<G::Action>, AmafNode<G::Action>>,
    root: G,
    reference: u32,
    bias: f64,
}

impl<G: Chance> Grave<G> {
    /// A search of `root`.
    pub fn new(root: &G, reference: u32, bias: f64) -> Self {
        let tree = HashMap::from([(vec![], empty())]);
        Grave { tree, root: root.clone(), reference, bias }
    }

    /// One iteration.
    pub fn iterate(&mut self, rng: &mut Rng) {
        let (mut state, mut v, mut made) = (self.root.clone(), vec![], vec![]);
        let mut visited = vec![(vec![], None)];
        let mut source = vec![];
        while let Turn::Player(who) = state.turn() {
            if self.tree[&v].children.is_none() {
                if !v.is_empty() && self.tree[&v].visits == 0 {
                    break;
                }
                self.expand(&v, &state);
            }
            // The AMAF statistics of the closest ancestor with enough visits.
            if self.tree[&v].visits >= self.reference {
                source.clone_from(&v);
            }
            let children = self.tree[&v].children.clone().expect("they were added");
            let action = arg_max(&children, |action| self.score(&v, &source, who, action), rng);
            v = child(&v, action);
            visited.push((v.clone(), Some(who)));
            made.push((who, action));
            state.apply(action);
            if self.tree[&v].visits == 0 {
                break;
            }
        }
        while let Turn::Player(who) = state.turn() {
            let action = state.random_action(&mut vec![], rng);
            made.push((who, action));
            state.apply(action);
        }
        assert!(state.turn() == Turn::Over, "{ONE_AT_A_TIME}");
        let reward = |who: Player| (state.payoff(who) + 1.0) / 2.0;
        for (depth, (v, mover)) in visited.iter().enumerate() {
            let node = self.tree.get_mut(v).expect("a node of the tree");
            node.visits += 1;
            node.total += mover.map_or(0.0, reward);
            if node.children.is_some() {
                for (who, action) in made[depth..].iter().copied().collect::<HashSet<_>>() {
                    let (visits, total) = node.amaf.entry((who, action)).or_default();
                    *visits += 1;
                    *total += reward(who);
                }
            }
        }
    }

    fn expand(&mut self, v: &[G::Action], state: &G) {
        let moves = legal(state);
        for &action in &moves {
            self.tree.insert(child(v, action), empty());
        }
        self.tree.get_mut(v).expect("a node of the tree").children = Some(moves);
    }

    /// (1 - β) Q + β Q̃ with β = ñ / (n + ñ + bias n ñ).
    fn score(&self, v: &[G::Action], source: &[G::Action], who: Player, action: G::Action) -> f32 {
        let node = &self.tree[&child(v, action)];
        let (all, amaf) = self.tree[source].amaf.get(&(who, action)).copied().unwrap_or_default();
        let (n, all) = (f64::from(node.visits), f64::from(all));
        if n + all == 0.0 {
            return f32::INFINITY;
        }
        let beta = all / (n + all + self.bias * n * all);
        ((1.0 - beta) * node.total / n.max(1.0) + beta * amaf / all.max(1.0)) as f32
    }
}

fn empty<A>() -> AmafNode<A> {
    AmafNode { visits: 0, total: 0.0, children: None, amaf: HashMap::new() }
}
