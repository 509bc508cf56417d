//! Multiple-observer information set MCTS: IS §IV-G, Algorithm 2 and Appendix C. A tree for every player,
//! whose nodes are that player's information sets and whose edges are moves as that player sees them. All
//! trees are descended at once; whoever is on turn selects in its own.
//!
//! A move that a player does not notice leaves it at the same node of its tree. Departures: the environment
//! has no tree, its moves are sampled and never end a descent.
//!
//! Opponents act as if they saw what the searcher hides at the start. [`Opponents::Doubting`] is our answer to
//! what §VIII and §X ask for instead.

use super::descent::{Credit, credit};
use super::doubt::{Memory, Opponents, Schedule};
use super::observer::{Mode, Observer};
use super::selection::{Select, Selection, Spot, Together, Widening};
use super::so_ismcts_pom::{Label, OwnActions};
use super::{Candidate, Decision, Note, Search, Setup, finish, legal_actions};
use crate::bandit::ucb1;
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
    /// How players choose where one is on turn; the paper uses UCB1.
    pub select: Select,
    /// Bounds the number of moves that opponents are thought to consider; the paper does not.
    pub widening: Option<Widening>,
    /// What opponents are thought to know of what the searcher hides.
    pub opponents: Opponents,
    /// Budget, playout, reward, final choice.
    pub setup: Setup<P, R>,
    observers: Vec<Observer<G>>,
    /// The searcher as opponents imagine it, who sits in the searcher's place while they do.
    imagined: Observer<G>,
    /// Whether they do.
    imagines: bool,
    selection: Selection<G::Action>,
    moves: Vec<(Player, G::Action)>,
    joint: Vec<G::Action>,
}

impl<G: Chance + Observe + Simultaneous, P, R> MoIsmcts<G, P, R> {
    /// MO-ISMCTS with the paper's c = 0.7, and EXP3.
    pub fn new(setup: Setup<P, R>) -> Self {
        let (c, together) = (0.7, Together::default());
        MoIsmcts {
            c,
            together,
            select: Select::default(),
            widening: None,
            opponents: Opponents::default(),
            setup,
            observers: vec![],
            imagined: Observer::new(Player(0)),
            imagines: false,
            selection: Selection::new(c, together),
            moves: vec![],
            joint: vec![],
        }
    }

    /// The tree of `who` after the last decision.
    pub fn tree(&self, who: Player) -> &Tree<Label<G::Action, G::Seen>> {
        &self.observers[who.0].tree
    }

    /// Goes to the roots of all trees. If opponents doubt, either the searcher learns, or one of the opponents
    /// will in time.
    #[inline]
    fn restart(&mut self, state: &G, searcher: Player, learner: Option<Player>) {
        self.moves.clear();
        if self.opponents == Opponents::Knowing {
            return self.observers.iter_mut().for_each(|observer| observer.restart(Mode::Learning, None));
        }
        let by_view = self.remembers();
        for observer in &mut self.observers {
            let who = observer.sight.of;
            let mode = match learner {
                None if who == searcher => Mode::Learning,
                Some(learner) if who == learner => Mode::Waiting,
                _ => Mode::Following,
            };
            let key = (by_view && who != searcher).then(|| observer.key(state));
            observer.restart(mode, key);
        }
    }

    /// Descends all trees from a state of the information set of `searcher`; returns the number of moves made
    /// within the trees.
    fn descend(&mut self, state: &mut G, searcher: Player, learner: Option<Player>, rng: &mut Rng) -> u32 {
        self.restart(state, searcher, learner);
        let mut waiting = learner;
        let mut length = 0;
        loop {
            // An opponent whose tree may not grow, and ends before its turn, has nothing to learn.
            waiting = waiting.filter(|learner| self.observers[learner.0].node.is_some());
            if let Some(learner) = waiting
                && self.begins_to_learn(state, learner, rng)
            {
                self.imagine(state, searcher, learner, rng);
                waiting = None;
            }
            let is_new = match state.turn() {
                Turn::Over => return length,
                Turn::Chance => {
                    let outcome = state.sample(rng);
                    self.observers.iter_mut().for_each(|observer| observer.watch(state, outcome, None));
                    state.apply(outcome);
                    continue;
                }
                // Determinizations agree on what the searcher may do, and on nobody else's moves.
                Turn::Player(who) => self.move_alone(state, who, who == searcher && learner.is_none(), rng),
                Turn::Together => self.move_together(state, searcher, rng),
            };
            length += 1;
            if is_new && waiting.is_none() {
                return length;
            }
        }
    }

