//! Multiple-observer information set MCTS: IS §IV-G, Algorithm 2 and Appendix C. A tree for every player,
//! whose nodes are that player's information sets and whose edges are moves as that player sees them. All
//! trees are descended at once; whoever is on turn selects in its own.
//!
//! A move that a player does not notice leaves it at the same node of its tree. Departures: the environment
//! has no tree, its moves are sampled and never end a descent.

use super::descent::{Credit, Step, credit};
use super::selection::{Chosen, Eyes, Selection, Spot, Together};
use super::so_ismcts_pom::{Label, OwnActions, Sight};
use super::{Candidate, Decision, Note, Search, Setup, finish, legal_actions};
use crate::game::{Chance, MAX_PLAYERS, Observe, Simultaneous};
use crate::playout::{Playout, Rollout};
use crate::reward::{Reward, WinLoss};
use crate::tree::{NodeId, ROOT, Tree, TreeStats};
use crate::{Player, Rng, Turn};

/// MO-ISMCTS.
pub struct MoIsmcts<G: Observe, P = Rollout<G>, R = WinLoss> {
    /// The exploration constant; the paper uses 0.7.
    pub c: f64,
    /// How players choose where all choose at once.
    pub together: Together,
    /// Budget, playout, reward, final choice.
    pub setup: Setup<P, R>,
    observers: Vec<Observer<G>>,
    selection: Selection<G::Action>,
    moves: Vec<(Player, G::Action)>,
    joint: Vec<G::Action>,
}

/// A player's tree, and where in it the descent stands.
struct Observer<G: Observe> {
    sight: Sight,
    tree: Tree<Label<G::Action, G::Seen>>,
    node: NodeId,
    path: Vec<Step>,
}

impl<G: Chance + Observe + Simultaneous, P, R> MoIsmcts<G, P, R> {
    /// MO-ISMCTS with the paper's c = 0.7, and EXP3.
    pub fn new(setup: Setup<P, R>) -> Self {
        let (c, together) = (0.7, Together::default());
        MoIsmcts {
            c,
            together,
            setup,
            observers: vec![],
            selection: Selection::new(c, together),
            moves: vec![],
            joint: vec![],
        }
    }

    /// The tree of `who` after the last decision.
    pub fn tree(&self, who: Player) -> &Tree<Label<G::Action, G::Seen>> {
        &self.observers[who.0].tree
    }

    /// One simulation from a state of the information set of `searcher`; returns the number of moves made
    /// within the trees.
    fn descend(&mut self, state: &mut G, searcher: Player, rng: &mut Rng) -> u32 {
        self.observers.iter_mut().for_each(Observer::restart);
        self.moves.clear();
        let mut length = 0;
        loop {
            let is_new = match state.turn() {
                Turn::Over => return length,
                Turn::Chance => {
                    let outcome = state.sample(rng);
                    self.observers.iter_mut().for_each(|observer| observer.watch(state, outcome, None));
                    state.apply(outcome);
                    continue;
                }
                Turn::Player(who) => self.move_alone(state, who, searcher, rng),
                Turn::Together => self.move_together(state, searcher, rng),
            };
            length += 1;
            if is_new {
                return length;
            }
        }
    }

    /// The player on turn selects in its own tree, and all trees follow. Says whether the move is new there.
    fn move_alone(&mut self, state: &mut G, who: Player, searcher: Player, rng: &mut Rng) -> bool {
        let Observer { tree, node, .. } = &mut self.observers[who.0];
        // Determinizations agree on what the searcher may do, and on nobody else's moves.
        let spot = &mut Spot { tree, node: *node, eyes: &OwnActions, state, who };
        let chosen = if who == searcher {
            self.selection.among_all(spot, rng)
        } else {
            self.selection.among_available(spot, rng)
        };
        self.moves.push((who, chosen.action));
        let is_new = self.observers[who.0].take(&chosen, Credit::Reward(who));
        for observer in self.observers.iter_mut().filter(|observer| observer.sight.of != who) {
            observer.watch(state, chosen.action, Some(who));
        }
        state.apply(chosen.action);
        is_new
    }

