//! Multiple-observer information set MCTS: IS §IV-G, Algorithm 2 and Appendix C. A tree for every player,
//! whose nodes are that player's information sets and whose edges are moves as that player sees them. All
//! trees are descended at once; whoever is on turn selects in its own.
//!
//! A move that a player does not notice leaves it at the same node of its tree. Departures: the environment
//! has no tree, its moves are sampled and never end a descent.
//!
//! Opponents act as if they saw what the searcher hides at the start. [`Opponents::Doubting`] is our answer to
//! what §VIII and §X ask for instead, and a file of its own. The same in plain lines, to read beside the pseudocode, is
//! [`reference`](crate::testing::reference).

use super::followed::Followed;
use super::observer::Mode;
use super::observers::{Observers, OwnChoice};
use super::redeterminize::{Doubt, Opponents};
use crate::belief::{Belief, Uniformly};
use crate::budget::Clock;
use crate::game::{Chance, Label, MAX_PLAYERS, Observation, Observe, Simultaneous};
use crate::playout::{Playout, Rollout};
use crate::reward::{Reward, WinLoss};
use crate::search::decision::Answer;
use crate::search::paused::Paused;
use crate::search::setup::finish;
use crate::search::tree_search::batches::Waiting;
use crate::search::tree_search::naming::name_label;
use crate::search::tree_search::selection::{Chosen, Selection};
use crate::search::{Decision, Name, Note, Search, Select, Setup, TreeRules, legal_actions};
use crate::tree::{Extent, Outline, Tree, TreeStats};
use crate::{Budget, Player, Rng, Turn};

/// MO-ISMCTS.
pub struct MoIsmcts<G: Observe, P = Rollout<G>, R = WinLoss, B = Uniformly> {
    /// How trees are descended and grown.
    pub rules: TreeRules,
    /// What opponents are thought to know of what the searcher hides.
    pub opponents: Opponents,
    /// Budget, playout, reward, belief, final choice.
    pub setup: Setup<P, R, B>,
    /// Whether a decision begins with what the last one has left of the searcher's own tree, if it was
    /// [told](Search::observe) of all moves since; what others have seen is not known, so their trees begin anew. Budgets
    /// count what is new, visits all.
    pub reuse: bool,
    observers: Observers<G>,
    doubt: Doubt<G>,
    /// Who has searched last.
    searcher: Player,
    /// Whose tree may be reused, and where the game has come to in it.
    followed: (Player, Followed<G>),
    paused: Paused<G::View>,
}

impl<G: Chance + Observe + Simultaneous, P, R, B> MoIsmcts<G, P, R, B> {
    /// MO-ISMCTS with the paper's c = 0.7, and EXP3 where all choose at once.
    pub fn new(setup: Setup<P, R, B>) -> Self {
        let rules = TreeRules::default();
        let (opponents, observers) = (Opponents::default(), Observers::new(rules));
        let (searcher, followed) = (Player(0), (Player(0), Followed::default()));
        let (doubt, paused) = (Doubt::new(), Paused::default());
        MoIsmcts { rules, opponents, setup, reuse: false, observers, doubt, searcher, followed, paused }
    }

    /// The tree of `who` after the last decision.
    pub fn tree(&self, who: Player) -> &Tree<Label<G::Action, G::Seen>> {
        &self.observers.all[who.0].tree
    }

    /// All trees that there are.
    fn trees(&self) -> impl Iterator<Item = &Tree<Label<G::Action, G::Seen>>> {
        let doubting = self.opponents != Opponents::Knowing;
        self.observers.trees().chain(doubting.then_some(&self.doubt.imagined.tree))
    }

    fn stats(&self, searcher: Player) -> TreeStats {
        let own = self.tree(searcher).stats();
        let nodes = self.trees().map(|tree| tree.stats().nodes).sum();
        TreeStats { nodes, bytes: self.trees().map(Tree::bytes).sum(), ..own }
    }

    /// Whether there is one more iteration to be made; notes whether trees may grow in it.
    #[inline]
    fn goes_on(&mut self, clock: &mut Clock) -> bool {
        let bytes = || self.trees().map(Tree::bytes).sum();
        let goes_on = clock.tick(bytes, || self.trees().any(Tree::is_at_its_end));
        if clock.is_full() && !self.observers.selection.full {
            self.observers.fill();
            self.doubt.imagined.full = true;
        }
        goes_on
    }
}

