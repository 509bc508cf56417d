//! Descents in a tree with fixed chance, where every node has a single state. The states are
//! stored, so that a repeated descent replays no moves and no chance, but only reads arms.

use super::descent::{Credit, Descent};
use super::observation::Labels;
use crate::game::{Chance, Simultaneous};
use crate::tree::{NodeId, ROOT};
use crate::{Game, Rng, Turn};

/// The stored states of a tree.
pub(in crate::search) struct StoredStates<G> {
    /// For each node that a move leads to, the node after the following chance events.
    rests: Vec<Option<Rest>>,
    states: Vec<G>,
}

/// The first node without a chance event.
#[derive(Clone, Copy)]
struct Rest {
    node: NodeId,
    depth: u32,
    /// Index of its state.
    state: u32,
}

// A derived implementation would require `Default` of the game.
impl<G> Default for StoredStates<G> {
    fn default() -> Self {
        StoredStates { rests: vec![], states: vec![] }
    }
}

impl<G: Game> StoredStates<G> {
    /// Forgets everything, but keeps its memory.
    pub(in crate::search) fn clear(&mut self) {
        self.rests.clear();
        self.states.clear();
    }

    /// Memory held.
    fn bytes(&self) -> usize {
        self.rests.len() * size_of::<Option<Rest>>() + self.states.len() * size_of::<G>()
    }

    #[inline]
    fn rest(&self, node: NodeId) -> Option<Rest> {
        self.rests.get(node as usize).copied().flatten()
    }

    /// Stores the state that follows the chance events after `from`.
    fn keep(&mut self, from: NodeId, node: NodeId, depth: usize, state: G) -> Rest {
        let rest = Rest { node, depth: depth as u32, state: self.states.len() as u32 };
        self.states.push(state);
        self.rests.resize(self.rests.len().max(from as usize + 1), None);
        self.rests[from as usize] = Some(rest);
        rest
    }
}

impl<G: Chance + Simultaneous> StoredStates<G> {
    /// Descends a tree to a new node, or to the end of the game, like [`Descent::descend`].
    #[inline]
    pub(in crate::search) fn descend<E: Labels<G>>(
        &mut self,
        descent: &mut Descent<G, E>,
        state: &mut G,
        rng: &mut Rng,
    ) {
        descent.restart();
        if let Some(node) = self.follow(descent, state, rng) {
            descent.descend_from(node, state, rng);
        }
        descent.beside = self.bytes();
    }

    /// Descends the tree from its root as far as states are stored or can be; `state` becomes the
    /// state reached. Returns `None` if the descent ends there, otherwise the node to continue
    /// from.
    #[inline]
    fn follow<E: Labels<G>>(
        &mut self,
        descent: &mut Descent<G, E>,
        state: &mut G,
        rng: &mut Rng,
    ) -> Option<NodeId> {
        let mut rest = match self.rest(ROOT) {
            Some(rest) => rest,
            None => self.settle(descent, ROOT, state.clone(), rng),
        };
        loop {
            descent.depth = rest.depth as usize;
            let (node, here) = (rest.node, &self.states[rest.state as usize]);
            let Turn::Player(who) = here.turn() else {
                state.clone_from(here);
                return Some(node);
            };
            let unexpanded = descent.tree.edges(node).is_empty();
            if descent.selection.full && unexpanded {
                state.clone_from(here);
                descent.tree.visit(node);
                return None;
            }
            descent.length += 1;
            let chosen = descent.choose(node, here, who, rng);
            descent.tree.visit(node);
            descent.moves.push((who, chosen.action));
            let is_new = descent.step(node, chosen.place, Credit::Reward(who));
            let next = match descent.ends_here(is_new, unexpanded) {
                true => None,
                false => descent.follow(node, chosen.place),
            };
            let Some(next) = next else {
                state.clone_from(here);
                state.apply(chosen.action);
                return None;
            };
            rest = match self.rest(next) {
                Some(rest) => rest,
                None => {
                    let mut after = here.clone();
                    after.apply(chosen.action);
                    self.settle(descent, next, after, rng)
                }
            };
        }
    }

    /// Samples chance until a player acts, or the game is over.
    fn settle<E: Labels<G>>(
        &mut self,
        descent: &mut Descent<G, E>,
        from: NodeId,
        mut state: G,
        rng: &mut Rng,
    ) -> Rest {
        let mut node = from;
        while state.turn() == Turn::Chance {
            node = descent
                .pass_chance(node, &mut state, rng)
                .expect("a tree with a new node may grow");
        }
        self.keep(from, node, descent.depth, state)
    }
}

#[cfg(test)]
mod tests {
    use super::super::descent::{ChanceRule, Constant};
    use super::super::observation::ByAction;
    use super::*;
    use crate::Budget;
    use crate::playout::Rollout;
    use crate::search::setup::finish;
    use crate::search::{Setup, TreeRules};
    use crate::testing::hand_made::{HandMade, Place};

    const DICE: &[Place] = &[
        Place::Chance(&[(1, 0.5), (2, 0.5)]),
        Place::Choice(0, &[2, 3, 5]),
        Place::Choice(1, &[3, 4]),
        Place::Chance(&[(4, 0.3), (5, 0.7)]),
        Place::Chance(&[(2, 0.1), (5, 0.9)]),
        Place::End(&[1.0, -1.0]),
    ];

    /// Every stored state is the one that the edges from the root lead to.
    #[test]
    fn kept_states_are_those_of_their_nodes() {
        let seen: usize = (0..50).map(kept_states).sum();
        assert!(seen > 100, "only {seen} states were kept");
    }

    /// Searches, checks all stored states, and counts them.
    fn kept_states(seed: u64) -> usize {
        let (mut stored, mut rng) = (StoredStates::default(), Rng::new(seed));
        let mut descent =
            Descent::<HandMade, _>::new(ByAction, Constant::Everybody, TreeRules::default());
        descent.chance = ChanceRule::Fixed;
        let mut setup: Setup<Rollout<HandMade>> = Setup::new(Budget::iterations(200));
        for _ in 0..200 {
            let mut leaf = HandMade::new(DICE);
            stored.descend(&mut descent, &mut leaf, &mut rng);
            let rewards = finish(&mut leaf, &mut setup, &descent.moves, descent.length, &mut rng);
            descent.back_up(&rewards, (0.0, 1.0));
        }
        let (mut line, mut seen) = (vec![(ROOT, 0, HandMade::new(DICE))], 0);
        let rests: Vec<Rest> = stored.rests.iter().flatten().copied().collect();
        while let Some((node, depth, state)) = line.pop() {
            for rest in rests.iter().filter(|rest| rest.node == node) {
                assert_eq!((rest.depth, stored.states[rest.state as usize]), (depth, state));
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