    /// Everybody selects in the own tree; then every tree follows its owner's choice and what its owner sees
    /// of the others'.
    fn move_together(&mut self, state: &mut G, searcher: Player, rng: &mut Rng) -> bool {
        self.joint.clear();
        let mut is_new = false;
        for observer in &mut self.observers {
            let who = observer.sight.of;
            let Observer { tree, node, .. } = observer;
            let spot = &mut Spot { tree, node: *node, eyes: &OwnActions, state, who };
            let chosen = self.selection.together(spot, rng);
            let credit = match self.together {
                Together::Ucb1 => Credit::Reward(who),
                _ => Credit::Weighted(who, chosen.probability),
            };
            self.moves.push((who, chosen.action));
            self.joint.push(chosen.action);
            let first = observer.take(&chosen, credit);
            is_new |= first && who == searcher;
        }
        for observer in &mut self.observers {
            for (who, &action) in self.joint.iter().enumerate() {
                if Player(who) != observer.sight.of {
                    observer.watch(state, action, Some(Player(who)));
                }
            }
        }
        state.apply_together(&self.joint);
        is_new
    }

    fn candidates(&self, root: &G, who: Player, range: (f64, f64)) -> Vec<Candidate<G::Action>> {
        let Observer { tree, .. } = &self.observers[who.0];
        let weighted = root.turn() == Turn::Together && self.together != Together::Ucb1;
        super::candidates(tree, ROOT, legal_actions(root, who), Label::Own, range, weighted)
    }

    fn stats(&self, searcher: Player) -> TreeStats {
        let own = self.observers[searcher.0].tree.stats();
        let all = || self.observers.iter().map(|observer| observer.tree.stats());
        TreeStats {
            nodes: all().map(|stats| stats.nodes).sum(),
            bytes: all().map(|stats| stats.bytes).sum(),
            ..own
        }
    }
}

impl<G: Observe> Observer<G> {
    fn restart(&mut self) {
        self.node = ROOT;
        self.path.clear();
    }

    /// Takes an arm that the owner chose. Says whether it is taken for the first time.
    #[inline]
    fn take(&mut self, chosen: &Chosen<G::Action>, credit: Credit) -> bool {
        self.advance(chosen.place, credit)
    }

    /// Follows what the owner sees of somebody else's move.
    #[inline]
    fn watch(&mut self, state: &G, action: G::Action, mover: Option<Player>) {
        let label = self.sight.label(state, action, mover);
        if !Eyes::<G>::unnoticed(&self.sight, label) {
            let place = self.tree.find_or_add(self.node, label);
            self.advance(place, Credit::Visit);
        }
    }

    #[inline]
    fn advance(&mut self, place: usize, credit: Credit) -> bool {
        self.tree.visit(self.node);
        self.path.push(Step { node: self.node, place: place as u32, credit });
        let edge = self.tree.edge_at(self.node, place);
        let is_new = self.tree.edge(edge).arm.visits == 0;
        if is_new {
            self.tree.reach(self.path.len());
        }
        self.node = self.tree.child(edge);
        is_new
    }
}

impl<G, P, R> Search<G> for MoIsmcts<G, P, R>
where
    G: Chance + Observe + Simultaneous + Send,
    G::Action: Send,
    G::Seen: Send,
    P: Playout<G>,
    R: Reward<G>,
{
    fn decide(&mut self, view: &G::View, who: Player, rng: &mut Rng) -> Decision<G::Action> {
        let root = G::determinize(view, rng);
        let mut clock = self.setup.start(&root, who);
        self.selection.c = self.c as f32;
        self.selection.together = self.together;
        self.observers.resize_with(root.players().min(MAX_PLAYERS), || Observer {
            sight: Sight { of: Player(0) },
            tree: Tree::default(),
            node: ROOT,
            path: vec![],
        });
        for (seat, observer) in self.observers.iter_mut().enumerate() {
            observer.sight.of = Player(seat);
            observer.tree.clear();
        }
        while clock.tick(self.observers.iter().map(|observer| observer.tree.bytes()).sum()) {
            let mut state = G::determinize(view, rng);
            let length = self.descend(&mut state, who, rng);
            let values = finish(&mut state, &mut self.setup, &self.moves, length, rng);
            let range = self.setup.reward.range();
            for Observer { tree, path, .. } in &mut self.observers {
                credit(tree, path, &values, range);
            }
        }
        let candidates = self.candidates(&root, who, self.setup.reward.range());
        Decision::new(candidates, self.setup.choice, root.turn(), &clock, self.stats(who), rng)
    }

    fn new_game(&mut self) {
        self.setup.reward.new_game();
    }

    fn notes(&self) -> Vec<Note> {
        self.setup.reward.notes()
    }
}