impl<G, P, R, B> MoIsmcts<G, P, R, B>
where
    G: Chance + Observe + Simultaneous,
    P: Playout<G>,
    R: Reward<G>,
    B: Belief<G>,
{
    /// Searches on in the trees that there are.
    fn search_on(
        &mut self,
        (view, who, root): (&G::View, Player, &G),
        mut clock: Clock,
        rng: &mut Rng,
    ) -> Decision<G::Action> {
        match self.opponents {
            Opponents::Knowing if self.setup.playout.batch() > 1 => {
                self.search_in_batches(view, who, &mut clock, rng);
            }
            Opponents::Knowing if self.rules.select == Select::Puct => {
                self.search_by_priors(view, who, &mut clock, rng);
            }
            Opponents::Knowing => self.search(view, who, &mut clock, rng),
            Opponents::Doubting { .. } => self.search_with_doubt(view, who, &mut clock, rng),
        }
        self.paused.end(view, who, &clock, rng);
        let actions = legal_actions(root, who);
        let tallies = self.observers.tallies(root.turn(), who, &actions, self.setup.reward.range());
        let answer = Answer::new(tallies, &clock, self.stats(who));
        Decision::new(&actions, &answer, self.setup.choice, root.turn(), rng)
    }

    /// Algorithm 2.
    fn search(&mut self, view: &G::View, searcher: Player, clock: &mut Clock, rng: &mut Rng) {
        while self.goes_on(clock) {
            // Line 4: choose a determinization d.
            let mut d = self.setup.belief.sample(view, searcher, rng);
            // Lines 5 and 6: select, and expand.
            let length = descend(&mut self.observers, &mut d, searcher, Selection::alone, rng);
            // Lines 7 and 8: simulate, and backpropagate.
            self.finish(d, length, rng);
            if clock.is_due() {
                self.tell(view, searcher, clock);
            }
        }
    }

    /// The same, guided by priors.
    #[inline(never)]
    fn search_by_priors(&mut self, view: &G::View, searcher: Player, clock: &mut Clock, rng: &mut Rng) {
        while self.goes_on(clock) {
            let mut d = self.setup.belief.sample(view, searcher, rng);
            let playout = &mut self.setup.playout;
            let choose =
                |selection: &mut Selection<G::Action>,
                 point: &mut OwnChoice<'_, G>,
                 constant,
                 rng: &mut Rng| { selection.by_priors(point, constant, playout, rng) };
            let length = descend(&mut self.observers, &mut d, searcher, choose, rng);
            self.finish_apart(d, length, rng);
        }
    }

    /// The same where leaves are judged in batches, by UCB1 or guided by priors; see
    /// [`batches`](crate::search::tree_search::batches).
    #[inline(never)]
    fn search_in_batches(&mut self, view: &G::View, searcher: Player, clock: &mut Clock, rng: &mut Rng) {
        let mut waiting = Waiting::default();
        loop {
            let goes_on = self.goes_on(clock);
            if goes_on {
                let mut d = self.setup.belief.sample(view, searcher, rng);
                let (playout, guided) = (&mut self.setup.playout, self.rules.select == Select::Puct);
                let choose = |selection: &mut Selection<G::Action>,
                              point: &mut OwnChoice<'_, G>,
                              constant: bool,
                              rng: &mut Rng| match guided {
                    true => selection.by_priors(point, constant, playout, rng),
                    false => selection.alone(point, constant, rng),
                };
                let length = descend(&mut self.observers, &mut d, searcher, choose, rng);
                if d.turn() == Turn::Over {
                    self.finish_apart(d, length, rng);
                } else {
                    let lent = self.observers.lend(self.setup.reward.range().0);
                    waiting.add(d, self.observers.moves.clone(), length, lent);
                }
            }
            if waiting.len() == self.setup.playout.batch() || !goes_on {
                let observers = &mut self.observers;
                waiting.judge(&mut self.setup, rng, |rewards, lent, range| {
                    observers.replace(lent, rewards, range);
                });
            }
            if !goes_on {
                return;
            }
        }
    }

    /// The same with opponents who doubt.
    #[inline(never)]
    fn search_with_doubt(&mut self, view: &G::View, searcher: Player, clock: &mut Clock, rng: &mut Rng) {
        let players = self.observers.all.len();
        self.doubt.prepare(self.opponents, searcher, players);
        while self.goes_on(clock) {
            let learner = self.doubt.schedule.next(searcher, players);
            let mut d = self.setup.belief.sample(view, searcher, rng);
            let length = self.doubt.descend(&mut self.observers, &mut d, searcher, learner, rng);
            self.finish(d, length, rng);
            self.doubt.come_back(&mut self.observers, searcher);
        }
    }

    /// Tells whoever watches what the searcher's tree says so far.
    #[cold]
    #[inline(never)]
    fn tell(&self, view: &G::View, searcher: Player, clock: &Clock) {
        let root = G::determinize(view, &mut Rng::new(0));
        let (turn, actions) = (root.turn(), legal_actions(&root, searcher));
        self.setup.tell(clock, self.observers.tallies(turn, searcher, &actions, self.setup.reward.range()));
    }

    /// The same out of line, for loops that are not worth a copy of it.
    #[inline(never)]
    fn finish_apart(&mut self, leaf: G, length: u32, rng: &mut Rng) {
        self.finish(leaf, length, rng);
    }

    /// Plays out from where a descent has come to, and credits all who learn.
    #[inline(always)]
    fn finish(&mut self, mut leaf: G, length: u32, rng: &mut Rng) {
        let values = finish(&mut leaf, &mut self.setup, &self.observers.moves, length, rng);
        self.observers.credit(&values, self.setup.reward.range());
    }
}