    /// Whether an opponent who waits to learn does so now.
    fn begins_to_learn(&mut self, state: &G, learner: Player, rng: &mut Rng) -> bool {
        let on_turn = match state.turn() {
            Turn::Player(who) => who == learner,
            turn => turn == Turn::Together,
        };
        on_turn
            && (rng.below(2) == 0 || {
                let Observer { tree, node, .. } = &mut self.observers[learner.0];
                let node = node.expect("a tree that gets nodes on the way");
                self.selection.look_up(&mut Spot { tree, node, eyes: &OwnActions, state, who: learner });
                !self.selection.knows_enough()
            })
    }

    /// The state becomes one that `learner` may imagine, and all others become those whom it imagines.
    fn imagine(&mut self, state: &mut G, searcher: Player, learner: Player, rng: &mut Rng) {
        *state = G::determinize(&state.view(learner), rng);
        self.change_places(searcher);
        let here = self.observers[learner.0].node.map(u64::from);
        let by_view = self.remembers();
        for observer in &mut self.observers {
            if observer.sight.of == learner {
                observer.mode = Mode::Learning;
                continue;
            }
            let key = if by_view { Some(observer.key(state)) } else { here };
            observer.restart(Mode::Learning, key);
        }
    }

    /// The player on turn selects in its own tree, and all trees follow. Says whether the move is new there.
    #[inline]
    fn move_alone(&mut self, state: &mut G, who: Player, constant: bool, rng: &mut Rng) -> bool {
        let observer = &mut self.observers[who.0];
        observer.turn_to(constant && self.select == Select::Ucb1);
        let (action, is_new) = match learning(&mut self.selection, observer, state) {
            Some(node) => {
                let spot = &mut Spot { tree: &mut observer.tree, node, eyes: &OwnActions, state, who };
                let chosen = self.selection.alone(spot, constant, rng);
                let credit = Credit::of(who, &chosen, self.select);
                (chosen.action, observer.take(Some(chosen.place), credit))
            }
            None => act(&mut self.selection, observer, state, rng),
        };
        self.moves.push((who, action));
        for observer in self.observers.iter_mut().filter(|observer| observer.sight.of != who) {
            observer.watch(state, action, Some(who));
        }
        state.apply(action);
        is_new
    }

