//! Descents in a tree where chance is fixed: every node stands for one state. It is kept, so that going down again
//! replays no moves and no chance, but reads arms alone.

use super::descent::{Credit, Descent};
use super::selection::Eyes;
use crate::game::{Chance, Simultaneous};
use crate::tree::{NodeId, ROOT};
use crate::{Game, Rng, Turn};

/// The states that were met in a tree.
pub(super) struct Recall<G> {
    /// For each node, if it was entered by a move, where chance leads from it.
    rests: Vec<Option<Rest>>,
    states: Vec<G>,
}

/// Where chance comes to rest.
#[derive(Clone, Copy)]
struct Rest {
    node: NodeId,
    depth: u32,
    /// The number of its state.
    state: u32,
}

// Derived, this would ask for a game with a default.
impl<G> Default for Recall<G> {
    fn default() -> Self {
        Recall { rests: vec![], states: vec![] }
    }
}

impl<G: Game> Recall<G> {
    /// Forgets everything, but keeps its memory.
    pub(super) fn clear(&mut self) {
        self.rests.clear();
        self.states.clear();
    }

    /// Memory held.
    pub(super) fn bytes(&self) -> usize {
        self.rests.len() * size_of::<Option<Rest>>() + self.states.len() * size_of::<G>()
    }

    #[inline]
    fn rest(&self, node: NodeId) -> Option<Rest> {
        self.rests.get(node as usize).copied().flatten()
    }

    /// Keeps the state to which chance leads from `from`.
    fn keep(&mut self, from: NodeId, node: NodeId, depth: usize, state: G) -> Rest {
        let rest = Rest { node, depth: depth as u32, state: self.states.len() as u32 };
        self.states.push(state);
        self.rests.resize(self.rests.len().max(from as usize + 1), None);
        self.rests[from as usize] = Some(rest);
        rest
    }
}

impl<G: Chance + Simultaneous, E: Eyes<G>> Descent<G, E> {
    /// Follows the tree from `state`, its root, and leaves the state where it has come to: nothing if the descent
    /// ends there, otherwise the node to go on from.
    #[inline]
    pub(super) fn descend_by_heart(&mut self, state: &mut G, rng: &mut Rng) -> Option<NodeId> {
        let mut recall = std::mem::take(&mut self.recall);
        let end = self.follow_states(&mut recall, state, rng);
        self.recall = recall;
        end
    }

    #[inline]
    fn follow_states(&mut self, recall: &mut Recall<G>, state: &mut G, rng: &mut Rng) -> Option<NodeId> {
        let mut rest = match recall.rest(ROOT) {
            Some(rest) => rest,
            None => self.settle(recall, ROOT, state.clone(), rng),
        };
        loop {
            self.depth = rest.depth as usize;
            let (node, here) = (rest.node, &recall.states[rest.state as usize]);
            let Turn::Player(who) = here.turn() else {
                state.clone_from(here);
                return Some(node);
            };
            let unexpanded = self.tree.edges(node).is_empty();
            if self.selection.full && unexpanded {
                state.clone_from(here);
                self.tree.visit(node);
                return None;
            }
            self.length += 1;
            let chosen = self.choose(node, here, who, rng);
            self.tree.visit(node);
            self.moves.push((who, chosen.action));
            let is_new = self.step(node, chosen.place, Credit::Reward(who));
            let next = match self.ends_here(is_new, unexpanded) {
                true => None,
                false => self.follow(node, chosen.place),
            };
            let Some(next) = next else {
                state.clone_from(here);
                state.apply(chosen.action);
                return None;
            };
            rest = match recall.rest(next) {
                Some(rest) => rest,
                None => {
                    let mut after = here.clone();
                    after.apply(chosen.action);
                    self.settle(recall, next, after, rng)
                }
            };
        }
    }

    /// Lets chance happen until somebody is on turn, or the game is over.
    fn settle(&mut self, recall: &mut Recall<G>, from: NodeId, mut state: G, rng: &mut Rng) -> Rest {
        let mut node = from;
        while state.turn() == Turn::Chance {
            node = self.pass_chance(node, &mut state, rng).expect("a tree with a new node may grow");
        }
        recall.keep(from, node, self.depth, state)
    }
}

#[cfg(test)]
mod tests {
    use super::super::descent::{ChanceRule, Constant};
    use super::super::selection::{AllSeeing, Together};
    use super::*;
    use crate::Budget;
    use crate::playout::Rollout;
    use crate::search::Setup;
    use crate::testing::hand_made::{HandMade, Place};

    const DICE: &[Place] = &[
        Place::Chance(&[(1, 0.5), (2, 0.5)]),
        Place::Choice(0, &[2, 3, 5]),
        Place::Choice(1, &[3, 4]),
        Place::Chance(&[(4, 0.3), (5, 0.7)]),
        Place::Chance(&[(2, 0.1), (5, 0.9)]),
        Place::End(&[1.0, -1.0]),
    ];

    /// Every state that is kept is the one that the edges from the root lead to.
    #[test]
    fn kept_states_are_those_of_their_nodes() {
        let seen: usize = (0..50).map(kept_states).sum();
        assert!(seen > 100, "only {seen} states were kept");
    }

    /// Searches, checks all states that are kept, and counts them.
    fn kept_states(seed: u64) -> usize {
        let (together, mut rng) = (Together::default(), Rng::new(seed));
        let mut descent = Descent::<HandMade, _>::new(AllSeeing, Constant::Everybody, 0.7, together);
        descent.chance = ChanceRule::Fixed;
        let mut setup: Setup<Rollout<HandMade>> = Setup::new(Budget::iterations(200));
        (0..200).for_each(|_| descent.simulate(HandMade::new(DICE), &mut setup, &mut rng));
        let (mut line, mut seen) = (vec![(ROOT, 0, HandMade::new(DICE))], 0);
        let rests: Vec<Rest> = descent.recall.rests.iter().flatten().copied().collect();
        while let Some((node, depth, state)) = line.pop() {
            for rest in rests.iter().filter(|rest| rest.node == node) {
                assert_eq!((rest.depth, descent.recall.states[rest.state as usize]), (depth, state));
                assert!(state.turn() != Turn::Chance);
                seen += 1;
            }
            for edge in descent.tree.edges(node) {
                let mut next = state;
                next.apply(edge.label);
                line.extend(descent.tree.child_of(edge).map(|child| (child, depth + 1, next)));
            }
        }
        assert_eq!(seen, rests.len());
        seen
    }
}