/// Descends all trees at once from a state of the information set of `searcher`, to an action that is new in the tree of
/// the player who takes it; returns the number of moves made (SELECT and EXPAND of Appendix C).
#[inline(always)]
fn descend<G, C>(
    observers: &mut Observers<G>,
    d: &mut G,
    searcher: Player,
    mut choose: C,
    rng: &mut Rng,
) -> u32
where
    G: Chance + Observe + Simultaneous,
    C: FnMut(&mut Selection<G::Action>, &mut OwnChoice<'_, G>, bool, &mut Rng) -> Chosen<G::Action>,
{
    observers.moves.clear();
    observers.all.iter_mut().for_each(|observer| observer.restart(Mode::Learning, None));
    let mut length = 0;
    loop {
        let is_new = match d.turn() {
            Turn::Over => return length,
            Turn::Chance => {
                observers.pass_chance(d, rng);
                continue;
            }
            // Determinizations agree on what the searcher may do, and on nobody else's moves.
            Turn::Player(who) => observers.move_alone(d, who, who == searcher, &mut choose, rng),
            Turn::Together => observers.move_together(d, searcher, rng),
        };
        length += 1;
        if is_new {
            return length;
        }
    }
}

impl<G, P, R, B> Search<G> for MoIsmcts<G, P, R, B>
where
    G: Chance + Observe + Simultaneous,
    P: Playout<G>,
    R: Reward<G>,
    B: Belief<G>,
{
    fn decide(&mut self, view: &G::View, who: Player, rng: &mut Rng) -> Decision<G::Action> {
        let root = G::determinize(view, rng);
        self.searcher = who;
        let clock = self.setup.start(&root, who);
        self.setup.belief.begin(view, who, &clock.deadline(), rng);
        self.observers.prepare(
            &self.rules,
            &root,
            root.players().min(MAX_PLAYERS),
            self.reuse.then_some(who),
        );
        if self.reuse {
            if self.followed.0 != who {
                self.followed = (who, Followed::default());
            }
            self.followed.1.prepare(&mut self.observers.all[who.0].tree, Some(view));
        }
        self.search_on((view, who, &root), clock, rng)
    }

    /// Not with opponents who doubt: whose turn it is to learn is not kept.
    fn go_on(
        &mut self,
        view: &G::View,
        who: Player,
        more: &Budget,
        rng: &mut Rng,
    ) -> Option<Decision<G::Action>> {
        if self.opponents != Opponents::Knowing {
            return None;
        }
        let clock = self.paused.go_on((view, who), more, &self.setup.stop, rng)?;
        let (root, clock) = (G::determinize(view, &mut rng.clone()), self.setup.go_on(clock));
        Some(self.search_on((view, who, &root), clock, rng))
    }

    fn new_game(&mut self) {
        (self.followed.1, self.paused) = (Followed::default(), Paused::default());
        self.setup.new_game();
    }

    fn listens(&self) -> bool {
        self.reuse || Belief::<G>::listens(&self.setup.belief)
    }

    fn observe(&mut self, who: Player, seen: &Observation<G>) {
        self.setup.belief.observe(who, seen);
        if self.reuse && self.observers.all.len() > who.0 {
            self.followed.1.hear(&self.observers.all[who.0].tree, seen);
        }
    }

    fn outline(&self, view: &G::View, extent: &Extent, name: &Name<'_, G>) -> Option<Outline> {
        let own = self.observers.all.get(self.searcher.0)?.tree.root();
        let root = G::determinize(view, &mut Rng::new(0));
        Some(Outline::new(own, extent, |path| name_label(&root, path, name)))
    }

    fn notes(&self) -> Vec<Note> {
        self.setup.notes()
    }
}

#[cfg(test)]
mod tests {
    use super::super::observer::Observer;
    use super::*;
    use crate::Budget;
    use crate::testing::random_tree::{RandomTree, Shape};

    /// Trees whose indices end grow no more, and the search goes on in them.
    #[test]
    fn indices_that_end_do_not_end_the_search() {
        let mut search = MoIsmcts::<RandomTree>::new(Setup::new(Budget::iterations(5000)));
        search.observers.all.resize_with(2, || Observer::new(Player(0)));
        for observer in &mut search.observers.all {
            observer.tree = Tree::default().with_indices(200);
        }
        let decision = search.decide(&RandomTree::new(1, Shape::REGULAR), Player(0), &mut Rng::new(1));
        assert!(search.trees().any(Tree::is_at_its_end));
        assert!(decision.tree.nodes < 1500, "{} nodes", decision.tree.nodes);
        let visits: u64 = decision.candidates.iter().map(|one| one.visits).sum();
        assert_eq!((decision.iterations, visits), (5000, 5000));
    }
}