    /// Everybody selects in the own tree; then every tree follows its owner's choice and what its owner sees
    /// of the others'.
    fn move_together(&mut self, state: &mut G, searcher: Player, rng: &mut Rng) -> bool {
        self.joint.clear();
        let mut is_new = false;
        for observer in &mut self.observers {
            let who = observer.sight.of;
            let (action, first) = match learning(&mut self.selection, observer, state) {
                Some(node) => {
                    let spot = &mut Spot { tree: &mut observer.tree, node, eyes: &OwnActions, state, who };
                    let chosen = self.selection.together(spot, rng);
                    (
                        chosen.action,
                        observer.take(Some(chosen.place), Credit::of_together(who, &chosen, self.together)),
                    )
                }
                None => act(&mut self.selection, observer, state, rng),
            };
            self.moves.push((who, action));
            self.joint.push(action);
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
        let weighted = match root.turn() {
            Turn::Together => self.together != Together::Ucb1,
            _ => self.select != Select::Ucb1,
        };
        super::candidates(tree, ROOT, legal_actions(root, who), Label::Own, range, weighted)
    }

    /// Makes the observers those of a game of `players`, with nothing in their trees.
    fn prepare(&mut self, searcher: Player, players: usize) {
        self.selection.c = ucb1::constant(self.c);
        self.selection.together = self.together;
        self.selection.select = self.select;
        self.selection.opponents = self.widening;
        self.selection.full = false;
        self.observers.resize_with(players, || Observer::new(Player(0)));
        for (seat, observer) in self.observers.iter_mut().enumerate() {
            observer.clear(Player(seat));
        }
        self.imagined.clear(searcher);
    }

    /// From now on trees do not grow.
    #[cold]
    fn fill(&mut self) {
        self.selection.full = true;
        self.imagined.full = true;
        self.observers.iter_mut().for_each(|observer| observer.full = true);
    }

    /// One simulation from `state`, from which all learn who should, or one of the opponents.
    #[inline]
    fn iterate(&mut self, mut state: G, searcher: Player, learner: Option<Player>, rng: &mut Rng)
    where
        P: Playout<G>,
        R: Reward<G>,
    {
        let length = self.descend(&mut state, searcher, learner, rng);
        let values = finish(&mut state, &mut self.setup, &self.moves, length, rng);
        let range = self.setup.reward.range();
        for Observer { tree, path, .. } in &mut self.observers {
            credit(tree, path, &values, range);
        }
        if self.imagines {
            self.change_places(searcher);
        }
    }

    /// The searcher and the searcher as opponents imagine it change places.
    fn change_places(&mut self, searcher: Player) {
        std::mem::swap(&mut self.imagined, &mut self.observers[searcher.0]);
        self.imagines = !self.imagines;
    }

    /// Whether opponents remember what they have seen before.
    fn remembers(&self) -> bool {
        matches!(self.opponents, Opponents::Doubting { memory: Memory::Views, .. })
    }

    fn trees(&self) -> impl Iterator<Item = &Tree<Label<G::Action, G::Seen>>> {
        let doubting = self.opponents != Opponents::Knowing;
        self.observers.iter().chain(doubting.then_some(&self.imagined)).map(|observer| &observer.tree)
    }

    fn bytes(&self) -> usize {
        self.trees().map(Tree::bytes).sum()
    }

    fn stats(&self, searcher: Player) -> TreeStats {
        let own = self.observers[searcher.0].tree.stats();
        TreeStats { nodes: self.trees().map(|tree| tree.stats().nodes).sum(), bytes: self.bytes(), ..own }
    }
}

/// Where a player chooses who learns, unless its tree may not grow and has nothing for it to choose from.
#[inline]
fn learning<G: Observe + Simultaneous>(
    selection: &mut Selection<G::Action>,
    observer: &mut Observer<G>,
    state: &G,
) -> Option<NodeId> {
    let Observer { tree, node, sight, mode, .. } = observer;
    node.filter(|&node| {
        let chooses = |selection: &mut Selection<G::Action>, tree| {
            selection.has_arm(&Spot { tree, node, eyes: &OwnActions, state, who: sight.of })
        };
        *mode == Mode::Learning && (!selection.full || chooses(selection, tree))
    })
}

/// A player who does not learn makes a choice. Says whether it has come to the end of what it knows.
fn act<G: Observe + Simultaneous>(
    selection: &mut Selection<G::Action>,
    observer: &mut Observer<G>,
    state: &G,
    rng: &mut Rng,
) -> (G::Action, bool) {
    let Observer { tree, node, sight, .. } = observer;
    let (place, action) = match *node {
        Some(node) => {
            let spot = &mut Spot { tree, node, eyes: &OwnActions, state, who: sight.of };
            selection.look_up(spot);
            selection.as_known(spot, rng)
        }
        None => (None, any(state, sight.of, &mut selection.legal, rng)),
    };
    (action, observer.take(place, Credit::Visit))
}

/// Anything that `who` may do.
fn any<G: Simultaneous>(state: &G, who: Player, scratch: &mut Vec<G::Action>, rng: &mut Rng) -> G::Action {
    match state.turn() {
        Turn::Together => state.random_choice(who, scratch, rng),
        _ => state.random_action(scratch, rng),
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
        let players = root.players().min(MAX_PLAYERS);
        let mut clock = self.setup.start(&root, who);
        self.prepare(who, players);
        self.selection.survey(&root);
        let mut schedule = Schedule::new(self.opponents, players);
        while clock.tick(|| self.bytes(), || self.trees().any(Tree::is_at_its_end)) {
            if clock.is_full() {
                self.fill();
            }
            let learner = schedule.next(who, players);
            self.iterate(G::determinize(view, rng), who, learner, rng);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Budget;
    use crate::testing::random_tree::{RandomTree, Shape};

    /// Trees whose indices end grow no more, and the search goes on in them.
    #[test]
    fn indices_that_end_do_not_end_the_search() {
        let mut search = MoIsmcts::<RandomTree>::new(Setup::new(Budget::iterations(5000)));
        search.observers.resize_with(2, || Observer::new(Player(0)));
        for observer in &mut search.observers {
            observer.tree = Tree::default().with_indices(200);
        }
        let decision = search.decide(&RandomTree::new(1, Shape::REGULAR), Player(0), &mut Rng::new(1));
        assert!(search.trees().any(Tree::is_at_its_end));
        assert!(decision.tree.nodes < 1500, "{} nodes", decision.tree.nodes);
        let visits: u64 = decision.candidates.iter().map(|one| one.visits).sum();
        assert_eq!((decision.iterations, visits), (5000, 5000));
    }
}
