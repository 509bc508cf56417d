//! UCT (Kocsis & Szepesvári 2006; IS §III-A): SO-ISMCTS on a known state, with UCB1 as in IS eq. 7.
//! Line numbers are those of Appendix A.

use super::{
    Legal, ONE_AT_A_TIME, ReferenceNode, ReferenceTree, SingleTreeIteration, arg_max,
    backpropagate, child, find_or_create_child, legal, simulate, single_node,
};
use crate::game::Chance;
use crate::{Player, Rng, Turn};

/// UCT.
#[derive(Clone, Debug)]
pub struct Uct<G: Chance> {
    /// The current tree.
    pub tree: ReferenceTree<G::Action>,
    /// Whether the first sampled outcome of a chance event is kept in the rest of the tree: the
    /// lazy determinization of ED §VI.
    pub fixed_chance: bool,
    root: G,
    c: f64,
}

impl<G: Chance> Uct<G> {
    /// A search of `root` with exploration constant `c` (line 2).
    pub fn new(root: &G, c: f64) -> Self {
        Uct { tree: single_node(), fixed_chance: false, root: root.clone(), c }
    }

    /// One iteration (lines 5 to 9).
    pub fn iterate(&mut self, rng: &mut Rng) {
        let mut at = SingleTreeIteration::new(self.root.clone());
        self.select(&mut at, rng);
        self.expand(&mut at, rng);
        let rewards = simulate(at.d, rng);
        backpropagate(&mut self.tree, &at.visited, &rewards);
    }

    /// SELECT (lines 12 to 16): descends until the game is over or an action is untried.
    fn select(&mut self, at: &mut SingleTreeIteration<G, G::Action>, rng: &mut Rng) {
        loop {
            match at.d.turn() {
                Turn::Over => return,
                Turn::Chance => {
                    let outcome = match self.tree[&at.v].children.first() {
                        Some(&known) if self.fixed_chance => known,
                        _ => at.d.sample(rng),
                    };
                    self.descend(at, outcome, None);
                }
                Turn::Player(_) if !self.untried(at).is_empty() => return,
                Turn::Player(who) => {
                    let action = self.best(at, rng);
                    self.descend(at, action, Some(who));
                }
                Turn::Together => unreachable!("{ONE_AT_A_TIME}"),
            }
        }
    }

    /// EXPAND (lines 18 to 22), if there is an untried action.
    fn expand(&mut self, at: &mut SingleTreeIteration<G, G::Action>, rng: &mut Rng) {
        if let Turn::Player(who) = at.d.turn() {
            let action = rng.pick(&self.untried(at));
            self.descend(at, action, Some(who));
        }
    }

    /// Moves to the child of an action and adds it if it does not exist (lines 15, 20 and 21).
    fn descend(
        &mut self,
        at: &mut SingleTreeIteration<G, G::Action>,
        action: G::Action,
        mover: Option<Player>,
    ) {
        find_or_create_child(&mut self.tree, &at.v, action);
        at.descend(action, action, mover);
    }

    /// u(v, d): the actions without a child.
    fn untried(&self, at: &SingleTreeIteration<G, G::Action>) -> Vec<G::Action> {
        Legal::Always(legal(&at.d)).untried(&self.tree[&at.v].children)
    }

    /// The child with the highest score (line 14); n is the number of visits to its parent.
    fn best(&self, at: &SingleTreeIteration<G, G::Action>, rng: &mut Rng) -> G::Action {
        let ReferenceNode { visits, children, .. } = &self.tree[&at.v];
        arg_max(children, |action| self.tree[&child(&at.v, action)].ucb1(*visits, self.c), rng)
    }
}
